/* Waits between blocks, told from structure, whether or not they went well.
 *
 * A poll that can be answered by what an earlier launch left in the status word
 * reads a stale one in some order. A block may wait for another block only when
 * that one is known to have started: both took a number from the same counter,
 * the other one first. Blocks start in no promised order, and a block that is
 * not resident starts only when another one ends. */
#include <stdlib.h>

#include "analysis/report.h"

/* The first atomic of a block: its arrival. */
struct arrival { uint32_t when; uint8_t array; int32_t index; };

struct waiter {
    struct report *report;
    uint32_t *first;          /* [status word] first publish + 1 */
    uint64_t *base;           /* [array] */
    struct arrival *arrival;  /* [block]; when 0: none */
    uint32_t *block_of;       /* [seg] */
    uint32_t now;
};

static void stale_report(struct waiter *w, uint32_t publish, uint32_t poll)
{
    const struct event *event = &w->report->trace->events[poll];
    struct report_key key = {HAZARD_STALE, event->array, event->line, 0};
    struct hazard *hazard = report_add(w->report, key, publish, poll);
    if (!hazard)
        return;
    const struct trace_seg *seg = trace_seg_of(w->report->trace, poll);
    const struct trace_seg *old = trace_seg_of(w->report->trace, publish);
    const uint32_t at = (uint32_t)(seg - w->report->trace->segs);
    struct report_words thread, word;
    report_say(w->report, hazard, "Status of an earlier run: %s polls %s on line "
               "%u in launch %u, but launch %u has published there and nothing has "
               "cleared it: the old prefix answers as well as the new one.",
               report_thread(w->report, at, &thread),
               report_word(w->report, event, &word), (unsigned)event->line,
               (unsigned)seg->launch, (unsigned)old->launch);
}

static void wait_report(struct waiter *w, uint32_t publish, uint32_t poll)
{
    const struct event *event = &w->report->trace->events[poll];
    struct report_key key = {HAZARD_WAIT, event->array, event->line, 0};
    struct hazard *hazard = report_add(w->report, key, publish, poll);
    if (!hazard)
        return;
    const struct trace_seg *seg = trace_seg_of(w->report->trace, poll);
    const struct trace_seg *other = trace_seg_of(w->report->trace, publish);
    struct report_words word;
    report_say(w->report, hazard, "Wait for a block that may not have started: "
               "tile %u (block %u) waits on line %u for %s, which block %u "
               "publishes on line %u; no arrival counter says that it runs.",
               (unsigned)seg->tile, (unsigned)seg->block, (unsigned)event->line,
               report_word(w->report, event, &word), (unsigned)other->block,
               (unsigned)report_line(w->report, publish));
}

/* Whether block `other` took its number before block `mine` did. */
static bool started_before(const struct waiter *w, uint32_t other,
                           uint32_t mine)
{
    const struct arrival *a = &w->arrival[other], *b = &w->arrival[mine];
    return a->when > 0 && b->when > a->when && a->array == b->array
           && a->index == b->index;
}

static void waiter_poll(struct waiter *w, const struct trace_array *array,
                        uint32_t seg, uint32_t poll)
{
    const struct trace *trace = w->report->trace;
    const struct event *event = &trace->events[poll];
    uint32_t first = w->first[w->base[event->array] + (uint32_t)event->index];
    uint32_t from = w->report->flow->from[poll];
    uint32_t launch = trace->segs[seg].launch;
    if (array->word != WORD_STATUS)
        return;
    if (first != 0 && trace_seg_of(trace, first - 1)->launch < launch)
        stale_report(w, first - 1, poll);
    if (from == FLOW_NONE)
        return;
    uint32_t other = (uint32_t)(trace_seg_of(trace, from) - trace->segs);
    if (trace->segs[other].launch == launch
        && w->block_of[other] != w->block_of[seg]
        && !started_before(w, w->block_of[other], w->block_of[seg]))
        wait_report(w, from, poll);
}

static void waiter_event(struct waiter *w, uint32_t seg, uint32_t index)
{
    const struct trace *trace = w->report->trace;
    const struct event *event = &trace->events[index];
    enum event_kind kind = event_kind(event);
    if (kind != EV_POLL && kind != EV_PUBLISH && kind != EV_STW
        && kind != EV_ATOMIC)
        return;
    const struct trace_array *array =
        walk_array(trace, event, trace->segs[seg].launch);
    if (!array || array->space != SPACE_GLOBAL || !walk_in_range(array, event))
        return;
    uint32_t *first = &w->first[w->base[event->array] + (uint32_t)event->index];
    struct arrival *arrival = &w->arrival[w->block_of[seg]];
    w->now++;
    if (kind == EV_ATOMIC && arrival->when == 0)
        *arrival = (struct arrival){w->now, event->array, event->index};
    else if (kind == EV_PUBLISH && *first == 0)
        *first = index + 1;
    else if (kind == EV_STW)
        *first = 0; /* cleared */
    else if (kind == EV_POLL)
        waiter_poll(w, array, seg, index);
}

static bool waiter_open(struct waiter *w)
{
    const struct trace *trace = w->report->trace;
    const struct walk *walk = &w->report->walk;
    uint64_t words = 0;
    w->base = calloc(trace->array_count + (size_t)1, sizeof *w->base);
    for (uint32_t a = 0; w->base && a < trace->array_count; a++) {
        w->base[a] = words;
        words += trace->arrays[a].space == SPACE_GLOBAL ? trace->arrays[a].count
                                                        : 0;
    }
    w->first = calloc(words + 1, sizeof *w->first);
    w->arrival = calloc(walk->count + (size_t)1, sizeof *w->arrival);
    w->block_of = calloc(trace->seg_count + (size_t)1, sizeof *w->block_of);
    if (!w->base || !w->first || !w->arrival || !w->block_of)
        return false;
    for (uint32_t b = 0; b < walk->count; b++)
        for (uint32_t k = 0; k < walk->block[b].count; k++)
            w->block_of[walk->block[b].first + k] = b;
    return true;
}

static bool has_status(const struct trace *trace)
{
    for (uint32_t a = 0; a < trace->array_count; a++)
        if (trace->arrays[a].word == WORD_STATUS)
            return true;
    return false;
}

void waits_find(struct report *report)
{
    struct waiter w = {.report = report};
    const struct flow *flow = report->flow;
    if (!has_status(report->trace) || report->trace->dropped > 0)
        return;
    bool ok = waiter_open(&w);
    for (uint32_t r = 0; ok && r < flow->order_count; r++) {
        const struct flow_run *run = &flow->order[r];
        uint32_t first =
            (uint32_t)report->trace->segs[run->seg].first + run->first;
        for (uint32_t i = 0; i < run->count; i++)
            waiter_event(&w, run->seg, first + i);
    }
    report->failed = report->failed || !ok;
    free(w.base);
    free(w.first);
    free(w.arrival);
    free(w.block_of);
}
