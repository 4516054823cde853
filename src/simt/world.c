/* Launch after launch, block after block: starts blocks while there is room,
 * switches to the thread the scheduler picks, and sees what became of it. */
#include "simt/world.h"

#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "simt/words.h"

enum { WORLD_PROGRESS = 1024, /* picks between two calls of progress */
       WORLD_EVENTS = 1 << 27 /* of a thread: more are taken for endless */ };

/* ---- stopping ------------------------------------------------------------- */

void world_switch(struct simt_thread *thread)
{
    switch_to(&thread->fibre, &thread_world(thread)->main);
}

struct trace_stop world_stop_at(const struct simt_thread *thread,
                                enum trace_stop_kind kind)
{
    return (struct trace_stop){
        .kind = kind, .launch = thread_world(thread)->launch,
        .block = thread->block->number, .thread = thread->linear,
        .line = thread->line, .other_thread = thread->linear,
        .array = -1, .index = -1 };
}

static bool world_fail(struct simt_world *world, enum err_code code, const char *what)
{
    world->stopped = world->failed = true;
    return err_set(world->err, code, "%s", what);
}

void world_stop(struct simt_world *world, const struct trace_stop *stop)
{
    world->stopped = true;
    if (!record_stop(world->recorder, stop))
        world_fail(world, ERR_FAILED, "out of memory");
    if (world->running)
        switch_leave(&world->running->fibre, &world->main);
}

/* ---- threads -------------------------------------------------------------- */

static void thread_run(void *user)
{
    struct simt_thread *self = user;
    struct simt_world *world = thread_world(self);
    const struct event event = { .kind = EV_EXIT };
    world->kernel(&world->args);
    words_record(self, &event, 0);
    self->state = THREAD_EXITED;
    self->line = 0;
    self->block->live--;
    self->block->exited++;
    world->progress++;
    switch_leave(&self->fibre, &world->main);
}

static void thread_place(struct simt_thread *thread, const struct trace_launch *launch)
{
    const struct trace_dim block = launch->block, grid = launch->grid;
    const uint32_t t = thread->linear, b = thread->block->number;
    thread->place = (struct simt_place){
        .thread = { t % block.x, t / block.x % block.y, t / block.x / block.y },
        .block = { b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y },
        .block_dim = { block.x, block.y, block.z },
        .grid_dim = { grid.x, grid.y, grid.z } };
}

static bool thread_start(struct simt_block *block, uint32_t linear)
{
    struct simt_world *world = block->world;
    struct simt_thread *thread = &block->threads[linear];
    *thread = (struct simt_thread){ .block = block, .linear = linear };
    thread_place(thread, &world->trace->launches[world->launch]);
    if (!block->left_out) {
        thread->seg = record_open(world->recorder, world->launch, block->number, linear);
        if (!thread->seg)
            return world_fail(world, ERR_FAILED, "out of memory");
    }
    schedule_ready(thread);
    return true;
}

/* A thread gets its stack when it first runs, and gives it back when it ends. */
static bool thread_give_stack(struct simt_thread *thread)
{
    struct simt_world *world = thread_world(thread);
    /* Equal offsets in all stacks would fight for the same cache lines. */
    const size_t stagger = thread->linear * 192 % 3072;
    void *stack = stack_take(&world->stacks);
    if (!stack)
        return world_fail(world, ERR_FAILED, "out of memory for the threads' stacks");
    switch_make(&thread->fibre, stack, world->stacks.size - stagger, thread_run,
                thread, world->options->portable);
    return true;
}

static void thread_resume(struct simt_thread *thread)
{
    struct simt_world *world = thread_world(thread);
    if (!thread->fibre.run && !thread_give_stack(thread))
        return;
    thread->state = THREAD_RUNNING;
    world->running = thread;
    simt_here = &thread->place;
    switch_to(&world->main, &thread->fibre);
    world->running = NULL;
    if (thread->state == THREAD_EXITED)
        stack_give(&world->stacks, thread->fibre.stack);
}

/* ---- blocks --------------------------------------------------------------- */

static bool block_chosen(const struct simt_world *world, uint32_t number)
{
    const struct chosen *chosen = world->options->chosen;
    if (!chosen)
        return true;
    chosen += world->launch;
    return chosen_slot(chosen->range, chosen->ranges, number) != CHOSEN_NONE;
}

/* Of a block that is left out, how many events it had. */
static void block_leave_out(struct simt_world *world, const struct simt_block *block)
{
    uint64_t events = 0;
    for (uint32_t i = 0; i < world->threads; i++)
        events += block->threads[i].left_out;
    if (!record_left_out(world->recorder, world->launch, block->number, block->tile,
                         events))
        world_fail(world, ERR_FAILED, "out of memory");
}

static bool block_start(struct simt_world *world)
{
    uint32_t slot = 0;
    while (world->blocks[slot].active)
        slot++;
    struct simt_block *block = &world->blocks[slot];
    block->number = block->tile = world->next_block++;
    block->left_out = !block_chosen(world, block->number);
    block->active = true;
    block->live = world->threads;
    block->at_barrier = block->exited = 0;
    world->order[world->active++] = block; /* numbers ascend */
    memory_start_block(block);
    for (uint32_t i = 0; i < world->threads; i++) {
        if (!thread_start(block, i))
            return false;
    }
    return true;
}

/* The events since the last hand-over, as a trace that borrows the head. */
static void block_hand_over(struct simt_world *world)
{
    struct trace part = *world->trace;
    arena_init(&part.arena, 0);
    if (!record_finish(world->recorder, &part, world->err))
        world->stopped = world->failed = true;
    part.dropped++;
    if (!world->failed && !world->options->block(world->options->user, &part, world->err))
        world->stopped = world->failed = true;
    arena_finish(&part.arena);
}

static void block_end(struct simt_world *world, struct simt_block *block)
{
    uint32_t at = 0;
    while (world->order[at] != block)
        at++;
    world->active--;
    memmove(&world->order[at], &world->order[at + 1],
            (world->active - at) * sizeof world->order[0]);
    block->active = false;
    if (block->left_out)
        block_leave_out(world, block);
    world->blocks_done++;
    if (world->options->block)
        block_hand_over(world);
}

static void block_look(struct simt_world *world, struct simt_block *block)
{
    if (block->exited == world->threads)
        block_end(world, block);
    else if (block->live == 0)
        meet_report(block);
}

/* ---- launches ------------------------------------------------------------- */

bool world_goes_on(struct simt_world *world)
{
    const struct simt_options *options = world->options;
    if (!options->progress ||
        options->progress(options->user, world->blocks_done, world->blocks_all))
        return true;
    return world_fail(world, ERR_FAILED, "cancelled");
}

static bool world_progress(struct simt_world *world)
{
    return world->picks++ % WORLD_PROGRESS != 0 || world_goes_on(world);
}

static void launch_run(struct simt_world *world)
{
    while (!world->stopped) {
        while (world->active < world->resident && world->next_block < world->grid) {
            if (!block_start(world))
                return;
        }
        struct simt_thread *thread = schedule_pick(world);
        if (!thread || !world_progress(world))
            return;
        thread_resume(thread);
        if (!world->stopped)
            block_look(world, thread->block);
    }
}

static bool launch_kernel(struct simt_world *world, const struct trace_launch *launch)
{
    for (int i = 0; i < world->entries; i++) {
        if (strcmp(world->table[i].name, launch->kernel) == 0) {
            world->kernel = world->table[i].kernel;
            return true;
        }
    }
    return err_set(world->err, ERR_FAILED, "no kernel is called \"%s\"", launch->kernel);
}

static bool launch_arguments(struct simt_world *world, const struct trace_launch *launch)
{
    const struct trace *trace = world->trace;
    if (launch->array_count > TRACE_MAX_ARGS || launch->number_count > TRACE_MAX_ARGS)
        return err_set(world->err, ERR_FAILED, "kernel %s: too many arguments",
                       launch->kernel);
    world->args = (struct simt_args){ 0 };
    for (uint32_t i = 0; i < launch->array_count; i++) {
        const uint8_t id = launch->array[i];
        if (id >= trace->array_count || trace->arrays[id].space != SPACE_GLOBAL)
            return err_set(world->err, ERR_FAILED, "kernel %s: argument %u is no "
                           "global array", launch->kernel, i);
        world->args.array[i] = &world->arrays[id];
    }
    for (uint32_t i = 0; i < launch->number_count; i++)
        world->args.number[i] = launch->number[i];
    return true;
}

/* What a device would refuse, refused in words. */
static bool launch_size(struct simt_world *world, const struct trace_launch *launch)
{
    const struct trace_dim block = launch->block, grid = launch->grid;
    const uint64_t threads = (uint64_t)block.x * block.y * block.z;
    const uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    uint32_t resident = world->options->resident;
    if (threads == 0 || threads > WORLD_THREADS)
        return err_set(world->err, ERR_FAILED, "launch refused: kernel %s asks for %llu "
                       "threads a block, 1 to %d are possible", launch->kernel,
                       (unsigned long long)threads, (int)WORLD_THREADS);
    if (blocks == 0 || blocks > INT32_MAX)
        return err_set(world->err, ERR_FAILED, "launch refused: kernel %s asks for %llu "
                       "blocks, 1 to %d are possible", launch->kernel,
                       (unsigned long long)blocks, INT32_MAX);
    if (launch->shared_bytes > WORLD_SHARED)
        return err_set(world->err, ERR_FAILED, "launch refused: kernel %s asks for %u "
                       "bytes of shared memory, a block has at most %d",
                       launch->kernel, launch->shared_bytes, (int)WORLD_SHARED);
    resident = world->options->block ? 1 : resident ? resident : WORLD_RESIDENT;
    world->threads = (uint32_t)threads;
    world->grid = (uint32_t)blocks;
    world->resident = resident < world->grid ? resident : world->grid;
    if ((uint64_t)world->resident * threads > WORLD_FIBRES)
        return err_set(world->err, ERR_USAGE, "--resident %u: %u threads a block leave "
                       "room for %u resident blocks on the host", resident,
                       world->threads, WORLD_FIBRES / world->threads);
    return true;
}

static bool launch_prepare(struct simt_world *world)
{
    const struct trace *trace = world->trace;
    const struct trace_launch *launch = &trace->launches[world->launch];
    if (!launch_kernel(world, launch) || !launch_size(world, launch) ||
        !launch_arguments(world, launch))
        return false;
    world->shared_count = 0;
    for (uint32_t id = 0; id < trace->array_count; id++) {
        if (trace->arrays[id].space == SPACE_SHARED &&
            trace->arrays[id].launch == (int32_t)world->launch)
            world->shared_id[world->shared_count++] = (uint8_t)id;
    }
    world->ready_words = (world->threads + 63) / 64;
    world->next_block = world->active = 0;
    if (!memory_launch(world))
        return err_set(world->err, ERR_FAILED, "out of memory");
    schedule_launch(world);
    return true;
}

/* ---- the run -------------------------------------------------------------- */

static bool world_make(struct simt_world *world)
{
    const struct trace *trace = world->trace;
    const struct simt_options *options = world->options;
    if (!schedule_parse(options->schedule, &world->schedule, world->err))
        return false;
    if (trace->array_count > TRACE_MAX_ARRAYS)
        return err_set(world->err, ERR_FAILED, "too many arrays");
    world->op = trace->run.op;
    world->type = trace->run.type;
    world->width = (uint32_t)elem_width(world->op, world->type);
    world->event_stop = options->endless ? options->endless : WORLD_EVENTS;
    world->main.portable = options->portable;
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct trace_dim grid = trace->launches[i].grid;
        world->blocks_all += (uint64_t)grid.x * grid.y * grid.z;
    }
    world->recorder = record_create(options->event_limit, options->sequence,
                                    options->writer && !options->block);
    if (!world->recorder || !memory_make(world))
        return err_set(world->err, ERR_FAILED, "out of memory");
    return true;
}

static bool world_run(struct simt_world *world)
{
    for (uint32_t i = 0; i < world->trace->launch_count && !world->stopped; i++) {
        world->launch = i;
        if (!launch_prepare(world))
            return false;
        launch_run(world);
    }
    for (uint32_t i = 0; i < world->active; i++) /* a stop ended them */
        if (world->order[i]->left_out)
            block_leave_out(world, world->order[i]);
    if (world->failed || !record_finish(world->recorder, world->trace, world->err))
        return false;
    return memory_results(world) || err_set(world->err, ERR_FAILED, "out of memory");
}

static void world_finish(struct simt_world *world)
{
    record_destroy(world->recorder);
    stack_finish(&world->stacks);
    arena_finish(&world->memory);
    arena_finish(&world->launch_memory);
    free(world);
}

bool simt_run(struct trace *trace, const struct simt_entry *table, int entries,
              const struct simt_options *options, struct err *err)
{
    static const struct simt_options defaults;
    const struct simt_place *before = simt_here;
    struct simt_world *world = calloc(1, sizeof *world);
    if (!world)
        return err_set(err, ERR_FAILED, "out of memory");
    world->trace = trace;
    world->table = table;
    world->entries = entries;
    world->options = options ? options : &defaults;
    world->err = err;
    arena_init(&world->memory, 0);
    arena_init(&world->launch_memory, 0);
    stack_init(&world->stacks);
    const bool ok = world_make(world) && world_run(world);
    world_finish(world);
    simt_here = before;
    return ok;
}
