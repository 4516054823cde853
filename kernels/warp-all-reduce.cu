/* An all-reduce of one warp: every lane gets the total, by a butterfly.
 *
 * Round d = 1, 2, 4, ...: every lane exchanges its team's total with the lane
 * whose number differs in bit d, and both add, the lower team's total first,
 * so that operators need not commute. Five shuffles as in a reduction, but all
 * lanes work: 160 additions for what a tree does with 31. Nobody waits for a
 * broadcast. warp-butterfly.cu makes a scan of it with one register more.
 * Launch: one block of 32 threads, n at most 32; no shared memory. */
#include "words.h"

KERNEL(warp_all_reduce, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (lane < n)
        v = gld(x, lane);

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val other = __shfl_xor_sync(FULL_MASK, v, d);
        if (lane & d)
            v = op(other, v);
        else
            v = op(v, other);
    }

    phase(PHASE_TOTAL, 0);
    if (lane == 0)
        gst(total, 0, v);

    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, v);
    (void)inclusive;
}
