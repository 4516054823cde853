/* Private to analysis: blocks, warps and lanes of a trace, and an order of its
 * events that every pass can rely on.
 *
 * A walk lists the blocks of a trace, the segments of each being neighbours in
 * trace->segs. */
#ifndef ANALYSIS_WALK_H
#define ANALYSIS_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "trace/trace.h"

enum { WARP = 32, WALK_NO_SEG = -1 };

struct walk_block {
    uint32_t launch, tile;
    uint32_t first, count; /* segments */
};
struct walk {
    struct walk_block *block; uint32_t count;
};

/* Fails when the trace has too many events for 32-bit value ids. */
bool walk_blocks(const struct trace *trace, struct arena *arena,
                 struct walk *out, struct err *err);
/* The block (launch, tile), or NULL. */
const struct walk_block *walk_find(const struct walk *walk, uint32_t launch,
                                   uint32_t tile);
/* Segment index of a thread of the block, or WALK_NO_SEG. */
int64_t walk_thread(const struct trace *trace, const struct walk_block *block,
                    uint32_t thread);
/* The first segment after `seg` that is of another warp of the block. */
uint32_t walk_warp_end(const struct trace *trace,
                       const struct walk_block *block, uint32_t seg);

/* The array an event of this launch names, or NULL for a damaged id. */
const struct trace_array *walk_array(const struct trace *trace,
                                     const struct event *event,
                                     uint32_t launch);
/* Whether the event's index lies inside its array. */
static inline bool walk_in_range(const struct trace_array *array,
                                 const struct event *event)
{
    return event->index >= 0 && (uint32_t)event->index < array->count;
}

bool walk_reads(const struct event *event);   /* loads, polls, atomics */
bool walk_writes(const struct event *event);  /* stores, publishes, atomics */
bool walk_shuffles(const struct event *event); /* a meeting that moves values */

/* Event index of ordinal in the segment; FLOW_NONE where there is none. */
uint32_t walk_value(const struct trace_seg *seg, uint32_t ordinal);
/* The value a shuffle received, in its source lane; FLOW_NONE if none. */
uint32_t walk_source(const struct trace *trace, const struct walk_block *block,
                     const struct trace_seg *seg, const struct event *event);

bool walk_memory(struct err *err); /* sets "out of memory", returns false */

#endif
