/* Broken: the operator also runs over what lies behind n.
 *
 * The last, partial tile is loaded with a guard but scanned without one, and
 * the total is taken from the tile's last cell, which nobody wrote. Repaired:
 * hillis.cu, cells behind n hold the identity.
 * Launch: one block of whole warps. */
#include "words.h"

KERNEL(broken_partial_tile, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n) {
        v = gld(x, i);
        st(s, i, v);
    }
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
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
    if (i < n && (inclusive || i > 0))
        v = ld(s, inclusive ? i : i - 1);
    if (i < n)
        gst(y, i, v);
    if (i == (int)blockDim.x - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
