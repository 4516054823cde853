/* Broken: two buffers that never change places.
 *
 * Every round reads and writes buffer a, with the one barrier that two buffers
 * would need. Repaired: hillis-double.cu. */
#include "words.h"

KERNEL(broken_never_swapped, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(a, blockDim.x);
    SHARED(b, blockDim.x);
    vals from = a, to = b;
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(from, i, v);
    __syncthreads();

    to = from;
    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        v = ld(from, i);
        if (i >= d) {
            val u = ld(from, i - d);
            v = op(u, v);
        }
        st(to, i, v);
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    if (inclusive)
        v = ld(from, i);
    else if (i > 0)
        v = ld(from, i - 1);
    else
        v = identity();
    gst(y, i, v);
    if (i == n - 1) {
        v = ld(from, i);
        gst(total, 0, v);
    }
}
