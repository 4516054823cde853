/* The clock: a problem on the device, how a way of solving it is checked and timed,
 * and the rivals. Plans are in clock_plan.c. */
#include "gpu/clock.h"

#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/say.h"
#include "gpu/clock_device.h"
#include "gpu/clock_parts.h"
#include "kernels/fast/fast.h"

enum { RUNS = 101, LEAST_RUNS = 9, WARMUPS = 3, POISON = 0xa5, MAX_RUNS = 4096 };

bool clock_ok(int error, const char *what, struct err *err)
{
    if (error == cudaSuccess)
        return true;
    return err_set(err, ERR_FAILED, "%s: %s", what,
                   cudaGetErrorString((cudaError_t)error));
}

static bool device_find(struct gpu_clock *clock, struct err *err)
{
    int count = 0, current = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess)
        return err_set(err, ERR_FAILED, "no GPU can be used: %s",
                       cudaGetErrorString(error));
    if (count == 0)
        return err_set(err, ERR_FAILED, "no GPU can be used: none is there");
    return clock_ok(cudaGetDevice(&current), "asking for the GPU", err)
        && clock_ok(cudaGetDeviceProperties(&clock->device, current),
                   "asking for the GPU's properties", err)
        && clock_ok(cudaDriverGetVersion(&clock->driver), "asking the driver", err)
        && clock_ok(cudaRuntimeGetVersion(&clock->runtime), "asking CUDA", err);
}

bool gpu_clock_create(struct gpu_clock **out, struct err *err)
{
    struct gpu_clock *clock = calloc(1, sizeof *clock);
    *out = NULL;
    if (!clock)
        return err_set(err, ERR_FAILED, "out of memory");
    if (!device_find(clock, err)
        || !clock_ok(cudaEventCreate(&clock->begin), "making an event", err)
        || !clock_ok(cudaEventCreate(&clock->end), "making an event", err)
        || !clock_ok(cudaMalloc((void **)&clock->verdict, sizeof *clock->verdict),
                    "allocating GPU memory", err)
        || !clock_ok(fast_create(&clock->fast, 0), "preparing the fast scan", err)) {
        gpu_clock_destroy(clock);
        return false;
    }
    *out = clock;
    return true;
}

void gpu_clock_destroy(struct gpu_clock *clock)
{
    if (!clock)
        return;
    void *const blocks[] = { clock->x, clock->y, clock->expected, clock->scratch,
                             clock->sweep, clock->verdict };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        (void)cudaFree(blocks[i]);
    fast_destroy(clock->fast);
    if (clock->begin)
        (void)cudaEventDestroy(clock->begin);
    if (clock->end)
        (void)cudaEventDestroy(clock->end);
    free(clock);
}

/* The driver's own release, such as 580.159.04, is a word of its own in the
 * first line of a file, where there is one. */
static void driver_release(char *text, size_t size, int version)
{
    char line[256] = "", *rest = NULL;
    FILE *file = fopen("/proc/driver/nvidia/version", "r");
    snprintf(text, size, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    if (!file)
        return;
    if (fgets(line, sizeof line, file))
        for (char *word = strtok_r(line, " \t\n", &rest); word;
             word = strtok_r(NULL, " \t\n", &rest))
            if (strchr(word, '.') && strspn(word, "0123456789.") == strlen(word)) {
                snprintf(text, size, "%s", word);
                break;
            }
    fclose(file);
}

void gpu_clock_describe(const struct gpu_clock *clock, struct timing_set *set)
{
    const time_t now = time(NULL);
    struct tm day;
    snprintf(set->device, sizeof set->device, "%.90s", clock->device.name);
    driver_release(set->driver, sizeof set->driver, clock->driver);
    snprintf(set->cuda, sizeof set->cuda, "%d.%d", clock->runtime / 1000,
             clock->runtime % 1000 / 10);
    if (gmtime_r(&now, &day))
        strftime(set->date, sizeof set->date, "%Y-%m-%d", &day);
    snprintf(set->flags, sizeof set->flags,
             "nvcc -O3, CUDA events, compute capability %d.%d",
             clock->device.major, clock->device.minor);
    set->live = true;
}

uint64_t gpu_clock_room(const struct gpu_clock *clock, size_t width)
{
    size_t free_bytes = 0, total = 0;
    if (cudaMemGetInfo(&free_bytes, &total) != cudaSuccess)
        return 0;
    const size_t held = clock->x_size + clock->y_size + clock->expected_size;
    return (free_bytes + held) / 10 * 9 / (2 * width + 8 + width / 4);
}

/* Makes *block at least size bytes, aligned as cudaMalloc does. */
static bool room_make(void **block, size_t *have, size_t size, struct err *err)
{
    if (size <= *have)
        return true;
    (void)cudaFree(*block);
    *block = NULL;
    *have = 0;
    if (!clock_ok(cudaMalloc(block, size), "allocating GPU memory", err))
        return false;
    *have = size;
    return true;
}

static bool type_is_float(enum elem_type type)
{
    return type == ELEM_F32 || type == ELEM_F64 || type == ELEM_F16;
}

static size_t expected_width(const struct gpu_problem *problem, size_t width)
{
    return type_is_float(problem->type) ? sizeof(double) : width;
}

bool gpu_clock_problem(struct gpu_clock *clock, const struct gpu_problem *problem,
                       struct err *err)
{
    const size_t width = elem_width(problem->op, problem->type);
    const size_t bytes = problem->n * width;
    const size_t wanted = problem->n * expected_width(problem, width);
    clock->problem = *problem;
    clock->problem.input = clock->problem.expected = NULL;
    clock->width = width;
    return room_make(&clock->x, &clock->x_size, bytes, err)
        && room_make(&clock->y, &clock->y_size, bytes, err)
        && room_make(&clock->expected, &clock->expected_size, wanted, err)
        && clock_ok(cudaMemcpy(clock->x, problem->input, bytes,
                              cudaMemcpyHostToDevice), "copying the input", err)
        && clock_ok(cudaMemcpy(clock->expected, problem->expected, wanted,
                              cudaMemcpyHostToDevice), "copying the reference", err);
}

/* ---- checking -------------------------------------------------------------- */

static bool verdict_read(struct gpu_clock *clock, const char *row, struct err *err)
{
    struct clock_verdict verdict;
    if (!clock_ok(cudaMemcpy(&verdict, clock->verdict, sizeof verdict,
                            cudaMemcpyDeviceToHost), "checking the result", err))
        return false;
    return verdict.wrong == 0
        || err_set(err, ERR_FAILED, "%s: %llu of %" PRIu64 " results are wrong, "
                   "the first at index %llu", row, verdict.wrong,
                   clock->problem.n, verdict.first);
}

/* The whole of y against what is expected; a copy must equal the input. */
static bool result_check(struct gpu_clock *clock, bool copy, const char *row,
                         struct err *err)
{
    const struct gpu_problem *problem = &clock->problem;
    const struct clock_verdict clean = { 0, ~0ull };
    if (!clock_ok(cudaMemcpy(clock->verdict, &clean, sizeof clean,
                            cudaMemcpyHostToDevice), "checking the result", err))
        return false;
    const int error = !copy && type_is_float(problem->type)
        ? clock_compare_float(clock->y, clock->expected, problem->n, problem->type,
                              problem->bound, clock->verdict)
        : clock_compare_exact(clock->y, copy ? clock->x : clock->expected,
                              problem->n, (uint32_t)clock->width, clock->verdict);
    return clock_ok(error, "checking the result", err)
        && verdict_read(clock, row, err);
}

/* ---- timing ---------------------------------------------------------------- */

static int compare_double(const void *left, const void *right)
{
    const double l = *(const double *)left, r = *(const double *)right;
    return l < r ? -1 : l > r;
}

static void statistics(double *ns, uint32_t count, struct timing *out)
{
    qsort(ns, count, sizeof *ns, compare_double);
    out->runs = count;
    out->min_ns = ns[0];
    out->p25_ns = ns[count / 4];
    out->median_ns = ns[count / 2];
    out->p75_ns = ns[count - 1 - count / 4];
    out->max_ns = ns[count - 1];
}

/* Overwrites the L2 cache with something else. */
static bool cache_sweep(struct gpu_clock *clock, struct err *err)
{
    const size_t size = 4 * (size_t)clock->device.l2CacheSize + (1u << 20);
    return room_make(&clock->sweep, &clock->sweep_size, size, err)
        && clock_ok(cudaMemsetAsync(clock->sweep, 1, size, 0), "sweeping the cache",
                   err);
}

static bool run_once(struct gpu_clock *clock, clock_work work, void *user,
                     bool cold, double *ns, struct err *err)
{
    float ms = 0;
    if ((cold && !cache_sweep(clock, err))
        || !clock_ok(cudaEventRecord(clock->begin, 0), "timing", err)
        || !clock_ok(work(clock, user), "launching", err)
        || !clock_ok(cudaEventRecord(clock->end, 0), "timing", err)
        || !clock_ok(cudaEventSynchronize(clock->end), "running", err)
        || !clock_ok(cudaEventElapsedTime(&ms, clock->begin, clock->end), "timing",
                    err))
        return false;
    *ns = 1e6 * (double)ms;
    return true;
}

static bool run_checked(struct gpu_clock *clock, clock_work work, void *user,
                        bool copy, const char *row, struct err *err)
{
    double ns;
    return clock_ok(cudaMemset(clock->y, POISON, clock->problem.n * clock->width),
                   "poisoning the output", err)
        && run_once(clock, work, user, false, &ns, err)
        && result_check(clock, copy, row, err);
}

bool clock_measure(struct gpu_clock *clock, clock_work work, void *user, bool copy,
                   const struct gpu_clock_options *options, struct timing *out,
                   struct err *err)
{
    static const struct gpu_clock_options usual = { 0 };
    const struct gpu_clock_options *o = options ? options : &usual;
    const uint32_t most = o->runs ? o->runs : RUNS;
    const double patience = 1e9 * (o->patience_s > 0 ? o->patience_s : 1);
    double *ns = malloc((size_t)most * sizeof *ns), spent = 0, once;
    bool ok = ns || err_set(err, ERR_FAILED, "out of memory");
    uint32_t count = 0;
    out->warmups = o->warmups ? o->warmups : WARMUPS;
    ok = ok && run_checked(clock, work, user, copy, out->row, err);
    for (uint32_t i = 0; ok && i < out->warmups; i++)
        ok = run_once(clock, work, user, o->cold, &once, err);
    while (ok && count < most && (spent < patience || count < LEAST_RUNS)) {
        ok = run_once(clock, work, user, o->cold, &ns[count], err);
        spent += ok ? ns[count++] : 0;
    }
    /* And once more behind the last run: what was timed was right, too. */
    ok = ok && result_check(clock, copy, out->row, err);
    if (ok)
        statistics(ns, count, out);
    free(ns);
    out->checked = ok;
    out->warm = !o->cold;
    return ok;
}

void clock_timing(const struct gpu_clock *clock, struct timing *out, const char *row,
                  const char *label)
{
    memset(out, 0, sizeof *out);
    snprintf(out->row, sizeof out->row, "%s", row);
    snprintf(out->label, sizeof out->label, "%s", label);
    out->n = clock->problem.n;
    out->op = (uint8_t)clock->problem.op;
    out->type = (uint8_t)clock->problem.type;
    out->inclusive = clock->problem.inclusive;
    out->bytes = 2 * clock->problem.n * clock->width;
}

/* ---- rivals ---------------------------------------------------------------- */

static int work_copy(struct gpu_clock *clock, void *user)
{
    (void)user;
    return cudaMemcpyAsync(clock->y, clock->x, clock->problem.n * clock->width,
                           cudaMemcpyDeviceToDevice, 0);
}

static int work_cub(struct gpu_clock *clock, void *user)
{
    const struct gpu_problem *p = &clock->problem;
    return clock_cub(clock->scratch, user, clock->x, clock->y, p->n, p->type, p->op,
                     p->inclusive, NULL);
}

static int work_fast(struct gpu_clock *clock, void *user)
{
    const struct gpu_problem *p = &clock->problem;
    (void)user;
    return fast_scan(clock->fast, clock->x, clock->y, p->n, p->type, p->op,
                     p->inclusive, 0);
}

static bool rival_copy(struct gpu_clock *clock,
                       const struct gpu_clock_options *options,
                       struct timing *out, struct err *err)
{
    clock_timing(clock, out, "copy", N_("copy of the same bytes"));
    out->limit = true;
    return clock_measure(clock, work_copy, NULL, true, options, out, err);
}

static bool rival_cub(struct gpu_clock *clock,
                      const struct gpu_clock_options *options,
                      struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    size_t bytes = 0;
    clock_timing(clock, out, p->inclusive ? "cub-inclusive" : "cub-exclusive",
                "CUB DeviceScan");
    const int error = clock_cub(NULL, &bytes, clock->x, clock->y, p->n, p->type,
                                p->op, p->inclusive, NULL);
    if (error == cudaErrorNotSupported)
        return err_set(err, ERR_USAGE, "no instance of CUB's scan for %s of %s is "
                       "built", elem_op_name(p->op), elem_type_name(p->type));
    return clock_ok(error, "asking CUB", err)
        && room_make(&clock->scratch, &clock->scratch_size, bytes ? bytes : 1, err)
        && clock_measure(clock, work_cub, &bytes, false, options, out, err);
}

static bool rival_fast(struct gpu_clock *clock,
                       const struct gpu_clock_options *options,
                       struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    struct fast_launch launch;
    clock_timing(clock, out, "fast",
                N_("single pass, this project (kernels/fast)"));
    if (!fast_supports(p->type, p->op))
        return err_set(err, ERR_USAGE, "kernels/fast has no %s of %s",
                       elem_op_name(p->op), elem_type_name(p->type));
    if (!clock_ok(fast_describe(clock->fast, p->n, p->type, p->op, &launch),
                 "asking the fast scan", err))
        return false;
    snprintf(out->shape, sizeof out->shape, "%s, %u x %u, %zu KiB tiles%s",
             launch.path, launch.grid, launch.block, launch.tile_bytes >> 10,
             launch.cooperative ? ", cooperative" : "");
    return clock_measure(clock, work_fast, NULL, false, options, out, err);
}

bool gpu_clock_rival(struct gpu_clock *clock, enum gpu_rival rival,
                     const struct gpu_clock_options *options,
                     struct timing *out, struct err *err)
{
    switch (rival) {
    case GPU_COPY:
        return rival_copy(clock, options, out, err);
    case GPU_CUB:
        return rival_cub(clock, options, out, err);
    default:
        return rival_fast(clock, options, out, err);
    }
}

/* ---- other work ------------------------------------------------------------ */

static int work_other(struct gpu_clock *clock, void *user)
{
    const struct gpu_work *work = user;
    return work->do_work(work->user, clock->x, clock->y);
}

bool gpu_clock_work(struct gpu_clock *clock, const struct gpu_work *work,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    struct gpu_work copy = *work;
    clock_timing(clock, out, work->row, work->label);
    snprintf(out->shape, sizeof out->shape, "%s", work->shape);
    return clock_measure(clock, work_other, &copy, false, options, out, err);
}
