/* Broken: threads beyond n leave before the first barrier.
 *
 * A barrier waits for every thread of the block. Repaired: hillis.cu, all
 * threads stay and only their loads and stores are guarded.
 * Launch: one block of whole warps. */
#include "words.h"

KERNEL(broken_early_return, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    if (i >= n)
        return;

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
