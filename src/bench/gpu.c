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
    bool inclusive;
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

static bool rivals_run(struct suite *suite)
{
    static const struct { enum gpu_rival rival; const char *row[2]; } rivals[] = {
        { GPU_COPY, { "copy", "copy" } },
        { GPU_CUB, { "cub-exclusive", "cub-inclusive" } },
        { GPU_FAST, { "fast", "fast" } },
    };
    const struct gpu_clock_options options = clock_options(suite);
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        struct timing timing;
        struct err why = { 0 };
        if (cancelled(suite))
            return false;
        if (!wanted(suite, rivals[i].row[suite->inclusive]))
            continue;
        const bool ok = gpu_clock_rival(suite->clock, rivals[i].rival, &options,
                                        &timing, &why);
        if (!row_keep(suite, ok, &timing, &why))
            return false;
    }
    return true;
}

/* The plan of an algorithm for n elements, without input or limits of traces. */
static bool plan_make(const struct suite *suite, const struct algo *algo,
                      struct trace *head, struct err *err)
{
    const struct run_spec spec = {
        .algo = algo, .n = (uint32_t)suite->n, .op = suite->options->op,
        .type = suite->options->type,
        .direction = suite->inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE,
    };
    trace_init(head);
    snprintf(head->run.algo, sizeof head->run.algo, "%s", algo->name);
    snprintf(head->run.title, sizeof head->run.title, "%s", algo->title);
    head->run.n = spec.n;
    head->run.op = (uint8_t)spec.op;
    head->run.type = (uint8_t)spec.type;
    head->run.inclusive = suite->inclusive;
    if (algo->plan(algo, &spec, head, err))
        return true;
    trace_finish(head);
    return false;
}

static bool plan_run(struct suite *suite, const struct algo *algo)
{
    const unsigned needs = suite->inclusive ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE;
    const struct gpu_clock_options options = clock_options(suite);
    struct trace head;
    struct timing timing;
    struct err why = { 0 };
    if (algo->flags & ALGO_BROKEN || algo->result != RESULT_SCAN
        || !(algo->flags & needs)
        || suite->n > length_most(algo) || !wanted(suite, algo->name))
        return true;
    if (!plan_make(suite, algo, &head, &why))
        return row_keep(suite, false, NULL, &why);
    const bool ok = gpu_clock_plan(suite->clock, &head, &options, &timing, &why);
    trace_finish(&head);
    return row_keep(suite, ok, &timing, &why);
}

static bool length_run(struct suite *suite)
{
    const struct bench_gpu_options *o = suite->options;
    struct problem problem;
    if (!problem_create(&problem, suite->n, o->type, o->op, suite->inclusive, SEED,
                        suite->err))
        return false;
    const struct gpu_problem on_gpu = {
        .input = problem.input, .expected = problem.expected, .n = suite->n,
        .type = o->type, .op = o->op, .inclusive = suite->inclusive,
        .bound = problem.bound,
    };
    bool ok = gpu_clock_problem(suite->clock, &on_gpu, suite->err);
    problem_finish(&problem);
    ok = ok && rivals_run(suite);
    for (int i = 0; ok && i < run_algo_count(); i++)
        ok = !cancelled(suite) && plan_run(suite, run_algo_at(i));
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
