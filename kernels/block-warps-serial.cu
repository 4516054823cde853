/* A block's scan from warps, the totals added by one thread.
 *
 * As block-warps.cu, but thread 0 adds the warps' totals one after the other
 * while all others wait at the barrier. Shorter to write, and for a few warps
 * hardly slower: compare the depth.
 * Launch: one block of n threads, rounded up to whole warps; shared: sums,
 * 32 elements. */
#include "words.h"

KERNEL(block_warps_serial, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(sums, 32);
    const int i = (int)threadIdx.x, lane = i % 32, warp = i / 32;
    const int warps = (int)blockDim.x / 32;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n)
        v = gld(x, i);

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val u = __shfl_up_sync(FULL_MASK, v, d);
        if (lane >= d)
            v = op(u, v);
    }

    phase(PHASE_BLOCK_SUMS, 0);
    if (lane == 31)
        st(sums, warp, v);
    __syncthreads();

    if (i == 0) {
        val sum = ld(sums, 0);
        for (int w = 1; w < warps; w++) {
            val next = ld(sums, w);
            sum = op(sum, next);
            st(sums, w, sum);
        }
    }
    __syncthreads();

    phase(PHASE_OFFSETS, 0);
    val sum = v;
    if (warp > 0) {
        val before = ld(sums, warp - 1);
        sum = op(before, v);
    }
    v = sum;
    if (!inclusive) {
        phase(PHASE_SHIFT, 1);
        v = __shfl_up_sync(FULL_MASK, sum, 1);
        if (lane == 0 && warp > 0)
            v = ld(sums, warp - 1);
        if (i == 0)
            v = identity();
    }

    phase(PHASE_STORE, 0);
    if (i < n)
        gst(y, i, v);
    if (i == n - 1)
        gst(total, 0, sum);
}
