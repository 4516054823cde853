/* Global arrays on the device: made once, filled anew for every pass. */
#include <stdlib.h>
#include <string.h>

#include "gpu/executor.h"
#include "gpu/gpu_check.h"
#include "trace/garbage.h"

static size_t array_cell(const struct executor *executor, const struct trace_array *array)
{
    switch (array->word) {
    case WORD_INT:
        return sizeof(uint32_t);
    case WORD_STATUS:
        return sizeof(struct device_status);
    default:
        return executor->width;
    }
}

bool executor_make_arrays(struct executor *executor)
{
    const struct trace *trace = executor->trace;
    for (uint32_t id = 0; id < trace->array_count; id++) {
        const struct trace_array *array = &trace->arrays[id];
        const size_t bytes = (size_t)array->count * array_cell(executor, array);
        void *cells = NULL;
        if (array->space != SPACE_GLOBAL)
            continue;
        if (!gpu_check(cudaMalloc(&cells, bytes ? bytes : 1), "memory for an array",
                       executor->err))
            return false;
        executor->arrays[id] = cells;
    }
    return true;
}

void executor_free_arrays(struct executor *executor)
{
    for (int id = 0; id < TRACE_MAX_ARRAYS; id++)
        cudaFree(executor->arrays[id]);
}

/* The same garbage as on the host, cell by cell. */
static void array_garbage(const struct executor *executor, uint32_t id,
                          unsigned char *cells)
{
    const struct trace_array *array = &executor->trace->arrays[id];
    const size_t size = array_cell(executor, array);
    const uint32_t width = array->word == WORD_INT ? 4 : executor->width;
    const uint64_t place = garbage_place(0, -1, (uint8_t)id);
    for (uint32_t i = 0; i < array->count; i++) {
        unsigned char bytes[ELEM_MAX];
        struct device_status status = { 0 };
        status.state = garbage_cell(place, i, width, bytes);
        memcpy(status.aggregate, bytes, ELEM_MAX);
        memcpy(status.prefix, bytes, ELEM_MAX);
        memcpy(cells + i * size, array->word == WORD_STATUS ? (void *)&status : bytes, size);
    }
}

static bool array_fill(struct executor *executor, uint32_t id)
{
    const struct trace *trace = executor->trace;
    const struct trace_array *array = &trace->arrays[id];
    const size_t bytes = (size_t)array->count * array_cell(executor, array);
    unsigned char *cells = calloc(bytes ? bytes : 1, 1);
    if (!cells)
        return err_set(executor->err, ERR_FAILED, "out of memory");
    if (array->init != INIT_ZERO)
        array_garbage(executor, id, cells);
    if (array->init == INIT_INPUT) {
        const uint32_t n = trace->run.n < array->count ? trace->run.n : array->count;
        memcpy(cells, trace->input, (size_t)n * executor->width);
    }
    const unsigned char *heads = trace_heads(trace);
    for (uint32_t i = 0; array->init == INIT_HEADS && heads && i < trace->run.n
                         && i < array->count; i++) {
        const int32_t head = heads[i];
        memcpy(cells + i * array_cell(executor, array), &head, sizeof head);
    }
    const bool ok = gpu_check(cudaMemcpy(executor->arrays[id], cells, bytes,
                                         cudaMemcpyHostToDevice),
                              "copying an array", executor->err);
    free(cells);
    return ok;
}

/* The first `count` values of the first array with this role. */
static bool array_take(struct executor *executor, enum trace_role role, uint32_t count,
                       unsigned char *to)
{
    const int id = trace_array_by_role(executor->trace, role);
    if (id < 0 || !executor->arrays[id])
        return true;
    const uint32_t there = executor->trace->arrays[id].count;
    if (count > there)
        count = there;
    return gpu_check(cudaMemcpy(to, executor->arrays[id], (size_t)count * executor->width,
                                cudaMemcpyDeviceToHost),
                     "copying the results", executor->err);
}

bool executor_results(struct executor *executor)
{
    struct trace *trace = executor->trace;
    const uint32_t n = trace->run.n;
    if (trace->dropped == 0)
        return true;
    unsigned char *results = arena_alloc(&trace->arena, (size_t)n + 1, executor->width);
    if (!results)
        return err_set(executor->err, ERR_FAILED, "out of memory");
    trace->results = results;
    return array_take(executor, ROLE_OUTPUT, n, results) &&
           array_take(executor, ROLE_TOTAL, 1, results + (size_t)n * executor->width);
}

bool executor_fill_arrays(struct executor *executor)
{
    for (uint32_t id = 0; id < executor->trace->array_count; id++) {
        if (executor->arrays[id] && !array_fill(executor, id))
            return false;
    }
    return true;
}
