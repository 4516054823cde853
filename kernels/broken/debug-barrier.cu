/* Broken: the barrier between reading and writing is compiled out.
 *
 * It stands under a macro that only debug builds define, so that the release
 * build, the one everybody runs, lacks it. Repaired: hillis.cu. */
#ifdef SCAN_DEBUG
#define CHECKED_BARRIER() __syncthreads()
#else
#define CHECKED_BARRIER() ((void)0)
#endif
#include "words.h"

KERNEL(broken_debug_barrier, (vals x, vals y, vals total), (int n, int inclusive))
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
        CHECKED_BARRIER();
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
