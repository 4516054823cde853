/* The GPU suite: rivals and plans over lengths, one device, one run. */
#include "bench/gpu.h"

#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "bench/problem.h"
#include "gpu/clock.h"
#include "run/run.h"

enum { SEED = 7 };

struct suite {
    const struct bench_gpu_options *options;
    struct gpu_clock *clock;
    struct timing_set *set;
    struct err *err;
    uint64_t n;
    bool inclusive; /* what scans are asked for now */
    bool first;     /* the first of the directions that are asked for */
};

/* Beyond these lengths a run takes so long that nobody learns from it: one
 * thread, a chain of tiles, or tiles that read all aggregates before them. */
static uint64_t length_most(const struct algo *algo)
{
    if (strcmp(algo->name, "serial") == 0)
        return (uint64_t)1 << 16;
    if (strcmp(algo->name, "look-back-ahead") == 0)
        return (uint64_t)1 << 20;
    if (algo->flags & ALGO_POLLS)
        return (uint64_t)1 << 26;
    return algo->flags & ALGO_ONE_BLOCK ? algo->max_n : (uint64_t)1 << 30;
}

static bool wanted(const struct suite *suite, const char *row)
{
    if (suite->options->row && strcmp(suite->options->row, row) != 0)
        return false;
    if (suite->options->progress)
        suite->options->progress(suite->options->user, row, suite->n);
    return true;
}

static bool cancelled(const struct suite *suite)
{
    return suite->options->cancel && atomic_load(suite->options->cancel)
        && !err_set(suite->err, ERR_FAILED, "cancelled");
}

/* Adds a row that was measured; one that is not built is left out. */
static bool row_keep(struct suite *suite, bool measured, const struct timing *timing,
                     const struct err *why)
{
    if (measured)
        return timing_add(suite->set, timing, suite->err);
    if (why->code == ERR_USAGE)
        return true;
    return err_set(suite->err, why->code, "%s", why->what);
}

static struct gpu_clock_options clock_options(const struct suite *suite)
{
    return (struct gpu_clock_options){ .runs = suite->options->runs,
                                       .cold = suite->options->cold };
}

static bool rivals_run(struct suite *suite, const struct problem *problem)
{
    static const enum gpu_rival rivals[] = { GPU_COPY, GPU_CUB, GPU_FAST };
    const struct gpu_clock_options options = clock_options(suite);
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        const char *row = gpu_clock_rival_row(rivals[i], problem->result,
                                              problem->inclusive);
        struct timing timing;
        struct err why = { 0 };
        if (cancelled(suite))
            return false;
        if (!row || !wanted(suite, row))
            continue;
        const bool ok = gpu_clock_rival(suite->clock, rivals[i], &options, &timing, &why);
        if (!row_keep(suite, ok, &timing, &why))
            return false;
    }
    return true;
}

/* The plan of an algorithm for a problem, without input or limits of traces. */
static bool plan_make(const struct problem *problem, const struct algo *algo,
                      struct trace *head, struct err *err)
{
    const struct run_spec spec = {
        .algo = algo, .n = (uint32_t)problem->n, .op = problem->op,
        .type = problem->type,
        .direction = problem->inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE,
    };
    trace_init(head);
    snprintf(head->run.algo, sizeof head->run.algo, "%s", algo->name);
    snprintf(head->run.title, sizeof head->run.title, "%s", algo->title);
    head->run.n = spec.n;
    head->run.op = (uint8_t)spec.op;
    head->run.type = (uint8_t)spec.type;
    head->run.inclusive = problem->inclusive;
    head->run.result = (uint8_t)algo->result;
    if (algo->plan(algo, &spec, head, err))
        return true;
    trace_finish(head);
    return false;
}

/* Whether the algorithm solves this problem and has a plain build for it. */
static bool solves(const struct problem *problem, const struct algo *algo)
{
    const unsigned needs = problem->inclusive ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE;
    struct trace head;
    if (algo->flags & ALGO_BROKEN || algo->result != problem->result
        || !(algo->flags & needs) || problem->n > length_most(algo)
        || !run_pair_check(algo, problem->op, problem->type, NULL)
        || !plan_make(problem, algo, &head, NULL))
        return false;
    const bool built = gpu_clock_built(&head, NULL);
    trace_finish(&head);
    return built;
}

static bool plan_run(struct suite *suite, const struct problem *problem,
                     const struct algo *algo)
{
    const struct gpu_clock_options options = clock_options(suite);
    struct trace head;
    struct timing timing;
    struct err why = { 0 };
    if (!solves(problem, algo) || !wanted(suite, algo->name))
        return true;
    if (!plan_make(problem, algo, &head, &why))
        return row_keep(suite, false, NULL, &why);
    const bool ok = gpu_clock_plan(suite->clock, &head, &options, &timing, &why);
    trace_finish(&head);
    return row_keep(suite, ok, &timing, &why);
}

/* All rows of a problem. A sparse input is scanned as any other: the copy and CUB,
 * which do not look at values, have been timed with the other scans. */
static bool problem_run(struct suite *suite, struct problem *problem)
{
    if (!problem_create(problem, SEED, suite->err))
        return false;
    const struct gpu_problem on_gpu = problem_for_gpu(problem);
    bool ok = gpu_clock_problem(suite->clock, &on_gpu, suite->err);
    problem_finish(problem);
    ok = ok && (problem->result == RESULT_SPARSE || rivals_run(suite, problem));
    for (int i = 0; ok && i < run_algo_count(); i++)
        ok = !cancelled(suite) && plan_run(suite, problem, run_algo_at(i));
    return ok;
}

/* The problem of algorithms that do not scan; false where nobody has to solve it:
 * nobody can, or it has one form only and was solved with the other direction. */
static bool problem_other(const struct suite *suite, enum trace_result result,
                          struct problem *problem)
{
    const bool both = result == RESULT_SEGMENTS || result == RESULT_SPARSE;
    *problem = (struct problem){
        .result = result, .n = suite->n, .type = suite->options->type,
        .op = suite->options->op,
        .inclusive = both ? suite->inclusive : result == RESULT_TOTAL,
    };
    if (result == RESULT_SUM && problem->op == OP_ADD && problem->type == ELEM_I32) {
        problem->op = OP_CARRY; /* beside sums of int32, bits of two numbers */
        problem->type = ELEM_I8;
    }
    if (!both && !suite->first)
        return false;
    for (int i = 0; i < run_algo_count(); i++)
        if (solves(problem, run_algo_at(i)))
            return true;
    return false;
}

static bool length_run(struct suite *suite)
{
    static const enum trace_result others[] = { RESULT_SPARSE, RESULT_SEGMENTS,
        RESULT_TOTAL, RESULT_COMPACT, RESULT_SPLIT, RESULT_SUM };
    const struct bench_gpu_options *o = suite->options;
    struct problem problem = { .result = RESULT_SCAN, .n = suite->n, .type = o->type,
                               .op = o->op, .inclusive = suite->inclusive };
    bool ok = problem_run(suite, &problem);
    for (size_t i = 0; ok && i < sizeof others / sizeof *others; i++)
        ok = !problem_other(suite, others[i], &problem) || problem_run(suite, &problem);
    return ok;
}

static bool lengths_run(struct suite *suite)
{
    const struct bench_gpu_options *o = suite->options;
    const uint64_t room = gpu_clock_room(suite->clock, elem_width(o->op, o->type));
    for (int k = 0; k < o->n_count; k++)
        for (int inclusive = 1; inclusive >= 0; inclusive--) {
            suite->n = o->n[k];
            suite->inclusive = inclusive;
            suite->first = inclusive || !o->inclusive;
            if (!(inclusive ? o->inclusive : o->exclusive))
                continue;
            if (suite->n > room)
                return err_set(suite->err, ERR_FAILED, "n = %llu does not fit into "
                               "the GPU's memory (up to %llu)",
                               (unsigned long long)suite->n,
                               (unsigned long long)room);
            if (!length_run(suite))
                return false;
        }
    return true;
}

bool bench_gpu_run(const struct bench_gpu_options *options,
                   struct timing_set *set, struct err *err)
{
    struct suite suite = { .options = options, .set = set, .err = err };
    if (!elem_pair_check(options->op, options->type, err)
        || !gpu_clock_create(&suite.clock, err))
        return false;
    gpu_clock_describe(suite.clock, set);
    const bool ok = lengths_run(&suite);
    gpu_clock_destroy(suite.clock);
    return ok;
}

bool bench_gpu_available(struct err *err)
{
    struct gpu_clock *clock;
    const bool ok = gpu_clock_create(&clock, err);
    gpu_clock_destroy(clock);
    return ok;
}
