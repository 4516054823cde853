/* pscan compare: what several algorithms did on the same input, counted in
 * their traces; the formulas of the literature stand beside. CSV is one wide
 * table; the other formats have three that fit a page. Algorithms that solve
 * different problems stand in one table, each with its problem named. */
#include <inttypes.h>

#include "analysis/analysis.h"
#include "check/adversarial.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "simt/simt.h"

struct compare_options {
    struct run_options run;
    enum table_format format;
};

/* The tables: operators and rounds; lanes and banks; words of memory. */
enum group { WORK = 0, LANES, MEMORY, GROUPS };

struct output {
    struct table table[GROUPS];
    bool one; /* all groups in the first table */
    int problem; /* of the rows so far; -1: none yet */
    bool mixed;  /* they have different ones */
    int scans;   /* rows that have a form */
    const char *first[2]; /* of these the first exclusive, the first inclusive; or NULL */
};

/* A formula's value stands behind "=" after what was measured. */
static const char *const work_names[] = {
    "algorithm", "problem", "form", "adds", "=", "depth", "=", "rounds", "=", "barriers", "=",
    "shuffles", "=",
};
static const char *const lanes_names[] = {
    "algorithm", "moves", "=", "issued", "active", "full %", "divergent",
    "bank ld", "bank st", "degree",
};
static const char *const memory_names[] = {
    "algorithm", "n", "s ld", "s st", "g ld", "g st", "words", "=", "result",
};
static const char *const all_names[] = {
    "algorithm", "problem", "form", "adds", "adds_formula", "depth", "depth_formula",
    "rounds", "rounds_formula", "barriers", "barriers_formula", "shuffles",
    "shuffles_formula", "moves", "moves_formula", "issued_lanes", "active_lanes",
    "full_percent", "divergent_warps", "bank_load_excess", "bank_store_excess",
    "bank_degree", "n", "shared_loads", "shared_stores", "global_loads",
    "global_stores", "global_words", "global_words_formula", "result",
};

static void output_init(struct output *out, enum table_format format)
{
    out->one = format == TABLE_CSV;
    out->problem = -1;
    out->mixed = false;
    out->scans = 0;
    out->first[0] = out->first[1] = NULL;
    if (out->one) {
        table_init(&out->table[0], "lllrrrrrrrrrrrrrrrrrrrrrrrrrrl", all_names);
        return;
    }
    table_init(&out->table[WORK], "lllrrrrrrrrrr", work_names);
    table_init(&out->table[LANES], "lrrrrrrrrr", lanes_names);
    table_init(&out->table[MEMORY], "lrrrrrrrl", memory_names);
}

static void output_finish(struct output *out)
{
    for (int g = 0; g < (out->one ? 1 : GROUPS); g++)
        table_finish(&out->table[g]);
}

/* Where forms are mixed, so that nobody weighs one against the other unawares. */
static void forms_say(const struct output *out, struct buf *text)
{
    if (!out->first[0] || !out->first[1])
        return;
    if (out->scans == 2)
        buf_printf(text, "\nThe scan of %s is inclusive, that of %s exclusive; --inclusive "
                   "or --exclusive\nmakes both alike.\n", out->first[1], out->first[0]);
    else
        buf_puts(text, "\nSome of the scans are inclusive, others exclusive (form); "
                       "--inclusive or --exclusive\nmakes all alike.\n");
}

static bool output_write(const struct output *out, enum table_format format,
                         struct buf *text, struct err *err)
{
    for (int g = 0; g < (out->one ? 1 : GROUPS); g++) {
        buf_puts(text, g ? "\n" : "");
        if (!table_write(&out->table[g], format, text, err))
            return false;
    }
    if (format != TABLE_TEXT && format != TABLE_MARKDOWN)
        return true;
    forms_say(out, text);
    if (out->mixed)
        buf_puts(text, "\nThe algorithms solve different problems: figures of different "
                       "problems do not weigh\none against the other.\n");
    return true;
}

/* The table of a group; the group's rows begin with the algorithm. */
static struct table *group_begin(struct output *out, enum group group,
                                 const struct trace_run *run)
{
    struct table *table = &out->table[out->one ? 0 : group];
    if (!out->one || group == WORK)
        table_cell(table, "%s", run->algo);
    return table;
}

/* A measured figure and what the formula says, "-" where there is none. */
static void figure(struct table *table, uint64_t measured,
                   const struct algo_formula *formula,
                   const struct trace_run *run)
{
    table_cell(table, "%" PRIu64, measured);
    if (formula->value)
        table_cell(table, "%" PRId64, formula->value(run->n, run->inclusive));
    else
        table_cell(table, "-");
}

const char *cli_problem_name(unsigned result)
{
    static const char *const names[TRACE_RESULTS] = {
        [RESULT_SCAN] = "scan", [RESULT_TOTAL] = "reduction",
        [RESULT_COMPACT] = "compaction", [RESULT_SEGMENTS] = "segmented",
        [RESULT_SPARSE] = "scan", [RESULT_SPLIT] = "split", [RESULT_SUM] = "addition",
    };
    return result < TRACE_RESULTS ? names[result] : "?";
}

bool cli_has_form(const struct algo *algo, enum run_direction direction)
{
    return direction == RUN_DEFAULT
        || algo->flags & (direction == RUN_INCLUSIVE ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE);
}

static void form_note(struct output *out, const struct algo *algo, bool inclusive)
{
    if (!trace_problem_directed(algo->result))
        return;
    out->scans++;
    if (!out->first[inclusive])
        out->first[inclusive] = algo->name;
}

static void problem_fill(struct output *out, struct table *table,
                         const struct trace_run *run)
{
    const int problem = (int)trace_problem(run->result);
    out->mixed |= out->problem >= 0 && out->problem != problem;
    out->problem = problem;
    table_cell(table, "%s", cli_problem_name(run->result));
}

static void work_fill(struct output *out, const struct algo_formulas *formulas,
                      const struct findings *findings)
{
    const struct workspan *work = &findings->workspan;
    const struct trace_run *run = &findings->trace->run;
    struct table *table = group_begin(out, WORK, run);
    problem_fill(out, table, run);
    if (run->result == RESULT_TOTAL)
        table_cell(table, "-");
    else
        table_cell(table, "%s%s", run->inclusive ? "incl" : "excl",
                   out->one ? "usive" : ".");
    figure(table, work->adds, &formulas->adds, run);
    figure(table, work->depth, &formulas->depth, run);
    figure(table, findings->steps.rounds, &formulas->rounds, run);
    figure(table, work->barriers, &formulas->barriers, run);
    figure(table, work->shuffles_per_lane, &formulas->shuffles, run);
}

/* Warps of which some but not all lanes were active, over all rounds. */
static uint64_t divergent_warps(const struct steps *steps)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < steps->count; k++)
        if (steps->step[k].kind == STEP_ROUND)
            sum += steps->step[k].divergent;
    return sum;
}

static void lanes_fill(struct output *out, const struct algo_formulas *formulas,
                       const struct findings *findings)
{
    const struct workspan *work = &findings->workspan;
    const struct bank_step *banks = &findings->banks.total;
    const struct trace_run *run = &findings->trace->run;
    struct table *table = group_begin(out, LANES, run);
    figure(table, work->moves, &formulas->moves, run);
    table_cell(table, "%" PRIu64, work->slots);
    table_cell(table, "%" PRIu64, work->active);
    if (work->slots)
        table_cell(table, "%.1f", 100.0 * (double)work->active / (double)work->slots);
    else
        table_cell(table, "-");
    table_cell(table, "%" PRIu64, divergent_warps(&findings->steps));
    table_cell(table, "%" PRIu64, banks->load_excess);
    table_cell(table, "%" PRIu64, banks->store_excess);
    table_cell(table, "%u", banks->load_degree > banks->store_degree
                                ? banks->load_degree : banks->store_degree);
}

static void memory_fill(struct output *out, const struct algo_formulas *formulas,
                        const struct findings *findings, const char *result)
{
    const struct workspan *work = &findings->workspan;
    const struct trace_run *run = &findings->trace->run;
    struct table *table = group_begin(out, MEMORY, run);
    table_cell(table, "%u", run->n);
    table_cell(table, "%" PRIu64, work->shared_loads);
    table_cell(table, "%" PRIu64, work->shared_stores);
    table_cell(table, "%" PRIu64, work->global_loads);
    table_cell(table, "%" PRIu64, work->global_stores);
    figure(table, work->global_loads + work->global_stores, &formulas->words, run);
    table_cell(table, "%s", result);
}

/* *n becomes the length of the run, *wrong true when the result is. met: there has
 * to be what the schedule names. */
static bool compare_one(struct output *out, struct run_spec spec, bool met,
                        uint32_t *n, bool *wrong, struct err *err)
{
    struct trace trace;
    struct findings findings;
    struct check_result result;
    struct adversarial search;
    trace_init(&trace);
    if (!adversarial_resolve(&spec, &search, err)
        || !cli_progress_record(&spec, &trace, err))
        return false;
    *n = trace.run.n;
    bool ok = (!met || simt_schedule_met(&trace, err))
        && analyse(&trace, &findings, err);
    if (ok) {
        ok = check_run(&trace, &result, err);
        if (ok) {
            form_note(out, spec.algo, trace.run.inclusive);
            work_fill(out, &spec.algo->formulas, &findings);
            lanes_fill(out, &spec.algo->formulas, &findings);
            memory_fill(out, &spec.algo->formulas, &findings,
                        result.ok ? "right" : result.what);
        }
        *wrong |= ok && !result.ok;
        analysis_finish(&findings);
    }
    trace_finish(&trace);
    return ok;
}

static bool compare_all(const struct compare_options *options,
                        struct output *out, bool *wrong, struct err *err)
{
    const struct run_options *run = &options->run;
    uint32_t n = run->spec.n; /* what the first one takes is what all take */
    const int count = run->algo_given ? run->algo_count : run_algo_count();
    for (int i = 0; i < count; i++) {
        struct run_spec spec = run->spec;
        spec.algo = run->algo_given ? run->algos[i] : run_algo_at(i);
        spec.n = n;
        const bool fits = !spec.algo->max_n || spec.n <= spec.algo->max_n;
        const bool broken = spec.algo->flags & ALGO_BROKEN;
        const bool pair = run_pair_check(spec.algo, spec.op, spec.type, NULL);
        const bool form = cli_has_form(spec.algo, spec.direction);
        if (!run->algo_given && (!fits || broken || !pair || !form))
            continue;
        if (!compare_one(out, spec, run->algo_given, &n, wrong, err))
            return false;
    }
    return true;
}

static bool take_format(void *user, const char *value, struct err *err)
{
    return table_format_parse(value, &((struct compare_options *)user)->format, err);
}

static const struct option_def defs[] = {
    { "--format", "FORMAT", take_format, "text, csv, markdown or latex", NULL },
};

int cli_compare(const struct cli_command *command, int argc, char **argv)
{
    struct compare_options options = { .format = TABLE_TEXT };
    struct output tables;
    struct err err = { 0 };
    struct buf out;
    bool done, wrong = false;
    run_options_init(&options.run);
    const struct option_group groups[] = {
        { defs, 1, &options }, run_options_group(&options.run),
    };
    if (!cli_parse(command, argc, argv, groups, 2, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    buf_init(&out);
    output_init(&tables, options.format);
    const bool ok = compare_all(&options, &tables, &wrong, &err)
        && output_write(&tables, options.format, &out, &err);
    output_finish(&tables);
    if (ok)
        return cli_print(&out, wrong ? ERR_FAILED : ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}
