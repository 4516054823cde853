/* A Ladner-Fischer network: Sklansky on every second element.
 *
 * Ladner and Fischer give a family that trades levels for additions. Its
 * first member is Sklansky's network; this is the second: one level joins
 * pairs, Sklansky's levels run over the odd elements alone, one last level
 * gives each even element its left neighbour's prefix. Fewer additions and
 * half the fan-out for one level more.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Ladner, Fischer, Parallel Prefix Computation, JACM 27(4), 1980. */
#include "words.h"

KERNEL(ladner_fischer, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    const int odd = i % 2 == 1;
    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        if (odd && (i / d) % 2 == 1) {
            val u = ld(s, i / d * d - 1);
            v = ld(s, i);
            st(s, i, op(u, v));
        }
        __syncthreads();
    }
    phase(PHASE_DOWN, 1);
    if (!odd && i > 0) {
        val u = ld(s, i - 1);
        v = ld(s, i);
        st(s, i, op(u, v));
    }
    __syncthreads();

    phase(PHASE_STORE, 0);
    if (inclusive)
        v = ld(s, i);
    else if (i > 0)
        v = ld(s, i - 1);
    else
        v = identity();
    gst(y, i, v);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
