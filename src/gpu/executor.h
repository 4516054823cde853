/* What is inside the CUDA executor: one run, its arrays, its launches. */
#ifndef GPU_EXECUTOR_H
#define GPU_EXECUTOR_H

#include "gpu/device.h"
#include "gpu/gpu.h"

/* What came back from a launch. */
struct executor_launch {
    uint32_t threads;              /* a block */
    uint32_t grid, kept;           /* blocks; those of them that are recorded */
    uint64_t all;                  /* threads of recorded blocks */
    uint32_t room;                 /* events kept a thread; 0: only counted */
    uint32_t most;                 /* events of the busiest of them */
    struct device_thread *thread;  /* all of them */
    struct device_block *blocks;   /* of the grid; NULL where all are recorded */
    struct event *events;          /* all * room */
    struct device_stamp *stamps;   /* as events, or NULL */
    double ns;                     /* of the kernel, where that was asked for */
};

struct executor {
    struct trace *trace;
    const struct gpu_options *options;
    struct err *err;
    uint32_t width;                     /* bytes of a value */
    unsigned char *arrays[TRACE_MAX_ARRAYS]; /* device memory, by trace id */
    struct executor_launch *launches;
    struct device_stop stop;
    uint64_t blocks_done, blocks_all;
    uint64_t host_left; /* bytes that this pass may still bring to the host */
    bool hung;  /* a kernel still runs: nothing may be freed */
};

/* executor_memory.c: global arrays on the device, as the plan wants them. */
bool executor_make_arrays(struct executor *executor);
bool executor_fill_arrays(struct executor *executor);
void executor_free_arrays(struct executor *executor);
/* After the run: fills trace->results where events were dropped. */
bool executor_results(struct executor *executor);

/* executor_launch.c: one launch, its events kept in room for `room` each; and
 * the slot of a block of it, CHOSEN_NONE when it is not recorded. */
bool executor_launch(struct executor *executor, uint32_t index, uint32_t room);
uint32_t executor_slot(const struct executor *executor, uint32_t index, uint32_t block);

#endif
