/* Decoupled look-back by a warp: 32 predecessors are read at once.
 *
 * As look-back.cu, but the first warp looks at a window of 32 predecessors:
 * lane k reads tile t - 1 - k. The nearest prefix in the window ends the walk;
 * aggregates nearer than it are added to it, left to right, by shuffles. A
 * window without a prefix is added whole and the warp moves 32 tiles back.
 * Launch: B threads a block (B >= 32, a multiple of 32), ceil(n / B) blocks;
 * shared: s[B], carry[1], ticket[1]; arrivals and status start as zeros.
 * Source: Merrill, Garland, NVIDIA NVR-2016-002, section 4.4. */
#include "words.h"

KERNEL(look_back_warp, (vals x, vals y, vals total, ints arrivals, stats status),
       (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    SHARED(carry, 1);
    SHARED_INTS(ticket, 1);
    const int i = (int)threadIdx.x;

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
        val mine = ld(s, (int)blockDim.x - 1);
        publish(status, t, t > 0 ? AGGREGATE : PREFIX, mine);
    }
    if (i < 32) {
        val before = identity();
        unsigned found = t > 0 ? 0 : 1;
        for (int p = t - 1 - i; !found; p -= 32) {
            val w = identity();
            int kind = PREFIX;
            if (p >= 0)
                kind = poll(status, p, &w);
            found = __ballot_sync(FULL_MASK, kind == PREFIX);
            const int last = found ? __ffs((int)found) - 1 : 31;
            if (i > last)
                w = identity();
            for (int d = 1; d < 32; d *= 2) {
                val u = __shfl_down_sync(FULL_MASK, w, d);
                if (i + d < 32)
                    w = op(u, w);
            }
            if (i == 0)
                before = op(w, before);
        }
        if (i == 0) {
            val mine = ld(s, (int)blockDim.x - 1);
            if (t > 0)
                publish(status, t, PREFIX, op(before, mine));
            st(carry, 0, before);
        }
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
