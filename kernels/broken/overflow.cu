/* Broken: the sums do not fit into the type.
 *
 * hillis.cu word for word; the fault is the type of the sums. Its input is a
 * thousand million everywhere: each element fits into int32, the sum of three
 * does not. A wider accumulator was meant, but its type came from a literal 0.
 * Repaired: the same with --type int64, or smaller units.
 * Launch: one block of n threads; shared: s, n elements. */
#include "words.h"

KERNEL(broken_overflow, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
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
