/* Broken: one shared array for two uses, and no barrier between them.
 *
 * After the scan the array serves to hand the results out in another order:
 * a thread stores into a cell whose scanned value another has yet to fetch.
 * Repaired: hillis.cu; a barrier between the two uses or an array of its
 * own. */
#include "words.h"

KERNEL(broken_scratch_reused, (vals x, vals y, vals total), (int n, int inclusive))
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
    val all = ld(s, n - 1);
    v = identity();
    if (inclusive || i > 0)
        v = ld(s, inclusive ? i : i - 1);
    st(s, n - 1 - i, v);
    __syncthreads();
    v = ld(s, i);
    gst(y, n - 1 - i, v);
    if (i == n - 1)
        gst(total, 0, all);
}
