/* The result check: what the stores of the trace left in the output, against
 * the serial reference. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "check/check.h"
#include "check/check_real.h"
#include "run/run.h"

/* The store that a word of the output ended with. */
struct last { const struct trace_seg *seg; uint32_t ordinal; };

struct pass {
    const struct trace *trace;
    struct arena arena;
    struct last *last;          /* [n + 1]; [n]: the total */
    uint32_t count;             /* outputs to write, n but for compaction */
    int output, total;          /* array ids; total -1: none */
    uint32_t out_of_range;      /* stores beside the output */
    const unsigned char *wanted; /* packed; exact comparison */
    unsigned char wanted_total[ELEM_MAX];
    struct check_real real;
    bool is_real;
};

static bool rounds(int op, int type)
{
    return elem_is_real(type)
        && (op == OP_ADD || op == OP_MUL || op == OP_AFFINE || op == OP_SEGADD);
}

/* Whether the store (seg, ordinal) came after `last`: a later launch, then the
 * recorded order, then the order of segments. */
static bool comes_later(const struct trace *trace, const struct last *last,
                        const struct trace_seg *seg, uint32_t ordinal)
{
    if (!last->seg || last->seg->launch != seg->launch)
        return true; /* segments are sorted by launch */
    return !trace->sequence
        || trace->sequence[seg->first + ordinal]
               > trace->sequence[last->seg->first + last->ordinal];
}

static void note_store(struct pass *pass, const struct trace_seg *seg,
                       uint32_t ordinal, const struct event *event)
{
    const uint32_t n = pass->trace->run.n;
    const bool total = event->array == pass->total;
    if (!total && event->array != pass->output)
        return;
    const int64_t index = event->index;
    if (index < 0 || index >= (total ? 1 : (int64_t)pass->count)) {
        pass->out_of_range++;
        return;
    }
    struct last *last = &pass->last[total ? n : (uint32_t)index];
    if (comes_later(pass->trace, last, seg, ordinal))
        *last = (struct last){ seg, ordinal };
}

static void find_stores(struct pass *pass)
{
    const struct trace *trace = pass->trace;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t e = 0; e < seg->count; e++)
            if (event_kind(&trace->events[seg->first + e]) == EV_ST)
                note_store(pass, seg, e, &trace->events[seg->first + e]);
    }
}

static void wanted_value(const struct pass *pass, uint32_t row,
                         unsigned char wanted[ELEM_MAX])
{
    const struct trace_run *run = &pass->trace->run;
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    memset(wanted, 0, ELEM_MAX);
    if (row == run->n)
        memcpy(wanted, pass->wanted_total, ELEM_MAX);
    else
        memcpy(wanted, pass->wanted + width * row, width);
}

static void got_value(const struct pass *pass, uint32_t row,
                      unsigned char got[ELEM_MAX])
{
    const struct last *last = &pass->last[row];
    trace_value(pass->trace, last->seg, last->ordinal, got);
}

static bool row_agrees(const struct pass *pass, uint32_t row, double *ulp)
{
    const struct trace_run *run = &pass->trace->run;
    unsigned char got[ELEM_MAX], wanted[ELEM_MAX];
    got_value(pass, row, got);
    wanted_value(pass, row, wanted);
    if (!pass->is_real)
        return memcmp(got, wanted, ELEM_MAX) == 0;
    if (run->op == OP_SEGADD && got[0] != wanted[0])
        return false;
    return check_real_agrees(run, &pass->real, row, got, ulp);
}

/* ---- the sentence --------------------------------------------------------- */

static void say_wrong(const struct pass *pass, struct check_result *result,
                      uint32_t row)
{
    const struct trace_run *run = &pass->trace->run;
    unsigned char got[ELEM_MAX], wanted[ELEM_MAX];
    struct buf text;
    buf_init(&text);
    got_value(pass, row, got);
    wanted_value(pass, row, wanted);
    if (row == run->n)
        buf_puts(&text, "the total is ");
    else
        buf_printf(&text, "%u of %u results %s wrong, the first at index %u: ",
                   result->wrong, pass->count, result->wrong == 1 ? "is" : "are",
                   row);
    elem_format(&text, (enum elem_op)run->op, (enum elem_type)run->type, got);
    buf_puts(&text, " instead of ");
    elem_format(&text, (enum elem_op)run->op, (enum elem_type)run->type, wanted);
    snprintf(result->what, sizeof result->what, "%s", buf_text(&text));
    buf_finish(&text);
}

static void say_right(const struct pass *pass, struct check_result *result)
{
    const uint32_t n = pass->count;
    const bool total = pass->total >= 0;
    char all[40] = "the result", more[128] = "";
    if (n != 1)
        snprintf(all, sizeof all, "all %u results", n);
    if (pass->is_real)
        snprintf(more, sizeof more, " within rounding (worst %.3g ulp)",
                 result->worst_ulp);
    if (result->wraps)
        snprintf(more, sizeof more, ", which wraps too: %llu operator%s left the "
                 "range of the type, the first on line %u",
                 (unsigned long long)result->wraps,
                 result->wraps == 1 ? "" : "s", result->wrap_line);
    snprintf(result->what, sizeof result->what,
             "%s%s agree%s with the serial reference%s", all,
             total ? " and the total" : "", n == 1 && !total ? "s" : "", more);
}

static void say(const struct pass *pass, struct check_result *result)
{
    const uint32_t n = pass->trace->run.n;
    if (result->wrong)
        say_wrong(pass, result, result->first_wrong);
    else if (result->unwritten)
        snprintf(result->what, sizeof result->what,
                 "%u of %u results were never written", result->unwritten,
                 pass->count);
    else if (!result->total_ok && pass->last[n].seg)
        say_wrong(pass, result, n);
    else if (!result->total_ok)
        snprintf(result->what, sizeof result->what, "the total was never written");
    else if (pass->out_of_range)
        snprintf(result->what, sizeof result->what,
                 "%u store%s beside the results", pass->out_of_range,
                 pass->out_of_range == 1 ? "" : "s");
    else if (pass->trace->stop_count)
        snprintf(result->what, sizeof result->what,
                 "the run did not come to its end");
    else
        say_right(pass, result);
}

/* ---- the check ------------------------------------------------------------ */

static void compare(struct pass *pass, struct check_result *result)
{
    const uint32_t n = pass->trace->run.n;
    for (uint32_t row = 0; row < pass->count; row++) {
        if (!pass->last[row].seg) {
            result->unwritten++;
        } else if (!row_agrees(pass, row, &result->worst_ulp)) {
            if (result->wrong++ == 0)
                result->first_wrong = row;
        }
    }
    result->total_ok = pass->total < 0
        || (pass->last[n].seg && row_agrees(pass, n, &result->worst_ulp));
    result->ok = !result->wrong && !result->unwritten && result->total_ok
        && !pass->out_of_range && !pass->trace->stop_count;
}

static bool pass_prepare(struct pass *pass, struct err *err)
{
    const struct trace *trace = pass->trace;
    pass->output = trace_array_by_role(trace, ROLE_OUTPUT);
    pass->total = trace_array_by_role(trace, ROLE_TOTAL);
    pass->is_real = trace->run.result != RESULT_COMPACT
        && rounds(trace->run.op, trace->run.type);
    pass->count = run_reference_count(trace);
    if (pass->output < 0)
        return err_set(err, ERR_FAILED, "the trace has no output array to check");
    pass->last = ARENA_NEW(&pass->arena, struct last, (size_t)trace->run.n + 1);
    pass->wanted = run_reference(trace, &pass->arena, pass->wanted_total);
    const bool real = !pass->is_real
        || check_real_reference(trace, &pass->arena, &pass->real);
    if (!pass->last || !pass->wanted || !real)
        return err_set(err, ERR_FAILED, "out of memory for the result check");
    return true;
}

bool check_run(const struct trace *trace, struct check_result *result,
               struct err *err)
{
    struct pass pass = { .trace = trace };
    memset(result, 0, sizeof *result);
    if (trace->dropped) {
        result->cut = true;
        snprintf(result->what, sizeof result->what, "the trace was cut: %llu events "
                 "did not fit, so nothing can be said about the result",
                 (unsigned long long)trace->dropped);
        return true;
    }
    arena_init(&pass.arena, 0);
    const bool ok = pass_prepare(&pass, err);
    if (ok) {
        find_stores(&pass);
        compare(&pass, result);
        check_wraps(trace, result);
        say(&pass, result);
    }
    arena_finish(&pass.arena);
    return ok;
}
