/* Broken: a barrier that not every thread reaches.
 *
 * The whole round stands under `if (i < n)`, its barriers too; the block is
 * rounded up to whole warps, so that some threads never come. Repaired:
 * hillis.cu, the barriers outside of the branch.
 * Launch: one block of whole warps. */
#include "words.h"

KERNEL(broken_barrier_in_branch, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n)
        v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    if (i < n) {
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
    }

    phase(PHASE_STORE, 0);
    v = identity();
    if (i < n && (inclusive || i > 0))
        v = ld(s, inclusive ? i : i - 1);
    if (i < n)
        gst(y, i, v);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
