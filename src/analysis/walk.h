/* Private to analysis: blocks, warps and lanes of a trace, and an order of its
 * events that every pass can rely on.
 *
 * A walk lists the blocks of a trace, the segments of each being neighbours in
 * trace->segs. */
#ifndef ANALYSIS_WALK_H
#define ANALYSIS_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/analysis.h"
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

/* Fails when the trace has too many events for 32-bit value ids, or segments
 * that do not lie one behind the other. */
bool walk_blocks(const struct trace *trace, struct arena *arena,
                 struct walk *out, struct err *err);
/* The block (launch, tile), or NULL. */
const struct walk_block *walk_find(const struct walk *walk, uint32_t launch,
                                   uint32_t tile);
/* False for a block that was left out: it has events, but none is kept. */
bool walk_traced(const struct trace *trace, const struct walk_block *block);
/* Segment index of a thread of the block, or WALK_NO_SEG. */
int64_t walk_thread(const struct trace *trace, const struct walk_block *block,
                    uint32_t thread);
/* The first segment after `seg` that is of another warp of the block. */
uint32_t walk_warp_end(const struct trace *trace,
                       const struct walk_block *block, uint32_t seg);

/* The segment that holds the event; quick when it is near the segment `hint`. */
uint32_t walk_seg_near(const struct trace *trace, uint32_t hint,
                       uint32_t event);

/* The part of each array that events name, in range: first[a] .. first[a] +
 * count[a] - 1. A part of a large run touches little of its global arrays. */
struct walk_windows { uint32_t first[256], count[256]; };
void walk_windows(const struct trace *trace, struct walk_windows *out);

/* The array an event of this launch names, or NULL for a damaged id. */
static inline const struct trace_array *walk_array(const struct trace *trace,
                                                   const struct event *event,
                                                   uint32_t launch)
{
    if (event->array >= trace->array_count)
        return NULL;
    const struct trace_array *array = &trace->arrays[event->array];
    bool shared = array->space == SPACE_SHARED;
    return shared && array->launch != (int32_t)launch ? NULL : array;
}

/* Whether the event's index lies inside its array. */
static inline bool walk_in_range(const struct trace_array *array,
                                 const struct event *event)
{
    return event->index >= 0 && (uint32_t)event->index < array->count;
}

static inline bool walk_is(const struct event *event, uint32_t kinds)
{
    return event_kind(event) < EVENT_KINDS && (kinds >> event_kind(event) & 1);
}
/* Loads, polls, atomics. */
static inline bool walk_reads(const struct event *event)
{
    return walk_is(event, 1u << EV_LD | 1u << EV_LDW | 1u << EV_POLL
                              | 1u << EV_ATOMIC);
}
/* Stores, publishes, atomics. */
static inline bool walk_writes(const struct event *event)
{
    return walk_is(event, 1u << EV_ST | 1u << EV_STW | 1u << EV_PUBLISH
                              | 1u << EV_ATOMIC);
}
/* A meeting that moves values. */
static inline bool walk_shuffles(const struct event *event)
{
    return event_kind(event) == EV_MEET && event->array >= MEET_SHFL_UP
           && event->array <= MEET_SHFL_IDX;
}

/* Event index of ordinal in the segment; FLOW_NONE where there is none. */
static inline uint32_t walk_value(const struct trace_seg *seg,
                                  uint32_t ordinal)
{
    return ordinal < seg->count ? (uint32_t)seg->first + ordinal : FLOW_NONE;
}
/* The value a shuffle received, in its source lane; FLOW_NONE if none. */
uint32_t walk_source(const struct trace *trace, const struct walk_block *block,
                     const struct trace_seg *seg, const struct event *event);

bool walk_memory(struct err *err); /* sets "out of memory", returns false */

#endif
