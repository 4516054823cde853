/* pscan compare: what several algorithms did on the same input, counted in
 * their traces; the formulas of the literature stand beside. */
#include <inttypes.h>

#include "analysis/analysis.h"
#include "check/adversarial.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/table.h"

struct compare_options {
    struct run_options run;
    enum table_format format;
};

/* In text a formula's value stands behind "=" after what was measured. */
static const char *const short_names[] = {
    "algorithm", "n", "form", "adds", "=", "moves", "=", "depth", "=", "rounds",
    "=", "barriers", "=", "shuffles", "=", "lanes", "active", "s ld", "s st",
    "g ld", "g st", "result",
};
static const char *const long_names[] = {
    "algorithm", "n", "form", "adds", "adds_formula", "moves", "moves_formula",
    "depth", "depth_formula", "rounds", "rounds_formula", "barriers",
    "barriers_formula", "shuffles", "shuffles_formula", "issued_lanes",
    "active_lanes", "shared_loads", "shared_stores", "global_loads",
    "global_stores", "result",
};

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

static void row_fill(struct table *table, const struct algo *algo,
                     const struct findings *findings, const char *result)
{
    const struct workspan *work = &findings->workspan;
    const struct trace_run *run = &findings->trace->run;
    const struct algo_formulas *formulas = &algo->formulas;
    table_cell(table, "%s", run->algo);
    table_cell(table, "%u", run->n);
    table_cell(table, run->inclusive ? "inclusive" : "exclusive");
    figure(table, work->adds, &formulas->adds, run);
    figure(table, work->moves, &formulas->moves, run);
    figure(table, work->depth, &formulas->depth, run);
    figure(table, findings->steps.rounds, &formulas->rounds, run);
    figure(table, work->barriers, &formulas->barriers, run);
    figure(table, work->shuffles_per_lane, &formulas->shuffles, run);
    table_cell(table, "%" PRIu64, work->slots);
    table_cell(table, "%" PRIu64, work->active);
    table_cell(table, "%" PRIu64, work->shared_loads);
    table_cell(table, "%" PRIu64, work->shared_stores);
    table_cell(table, "%" PRIu64, work->global_loads);
    table_cell(table, "%" PRIu64, work->global_stores);
    table_cell(table, "%s", result);
}

/* *wrong becomes true when the result is. */
static bool compare_one(struct table *table, struct run_spec spec, bool *wrong,
                        struct err *err)
{
    struct trace trace;
    struct findings findings;
    struct check_result result;
    struct adversarial search;
    trace_init(&trace);
    if (!adversarial_resolve(&spec, &search, err)
        || !run_record(&spec, &trace, NULL, err))
        return false;
    bool ok = analyse(&trace, &findings, err);
    if (ok) {
        ok = check_run(&trace, &result, err);
        if (ok)
            row_fill(table, spec.algo, &findings, result.ok ? "right" : result.what);
        *wrong |= ok && !result.ok;
        analysis_finish(&findings);
    }
    trace_finish(&trace);
    return ok;
}

static bool compare_all(const struct compare_options *options,
                        struct table *table, bool *wrong, struct err *err)
{
    const struct run_options *run = &options->run;
    const int count = run->algo_given ? run->algo_count : run_algo_count();
    for (int i = 0; i < count; i++) {
        struct run_spec spec = run->spec;
        spec.algo = run->algo_given ? run->algos[i] : run_algo_at(i);
        const bool fits = !spec.algo->max_n || spec.n <= spec.algo->max_n;
        const bool broken = spec.algo->flags & ALGO_BROKEN;
        const bool pair = run_pair_check(spec.algo, spec.op, spec.type, NULL);
        if (!run->algo_given && (!fits || broken || !pair))
            continue;
        if (!compare_one(table, spec, wrong, err))
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
    struct table table;
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
    table_init(&table, "lrlrrrrrrrrrrrrrrrrrrl",
               options.format == TABLE_CSV ? long_names : short_names);
    const bool ok = compare_all(&options, &table, &wrong, &err)
        && table_write(&table, options.format, &out, &err);
    table_finish(&table);
    if (ok)
        return cli_print(&out, wrong ? ERR_FAILED : ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}
