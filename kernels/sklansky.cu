/* Sklansky's network: fewest levels, and half of the threads in each.
 *
 * Level d = 1, 2, 4, ...: the elements are taken in groups of 2d; every
 * element of a group's upper half adds the last element of its lower half,
 * which by then covers that half. So one cell is read by d threads at once
 * (fan-out; in shared memory a broadcast). The lower halves are only read and
 * the upper ones only written by their owners: one barrier a level.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Sklansky, Conditional-Sum Addition Logic, IRE Trans. Electronic
 * Computers, 1960. */
#include "words.h"

KERNEL(sklansky, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        if ((i / d) % 2 == 1) {
            val u = ld(s, i / d * d - 1);
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
