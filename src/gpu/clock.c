/* The clock: a problem on the device, how a way of solving it is checked and timed.
 * Rivals are in clock_rivals.c, plans in clock_plan.c. */
#include "gpu/clock.h"

#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "gpu/clock_device.h"
#include "gpu/clock_parts.h"
#include "kernels/fast/fast.h"

enum { RUNS = 101, LEAST_RUNS = 9, WARMUPS = 3 };

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
        || !clock_ok(cudaMalloc(&clock->total, ELEM_MAX), "allocating GPU memory", err)
        || !clock_ok(cudaMalloc(&clock->expected_total, ELEM_MAX),
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
                             clock->sweep, clock->verdict, clock->heads, clock->keys,
                             clock->total, clock->expected_total };
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

bool clock_room(void **block, size_t *have, size_t size, struct err *err)
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

/* Results are compared with doubles. */
static bool is_near(const struct gpu_problem *problem)
{
    return elem_is_real((int)problem->type) && !problem->exact;
}

static bool upload(void *to, const void *from, size_t bytes, const char *what,
                   struct err *err)
{
    return clock_ok(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), what, err);
}

/* Head flags, and for CUB the number of every element's segment. */
static bool heads_upload(struct gpu_clock *clock, const int32_t *heads, struct err *err)
{
    const uint64_t n = clock->problem.n;
    const size_t bytes = n * sizeof *heads;
    int32_t *keys = malloc(bytes);
    bool ok = keys || err_set(err, ERR_FAILED, "out of memory");
    for (uint64_t i = 0; ok && i < n; i++)
        keys[i] = i == 0 ? 0 : keys[i - 1] + (heads[i] != 0);
    ok = ok && clock_room(&clock->heads, &clock->heads_size, bytes, err)
        && clock_room(&clock->keys, &clock->keys_size, bytes, err)
        && upload(clock->heads, heads, bytes, "copying the head flags", err)
        && upload(clock->keys, keys, bytes, "copying the segments", err);
    free(keys);
    return ok;
}

/* Room for the values and for what the copy moves, which may be more. */
static bool values_upload(struct gpu_clock *clock, const void *input, struct err *err)
{
    const size_t bytes = clock->problem.n * clock->width;
    const size_t half = clock->problem.bytes / 2, room = half > bytes ? half : bytes;
    return clock_room(&clock->x, &clock->x_size, room, err)
        && clock_room(&clock->y, &clock->y_size, room, err)
        && (room == bytes || clock_ok(cudaMemset(clock->x, 0, room), "clearing the input",
                                      err))
        && upload(clock->x, input, bytes, "copying the input", err);
}

bool gpu_clock_problem(struct gpu_clock *clock, const struct gpu_problem *problem,
                       struct err *err)
{
    const size_t width = elem_width(problem->op, problem->type);
    const size_t one = is_near(problem) ? sizeof(double) : width;
    const size_t wanted = problem->n * one;
    clock->problem = *problem;
    clock->problem.input = clock->problem.expected = clock->problem.total = NULL;
    clock->problem.heads = NULL;
    clock->width = width;
    clock->has_total = problem->total != NULL;
    if (!problem->bytes)
        clock->problem.bytes = 2 * problem->n * width;
    return values_upload(clock, problem->input, err)
        && clock_room(&clock->expected, &clock->expected_size, wanted, err)
        && upload(clock->expected, problem->expected, wanted, "copying the reference", err)
        && (!problem->total || upload(clock->expected_total, problem->total, one,
                                      "copying the reference", err))
        && (!problem->heads || heads_upload(clock, problem->heads, err));
}

/* ---- checking -------------------------------------------------------------- */

static bool verdict_read(struct gpu_clock *clock, struct clock_verdict *verdict,
                         struct err *err)
{
    return clock_ok(cudaMemcpy(verdict, clock->verdict, sizeof *verdict,
                              cudaMemcpyDeviceToHost), "checking the result", err);
}

/* n results of the problem's kind against what is expected of them. */
static bool compare(struct gpu_clock *clock, const void *y, const void *expected,
                    uint64_t n, uint32_t width, bool near, struct clock_verdict *verdict,
                    struct err *err)
{
    const struct gpu_problem *problem = &clock->problem;
    const struct clock_verdict clean = { 0, ~0ull };
    if (!upload(clock->verdict, &clean, sizeof clean, "checking the result", err))
        return false;
    const int error = near
        ? clock_compare_float(y, expected, n, problem->type, problem->bound, clock->verdict)
        : clock_compare_exact(y, expected, n, width, clock->verdict);
    return clock_ok(error, "checking the result", err)
        && verdict_read(clock, verdict, err);
}

/* The whole of y; a copy must equal what it copied. */
static bool results_check(struct gpu_clock *clock, bool copy, const char *row,
                          struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    const uint64_t n = copy ? p->bytes / 2 : p->n;
    struct clock_verdict verdict;
    return compare(clock, clock->y, copy ? clock->x : clock->expected, n,
                   copy ? 1 : (uint32_t)clock->width, !copy && is_near(p), &verdict, err)
        && (verdict.wrong == 0
            || err_set(err, ERR_FAILED, "%s: %llu of %" PRIu64 " results are wrong, "
                       "the first at index %llu", row, verdict.wrong, n, verdict.first));
}

static bool total_check(struct gpu_clock *clock, const char *row, struct err *err)
{
    struct clock_verdict verdict;
    return compare(clock, clock->total, clock->expected_total, 1, (uint32_t)clock->width,
                   is_near(&clock->problem), &verdict, err)
        && (verdict.wrong == 0
            || err_set(err, ERR_FAILED, "%s: the total is wrong", row));
}

static bool result_check(struct gpu_clock *clock, enum clock_answer answer,
                         const char *row, struct err *err)
{
    return results_check(clock, answer == CLOCK_COPY, row, err)
        && (answer != CLOCK_ALL || !clock->has_total || total_check(clock, row, err));
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
    return clock_room(&clock->sweep, &clock->sweep_size, size, err)
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
                        enum clock_answer answer, const char *row, struct err *err)
{
    const size_t bytes = answer == CLOCK_COPY ? clock->problem.bytes / 2
                                              : clock->problem.n * clock->width;
    double ns;
    return clock_ok(cudaMemset(clock->y, GPU_CLOCK_UNTOUCHED, bytes),
                   "poisoning the output", err)
        && clock_ok(cudaMemset(clock->total, GPU_CLOCK_UNTOUCHED, ELEM_MAX),
                   "poisoning the total", err)
        && run_once(clock, work, user, false, &ns, err)
        && result_check(clock, answer, row, err);
}

bool clock_measure(struct gpu_clock *clock, clock_work work, void *user,
                   enum clock_answer answer, const struct gpu_clock_options *options,
                   struct timing *out, struct err *err)
{
    static const struct gpu_clock_options usual = { 0 };
    const struct gpu_clock_options *o = options ? options : &usual;
    const uint32_t most = o->runs ? o->runs : RUNS;
    const double patience = 1e9 * (o->patience_s > 0 ? o->patience_s : 1);
    double *ns = malloc((size_t)most * sizeof *ns), spent = 0, once;
    bool ok = ns || err_set(err, ERR_FAILED, "out of memory");
    uint32_t count = 0;
    out->warmups = o->warmups ? o->warmups : WARMUPS;
    ok = ok && run_checked(clock, work, user, answer, out->row, err);
    for (uint32_t i = 0; ok && i < out->warmups; i++)
        ok = run_once(clock, work, user, o->cold, &once, err);
    while (ok && count < most && (spent < patience || count < LEAST_RUNS)) {
        ok = run_once(clock, work, user, o->cold, &ns[count], err);
        spent += ok ? ns[count++] : 0;
    }
    /* And once more behind the last run: what was timed was right, too. */
    ok = ok && result_check(clock, answer, out->row, err);
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
    out->result = (uint8_t)clock->problem.result;
    out->bytes = clock->problem.bytes;
}
