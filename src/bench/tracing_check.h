/* What a traced run has computed, against what its problem must give. */
#ifndef BENCH_TRACING_CHECK_H
#define BENCH_TRACING_CHECK_H

#include <stdbool.h>

#include "base/err.h"
#include "bench/problem.h"
#include "trace/trace.h"

/* Whether the run came to its end and its outputs and total are the expected ones
 * of the problem, which is exact; else ERR_FAILED. */
bool tracing_check(const struct trace *trace, const struct problem *problem,
                   struct err *err);

#endif
