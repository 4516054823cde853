/* A run on the GPU: a pass that counts each thread's events, a pass that keeps
 * them, and their way into the trace. Threads that poll may need a few more
 * events in the second pass than in the first, so there is some slack, and a
 * third pass should that not do. */
#include "gpu/executor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/elem_info.h"
#include "gpu/gpu_check.h"
#include "trace/record.h"

enum { EXECUTOR_PASSES = 4 };

_Static_assert(sizeof(struct device_stamp) == sizeof(struct trace_stamp),
               "stamps are copied as they are");

/* ---- passes ---------------------------------------------------------------- */

static void executor_forget(struct executor *executor)
{
    for (uint32_t i = 0; i < executor->trace->launch_count; i++) {
        struct executor_launch *launch = &executor->launches[i];
        free(launch->thread);
        free(launch->events);
        free(launch->stamps);
        free(launch->blocks);
        launch->thread = NULL;
        launch->events = NULL;
        launch->stamps = NULL;
        launch->blocks = NULL;
    }
    executor->stop = (struct device_stop){ 0 };
}

static bool executor_progress(struct executor *executor, uint32_t index)
{
    const struct gpu_options *options = executor->options;
    const struct trace_dim grid = executor->trace->launches[index].grid;
    executor->blocks_done += (uint64_t)grid.x * grid.y * grid.z;
    if (!options->progress ||
        options->progress(options->user, executor->blocks_done, executor->blocks_all))
        return true;
    return err_set(executor->err, ERR_FAILED, "cancelled");
}

/* Events of all launches lie on the host while they are made into a trace, which
 * takes as much again: a quarter of the machine's memory. */
static uint64_t executor_host_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages <= 0 || page <= 0 ? UINT64_MAX : (uint64_t)pages * (uint64_t)page / 4;
}

/* What an event of the run takes. */
static uint64_t executor_each(const struct executor *executor)
{
    return sizeof(struct event) +
           (executor->options->stamps ? sizeof(struct device_stamp) : 0);
}

/* How many events each recorded thread of the launch may keep, given that the
 * busiest had `most`; 0 only when it had none. */
static bool executor_room(struct executor *executor, const struct executor_launch *launch,
                          uint32_t *room)
{
    const struct gpu_options *options = executor->options;
    const uint64_t each = executor_each(executor);
    uint64_t budget = options->memory, most = launch->most + launch->most / 8;
    if (budget == 0) {
        size_t left = 0, all = 0;
        if (!gpu_check(cudaMemGetInfo(&left, &all), "asking for free memory", executor->err))
            return false;
        budget = left / 4 * 3;
    }
    if (budget > executor->host_left)
        budget = executor->host_left;
    if (launch->all && most > budget / each / launch->all)
        most = budget / each / launch->all;
    if (options->event_limit && most > options->event_limit)
        most = options->event_limit;
    *room = most > UINT32_MAX ? UINT32_MAX : (uint32_t)most;
    return true;
}

/* Runs all launches from the start; *cut when a thread had more events than
 * its room although more could be given. A stop ends the pass. */
static bool executor_pass(struct executor *executor, bool keep, bool *cut)
{
    struct trace *trace = executor->trace;
    uint32_t rooms = 0, room;
    *cut = false;
    executor->blocks_done = 0;
    executor->host_left = executor_host_memory();
    executor_forget(executor);
    if (!executor_fill_arrays(executor))
        return false;
    for (uint32_t i = 0; i < trace->launch_count && !executor->stop.kind; i++) {
        struct executor_launch *launch = &executor->launches[i];
        rooms = 0;
        if (keep && !executor_room(executor, launch, &rooms))
            return false;
        if (!executor_launch(executor, i, rooms))
            return false;
        if (launch->most > rooms && keep) {
            if (!executor_room(executor, launch, &room))
                return false;
            *cut |= room > rooms;
        }
        executor->host_left -= launch->all * rooms * executor_each(executor);
        if (!executor_progress(executor, i))
            return false;
    }
    return true;
}

static bool executor_passes(struct executor *executor)
{
    bool cut = true;
    if (!executor_pass(executor, false, &cut))
        return false;
    cut = true;
    for (int pass = 0; pass < EXECUTOR_PASSES && cut; pass++) {
        if (!executor_pass(executor, true, &cut))
            return false;
    }
    return true;
}

/* ---- into the trace -------------------------------------------------------- */

/* The events of one thread, the `i`th of those recorded. */
static bool executor_record_thread(const struct executor_launch *launch, uint64_t i,
                                   struct record_seg *seg)
{
    const struct device_thread *thread = &launch->thread[i];
    const uint32_t kept = thread->cursor < launch->room ? thread->cursor : launch->room;
    if (!seg)
        return false;
    record_tile(seg, thread->tile);
    for (uint32_t k = 0; k < kept; k++)
        record_event(seg, &launch->events[i * launch->room + k]);
    return true;
}

static bool executor_record_block(struct executor *executor, struct recorder *recorder,
                                  uint32_t index, uint32_t block)
{
    const struct executor_launch *launch = &executor->launches[index];
    const uint32_t slot = executor_slot(executor, index, block);
    bool ok = true;
    if (slot == CHOSEN_NONE)
        return record_left_out(recorder, index, block, launch->blocks[block].tile,
                               launch->blocks[block].events);
    for (uint32_t t = 0; t < launch->threads && ok; t++)
        ok = executor_record_thread(launch, (uint64_t)slot * launch->threads + t,
                                    record_open(recorder, index, block, t));
    return ok;
}

static bool executor_record_launch(struct executor *executor, struct recorder *recorder,
                                   uint32_t index)
{
    struct executor_launch *launch = &executor->launches[index];
    for (uint32_t block = 0; launch->thread && block < launch->grid; block++)
        if (!executor_record_block(executor, recorder, index, block))
            return err_set(executor->err, ERR_FAILED, "out of memory");
    free(launch->events);
    launch->events = NULL;
    return true;
}

static bool executor_record_stop(struct executor *executor, struct recorder *recorder,
                                 uint32_t launch)
{
    const struct device_stop *stop = &executor->stop;
    const struct trace_stop found = {
        .kind = stop->kind, .launch = launch, .block = stop->block,
        .thread = stop->thread, .line = stop->line, .other_thread = stop->thread,
        .mask = stop->mask, .array = stop->array, .index = stop->index };
    if (!stop->kind || record_stop(recorder, &found))
        return true;
    return err_set(executor->err, ERR_FAILED, "out of memory");
}

/* What the recorder cannot know: events that found no room, and stamps. */
static bool executor_complete(struct executor *executor)
{
    struct trace *trace = executor->trace;
    if (executor->options->stamps)
        trace->stamps = ARENA_NEW(&trace->arena, struct trace_stamp, trace->event_count + 1);
    if (executor->options->stamps && !trace->stamps)
        return err_set(executor->err, ERR_FAILED, "out of memory");
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        struct trace_seg *seg = &trace->segs[s];
        const struct executor_launch *launch = &executor->launches[seg->launch];
        const uint32_t slot = executor_slot(executor, seg->launch, seg->block);
        if (slot == CHOSEN_NONE)
            continue;
        const uint64_t i = (uint64_t)slot * launch->threads + seg->thread;
        const uint32_t lost = launch->thread[i].cursor - seg->count - seg->dropped;
        seg->dropped += lost;
        trace->dropped += lost;
        if (trace->stamps && launch->stamps)
            memcpy(&trace->stamps[seg->first], &launch->stamps[i * launch->room],
                   seg->count * sizeof *trace->stamps);
    }
    return true;
}

static bool executor_record(struct executor *executor)
{
    struct trace *trace = executor->trace;
    struct recorder *recorder = record_create(UINT32_MAX, false, false);
    uint32_t last = 0;
    bool ok = recorder || err_set(executor->err, ERR_FAILED, "out of memory");
    for (uint32_t i = 0; i < trace->launch_count && ok; i++) {
        ok = executor_record_launch(executor, recorder, i);
        if (executor->launches[i].thread)
            last = i;
    }
    ok = ok && executor_record_stop(executor, recorder, last) &&
         record_finish(recorder, trace, executor->err) && executor_complete(executor);
    record_destroy(recorder);
    return ok;
}

/* ---- the run --------------------------------------------------------------- */

static bool executor_make(struct executor *executor)
{
    struct trace *trace = executor->trace;
    struct cudaDeviceProp properties;
    if (trace->array_count > TRACE_MAX_ARRAYS)
        return err_set(executor->err, ERR_FAILED, "too many arrays");
    executor->launches = calloc(trace->launch_count + 1, sizeof *executor->launches);
    if (!executor->launches)
        return err_set(executor->err, ERR_FAILED, "out of memory");
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct trace_dim grid = trace->launches[i].grid;
        executor->blocks_all += (uint64_t)grid.x * grid.y * grid.z;
    }
    if (!gpu_check(cudaGetDeviceProperties(&properties, 0), "asking for its name",
                   executor->err) ||
        !gpu_check(cudaSetDevice(0), "starting", executor->err))
        return false;
    trace->run.device = DEVICE_CUDA;
    trace->run.schedule[0] = '\0';
    snprintf(trace->run.device_name, sizeof trace->run.device_name, "%.63s",
             properties.name);
    return executor_make_arrays(executor);
}

bool gpu_run(struct trace *trace, const struct gpu_options *options, struct err *err)
{
    static const struct gpu_options defaults;
    struct executor executor = { .trace = trace, .err = err,
                                 .options = options ? options : &defaults };
    char why[256];
    if (!gpu_available(why))
        return err_set(err, ERR_FAILED, "%s", why);
    executor.width = (uint32_t)elem_width(trace->run.op, trace->run.type);
    const bool ok = executor_make(&executor) && executor_passes(&executor) &&
                    executor_record(&executor) && executor_results(&executor);
    if (ok && executor.options->kernel_ns) {
        *executor.options->kernel_ns = 0;
        for (uint32_t i = 0; i < trace->launch_count; i++)
            *executor.options->kernel_ns += executor.launches[i].ns;
    }
    if (executor.launches)
        executor_forget(&executor);
    free(executor.launches);
    if (!executor.hung)
        executor_free_arrays(&executor);
    return ok;
}
