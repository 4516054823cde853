/* False sharing: every thread counts in a word of its own, and the words lie
 * some bytes apart. In one cache line the threads take it from each other. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "trace/timing.h"

enum { COUNTERS_MOST = 16, COUNTERS_EACH = 1 << 20 };

/* Times all threads (one a core, at most COUNTERS_MOST) that count to
 * COUNTERS_EACH in words `apart` bytes from one another, a multiple of 8. The
 * counts are checked. n of the timing is how often was counted in all. */
bool bench_counters_run(size_t apart, uint32_t runs, const atomic_bool *cancel,
                        struct timing *out, struct err *err);

#endif
