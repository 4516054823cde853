/* Hillis-Steele inclusive scan, one buffer, one thread an element.
 *
 * Round d = 1, 2, 4, ...: every thread adds the element d to its left. One
 * barrier separates reading from writing, a second one writing from the next
 * round's reading. n lg n - (n - 1) additions in lg n rounds. Known in
 * hardware as the Kogge-Stone network.
 * Source: Hillis, Steele, Data Parallel Algorithms, CACM 29(12), 1986. */
#include "words.h"

KERNEL(hillis, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n)
        v = gld(x, i);
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
    v = identity();
    if (inclusive || i > 0)
        v = ld(s, inclusive ? i : i - 1);
    if (i < n)
        gst(y, i, v);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
