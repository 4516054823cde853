/* One launch on the device: memory for its events, the descriptor, the kernel,
 * the wait, and what comes back. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/executor.h"
#include "gpu/gpu_check.h"

enum { LAUNCH_PATIENCE_S = 30, LAUNCH_ENDLESS = 1 << 27 };

/* Device memory of one launch. */
struct launch_memory {
    void *events, *stamps, *threads, *stop, *blocks, *range;
};

/* The recorded blocks of a launch; NULL: all. */
static const struct chosen *launch_chosen(const struct executor *executor, uint32_t index)
{
    const struct trace_dim grid = executor->trace->launches[index].grid;
    const struct chosen *chosen = executor->options->chosen;
    if (!chosen || chosen[index].blocks == grid.x * grid.y * grid.z)
        return NULL;
    return &chosen[index];
}

uint32_t executor_slot(const struct executor *executor, uint32_t index, uint32_t block)
{
    const struct chosen *chosen = launch_chosen(executor, index);
    return chosen ? chosen_slot(chosen->range, chosen->ranges, block) : block;
}

static const struct traced_entry *launch_entry(const struct executor *executor,
                                               const char *kernel)
{
    for (int file = 0; traced_table[file]; file++) {
        for (const struct traced_entry *entry = traced_table[file]; entry->name; entry++) {
            if (strcmp(entry->name, kernel) == 0)
                return entry;
        }
    }
    err_set(executor->err, ERR_FAILED, "no kernel is called \"%s\"", kernel);
    return NULL;
}

static void launch_free(struct launch_memory *memory)
{
    cudaFree(memory->events);
    cudaFree(memory->stamps);
    cudaFree(memory->threads);
    cudaFree(memory->stop);
    cudaFree(memory->blocks);
    cudaFree(memory->range);
}

/* Room for `bytes`, at least one, and cleared. */
static bool launch_clear(void **room, size_t bytes, const char *what, struct err *err)
{
    bytes += bytes == 0;
    return gpu_check(cudaMalloc(room, bytes), what, err) &&
           gpu_check(cudaMemset(*room, 0, bytes), what, err);
}

/* What blocks have that are not recorded, and how to know them. */
static bool launch_allocate_blocks(const struct executor_launch *launch,
                                   const struct chosen *chosen,
                                   struct launch_memory *memory, struct err *err)
{
    const size_t bytes = chosen->ranges * sizeof *chosen->range;
    return launch_clear(&memory->blocks, launch->grid * sizeof *launch->blocks,
                        "memory for the counts of blocks", err) &&
           launch_clear(&memory->range, bytes, "memory for a list of blocks", err) &&
           (bytes == 0 ||
            gpu_check(cudaMemcpy(memory->range, chosen->range, bytes,
                                 cudaMemcpyHostToDevice),
                      "copying a list of blocks", err));
}

/* What no thread used is copied back as zeros. */
static bool launch_allocate(struct executor *executor, const struct executor_launch *launch,
                            const struct chosen *chosen, struct launch_memory *memory)
{
    struct err *err = executor->err;
    const size_t kept = launch->all * launch->room;
    if (!launch_clear(&memory->threads, launch->all * sizeof *launch->thread,
                      "memory for cursors", err) ||
        !launch_clear(&memory->stop, sizeof(struct device_stop), "memory for a report",
                      err) ||
        (chosen && !launch_allocate_blocks(launch, chosen, memory, err)))
        return false;
    return !kept ||
           (launch_clear(&memory->events, kept * sizeof(struct event),
                         "memory for events", err) &&
            (!executor->options->stamps ||
             launch_clear(&memory->stamps, kept * sizeof(struct device_stamp),
                          "memory for stamps", err)));
}

static uint64_t launch_aligned(uint64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* Shared arrays one after the other, each aligned to 16 bytes, and behind them
 * the words of a block that only counts. */
static bool launch_share(struct executor *executor, uint32_t index,
                         struct device_world *world, uint32_t *bytes)
{
    const uint32_t threads = executor->launches[index].threads;
    const struct trace *trace = executor->trace;
    *bytes = 0;
    for (uint32_t id = 0; id < trace->array_count; id++) {
        const struct trace_array *array = &trace->arrays[id];
        const uint64_t width = array->word == WORD_INT ? 4 : executor->width;
        if (array->space != SPACE_SHARED || array->launch != (int32_t)index)
            continue;
        const uint64_t size = launch_aligned(array->count * width);
        if (world->shared_count == DEVICE_SHARED || *bytes + size > 1 << 20)
            return err_set(executor->err, ERR_FAILED, "launch refused: kernel %s asks for "
                           "too much shared memory", trace->launches[index].kernel);
        world->shared[world->shared_count++] = (struct device_shared){
            .count = array->count, .offset = *bytes, .id = id, .word = array->word };
        *bytes += (uint32_t)size;
    }
    world->side = *bytes;
    if (world->blocks)
        *bytes += (uint32_t)launch_aligned((DEVICE_SIDE_CURSOR + (uint64_t)threads) *
                                           sizeof(uint32_t));
    return true;
}

/* What the device would refuse, refused in words. */
static bool launch_fits(struct executor *executor, const struct trace_launch *launch,
                        const void *function, uint32_t threads, uint32_t shared)
{
    struct err *err = executor->err;
    int most_threads = 0, most_shared = 0;
    if (!gpu_check(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerBlock, 0),
                   "asking for its limits", err) ||
        !gpu_check(cudaDeviceGetAttribute(&most_shared,
                                          cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
                   "asking for its limits", err))
        return false;
    if (threads == 0 || threads > (uint32_t)most_threads)
        return err_set(err, ERR_FAILED, "launch refused: kernel %s asks for %u threads a "
                       "block, 1 to %d are possible", launch->kernel, threads, most_threads);
    if (shared > (uint32_t)most_shared)
        return err_set(err, ERR_FAILED, "launch refused: kernel %s asks for %u bytes of "
                       "shared memory, a block has at most %d", launch->kernel, shared,
                       most_shared);
    return gpu_check(cudaFuncSetAttribute(function,
                                          cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          (int)shared),
                     "setting the shared memory of a kernel", err);
}

static bool launch_arguments(struct executor *executor, const struct trace_launch *launch,
                             struct device_args *args)
{
    const struct trace *trace = executor->trace;
    memset(args, 0, sizeof *args);
    if (launch->array_count > DEVICE_ARGS || launch->number_count > DEVICE_ARGS)
        return err_set(executor->err, ERR_FAILED, "kernel %s: too many arguments",
                       launch->kernel);
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const uint8_t id = launch->array[i];
        if (id >= trace->array_count || !executor->arrays[id])
            return err_set(executor->err, ERR_FAILED, "kernel %s: argument %u is no "
                           "global array", launch->kernel, i);
        args->array[i] = (struct device_array){ .cells = executor->arrays[id],
                                                .count = trace->arrays[id].count, .id = id };
    }
    memcpy(args->number, launch->number, launch->number_count * sizeof args->number[0]);
    return true;
}

static double launch_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A kernel that hangs holds the device: then nothing can be freed any more. */
static bool launch_wait(struct executor *executor, const char *kernel)
{
    const double start = launch_seconds();
    cudaError_t code;
    while ((code = cudaStreamQuery(NULL)) == cudaErrorNotReady) {
        const struct timespec pause = { .tv_nsec = 100000 };
        nanosleep(&pause, NULL);
        if (launch_seconds() - start > LAUNCH_PATIENCE_S) {
            executor->hung = true;
            return err_set(executor->err, ERR_FAILED, "kernel %s did not end within %d s on "
                           "the GPU: run it on the host to see which threads wait", kernel,
                           (int)LAUNCH_PATIENCE_S);
        }
    }
    return gpu_check(code, kernel, executor->err);
}

/* A kernel that is on its way, until it ends; by events how long it took. */
static bool launch_follow(struct executor *executor, const struct traced_entry *entry,
                          const struct trace_launch *plan, void **arguments,
                          uint32_t shared, double *ns)
{
    const dim3 grid = { plan->grid.x, plan->grid.y, plan->grid.z };
    const dim3 block = { plan->block.x, plan->block.y, plan->block.z };
    const bool timed = executor->options->kernel_ns != NULL;
    struct err *err = executor->err;
    cudaEvent_t begin = NULL, end = NULL;
    float ms = 0;
    bool ok = !timed || (gpu_check(cudaEventCreate(&begin), "making an event", err) &&
                         gpu_check(cudaEventCreate(&end), "making an event", err) &&
                         gpu_check(cudaEventRecord(begin, NULL), "timing", err));
    ok = ok && gpu_check(cudaLaunchKernel(entry->function, grid, block, arguments, shared,
                                          NULL), plan->kernel, err) &&
         (!timed || gpu_check(cudaEventRecord(end, NULL), "timing", err)) &&
         launch_wait(executor, plan->kernel) &&
         (!timed || gpu_check(cudaEventElapsedTime(&ms, begin, end), "timing", err));
    *ns = 1e6 * (double)ms;
    if (begin && !executor->hung)
        cudaEventDestroy(begin);
    if (end && !executor->hung)
        cudaEventDestroy(end);
    return ok;
}

static bool launch_start(struct executor *executor, uint32_t index,
                         struct executor_launch *launch, const struct chosen *chosen,
                         const struct launch_memory *memory)
{
    const struct trace *trace = executor->trace;
    const struct trace_launch *plan = &trace->launches[index];
    const struct traced_entry *entry = launch_entry(executor, plan->kernel);
    struct device_world world = {
        .events = memory->events, .stamps = memory->stamps, .threads = memory->threads,
        .stop = memory->stop, .blocks = memory->blocks, .range = memory->range,
        .ranges = chosen ? chosen->ranges : 0,
        .room = launch->room, .endless = LAUNCH_ENDLESS,
        .launch = index, .width = executor->width, .op = trace->run.op,
        .type = trace->run.type };
    struct device_args args;
    void *arguments[] = { &args };
    uint32_t shared;
    if (!entry || !launch_share(executor, index, &world, &shared) ||
        !launch_fits(executor, plan, entry->function, launch->threads, shared) ||
        !launch_arguments(executor, plan, &args) ||
        !gpu_check((cudaError_t)entry->set_world(&world), "setting the descriptor",
                   executor->err))
        return false;
    return launch_follow(executor, entry, plan, arguments, shared, &launch->ns);
}

/* Copies `count` things from the device into fresh memory. */
static void *launch_copy(struct executor *executor, const void *from, size_t count,
                         size_t size)
{
    void *to = calloc(count + 1, size);
    if (!to) {
        err_set(executor->err, ERR_FAILED, "out of memory");
        return NULL;
    }
    if (count == 0 ||
        gpu_check(cudaMemcpy(to, from, count * size, cudaMemcpyDeviceToHost),
                  "copying events", executor->err))
        return to;
    free(to);
    return NULL;
}

static bool launch_fetch(struct executor *executor, struct executor_launch *launch,
                         const struct launch_memory *memory)
{
    const size_t kept = launch->all * launch->room;
    struct device_stop stop;
    launch->thread = launch_copy(executor, memory->threads, launch->all,
                                 sizeof *launch->thread);
    if (!launch->thread ||
        !gpu_check(cudaMemcpy(&stop, memory->stop, sizeof stop, cudaMemcpyDeviceToHost),
                   "copying a report", executor->err))
        return false;
    if (stop.kind)
        executor->stop = stop;
    if (memory->blocks &&
        !(launch->blocks = launch_copy(executor, memory->blocks, launch->grid,
                                       sizeof *launch->blocks)))
        return false;
    launch->most = 0;
    for (uint64_t i = 0; i < launch->all; i++) {
        if (launch->thread[i].cursor > launch->most)
            launch->most = launch->thread[i].cursor;
    }
    if (kept == 0)
        return true;
    launch->events = launch_copy(executor, memory->events, kept, sizeof *launch->events);
    if (launch->events && memory->stamps)
        launch->stamps = launch_copy(executor, memory->stamps, kept, sizeof *launch->stamps);
    return launch->events && (!memory->stamps || launch->stamps);
}

bool executor_launch(struct executor *executor, uint32_t index, uint32_t room)
{
    const struct trace_dim grid = executor->trace->launches[index].grid;
    const struct trace_dim block = executor->trace->launches[index].block;
    const struct chosen *chosen = launch_chosen(executor, index);
    struct executor_launch *launch = &executor->launches[index];
    struct launch_memory memory = { 0 };
    const uint64_t threads = (uint64_t)block.x * block.y * block.z;
    launch->threads = threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
    launch->grid = grid.x * grid.y * grid.z;
    launch->kept = chosen ? chosen->blocks : launch->grid;
    launch->all = (uint64_t)launch->kept * launch->threads;
    launch->room = room;
    const bool ok = launch_allocate(executor, launch, chosen, &memory) &&
                    launch_start(executor, index, launch, chosen, &memory) &&
                    launch_fetch(executor, launch, &memory);
    if (!executor->hung)
        launch_free(&memory);
    return ok;
}
