/* The tiny executor of build.h, and the catalogue's kernels played on it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"

static void *build_zeroed(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert(memory);
    return memory;
}

static void build_global(struct build *b, const char *name, uint32_t count,
                         enum trace_role role, enum trace_init init)
{
    int id = build_array(b, name, SPACE_GLOBAL, count);
    b->trace.arrays[id].role = (uint8_t)role;
    b->trace.arrays[id].init = (uint8_t)init;
}

void build_open(struct build *b, uint32_t n, uint32_t blocks, uint32_t threads)
{
    static const int32_t digits[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    memset(b, 0, sizeof *b);
    assert(blocks * threads <= BUILD_THREADS && n <= BUILD_WORDS);
    b->blocks = blocks;
    b->threads = threads;
    b->writers = true;
    b->line = 1;
    b->event = build_zeroed(blocks * threads, sizeof *b->event);
    b->writer = build_zeroed(blocks * threads, sizeof *b->writer);
    b->word = build_zeroed(blocks, sizeof *b->word);
    b->last = build_zeroed(blocks, sizeof *b->last);
    trace_init(&b->trace);
    b->trace.run.n = n;
    b->trace.run.block = threads;
    b->trace.arrays = build_zeroed(BUILD_ARRAYS, sizeof *b->trace.arrays);
    b->trace.launches = build_zeroed(1, sizeof *b->trace.launches);
    b->trace.launch_count = 1;
    b->trace.launches->grid = (struct trace_dim){blocks, 1, 1};
    b->trace.launches->block = (struct trace_dim){threads, 1, 1};
    b->trace.launches->array_count = 3;
    for (uint8_t a = 0; a < 3; a++)
        b->trace.launches->array[a] = a;
    build_global(b, "x", n, ROLE_INPUT, INIT_INPUT);
    build_global(b, "y", n, ROLE_OUTPUT, INIT_NONE);
    build_global(b, "total", 1, ROLE_TOTAL, INIT_NONE);
    for (uint32_t i = 0; i < n; i++)
        b->word[0][0][i] = b->input[i] = digits[i % 8];
    b->trace.input = (const unsigned char *)b->input;
}

int build_array(struct build *b, const char *name, enum trace_space space,
                uint32_t count)
{
    int id = (int)b->trace.array_count++;
    assert(id < BUILD_ARRAYS && count <= BUILD_WORDS);
    struct trace_array *array = &b->trace.arrays[id];
    snprintf(array->name, sizeof array->name, "%s", name);
    array->space = (uint8_t)space;
    array->launch = space == SPACE_SHARED ? 0 : -1;
    array->count = count;
    array->width = 4;
    for (int a = 0; a < id && space == SPACE_SHARED; a++)
        if (b->trace.arrays[a].space == SPACE_SHARED)
            array->offset += b->trace.arrays[a].count * 4;
    return id;
}

struct event *build_event(struct build *b, uint32_t t, enum event_kind kind)
{
    assert(b->count[t] < BUILD_EVENTS);
    struct event *event = &b->event[t][b->count[t]++];
    event->kind = (uint8_t)kind;
    event->line = b->line;
    return event;
}

/* Which block's memory an array of thread t lies in. */
static uint32_t build_home(const struct build *b, uint32_t t, int array)
{
    bool shared = b->trace.arrays[array].space == SPACE_SHARED;
    return shared ? t / b->threads : 0;
}

static bool build_inside(const struct build *b, int array, int32_t index)
{
    return index >= 0 && (uint32_t)index < b->trace.arrays[array].count;
}

uint32_t build_ld(struct build *b, uint32_t t, int array, int32_t index)
{
    uint32_t home = build_home(b, t, array), ordinal = b->count[t];
    struct event *event = build_event(b, t, EV_LD);
    event->array = (uint8_t)array;
    event->index = index;
    if (build_inside(b, array, index)) {
        event->bits = (uint32_t)b->word[home][array][index];
        b->writer[t][ordinal] = b->last[home][array][index];
    }
    return ordinal;
}

void build_st(struct build *b, uint32_t t, int array, int32_t index,
              uint32_t value)
{
    uint32_t home = build_home(b, t, array);
    struct event *event = build_event(b, t, EV_ST);
    event->array = (uint8_t)array;
    event->index = index;
    event->a = value;
    event->bits = b->event[t][value].bits;
    if (!build_inside(b, array, index))
        return;
    b->word[home][array][index] = (int32_t)event->bits;
    b->last[home][array][index] =
        (uint64_t)t * BUILD_EVENTS + b->count[t];
}

uint32_t build_op(struct build *b, uint32_t t, uint32_t left, uint32_t right)
{
    struct event *event = build_event(b, t, EV_OP);
    event->a = left;
    event->b = right;
    event->bits =
        (uint32_t)(b->event[t][left].bits + b->event[t][right].bits);
    return b->count[t] - 1;
}

uint32_t build_identity(struct build *b, uint32_t t)
{
    build_event(b, t, EV_IDENT);
    return b->count[t] - 1;
}

void build_barrier(struct build *b)
{
    for (uint32_t t = 0; t < b->blocks * b->threads; t++)
        build_event(b, t, EV_BARRIER)->a = b->stopped;
    b->stopped++;
}

void build_phase(struct build *b, enum event_phase phase, int32_t number)
{
    for (uint32_t t = 0; t < b->blocks * b->threads; t++) {
        struct event *event = build_event(b, t, EV_PHASE);
        event->array = (uint8_t)phase;
        event->index = number;
    }
}

static struct event *build_meet(struct build *b, uint32_t t, uint32_t value)
{
    struct event *event = build_event(b, t, EV_MEET);
    event->a = value;
    event->b = 0xffffffffu;
    return event;
}

void build_shuffle_up(struct build *b, uint32_t w, uint32_t d, uint32_t *value)
{
    uint32_t offered[32];
    memcpy(offered, value, sizeof offered);
    for (uint32_t lane = 0; lane < 32; lane++) {
        struct event *meet = build_meet(b, w * 32 + lane, offered[lane]);
        meet->array = MEET_SHFL_UP;
        meet->index = (int32_t)(d | 32u << 16);
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t source = lane < d ? lane : lane - d, t = w * 32 + lane;
        struct event *event = build_event(b, t, EV_SHFL);
        event->index = (int32_t)source;
        event->a = offered[source];
        event->b = 0xffffffffu;
        event->array = MEET_SHFL_UP;
        event->bits = b->event[w * 32 + source][offered[source]].bits;
        value[lane] = b->count[t] - 1;
    }
}

void build_syncwarp(struct build *b, uint32_t w)
{
    for (uint32_t lane = 0; lane < 32; lane++)
        build_meet(b, w * 32 + lane, EVENT_NO_VALUE)->array = MEET_SYNCWARP;
}

void build_close(struct build *b)
{
    struct trace *trace = &b->trace;
    uint32_t segs = b->blocks * b->threads;
    trace->seg_count = segs;
    trace->segs = build_zeroed(segs, sizeof *trace->segs);
    for (uint32_t t = 0; t < segs; t++) {
        trace->segs[t] = (struct trace_seg){
            .block = t / b->threads, .tile = t / b->threads,
            .thread = t % b->threads, .first = trace->event_count,
            .count = b->count[t]};
        trace->event_count += b->count[t];
    }
    trace->events = build_zeroed(trace->event_count + 1, sizeof *trace->events);
    if (b->writers)
        trace->writer =
            build_zeroed(trace->event_count + 1, sizeof *trace->writer);
    for (uint32_t t = 0; t < segs; t++) {
        uint64_t first = trace->segs[t].first;
        memcpy(trace->events + first, b->event[t],
               b->count[t] * sizeof *trace->events);
        for (uint32_t i = 0; b->writers && i < b->count[t]; i++) {
            uint64_t writer = b->writer[t][i];
            if (writer == 0)
                continue;
            trace->writer[first + i] =
                trace->segs[(writer - 1) / BUILD_EVENTS].first
                + (writer - 1) % BUILD_EVENTS + 1;
        }
    }
}

void build_finish(struct build *b)
{
    free(b->event);
    free(b->writer);
    free(b->word);
    free(b->last);
    free(b->trace.arrays);
    free(b->trace.launches);
    free(b->trace.segs);
    free(b->trace.events);
    free(b->trace.writer);
}
