/* Lines of the canonical dump:
 *
 *     LAUNCH TILE THREAD ORDINAL what happened | source text
 *     0 0 3 17 st s[3] = 9 <- 15 | st(s, i, op(u, v));
 *
 * `= ...` is a value, `<- ...` are the ordinals of the operands. Numbers are
 * written by hand: a dump of a million threads has hundreds of millions. */
#include "trace/dump_line.h"

#include <string.h>

#include "base/elem_info.h"

/* ---- source lines -------------------------------------------------------- */

/* Adds one line without comments and with single spaces between words.
 * inside: a comment that began on an earlier line goes on. */
static void line_squeeze(struct buf *out, const char *at, const char *end,
                         bool *inside)
{
    bool begun = false, gap = false;
    while (at < end) {
        bool pair = at + 1 < end;
        if (*inside) {
            *inside = !(pair && at[0] == '*' && at[1] == '/');
            at += *inside ? 1 : 2;
        } else if (pair && at[0] == '/' && at[1] == '*') {
            *inside = gap = true;
            at += 2;
        } else if (pair && at[0] == '/' && at[1] == '/') {
            return;
        } else if (*at == ' ' || *at == '\t' || *at == '\r') {
            gap = true;
            at++;
        } else {
            if (gap && begun)
                buf_puts(out, " ");
            buf_add(out, at++, 1);
            begun = true;
            gap = false;
        }
    }
}

static bool source_read(struct dump *dump, const struct trace_source *source,
                        struct dump_source *out)
{
    const char *at = source->text, *end = at + source->length;
    uint32_t lines = 1;
    for (const char *p = at; p < end; p++)
        lines += *p == '\n';
    out->start = ARENA_NEW(&dump->arena, size_t, (size_t)lines + 1);
    if (out->start == NULL)
        return false;
    bool inside = false;
    for (; out->lines < lines; out->lines++) {
        const char *stop = at < end ? memchr(at, '\n', (size_t)(end - at))
                                    : NULL;
        if (stop == NULL)
            stop = end;
        out->start[out->lines] = dump->text.length;
        line_squeeze(&dump->text, at, stop, &inside);
        at = stop < end ? stop + 1 : end;
    }
    out->start[lines] = dump->text.length;
    return true;
}

bool dump_init(struct dump *dump, const struct trace *trace)
{
    *dump = (struct dump){.trace = trace};
    arena_init(&dump->arena, 0);
    buf_init(&dump->text);
    dump->sources = ARENA_NEW(&dump->arena, struct dump_source,
                              trace->source_count);
    if (dump->sources == NULL)
        return false;
    for (uint32_t i = 0; i < trace->source_count; i++)
        if (!source_read(dump, &trace->sources[i], &dump->sources[i]))
            return false;
    return buf_ok(&dump->text);
}

void dump_finish(struct dump *dump)
{
    buf_finish(&dump->text);
    arena_finish(&dump->arena);
}

static void put_source(const struct dump *dump, uint32_t launch, uint32_t line,
                       struct buf *out)
{
    const struct trace *trace = dump->trace;
    if (launch >= trace->launch_count || line == 0)
        return;
    uint32_t number = trace->launches[launch].source;
    if (number >= trace->source_count ||
        line > dump->sources[number].lines)
        return;
    const size_t *start = &dump->sources[number].start[line - 1];
    buf_puts(out, " | ");
    buf_add(out, buf_text(&dump->text) + start[0], start[1] - start[0]);
}

/* ---- pieces of a line ---------------------------------------------------- */

static void put_number(struct buf *out, uint64_t number)
{
    char digits[20];
    int at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    buf_add(out, digits + at, sizeof digits - (size_t)at);
}

static void put_signed(struct buf *out, int64_t number)
{
    if (number < 0)
        buf_puts(out, "-");
    put_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static void put_operand(struct buf *out, uint32_t operand)
{
    buf_puts(out, " ");
    if (operand == EVENT_NO_VALUE)
        buf_puts(out, "-");
    else
        put_number(out, operand);
}

static void put_word(struct buf *out, const struct event *event)
{
    buf_puts(out, " = ");
    put_signed(out, (int32_t)(uint32_t)event->bits);
}

static void put_value(const struct dump *dump, const struct trace_seg *seg,
                      uint32_t ordinal, struct buf *out)
{
    unsigned char value[ELEM_MAX];
    trace_value(dump->trace, seg, ordinal, value);
    buf_puts(out, " = ");
    elem_format(out, (enum elem_op)dump->trace->run.op,
                (enum elem_type)dump->trace->run.type, value);
}

/* " s[3]" */
static void put_place(const struct dump *dump, const struct event *event,
                      struct buf *out)
{
    buf_puts(out, " ");
    if (event->array < dump->trace->array_count)
        buf_puts(out, dump->trace->arrays[event->array].name);
    else
        buf_puts(out, "?");
    buf_puts(out, "[");
    put_signed(out, event->index);
    buf_puts(out, "]");
}

static void put_from(struct buf *out, uint32_t operand)
{
    buf_puts(out, " <-");
    put_operand(out, operand);
}

static void put_kind(const struct event *event, struct buf *out)
{
    enum event_kind kind = event_kind(event);
    bool stores = kind == EV_ST || kind == EV_STW || kind == EV_PUBLISH;
    buf_puts(out, dump_kind_name(kind));
    if (event->kind & EVENT_ACQUIRE)
        buf_puts(out, stores ? ".release" : ".acquire");
    if (event->kind & EVENT_VOLATILE)
        buf_puts(out, ".volatile");
}

/* What a memory event did; false for another kind. */
static bool put_memory(const struct dump *dump, const struct trace_seg *seg,
                       uint32_t ordinal, const struct event *event,
                       struct buf *out)
{
    enum event_kind kind = event_kind(event);
    bool word = kind == EV_LDW || kind == EV_STW || kind == EV_ATOMIC;
    if (!word && kind != EV_LD && kind != EV_ST && kind != EV_POLL &&
        kind != EV_PUBLISH)
        return false;
    put_place(dump, event, out);
    if (word)
        put_word(out, event);
    else
        put_value(dump, seg, ordinal, out);
    if (kind == EV_ATOMIC) {
        buf_puts(out, " + ");
        put_signed(out, (int32_t)event->a);
    } else if (kind == EV_POLL) {
        buf_puts(out, " state ");
        put_number(out, event->a);
    } else if (kind == EV_ST || kind == EV_PUBLISH) {
        put_from(out, event->a);
    }
    if (kind == EV_PUBLISH) {
        buf_puts(out, " state ");
        put_number(out, event->b);
    }
    return true;
}

/* What an event that touches no memory did. */
static void put_other(const struct dump *dump, const struct trace_seg *seg,
                      uint32_t ordinal, const struct event *event,
                      struct buf *out)
{
    enum event_kind kind = event_kind(event);
    if (event_makes_value(event))
        put_value(dump, seg, ordinal, out);
    switch (kind) {
    case EV_OP:
        put_from(out, event->a);
        put_operand(out, event->b);
        break;
    case EV_CONST:
        buf_printf(out, " <- int %d", (int)event->index);
        break;
    case EV_SHFL:
        put_from(out, event->a);
        buf_printf(out, " of lane %d by %s mask %08x", (int)event->index,
                   dump_meet_name(event->array), (unsigned)event->b);
        break;
    case EV_TOINT:
        buf_printf(out, " = %d", (int)event->index);
        put_from(out, event->a);
        break;
    case EV_BALLOT:
        buf_printf(out, " = %08x mask %08x", (unsigned)event->bits,
                   (unsigned)event->b);
        break;
    case EV_BARRIER:
        buf_puts(out, " ");
        put_number(out, event->a);
        break;
    case EV_MEET:
        buf_printf(out, " %s", dump_meet_name(event->array));
        put_from(out, event->a);
        buf_printf(out, " mask %08x by %u width %u", (unsigned)event->b,
                   (unsigned)event->index & 0xffff,
                   (unsigned)event->index >> 16);
        break;
    case EV_FENCE:
        buf_puts(out, event->array == 0 ? " block" : " device");
        break;
    case EV_PHASE:
        buf_printf(out, " %s %d", dump_phase_name(event->array),
                   (int)event->index);
        break;
    case EV_TILE:
        buf_printf(out, " %d", (int)event->index);
        break;
    default:
        break;
    }
}

void dump_event(const struct dump *dump, const struct trace_seg *seg,
                uint32_t ordinal, struct buf *out)
{
    const struct event *event = &dump->trace->events[seg->first + ordinal];
    if (event_kind(event) == EV_HIGH)
        return;
    uint32_t id[] = {seg->launch, seg->tile, seg->thread, ordinal};
    for (int i = 0; i < 4; i++) {
        put_number(out, id[i]);
        buf_puts(out, " ");
    }
    put_kind(event, out);
    if (!put_memory(dump, seg, ordinal, event, out))
        put_other(dump, seg, ordinal, event, out);
    put_source(dump, seg->launch, event->line, out);
    buf_puts(out, "\n");
}

void dump_cut(const struct trace_seg *seg, struct buf *out)
{
    if (seg->dropped > 0)
        buf_printf(out, "%u %u %u %u cut: %u events are missing\n",
                   seg->launch, seg->tile, seg->thread, seg->count,
                   seg->dropped);
}

void dump_input(const struct trace *trace, uint32_t *at, struct buf *out)
{
    enum elem_op op = (enum elem_op)trace->run.op;
    enum elem_type type = (enum elem_type)trace->run.type;
    size_t width = elem_width(op, type);
    uint32_t n = trace->run.n;
    uint32_t end = n - *at < 8 ? n : *at + 8;
    buf_printf(out, "input %u:", *at);
    for (; *at < end; ++*at) {
        unsigned char value[ELEM_MAX] = {0};
        if (trace->input != NULL)
            memcpy(value, trace->input + *at * width, width);
        buf_puts(out, " ");
        elem_format(out, op, type, value);
    }
    buf_puts(out, "\n");
}

void dump_stops(const struct dump *dump, struct buf *out)
{
    for (uint32_t i = 0; i < dump->trace->stop_count; i++) {
        const struct trace_stop *stop = &dump->trace->stops[i];
        buf_printf(out, "stop %s launch %u block %u thread %u other %u "
                   "mask %08x word %d[%d]", dump_stop_name(stop->kind),
                   stop->launch, stop->block, stop->thread,
                   stop->other_thread, stop->mask, (int)stop->array,
                   (int)stop->index);
        put_source(dump, stop->launch, stop->line, out);
        put_source(dump, stop->launch, stop->other_line, out);
        buf_puts(out, "\n");
    }
}
