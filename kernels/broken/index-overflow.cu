/* Broken: an index that wraps at 2^31.
 *
 * The elements are taken as lying 2^29 apart and the distance is divided out
 * again: from the fourth on the product no longer fits into 32 bits and comes
 * back negative. (Products are formed unsigned, so that the wrap is defined.)
 * Repaired: hillis.cu; 64-bit products where strides are large. */
#include "words.h"

KERNEL(broken_index_overflow, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    const int at = (int)((unsigned)i << 29) / (1 << 29);
    val v = gld(x, at);
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
