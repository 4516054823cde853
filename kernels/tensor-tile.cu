/* A scan as two products with triangular matrices: what tensor cores can do.
 *
 * The elements are a tile A of 16 by 16, row after row. A times U, the upper
 * triangle of ones, is every row's own scan; its last column holds the rows'
 * totals. L, the lower triangle of ones without its diagonal, times these
 * totals is what lies before each row. A tensor core does 16 x 16 x 16 products
 * at once, half of them with zeros, and is exact as long as sums are small
 * integers (below 2^11 in half, 2^24 in float).
 * Here the products are modelled: thread (r, c) forms its own element of each,
 * left to right, and leaves the zeros out, so that any operator will do. The
 * instruction itself (wmma, mma) has no word: a fragment belongs to a whole
 * warp, and who adds what to what inside it cannot be seen.
 * Launch: one block of 256 threads, n at most 256; shared: a and p, 256
 * elements each.
 * Source: Dakkak, Li, Gelado, Xiong, Hwu, Accelerating Reduction and Scan Using
 * Tensor Core Units, ICS 2019. */
#include "words.h"

enum { TENSOR_TILE = 16 };

KERNEL(tensor_tile, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(a, 256);
    SHARED(p, 256);
    const int i = (int)threadIdx.x, r = i / TENSOR_TILE, c = i % TENSOR_TILE;

    phase(PHASE_LOAD, 0);
    val sum = identity();
    if (i < n) {
        sum = gld(x, i);
        st(a, i, sum);
    }
    __syncthreads();

    phase(PHASE_REDUCE, 1);
    if (i < n) {
        sum = ld(a, TENSOR_TILE * r);
        for (int k = 1; k <= c; k++) {
            val next = ld(a, TENSOR_TILE * r + k);
            sum = op(sum, next);
        }
        st(p, i, sum);
    }
    __syncthreads();

    phase(PHASE_REDUCE, 2);
    if (i < n && r > 0) {
        val before = ld(p, TENSOR_TILE - 1);
        for (int k = 1; k < r; k++) {
            val next = ld(p, TENSOR_TILE * k + TENSOR_TILE - 1);
            before = op(before, next);
        }
        sum = op(before, sum);
    }

    val out = sum;
    if (!inclusive) {
        phase(PHASE_SHIFT, 1);
        st(a, i, sum);
        __syncthreads();
        out = identity();
        if (i > 0)
            out = ld(a, i - 1);
    }
    phase(PHASE_STORE, 0);
    if (i < n)
        gst(y, i, out);

    phase(PHASE_TOTAL, 0);
    if (i == n - 1)
        gst(total, 0, sum);
}
