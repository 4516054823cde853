/* Plans on the clock: the launches of src/run as plain kernels. Arrays that start as
 * zeros are cleared within the timed region. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "gpu/clock_parts.h"
#include "kernels/plain.h"

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
    if (!gpu_clock_built(plan, err))
        return false;
    for (uint32_t k = 0; k < plan->launch_count; k++) {
        const char *kernel = plan->launches[k].kernel;
        work->entry[k] = plain_find(kernel, plan->run.op, plan->run.type);
        work->shared[k] = plan_shared_bytes(plan, k);
        if (!clock_ok(cudaFuncSetAttribute(work->entry[k]->function,
                         cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)work->shared[k]), kernel, err))
            return false;
    }
    return true;
}

bool gpu_clock_built(const struct trace *plan, struct err *err)
{
    for (uint32_t k = 0; k < plan->launch_count; k++)
        if (!plain_find(plan->launches[k].kernel, plan->run.op, plan->run.type))
            return err_set(err, ERR_USAGE, "no plain %s of %s over %s is built",
                           plan->launches[k].kernel, elem_op_name(plan->run.op),
                           elem_type_name(plan->run.type));
    return true;
}

/* What the problem has already; NULL: nothing for this array. */
static void *array_of_problem(const struct gpu_clock *clock,
                              const struct trace_array *array)
{
    if (array->init == INIT_HEADS)
        return clock->heads;
    return array->role == ROLE_INPUT ? clock->x
        : array->role == ROLE_OUTPUT ? clock->y
        : array->role == ROLE_TOTAL ? clock->total : NULL;
}

/* Device memory of the global arrays: the problem's, else new. */
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
        work->array[a] = array_of_problem(clock, array);
        if (!work->array[a]
            && !clock_ok(cudaMalloc(&work->array[a], work->bytes[a]),
                          "allocating GPU memory", err))
            return false;
    }
    return true;
}

static void plan_free(const struct gpu_clock *clock, struct plan_work *work)
{
    for (uint32_t a = 0; a < work->plan->array_count; a++)
        if (work->array[a] != array_of_problem(clock, &work->plan->arrays[a]))
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
    const enum clock_answer answer = trace_array_by_role(plan, ROLE_TOTAL) < 0
        ? CLOCK_RESULTS : CLOCK_ALL;
    work->plan = plan;
    clock_timing(clock, out, plan->run.algo, plan->run.title);
    snprintf(out->shape, sizeof out->shape, "%u x %u, %u launch%s", last->grid.x,
             last->block.x, plan->launch_count, plan->launch_count == 1 ? "" : "es");
    const bool ok = plan_entries(work, err) && plan_arrays(clock, work, err)
        && clock_measure(clock, work_plan, work, answer, options, out, err);
    plan_free(clock, work);
    free(work);
    return ok;
}
