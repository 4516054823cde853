/* The CUDA executor: runs a plan's launches on the GPU, traced.
 *
 * Built without CUDA the same functions are there and say so. A machine
 * without driver or GPU is found out when the program runs. Uses the first
 * device; one run at a time. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "base/err.h"
#include "trace/chosen.h"
#include "trace/trace.h"

struct gpu_options {
    uint32_t event_limit;  /* a thread keeps at most so many; 0: no own limit */
    uint64_t memory;       /* bytes of device memory for the events of a launch;
                              0: three quarters of what is free */
    const struct chosen *chosen; /* a launch each: of these blocks alone the
                              events are kept, as simt_options.chosen; NULL:
                              all. Room is taken for chosen blocks alone */
    bool stamps;           /* record time, cycle and multiprocessor of events */
    double *kernel_ns;     /* not NULL: gets the time that the traced kernels took
                              on the device, all launches of the pass that was
                              kept (CUDA events) */
    /* Called between launches with blocks done of all; NULL: none. Returning
     * false cancels the run (ERR_FAILED, "cancelled"). */
    bool (*progress)(void *user, uint64_t done, uint64_t of);
    void *user;
};

/* Whether a GPU can be used now; the reason otherwise, one line (base/say.h). */
bool gpu_available(char why[256]);

/* As simt_run, on the GPU: runs all launches of trace (head filled, nothing
 * else), adds segments, events, stops and, where asked for, stamps; sets
 * run.device and run.device_name. Every launch runs twice from the start:
 * first its events are counted, then kept. What does not fit in device memory
 * is counted as dropped. A kernel that never ends cannot be stopped: the run
 * fails after half a minute and the GPU is of no more use to this process. */
bool gpu_run(struct trace *trace, const struct gpu_options *options,
             struct err *err);

#endif
