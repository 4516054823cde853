/* The trace in memory: begin, end, and the look-ups that everybody needs.
 * Events lie in the order of the segments, so that a segment's first event is
 * where the one before it ends. */
#include "trace/trace.h"

#include "base/elem_info.h"

#include <string.h>

void trace_init(struct trace *trace)
{
    *trace = (struct trace){0};
    arena_init(&trace->arena, 0);
}

void trace_finish(struct trace *trace)
{
    arena_finish(&trace->arena);
    trace_init(trace);
}

const struct trace_seg *trace_seg_of(const struct trace *trace, uint64_t index)
{
    uint32_t low = 0, high = trace->seg_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (trace->segs[middle].first <= index)
            low = middle;
        else
            high = middle;
    }
    return &trace->segs[low];
}

const struct event *trace_event(const struct trace *trace,
                                const struct trace_seg *seg, uint32_t ordinal)
{
    if (ordinal == EVENT_NO_VALUE || ordinal >= seg->count)
        return NULL;
    return &trace->events[seg->first + ordinal];
}

static void bytes_of(uint64_t bits, unsigned char bytes[8])
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i);
}

void trace_value(const struct trace *trace, const struct trace_seg *seg,
                 uint32_t ordinal, unsigned char value[ELEM_MAX])
{
    memset(value, 0, ELEM_MAX);
    const struct event *event = trace_event(trace, seg, ordinal);
    if (event == NULL)
        return;
    bytes_of(event->bits, value);
    if (ordinal + 1 < seg->count && event_kind(event + 1) == EV_HIGH)
        bytes_of(event[1].bits, value + 8);
}

unsigned trace_problem(unsigned result)
{
    return result == RESULT_SPARSE ? RESULT_SCAN : result;
}

bool trace_problem_directed(unsigned result)
{
    return trace_problem(result) == RESULT_SCAN || result == RESULT_SEGMENTS;
}

int trace_array_by_role(const struct trace *trace, enum trace_role role)
{
    for (uint32_t i = 0; i < trace->array_count; i++)
        if (trace->arrays[i].role == role)
            return (int)i;
    return -1;
}

const char *trace_source_line(const struct trace *trace, uint32_t source,
                              uint32_t line, size_t *length)
{
    *length = 0;
    if (source >= trace->source_count || line == 0)
        return "";
    const char *at = trace->sources[source].text;
    const char *end = at + trace->sources[source].length;
    for (; line > 1; line--) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at == NULL)
            return "";
        at++;
    }
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((stop == NULL ? end : stop) - at);
    if (*length > 0 && at[*length - 1] == '\r')
        --*length;
    return at;
}

/* The segment of a thread in segs[low..high), which share launch and tile and
 * ascend by thread; NULL if none of this block. */
static const struct trace_seg *thread_in(const struct trace *trace,
                                         uint32_t low, uint32_t high,
                                         uint32_t block, uint32_t thread)
{
    const struct trace_seg *segs = trace->segs;
    uint32_t end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (segs[middle].thread < thread)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && segs[low].thread == thread; low++)
        if (segs[low].block == block)
            return &segs[low];
    return NULL;
}

/* The first segment of the launch, tile or after it: the bounds of a group. */
static uint32_t group_from(const struct trace *trace, uint32_t launch,
                           uint64_t tile)
{
    uint32_t low = 0, high = trace->seg_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct trace_seg *seg = &trace->segs[middle];
        if (seg->launch < launch || (seg->launch == launch && seg->tile < tile))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct trace_seg *trace_seg_lane(const struct trace *trace,
                                       const struct trace_seg *seg,
                                       uint32_t lane)
{
    uint32_t thread = seg->thread / 32 * 32 + lane;
    if (lane >= 32)
        return NULL;
    /* All threads of the warp there: the lane is as far as its number. */
    int64_t near = (seg - trace->segs) + (int64_t)thread - seg->thread;
    if (near >= 0 && near < trace->seg_count) {
        const struct trace_seg *other = &trace->segs[near];
        if (other->launch == seg->launch && other->block == seg->block &&
            other->thread == thread)
            return other;
    }
    uint32_t low = group_from(trace, seg->launch, seg->tile);
    uint32_t high = group_from(trace, seg->launch, (uint64_t)seg->tile + 1);
    const struct trace_seg *other =
        thread_in(trace, low, high, seg->block, thread);
    /* Threads of a block that stopped half-way may name different tiles. */
    low = group_from(trace, seg->launch, 0);
    high = group_from(trace, seg->launch, UINT64_MAX);
    for (; other == NULL && low < high; low++)
        if (trace->segs[low].block == seg->block &&
            trace->segs[low].thread == thread)
            other = &trace->segs[low];
    return other;
}

const unsigned char *trace_heads(const struct trace *trace)
{
    const struct trace_run *run = &trace->run;
    if (run->result != RESULT_SEGMENTS || !trace->input)
        return NULL;
    return trace->input + run->n * elem_width(run->op, run->type);
}
