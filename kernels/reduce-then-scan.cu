/* Reduce, then scan: 3n words of global traffic instead of 4n.
 *
 * The first kernel only reduces each block to its total and writes one word a
 * block; the totals are scanned one level up (as in three-kernel.cu, to any
 * depth); the last kernel reads the input again and scans each block with the
 * sum of all blocks before it already in hand.
 * Launch: B threads a block (a power of two), ceil(m / B) blocks; shared:
 * s[B].
 * Source: Dotsenko et al., Fast Scan Algorithms on Graphics Processors,
 * ICS 2008; Merrill, Grimshaw, Parallel Scan for Stream Architectures, 2009. */
#include "words.h"

/* totals[block] = op over the block's part of x, left to right. */
KERNEL(reduce_then_scan_reduce, (vals x, vals totals), (int n))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;
    const int g = (int)(blockIdx.x * blockDim.x) + i;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (g < n)
        v = gld(x, g);
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        phase(PHASE_REDUCE, d);
        if ((i + 1) % (2 * d) == 0) {
            val left = ld(s, i - d);
            val right = ld(s, i);
            st(s, i, op(left, right));
        }
        __syncthreads();
    }

    phase(PHASE_TOTAL, 0);
    if (i == (int)blockDim.x - 1) {
        v = ld(s, i);
        gst(totals, (int)blockIdx.x, v);
    }
}

/* y = scan of x; offsets[block] = sum of all blocks before (exclusive).
 * total[0] = everything, written by the last block. */
KERNEL(reduce_then_scan_scan, (vals x, vals y, vals offsets, vals total),
       (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;
    const int g = (int)(blockIdx.x * blockDim.x) + i;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (g < n)
        v = gld(x, g);
    if (i == 0 && blockIdx.x > 0) {
        val before = gld(offsets, (int)blockIdx.x);
        v = op(before, v);
    }
    st(s, i, v);
    __syncthreads();

    for (int d = 1; d < (int)blockDim.x; d *= 2) {
        phase(PHASE_STRIDE, d);
        v = ld(s, i);
        val u = v;
        if (i >= d)
            u = ld(s, i - d);
        __syncthreads();
        if (i >= d)
            st(s, i, op(u, v));
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    if (inclusive)
        v = ld(s, i);
    else if (i > 0)
        v = ld(s, i - 1);
    else if (blockIdx.x > 0)
        v = gld(offsets, (int)blockIdx.x);
    else
        v = identity();
    if (g < n)
        gst(y, g, v);
    if (g == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
