/* Hillis-Steele scan, one buffer, one thread an element.
 *
 * Round d = 1, 2, 4, ...: every thread from d on adds the element d to its
 * left, so that after it s[i] covers the last 2d inputs up to i. One barrier
 * separates a round's reading from its writing, a second one its writing from
 * the next round's reading. n lg n - (n - 1) additions in lg n rounds. Known in
 * hardware as the Kogge-Stone network.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Hillis, Steele, Data Parallel Algorithms, CACM 29(12), 1986. */
#include "words.h"

KERNEL(hillis, (vals x, vals y, vals total), (int n, int inclusive))
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
