/* One run of a plan by plain kernels: allocate, launch, fetch. */
#include "gpu/plain_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "gpu/gpu_check.h"

enum { POISON = 0xa5 };

struct job {
    const struct trace *plan;
    const struct plain_run *run;
    struct err *err;
    const struct plain_entry *entry; /* the first launch's: all have its widths */
    void *array[TRACE_MAX_ARRAYS];   /* device memory by trace id */
    size_t bytes[TRACE_MAX_ARRAYS];
};

static const struct plain_entry *entry_find(const struct job *job, uint32_t launch)
{
    const struct trace_run *run = &job->plan->run;
    const char *kernel = job->plan->launches[launch].kernel;
    const struct plain_entry *entry = job->run->find(kernel, run->op, run->type);
    if (!entry)
        err_set(job->err, ERR_USAGE, "no plain %s of %s over %s is built", kernel,
                elem_op_name(run->op), elem_type_name(run->type));
    return entry;
}

static bool array_fill(const struct job *job, uint32_t id)
{
    const struct trace_array *array = &job->plan->arrays[id];
    void *const cells = job->array[id];
    if (array->init == INIT_INPUT)
        return gpu_check(cudaMemcpy(cells, job->plan->input, job->bytes[id],
                                    cudaMemcpyHostToDevice), "copying the input",
                         job->err);
    if (array->init == INIT_ZERO)
        return gpu_check(cudaMemset(cells, 0, job->bytes[id]), "clearing an array",
                         job->err);
    return !job->run->poison
        || gpu_check(cudaMemset(cells, POISON, job->bytes[id]),
                     "poisoning an array", job->err);
}

static bool arrays_make(struct job *job)
{
    for (uint32_t id = 0; id < job->plan->array_count; id++) {
        const struct trace_array *array = &job->plan->arrays[id];
        if (array->space == SPACE_SHARED)
            continue;
        job->bytes[id] = (size_t)array->count
            * (array->word == WORD_STATUS ? job->entry->status : array->width);
        if (!gpu_check(cudaMalloc(&job->array[id], job->bytes[id]),
                       "allocating GPU memory", job->err)
            || !array_fill(job, id))
            return false;
    }
    return true;
}

/* As plain kernels lay shared arrays out: in units of 16 bytes. */
static size_t shared_bytes(const struct trace *plan, uint32_t launch)
{
    size_t bytes = 0;
    for (uint32_t id = 0; id < plan->array_count; id++) {
        const struct trace_array *array = &plan->arrays[id];
        if (array->space == SPACE_SHARED && array->launch == (int32_t)launch)
            bytes += ((size_t)array->count * array->width + 15) / 16 * 16;
    }
    return bytes;
}

static bool launch_one(const struct job *job, uint32_t index)
{
    const struct trace_launch *launch = &job->plan->launches[index];
    const struct plain_entry *entry = entry_find(job, index);
    struct plain_args args = { 0 };
    void *pointers[] = { &args };
    if (!entry)
        return false;
    for (uint32_t i = 0; i < launch->array_count; i++)
        args.array[i] = job->array[launch->array[i]];
    memcpy(args.number, launch->number, sizeof launch->number);
    return gpu_check(cudaLaunchKernel(entry->function,
                         (dim3){ launch->grid.x, launch->grid.y, launch->grid.z },
                         (dim3){ launch->block.x, launch->block.y, launch->block.z },
                         pointers, shared_bytes(job->plan, index), 0),
                     launch->kernel, job->err);
}

static bool result_fetch(const struct job *job, enum trace_role role,
                         uint32_t count, unsigned char *to)
{
    const int id = trace_array_by_role(job->plan, role);
    return !to || id < 0
        || gpu_check(cudaMemcpy(to, job->array[id], (size_t)count * job->entry->width,
                                cudaMemcpyDeviceToHost), "fetching the result",
                     job->err);
}

bool gpu_plain_run(const struct trace *plan, const struct plain_run *run,
                   struct err *err)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return err_set(err, ERR_FAILED, "out of memory");
    *job = (struct job){ .plan = plan, .run = run, .err = err };
    job->entry = entry_find(job, 0);
    bool ok = job->entry && arrays_make(job);
    for (uint32_t k = 0; ok && k < plan->launch_count; k++)
        ok = launch_one(job, k);
    ok = ok && gpu_check(cudaDeviceSynchronize(), "running", err)
        && result_fetch(job, ROLE_OUTPUT, run->count, run->output)
        && result_fetch(job, ROLE_TOTAL, 1, run->total);
    for (uint32_t id = 0; id < plan->array_count; id++)
        (void)cudaFree(job->array[id]);
    free(job);
    return ok;
}
