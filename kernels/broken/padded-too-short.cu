/* Broken: padded indices in an array without room for the padding.
 *
 * The index is right, i + i / 32, but the array still has m elements: from
 * 32 elements on, the last words lie past its end. Repaired:
 * blelloch-pairs-padded.cu.
 * Launch: one block of m / 2 threads, m the next power of two; shared: s,
 * m elements. */
#include "words.h"

#define PADDED(i) ((i) + ((i) >> 5))

KERNEL(broken_padded_too_short, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, 2 * blockDim.x);
    const int t = (int)threadIdx.x, m = 2 * (int)blockDim.x;

    phase(PHASE_LOAD, 0);
    val low = identity();
    if (t < n)
        low = gld(x, t);
    st(s, PADDED(t), low);
    val high = identity();
    if (t + m / 2 < n)
        high = gld(x, t + m / 2);
    st(s, PADDED(t + m / 2), high);
    __syncthreads();

    for (int d = 1; d < m; d *= 2) {
        phase(PHASE_UP, d);
        if (t < m / (2 * d)) {
            const int a = d * (2 * t + 1) - 1, b = a + d;
            val left = ld(s, PADDED(a));
            val right = ld(s, PADDED(b));
            st(s, PADDED(b), op(left, right));
        }
        __syncthreads();
    }

    phase(PHASE_TOTAL, 0);
    if (t == 0) {
        val all = ld(s, PADDED(m - 1));
        gst(total, 0, all);
    }
    phase(PHASE_ROOT, 0);
    if (t == 0)
        st(s, PADDED(m - 1), identity());
    __syncthreads();

    for (int d = m / 2; d > 0; d /= 2) {
        phase(PHASE_DOWN, d);
        if (t < m / (2 * d)) {
            const int a = d * (2 * t + 1) - 1, b = a + d;
            val left = ld(s, PADDED(a));
            val before = ld(s, PADDED(b));
            st(s, PADDED(a), before);
            st(s, PADDED(b), op(before, left));
        }
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    val sum = ld(s, PADDED(t));
    if (inclusive)
        sum = op(sum, low);
    if (t < n)
        gst(y, t, sum);
    sum = ld(s, PADDED(t + m / 2));
    if (inclusive)
        sum = op(sum, high);
    if (t + m / 2 < n)
        gst(y, t + m / 2, sum);
}
