/* Blocks, warps and lanes of a trace: pure look-ups over trace->segs. */
#include "analysis/walk.h"

bool walk_memory(struct err *err)
{
    return err_set(err, ERR_FAILED, "out of memory while analysing a trace");
}

/* Segments follow each other, by launch and tile, and hold all their events. */
static bool walk_sound(const struct trace *trace)
{
    uint64_t next = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        bool after = s == 0 || seg[-1].launch < seg->launch
                     || (seg[-1].launch == seg->launch
                         && seg[-1].tile <= seg->tile);
        if (!after || seg->launch >= trace->launch_count || seg->first != next)
            return false;
        next += seg->count;
    }
    return next == trace->event_count;
}

bool walk_blocks(const struct trace *trace, struct arena *arena,
                 struct walk *out, struct err *err)
{
    if (trace->event_count >= FLOW_NONE - 1)
        return err_set(err, ERR_FAILED,
                       "the trace has too many events to be analysed at once");
    if (!walk_sound(trace))
        return err_set(err, ERR_FAILED,
                       "the trace is damaged: its threads are out of order");
    out->count = 0;
    out->block = ARENA_NEW(arena, struct walk_block, trace->seg_count + 1);
    if (!out->block)
        return walk_memory(err);
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        struct walk_block *last = out->block + out->count;
        if (out->count > 0 && last[-1].launch == seg->launch
            && last[-1].tile == seg->tile) {
            last[-1].count++;
            continue;
        }
        *last = (struct walk_block){seg->launch, seg->tile, s, 1};
        out->count++;
    }
    return true;
}

const struct walk_block *walk_find(const struct walk *walk, uint32_t launch,
                                   uint32_t tile)
{
    uint32_t low = 0, high = walk->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct walk_block *block = &walk->block[middle];
        if (block->launch < launch
            || (block->launch == launch && block->tile < tile))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == walk->count || walk->block[low].launch != launch
        || walk->block[low].tile != tile)
        return NULL;
    return &walk->block[low];
}

bool walk_traced(const struct trace *trace, const struct walk_block *block)
{
    bool dropped = false;
    for (uint32_t s = block->first; s < block->first + block->count; s++) {
        if (trace->segs[s].count > 0)
            return true;
        dropped = dropped || trace->segs[s].dropped > 0;
    }
    return !dropped;
}

int64_t walk_thread(const struct trace *trace, const struct walk_block *block,
                    uint32_t thread)
{
    uint32_t low = block->first, high = block->first + block->count;
    if (thread < block->count && trace->segs[low + thread].thread == thread)
        return low + thread;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (trace->segs[middle].thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < block->first + block->count
                 && trace->segs[low].thread == thread;
    return found ? (int64_t)low : WALK_NO_SEG;
}

uint32_t walk_warp_end(const struct trace *trace,
                       const struct walk_block *block, uint32_t seg)
{
    uint32_t warp = trace->segs[seg].thread / WARP;
    uint32_t end = block->first + block->count;
    while (seg < end && trace->segs[seg].thread / WARP == warp)
        seg++;
    return seg;
}

uint32_t walk_seg_near(const struct trace *trace, uint32_t hint,
                       uint32_t event)
{
    for (uint32_t s = hint; s < trace->seg_count && s < hint + 2; s++)
        if (event >= trace->segs[s].first
            && event - trace->segs[s].first < trace->segs[s].count)
            return s;
    return (uint32_t)(trace_seg_of(trace, event) - trace->segs);
}

uint32_t walk_source(const struct trace *trace, const struct walk_block *block,
                     const struct trace_seg *seg, const struct event *event)
{
    if (event->a == EVENT_NO_VALUE || event->index < 0 || event->index >= WARP)
        return FLOW_NONE;
    uint32_t thread = seg->thread / WARP * WARP + (uint32_t)event->index;
    int64_t source = walk_thread(trace, block, thread);
    if (source == WALK_NO_SEG)
        return FLOW_NONE;
    return walk_value(&trace->segs[source], event->a);
}

void walk_windows(const struct trace *trace, struct walk_windows *out)
{
    for (int a = 0; a < 256; a++)
        out->first[a] = out->count[a] = 0;
    for (uint64_t e = 0; e < trace->event_count; e++) {
        const struct event *event = &trace->events[e];
        const uint32_t a = event->array, index = (uint32_t)event->index;
        if ((!walk_reads(event) && !walk_writes(event)) || a >= trace->array_count
            || !walk_in_range(&trace->arrays[a], event))
            continue;
        uint32_t *first = &out->first[a], *count = &out->count[a];
        if (*count == 0 || index < *first) {
            *count += *count ? *first - index : 1;
            *first = index;
        } else if (index - *first >= *count) {
            *count = index - *first + 1;
        }
    }
}
