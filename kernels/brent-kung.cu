/* Brent and Kung's network: few additions, twice the levels.
 *
 * Up, d = 1, 2, 4, ...: the last element of every 2d adds the last of the d
 * before, as in Blelloch's up-sweep. Down, d halving: the element in the
 * middle of two finished ones adds the finished prefix d to its left. The root
 * is never cleared and the result is inclusive. 2n - 2 - lg n additions in
 * 2 lg n - 1 levels for a power of two; any n works without padding.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Brent, Kung, A Regular Layout for Parallel Adders, IEEE Trans.
 * Computers C-31(3), 1982. */
#include "words.h"

KERNEL(brent_kung, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    int d = 1;
    for (; d < n; d *= 2) {
        phase(PHASE_UP, d);
        if ((i + 1) % (2 * d) == 0) {
            val u = ld(s, i - d);
            v = ld(s, i);
            st(s, i, op(u, v));
        }
        __syncthreads();
    }
    for (d /= 4; d > 0; d /= 2) {
        phase(PHASE_DOWN, d);
        if ((i + 1) % (2 * d) == d && i >= 2 * d) {
            val u = ld(s, i - d);
            v = ld(s, i);
            st(s, i, op(u, v));
        }
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
