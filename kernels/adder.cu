/* A carry-lookahead adder: two binary numbers added by a scan.
 *
 * Element i is bit i of both numbers, lowest first, as a pair: both bits set
 * generate a carry, one of them propagates the carry that comes from below. Two
 * neighbours combine into one wider stage: it generates if the upper one does,
 * or if it propagates what the lower one generates. The scan of these pairs
 * (Kogge-Stone's network, as in hillis.cu) is every carry at once, in lg n
 * rounds instead of n. Sum bit i is the own propagate, xor the carry out of
 * the bits below. total receives the carry out of the last bit.
 * Launch: one block of n threads; shared: s, n elements.
 * Source: Kogge, Stone, A Parallel Algorithm for the Efficient Solution of a
 * General Class of Recurrence Equations, 1973; Brent, Kung, A Regular Layout
 * for Parallel Adders, 1982. */
#include "words.h"

KERNEL(adder, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val own = gld(x, i);
    const int pair = to_int(own);
    st(s, i, own);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
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

    phase(PHASE_STORE, 0);
    val below = identity();
    if (i > 0)
        below = ld(s, i - 1);
    const int carry = to_int(below) & 1;
    const int bit = (pair >> 1 & 1) ^ carry;
    val sum = to_val(bit);
    gst(y, i, sum);

    phase(PHASE_TOTAL, 0);
    if (i == n - 1) {
        val last = ld(s, i);
        const int out = to_int(last) & 1;
        val all = to_val(out);
        gst(total, 0, all);
    }
    (void)inclusive;
}
