/* Shuffles of a smaller logical width: 2, 4, 8 or 16 lanes as a team.
 *
 * The last argument of __shfl_up_sync cuts the warp into teams that do not
 * hear each other: a lane below d of its own team receives its own value
 * back. The teams here are as narrow as n allows, so n = 8 takes three
 * rounds, not five. All 32 lanes still issue every instruction.
 * Launch: one block of 32 threads, n at most 32; no shared memory. */
#include "words.h"

KERNEL(warp_width, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;
    int width = 2;
    while (width < n)
        width *= 2;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (lane < n)
        v = gld(x, lane);

    for (int d = 1; d < width; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val u = __shfl_up_sync(FULL_MASK, v, d, width);
        if (lane % width >= d)
            v = op(u, v);
    }

    val sum = v;
    if (!inclusive) {
        phase(PHASE_SHIFT, 1);
        v = __shfl_up_sync(FULL_MASK, sum, 1, width);
        if (lane % width == 0)
            v = identity();
    }

    phase(PHASE_STORE, 0);
    if (lane < n)
        gst(y, lane, v);
    if (lane == n - 1)
        gst(total, 0, sum);
}
