/* Serial scan: one thread, one element after the other.
 *
 * n - 1 operators and as many steps: nothing is done twice, and nothing at the
 * same time. What every parallel scan is compared with.
 * Launch: one block of 1 thread. */
#include "words.h"

KERNEL(serial, (vals x, vals y, vals total), (int n, int inclusive))
{
    phase(PHASE_ELEMENT, 0);
    val sum = gld(x, 0);
    if (inclusive)
        gst(y, 0, sum);
    else
        gst(y, 0, identity());

    for (int i = 1; i < n; i++) {
        phase(PHASE_ELEMENT, i);
        if (!inclusive)
            gst(y, i, sum);
        val v = gld(x, i);
        sum = op(sum, v);
        if (inclusive)
            gst(y, i, sum);
    }
    gst(total, 0, sum);
}
