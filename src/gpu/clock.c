/* The clock: a problem on the device, and everything that is timed on it. */
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
#include "kernels/fast/fast.h"
#include "kernels/plain.h"

enum { RUNS = 101, LEAST_RUNS = 9, WARMUPS = 3, POISON = 0xa5, MAX_RUNS = 4096 };

struct gpu_clock {
    struct cudaDeviceProp device;
    int driver, runtime;
    cudaEvent_t begin, end;
    void *x, *y, *expected, *scratch, *sweep;
    size_t x_size, y_size, expected_size, scratch_size, sweep_size;
    struct clock_verdict *verdict; /* device */
    struct fast_scanner *fast;
    struct gpu_problem problem;    /* its host pointers are not kept */
    size_t width;
};

/* One way of solving the problem; enqueues all of it on the default stream. */
typedef int (*clock_work)(struct gpu_clock *clock, void *user);

static bool cuda_ok(int error, const char *what, struct err *err)
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
    return cuda_ok(cudaGetDevice(&current), "asking for the GPU", err)
        && cuda_ok(cudaGetDeviceProperties(&clock->device, current),
                   "asking for the GPU's properties", err)
        && cuda_ok(cudaDriverGetVersion(&clock->driver), "asking the driver", err)
        && cuda_ok(cudaRuntimeGetVersion(&clock->runtime), "asking CUDA", err);
}

bool gpu_clock_create(struct gpu_clock **out, struct err *err)
{
    struct gpu_clock *clock = calloc(1, sizeof *clock);
    *out = NULL;
    if (!clock)
        return err_set(err, ERR_FAILED, "out of memory");
    if (!device_find(clock, err)
        || !cuda_ok(cudaEventCreate(&clock->begin), "making an event", err)
        || !cuda_ok(cudaEventCreate(&clock->end), "making an event", err)
        || !cuda_ok(cudaMalloc((void **)&clock->verdict, sizeof *clock->verdict),
                    "allocating GPU memory", err)
        || !cuda_ok(fast_create(&clock->fast, 0), "preparing the fast scan", err)) {
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
    if (!cuda_ok(cudaMalloc(block, size), "allocating GPU memory", err))
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
        && cuda_ok(cudaMemcpy(clock->x, problem->input, bytes,
                              cudaMemcpyHostToDevice), "copying the input", err)
        && cuda_ok(cudaMemcpy(clock->expected, problem->expected, wanted,
                              cudaMemcpyHostToDevice), "copying the reference", err);
}

/* ---- checking -------------------------------------------------------------- */

static bool verdict_read(struct gpu_clock *clock, const char *row, struct err *err)
{
    struct clock_verdict verdict;
    if (!cuda_ok(cudaMemcpy(&verdict, clock->verdict, sizeof verdict,
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
    if (!cuda_ok(cudaMemcpy(clock->verdict, &clean, sizeof clean,
                            cudaMemcpyHostToDevice), "checking the result", err))
        return false;
    const int error = !copy && type_is_float(problem->type)
        ? clock_compare_float(clock->y, clock->expected, problem->n, problem->type,
                              problem->bound, clock->verdict)
        : clock_compare_exact(clock->y, copy ? clock->x : clock->expected,
                              problem->n, (uint32_t)clock->width, clock->verdict);
    return cuda_ok(error, "checking the result", err)
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
        && cuda_ok(cudaMemsetAsync(clock->sweep, 1, size, 0), "sweeping the cache",
                   err);
}

static bool run_once(struct gpu_clock *clock, clock_work work, void *user,
                     bool cold, double *ns, struct err *err)
{
    float ms = 0;
    if ((cold && !cache_sweep(clock, err))
        || !cuda_ok(cudaEventRecord(clock->begin, 0), "timing", err)
        || !cuda_ok(work(clock, user), "launching", err)
        || !cuda_ok(cudaEventRecord(clock->end, 0), "timing", err)
        || !cuda_ok(cudaEventSynchronize(clock->end), "running", err)
        || !cuda_ok(cudaEventElapsedTime(&ms, clock->begin, clock->end), "timing",
                    err))
        return false;
    *ns = 1e6 * (double)ms;
    return true;
}

static bool run_checked(struct gpu_clock *clock, clock_work work, void *user,
                        bool copy, const char *row, struct err *err)
{
    double ns;
    return cuda_ok(cudaMemset(clock->y, POISON, clock->problem.n * clock->width),
                   "poisoning the output", err)
        && run_once(clock, work, user, false, &ns, err)
        && result_check(clock, copy, row, err);
}

static bool measure(struct gpu_clock *clock, clock_work work, void *user, bool copy,
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

static void timing_fill(const struct gpu_clock *clock, struct timing *out,
                        const char *row, const char *label)
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
    timing_fill(clock, out, "copy", N_("copy of the same bytes"));
    out->limit = true;
    return measure(clock, work_copy, NULL, true, options, out, err);
}

static bool rival_cub(struct gpu_clock *clock,
                      const struct gpu_clock_options *options,
                      struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    size_t bytes = 0;
    timing_fill(clock, out, p->inclusive ? "cub-inclusive" : "cub-exclusive",
                "CUB DeviceScan");
    const int error = clock_cub(NULL, &bytes, clock->x, clock->y, p->n, p->type,
                                p->op, p->inclusive, NULL);
    if (error == cudaErrorNotSupported)
        return err_set(err, ERR_USAGE, "no instance of CUB's scan for %s of %s is "
                       "built", elem_op_name(p->op), elem_type_name(p->type));
    return cuda_ok(error, "asking CUB", err)
        && room_make(&clock->scratch, &clock->scratch_size, bytes ? bytes : 1, err)
        && measure(clock, work_cub, &bytes, false, options, out, err);
}

static bool rival_fast(struct gpu_clock *clock,
                       const struct gpu_clock_options *options,
                       struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    struct fast_launch launch;
    timing_fill(clock, out, "fast",
                N_("single pass, this project (kernels/fast)"));
    if (!fast_supports(p->type, p->op))
        return err_set(err, ERR_USAGE, "kernels/fast has no %s of %s",
                       elem_op_name(p->op), elem_type_name(p->type));
    if (!cuda_ok(fast_describe(clock->fast, p->n, p->type, p->op, &launch),
                 "asking the fast scan", err))
        return false;
    snprintf(out->shape, sizeof out->shape, "%s, %u x %u, %zu KiB tiles%s",
             launch.path, launch.grid, launch.block, launch.tile_bytes >> 10,
             launch.cooperative ? ", cooperative" : "");
    return measure(clock, work_fast, NULL, false, options, out, err);
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
    timing_fill(clock, out, work->row, work->label);
    snprintf(out->shape, sizeof out->shape, "%s", work->shape);
    return measure(clock, work_other, &copy, false, options, out, err);
}

/* ---- plans ----------------------------------------------------------------- */

struct plan_work {
    const struct trace *plan;
    void *array[TRACE_MAX_ARRAYS];  /* device; NULL: shared */
    size_t bytes[TRACE_MAX_ARRAYS];
    const struct plain_entry *entry[64];
    size_t shared[64];
};

static int work_plan(struct gpu_clock *clock, void *user)
{
    struct plan_work *work = user;
    const struct trace *plan = work->plan;
    int error = cudaSuccess;
    (void)clock;
    for (uint32_t a = 0; a < plan->array_count && error == cudaSuccess; a++)
        if (work->array[a] && plan->arrays[a].init == INIT_ZERO)
            error = cudaMemsetAsync(work->array[a], 0, work->bytes[a], 0);
    for (uint32_t k = 0; k < plan->launch_count && error == cudaSuccess; k++) {
        const struct trace_launch *launch = &plan->launches[k];
        struct plain_args args = { 0 };
        void *pointers[] = { &args };
        for (uint32_t i = 0; i < launch->array_count; i++)
            args.array[i] = work->array[launch->array[i]];
        memcpy(args.number, launch->number, sizeof launch->number);
        error = cudaLaunchKernel(work->entry[k]->function,
                                 (dim3){ launch->grid.x, launch->grid.y, launch->grid.z },
                                 (dim3){ launch->block.x, launch->block.y, launch->block.z },
                                 pointers, work->shared[k], 0);
    }
    return error;
}

/* Shared bytes of launch k as plain kernels lay it out: 16-byte units. */
static size_t plan_shared_bytes(const struct trace *plan, uint32_t k)
{
    size_t bytes = 0;
    for (uint32_t a = 0; a < plan->array_count; a++) {
        const struct trace_array *array = &plan->arrays[a];
        if (array->space == SPACE_SHARED && array->launch == (int32_t)k)
            bytes += ((size_t)array->count * array->width + 15) / 16 * 16;
    }
    return bytes;
}

static bool plan_entries(struct plan_work *work, struct err *err)
{
    const struct trace *plan = work->plan;
    if (plan->launch_count > sizeof work->entry / sizeof *work->entry)
        return err_set(err, ERR_FAILED, "%s: too many launches", plan->run.algo);
    for (uint32_t k = 0; k < plan->launch_count; k++) {
        const char *kernel = plan->launches[k].kernel;
        work->entry[k] = plain_find(kernel, plan->run.op, plan->run.type);
        if (!work->entry[k])
            return err_set(err, ERR_USAGE, "no plain %s of %s over %s is built",
                           kernel, elem_op_name(plan->run.op),
                           elem_type_name(plan->run.type));
        work->shared[k] = plan_shared_bytes(plan, k);
        if (!cuda_ok(cudaFuncSetAttribute(work->entry[k]->function,
                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)work->shared[k]), kernel, err))
            return false;
    }
    return true;
}

/* Device memory of the global arrays: the problem's x and y, else new. */
static bool plan_arrays(struct gpu_clock *clock, struct plan_work *work,
                        struct err *err)
{
    for (uint32_t a = 0; a < work->plan->array_count; a++) {
        const struct trace_array *array = &work->plan->arrays[a];
        if (array->space == SPACE_SHARED)
            continue;
        const size_t width = array->word == WORD_STATUS ? work->entry[0]->status
                                                        : array->width;
        work->bytes[a] = (size_t)array->count * width;
        if (array->role == ROLE_INPUT)
            work->array[a] = clock->x;
        else if (array->role == ROLE_OUTPUT)
            work->array[a] = clock->y;
        else if (!cuda_ok(cudaMalloc(&work->array[a], work->bytes[a]),
                          "allocating GPU memory", err))
            return false;
    }
    return true;
}

static void plan_free(const struct gpu_clock *clock, struct plan_work *work)
{
    for (uint32_t a = 0; a < work->plan->array_count; a++)
        if (work->array[a] != clock->x && work->array[a] != clock->y)
            (void)cudaFree(work->array[a]);
}

bool gpu_clock_plan(struct gpu_clock *clock, const struct trace *plan,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    const struct trace_launch *last = &plan->launches[plan->launch_count - 1];
    struct plan_work *work = calloc(1, sizeof *work);
    if (!work)
        return err_set(err, ERR_FAILED, "out of memory");
    work->plan = plan;
    timing_fill(clock, out, plan->run.algo, plan->run.title);
    snprintf(out->shape, sizeof out->shape, "%u x %u, %u launch%s", last->grid.x,
             last->block.x, plan->launch_count, plan->launch_count == 1 ? "" : "es");
    const bool ok = plan_entries(work, err) && plan_arrays(clock, work, err)
        && measure(clock, work_plan, work, false, options, out, err);
    plan_free(clock, work);
    free(work);
    return ok;
}
