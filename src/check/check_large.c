/* One pass over the parts of a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "check/check_large.h"
#include "check/check_outputs.h"
#include "simt/simt.h"

static const uint32_t NOBODY = 0, MANY = UINT32_MAX;

/* Who touched a global word in launch - 1: block + 1, NOBODY or MANY. */
struct word { uint32_t launch, writer, reader; };

struct large {
    struct check_large *out;
    struct check_outputs outputs;
    const struct trace *head; /* once outputs are open */
    struct word *word;        /* [all global words]; NULL: not looked at */
    size_t base[TRACE_MAX_ARRAYS];
    bool polls;
};

static bool large_open(struct large *large, const struct trace *part,
                       struct err *err)
{
    size_t words = 0;
    for (uint32_t a = 0; a < part->array_count; a++) {
        large->base[a] = words;
        if (part->arrays[a].space == SPACE_GLOBAL)
            words += part->arrays[a].count;
    }
    if (!large->polls)
        large->word = calloc(words + 1, sizeof *large->word);
    if (!large->polls && !large->word)
        return err_set(err, ERR_FAILED, "out of memory for %zu global words", words);
    return check_outputs_open(&large->outputs, large->head, err);
}

static void note(struct large *large, const char *what)
{
    struct check_large *out = large->out;
    for (uint32_t i = 0; i < out->findings && i < CHECK_LARGE_NOTES; i++)
        if (strcmp(out->note[i], what) == 0)
            return;
    if (out->findings < CHECK_LARGE_NOTES)
        snprintf(out->note[out->findings], sizeof out->note[0], "%s", what);
    out->findings++;
}

/* ---- between blocks ------------------------------------------------------- */

static void word_clash(struct large *large, const struct trace *part,
                       const struct trace_seg *seg, const struct event *event,
                       uint32_t other)
{
    char what[240], which[32] = "several others";
    if (other != MANY)
        snprintf(which, sizeof which, "block %u", other - 1);
    snprintf(what, sizeof what, "Race between blocks: %s[%d] is used by block %u on "
             "line %u and by %s; nothing orders blocks of one launch.",
             part->arrays[event->array].name, event->index, seg->block,
             event->line, which);
    note(large, what);
}

static void word_use(struct large *large, const struct trace *part,
                     const struct trace_seg *seg, const struct event *event,
                     bool writes)
{
    const uint32_t self = seg->block + 1, launch = seg->launch + 1;
    struct word *word = &large->word[large->base[event->array] + (size_t)event->index];
    if (word->launch != launch)
        *word = (struct word){ launch, NOBODY, NOBODY };
    if (word->writer != NOBODY && word->writer != self)
        word_clash(large, part, seg, event, word->writer);
    else if (writes && word->reader != NOBODY && word->reader != self)
        word_clash(large, part, seg, event, word->reader);
    if (writes)
        word->writer = self;
    else
        word->reader = word->reader == NOBODY || word->reader == self ? self : MANY;
}

static void words_look(struct large *large, const struct trace *part)
{
    for (uint32_t s = 0; large->word && s < part->seg_count; s++) {
        const struct trace_seg *seg = &part->segs[s];
        for (uint64_t e = seg->first; e < seg->first + seg->count; e++) {
            const struct event *event = &part->events[e];
            const enum event_kind kind = event_kind(event);
            const bool writes = kind == EV_ST || kind == EV_STW;
            if (!writes && kind != EV_LD && kind != EV_LDW)
                continue;
            const struct trace_array *array = &part->arrays[event->array];
            if (array->space == SPACE_GLOBAL && event->index >= 0
                && (uint32_t)event->index < array->count)
                word_use(large, part, seg, event, writes);
        }
    }
}

/* ---- one part ------------------------------------------------------------- */

static bool part_analyse(struct large *large, const struct trace *part,
                         struct arena *arena, struct err *err)
{
    struct check_large *out = large->out;
    struct steps steps;
    struct flow flow;
    struct workspan work;
    struct banks banks;
    struct hazards hazards;
    if (!analysis_steps(part, arena, &steps, err)
        || !analysis_flow(part, arena, &flow, err)
        || !analysis_workspan(part, &steps, &flow, arena, &work, err)
        || !analysis_banks(part, &steps, arena, &banks, err)
        || !analysis_hazards(part, &steps, &flow, arena, &hazards, err))
        return false;
    out->adds += work.adds;
    out->barriers += work.barriers;
    out->global_words += work.global_loads + work.global_stores;
    out->shared_excess += banks.total.load_excess + banks.total.store_excess;
    for (uint32_t i = 0; i < hazards.count; i++)
        note(large, hazards.hazard[i].what);
    return true;
}

static void part_wraps(struct large *large, const struct trace *part)
{
    struct check_result wraps = { .wraps = 0 };
    struct check_result *result = &large->out->result;
    check_wraps(part, &wraps);
    if (result->wraps == 0)
        result->wrap_line = wraps.wrap_line;
    result->wraps += wraps.wraps;
}

static bool part_take(void *user, const struct trace *part, struct err *err)
{
    struct large *large = user;
    struct arena arena;
    if (!large->outputs.head && !large_open(large, part, err))
        return false;
    large->out->blocks++;
    large->out->events += part->event_count;
    for (uint32_t s = 0; s < part->seg_count; s++)
        large->out->cut |= part->segs[s].dropped > 0;
    check_outputs_take(&large->outputs, part);
    part_wraps(large, part);
    words_look(large, part);
    arena_init(&arena, 0);
    const bool ok = part_analyse(large, part, &arena, err);
    arena_finish(&arena);
    return ok;
}

/* ---- the run -------------------------------------------------------------- */

struct passed { struct large *large; const struct run_spec *spec; };

static bool pass_part(void *user, const struct trace *part, struct err *err)
{
    return part_take(((struct passed *)user)->large, part, err);
}

static bool pass_progress(void *user, uint64_t done, uint64_t of)
{
    const struct run_spec *spec = ((struct passed *)user)->spec;
    return spec->progress(spec->user, done, of);
}

/* What the parts did not contain: a block that a stop ended. */
static bool large_end(struct large *large, const struct trace *trace,
                      struct err *err)
{
    struct check_large *out = large->out;
    out->run = trace->run;
    if (trace->stop_count && !pass_part(&(struct passed){ large, NULL }, trace, err))
        return false;
    if (out->cut) {
        out->result.cut = true;
        snprintf(out->result.what, sizeof out->result.what, "a thread had more "
                 "events than are kept, so nothing can be said about the result");
        return true;
    }
    check_outputs_judge(&large->outputs, NULL, trace->stop_count > 0, &out->result);
    return true;
}

bool check_large_run(const struct run_spec *spec, struct check_large *out,
                     struct err *err)
{
    struct trace trace;
    struct large large = { .out = out, .head = &trace,
                           .polls = spec->algo->flags & ALGO_POLLS };
    struct passed passed = { &large, spec };
    struct run_spec own = *spec;
    memset(out, 0, sizeof *out);
    trace_init(&trace);
    own.progress = spec->progress ? pass_progress : NULL;
    own.user = &passed;
    bool ok = run_record_parts(&own, &trace, pass_part, err);
    if (ok) {
        ok = simt_schedule_met(&trace, err) && large_end(&large, &trace, err);
        trace_finish(&trace);
    }
    if (large.outputs.head)
        check_outputs_close(&large.outputs);
    free(large.word);
    return ok;
}
