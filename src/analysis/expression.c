/* The addition tree of a value, written out: operands followed through
 * registers, shuffles, stores and loads back to the inputs they came from. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/walk.h"
#include "base/elem_info.h"

enum { TEXT_MAX = 1 << 20, PIECES_MAX = 1 << 24 };

/* What is still to be written: a value, or a piece of text. */
struct piece { uint32_t value; const char *text; };

struct writer {
    const struct trace *trace;
    const struct flow *flow;
    struct buf *out;
    struct piece *piece;
    size_t count, room;
    bool failed;
};

static void push(struct writer *w, uint32_t value, const char *text)
{
    if (w->count == w->room) {
        const size_t room = w->room ? 2 * w->room : 64;
        struct piece *grown = realloc(w->piece, room * sizeof *grown);
        if (!grown) {
            w->failed = true;
            return;
        }
        w->piece = grown;
        w->room = room;
    }
    w->piece[w->count++] = (struct piece){ value, text };
}

/* (left op right), pushed from its end. */
static void push_op(struct writer *w, const struct trace_seg *seg,
                    const struct event *event)
{
    push(w, FLOW_NONE, ")");
    push(w, walk_value(seg, event->b), NULL);
    push(w, FLOW_NONE, " ");
    push(w, FLOW_NONE, elem_op_name((enum elem_op)w->trace->run.op));
    push(w, FLOW_NONE, " ");
    push(w, walk_value(seg, event->a), NULL);
    push(w, FLOW_NONE, "(");
}

/* A word as it was before the run. */
static void write_initial(struct writer *w, const struct event *event,
                          uint32_t launch)
{
    const struct trace_array *array = walk_array(w->trace, event, launch);
    if (array && walk_in_range(array, event) && array->init == INIT_INPUT)
        buf_printf(w->out, "x%d", event->index);
    else if (array && array->init == INIT_ZERO)
        buf_puts(w->out, "0");
    else
        buf_puts(w->out, "garbage");
}

static void write_value(struct writer *w, uint32_t value)
{
    if (value == FLOW_NONE) {
        buf_puts(w->out, "garbage");
        return;
    }
    const struct trace_seg *seg = trace_seg_of(w->trace, value);
    const struct event *event = &w->trace->events[value];
    switch (event_kind(event)) {
    case EV_OP:
        push_op(w, seg, event);
        break;
    case EV_IDENT:
        buf_puts(w->out, "identity");
        break;
    case EV_CONST:
        buf_printf(w->out, "%d", event->index);
        break;
    case EV_SHFL:
        push(w, w->flow->from[value], NULL);
        break;
    case EV_ST: case EV_PUBLISH:
        push(w, walk_value(seg, event->a), NULL);
        break;
    default: /* a load */
        if (w->flow->from[value] == FLOW_NONE)
            write_initial(w, event, seg->launch);
        else
            push(w, w->flow->from[value], NULL);
    }
}

/* The last store of array[index] in the flow's order; FLOW_NONE: none. */
static uint32_t last_store(const struct trace *trace, const struct flow *flow,
                           uint32_t array, uint32_t index)
{
    uint32_t last = FLOW_NONE;
    for (uint32_t r = 0; r < flow->order_count; r++) {
        const struct flow_run *run = &flow->order[r];
        const uint32_t first = (uint32_t)trace->segs[run->seg].first + run->first;
        for (uint32_t e = first; e < first + run->count; e++) {
            const struct event *event = &trace->events[e];
            if (event_kind(event) == EV_ST && event->array == array
                && event->index == (int32_t)index)
                last = e;
        }
    }
    return last;
}

static bool expression_write(struct writer *w, uint32_t store, struct err *err)
{
    uint32_t pieces = 0;
    push(w, store, NULL);
    while (!w->failed && w->count > 0 && w->out->length < TEXT_MAX
           && pieces++ < PIECES_MAX) {
        const struct piece piece = w->piece[--w->count];
        if (piece.text)
            buf_puts(w->out, piece.text);
        else
            write_value(w, piece.value);
    }
    if (!w->failed && w->count > 0)
        return err_set(err, ERR_FAILED, "the expression is longer than %d bytes",
                       TEXT_MAX);
    return !w->failed || walk_memory(err);
}

bool analysis_expression(const struct trace *trace, const struct flow *flow,
                         uint32_t array, uint32_t index, struct buf *out,
                         uint32_t *store, struct err *err)
{
    struct writer w = { .trace = trace, .flow = flow, .out = out };
    *store = array < trace->array_count
        ? last_store(trace, flow, array, index) : FLOW_NONE;
    if (*store == FLOW_NONE)
        return err_set(err, ERR_FAILED, "%s[%u] was never stored",
                       array < trace->array_count ? trace->arrays[array].name : "?",
                       index);
    const bool ok = expression_write(&w, *store, err);
    free(w.piece);
    return ok;
}
