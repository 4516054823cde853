/* Problems for real timings: an input, and all that a way of solving it must
 * write. What is asked follows from `result`, as trace/trace.h describes it. */
#ifndef BENCH_PROBLEM_H
#define BENCH_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/elem.h"
#include "base/err.h"
#include "gpu/clock.h"
#include "trace/trace.h"

struct problem {
    /* What to solve, set by the caller. */
    enum trace_result result;
    uint64_t n;            /* at least 1 */
    enum elem_type type;
    enum elem_op op;
    bool inclusive;        /* where the result has two forms */

    /* The rest is filled in. */
    size_t width;          /* bytes of a value */
    void *input;           /* n packed values */
    int32_t *heads;        /* SEGMENTS: n head flags, 0 or 1; else NULL */
    void *expected;        /* n + 1 results, the last one the total: packed values
                              where `exact`, else doubles. Outputs that nobody
                              may write, behind the elements that a compaction
                              keeps, are bytes GPU_CLOCK_UNTOUCHED */
    bool exact;            /* every byte counts */
    double bound;          /* else |y - e| / max(1, |e|) */
    uint64_t bytes;        /* what has to be read and written: every input (and
                              flag) once, every result once; the total, one
                              word, is not counted */
};

/* Random inputs from seed (splitmix64), see problem.c for their ranges, and their
 * results. Fails when out of memory or for a pair that is not timed; then there
 * is nothing to finish. */
bool problem_create(struct problem *problem, uint64_t seed, struct err *err);
/* The same of a given input: n packed values and, for SEGMENTS, n flags of a byte, as
 * a trace has them; both are copied. */
bool problem_create_given(struct problem *problem, const void *values,
                          const unsigned char *heads, struct err *err);
void problem_finish(struct problem *problem);

/* Fills expected and bytes by the input and heads as they are: a plain loop on the
 * host, which knows what is asked and nothing of the kernels. problem_create has
 * done so. */
void problem_solve(struct problem *problem);
/* The expected total. */
const void *problem_total(const struct problem *problem);
/* The same for a clock; points into the problem. */
struct gpu_problem problem_for_gpu(const struct problem *problem);

#endif
