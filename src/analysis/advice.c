/* What is no error: results that left their type, shared accesses that meet in one
 * bank, padding that no index skips, active lanes spread over too many warps.
 *
 * Conflicts are counted line by line as in banks.c, and once more with every
 * element moved up by one word for each 32 words before it in its array: what
 * padding would give. Padding is dead when an array that has conflicts ends in
 * elements that nobody touches while no element before them is skipped. */
#include <stdlib.h>
#include <string.h>

#include "analysis/access.h"
#include "analysis/report.h"
#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/say.h"

enum { WORD_BYTES = 4, BANKS = 32 };

/* Requests of one line and kind. */
struct line {
    uint16_t line; bool store;
    uint32_t degree, padded;   /* worst */
    uint32_t requests;         /* with a conflict */
    uint64_t excess;
    uint32_t event;            /* of the first of the worst, lowest lane */
};
struct adviser {
    struct report *report;
    struct line *line; uint32_t lines, room;
    unsigned char *touched;    /* [array]: malloc'd below */
    uint64_t *base, words;     /* [array] shared ones, one block's */
    unsigned char *conflict;   /* [array] has some */
};

/* ---- sums ---------------------------------------------------------------- */

static void overflow_say(struct adviser *a, struct hazard *hazard,
                         const struct trace_seg *seg, const struct event *event,
                         unsigned char value[3][ELEM_MAX])
{
    const struct trace_run *run = &a->report->trace->run;
    enum elem_op op = (enum elem_op)run->op;
    enum elem_type type = (enum elem_type)run->type;
    struct report_words thread;
    struct buf text[3];
    for (int i = 0; i < 3; i++) {
        buf_init(&text[i]);
        elem_format(&text[i], op, type, value[i]);
    }
    report_thread(a->report, (uint32_t)(seg - a->report->trace->segs), &thread);
    report_say(a->report, hazard, elem_is_real((int)type)
                   ? N_("Overflow: %s applies %s to %s and %s on line %u; the result "
                        "does not fit into %s and becomes %s.")
                   : N_("Overflow: %s applies %s to %s and %s on line %u; the result "
                        "does not fit into %s and wraps to %s."), thread.text,
               elem_op_name(op), buf_text(&text[0]), buf_text(&text[1]),
               (unsigned)event->line, elem_type_name(type), buf_text(&text[2]));
    for (int i = 0; i < 3; i++)
        buf_finish(&text[i]);
}

static void overflow_event(struct adviser *a, const struct trace_seg *seg,
                           uint32_t ordinal)
{
    const struct trace *trace = a->report->trace;
    uint32_t index = (uint32_t)seg->first + ordinal;
    const struct event *event = &trace->events[index];
    unsigned char value[3][ELEM_MAX];
    if (event_kind(event) != EV_OP || !trace_event(trace, seg, event->a)
        || !trace_event(trace, seg, event->b)
        || (a->report->flow->flags[index] & (FLOW_UNWRITTEN | FLOW_RANGE)) != 0)
        return; /* sums of garbage are reported as such */
    trace_value(trace, seg, event->a, value[0]);
    trace_value(trace, seg, event->b, value[1]);
    if (!elem_wraps(trace->run.op, trace->run.type, value[0], value[1]))
        return;
    struct report_key key = {HAZARD_OVERFLOW, 0, 0, 0};
    struct hazard *hazard = report_add(a->report, key, index, FLOW_NONE);
    if (!hazard)
        return;
    hazard->rank = RANK_OVERFLOW;
    trace_value(trace, seg, ordinal, value[2]);
    overflow_say(a, hazard, seg, event, value);
}

/* Wrapping is what unsigned types are chosen for. */
static void overflow_find(struct adviser *a)
{
    const struct trace *trace = a->report->trace;
    const struct flow *flow = a->report->flow;
    if (trace->run.type == ELEM_U32)
        return;
    for (uint32_t r = 0; r < flow->order_count; r++) {
        const struct flow_run *run = &flow->order[r];
        for (uint32_t i = 0; i < run->count; i++)
            overflow_event(a, &trace->segs[run->seg], run->first + i);
    }
}

/* ---- banks ---------------------------------------------------------------- */

static struct line *adviser_line(struct adviser *a, const struct access *access)
{
    for (uint32_t k = 0; k < a->lines; k++)
        if (a->line[k].line == access->line && a->line[k].store == access->store)
            return &a->line[k];
    if (a->lines == a->room) {
        uint32_t room = a->room ? a->room * 2 : 16;
        struct line *grown = realloc(a->line, room * sizeof *grown);
        if (!grown) {
            a->report->failed = true;
            return NULL;
        }
        a->line = grown;
        a->room = room;
    }
    a->line[a->lines] = (struct line){.line = access->line,
                                      .store = access->store, .degree = 1,
                                      .padded = 1, .event = FLOW_NONE};
    return &a->line[a->lines++];
}

/* The same request with one word left empty after every 32 of an array. */
static struct access access_padded(const struct trace *trace,
                                   const struct access *access)
{
    struct access padded = *access;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(access->lanes >> lane & 1))
            continue;
        uint64_t from = trace->arrays[access->array[lane]].offset;
        uint64_t word = (access->address[lane] - from) / WORD_BYTES;
        padded.address[lane] += word / BANKS * WORD_BYTES;
    }
    return padded;
}

static void adviser_request(void *user, uint32_t step,
                            const struct access *access)
{
    struct adviser *a = user;
    const struct trace *trace = a->report->trace;
    struct line *line = adviser_line(a, access);
    struct access_banks banks = access_banks(access);
    (void)step;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(access->lanes >> lane & 1))
            continue;
        uint8_t array = access->array[lane];
        a->touched[a->base[array]
                   + (uint32_t)trace->events[access->event[lane]].index] = 1;
        a->conflict[array] |= banks.degree > 1;
    }
    if (!line || banks.degree <= 1)
        return;
    struct access padded = access_padded(trace, access);
    uint32_t cured = access_banks(&padded).degree;
    line->requests++;
    line->excess += banks.excess;
    line->padded = cured > line->padded ? cured : line->padded;
    if (banks.degree > line->degree) {
        line->degree = banks.degree;
        line->event = access->event[__builtin_ctz(access->lanes)];
    }
}

static void banks_say(struct adviser *a, const struct line *line)
{
    const struct event *event = &a->report->trace->events[line->event];
    struct report_key key = {HAZARD_BANKS, line->store, line->line, 0};
    struct hazard *hazard = report_add(a->report, key, line->event, FLOW_NONE);
    if (!hazard)
        return;
    hazard->rank = RANK_PERFORMANCE;
    hazard->count = line->requests;
    struct report_words loss;
    say_make(loss.text, sizeof loss.text,
             line->store ? N_("stores to %s on line %u take up to %u rounds instead "
                           "of one, %llu more in all")
                         : N_("loads of %s on line %u take up to %u rounds instead "
                           "of one, %llu more in all"),
             a->report->trace->arrays[event->array].name, (unsigned)line->line,
             (unsigned)line->degree, (unsigned long long)line->excess);
    if (line->padded < line->degree)
        report_say(a->report, hazard, "Bank conflicts: %s; one word of padding "
                   "after every 32 would make it %u.", loss.text,
                   (unsigned)line->padded);
    else
        report_say(a->report, hazard, "Bank conflicts: %s; padding after every 32 "
                   "words would not help.", loss.text);
    if (line->padded >= line->degree)
        hazard->hint = N_("Let neighbouring threads use neighbouring words.");
}

/* ---- padding --------------------------------------------------------------- */

/* Elements touched, if these are the first ones without a gap, else 0. */
static uint32_t touched_run(const struct adviser *a, uint32_t array)
{
    const unsigned char *touched = a->touched + a->base[array];
    uint32_t count = a->report->trace->arrays[array].count, run = 0;
    while (run < count && touched[run])
        run++;
    for (uint32_t i = run; i < count; i++)
        if (touched[i])
            return 0;
    return run;
}

static void padding_find(struct adviser *a, uint32_t array)
{
    const struct trace_array *of = &a->report->trace->arrays[array];
    uint32_t run = touched_run(a, array);
    if (!a->conflict[array] || run < BANKS || run == of->count)
        return;
    struct report_key key = {HAZARD_PADDING, array, 0, 0};
    struct hazard *hazard = report_add(a->report, key, FLOW_NONE, FLOW_NONE);
    if (!hazard)
        return;
    hazard->rank = RANK_PERFORMANCE;
    hazard->array = (int32_t)array;
    hazard->index = (int32_t)run;
    uint32_t degree = 1;
    for (uint32_t k = 0; k < a->lines; k++)
        if (a->line[k].event != FLOW_NONE
            && a->report->trace->events[a->line[k].event].array == array
            && a->line[k].degree > degree)
            degree = a->line[k].degree;
    report_say(a->report, hazard, "Padding without effect: %s has %u elements, but every "
               "index lies in 0..%u and none is skipped: %u elements, %u words "
               "in each of 32 banks, the last %u never used; accesses still "
               "take up to %u rounds.", of->name, (unsigned)of->count,
               (unsigned)run - 1, (unsigned)run,
               (unsigned)((uint64_t)run * of->width / WORD_BYTES / BANKS),
               (unsigned)(of->count - run), (unsigned)degree);
}

/* ---- divergence ------------------------------------------------------------ */

/* The round is worse, the more warps its lanes take of those that they need. */
static bool divergence_worse(const struct step *a, const struct step *b)
{
    return (uint64_t)a->warps_active * b->warps_least
           > (uint64_t)b->warps_active * a->warps_least;
}

/* A warp that runs with part of its lanes costs nothing where they would not
 * fill fewer warps as neighbours; and shuffles bind them to their warp. */
static void divergence_find(struct adviser *a)
{
    const struct steps *steps = a->report->steps;
    uint32_t worst = 0, count = 0, parts = 0;
    for (uint32_t k = 0; k < steps->count; k++) {
        const struct step *step = &steps->step[k];
        if (step->kind != STEP_ROUND || step->shuffles > 0 || step->by_data
            || step->warps_active <= step->warps_least)
            continue;
        count += step->warps_active - step->warps_least;
        if (parts++ == 0 || divergence_worse(step, &steps->step[worst]))
            worst = k;
    }
    if (count == 0)
        return;
    struct report_key key = {HAZARD_DIVERGENCE, 0, 0, 0};
    struct hazard *hazard = report_add(a->report, key, FLOW_NONE, FLOW_NONE);
    if (!hazard)
        return;
    const struct step *step = &steps->step[worst];
    hazard->rank = RANK_PERFORMANCE;
    hazard->count = count;
    hazard->step = worst;
    hazard->places = step->line_count ? 1 : 0;
    hazard->place[0] = (struct hazard_place){
        .launch = step->launch,
        .line = (uint16_t)(step->line_count ? step->lines[0] : 0)};
    report_say(a->report, hazard, "Divergence: in %u of %u rounds the active lanes lie in "
               "more warps than they would fill; worst in round %u, with %u active "
               "lanes in %u warps where %u would do.", (unsigned)parts,
               (unsigned)steps->rounds, (unsigned)step->number,
               (unsigned)step->active, (unsigned)step->warps_active,
               (unsigned)step->warps_least);
}

/* ---- all ------------------------------------------------------------------- */

static bool adviser_open(struct adviser *a)
{
    const struct trace *trace = a->report->trace;
    size_t arrays = trace->array_count + (size_t)1;
    a->base = calloc(arrays, sizeof *a->base);
    a->conflict = calloc(arrays, 1);
    for (uint32_t k = 0; a->base && k < trace->array_count; k++) {
        a->base[k] = a->words;
        a->words += trace->arrays[k].space == SPACE_SHARED
                        ? trace->arrays[k].count : 0;
    }
    a->touched = calloc(a->words + 1, 1);
    return a->base && a->conflict && a->touched;
}

static bool adviser_run(struct adviser *a, struct err *err)
{
    const struct trace *trace = a->report->trace;
    if (!adviser_open(a))
        return walk_memory(err);
    overflow_find(a);
    if (!access_walk(trace, a->report->steps, SPACE_SHARED, adviser_request, a,
                     err))
        return false;
    for (uint32_t k = 0; k < a->lines; k++)
        if (a->line[k].event != FLOW_NONE)
            banks_say(a, &a->line[k]);
    for (uint32_t k = 0; k < trace->array_count; k++)
        if (trace->arrays[k].space == SPACE_SHARED && trace->dropped == 0
            && trace->stop_count == 0)
            padding_find(a, k);
    divergence_find(a);
    return true;
}

bool analysis_advice(const struct trace *trace, const struct steps *steps,
                     const struct flow *flow, struct arena *arena,
                     struct hazards *out, struct err *err)
{
    struct report report = {.trace = trace, .steps = steps, .flow = flow};
    struct adviser a = {.report = &report};
    *out = (struct hazards){0};
    if (!report_open(&report, arena, err))
        return false;
    bool ok = adviser_run(&a, err);
    free(a.line);
    free(a.base);
    free(a.conflict);
    free(a.touched);
    if (!ok) {
        free(report.hazard);
        free(report.key);
        return false;
    }
    return report_close(&report, arena, out, err);
}
