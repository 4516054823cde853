/* Han and Carlson's network: Kogge-Stone on every second element.
 *
 * One level joins pairs, so that the odd elements cover two inputs; strides
 * 2, 4, 8, ... double the windows of the odd elements alone; one last level
 * gives each even element its left neighbour's prefix. About half of
 * Kogge-Stone's additions for one level more. Reading and writing are
 * separated by a barrier, as in hillis.cu.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Han, Carlson, Fast Area-Efficient VLSI Adders, IEEE Symposium on
 * Computer Arithmetic, 1987. */
#include "words.h"

KERNEL(han_carlson, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    const int odd = i % 2 == 1;
    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        const int acts = odd && i >= d;
        val u = v;
        if (acts) {
            u = ld(s, i - d);
            v = ld(s, i);
        }
        __syncthreads();
        if (acts)
            st(s, i, op(u, v));
        __syncthreads();
    }
    phase(PHASE_DOWN, 1);
    if (!odd && i > 0) {
        val u = ld(s, i - 1);
        v = ld(s, i);
        st(s, i, op(u, v));
    }
    __syncthreads();

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
