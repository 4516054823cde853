/* The experiments: a table of ways, and a problem for each of its kinds. */
#include "gpu/habits.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_ops.h"
#include "base/splitmix.h"
#include "gpu/gpu_check.h"
#include "gpu/habits_device.h"
#include "gpu/habits_streams.h"

enum { RUNS = 31, LOG_N = 26, RESIDENT = 8 };

/* What a way's result has to be. */
enum kind { ONE_MORE, SUMS, HALF_ONE, HALF_ADDS, AFFINE, KINDS };

struct way {
    const char *row, *label;
    enum habit_way way;
    enum kind kind;
    int resident; /* blocks a multiprocessor; 0: as many as fit */
};

static const struct way ways[] = {
    { "coalescing/neighbours", "neighbouring lanes, neighbouring words",
      HABIT_NEIGHBOURS, ONE_MORE, 0 },
    { "coalescing/runs", "each thread 32 words in a row", HABIT_RUNS, ONE_MORE, 0 },
    { "coalescing/apart", "lanes n/32 words apart", HABIT_APART, ONE_MORE, 0 },
    { "width/4", "4 bytes a load", HABIT_WORD, ONE_MORE, 0 },
    { "width/16", "16 bytes a load", HABIT_FOUR, ONE_MORE, 0 },
    { "occupancy/1", "1 block of 256 a multiprocessor", HABIT_WORD, ONE_MORE, 1 },
    { "occupancy/2", "2 blocks of 256", HABIT_WORD, ONE_MORE, 2 },
    { "occupancy/4", "4 blocks of 256", HABIT_WORD, ONE_MORE, 4 },
    { "occupancy/8", "8 blocks of 256", HABIT_WORD, ONE_MORE, 8 },
    { "padding/off", "Blelloch's tree in shared memory, 64 times", HABIT_UNPADDED,
      SUMS, 0 },
    { "padding/on", "the same, a word of padding after 32", HABIT_PADDED, SUMS, 0 },
    { "half/half", "y = x + 1, one half a thread", HABIT_HALF, HALF_ONE, 0 },
    { "half/half2", "y = x + 1, one half2 a thread", HABIT_HALF2, HALF_ONE, 0 },
    { "half-adds/half", "512 additions in registers, half", HABIT_HALF_ADDS,
      HALF_ADDS, 0 },
    { "half-adds/half2", "512 additions in registers, half2", HABIT_HALF2_ADDS,
      HALF_ADDS, 0 },
};

struct habits {
    struct gpu_clock *clock;
    const struct gpu_habits_options *options;
    struct gpu_clock_options timing;
    struct timing_set *set;
    struct chrome *chrome;
    struct err *err;
    uint64_t n;
    int multiprocessors, shared_all, shared_own;
    void *input, *expected;
    struct gpu_problem problem;
};

/* ---- problems ---------------------------------------------------------------- */

static uint32_t input_word(uint64_t i)
{
    return (uint32_t)(splitmix64_at(i) >> 32);
}

/* y = a x + c, `rounds` times: one pair of factors. */
static void affine_power(uint32_t rounds, uint32_t *a, uint32_t *c)
{
    *a = 1;
    *c = 0;
    while (rounds-- > 0) {
        *a *= HABIT_A;
        *c = *c * HABIT_A + HABIT_C;
    }
}

static void fill_words(struct habits *h, enum kind kind)
{
    uint32_t *x = h->input, *y = h->expected, a = 1, c = 1, sum = 0;
    if (kind == AFFINE)
        affine_power(HABIT_ROUNDS, &a, &c);
    for (uint64_t i = 0; i < h->n; i++) {
        x[i] = input_word(i);
        if (i % HABIT_SECTION == 0)
            sum = 0;
        y[i] = kind == SUMS ? sum : x[i] * a + c;
        sum += x[i];
    }
}

static void fill_halves(struct habits *h, unsigned adds)
{
    uint16_t *x = h->input;
    double *y = h->expected;
    for (uint64_t i = 0; i < h->n; i++) {
        const unsigned v = input_word(i) % 16;
        x[i] = elem_float_to_half((float)v);
        y[i] = v + adds;
    }
}

/* Makes and uploads the problem of a kind; it stays until the next. */
static bool problem_make(struct habits *h, enum kind kind)
{
    const bool half = kind == HALF_ONE || kind == HALF_ADDS;
    h->problem = (struct gpu_problem){
        .input = h->input, .expected = h->expected, .n = h->n,
        .type = half ? ELEM_F16 : ELEM_U32, .op = OP_ADD, .inclusive = kind != SUMS,
    };
    if (half)
        fill_halves(h, kind == HALF_ONE ? 1 : HABIT_ADDS);
    else
        fill_words(h, kind);
    return gpu_clock_problem(h->clock, &h->problem, h->err);
}

/* ---- one way ------------------------------------------------------------------ */

static int launch_work(void *user, void *x, void *y)
{
    struct habit_launch launch = *(const struct habit_launch *)user;
    launch.x = x;
    launch.y = y;
    return habit_run(&launch);
}

/* Shared memory that leaves room for just so many blocks, and the grid of one
 * wave. */
static bool launch_shape(struct habits *h, int resident, struct habit_launch *launch)
{
    int blocks = 0;
    if (resident)
        launch->shared = (uint32_t)(h->shared_all / resident - h->shared_own) / 128 * 128;
    if (!gpu_check((cudaError_t)habit_resident(launch->shared, &blocks),
                   "limiting the resident blocks", h->err))
        return false;
    if (resident && blocks != resident)
        return err_set(h->err, ERR_FAILED, "%u shared bytes a block leave room for %d "
                       "blocks, not %d", launch->shared, blocks, resident);
    launch->grid = (uint32_t)((resident ? resident : RESIDENT) * h->multiprocessors);
    return true;
}

static bool cancelled(const struct habits *h)
{
    return h->options->cancel && atomic_load(h->options->cancel)
        && !err_set(h->err, ERR_FAILED, "cancelled");
}

static bool way_run(struct habits *h, const struct way *way)
{
    struct habit_launch launch = { .way = way->way, .n = h->n };
    char shape[64];
    struct timing timing;
    if (h->options->progress)
        h->options->progress(h->options->user, way->row, h->n);
    if (cancelled(h) || !launch_shape(h, way->resident, &launch))
        return false;
    snprintf(shape, sizeof shape, "%u x %d", habit_grid(&launch),
             way->kind == SUMS ? HABIT_SECTION / 2 : (int)HABIT_BLOCK);
    if (way->resident)
        snprintf(shape, sizeof shape, "%u x %d, %u shared bytes each", launch.grid,
                 HABIT_BLOCK, launch.shared);
    const struct gpu_work work = { launch_work, &launch, way->row, way->label, shape };
    return gpu_clock_work(h->clock, &work, &h->timing, &timing, h->err)
        && timing_add(h->set, &timing, h->err);
}

static bool ways_run(struct habits *h)
{
    enum kind made = KINDS;
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].kind != made)
            ok = problem_make(h, ways[i].kind);
        made = ways[i].kind;
        ok = ok && way_run(h, &ways[i]);
    }
    return ok;
}

static bool streams_run(struct habits *h)
{
    static const uint32_t counts[] = { 1, 2, 4 };
    bool ok = problem_make(h, AFFINE);
    for (uint32_t i = 0; ok && i < sizeof counts / sizeof *counts; i++) {
        struct timing timing;
        if (h->options->progress)
            h->options->progress(h->options->user, "streams", h->n);
        ok = !cancelled(h)
            && habits_streams(h->clock, counts[i], &h->problem, &h->timing, &timing,
                              h->chrome, i + 1, h->err)
            && timing_add(h->set, &timing, h->err);
    }
    return ok;
}

/* ---- all ------------------------------------------------------------------------ */

static bool limits_read(struct habits *h)
{
    static const char what[] = "asking for the GPU's limits";
    int device = 0;
    return gpu_check(cudaGetDevice(&device), what, h->err)
        && gpu_check(cudaDeviceGetAttribute(&h->multiprocessors,
                         cudaDevAttrMultiProcessorCount, device), what, h->err)
        && gpu_check(cudaDeviceGetAttribute(&h->shared_all,
                         cudaDevAttrMaxSharedMemoryPerMultiprocessor, device), what, h->err)
        && gpu_check(cudaDeviceGetAttribute(&h->shared_own,
                         cudaDevAttrReservedSharedMemoryPerBlock, device), what, h->err);
}

bool gpu_habits_run(struct gpu_clock *clock, const struct gpu_habits_options *options,
                    struct timing_set *set, struct buf *timeline, struct err *err)
{
    struct chrome chrome;
    struct habits h = { .clock = clock, .options = options, .set = set, .err = err,
                        .chrome = &chrome,
                        .timing.runs = options->runs ? options->runs : RUNS,
                        .n = (uint64_t)1 << (options->log_n ? options->log_n : LOG_N) };
    chrome_begin(&chrome, timeline);
    h.input = malloc(h.n * sizeof(uint32_t));
    h.expected = malloc(h.n * sizeof(double));
    bool ok = (h.input && h.expected) || err_set(err, ERR_FAILED, "out of memory");
    ok = ok && limits_read(&h) && ways_run(&h) && streams_run(&h);
    chrome_end(&chrome, "times of CUDA events on the device");
    free(h.input);
    free(h.expected);
    return ok;
}
