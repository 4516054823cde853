/* Broken: a shuffle whose mask names lanes that are not there.
 *
 * The mask says all 32 lanes, the branch lets only the first n in. The lanes
 * named in a mask must all come to the same shuffle. Repaired: warp.cu, the
 * shuffle outside of the branch.
 * Launch: one block of 32 threads, n at most 32; inclusive. */
#include "words.h"

KERNEL(broken_full_mask_in_branch, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (lane < n)
        v = gld(x, lane);

    if (lane < n) {
        for (int d = 1; d < 32; d *= 2) {
            phase(PHASE_SHUFFLE, d);
            val u = __shfl_up_sync(FULL_MASK, v, d);
            if (lane >= d)
                v = op(u, v);
        }
    }

    val sum = v;
    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, sum);
    if (lane == n - 1)
        gst(total, 0, sum);
    (void)inclusive;
}
