/* A scan built on the butterfly: two registers, __shfl_xor_sync.
 *
 * Round d: every lane exchanges its team's total with the lane whose number
 * differs in bit d; both now hold the total of the joined team, so after five
 * rounds every lane has the total of all (an all-reduce). The second register
 * collects what lies before: only the upper team adds the lower one's total
 * in front. The order of operands is the order of lanes, so operators need
 * not commute.
 * Launch: one block of 32 threads, n at most 32; no shared memory.
 * Source: Hillis, Steele, CACM 29(12), 1986; the exchange pattern is the
 * FFT's. */
#include "words.h"

KERNEL(warp_butterfly, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int lane = (int)threadIdx.x;

    phase(PHASE_LOAD, 0);
    val own = identity();
    if (lane < n)
        own = gld(x, lane);
    val team = own, before = own;
    int any = 0;

    for (int d = 1; d < 32; d *= 2) {
        phase(PHASE_SHUFFLE, d);
        val other = __shfl_xor_sync(FULL_MASK, team, d);
        if (lane & d) {
            before = any ? op(other, before) : other;
            any = 1;
            team = op(other, team);
        } else {
            team = op(team, other);
        }
    }

    phase(PHASE_STORE, 0);
    val v = before;
    if (!any)
        v = identity();
    if (inclusive)
        v = any ? op(v, own) : own;
    if (lane < n)
        gst(y, lane, v);
    if (lane == n - 1)
        gst(total, 0, team);
}
