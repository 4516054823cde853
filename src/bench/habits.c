/* The experiments of a GPU come from gpu/habits; the look-back's window is a
 * matter of two plans. Those of the CPU are here. */
#include "bench/habits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/counters.h"
#include "bench/gpu.h"
#include "gpu/habits.h"

enum { RUNS = 31 };

static void told(const struct habits_options *options, const char *row, uint64_t n)
{
    if (options->progress)
        options->progress(options->user, row, n);
}

/* ---- GPU ---------------------------------------------------------------------- */

/* Rows of two algorithms under the names of an experiment. */
static bool window_run(const struct habits_options *options, const char *algo,
                       const char *row, const char *label, struct timing_set *set,
                       struct err *err)
{
    static const uint64_t lengths[] = { 1 << 16, 1 << 20, 1 << 24 };
    struct timing_set one;
    const struct bench_gpu_options bench = {
        .n = lengths, .n_count = 3, .type = ELEM_I32, .op = OP_ADD, .inclusive = true,
        .runs = options->runs ? options->runs : RUNS, .row = algo,
        .cancel = options->cancel, .progress = options->progress, .user = options->user,
    };
    timing_init(&one);
    bool ok = bench_gpu_run(&bench, &one, err);
    for (uint32_t i = 0; ok && i < one.count; i++) {
        struct timing timing = one.rows[i];
        snprintf(timing.row, sizeof timing.row, "%s", row);
        snprintf(timing.label, sizeof timing.label, "%s", label);
        ok = timing_add(set, &timing, err);
    }
    timing_finish(&one);
    return ok;
}

static bool gpu_run_all(const struct habits_options *options, struct timing_set *set,
                        struct buf *timeline, struct err *err)
{
    const struct gpu_habits_options gpu = {
        .runs = options->runs, .log_n = options->log_n, .cancel = options->cancel,
        .progress = options->progress, .user = options->user,
    };
    struct gpu_clock *clock;
    if (!gpu_clock_create(&clock, err))
        return false;
    gpu_clock_describe(clock, set);
    const bool ok = gpu_habits_run(clock, &gpu, set, timeline, err);
    gpu_clock_destroy(clock);
    return ok
        && window_run(options, "look-back", "window/1",
                      "look-back, a thread, one tile at a time", set, err)
        && window_run(options, "look-back-warp", "window/32",
                      "look-back, a warp, 32 tiles at a time", set, err);
}

/* ---- CPU ---------------------------------------------------------------------- */

/* One thread first, then all of them and shares that grow. */
static bool grain_run(const struct habits_options *options, uint64_t n,
                      struct timing_set *set, struct err *err)
{
    const int row = bench_cpu_find("cpu-parallel", err);
    const uint64_t grains[] = { n, n / 2, n / 4, n / 8, n / 16 };
    bool ok = row >= 0;
    for (size_t i = 0; ok && i < sizeof grains / sizeof *grains; i++) {
        const struct bench_options bench = { .runs = options->runs, .grain = grains[i],
                                             .cancel = options->cancel };
        struct timing timing;
        told(options, "grain", n);
        ok = bench_cpu_run(row, n, ELEM_I32, &bench, &timing, err);
        if (ok) {
            snprintf(timing.row, sizeof timing.row, "grain-%" PRIu64 "/%" PRIu64, n,
                     grains[i]);
            ok = timing_add(set, &timing, err);
        }
    }
    return ok;
}

static bool cpu_run_all(const struct habits_options *options, struct timing_set *set,
                        struct err *err)
{
    static const uint64_t lengths[] = { 1 << 14, 1 << 17, 1 << 20, 1 << 24 };
    static const size_t apart[] = { 8, 64, 128 };
    bool ok = true;
    bench_cpu_describe(set);
    for (size_t i = 0; ok && i < sizeof lengths / sizeof *lengths; i++)
        ok = grain_run(options, lengths[i], set, err);
    for (size_t i = 0; ok && i < sizeof apart / sizeof *apart; i++) {
        struct timing timing;
        told(options, "false-sharing", apart[i]);
        ok = bench_counters_run(apart[i], options->runs ? options->runs : RUNS,
                                options->cancel, &timing, err)
            && timing_add(set, &timing, err);
    }
    return ok;
}

bool bench_habits_run(const struct habits_options *options, struct timing_set *set,
                      struct buf *timeline, struct err *err)
{
    if (options->cuda)
        return gpu_run_all(options, set, timeline, err);
    return cpu_run_all(options, set, err);
}
