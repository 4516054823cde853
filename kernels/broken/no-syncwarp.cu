/* Broken: lanes of a warp that trust to run in lockstep.
 *
 * Shared memory, `volatile`, one warp, no barrier: right on chips before
 * Volta, where a warp had one program counter. volatile keeps the compiler
 * from holding words in registers; it orders nothing between lanes.
 * Repaired: warp.cu by shuffles, or __syncwarp() after each read and write.
 * Launch: one block of 32 threads, n at most 32. */
#include "words.h"

KERNEL(broken_no_syncwarp, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = identity();
    if (i < n)
        v = gld(x, i);
    st(s, i, v);
    __syncwarp(FULL_MASK);

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_STRIDE, d);
        if (i >= d) {
            v = ld_volatile(s, i);
            val u = ld_volatile(s, i - d);
            st_volatile(s, i, op(u, v));
        }
    }

    phase(PHASE_STORE, 0);
    __syncwarp(FULL_MASK);
    v = identity();
    if (i < n && (inclusive || i > 0))
        v = ld(s, inclusive ? i : i - 1);
    if (i < n)
        gst(y, i, v);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
