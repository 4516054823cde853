/* Timing one function: warm-up, batches long enough for the clock, and the
 * spread of the runs. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "trace/timing.h"

struct measure {
    void (*work)(void *user); /* once */
    void *user;
    uint32_t runs, warmups;
    const atomic_bool *cancel; /* or NULL */
};

/* Fills runs, warmups and the times of out, each of one call of work. */
bool measure_run(const struct measure *measure, struct timing *out,
                 struct err *err);

/* The q-quantile (0..1) of sorted values, linear between neighbours. */
double measure_quantile(const double *sorted, uint32_t count, double q);

#endif
