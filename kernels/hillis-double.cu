/* Hillis-Steele scan, two buffers, one thread an element.
 *
 * As hillis, but a round reads one buffer and writes the other, and then they
 * change places: nobody overwrites what another still has to read, and one
 * barrier a round is enough. Threads below d copy their element, or the next
 * round would find an old one.
 * Launch: one block of n threads; shared: a and b, n elements each.
 * Source: Hillis, Steele, Data Parallel Algorithms, CACM 29(12), 1986. */
#include "words.h"

KERNEL(hillis_double, (vals x, vals y, vals total), (int n, int inclusive))
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
        v = ld(from, i);
        if (i >= d) {
            val u = ld(from, i - d);
            v = op(u, v);
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
