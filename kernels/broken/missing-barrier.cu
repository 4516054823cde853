/* Broken: reading and writing of a round are not separated.
 *
 * In place, one barrier a round. A fast thread overwrites what a slower one
 * still has to read. Repaired: hillis.cu, a barrier between reading and
 * writing. */
#include "words.h"

KERNEL(broken_missing_barrier, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        if (i >= d) {
            v = ld(s, i);
            val u = ld(s, i - d);
            st(s, i, op(u, v));
        }
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
