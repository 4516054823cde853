/* Compaction: the elements greater than 2 move to the front, in order.
 *
 * A flag an element, 1 for those to keep; the exclusive scan of the flags says
 * how many of these come before, which is the place to go to. total receives
 * their number. The scan is hillis.cu, its results read one to the left.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Blelloch, Prefix Sums and Their Applications, CMU-CS-90-190, 1990
 * (there called pack). */
#include "words.h"

KERNEL(compact, (vals x, vals y, vals total), (int n, int inclusive))
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
    val place = identity();
    if (i > 0)
        place = ld(s, i - 1);
    if (keep)
        gst(y, to_int(place), x_i);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
    (void)inclusive;
}
