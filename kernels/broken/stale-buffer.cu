/* Broken: two buffers, and the sum starts from the wrong one.
 *
 * `out[i] += in[i - d]` adds to what `out` held two rounds ago, in the first
 * round to what nobody wrote; the listing stands in many copies. Repaired:
 * hillis-double.cu. */
#include "words.h"

KERNEL(broken_stale_buffer, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(a, blockDim.x);
    SHARED(b, blockDim.x);
    vals from = a, to = b;
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(from, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        if (i >= d) {
            val u = ld(from, i - d);
            v = ld(to, i);
            v = op(u, v);
        } else {
            v = ld(from, i);
        }
        st(to, i, v);
        __syncthreads();

        vals written = to;
        to = from;
        from = written;
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
