/* Broken: the total is taken after the root has been cleared.
 *
 * Every block total is then the identity, and in a scan of many blocks the
 * offsets vanish: right for one block, wrong from the second on. Repaired:
 * blelloch.cu, the total first.
 * Launch: one block of the next power of two threads. */
#include "words.h"

KERNEL(broken_total_after_root, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x, m = (int)blockDim.x;

    phase(PHASE_LOAD, 0);
    val own = identity();
    if (i < n)
        own = gld(x, i);
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

    phase(PHASE_ROOT, 0);
    if (i == m - 1)
        st(s, i, identity());
    phase(PHASE_TOTAL, 0);
    if (i == m - 1) {
        val all = ld(s, i);
        gst(total, 0, all);
    }
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
