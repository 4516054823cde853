/* Rules of events and segments; see rules.h. */
#include "trace/rules.h"

int rules_operands(enum event_kind kind)
{
    switch (kind) {
    case EV_OP:
        return 2;
    case EV_TOINT:
    case EV_ST:
    case EV_PUBLISH:
    case EV_MEET:
        return 1;
    default:
        return 0;
    }
}

bool rules_operand_ok(const struct trace *trace, const struct trace_seg *seg,
                      uint32_t ordinal, uint32_t operand)
{
    return operand == EVENT_NO_VALUE ||
           (operand < ordinal &&
            event_makes_value(&trace->events[seg->first + operand]));
}

bool rules_shuffle_ok(const struct trace *trace, const struct trace_seg *seg,
                      uint32_t ordinal, const struct trace_seg *source,
                      uint32_t operand)
{
    if (operand == EVENT_NO_VALUE)
        return true;
    if (source == NULL || operand >= source->count)
        return false;
    uint64_t from = source->first + operand, to = seg->first + ordinal;
    if (!event_makes_value(&trace->events[from]))
        return false;
    if (source == seg)
        return from < to;
    return trace->sequence == NULL ||
           trace->sequence[from] < trace->sequence[to];
}

bool rules_loads(enum event_kind kind)
{
    return kind == EV_LD || kind == EV_LDW || kind == EV_POLL ||
           kind == EV_ATOMIC;
}

bool rules_stores(enum event_kind kind)
{
    return kind == EV_ST || kind == EV_STW || kind == EV_PUBLISH ||
           kind == EV_ATOMIC;
}

static int compare(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

int rules_seg_compare(const struct trace_seg *a, const struct trace_seg *b)
{
    int order = compare(a->launch, b->launch);
    if (order == 0)
        order = compare(a->tile, b->tile);
    if (order == 0)
        order = compare(a->thread, b->thread);
    return order != 0 ? order : compare(a->block, b->block);
}
