/* Sums past the type: operators whose result wrapped or is no longer finite.
 *
 * Wrapping is defined, so the result agrees with a reference that wraps too: it
 * is told beside the result; not of unsigned integers, which are counted modulo
 * a power of two by those who choose them. Reals that overflow may do so in one
 * order of additions and not in another one. */
#include "base/elem_ops.h"
#include "check/check.h"

static bool can_wrap(const struct trace_run *run)
{
    return run->type != ELEM_U32;
}

/* Whether event e happened before the first one known. */
static bool earlier(const struct trace *trace, const struct check_result *result,
                    uint64_t e)
{
    return result->wraps == 0
        || (trace->sequence
            && trace->sequence[e] < trace->sequence[result->first_wrap]);
}

static void look_at(const struct trace *trace, const struct trace_seg *seg,
                    uint32_t ordinal, struct check_result *result)
{
    const struct event *event = &trace->events[seg->first + ordinal];
    unsigned char left[ELEM_MAX], right[ELEM_MAX];
    if (event_kind(event) != EV_OP)
        return;
    trace_value(trace, seg, event->a, left);
    trace_value(trace, seg, event->b, right);
    if (!elem_wraps(trace->run.op, trace->run.type, left, right))
        return;
    if (earlier(trace, result, seg->first + ordinal)) {
        result->first_wrap = seg->first + ordinal;
        result->wrap_line = event->line;
    }
    result->wraps++;
}

void check_wraps(const struct trace *trace, struct check_result *result)
{
    result->wraps = 0;
    for (uint32_t s = 0; can_wrap(&trace->run) && s < trace->seg_count; s++)
        for (uint32_t e = 0; e < trace->segs[s].count; e++)
            look_at(trace, &trace->segs[s], e, result);
}
