/* A reduction of one warp, for contrast: the total alone, no prefixes.
 *
 * Round d = 1, 2, 4, ...: the lanes whose number is a multiple of 2d add what
 * they receive from the lane d to their right, so that lane 0 ends with the
 * total: 31 additions in five rounds. (Code that starts with d = 16 needs an
 * operator that commutes.) A sixth shuffle tells every lane; compare
 * warp-all-reduce.cu, which needs none. Cooperative groups call this reduce().
 * Launch: one block of 32 threads, n at most 32; no shared memory. */
#include "words.h"

KERNEL(warp_reduce, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (lane < n)
        v = gld(x, lane);

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val right = __shfl_down_sync(FULL_MASK, v, d);
        if (lane % (2 * d) == 0)
            v = op(v, right);
    }

    phase(PHASE_TOTAL, 0);
    val all = __shfl_sync(FULL_MASK, v, 0);
    if (lane == 0)
        gst(total, 0, all);

    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, all);
    (void)inclusive;
}
