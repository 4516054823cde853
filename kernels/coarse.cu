/* Several elements a thread: fewer steps shared, more work alone.
 *
 * Every thread scans four neighbours by itself, in registers; Hillis-Steele
 * runs over the threads' totals only; then each thread puts what lies before
 * it in front of its four. A quarter of the barriers' width, and 3/4 of the
 * elements never pass through shared memory.
 * Launch: one block of ceil(n / 4) threads; shared: s, one element a thread.
 * Source: Harris, Sengupta, Owens, GPU Gems 3, chapter 39, 2007 (there with
 * a tree over the totals). */
#include "words.h"

enum { COARSE = 4 };

KERNEL(coarse, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x, first = COARSE * i;

    phase(PHASE_LOAD, 0);
    val own[COARSE];
    for (int k = 0; k < COARSE; k++) {
        own[k] = identity();
        if (first + k < n)
            own[k] = gld(x, first + k);
    }
    phase(PHASE_REDUCE, 1);
    for (int k = 1; k < COARSE; k++)
        if (first + k < n)
            own[k] = op(own[k - 1], own[k]);
        else
            own[k] = own[k - 1];
    st(s, i, own[COARSE - 1]);
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        phase(PHASE_STRIDE, d);
        val v = ld(s, i);
        val u = v;
        if (i >= d)
            u = ld(s, i - d);
        __syncthreads();
        if (i >= d)
            st(s, i, op(u, v));
        __syncthreads();
    }

    phase(PHASE_OFFSETS, 0);
    val before = identity();
    if (i > 0) {
        before = ld(s, i - 1);
        for (int k = 0; k < COARSE; k++)
            own[k] = op(before, own[k]);
    }
    phase(PHASE_STORE, 0);
    for (int k = 0; k < COARSE; k++) {
        if (first + k < n)
            gst(y, first + k, inclusive ? own[k] : before);
        before = own[k];
    }
    if (i == (int)blockDim.x - 1)
        gst(total, 0, own[COARSE - 1]);
}
