/* What each habit is worth, on this machine: small experiments, the same work
 * done in two or more ways.
 *
 * GPU: those of gpu/habits.h, and the window of the look-back: one predecessor
 * at a time against 32. CPU: the grain of the parallel scan, and counters of
 * threads in one cache line or in one each. Rows are named experiment/way; the
 * first way of an experiment is what the others are compared with. */
#ifndef BENCH_HABITS_H
#define BENCH_HABITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "trace/timing.h"

struct habits_options {
    bool cuda;                 /* the GPU's experiments, else the CPU's */
    uint32_t runs;             /* 0: 31 */
    unsigned log_n;            /* GPU: 2^log_n elements, 16 to 28; 0: 26 */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    void (*progress)(void *user, const char *row, uint64_t n); /* or NULL */
    void *user;
};

/* Appends to set (timing_init-ed; device and date are filled in). Every result
 * is checked before its time counts. timeline gets the streams experiment as
 * Chrome trace JSON; it stays empty for the CPU. */
bool bench_habits_run(const struct habits_options *options, struct timing_set *set,
                      struct buf *timeline, struct err *err);

#endif
