/* Broken: a tile waits for a block that may never become resident.
 *
 * Tiles take their number from the block index, here from the far end as a
 * reversed scan would: the blocks that start first wait for blocks that start
 * only when one of them ends. With enough room on the chip it works. Repaired:
 * chained.cu, tiles numbered on arrival.
 * Launch: B threads a block, ceil(n / B) blocks. */
#include "words.h"

KERNEL(broken_blocks_from_the_end, (vals x, vals y, vals total, ints arrivals, stats status),
       (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    SHARED(carry, 1);
    SHARED_INTS(ticket, 1);
    const int i = (int)threadIdx.x;
    (void)arrivals;

    if (i == 0)
        sti(ticket, 0, (int)(gridDim.x - 1 - blockIdx.x));
    __syncthreads();
    const int t = ldi(ticket, 0);
    tile(t);
    const int g = t * (int)blockDim.x + i;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (g < n)
        v = gld(x, g);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
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

    phase(PHASE_LOOK_BACK, 0);
    if (i == 0) {
        val before = identity();
        if (t > 0)
            poll(status, t - 1, &before);
        val mine = ld(s, (int)blockDim.x - 1);
        publish(status, t, PREFIX, op(before, mine));
        st(carry, 0, before);
    }
    __syncthreads();

    phase(PHASE_STORE, 0);
    val before = ld(carry, 0);
    if (inclusive) {
        v = ld(s, i);
        v = op(before, v);
    } else if (i > 0) {
        v = ld(s, i - 1);
        v = op(before, v);
    } else {
        v = before;
    }
    if (g < n)
        gst(y, g, v);
    if (g == n - 1) {
        v = ld(s, i);
        gst(total, 0, op(before, v));
    }
}
