/* What the executor on the host and the traced kernels on the GPU agree on.
 *
 * A block has a slot, its number among those that are recorded; where all are,
 * that is the block's number. A thread of a recorded block has a number: slot *
 * threads a block + thread. Its events start at events[number * room]; its
 * cursor counts all of them, kept or not. Other blocks have no slot and no room
 * in memory: their threads only count, behind the shared arrays, and add that to
 * their block's count when they end. C and CUDA. */
#ifndef GPU_DEVICE_H
#define GPU_DEVICE_H

#include <stdint.h>

#include "base/elem.h"
#include "trace/chosen.h"
#include "trace/event.h"

enum { DEVICE_ARGS = 8, DEVICE_SHARED = 16, DEVICE_PATIENCE_S = 10 };

/* Words behind the shared arrays, where not all blocks are recorded: the block's
 * slot, then the events of each thread. */
enum { DEVICE_SIDE_SLOT = 0, DEVICE_SIDE_CURSOR = 1 };

/* An array as the words see it. Cells are packed values (as wide as in the
 * plain build), int words, or struct device_status. */
struct device_array {
    unsigned char *cells;
    uint32_t count;
    uint32_t id; /* in the trace */
};

/* A prefix must not overwrite an aggregate that is being read. */
struct device_status {
    uint32_t state, pad;
    unsigned char aggregate[ELEM_MAX], prefix[ELEM_MAX];
};

struct device_shared {
    uint32_t count, offset, id, word; /* offset in bytes, a multiple of 16 */
};

/* The one argument of every traced kernel. */
struct device_args {
    struct device_array array[DEVICE_ARGS];
    int32_t number[DEVICE_ARGS];
};

struct device_thread {
    uint32_t cursor;   /* events so far */
    uint32_t barriers; /* passed */
    uint32_t tile;
};

/* A block that is not recorded. */
struct device_block {
    unsigned long long events; /* of all its threads; for atomicAdd */
    uint32_t tile, pad;
};

/* When an event was written; as struct trace_stamp. */
struct device_stamp {
    uint64_t ns, cycle;
    uint32_t sm, pad;
};

/* The first thread that cannot go on; as struct trace_stop. */
struct device_stop {
    uint32_t kind; /* 0: none */
    uint32_t block, thread, line, mask;
    int32_t array, index;
};

/* In constant memory, set before each launch. */
struct device_world {
    struct event *events;
    struct device_stamp *stamps; /* NULL: not recorded */
    struct device_thread *threads;
    struct device_stop *stop;
    struct device_block *blocks; /* of the grid; NULL: all are recorded */
    const struct chosen_range *range; /* else those that are */
    uint32_t ranges;
    uint32_t side;               /* where in shared memory a block counts; bytes */
    uint32_t room;               /* events a thread can keep */
    uint32_t endless;            /* a thread with so many events is stopped */
    uint32_t launch;
    uint32_t width;              /* bytes of a value */
    int32_t op, type;
    uint32_t shared_count;
    struct device_shared shared[DEVICE_SHARED];
};

struct traced_entry {
    const char *name;     /* as in the kernel file; NULL ends the entries */
    const void *function; /* for cudaLaunchKernel: one struct device_args */
    /* Copies the descriptor to the constant memory that this kernel reads; a
     * cudaError_t as an int. */
    int (*set_world)(const struct device_world *world);
};

#ifdef __cplusplus
extern "C" {
#endif

/* The entries of each CUDA file; NULL ends the table. */
extern const struct traced_entry *const traced_table[];

#ifdef __cplusplus
}
#endif

#endif
