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
#include "gpu/clock.h"
#include "gpu/gpu.h"
#include "run/run.h"

enum { RUNS = 15, RUNS_MOST = 1001, N = 1024, SEED = 7 };

struct costs {
    const struct tracing_options *options;
    struct tracing *out;
    struct gpu_clock *clock; /* NULL: no GPU asked for */
    uint32_t runs;
    struct err *err;
};

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

/* ---- one run, timed ------------------------------------------------------------ */

static bool host_once(struct costs *costs, const struct algo *algo, double *ns,
                      uint64_t *events)
{
    struct run_spec spec = spec_of(costs, algo);
    struct trace trace;
    spec.device = RUN_HOST;
    spec.sequence = spec.writer = true;
    trace_init(&trace);
    const double start = seconds();
    if (!run_record(&spec, &trace, NULL, costs->err))
        return false;
    *ns = 1e9 * (seconds() - start);
    *events = trace.event_count;
    trace_finish(&trace);
    return true;
}

static bool gpu_once(struct costs *costs, const struct algo *algo, bool stamps,
                     double *ns)
{
    struct run_spec spec = spec_of(costs, algo);
    const struct gpu_options options = { .stamps = stamps, .kernel_ns = ns };
    struct trace trace;
    trace_init(&trace);
    if (!run_prepare(&spec, &trace, costs->err))
        return false;
    const bool ok = gpu_run(&trace, &options, costs->err);
    trace_finish(&trace);
    return ok;
}

/* Medians of the runs behind the first. what: 0 host, 1 traced, 2 with stamps. */
static bool median(struct costs *costs, const struct algo *algo, int what,
                   double *ns, uint64_t *events)
{
    static double times[RUNS_MOST];
    bool ok = true;
    for (uint32_t i = 0; ok && i <= costs->runs; i++) {
        double *const at = &times[i ? i - 1 : 0];
        ok = what ? gpu_once(costs, algo, what == 2, at)
                  : host_once(costs, algo, at, events);
        if (ok && costs->options->cancel && atomic_load(costs->options->cancel))
            ok = err_set(costs->err, ERR_FAILED, "cancelled");
    }
    if (!ok)
        return false;
    qsort(times, costs->runs, sizeof *times, compare);
    *ns = measure_quantile(times, costs->runs, 0.5);
    return true;
}

/* ---- plain ----------------------------------------------------------------------- */

static bool plain_on(struct costs *costs, const struct trace *plan, double *ns)
{
    struct problem problem = { .n = plan->run.n, .type = ELEM_I32, .op = OP_ADD,
                               .inclusive = plan->run.inclusive };
    struct timing timing;
    if (!problem_create(&problem, SEED, costs->err))
        return false;
    const struct gpu_problem on_gpu = problem_for_gpu(&problem);
    struct err why = { 0 };
    const bool ok = gpu_clock_problem(costs->clock, &on_gpu, &why)
        && gpu_clock_plan(costs->clock, plan, NULL, &timing, &why);
    problem_finish(&problem);
    *ns = ok ? timing.median_ns : 0;
    return ok || why.code == ERR_USAGE /* not built */
        || err_set(costs->err, why.code, "%s", why.what);
}

static bool plain_run(struct costs *costs, const struct algo *algo, double *ns)
{
    struct run_spec spec = spec_of(costs, algo);
    struct trace plan;
    trace_init(&plan);
    if (!run_prepare(&spec, &plan, costs->err))
        return false;
    const bool ok = plain_on(costs, &plan, ns);
    trace_finish(&plan);
    return ok;
}

/* The plain loop on the CPU, of as many elements. */
static bool loop_run(struct costs *costs, struct tracing_row *row)
{
    const int serial = bench_cpu_find("cpu-serial", costs->err);
    struct timing timing;
    if (serial < 0
        || !bench_cpu_run(serial, row->n, ELEM_I32, NULL, &timing, costs->err))
        return false;
    row->loop_ns = timing.median_ns;
    return true;
}

/* ---- all -------------------------------------------------------------------------- */

static bool row_run(struct costs *costs, const struct algo *algo)
{
    struct tracing_row *row = &costs->out->row[costs->out->count];
    *row = (struct tracing_row){ .n = spec_of(costs, algo).n };
    snprintf(row->algo, sizeof row->algo, "%s", algo->name);
    if (costs->options->progress)
        costs->options->progress(costs->options->user, row->algo, row->n);
    if (!median(costs, algo, 0, &row->host_ns, &row->events) || !loop_run(costs, row))
        return false;
    costs->out->count++;
    return !costs->clock
        || (plain_run(costs, algo, &row->plain_ns)
            && median(costs, algo, 1, &row->traced_ns, NULL)
            && median(costs, algo, 2, &row->stamped_ns, NULL));
}

static bool measured(const struct algo *algo)
{
    return (algo->flags & ALGO_ONE_BLOCK) && !(algo->flags & ALGO_BROKEN)
        && algo->result == RESULT_SCAN;
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

static bool rows_run(struct costs *costs)
{
    const int algos = run_algo_count();
    costs->out->row = ARENA_NEW(&costs->out->arena, struct tracing_row,
                                (size_t)algos + 1);
    bool ok = costs->out->row || err_set(costs->err, ERR_FAILED, "out of memory");
    for (int i = 0; ok && i < algos; i++)
        if (measured(run_algo_at(i)))
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
