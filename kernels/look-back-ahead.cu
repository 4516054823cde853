/* Aggregates ahead of time: nobody waits for a scan that is still going on.
 *
 * A tile first only reduces: its aggregate is published before the tile is
 * scanned, so that successors find it while this tile still works. Prefixes
 * are not published at all: each tile adds all aggregates before it, its 32
 * first lanes side by side. Where every block keeps its own running prefix
 * and several tiles (as kernels/fast does) few aggregates are left to read;
 * here, one tile a block, the reading grows with t: count it in the trace.
 * Launch: B threads a block (a power of two >= 32), ceil(n / B) blocks;
 * shared: s[B], carry[1], ticket[1]; arrivals and status start as zeros. */
#include "words.h"

KERNEL(look_back_ahead, (vals x, vals y, vals total, ints arrivals,
                         stats status), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    SHARED(r, blockDim.x);
    SHARED(carry, 1);
    SHARED_INTS(ticket, 1);
    const int i = (int)threadIdx.x;
    const int last = (int)blockDim.x - 1;

    if (i == 0)
        sti(ticket, 0, gadd(arrivals, 0, 1));
    __syncthreads();
    const int t = ldi(ticket, 0);
    tile(t);
    const int g = t * (int)blockDim.x + i;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (g < n)
        v = gld(x, g);
    st(s, i, v);
    st(r, i, v);
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        phase(PHASE_REDUCE, d);
        if ((i + 1) % (2 * d) == 0) {
            val left = ld(r, i - d);
            val right = ld(r, i);
            st(r, i, op(left, right));
        }
        __syncthreads();
    }
    if (i == last) {
        v = ld(r, i);
        publish(status, t, AGGREGATE, v);
    }

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
    if (i < 32) {
        val before = identity();
        for (int first = t - 1; first >= 0; first -= 32) {
            val w = identity();
            if (first - i >= 0)
                poll(status, first - i, &w);
            for (int d = 1; d < 32; d *= 2) {
                val u = __shfl_down_sync(FULL_MASK, w, d);
                if (i + d < 32)
                    w = op(u, w);
            }
            if (i == 0)
                before = op(w, before);
        }
        if (i == 0)
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
