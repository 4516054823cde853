/* A block's scan from warps: three short scans instead of one long one.
 *
 * Every warp scans its 32 lanes in registers; the last lane of each leaves the
 * warp's total in shared memory; the first warp scans the totals, by shuffles
 * too; every warp puts the sum of the warps before it in front. Two barriers
 * in all, whatever the size. Cooperative groups call the warp a
 * tiled_partition<32> and the barrier block.sync().
 * Launch: one block of n threads, rounded up to whole warps; shared: sums,
 * 32 elements. */
#include "words.h"

KERNEL(block_warps, (vals x, vals y, vals total), (int n, int inclusive))
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

    if (warp == 0) {
        val sum = identity();
        if (lane < warps)
            sum = ld(sums, lane);
        for (int d = 1; d < warps; d *= 2) {
            phase(PHASE_SHUFFLE, 32 * d);
            val u = __shfl_up_sync(FULL_MASK, sum, d);
            if (lane >= d)
                sum = op(u, sum);
        }
        if (lane < warps)
            st(sums, lane, sum);
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
