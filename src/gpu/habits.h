/* What each habit is worth on a GPU: the same work written in two or more
 * ways, each checked in full, then timed on the same clock as the scans.
 *
 *   coalescing/...   neighbouring lanes and words, or not
 *   width/...        4 or 16 bytes a load
 *   occupancy/...    resident blocks a multiprocessor, held down by shared
 *                    memory that nobody uses
 *   padding/...      Blelloch's tree, repeated in shared memory
 *   half/...         half or half2, from memory and in registers
 *   streams/...      copy in, work, copy back: one stream or more
 *
 * Rows are named experiment/way; struct timing's label says what is done. */
#ifndef GPU_HABITS_H
#define GPU_HABITS_H

#include <stdatomic.h>

#include "base/buf.h"
#include "base/err.h"
#include "gpu/clock.h"

struct gpu_habits_options {
    uint32_t runs;             /* 0: 31 */
    unsigned log_n;            /* 2^log_n elements, 16 to 28; 0: 26 */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    void (*progress)(void *user, const char *row, uint64_t n); /* or NULL */
    void *user;
};

/* Appends to set. timeline gets the copies and kernels of the streams
 * experiment, all its ways, as Chrome trace JSON. */
bool gpu_habits_run(struct gpu_clock *clock, const struct gpu_habits_options *options,
                    struct timing_set *set, struct buf *timeline, struct err *err);

#endif
