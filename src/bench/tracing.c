/* One row a kernel: recordings on the host, launches on the GPU. */
#include "bench/tracing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/elem_info.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/measure.h"
#include "bench/problem.h"
#include "bench/tracing_check.h"
#include "gpu/clock.h"
#include "gpu/gpu.h"
#include "run/run.h"

enum { RUNS = 15, RUNS_MOST = 1001, N = 1024 };

struct costs {
    const struct tracing_options *options;
    struct tracing *out;
    struct gpu_clock *clock; /* NULL: no GPU asked for */
    uint32_t runs;
    struct err *err;
};

/* A kernel, the head of its runs and what they must give. */
struct subject {
    const struct algo *algo;
    struct trace plan;
    struct problem problem;
};

enum how { ON_HOST, TRACED, STAMPED };

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct run_spec spec_of(const struct costs *costs, const struct algo *algo)
{
    const uint32_t n = costs->options->n ? costs->options->n : N;
    return (struct run_spec){ .algo = algo, .op = OP_ADD, .type = ELEM_I32,
                              .n = algo->max_n && algo->max_n < n ? algo->max_n : n };
}

/* ---- subjects ---------------------------------------------------------------------- */

static bool problem_make(struct subject *subject, struct err *err)
{
    const struct trace *plan = &subject->plan;
    subject->problem = (struct problem){
        .result = (enum trace_result)plan->run.result, .n = plan->run.n,
        .type = (enum elem_type)plan->run.type, .op = (enum elem_op)plan->run.op,
        .inclusive = plan->run.inclusive,
    };
    return problem_create_given(&subject->problem, plan->input, trace_heads(plan), err);
}

static bool subject_create(const struct costs *costs, const struct algo *algo,
                           struct subject *subject)
{
    struct run_spec spec = spec_of(costs, algo);
    subject->algo = algo;
    trace_init(&subject->plan);
    if (!run_prepare(&spec, &subject->plan, costs->err))
        return false;
    if (problem_make(subject, costs->err))
        return true;
    trace_finish(&subject->plan);
    return false;
}

static void subject_destroy(struct subject *subject)
{
    problem_finish(&subject->problem);
    trace_finish(&subject->plan);
}

/* ---- one traced run, timed and checked --------------------------------------------- */

static bool host_record(const struct costs *costs, const struct algo *algo,
                        struct trace *trace, double *ns)
{
    struct run_spec spec = spec_of(costs, algo);
    spec.device = RUN_HOST;
    spec.sequence = spec.writer = true;
    const double start = seconds();
    const bool ok = run_record(&spec, trace, NULL, costs->err);
    *ns = 1e9 * (seconds() - start);
    return ok;
}

static bool gpu_record(const struct costs *costs, const struct algo *algo,
                       struct trace *trace, bool stamps, double *ns)
{
    struct run_spec spec = spec_of(costs, algo);
    const struct gpu_options options = { .stamps = stamps, .kernel_ns = ns };
    if (!run_prepare(&spec, trace, costs->err))
        return false;
    if (gpu_run(trace, &options, costs->err))
        return true;
    trace_finish(trace);
    return false;
}

static bool traced_once(const struct costs *costs, const struct subject *subject,
                        enum how how, double *ns, uint64_t *events)
{
    struct trace trace;
    trace_init(&trace);
    if (how == ON_HOST ? !host_record(costs, subject->algo, &trace, ns)
                       : !gpu_record(costs, subject->algo, &trace, how == STAMPED, ns))
        return false;
    *events = trace.event_count;
    const bool ok = tracing_check(&trace, &subject->problem, costs->err);
    trace_finish(&trace);
    return ok;
}

/* Medians of the runs behind the first; the events of the last one. */
static bool traced_runs(const struct costs *costs, const struct subject *subject,
                        enum how how, double *ns, uint64_t *events)
{
    static double times[RUNS_MOST];
    bool ok = true;
    for (uint32_t i = 0; ok && i <= costs->runs; i++) {
        ok = traced_once(costs, subject, how, &times[i ? i - 1 : 0], events);
        if (ok && costs->options->cancel && atomic_load(costs->options->cancel))
            ok = err_set(costs->err, ERR_FAILED, "cancelled");
    }
    if (!ok)
        return false;
    qsort(times, costs->runs, sizeof *times, compare);
    *ns = measure_quantile(times, costs->runs, 0.5);
    return true;
}

/* ---- plain ------------------------------------------------------------------------- */

/* The launches of the same plan on the same problem; 0 where they are not built. */
static bool plain_run(const struct costs *costs, const struct subject *subject,
                      double *ns)
{
    const struct gpu_problem problem = problem_for_gpu(&subject->problem);
    const struct gpu_clock_options options = { .runs = costs->options->runs };
    struct timing timing;
    struct err why = { 0 };
    if (!gpu_clock_built(&subject->plan, NULL))
        return true;
    if (!gpu_clock_problem(costs->clock, &problem, &why)
        || !gpu_clock_plan(costs->clock, &subject->plan, &options, &timing, &why))
        return err_set(costs->err, why.code, "%s", why.what);
    *ns = timing.median_ns;
    return true;
}

/* The plain loop on the CPU, of as many elements. */
static bool loop_run(const struct costs *costs, uint32_t n, double *ns)
{
    const int serial = bench_cpu_find("cpu-serial", costs->err);
    struct timing timing;
    if (serial < 0 || !bench_cpu_run(serial, n, ELEM_I32, NULL, &timing, costs->err))
        return false;
    *ns = timing.median_ns;
    return true;
}

/* ---- all --------------------------------------------------------------------------- */

static bool host_costs(const struct costs *costs, const struct subject *subject,
                       struct tracing_row *row)
{
    const bool scans = subject->problem.result == RESULT_SCAN
        || subject->problem.result == RESULT_SPARSE;
    return traced_runs(costs, subject, ON_HOST, &row->host_ns, &row->events)
        && (!scans || loop_run(costs, row->n, &row->loop_ns));
}

static bool gpu_costs(const struct costs *costs, const struct subject *subject,
                      struct tracing_row *row)
{
    uint64_t events;
    return plain_run(costs, subject, &row->plain_ns)
        && traced_runs(costs, subject, TRACED, &row->traced_ns, &events)
        && traced_runs(costs, subject, STAMPED, &row->stamped_ns, &events);
}

static void row_begin(const struct trace *plan, struct tracing_row *row)
{
    *row = (struct tracing_row){ .n = plan->run.n, .op = plan->run.op };
    snprintf(row->algo, sizeof row->algo, "%s", plan->run.algo);
    for (uint32_t k = 0; k < plan->launch_count; k++)
        if (plan->launches[k].grid.x > row->blocks)
            row->blocks = plan->launches[k].grid.x;
}

static bool row_run(const struct costs *costs, const struct algo *algo)
{
    struct tracing_row *row = &costs->out->row[costs->out->count];
    struct subject subject;
    if (!subject_create(costs, algo, &subject))
        return false;
    row_begin(&subject.plan, row);
    if (costs->options->progress)
        costs->options->progress(costs->options->user, row->algo, row->n);
    const bool ok = host_costs(costs, &subject, row)
        && (!costs->clock || gpu_costs(costs, &subject, row));
    subject_destroy(&subject);
    costs->out->count += ok;
    return ok;
}

/* Device, driver, date as the timings have them. */
static void describe(struct costs *costs)
{
    struct tracing *out = costs->out;
    struct timing_set set;
    timing_init(&set);
    if (costs->clock) {
        gpu_clock_describe(costs->clock, &set);
        snprintf(out->device, sizeof out->device, "%s", set.device);
        snprintf(out->driver, sizeof out->driver, "%s", set.driver);
        snprintf(out->cuda, sizeof out->cuda, "%s", set.cuda);
    }
    bench_cpu_describe(&set);
    snprintf(out->date, sizeof out->date, "%s", set.date);
    machine_cpu_name(out->cpu, sizeof out->cpu);
    timing_finish(&set);
}

static bool wanted(const struct costs *costs, const struct algo *algo)
{
    return !(algo->flags & ALGO_BROKEN)
        && (!costs->options->row || strcmp(costs->options->row, algo->name) == 0);
}

static bool rows_run(struct costs *costs)
{
    const int algos = run_algo_count();
    costs->out->row = ARENA_NEW(&costs->out->arena, struct tracing_row,
                                (size_t)algos + 1);
    bool ok = costs->out->row || err_set(costs->err, ERR_FAILED, "out of memory");
    for (int i = 0; ok && i < algos; i++)
        if (wanted(costs, run_algo_at(i)))
            ok = row_run(costs, run_algo_at(i));
    return ok;
}

bool bench_tracing_run(const struct tracing_options *options, struct tracing *out,
                       struct err *err)
{
    struct costs costs = { .options = options, .out = out, .err = err,
                           .runs = options->runs ? options->runs : RUNS };
    *out = (struct tracing){ .count = 0 };
    arena_init(&out->arena, 0);
    bool ok = costs.runs <= RUNS_MOST
        || err_set(err, ERR_USAGE, "--runs %u: up to %d here", costs.runs, RUNS_MOST);
    ok = ok && (!options->cuda || gpu_clock_create(&costs.clock, err));
    if (ok)
        describe(&costs);
    ok = ok && rows_run(&costs);
    if (costs.clock)
        gpu_clock_destroy(costs.clock);
    if (!ok)
        tracing_finish(out);
    return ok;
}

void tracing_finish(struct tracing *tracing)
{
    arena_finish(&tracing->arena);
    *tracing = (struct tracing){ .count = 0 };
}
