/* What the stores of a run left in its output, against the serial reference.
 * Values are taken out of the trace as they come, so that a trace can be handed
 * over part by part. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "check/check_outputs.h"
#include "run/options.h"
#include "run/run.h"

static bool rounds(int op, int type)
{
    return elem_is_real(type)
        && (op == OP_ADD || op == OP_MUL || op == OP_AFFINE || op == OP_SEGADD);
}

/* Whether a store at `order` came after what the word holds: a later part, a
 * later launch, then the recorded order, then the order of segments. */
static bool comes_later(const struct outputs_last *last,
                        const struct outputs_last *now)
{
    if (last->part != now->part || last->launch != now->launch)
        return true; /* parts come in turn, segments are sorted by launch */
    return now->sequence >= last->sequence;
}

static void note_store(struct check_outputs *out, const struct trace *part,
                       const struct trace_seg *seg, uint32_t ordinal)
{
    const struct event *event = &part->events[seg->first + ordinal];
    const uint32_t n = out->head->run.n;
    const bool total = event->array == out->total;
    if (!total && event->array != out->output)
        return;
    const int64_t index = event->index;
    if (index < 0 || index >= (total ? 1 : (int64_t)out->count)) {
        out->out_of_range++;
        return;
    }
    const uint32_t row = total ? n : (uint32_t)index;
    const struct outputs_last now = {
        out->parts, seg->launch,
        part->sequence ? part->sequence[seg->first + ordinal] : 0,
        seg->first + ordinal,
    };
    if (!comes_later(&out->last[row], &now))
        return;
    out->last[row] = now;
    trace_value(part, seg, ordinal, out->got + (size_t)ELEM_MAX * row);
}

static void take_from(struct check_outputs *out, const struct trace *part,
                      uint32_t launch)
{
    out->parts++;
    for (uint32_t s = 0; s < part->seg_count; s++) {
        const struct trace_seg *seg = &part->segs[s];
        for (uint32_t e = 0; seg->launch >= launch && e < seg->count; e++)
            if (event_kind(&part->events[seg->first + e]) == EV_ST)
                note_store(out, part, seg, e);
    }
}

void check_outputs_take(struct check_outputs *out, const struct trace *part)
{
    take_from(out, part, 0);
}

bool check_outputs_part(struct check_outputs *out, const struct trace *trace)
{
    uint32_t last = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++)
        if (trace->segs[s].dropped)
            last = trace->segs[s].launch;
    out->part = true;
    take_from(out, trace, last);
    return run_blocks_traced(trace, &out->traced, &out->blocks);
}

void check_outputs_results(struct check_outputs *out, const struct trace *trace)
{
    const struct trace_run *run = &trace->run;
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    out->last = NULL;
    for (size_t row = 0; row <= run->n; row++)
        memcpy(out->got + ELEM_MAX * row, trace->results + width * row, width);
}

/* Memory does not tell who wrote it: there garbage is a wrong value. */
static bool was_written(const struct check_outputs *out, uint32_t row)
{
    return !out->last || out->last[row].part;
}

static void wanted_value(const struct check_outputs *out, uint32_t row,
                         unsigned char wanted[ELEM_MAX])
{
    const struct trace_run *run = &out->head->run;
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    memset(wanted, 0, ELEM_MAX);
    if (row == run->n)
        memcpy(wanted, out->wanted_total, ELEM_MAX);
    else
        memcpy(wanted, out->wanted + width * row, width);
}

static const unsigned char *got_value(const struct check_outputs *out, uint32_t row)
{
    return out->got + (size_t)ELEM_MAX * row;
}

static enum real_verdict row_judge(const struct check_outputs *out, uint32_t row,
                                   double *ulp)
{
    const struct trace_run *run = &out->head->run;
    unsigned char wanted[ELEM_MAX];
    const unsigned char *got = got_value(out, row);
    wanted_value(out, row, wanted);
    if (!out->is_real)
        return memcmp(got, wanted, ELEM_MAX) == 0 ? REAL_RIGHT : REAL_WRONG;
    if (run->op == OP_SEGADD && got[0] != wanted[0])
        return REAL_WRONG;
    return check_real_judge(run, &out->real, row, got, ulp);
}

/* Whether the serial reference, in the run's own type, is beyond every bound. */
static bool reference_beyond(const struct check_outputs *out)
{
    double ulp = 0;
    for (uint32_t row = 0; out->is_real && row <= out->head->run.n; row++) {
        unsigned char wanted[ELEM_MAX];
        wanted_value(out, row, wanted);
        if (check_real_judge(&out->head->run, &out->real, row, wanted, &ulp) ==
            REAL_BEYOND)
            return true;
    }
    return false;
}

/* What no bound can judge is right when its own tree gives it. A run in parts
 * has no trees, nor has one that was cut: there what underflowed has only to be
 * within its slack, and something has to have overflowed. */
static bool row_agrees(const struct check_outputs *out, uint32_t row,
                       struct check_result *result)
{
    const enum real_verdict verdict = row_judge(out, row, &result->worst_ulp);
    if (verdict == REAL_RIGHT || verdict == REAL_WRONG)
        return verdict == REAL_RIGHT;
    const bool agrees = out->tree ? check_tree_holds(out->tree, out->last[row].event)
                                  : verdict == REAL_UNDER || out->overflows;
    result->under += agrees && verdict == REAL_UNDER;
    result->beyond += agrees;
    return agrees;
}

/* ---- the sentence --------------------------------------------------------- */

static void say_wrong(const struct check_outputs *out, struct check_result *result,
                      uint32_t row)
{
    const struct trace_run *run = &out->head->run;
    unsigned char wanted[ELEM_MAX];
    struct buf text;
    buf_init(&text);
    const unsigned char *got = got_value(out, row);
    wanted_value(out, row, wanted);
    if (row == run->n)
        buf_puts(&text, "the total is ");
    else if (out->count == 1)
        buf_puts(&text, "the result is ");
    else
        buf_printf(&text, "%u of %u results %s wrong, the first at index %u: ",
                   result->wrong, out->count, result->wrong == 1 ? "is" : "are",
                   row);
    elem_format(&text, (enum elem_op)run->op, (enum elem_type)run->type, got);
    buf_puts(&text, " instead of ");
    elem_format(&text, (enum elem_op)run->op, (enum elem_type)run->type, wanted);
    snprintf(result->what, sizeof result->what, "%s", buf_text(&text));
    buf_finish(&text);
}

/* "2 operators left the range of the type, the first on line 7" */
static void say_wraps(const struct check_outputs *out, const struct check_result *result,
                      char *text, size_t room)
{
    snprintf(text, room, "%llu operator%s%s left the range of the type, the first on "
             "line %u", (unsigned long long)result->wraps,
             result->wraps == 1 ? "" : "s",
             out->last && !out->part ? "" : " of those traced",
             result->wrap_line);
}

/* "2 overflow", "3 overflow or underflow" */
static void say_range(const struct check_result *result, char *text, size_t room)
{
    const uint32_t over = result->beyond - result->under;
    const char *s = result->beyond == 1 ? "s" : "";
    snprintf(text, room, "%u %s%s%s%s%s", result->beyond, over ? "overflow" : "",
             over ? s : "", over && result->under ? " or " : "",
             result->under ? "underflow" : "", result->under ? s : "");
}

static const char *beyond_judged(const struct check_outputs *out)
{
    if (out->tree)
        return "each as its own order of operators makes it";
    return out->last && !out->part ? "which is not judged in so long a run"
                     : "which is not judged where the trace is cut";
}

/* Some results, or the total, are what only their own trees can tell. */
static void say_beyond(const struct check_outputs *out, struct check_result *result)
{
    const uint32_t count = out->count + (out->total >= 0);
    char wraps[96] = "no operator left the range of the type", range[64];
    if (!out->last)
        snprintf(wraps, sizeof wraps, "what was traced stayed in the type's range");
    if (result->wraps)
        say_wraps(out, result, wraps, sizeof wraps);
    say_range(result, range, sizeof range);
    snprintf(result->what, sizeof result->what, "%u of %u results agree%s with the serial "
             "reference within rounding; %s, %s: %s",
             count - result->beyond, count, count - result->beyond == 1 ? "s" : "", range,
             beyond_judged(out), wraps);
}

static void say_right(const struct check_outputs *out, struct check_result *result)
{
    const uint32_t n = out->count;
    const bool total = out->total >= 0;
    char all[40] = "the result", more[160] = "", wraps[96];
    if (n != 1)
        snprintf(all, sizeof all, "all %u results", n);
    if (out->is_real)
        snprintf(more, sizeof more, " within rounding (worst %.3g ulp)",
                 result->worst_ulp);
    say_wraps(out, result, wraps, sizeof wraps);
    if (result->wraps)
        snprintf(more, sizeof more, ", which %s too: %s",
                 out->is_real ? "overflows" : "wraps", wraps);
    snprintf(result->what, sizeof result->what,
             "%s%s agree%s with the serial reference%s", all,
             total ? " and the total" : "", n == 1 && !total ? "s" : "", more);
}

/* "within rounding ..." and what was beyond every bound, of some blocks. */
static void say_part_more(const struct check_outputs *out,
                          const struct check_result *result, char *more, size_t room)
{
    more[0] = 0;
    if (result->beyond)
        snprintf(more, room, " but for %u that left the range of the type", result->beyond);
    else if (out->is_real)
        snprintf(more, room, " within rounding (worst %.3g ulp)", result->worst_ulp);
}

/* Of a run of which some blocks are there, and nothing of theirs is wrong. */
static void say_part(const struct check_outputs *out, struct check_result *result)
{
    char more[96], blocks[96];
    snprintf(blocks, sizeof blocks, "%llu of %llu blocks are in the trace",
             (unsigned long long)out->traced, (unsigned long long)out->blocks);
    say_part_more(out, result, more, sizeof more);
    if (result->cut)
        snprintf(result->what, sizeof result->what, "%s; they wrote no result that another "
                 "one cannot have changed, so nothing can be said about it", blocks);
    else
        snprintf(result->what, sizeof result->what, "%s; what they wrote, %u of %u results%s, "
                 "agrees with the serial reference%s; the rest is not in it", blocks,
                 out->count - result->unwritten, out->count,
                 was_written(out, out->head->run.n) ? " and the total" : "", more);
}

static void say(const struct check_outputs *out, struct check_result *result)
{
    const uint32_t n = out->head->run.n;
    if (out->part && (result->ok || result->cut))
        say_part(out, result);
    else if (result->wrong)
        say_wrong(out, result, result->first_wrong);
    else if (result->unwritten && !out->part && out->count == 1)
        snprintf(result->what, sizeof result->what, "the result was never written");
    else if (result->unwritten && !out->part)
        snprintf(result->what, sizeof result->what,
                 "%u of %u results %s never written", result->unwritten,
                 out->count, result->unwritten == 1 ? "was" : "were");
    else if (!result->total_ok && was_written(out, n))
        say_wrong(out, result, n);
    else if (!result->total_ok)
        snprintf(result->what, sizeof result->what, "the total was never written");
    else if (out->out_of_range)
        snprintf(result->what, sizeof result->what,
                 "%u store%s beside the results", out->out_of_range,
                 out->out_of_range == 1 ? "" : "s");
    else if (out->stopped)
        snprintf(result->what, sizeof result->what,
                 "the run did not come to its end");
    else if (result->beyond)
        say_beyond(out, result);
    else
        say_right(out, result);
}

/* ---- the check ------------------------------------------------------------ */

static void compare(struct check_outputs *out, struct check_result *result)
{
    const uint32_t n = out->head->run.n;
    for (uint32_t row = 0; row < out->count; row++) {
        if (!was_written(out, row)) {
            result->unwritten++;
        } else if (!row_agrees(out, row, result)) {
            if (result->wrong++ == 0)
                result->first_wrong = row;
        }
    }
    result->total_ok = out->total < 0
        || (was_written(out, n) ? row_agrees(out, n, result) : out->part);
    result->part = out->part;
    result->cut = out->part && result->unwritten == out->count && !was_written(out, n)
        && !out->out_of_range && !out->stopped;
    result->ok = !result->wrong && (!result->unwritten || out->part) && result->total_ok
        && !out->out_of_range && !out->stopped && !result->cut;
}

bool check_outputs_open(struct check_outputs *out, const struct trace *head,
                        struct err *err)
{
    const size_t rows = (size_t)head->run.n + 1;
    *out = (struct check_outputs){
        .head = head,
        .output = trace_array_by_role(head, ROLE_OUTPUT),
        .total = trace_array_by_role(head, ROLE_TOTAL),
        .is_real = head->run.result != RESULT_COMPACT
            && head->run.result != RESULT_SPLIT && rounds(head->run.op, head->run.type),
        .count = run_reference_count(head),
    };
    if (out->output < 0)
        return err_set(err, ERR_FAILED, "the trace has no output array to check");
    arena_init(&out->arena, 0);
    out->last = ARENA_NEW(&out->arena, struct outputs_last, rows);
    out->got = arena_alloc(&out->arena, rows, ELEM_MAX);
    out->wanted = run_reference(head, &out->arena, out->wanted_total);
    const bool real = !out->is_real
        || check_real_reference(head, &out->arena, &out->real);
    if (out->last && out->got && out->wanted && real)
        return true;
    check_outputs_close(out);
    return err_set(err, ERR_FAILED, "out of memory for the result check");
}

void check_outputs_close(struct check_outputs *out)
{
    arena_finish(&out->arena);
}

bool check_outputs_beyond(const struct check_outputs *out)
{
    double ulp = 0;
    for (uint32_t row = 0; out->is_real && row <= out->head->run.n; row++) {
        const enum real_verdict verdict =
            was_written(out, row) ? row_judge(out, row, &ulp) : REAL_RIGHT;
        if (verdict == REAL_UNDER || verdict == REAL_BEYOND)
            return true;
    }
    return false;
}

void check_outputs_judge(struct check_outputs *out, struct check_tree *tree,
                         bool stopped, struct check_result *result)
{
    out->tree = tree;
    out->overflows = result->wraps > 0 || ((!out->last || out->part)
                                           && reference_beyond(out));
    out->stopped = stopped;
    compare(out, result);
    say(out, result);
}
