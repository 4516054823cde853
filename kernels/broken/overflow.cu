/* Broken: the sums do not fit into the type.
 *
 * Every element is scaled by 2^28 and then summed in the same type; int32
 * wraps at the first sum of eight. A wider accumulator was meant, but its
 * type came from a literal 0. Repaired: hillis.cu with --type int64, or
 * smaller units. */
#include "words.h"

KERNEL(broken_overflow, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    const unsigned scaled = (unsigned)to_int(v) << 28;
    v = to_val((int)scaled);
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
