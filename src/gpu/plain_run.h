/* One run of a plan by plain kernels, right or wrong: for kernels that are
 * watched by another tool or broken on purpose.
 *
 * Nothing is timed or checked here, and a kernel that never ends is never left:
 * call it from a process of its own, with a limit of time from outside. */
#ifndef GPU_PLAIN_RUN_H
#define GPU_PLAIN_RUN_H

#include "base/err.h"
#include "kernels/plain.h"
#include "trace/trace.h"

typedef const struct plain_entry *(*plain_finder)(const char *kernel, int op,
                                                  int type);

struct plain_run {
    plain_finder find;     /* plain_find or plain_broken_find */
    bool poison;           /* arrays without contents are filled with 0xa5; else
                              they stay as allocated, which a tool that looks
                              for such reads can tell */
    uint32_t count;        /* outputs to fetch: those that have to be written */
    unsigned char *output; /* their values, packed; NULL: not fetched */
    unsigned char *total;  /* one value, where the plan has a total; NULL */
};

/* Runs all launches of a plan of src/run in order and fetches the results.
 * ERR_USAGE: a kernel is not built; ERR_FAILED: CUDA said no, or has no GPU. */
bool gpu_plain_run(const struct trace *plan, const struct plain_run *run,
                   struct err *err);

#endif
