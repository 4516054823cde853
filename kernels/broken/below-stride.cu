/* Broken: lanes below the stride add what they received.
 *
 * A lane below d receives its own value back from __shfl_up_sync, and here
 * counts it twice. Repaired: warp.cu, `if (lane >= d)`.
 * Launch: one block of 32 threads, n at most 32; inclusive. */
#include "words.h"

KERNEL(broken_below_stride, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (lane < n)
        v = gld(x, lane);

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val u = __shfl_up_sync(FULL_MASK, v, d);
        v = op(u, v);
    }

    val sum = v;
    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, sum);
    if (lane == n - 1)
        gst(total, 0, sum);
    (void)inclusive;
}
