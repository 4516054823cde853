/* The streams experiment, a file of its own: copies between host and device
 * beside kernels. */
#ifndef GPU_HABITS_STREAMS_H
#define GPU_HABITS_STREAMS_H

#include "gpu/habits.h"
#include "trace/chrome.h"

/* Times the present problem of clock, n words of `input` whose result is
 * `expected` (both of the host), with so many streams. chrome gets one run,
 * as process number `process`. */
bool habits_streams(struct gpu_clock *clock, uint32_t streams,
                    const struct gpu_problem *problem,
                    const struct gpu_clock_options *options, struct timing *out,
                    struct chrome *chrome, uint32_t process, struct err *err);

#endif
