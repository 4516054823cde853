/* Segmented scan: the sums begin anew at every head flag.
 *
 * Hillis-Steele over values, with the flags in an array of their own. After
 * round d the flag of i says whether a segment begins among the last 2d
 * elements up to i; once it does, what lies further left is not added any more.
 * The same scan with flag and value in one operand is any algorithm with
 * --op segadd: there the operator carries the test.
 * Launch: one block of n threads; shared: s, n elements, and f, n ints.
 * Source: Blelloch, Prefix Sums and Their Applications, CMU-CS-90-190, 1990;
 * Sengupta, Harris, Zhang, Owens, Scan Primitives for GPU Computing, 2007. */
#include "words.h"

KERNEL(segmented_flags, (vals x, vals y, vals total, ints heads), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    SHARED_INTS(f, blockDim.x);
    const int i = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val v = gld(x, i);
    const int head = gldi(heads, i);
    st(s, i, v);
    sti(f, i, head);
    __syncthreads();

    for (int d = 1; d < n; d *= 2) {
        phase(PHASE_STRIDE, d);
        int begun = ldi(f, i);
        const int add = i >= d && !begun;
        v = ld(s, i);
        val u = v;
        if (add) {
            u = ld(s, i - d);
            begun = ldi(f, i - d);
        }
        __syncthreads();
        if (add) {
            st(s, i, op(u, v));
            sti(f, i, begun);
        }
        __syncthreads();
    }

    phase(PHASE_STORE, 0);
    if (inclusive)
        v = ld(s, i);
    else if (i > 0 && !head)
        v = ld(s, i - 1);
    else
        v = identity();
    gst(y, i, v);

    phase(PHASE_TOTAL, 0);
    if (i == n - 1) {
        v = ld(s, i);
        gst(total, 0, v);
    }
}
