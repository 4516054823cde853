/* A scan of mostly zeros: groups of 32 that are empty are skipped.
 *
 * A ballot tells every warp which of its 32 elements are set. A warp without
 * any adds nothing: no shuffles, no total. The others scan themselves; a bitmap
 * of the groups, one bit a warp, made by a ballot too, numbers them without
 * gaps (the count of bits below one's own), so that only their totals are
 * scanned. An empty group takes over the sum before it.
 * Launch: one block of n threads, rounded up to whole warps; shared: sums, 32
 * elements, and used, 32 ints. */
#include "words.h"

KERNEL(sparse, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(sums, 32);
    SHARED_INTS(used, 32);
    const int i = (int)threadIdx.x, lane = i % 32, warp = i / 32;
    const int warps = (int)blockDim.x / 32;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n)
        v = gld(x, i);
    const int set = to_int(v) != 0;
    const unsigned mine = __ballot_sync(FULL_MASK, set);
    if (lane == 0)
        sti(used, warp, mine != 0);
    __syncthreads();
    int other = 0;
    if (lane < warps)
        other = ldi(used, lane);
    const unsigned groups = __ballot_sync(FULL_MASK, other);
    const int rank = __popc(groups & ((1u << warp) - 1)), count = __popc(groups);

    if (mine != 0)
        for (int d = 1; d < 32; d *= 2) {
            phase(PHASE_SHUFFLE, d);
            val u = __shfl_up_sync(FULL_MASK, v, d);
            if (lane >= d)
                v = op(u, v);
        }

    phase(PHASE_BLOCK_SUMS, 0);
    if (mine != 0 && lane == 31)
        st(sums, rank, v);
    __syncthreads();
    if (warp == 0) {
        val sum = identity();
        if (lane < count)
            sum = ld(sums, lane);
        for (int d = 1; d < count; d *= 2) {
            phase(PHASE_SHUFFLE, 32 * d);
            val u = __shfl_up_sync(FULL_MASK, sum, d);
            if (lane >= d)
                sum = op(u, sum);
        }
        if (lane < count)
            st(sums, lane, sum);
    }
    __syncthreads();

    phase(PHASE_OFFSETS, 0);
    val before = identity();
    if (rank > 0)
        before = ld(sums, rank - 1);
    val sum = before;
    if (mine != 0)
        sum = rank > 0 ? op(before, v) : v;
    v = sum;
    if (!inclusive && mine != 0) {
        phase(PHASE_SHIFT, 1);
        v = __shfl_up_sync(FULL_MASK, sum, 1);
        if (lane == 0)
            v = before;
    }

    phase(PHASE_STORE, 0);
    if (i < n)
        gst(y, i, v);

    phase(PHASE_TOTAL, 0);
    if (i == n - 1)
        gst(total, 0, sum);
}
