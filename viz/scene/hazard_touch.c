/* Who touched the word of a finding: accesses of its step out of the trace, in
 * the order in which they ran. */
#include <string.h>

#include "scene/hazard.h"

struct gather {
    const struct findings *found;
    const struct hazard *hazard;
    uint32_t room;
    bool word_only;
    struct touches *out;
};

char touch_letter(const struct event *event)
{
    switch (event_kind(event)) {
    case EV_LD:
    case EV_LDW:
    case EV_POLL:
        return 'R';
    case EV_ST:
    case EV_STW:
    case EV_PUBLISH:
        return 'W';
    case EV_ATOMIC:
        return 'A';
    default:
        return 0;
    }
}

static bool touch_own(const struct hazard *hazard, uint64_t event)
{
    return event == hazard->first || event == hazard->second;
}

static bool touch_word(const struct hazard *hazard, const struct event *event)
{
    return touch_letter(event) && event->array == hazard->array &&
           event->index == hazard->index;
}

/* The events of a thread in the finding's step. */
static void touch_range(const struct gather *g, uint32_t seg, uint64_t *begin,
                        uint64_t *end)
{
    const struct steps *steps = &g->found->steps;
    const uint32_t *cut = steps->cuts + (size_t)seg * (steps->count + 1);
    const uint64_t first = g->found->trace->segs[seg].first;

    *begin = first + cut[g->hazard->step];
    *end = first + cut[g->hazard->step + 1];
}

static uint64_t touch_at(const struct gather *g, uint64_t event)
{
    const struct trace *trace = g->found->trace;

    return trace->sequence ? trace->sequence[event]
                           : event - trace_seg_of(trace, event)->first;
}

/* Where the word lies there is one of it in a block, or one for all. */
static bool touch_near(const struct gather *g, uint32_t seg)
{
    const struct trace *trace = g->found->trace;
    const struct trace_seg *a = &trace->segs[seg];
    const struct trace_seg *b = &trace->segs[g->out->seg[0]];

    return a->launch == b->launch &&
           (trace->arrays[g->hazard->array].space == SPACE_GLOBAL ||
            (a->block == b->block && a->tile == b->tile));
}

static bool touch_has(const struct touches *out, uint32_t seg)
{
    for (uint32_t i = 0; i < out->segs; i++)
        if (out->seg[i] == seg)
            return true;
    return false;
}

static void touch_thread(struct touches *out, const struct trace *trace,
                         uint32_t event, uint32_t lines)
{
    uint32_t seg;

    if (event >= trace->event_count)
        return;
    seg = (uint32_t)(trace_seg_of(trace, event) - trace->segs);
    if (!touch_has(out, seg) && out->segs < lines)
        out->seg[out->segs++] = seg;
}

static bool touch_visits(const struct gather *g, uint32_t seg)
{
    uint64_t begin, end;

    touch_range(g, seg, &begin, &end);
    for (uint64_t i = begin; i < end; i++)
        if (touch_word(g->hazard, &g->found->trace->events[i]))
            return true;
    return false;
}

static void touch_others(const struct gather *g, uint32_t lines)
{
    struct touches *out = g->out;

    for (uint32_t seg = 0; seg < g->found->trace->seg_count; seg++) {
        if (!touch_near(g, seg) || touch_has(out, seg) || !touch_visits(g, seg))
            continue;
        if (out->segs < lines)
            out->seg[out->segs++] = seg;
        else
            out->others++;
    }
}

/* Puts one in by run order, while there is room. */
static void touch_add(const struct gather *g, uint32_t line, uint64_t event)
{
    struct touches *out = g->out;
    const struct touch touch = { (uint32_t)event, line, touch_at(g, event),
        touch_word(g->hazard, &g->found->trace->events[event]),
        touch_own(g->hazard, event) };
    uint32_t i = out->count;

    if (out->count == g->room)
        return;
    for (; i > 0 && out->touch[i - 1].at > touch.at; i--)
        out->touch[i] = out->touch[i - 1];
    out->touch[i] = touch;
    out->count++;
}

static uint32_t touch_line(const struct gather *g, uint64_t event)
{
    const uint32_t seg = (uint32_t)(trace_seg_of(g->found->trace, event) -
                                    g->found->trace->segs);
    uint32_t line = 0;

    while (line + 1 < g->out->segs && g->out->seg[line] != seg)
        line++;
    return line;
}

static void touch_told(const struct gather *g)
{
    const struct hazard *h = g->hazard;

    if (h->first < g->found->trace->event_count)
        touch_add(g, touch_line(g, h->first), h->first);
    if (h->second < g->found->trace->event_count && h->second != h->first)
        touch_add(g, touch_line(g, h->second), h->second);
}

static bool touch_counts(const struct gather *g, uint32_t line, uint64_t event)
{
    const struct event *e = &g->found->trace->events[event];
    const struct trace_array *arrays = g->found->trace->arrays;

    if (touch_own(g->hazard, event) || !touch_letter(e))
        return false;
    if (touch_word(g->hazard, e))
        return true;
    return !g->word_only && line < g->hazard->places &&
           e->array < g->found->trace->array_count &&
           arrays[e->array].space == arrays[g->hazard->array].space;
}

/* All of them, as far as there is room; returns how many there would be. */
static uint32_t touch_gather(const struct gather *g)
{
    uint32_t count = 2;
    uint64_t begin, end;

    g->out->count = 0;
    touch_told(g);
    for (uint32_t line = 0; line < g->out->segs; line++) {
        touch_range(g, g->out->seg[line], &begin, &end);
        for (uint64_t i = begin; i < end; i++)
            if (touch_counts(g, line, i)) {
                touch_add(g, line, i);
                count++;
            }
    }
    return count;
}

void touches_find(const struct findings *found, const struct hazard *hazard,
                  uint32_t lines, uint32_t room, struct touches *out)
{
    struct gather g = { found, hazard, room < TOUCHES ? room : TOUCHES, false, out };

    memset(out, 0, sizeof(*out));
    out->ordered = found->trace->sequence != NULL;
    if (lines > TOUCH_LINES)
        lines = TOUCH_LINES;
    if (hazard->array < 0 || (uint32_t)hazard->array >= found->trace->array_count ||
        hazard->step >= found->steps.count)
        return;
    touch_thread(out, found->trace, hazard->first, lines);
    touch_thread(out, found->trace, hazard->second, lines);
    if (out->segs == 0)
        return;
    touch_others(&g, lines);
    if (touch_gather(&g) > g.room) {
        g.word_only = true;
        touch_gather(&g);
    }
}
