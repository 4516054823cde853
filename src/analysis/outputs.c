/* Outputs: what the last store of each output covers, against the prefix that
 * a scan has to put there: inputs 0..i (inclusive) or 0..i-1 (exclusive), each
 * once and in order; a total covers all, and so does each output of a run that
 * gives everybody the total. A compaction's outputs are not prefixes
 * (compaction.c). What was made from ints is left alone: the inputs behind them are not in the trace. */
#include <stdlib.h>
#include <string.h>

#include "analysis/report.h"

/* Input indices of a cover, sorted, and what is wrong with them. */
struct verdict { enum cover_fault fault; uint32_t first, last; };

static int run_compare(const void *left, const void *right)
{
    const struct cover_run *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->last > b->last) - (a->last < b->last);
}

/* Compares sorted runs with 0..want-1. */
static struct verdict runs_judge(const struct cover_run *run, uint32_t count,
                                 uint32_t want)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (run[i].first < next)
            return (struct verdict){FAULT_TWICE, run[i].first,
                                    run[i].last < next ? run[i].last
                                                       : next - 1};
        if (run[i].first > next && next < want)
            return (struct verdict){FAULT_MISSING, next,
                                    (run[i].first < want ? run[i].first
                                                         : want) - 1};
        if (run[i].last >= want)
            return (struct verdict){FAULT_EXTRA,
                                    run[i].first < want ? want : run[i].first,
                                    run[i].last};
        next = run[i].last + 1;
    }
    if (next < want)
        return (struct verdict){FAULT_MISSING, next, want - 1};
    return (struct verdict){FAULT_NONE, 0, 0};
}

static struct verdict cover_judge(const struct cover *cover, uint32_t want,
                                  bool *failed)
{
    struct verdict verdict = {FAULT_NONE, 0, 0};
    if (cover->count <= 1)
        return runs_judge(cover->run, cover->count, want);
    struct cover_run *sorted = malloc(cover->count * sizeof *sorted);
    if (!sorted) {
        *failed = true;
        return verdict;
    }
    memcpy(sorted, cover->run, cover->count * sizeof *sorted);
    qsort(sorted, cover->count, sizeof *sorted, run_compare);
    verdict = runs_judge(sorted, cover->count, want);
    free(sorted);
    if (verdict.fault == FAULT_NONE && (cover->flags & FLOW_DISORDER) != 0)
        verdict.fault = FAULT_ORDER;
    return verdict;
}

/* ---- sentences ---------------------------------------------------------- */

static void say_inputs(struct buf *out, uint32_t first, uint32_t last)
{
    if (first == last)
        buf_printf(out, "x[%u]", (unsigned)first);
    else
        buf_printf(out, "x[%u..%u]", (unsigned)first, (unsigned)last);
}

static void say_cover(struct buf *out, const struct cover *cover)
{
    enum { SHOWN = 4 };
    if (cover->count == 0)
        buf_puts(out, "no input");
    for (uint32_t i = 0; i < cover->count && i < SHOWN; i++) {
        buf_puts(out, i ? ", " : "");
        say_inputs(out, cover->run[i].first, cover->run[i].last);
    }
    if (cover->count > SHOWN)
        buf_puts(out, ", ...");
}

static void say_verdict(struct buf *out, const struct verdict *verdict,
                        uint32_t want)
{
    if (verdict->fault == FAULT_ORDER) {
        buf_puts(out, "these are not in order");
    } else {
        say_inputs(out, verdict->first, verdict->last);
        bool one = verdict->first == verdict->last;
        if (verdict->fault == FAULT_TWICE)
            buf_printf(out, " %s counted more than once", one ? "is" : "are");
        else if (verdict->fault == FAULT_MISSING)
            buf_printf(out, " %s missing", one ? "is" : "are");
        else
            buf_puts(out, " must not be in it");
    }
    buf_puts(out, "; expected is ");
    if (want == 0) {
        buf_puts(out, "no input.");
        return;
    }
    say_inputs(out, 0, want - 1);
    buf_puts(out, ", each once and in order.");
}

static void output_judge(struct report *report, uint32_t store, uint32_t want)
{
    const struct event *event = &report->trace->events[store];
    const struct cover *cover = flow_cover(report->flow, store);
    if ((report->flow->flags[store] & FLOW_INT) != 0)
        return;
    struct verdict verdict = cover_judge(cover, want, &report->failed);
    if (verdict.fault == FAULT_NONE)
        return;
    struct report_key key = {HAZARD_COVER,
                             event->array | (uint32_t)verdict.fault << 8,
                             event->line, 0};
    struct hazard *hazard = report_add(report, key, store, FLOW_NONE);
    if (!hazard)
        return;
    struct buf text;
    buf_init(&text);
    buf_puts(&text, "Wrong inputs: ");
    report_word(report, &text, event);
    buf_puts(&text, ", stored by ");
    const struct trace_seg *seg = trace_seg_of(report->trace, store);
    report_thread(report, &text, (uint32_t)(seg - report->trace->segs));
    buf_printf(&text, " on line %u, covers ", (unsigned)event->line);
    say_cover(&text, cover);
    buf_puts(&text, ": ");
    say_verdict(&text, &verdict, want);
    report_say(report, hazard, &text);
    buf_finish(&text);
}

void output_unwritten(struct report *report, uint32_t array,
                             uint32_t index)
{
    struct report_key key = {HAZARD_OUTPUT, array, 0, 0};
    struct hazard *hazard = report_add(report, key, FLOW_NONE, FLOW_NONE);
    if (!hazard)
        return;
    hazard->array = (int32_t)array;
    hazard->index = (int32_t)index;
    struct buf text;
    buf_init(&text);
    buf_printf(&text, "Output that nobody wrote: %s[%u] was never stored.",
               report->trace->arrays[array].name, (unsigned)index);
    report_say(report, hazard, &text);
    buf_finish(&text);
}

/* ---- all outputs -------------------------------------------------------- */

void output_last_stores(const struct report *report, uint32_t array,
                        uint32_t *last)
{
    const struct trace *trace = report->trace;
    for (uint32_t r = 0; r < report->flow->order_count; r++) {
        const struct flow_run *run = &report->flow->order[r];
        uint32_t first = (uint32_t)trace->segs[run->seg].first + run->first;
        for (uint32_t e = first; e < first + run->count; e++) {
            const struct event *event = &trace->events[e];
            if (event_kind(event) == EV_ST && event->array == array
                && walk_in_range(&trace->arrays[array], event))
                last[event->index] = e + 1;
        }
    }
}

static void output_array(struct report *report, uint32_t a)
{
    const struct trace *trace = report->trace;
    const struct trace_array *array = &trace->arrays[a];
    bool total = array->role == ROLE_TOTAL;
    bool all = total || trace->run.result == RESULT_TOTAL;
    uint32_t count = array->count < trace->run.n || total ? array->count
                                                          : trace->run.n;
    uint32_t *last = calloc(array->count + (size_t)1, sizeof *last);
    if (!last) {
        report->failed = true;
        return;
    }
    output_last_stores(report, a, last);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t want = all ? trace->run.n
                            : i + (trace->run.inclusive ? 1 : 0);
        if (last[i] == 0)
            output_unwritten(report, a, i);
        else
            output_judge(report, last[i] - 1, want);
    }
    free(last);
}

void outputs_check(struct report *report)
{
    if (report->trace->run.result == RESULT_COMPACT) {
        compaction_check(report);
        return;
    }
    for (uint32_t a = 0; a < report->trace->array_count; a++) {
        const struct trace_array *array = &report->trace->arrays[a];
        bool output = array->role == ROLE_OUTPUT
                      || (array->role == ROLE_TOTAL && array->count == 1);
        if (output && array->space == SPACE_GLOBAL
            && array->word == WORD_VALUE)
            output_array(report, a);
    }
}
