/* One pass of a radix sort: split by bit 0, in order.
 *
 * A flag an element, 1 where the bit is clear; the exclusive scan of the flags
 * says how many of these come before. An element with the bit clear goes
 * there. One with it set goes behind all clear ones, after the set ones that
 * come before it: of the i elements before i, those that are not clear. The
 * order within each half is kept, so that a pass a bit, lowest first, sorts.
 * total receives the number of clear ones.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Blelloch, Prefix Sums and Their Applications, CMU-CS-90-190, 1990
 * (there called split). */
#include "words.h"

KERNEL(radix_sort_bit, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val x_i = gld(x, i);
    const int clear = (to_int(x_i) & 1) == 0;
    val v = to_val(clear);
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
    val before = identity();
    if (i > 0)
        before = ld(s, i - 1);
    int place = to_int(before);
    if (!clear) {
        val all = ld(s, n - 1);
        place = i - place + to_int(all);
    }
    gst(y, place, x_i);

    phase(PHASE_TOTAL, 0);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
    (void)inclusive;
}
