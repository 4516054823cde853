/* Decoupled look-back by one thread: one pass, 2n words, no chain.
 *
 * A tile publishes its aggregate as soon as it has one. Then a single thread
 * walks back over its predecessors: an aggregate is added and the walk goes
 * on, a prefix is added and ends it. So a tile waits for its predecessors'
 * aggregates, which depend on nobody, not for their prefixes.
 * Tiles are numbered on arrival, as in chained.cu.
 * Launch: B threads a block, ceil(n / B) blocks; shared: s[B], carry[1],
 * ticket[1]; arrivals and status start as zeros.
 * Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back, NVIDIA NVR-2016-002. */
#include "words.h"

KERNEL(look_back, (vals x, vals y, vals total, ints arrivals, stats status),
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
        val before = identity();
        int kind = AGGREGATE;
        for (int p = t - 1; p >= 0 && kind != PREFIX; p--) {
            val w = identity();
            kind = poll(status, p, &w);
            before = op(w, before);
        }
        if (t > 0)
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
