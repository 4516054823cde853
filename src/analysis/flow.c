/* What every value is made of: one pass over the events in replay order, where
 * operands always come before what is made of them. Loads take over what their
 * store held, shuffles what the source lane offered, stores what they store. */
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/cover.h"
#include "analysis/replay.h"

struct maker {
    const struct trace *trace;
    struct flow *flow;
    struct cover_table covers;
    uint32_t *input_cover; /* 1 + cover of input `input_first` and those after
                              it that events name; 0: not yet */
    uint32_t input_first;
};

/* Flags that a value hands on to what is made of it. */
enum { FLOW_INHERITED = FLOW_UNWRITTEN | FLOW_RANGE | FLOW_INT };

static void maker_take(struct maker *m, uint32_t into, uint32_t value)
{
    struct flow *flow = m->flow;
    if (value == FLOW_NONE) {
        flow->flags[into] |= FLOW_PADDING;
        return;
    }
    flow->depth[into] = flow->depth[value];
    flow->cover[into] = flow->cover[value];
    flow->flags[into] |= flow->flags[value] & FLOW_INHERITED;
}

static void maker_initial(struct maker *m, uint32_t into,
                          const struct trace_array *array)
{
    const struct event *event = &m->trace->events[into];
    uint32_t index = (uint32_t)event->index;
    if (array->init == INIT_INPUT && index < m->trace->run.n) {
        uint32_t *known = &m->input_cover[index - m->input_first];
        if (*known == 0)
            *known = cover_one(&m->covers, index) + 1;
        m->flow->cover[into] = *known - 1;
    } else if (array->init != INIT_ZERO && array->init != INIT_HEADS
               && m->trace->dropped == 0) {
        m->flow->flags[into] |= FLOW_UNWRITTEN;
    }
}

static void maker_load(struct maker *m, uint32_t index, uint32_t launch)
{
    const struct event *event = &m->trace->events[index];
    const struct trace_array *array = walk_array(m->trace, event, launch);
    uint32_t store = m->flow->from[index];
    if (!array || !walk_in_range(array, event))
        m->flow->flags[index] |= FLOW_RANGE;
    else if (store != FLOW_NONE)
        maker_take(m, index, store);
    else
        maker_initial(m, index, array);
}

static void maker_op(struct maker *m, const struct trace_seg *seg,
                     uint32_t index)
{
    const struct event *event = &m->trace->events[index];
    struct flow *flow = m->flow;
    uint32_t part[2] = {walk_value(seg, event->a), walk_value(seg, event->b)};
    uint32_t cover[2] = {0, 0}, depth = 0;
    for (int i = 0; i < 2; i++) {
        if (part[i] == FLOW_NONE)
            continue;
        cover[i] = flow->cover[part[i]];
        if (flow->depth[part[i]] > depth)
            depth = flow->depth[part[i]];
        flow->flags[index] |= flow->flags[part[i]] & FLOW_INHERITED;
    }
    flow->depth[index] = depth + 1;
    flow->cover[index] = cover_join(&m->covers, cover[0], cover[1]);
}

static void maker_event(struct maker *m, const struct trace_seg *seg,
                        uint32_t index)
{
    const struct event *event = &m->trace->events[index];
    uint8_t *flags = &m->flow->flags[index];
    const struct trace_array *array;
    switch (event_kind(event)) {
    case EV_LD: case EV_POLL: case EV_LDW: case EV_ATOMIC:
        maker_load(m, index, seg->launch);
        break;
    case EV_OP:
        maker_op(m, seg, index);
        break;
    case EV_SHFL:
        maker_take(m, index, m->flow->from[index]);
        break;
    case EV_ST: case EV_PUBLISH: case EV_STW:
        array = walk_array(m->trace, event, seg->launch);
        if (event_kind(event) != EV_STW)
            maker_take(m, index, walk_value(seg, event->a));
        if (!array || !walk_in_range(array, event))
            *flags |= FLOW_RANGE;
        break;
    case EV_CONST:
        *flags |= FLOW_INT;
        break;
    case EV_IDENT:
        break;
    default:
        return;
    }
    uint32_t cover = m->flow->cover[index];
    *flags |= m->covers.cover[cover].flags;
    *flags |= cover == 0 ? FLOW_PADDING : 0;
    m->flow->ambiguous += (*flags & FLOW_AMBIGUOUS) != 0;
}

/* Room for the inputs that events name. */
static uint32_t *input_covers(struct maker *m, struct arena *arena)
{
    struct walk_windows windows;
    uint32_t first = UINT32_MAX, end = 0;
    walk_windows(m->trace, &windows);
    for (uint32_t a = 0; a < m->trace->array_count; a++) {
        if (m->trace->arrays[a].init != INIT_INPUT || windows.count[a] == 0)
            continue;
        const uint32_t last = windows.first[a] + windows.count[a];
        first = windows.first[a] < first ? windows.first[a] : first;
        end = last > end ? last : end;
    }
    m->input_first = first;
    return ARENA_NEW(arena, uint32_t, end ? end - first + (size_t)1 : 1);
}

static bool maker_open(struct maker *m, struct arena *arena)
{
    size_t events = m->trace->event_count + 1;
    struct flow *flow = m->flow;
    flow->from = ARENA_NEW(arena, uint32_t, events);
    flow->depth = ARENA_NEW(arena, uint32_t, events);
    flow->cover = ARENA_NEW(arena, uint32_t, events);
    flow->flags = ARENA_NEW(arena, uint8_t, events);
    m->input_cover = input_covers(m, arena);
    return flow->from && flow->depth && flow->cover && flow->flags
           && m->input_cover && cover_open(&m->covers, arena);
}

/* Moves the covers into the arena. */
static bool maker_close(struct maker *m, struct arena *arena)
{
    struct flow *flow = m->flow;
    bool ok = !m->covers.failed;
    flow->cover_count = m->covers.count;
    flow->covers = ARENA_NEW(arena, struct cover, m->covers.count);
    if (flow->covers)
        memcpy(flow->covers, m->covers.cover,
               m->covers.count * sizeof *flow->covers);
    flow->cut = m->trace->dropped > 0 || m->covers.cut;
    cover_close(&m->covers);
    return ok && flow->covers;
}

bool analysis_flow(const struct trace *trace, struct arena *arena,
                   struct flow *out, struct err *err)
{
    struct maker m = {.trace = trace, .flow = out};
    struct walk walk;
    *out = (struct flow){0};
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    if (!maker_open(&m, arena))
        return walk_memory(err);
    if (!replay_order(trace, &walk, arena, out, err)) {
        cover_close(&m.covers);
        return false;
    }
    for (uint32_t r = 0; r < out->order_count; r++) {
        const struct flow_run *run = &out->order[r];
        const struct trace_seg *seg = &trace->segs[run->seg];
        for (uint32_t i = 0; i < run->count; i++)
            maker_event(&m, seg, (uint32_t)seg->first + run->first + i);
    }
    return maker_close(&m, arena) || walk_memory(err);
}

const struct cover *flow_cover(const struct flow *flow, uint32_t value)
{
    return &flow->covers[value == FLOW_NONE ? 0 : flow->cover[value]];
}
