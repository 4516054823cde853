/* pscan check: every algorithm, length, form and schedule, or given traces.
 *
 * A case passes when every run's result agrees with the serial reference,
 * analysis finds nothing, and the canonical trace is the same on every
 * schedule. A line a case; below, what was found, each finding once a case, and
 * how it is usually repaired. What is no error (bank conflicts, divergence) is
 * told of algorithms that were named, counted as a note, and changes nothing. */
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "check/adversarial.h"
#include "check/check.h"
#include "check/check_large.h"
#include "cli/check_json.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "simt/simt.h"

enum { MAX_NOTES = 40,
       LARGE = 1 << 14 /* longer runs of many blocks are not kept whole */ };

static const uint32_t default_ns[] = { 1, 2, 3, 7, 8, 31, 32, 33, 64, 1000, 1024 };
static const char *const default_schedules[] = {
    "in-order", "round-robin", "random:1", "random:2", "random:3",
};

struct check_options {
    struct run_options run;
    struct cli_files files;
    enum table_format format;
    bool json, format_given;
};

/* What was found so far. */
struct verdict {
    struct table table;
    struct buf notes;
    struct buf seen;   /* what was said of this case, a line each */
    int note_count;
    struct check_json *json; /* NULL: not asked for */
    bool advice;       /* told too */
    bool wrong, found;
};

/* One line of the table in the making. */
struct check_case {
    char name[96]; /* stands in notes */
    int runs, wrong, differing;
    bool alone; /* one trace, or one that may differ by schedule */
    bool cut;   /* nothing can be said */
    uint32_t findings;
    uint32_t listed, notes; /* different findings, and what is slow, not wrong */
    uint64_t hash; /* of the first run */
};

/* One line; the same one of another schedule of this case is neither counted nor
 * repeated. count: NULL for what is no finding. True when the line was printed. */
static bool note(struct verdict *verdict, const char *where, const char *schedule,
                 const char *what, uint32_t *count)
{
    char line[400];
    snprintf(line, sizeof line, ": %s\n", what);
    if (strstr(buf_text(&verdict->seen), line))
        return false;
    buf_puts(&verdict->seen, line);
    *(count ? count : &(uint32_t){ 0 }) += 1;
    if (verdict->note_count++ >= MAX_NOTES)
        return false;
    buf_printf(&verdict->notes, "%s, %s: %s\n", where, schedule, what);
    return true;
}

/* How often it was, if more than once. Of what is no error the sentence has told
 * the worst. */
static void note_count(struct verdict *verdict, const struct hazard *hazard)
{
    if (hazard->kind == HAZARD_DIVERGENCE)
        buf_printf(&verdict->notes, "    %u active warp%s in all could have been idle\n",
                   hazard->count, hazard->count == 1 ? "" : "s");
    else if (hazard->kind == HAZARD_BANKS)
        buf_printf(&verdict->notes, "    %u request%s of warps with conflicts in all\n",
                   hazard->count, hazard->count == 1 ? "" : "s");
    else if (hazard->count > 1)
        buf_printf(&verdict->notes, "    %u times in all, this is the first\n",
                   hazard->count);
}

static void note_hazards(struct verdict *verdict, struct check_case *now,
                         const char *schedule, const struct hazards *hazards)
{
    for (uint32_t i = 0; i < hazards->count; i++) {
        const struct hazard *hazard = &hazards->hazard[i];
        if (hazard->rank == RANK_PERFORMANCE && !verdict->advice)
            continue;
        if (!note(verdict, now->name, schedule, hazard->what,
                  hazard->rank == RANK_PERFORMANCE ? &now->notes : &now->listed))
            continue;
        note_count(verdict, hazard);
        buf_printf(&verdict->notes, "    repair: %s\n", hazard->hint);
    }
}

static uint32_t count_rank(const struct hazards *hazards, enum hazard_rank rank)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < hazards->count; i++)
        count += hazards->hazard[i].rank == rank;
    return count;
}

/* ---- one trace ------------------------------------------------------------ */

static bool examine_findings(struct verdict *verdict, struct check_case *now,
                             const struct trace *trace, const char *schedule,
                             struct err *err)
{
    struct findings findings;
    if (!analyse(trace, &findings, err))
        return false;
    uint32_t count = findings.hazards.count
        + count_rank(&findings.advice, RANK_OVERFLOW);
    note_hazards(verdict, now, schedule, &findings.hazards);
    note_hazards(verdict, now, schedule, &findings.advice);
    check_json_findings(verdict->json, trace, schedule, &findings.hazards);
    check_json_findings(verdict->json, trace, schedule, &findings.advice);
    if (count == 0 && trace->stop_count) {
        note(verdict, now->name, schedule, "the run did not come to its end",
             &now->listed);
        count = 1;
    }
    now->findings += count;
    analysis_finish(&findings);
    return true;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= size; at += sizeof word) {
        memcpy(&word, (const char *)bytes + at, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* What the canonical dump tells, of two traces of one program: every event of
 * every thread, without failed polls, and how the run ended. */
static uint64_t canonical_hash(const struct trace *trace)
{
    uint64_t hash = mix(1, &trace->event_count, sizeof trace->event_count);
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        const uint32_t who[4] = { seg->launch, seg->tile, seg->thread, seg->count };
        hash = mix(hash, who, sizeof who);
        for (uint64_t e = seg->first; e < seg->first + seg->count; e++) {
            struct event event = trace->events[e];
            if (event_kind(&event) == EV_POLL)
                event.b = 0;
            hash = mix(hash, &event, sizeof event);
        }
    }
    return mix(hash, trace->stops, trace->stop_count * sizeof *trace->stops);
}

static void examine_order(struct verdict *verdict, struct check_case *now,
                          const struct trace *trace, const char *schedule)
{
    const uint64_t hash = canonical_hash(trace);
    if (now->runs == 0) {
        now->hash = hash;
    } else if (now->hash != hash) {
        now->differing++;
        note(verdict, now->name, schedule,
             "the canonical trace differs from the first schedule's", NULL);
    }
}

static bool examine(struct verdict *verdict, struct check_case *now,
                    const struct trace *trace, bool polls, struct err *err)
{
    const char *schedule = trace->run.schedule[0] ? trace->run.schedule
                                                  : trace->run.device_name;
    struct check_result result;
    if (!check_run(trace, &result, err))
        return false;
    now->cut |= result.cut;
    if (!result.ok) {
        now->wrong += !result.cut;
        note(verdict, now->name, schedule, result.what, NULL);
        check_json_wrong(verdict->json, trace, schedule, result.what);
    }
    if (result.ok && result.wraps) {
        now->findings++;
        note(verdict, now->name, schedule, result.what, &now->listed);
    }
    if (!result.cut && !examine_findings(verdict, now, trace, schedule, err))
        return false;
    if (!polls)
        examine_order(verdict, now, trace, schedule);
    now->runs++;
    now->alone = polls || now->runs < 2;
    return true;
}

static void conclude(struct verdict *verdict, const struct check_case *now,
                     const struct trace_run *run)
{
    buf_finish(&verdict->seen);
    buf_init(&verdict->seen);
    check_json_case(verdict->json, run, now->runs, now->wrong, now->findings,
                    now->differing);
    verdict->wrong |= now->wrong > 0 || now->cut;
    verdict->found |= now->findings > 0 || now->differing > 0;
    table_cell(&verdict->table, "%s", run->algo);
    table_cell(&verdict->table, "%u", run->n);
    table_cell(&verdict->table, run->inclusive ? "inclusive" : "exclusive");
    table_cell(&verdict->table, "%d", now->runs);
    if (now->wrong)
        table_cell(&verdict->table, "wrong in %d", now->wrong);
    else
        table_cell(&verdict->table, now->cut ? "unknown" : "right");
    if (now->cut)
        table_cell(&verdict->table, "-");
    else
        table_cell(&verdict->table, "%u", now->listed);
    if (now->cut || !verdict->advice)
        table_cell(&verdict->table, "-");
    else
        table_cell(&verdict->table, "%u", now->notes);
    if (now->differing)
        table_cell(&verdict->table, "differ in %d", now->differing);
    else
        table_cell(&verdict->table, now->alone ? "-" : "equal");
}

/* ---- cases ---------------------------------------------------------------- */

static bool check_case(const struct check_options *options,
                       struct verdict *verdict, struct run_spec spec,
                       struct err *err)
{
    struct check_case now = { .runs = 0 };
    struct trace_run run = { .n = 0 };
    const bool own = options->run.schedule_given || spec.device == RUN_CUDA;
    const int schedules = own ? 1 : sizeof default_schedules / sizeof *default_schedules;
    spec.sequence = spec.writer = true;
    for (int i = 0; i < schedules; i++) {
        struct trace trace;
        struct run_spec one = spec;
        struct adversarial search;
        if (!own)
            one.schedule = default_schedules[i];
        trace_init(&trace);
        if (!adversarial_resolve(&one, &search, err)
            || !cli_progress_record(&one, &trace, err))
            return false;
        if (options->run.algo_given && !simt_schedule_met(&trace, err)) {
            trace_finish(&trace);
            return false;
        }
        run = trace.run;
        snprintf(now.name, sizeof now.name, "%s, n = %u, %s", run.algo, run.n,
                 run.inclusive ? "inclusive" : "exclusive");
        const bool ok = examine(verdict, &now, &trace,
                                spec.algo->flags & ALGO_POLLS, err);
        trace_finish(&trace);
        if (!ok)
            return false;
    }
    conclude(verdict, &now, &run);
    return true;
}

static bool is_large(const struct run_spec *spec)
{
    return spec->n > LARGE && !(spec->algo->flags & ALGO_ONE_BLOCK)
        && spec->device != RUN_CUDA && !spec->trace_blocks
        && !adversarial_is(spec->schedule);
}

/* Block by block, on one schedule, in the form that is usual. */
static bool check_large_case(struct verdict *verdict, struct run_spec spec,
                             struct err *err)
{
    struct check_case now = { .runs = 1, .alone = true };
    struct cli_progress progress = { .spec = &spec, .percent = -1 };
    struct check_large large;
    snprintf(now.name, sizeof now.name, "%s, n = %u", spec.algo->name, spec.n);
    spec.progress = cli_progress;
    spec.user = &progress;
    const bool ok = check_large_run(&spec, &large, err);
    cli_progress_end(&progress);
    if (!ok)
        return false;
    now.cut = large.result.cut;
    now.wrong = !large.result.ok && !large.result.cut;
    now.findings = large.findings + (large.result.ok && large.result.wraps > 0);
    if (!large.result.ok || large.result.wraps)
        note(verdict, now.name, large.run.schedule, large.result.what,
             large.result.ok ? &now.listed : NULL);
    for (uint32_t i = 0; i < large.findings && i < CHECK_LARGE_NOTES; i++)
        note(verdict, now.name, large.run.schedule, large.note[i], &now.listed);
    conclude(verdict, &now, &large.run);
    return true;
}

/* Both forms where none was asked for. */
static bool check_forms(const struct check_options *options,
                        struct verdict *verdict, struct run_spec spec,
                        struct err *err)
{
    if (is_large(&spec))
        return check_large_case(verdict, spec, err);
    if (spec.direction != RUN_DEFAULT)
        return check_case(options, verdict, spec, err);
    if (spec.algo->flags & ALGO_INCLUSIVE) {
        spec.direction = RUN_INCLUSIVE;
        if (!check_case(options, verdict, spec, err))
            return false;
    }
    spec.direction = RUN_EXCLUSIVE;
    return !(spec.algo->flags & ALGO_EXCLUSIVE)
        || check_case(options, verdict, spec, err);
}

/* The length asked for, or those of the table that the algorithm can do. */
static bool check_algo(const struct check_options *options,
                       struct verdict *verdict, const struct algo *algo,
                       struct err *err)
{
    const bool random = options->run.input_given
        && strncmp(options->run.spec.input, "random:", 7) == 0;
    struct run_spec spec = options->run.spec;
    spec.algo = algo;
    if (options->run.n_given || (options->run.input_given && !random)) {
        if (!options->run.algo_given && algo->max_n && spec.n > algo->max_n)
            return true;
        return check_forms(options, verdict, spec, err);
    }
    for (size_t i = 0; i < sizeof default_ns / sizeof *default_ns; i++) {
        spec.n = default_ns[i];
        if (algo->max_n && spec.n > algo->max_n)
            continue;
        if (!check_forms(options, verdict, spec, err))
            return false;
    }
    return true;
}

static bool check_algos(const struct check_options *options,
                        struct verdict *verdict, struct err *err)
{
    const struct run_options *run = &options->run;
    const int count = run->algo_given ? run->algo_count : run_algo_count();
    for (int i = 0; i < count; i++) {
        const struct algo *algo = run->algo_given ? run->algos[i] : run_algo_at(i);
        if (!run->algo_given && (algo->flags & ALGO_BROKEN))
            continue; /* wrong on purpose: only when named */
        if (!run->algo_given && (!run_pair_check(algo, run->spec.op, run->spec.type, NULL)
                                 || !cli_has_form(algo, run->spec.direction)))
            continue;
        if (!check_algo(options, verdict, algo, err))
            return false;
    }
    return true;
}

static bool check_files(const struct check_options *options,
                        struct verdict *verdict, struct err *err)
{
    for (int i = 0; i < options->files.count; i++) {
        struct check_case now = { .runs = 0 };
        struct trace trace;
        if (!cli_read(&trace, options->files.path[i], err))
            return false;
        snprintf(now.name, sizeof now.name, "%.90s", options->files.path[i]);
        const bool ok = examine(verdict, &now, &trace, true, err);
        if (ok)
            conclude(verdict, &now, &trace.run);
        trace_finish(&trace);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- the command ---------------------------------------------------------- */

static bool take_format(void *user, const char *value, struct err *err)
{
    struct check_options *options = user;
    options->format_given = true;
    return table_format_parse(value, &options->format, err);
}

static bool take_file(void *user, const char *value, struct err *err)
{
    return cli_take_file(&((struct check_options *)user)->files, value, err);
}

static bool take_json(void *user, const char *value, struct err *err)
{
    (void)value, (void)err;
    ((struct check_options *)user)->json = true;
    return true;
}

static const struct option_def defs[] = {
    { "--json", NULL, take_json, "cases and findings as JSON", NULL },
    { "--format", "FORMAT", take_format, "text, csv, markdown or latex", NULL },
    { "", "TRACE", take_file, "check these files instead of running", NULL },
};

/* What does not go together: files are finished runs. */
static bool check_together(const struct check_options *options,
                           struct options_line line,
                           const struct option_group *run, struct err *err)
{
    const struct option_def *given = options_first_of(line, run);
    if (options->json && options->format_given)
        return err_set(err, ERR_USAGE, "--json and --format: one at a time");
    return !options->files.count || !given
        || err_set(err, ERR_USAGE, "%s does not go with a trace file, which is a "
                   "finished run", given->name);
}

/* Findings outrank wrong results: status 3, else 1, else 0. */
static int report(const struct check_options *options, struct verdict *verdict)
{
    struct err err = { 0 };
    struct buf out;
    const int status = verdict->found ? ERR_FINDING
        : verdict->wrong ? ERR_FAILED : ERR_NONE;
    buf_init(&out);
    if (options->json) {
        if (check_json_print(verdict->json, &out))
            return cli_print(&out, status);
        buf_finish(&out);
        err_set(&err, ERR_FAILED, "out of memory for the findings");
        return cli_fail(&err);
    }
    if (!table_write(&verdict->table, options->format, &out, &err)) {
        buf_finish(&out);
        return cli_fail(&err);
    }
    if (verdict->note_count && options->format == TABLE_TEXT) {
        buf_printf(&out, "\n%s", buf_text(&verdict->notes));
        if (verdict->note_count > MAX_NOTES)
            buf_printf(&out, "and %d more\n", verdict->note_count - MAX_NOTES);
    }
    return cli_print(&out, status);
}

int cli_check(const struct cli_command *command, int argc, char **argv)
{
    static const char *const names[] = { "algorithm", "n", "form", "runs",
                                         "result", "findings", "notes", "traces" };
    struct check_options options = { .files = { .room = 4 } };
    struct verdict verdict = { .note_count = 0 };
    struct err err = { 0 };
    bool done;
    run_options_init(&options.run);
    const struct option_group groups[] = {
        { defs, sizeof defs / sizeof *defs, &options },
        run_options_group(&options.run),
    };
    if (!cli_parse(command, argc, argv, groups, 2, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    const struct options_line line = { argc, argv, groups, 2, 0 };
    if (!check_together(&options, line, &groups[1], &err))
        return cli_fail(&err);
    table_init(&verdict.table, "lrlrlrrl", names);
    buf_init(&verdict.notes);
    buf_init(&verdict.seen);
    verdict.advice = options.run.algo_given;
    if (options.json && !(verdict.json = check_json_create()))
        err_set(&err, ERR_FAILED, "out of memory for the findings");
    const bool ok = err.code ? false
        : options.files.count ? check_files(&options, &verdict, &err)
                                        : check_algos(&options, &verdict, &err);
    const int status = ok ? report(&options, &verdict) : cli_fail(&err);
    table_finish(&verdict.table);
    buf_finish(&verdict.notes);
    buf_finish(&verdict.seen);
    check_json_destroy(verdict.json);
    return status;
}
