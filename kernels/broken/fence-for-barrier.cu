/* Broken: a fence in the place of a barrier.
 *
 * __threadfence_block() makes this thread's writes visible in order; it does
 * not wait for anybody. Repaired: hillis.cu, __syncthreads(). */
#include "words.h"

KERNEL(broken_fence_for_barrier, (vals x, vals y, vals total), (int n, int inclusive))
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
        __threadfence_block();
        if (i >= d)
            st(s, i, op(u, v));
        __threadfence_block();
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
