/* Scan of many blocks in three kernels: scan each block, scan the block
 * totals, add the offsets. 4n words of global traffic.
 *
 * The totals are scanned by the same two kernels, to any depth: a launch of
 * three_kernel_scan over m blocks leaves m totals; while m > 1 they are an
 * input of their own, one level up (level 1, exclusive, in place); on the way
 * down three_kernel_add gives every block the sum of all blocks before it.
 * Launch: B threads a block, ceil(m / B) blocks; shared: s[B].
 * Source: Harris, Sengupta, Owens, Parallel Prefix Sum (Scan) with CUDA, GPU
 * Gems 3, chapter 39, 2007; the block scan here is Hillis-Steele's. */
#include "words.h"

/* y[i] = scan of x within the block; totals[block] = the block's sum. */
KERNEL(three_kernel_scan, (vals x, vals y, vals totals), (int n, int inclusive))
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
    v = identity();
    if (inclusive || i > 0)
        v = ld(s, inclusive ? i : i - 1);
    if (g < n)
        gst(y, g, v);
    if (i == (int)blockDim.x - 1) {
        v = ld(s, i);
        gst(totals, (int)blockIdx.x, v);
    }
}

/* y[i] = (sum of all blocks before) op y[i]; offsets as an exclusive scan of
 * the block totals left them. */
KERNEL(three_kernel_add, (vals y, vals offsets), (int n))
{
    const int g = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    phase(PHASE_OFFSETS, 0);
    if (g < n && blockIdx.x > 0) {
        val before = gld(offsets, (int)blockIdx.x);
        val v = gld(y, g);
        gst(y, g, op(before, v));
    }
}
