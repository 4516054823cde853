/* Broken: a padding macro that always gives 0.
 *
 * Meant was one word after every 32 and one more after every 1024:
 * (i >> 5) + (i >> 10). But `+` binds tighter than `>>`, the shift is by
 * 5 + 5, and for a block of up to 1024 elements nothing is ever added. Every
 * result is right; only the conflicts are all still there. Repaired:
 * blelloch-pairs-padded.cu.
 * Launch: one block of m / 2 threads, m the next power of two up to 1024;
 * shared: s, m + m / 32 elements. */
#include "words.h"

#define LOG_BANKS 5
#define PADDING(i) ((i) >> LOG_BANKS + LOG_BANKS)
#define PADDED(i) ((i) + PADDING(i))

KERNEL(broken_dead_padding, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, 2 * blockDim.x + blockDim.x / 16);
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
