/* Broken: cells from n to the next power of two are never written.
 *
 * The tree is padded, but what lies in the padding is whatever the last kernel
 * left there, and it ends up in the total. Repaired: blelloch.cu, padding
 * holds the identity.
 * Launch: one block of the next power of two threads. */
#include "words.h"

KERNEL(broken_padding_not_zeroed, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x, m = (int)blockDim.x;

    phase(PHASE_LOAD, 0);
    val own = identity();
    if (i < n) {
        own = gld(x, i);
        st(s, i, own);
    }
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
