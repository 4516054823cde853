/* Blelloch's work-efficient scan, exclusive, one thread an element.
 *
 * A balanced tree over m elements, m the next power of two; cells from n on
 * hold the identity. Up-sweep, d = 1, 2, 4, ...: the last element of every 2d
 * adds the last of the d before, until s[m - 1] covers everything. The root is
 * cleared. Down-sweep, d = m / 2, ..., 1: a node hands what lies before it to
 * its left child, and that with the left child's sum to its right one.
 * 2(m - 1) additions in 2 lg m levels. Inclusive: each adds its input.
 * Launch: one block of m threads; shared: s, m elements.
 * Source: Blelloch, Prefix Sums and Their Applications, CMU-CS-90-190, 1990. */
#include "words.h"

KERNEL(blelloch, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x, m = (int)blockDim.x;

    phase(PHASE_LOAD, 0);
    val own;
    if (i < n)
        own = gld(x, i);
    else
        own = identity();
    st(s, i, own);
    __syncthreads();

    for (int d = 1; d < m; d *= 2) {
        phase(PHASE_UP, d);
        if ((i + 1) % (2 * d) == 0) {
            val left = ld(s, i - d);
            val right = ld(s, i);
            st(s, i, op(left, right));
        }
        __syncthreads();
    }

    phase(PHASE_TOTAL, 0);
    if (i == m - 1) {
        val all = ld(s, i);
        gst(total, 0, all);
    }
    phase(PHASE_ROOT, 0);
    if (i == m - 1)
        st(s, i, identity());
    __syncthreads();

    for (int d = m / 2; d > 0; d /= 2) {
        phase(PHASE_DOWN, d);
        if ((i + 1) % (2 * d) == 0) {
            val left = ld(s, i - d);
            val before = ld(s, i);
            st(s, i - d, before);
            st(s, i, op(before, left));
        }
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    if (i < n) {
        val sum = ld(s, i);
        if (inclusive)
            sum = op(sum, own);
        gst(y, i, sum);
    }
}
