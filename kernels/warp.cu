/* Scan of one warp in registers: Hillis-Steele by shuffles, no memory.
 *
 * Round d = 1, 2, 4, 8, 16: every lane receives the value of the lane d below
 * and adds it in front of its own. A lane below d receives its own value back
 * and must not add it. Lanes from n on hold the identity. Exclusive: one more
 * shuffle hands every sum to the next lane.
 * Launch: one block of 32 threads, n at most 32; no shared memory. */
#include "words.h"

KERNEL(warp, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v;
    if (lane < n)
        v = gld(x, lane);
    else
        v = identity();

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val u = __shfl_up_sync(FULL_MASK, v, d);
        if (lane >= d)
            v = op(u, v);
    }

    val sum = v;
    if (!inclusive) {
        phase(PHASE_SHIFT, 1);
        v = __shfl_up_sync(FULL_MASK, sum, 1);
        if (lane == 0)
            v = identity();
    }

    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, v);
    if (lane == n - 1)
        gst(total, 0, sum);
}
