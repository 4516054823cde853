/* What memory holds before anybody has written to it.
 *
 * Input arrays hold the input, zeroed ones zero, everything else garbage that
 * is the same in every run: a kernel that reads it is wrong in the same way
 * each time. Each block has shared arrays of its own. */
#include <string.h>

#include "simt/world.h"
#include "trace/garbage.h"

enum { MEMORY_PIECE = 1 << 18 /* elements between two calls of progress */ };

static uint32_t memory_width(const struct simt_world *world,
                             const struct trace_array *array)
{
    return array->word == WORD_INT ? 4 : world->width;
}

/* Elements from..to-1. */
static void memory_garbage(struct simt_array *array, uint32_t width, uint64_t place,
                           uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        struct simt_cell *cell = &array->cells[i];
        cell->writer = 0;
        cell->state = garbage_cell(place, i, width, cell->bytes);
    }
}

static void memory_input(struct simt_world *world, struct simt_array *array)
{
    const struct trace *trace = world->trace;
    const uint32_t n = trace->run.n < array->count ? trace->run.n : array->count;
    for (uint32_t i = 0; i < n; i++) {
        unsigned char *bytes = array->cells[i].bytes;
        memset(bytes, 0, ELEM_MAX);
        memcpy(bytes, trace->input + (size_t)i * world->width, world->width);
    }
}

static void memory_heads(struct simt_world *world, struct simt_array *array)
{
    const unsigned char *heads = trace_heads(world->trace);
    for (uint32_t i = 0; heads && i < array->count && i < world->trace->run.n; i++) {
        const int32_t head = heads[i];
        memset(array->cells[i].bytes, 0, ELEM_MAX);
        memcpy(array->cells[i].bytes, &head, sizeof head);
    }
}

/* Of long arrays this takes seconds: the run may be cancelled meanwhile. */
static bool memory_garbage_all(struct simt_world *world, struct simt_array *array,
                               uint32_t width)
{
    const uint64_t place = garbage_place(0, -1, array->id);
    for (uint32_t from = 0, to; from < array->count; from = to) {
        to = array->count - from > MEMORY_PIECE ? from + MEMORY_PIECE : array->count;
        if (!world_goes_on(world))
            return false;
        memory_garbage(array, width, place, from, to);
    }
    return true;
}

bool memory_make(struct simt_world *world)
{
    const struct trace *trace = world->trace;
    world->arrays = ARENA_NEW(&world->memory, struct simt_array,
                              trace->array_count + 1);
    if (!world->arrays)
        return false;
    for (uint32_t id = 0; id < trace->array_count; id++) {
        const struct trace_array *from = &trace->arrays[id];
        struct simt_array *array = &world->arrays[id];
        if (from->space != SPACE_GLOBAL)
            continue;
        array->id = (uint8_t)id;
        array->count = from->count;
        array->cells = ARENA_NEW(&world->memory, struct simt_cell,
                                 (size_t)from->count + 1);
        if (!array->cells)
            return false;
        if (from->init != INIT_ZERO
            && !memory_garbage_all(world, array, memory_width(world, from)))
            return false;
        if (from->init == INIT_INPUT)
            memory_input(world, array);
        if (from->init == INIT_HEADS)
            memory_heads(world, array);
    }
    return true;
}

static bool memory_make_block(struct simt_world *world, struct simt_block *block)
{
    struct arena *arena = &world->launch_memory;
    block->world = world;
    block->threads = ARENA_NEW(arena, struct simt_thread, world->threads);
    block->ready = ARENA_NEW(arena, uint64_t, world->ready_words);
    block->shared = ARENA_NEW(arena, struct simt_array, world->shared_count + 1);
    if (!block->threads || !block->ready || !block->shared)
        return false;
    for (uint32_t i = 0; i < world->shared_count; i++) {
        struct simt_array *array = &block->shared[i];
        array->id = world->shared_id[i];
        array->count = world->trace->arrays[array->id].count;
        array->cells = ARENA_NEW(arena, struct simt_cell, (size_t)array->count + 1);
        if (!array->cells)
            return false;
    }
    return true;
}

bool memory_launch(struct simt_world *world)
{
    struct arena *arena = &world->launch_memory;
    const size_t all = (size_t)world->resident * world->threads;
    arena_finish(arena);
    world->blocks = ARENA_NEW(arena, struct simt_block, world->resident);
    world->order = ARENA_NEW(arena, struct simt_block *, world->resident);
    world->parked = ARENA_NEW(arena, struct simt_thread *, all);
    world->heap = ARENA_NEW(arena, struct simt_thread *, all);
    if (!world->blocks || !world->order || !world->parked || !world->heap)
        return false;
    for (uint32_t slot = 0; slot < world->resident; slot++) {
        if (!memory_make_block(world, &world->blocks[slot]))
            return false;
    }
    return true;
}

void memory_start_block(struct simt_block *block)
{
    struct simt_world *world = block->world;
    for (uint32_t i = 0; i < world->shared_count; i++) {
        const uint8_t id = world->shared_id[i];
        memory_garbage(&block->shared[i], memory_width(world, &world->trace->arrays[id]),
                       garbage_place(world->launch, block->number, id), 0,
                       block->shared[i].count);
    }
}

/* The first `count` values of the first array with this role, packed. */
static void memory_take(const struct simt_world *world, enum trace_role role,
                        uint32_t count, unsigned char *to)
{
    const int id = trace_array_by_role(world->trace, role);
    if (id < 0)
        return;
    const struct simt_array *array = &world->arrays[id];
    for (uint32_t i = 0; i < count && i < array->count; i++)
        memcpy(to + (size_t)i * world->width, array->cells[i].bytes, world->width);
}

bool memory_results(struct simt_world *world)
{
    struct trace *trace = world->trace;
    const uint32_t n = trace->run.n;
    if (trace->dropped == 0)
        return true;
    unsigned char *results = arena_alloc(&trace->arena, (size_t)n + 1, world->width);
    if (!results)
        return false;
    memory_take(world, ROLE_OUTPUT, n, results);
    memory_take(world, ROLE_TOTAL, 1, results + (size_t)n * world->width);
    trace->results = results;
    return true;
}
