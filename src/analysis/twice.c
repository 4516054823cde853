/* Why an output counts an input more than once, where the way back from it shows
 * that: an operator that was given one value twice, or a read that met what
 * another thread wrote with no barrier and no warp meeting between. Other causes
 * are not told. */
#include "analysis/report.h"

enum { WAITING = 256, LOOKED_AT = 4096, COPIES = 64 };

/* Values still to be followed back. */
struct trail { uint32_t value[WAITING]; uint32_t count; };

static void trail_add(struct trail *trail, uint32_t value)
{
    if (value != FLOW_NONE && trail->count < WAITING)
        trail->value[trail->count++] = value;
}

/* Where a copy comes from; FLOW_NONE: it is none, or its origin is not told. */
static uint32_t copy_of(const struct report *report, uint32_t value)
{
    const struct event *event = &report->trace->events[value];
    switch (event_kind(event)) {
    case EV_ST: case EV_PUBLISH:
        return walk_value(trace_seg_of(report->trace, value), event->a);
    case EV_LD: case EV_POLL: case EV_SHFL:
        return report->flow->from[value];
    default:
        return FLOW_NONE;
    }
}

static uint32_t origin_of(const struct report *report, uint32_t value)
{
    for (uint32_t i = 0; i < COPIES && value != FLOW_NONE; i++) {
        const uint32_t before = copy_of(report, value);
        if (before == FLOW_NONE)
            break;
        value = before;
    }
    return value;
}

/* Barriers and warp meetings that the event's thread passed before it. */
static uint32_t meetings_before(const struct trace *trace,
                                const struct trace_seg *seg, uint32_t value)
{
    uint32_t count = 0;
    for (const struct event *e = trace->events + seg->first;
         e < trace->events + value; e++)
        count += event_kind(e) == EV_BARRIER || event_kind(e) == EV_MEET;
    return count;
}

/* Whether a load read what another thread of its block wrote between the same
 * two meetings. */
static bool reads_newer(const struct report *report, uint32_t load)
{
    const struct trace *trace = report->trace;
    const uint32_t store = report->flow->from[load];
    if (event_kind(&trace->events[load]) != EV_LD || store == FLOW_NONE)
        return false;
    const struct trace_seg *to = trace_seg_of(trace, load);
    const struct trace_seg *from = trace_seg_of(trace, store);
    return to != from && to->launch == from->launch && to->block == from->block
           && meetings_before(trace, to, load) == meetings_before(trace, from, store);
}

/* Whether an operator got one value as both operands. */
static bool meets_itself(const struct report *report, const struct trace_seg *seg,
                         const struct event *op)
{
    const uint32_t left = origin_of(report, walk_value(seg, op->a));
    return left != FLOW_NONE && left == origin_of(report, walk_value(seg, op->b));
}

enum twice_cause twice_cause(const struct report *report, uint32_t store)
{
    struct trail trail = {.count = 0};
    trail_add(&trail, store);
    for (uint32_t looked = 0; trail.count > 0 && looked < LOOKED_AT; looked++) {
        const uint32_t value = trail.value[--trail.count];
        const struct event *event = &report->trace->events[value];
        if (event_kind(event) == EV_OP) {
            const struct trace_seg *seg = trace_seg_of(report->trace, value);
            if (meets_itself(report, seg, event))
                return TWICE_ITSELF;
            trail_add(&trail, walk_value(seg, event->a));
            trail_add(&trail, walk_value(seg, event->b));
            continue;
        }
        if (reads_newer(report, value))
            return TWICE_NEWER;
        trail_add(&trail, copy_of(report, value));
    }
    return TWICE_UNKNOWN;
}
