/* Broken: a look-back with value and flag in two words and no order.
 *
 * The prefix is an ordinary store, the flag an atomic without release or
 * acquire: a successor that sees the flag need not see the value. Repaired:
 * chained.cu, publish and poll (release and acquire, or both in one word).
 * Launch: B threads a block, ceil(n / B) blocks; prefix and flags one word a
 * tile; flags and arrivals start as zeros. */
#include "words.h"

KERNEL(broken_look_back_unordered, (vals x, vals y, vals total, ints arrivals,
                                    ints flags, vals prefix),
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
        val before = identity();
        int ready = t == 0;
        while (!ready)
            ready = gadd(flags, t - 1, 0);
        if (t > 0)
            before = gld(prefix, t - 1);
        val mine = ld(s, (int)blockDim.x - 1);
        gst(prefix, t, op(before, mine));
        gadd(flags, t, 1);
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
