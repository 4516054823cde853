/* A reduction of one block, for contrast: a tree in shared memory.
 *
 * Round d = 1, 2, 4, ...: element i, a multiple of 2d, takes in the element d
 * to its right. This is the up-sweep of blelloch.cu with the sums gathered at
 * the other end; a scan pays a second tree for the prefixes. n - 1 additions in
 * ceil(lg n) rounds, with one barrier each: nobody reads what another writes
 * in the same round. At the end all threads read one word, a broadcast.
 * Launch: one block of n threads; shared: s, n elements. */
#include "words.h"

KERNEL(block_reduce, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_REDUCE, d);
        if (i % (2 * d) == 0 && i + d < n) {
            v = ld(s, i);
            val right = ld(s, i + d);
            st(s, i, op(v, right));
        }
        __syncthreads();
    }

    phase(PHASE_TOTAL, 0);
    val all = ld(s, 0);
    if (i == 0)
        gst(total, 0, all);

    phase(PHASE_STORE, 0);
    gst(y, i, all);
    (void)inclusive;
}
