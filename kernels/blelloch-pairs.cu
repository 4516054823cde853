/* Blelloch's scan, two elements a thread: the mapping that conflicts.
 *
 * The same tree as blelloch.cu over m elements, but thread t of m / 2 owns the
 * pair number t of a level: a = d(2t + 1) - 1 and b = a + d. The active
 * threads stay together in few warps. But neighbours now touch words 2d
 * apart, so that more and more of a warp's accesses fall into one bank:
 * count them, and see blelloch-pairs-padded.cu.
 * Launch: one block of m / 2 threads, m the next power of two (at least 2);
 * shared: s, m elements.
 * Source: Harris, Sengupta, Owens, Parallel Prefix Sum (Scan) with CUDA, GPU
 * Gems 3, chapter 39, 2007. */
#include "words.h"

KERNEL(blelloch_pairs, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, 2 * blockDim.x);
    const int t = (int)threadIdx.x, m = 2 * (int)blockDim.x;

    phase(PHASE_LOAD, 0);
    val low = identity();
    if (t < n)
        low = gld(x, t);
    st(s, t, low);
    val high = identity();
    if (t + m / 2 < n)
        high = gld(x, t + m / 2);
    st(s, t + m / 2, high);
    __syncthreads();

    for (int d = 1; d < m; d *= 2) {
        phase(PHASE_UP, d);
        if (t < m / (2 * d)) {
            const int a = d * (2 * t + 1) - 1, b = a + d;
            val left = ld(s, a);
            val right = ld(s, b);
            st(s, b, op(left, right));
        }
        __syncthreads();
    }

    phase(PHASE_TOTAL, 0);
    if (t == 0) {
        val all = ld(s, m - 1);
        gst(total, 0, all);
    }
    phase(PHASE_ROOT, 0);
    if (t == 0)
        st(s, m - 1, identity());
    __syncthreads();

    for (int d = m / 2; d > 0; d /= 2) {
        phase(PHASE_DOWN, d);
        if (t < m / (2 * d)) {
            const int a = d * (2 * t + 1) - 1, b = a + d;
            val left = ld(s, a);
            val before = ld(s, b);
            st(s, a, before);
            st(s, b, op(before, left));
        }
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    val sum = ld(s, t);
    if (inclusive)
        sum = op(sum, low);
    if (t < n)
        gst(y, t, sum);
    sum = ld(s, t + m / 2);
    if (inclusive)
        sum = op(sum, high);
    if (t + m / 2 < n)
        gst(y, t + m / 2, sum);
}
