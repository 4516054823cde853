/* Outputs: what the last store of each output covers, against the prefix that
 * a scan has to put there: inputs 0..i (inclusive) or 0..i-1 (exclusive), each
 * once and in order; a total covers all, and so does each output of a run that
 * gives everybody the total. With head flags the prefixes begin at the last
 * one; a sparse run leaves out zeros. Outputs of a compaction or a split are
 * not prefixes (compaction.c). What was made from ints is left alone: the
 * inputs behind them are not in the trace. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report.h"
#include "base/say.h"
#include "base/elem_info.h"

/* Input indices of a cover, sorted, and what is wrong with them. */
struct verdict { enum cover_fault fault; uint32_t first, last; };

static int run_compare(const void *left, const void *right)
{
    const struct cover_run *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return (a->last > b->last) - (a->last < b->last);
}

/* What an output has to cover: inputs first..end - 1. */
struct wanted { uint32_t first, end; };

/* Whether inputs first..last may be left out: a sparse run skips those that
 * are all zeros. */
static bool gap_allowed(const struct trace *trace, uint32_t first, uint32_t last)
{
    if (trace->run.result != RESULT_SPARSE || !trace->input)
        return false;
    const size_t width = elem_width(trace->run.op, trace->run.type);
    for (size_t i = width * first; i < width * ((size_t)last + 1); i++)
        if (trace->input[i] != 0)
            return false;
    return true;
}

/* Compares sorted runs with the wanted ones. */
static struct verdict runs_judge(const struct trace *trace,
                                 const struct cover_run *run, uint32_t count,
                                 struct wanted want)
{
    uint32_t next = want.first;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = run[i].first, last = run[i].last;
        if (first < want.first)
            return (struct verdict){FAULT_EXTRA, first,
                                    last < want.first ? last : want.first - 1};
        if (first < next)
            return (struct verdict){FAULT_TWICE, first,
                                    last < next ? last : next - 1};
        const uint32_t before = first < want.end ? first : want.end;
        if (before > next && !gap_allowed(trace, next, before - 1))
            return (struct verdict){FAULT_MISSING, next, before - 1};
        if (last >= want.end)
            return (struct verdict){FAULT_EXTRA, first < want.end ? want.end : first,
                                    last};
        next = last + 1;
    }
    if (next < want.end && !gap_allowed(trace, next, want.end - 1))
        return (struct verdict){FAULT_MISSING, next, want.end - 1};
    return (struct verdict){FAULT_NONE, 0, 0};
}

static struct verdict cover_judge(const struct trace *trace,
                                  const struct cover *cover,
                                  struct wanted want, bool *failed)
{
    struct verdict verdict = {FAULT_NONE, 0, 0};
    if (cover->count <= 1)
        return runs_judge(trace, cover->run, cover->count, want);
    struct cover_run *sorted = malloc(cover->count * sizeof *sorted);
    if (!sorted) {
        *failed = true;
        return verdict;
    }
    memcpy(sorted, cover->run, cover->count * sizeof *sorted);
    qsort(sorted, cover->count, sizeof *sorted, run_compare);
    verdict = runs_judge(trace, sorted, cover->count, want);
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

/* "x[0..3], x[5]" */
static const char *say_cover(const struct cover *cover, struct report_words *words)
{
    enum { SHOWN = 4 };
    struct buf out;
    if (cover->count == 0)
        return say_make(words->text, sizeof words->text, "no input");
    buf_init(&out);
    for (uint32_t i = 0; i < cover->count && i < SHOWN; i++) {
        buf_puts(&out, i ? ", " : "");
        say_inputs(&out, cover->run[i].first, cover->run[i].last);
    }
    if (cover->count > SHOWN)
        buf_puts(&out, ", ...");
    snprintf(words->text, sizeof words->text, "%s", buf_text(&out));
    buf_finish(&out);
    return words->text;
}

static const char *fault_text(const struct verdict *verdict)
{
    const bool one = verdict->first == verdict->last;
    if (verdict->fault == FAULT_TWICE)
        return one ? N_("%s is counted more than once") : N_("%s are counted more than once");
    if (verdict->fault == FAULT_MISSING)
        return one ? N_("%s is missing") : N_("%s are missing");
    return N_("%s must not be in it");
}

static const char *say_fault(const struct verdict *verdict,
                             struct report_words *words)
{
    struct buf inputs;
    if (verdict->fault == FAULT_ORDER)
        return say_make(words->text, sizeof words->text, "these are not in order");
    buf_init(&inputs);
    say_inputs(&inputs, verdict->first, verdict->last);
    say_make(words->text, sizeof words->text, fault_text(verdict),
             buf_text(&inputs));
    buf_finish(&inputs);
    return words->text;
}

static void say_verdict(struct report *report, struct hazard *hazard,
                        uint32_t store, const struct verdict *verdict,
                        struct wanted want)
{
    const struct event *event = &report->trace->events[store];
    const struct trace_seg *seg = trace_seg_of(report->trace, store);
    struct report_words word, thread, covers, fault;
    struct buf wanted;
    report_word(report, event, &word);
    report_thread(report, (uint32_t)(seg - report->trace->segs), &thread);
    say_cover(flow_cover(report->flow, store), &covers);
    say_fault(verdict, &fault);
    buf_init(&wanted);
    if (want.end > want.first)
        say_inputs(&wanted, want.first, want.end - 1);
    if (want.end == want.first)
        report_say(report, hazard, "Wrong inputs: %s, stored by %s on line %u, "
                   "covers %s: %s; expected is no input.", word.text, thread.text,
                   (unsigned)event->line, covers.text, fault.text);
    else
        report_say(report, hazard, "Wrong inputs: %s, stored by %s on line %u, "
                   "covers %s: %s; expected is %s, each once and in order.",
                   word.text, thread.text, (unsigned)event->line, covers.text,
                   fault.text, buf_text(&wanted));
    buf_finish(&wanted);
}

static bool gives_total(const struct trace *trace, uint32_t array)
{
    return trace->arrays[array].role == ROLE_TOTAL
        || trace->run.result == RESULT_TOTAL;
}

static void output_judge(struct report *report, uint32_t store,
                         struct wanted want)
{
    const struct event *event = &report->trace->events[store];
    const struct cover *cover = flow_cover(report->flow, store);
    if ((report->flow->flags[store] & FLOW_INT) != 0)
        return;
    struct verdict verdict = cover_judge(report->trace, cover, want,
                                         &report->failed);
    if (verdict.fault == FAULT_NONE)
        return;
    struct report_key key = {HAZARD_COVER,
                             event->array | (uint32_t)verdict.fault << 8,
                             event->line, 0};
    struct hazard *hazard = report_add(report, key, store, FLOW_NONE);
    if (!hazard)
        return;
    say_verdict(report, hazard, store, &verdict, want);
    if (verdict.fault == FAULT_TWICE)
        hazard->hint = twice_hint(twice_cause(report, store));
    else if (verdict.fault == FAULT_EXTRA && !report->trace->run.inclusive
             && verdict.first == want.end && verdict.last == want.end
             && !gives_total(report->trace, event->array))
        hazard->hint = exclusive_hint();
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
    report_say(report, hazard,
               "Output that nobody wrote: %s[%u] was never stored.",
               report->trace->arrays[array].name, (unsigned)index);
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

/* The first input of the segment that input i is in. */
static uint32_t segment_start(const struct trace *trace, uint32_t i)
{
    const unsigned char *heads = trace_heads(trace);
    while (heads && i > 0 && !heads[i])
        i--;
    return heads ? i : 0;
}

static struct wanted output_wanted(const struct trace *trace, uint32_t array,
                                   uint32_t i)
{
    const bool all = gives_total(trace, array);
    struct wanted want = {0, all ? trace->run.n
                                 : i + (trace->run.inclusive ? 1 : 0)};
    want.first = segment_start(trace, all ? trace->run.n - 1 : i);
    if (want.first > want.end)
        want.end = want.first;
    return want;
}

enum cover_fault analysis_output_fault(const struct trace *trace,
                                       const struct flow *flow, uint32_t store)
{
    const struct event *event = &trace->events[store];
    bool failed = false;
    if ((flow->flags[store] & FLOW_INT) != 0)
        return FAULT_NONE;
    const struct verdict verdict =
        cover_judge(trace, flow_cover(flow, store),
                    output_wanted(trace, event->array, (uint32_t)event->index),
                    &failed);
    return failed ? FAULT_ORDER : verdict.fault;
}

static void output_array(struct report *report, uint32_t a)
{
    const struct trace *trace = report->trace;
    const struct trace_array *array = &trace->arrays[a];
    bool total = array->role == ROLE_TOTAL;
    uint32_t count = array->count < trace->run.n || total ? array->count
                                                          : trace->run.n;
    uint32_t *last = calloc(array->count + (size_t)1, sizeof *last);
    if (!last) {
        report->failed = true;
        return;
    }
    output_last_stores(report, a, last);
    for (uint32_t i = 0; i < count; i++) {
        if (last[i] == 0)
            output_unwritten(report, a, i);
        else
            output_judge(report, last[i] - 1, output_wanted(trace, a, i));
    }
    free(last);
}

void outputs_check(struct report *report)
{
    if (report->trace->run.result == RESULT_COMPACT
        || report->trace->run.result == RESULT_SPLIT) {
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
