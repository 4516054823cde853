/* One pass in the flow's order, where operands come before what is made of
 * them: by induction a sound value is its whole tree, evaluated. */
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "check/check_real.h"
#include "check/check_tree.h"

/* The value of an event of any segment. */
static void value_of(const struct check_tree *tree, uint32_t event,
                     unsigned char value[ELEM_MAX])
{
    const struct trace_seg *seg = trace_seg_of(tree->trace, event);
    trace_value(tree->trace, seg, event - (uint32_t)seg->first, value);
}

/* What a word held before the run; false where nobody can know. */
static bool initial_value(const struct trace *trace, const struct event *event,
                          unsigned char value[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    const int init = event->array < trace->array_count
        ? (int)trace->arrays[event->array].init : INIT_NONE;
    memset(value, 0, ELEM_MAX);
    if (init != INIT_INPUT)
        return init == INIT_ZERO;
    if (event->index < 0 || (uint32_t)event->index >= run->n)
        return false;
    memcpy(value, trace->input + width * (size_t)event->index, width);
    return true;
}

/* Whether event e took over what the event `from` holds. */
static bool copy_sound(const struct check_tree *tree, uint32_t from,
                       const unsigned char *value)
{
    unsigned char wanted[ELEM_MAX];
    if (from == FLOW_NONE || !tree->sound[from])
        return false;
    value_of(tree, from, wanted);
    return check_real_same(&tree->trace->run, value, wanted);
}

static bool op_sound(const struct check_tree *tree, const struct trace_seg *seg,
                     const struct event *event, const unsigned char *value)
{
    const struct trace_run *run = &tree->trace->run;
    unsigned char left[ELEM_MAX], right[ELEM_MAX], wanted[ELEM_MAX];
    if (event->a >= seg->count || event->b >= seg->count
        || !tree->sound[seg->first + event->a] || !tree->sound[seg->first + event->b])
        return false;
    trace_value(tree->trace, seg, event->a, left);
    trace_value(tree->trace, seg, event->b, right);
    elem_apply(run->op, run->type, left, right, wanted);
    return check_real_same(run, value, wanted);
}

static bool event_sound(const struct check_tree *tree, const struct trace_seg *seg,
                        uint32_t ordinal)
{
    const struct trace *trace = tree->trace;
    const struct trace_run *run = &trace->run;
    const struct event *event = &trace->events[seg->first + ordinal];
    const uint32_t from = tree->flow.from[seg->first + ordinal];
    unsigned char value[ELEM_MAX], wanted[ELEM_MAX];
    trace_value(trace, seg, ordinal, value);
    switch (event_kind(event)) {
    case EV_OP:
        return op_sound(tree, seg, event, value);
    case EV_IDENT:
        elem_identity(run->op, run->type, wanted);
        return check_real_same(run, value, wanted);
    case EV_CONST:
        elem_from_int(run->op, run->type, event->index, wanted);
        return check_real_same(run, value, wanted);
    case EV_ST: case EV_PUBLISH:
        return event->a < seg->count
            && copy_sound(tree, (uint32_t)seg->first + event->a, value);
    case EV_LD: case EV_POLL:
        return from == FLOW_NONE
            ? initial_value(trace, event, wanted) && check_real_same(run, value, wanted)
            : copy_sound(tree, from, value);
    case EV_SHFL:
        return copy_sound(tree, from, value);
    default:
        return false; /* makes no value */
    }
}

static void events_look(struct check_tree *tree)
{
    for (uint32_t r = 0; r < tree->flow.order_count; r++) {
        const struct flow_run *run = &tree->flow.order[r];
        const struct trace_seg *seg = &tree->trace->segs[run->seg];
        for (uint32_t i = run->first; i < run->first + run->count; i++)
            tree->sound[seg->first + i] = event_sound(tree, seg, i);
    }
}

bool check_tree_open(struct check_tree *tree, const struct trace *trace,
                     struct err *err)
{
    *tree = (struct check_tree){ .trace = trace };
    arena_init(&tree->arena, 0);
    tree->sound = ARENA_NEW(&tree->arena, unsigned char, trace->event_count + 1);
    const bool ok = (tree->sound || err_set(err, ERR_FAILED, "out of memory for the "
                                            "result check"))
        && analysis_flow(trace, &tree->arena, &tree->flow, err);
    if (ok)
        events_look(tree);
    else
        check_tree_close(tree);
    return ok;
}

void check_tree_close(struct check_tree *tree)
{
    arena_finish(&tree->arena);
}

bool check_tree_holds(const struct check_tree *tree, uint64_t store)
{
    return tree->sound[store]
        && analysis_output_fault(tree->trace, &tree->flow, (uint32_t)store)
            == FAULT_NONE;
}
