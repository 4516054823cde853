/* Broken: an inclusive scan where an exclusive one is needed.
 *
 * The inclusive scan of the flags counts the element itself: everything lands
 * one place too far, place 0 stays empty, and where all elements are kept the
 * last one lands behind the end. Repaired: compact.cu, the exclusive scan.
 * Launch: one block of n threads; shared: s, n elements. */
#include "words.h"

KERNEL(broken_inclusive_compaction, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val x_i = gld(x, i);
    const int keep = to_int(x_i) > 2;
    val v = to_val(keep);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        v = ld(s, i);
        val u = v;
        if (i >= d)
            u = ld(s, i - d);
        __syncthreads();
        if (i >= d)
            st(s, i, op(u, v));
        __syncthreads();
    }

    phase(PHASE_SCATTER, 0);
    val place = ld(s, i);
    if (keep)
        gst(y, to_int(place), x_i);
    if (i == n - 1)
        gst(total, 0, place);
    (void)inclusive;
}
