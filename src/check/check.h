/* What needs run and analysis together. Result check: the output that the
 * trace's stores leave in the output array (and total) against the serial
 * reference, all n of them: exact for integers and structures; floats within
 * an ulp bound of a double reference. Where a real result or the reference is
 * not finite and they are not the same, as after an overflow, or differ by more
 * than rounding where a product may have underflowed, no bound can tell:
 * that output must be what its own recorded additions give, over the inputs it
 * has to cover. An output nobody wrote is a failure of its own.
 *
 * Of a trace that was cut the stores do not tell the outputs. An executor that
 * just ran it knows what memory held in the end (trace.results), and that is
 * compared. Of one read from a file that has whole blocks and nothing of others,
 * what those blocks wrote is compared, as far as no block left out may have
 * written it anew: in the last launch that has such, and later. Of any other
 * nothing can be said. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "base/buf.h"
#include "base/err.h"
#include "trace/trace.h"

struct check_result {
    bool ok;
    bool cut;               /* the trace was cut: nothing can be said */
    bool part;              /* only of what the blocks traced wrote; the rest is
                               not known, and not counted as unwritten */
    uint32_t wrong, unwritten; /* counts over all outputs */
    uint32_t first_wrong;   /* index, when wrong > 0 */
    double worst_ulp;       /* floats */
    bool total_ok;          /* true when the run has no total */
    uint32_t beyond;        /* results (and total) that no bound can judge and that
                               are what their own additions give */
    uint32_t under;         /* of those: finite ones that underflowed */
    uint64_t wraps;         /* operators whose result left its type: a signed
                               integer that wrapped, a real that overflowed */
    uint64_t first_wrap;    /* the first event that did, when wraps > 0 */
    uint32_t wrap_line;     /* and its line */
    char what[256];         /* one line for a person */
};

/* Fills the three fields about wraps; check_run calls it. */
void check_wraps(const struct trace *trace, struct check_result *result);

bool check_run(const struct trace *trace, struct check_result *result,
               struct err *err);

#endif
