/* Two launches of two blocks of four threads. In the first, each thread loads
 * its input, takes its left neighbour's by shuffle, adds, goes through shared
 * memory and stores; in the second it uses every word that is left. */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "trace/record.h"

enum { IN = 0, OUT = 1, COUNTS = 2, STATES = 3, S = 4, THREADS = 4, BLOCKS = 2,
       N = 8 };

static const char source_text[] =
    "#include \"words.h\"\n"                          /* 1 */
    "KERNEL(first, (vals x, vals y), (int n))\n"      /* 2 */
    "{\n"                                             /* 3 */
    "    val u = gld(x, i); // the input\n"           /* 4 */
    "    u = __shfl_up_sync(FULL_MASK, u, 1);\n"      /* 5 */
    "    st(s,   t, op(u, v));  /* kept */\n"         /* 6 */
    "    __syncthreads();\n"                          /* 7 */
    "    gst(y, i, ld(s, t));\n"                      /* 8 */
    "}\n";                                            /* 9 */

unsigned char *sample_value(int value, unsigned char bytes[ELEM_MAX])
{
    memset(bytes, 0, ELEM_MAX);
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)((unsigned)value >> 8 * i);
    return bytes;
}

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static void head_arrays(struct trace *trace, uint32_t width)
{
    static const struct trace_array arrays[] = {
        [IN] = {"x", SPACE_GLOBAL, WORD_VALUE, INIT_INPUT, ROLE_INPUT, -1, N,
                0, 0},
        [OUT] = {"y", SPACE_GLOBAL, WORD_VALUE, INIT_NONE, ROLE_OUTPUT, -1, N,
                 0, 0},
        [COUNTS] = {"c", SPACE_GLOBAL, WORD_INT, INIT_ZERO, ROLE_COUNTER, -1,
                    2, 4, 0},
        [STATES] = {"w", SPACE_GLOBAL, WORD_STATUS, INIT_ZERO, ROLE_STATUS, -1,
                    2, 32, 0},
        [S] = {"s", SPACE_SHARED, WORD_VALUE, INIT_NONE, ROLE_WORK, 0, THREADS,
               0, 0}};
    trace->array_count = sizeof arrays / sizeof *arrays;
    trace->arrays = must(ARENA_NEW(&trace->arena, struct trace_array,
                                   trace->array_count));
    memcpy(trace->arrays, arrays, sizeof arrays);
    for (uint32_t i = 0; i < trace->array_count; i++)
        if (trace->arrays[i].width == 0)
            trace->arrays[i].width = width;
}

static void head_launches(struct trace *trace)
{
    trace->launch_count = 2;
    trace->launches = must(ARENA_NEW(&trace->arena, struct trace_launch, 2));
    for (int i = 0; i < 2; i++) {
        struct trace_launch *launch = &trace->launches[i];
        strcpy(launch->kernel, i == 0 ? "first" : "second");
        launch->grid = (struct trace_dim){BLOCKS, 1, 1};
        launch->block = (struct trace_dim){THREADS, 1, 1};
        launch->shared_bytes = i == 0 ? 64 : 0;
        launch->array_count = i == 0 ? 2 : 4;
        for (uint8_t k = 0; k < launch->array_count; k++)
            launch->array[k] = k;
        launch->number_count = 1;
        launch->number[0] = i == 0 ? N : -1;
    }
}

static void head_make(struct trace *trace, enum sample_shape shape)
{
    static const unsigned char input[N] = {3, 1, 4, 1, 5, 9, 2, 6};
    struct trace_run *run = &trace->run;
    strcpy(run->algo, "sample");
    strcpy(run->title, "Sample–scan");
    strcpy(run->schedule, "in-order");
    strcpy(run->device_name, "host executor");
    strcpy(run->tool, "0.1.0");
    strcpy(run->input_text, "list");
    run->n = N;
    run->block = THREADS;
    run->resident = 2;
    run->op = shape == SAMPLE_WIDE ? OP_MAT2 : OP_ADD;
    run->type = ELEM_I32;
    run->inclusive = 1;
    run->device = shape == SAMPLE_STAMPED ? DEVICE_CUDA : DEVICE_HOST;
    uint32_t width = (uint32_t)elem_width(run->op, run->type);
    unsigned char *bytes = must(arena_alloc(&trace->arena, N, width));
    for (uint32_t i = 0; i < N; i++)
        bytes[i * width] = input[i];
    trace->input = bytes;
    trace->source_count = 1;
    trace->sources = must(ARENA_NEW(&trace->arena, struct trace_source, 1));
    strcpy(trace->sources[0].name, "kernels/sample.cu");
    trace->sources[0].text =
        must(arena_strdup(&trace->arena, source_text, strlen(source_text)));
    trace->sources[0].length = (uint32_t)strlen(source_text);
    head_arrays(trace, width);
    head_launches(trace);
}

/* ---- the run ------------------------------------------------------------- */

struct thread {
    struct record_seg *seg;
    bool wide;
    uint32_t u;      /* the value it offers */
};

static uint32_t put(struct thread *thread, struct event event, bool value,
                    uint64_t writer)
{
    uint32_t ordinal = record_load(thread->seg, &event, writer);
    if (thread->wide && value)
        record_event(thread->seg,
                     &(struct event){.kind = EV_HIGH, .bits = event.bits + 1});
    return ordinal;
}

static uint32_t put_int(struct thread *thread, struct event event)
{
    return put(thread, event, false, 0);
}

static uint32_t put_value(struct thread *thread, struct event event)
{
    return put(thread, event, true, 0);
}

/* Up to the meeting of the lanes. */
static void run_offer(struct thread *thread, uint32_t block, uint32_t t)
{
    int32_t i = (int32_t)(block * THREADS + t);
    put_int(thread, (struct event){EV_PHASE, PHASE_SHUFFLE, 4, 1, 0, 0, 0});
    thread->u = put_value(thread, (struct event){EV_LD, IN, 4, i, 3 + t, 0, 0});
    put_int(thread, (struct event){EV_MEET, MEET_SHFL_UP, 5, 1 | 32 << 16, 0,
                                   thread->u, 0xf});
}

/* All lanes run the same code, so that their loads have one ordinal. */
static void run_first(struct thread *thread, uint32_t block, uint32_t t)
{
    int32_t i = (int32_t)(block * THREADS + t), from = t == 0 ? 0 : (int)t - 1;
    uint32_t u = thread->u;
    uint32_t v = put_value(thread, (struct event){
        EV_SHFL, MEET_SHFL_UP, 5, from, 3 + (uint64_t)from, u, 0xf});
    uint32_t sum = put_value(thread, (struct event){EV_OP, 0, 6, 0, 7, v, u});
    put_value(thread, (struct event){EV_ST, S, 6, (int32_t)t, 7, sum, 0});
    uint64_t stored = record_last(thread->seg);
    put_int(thread, (struct event){EV_BARRIER, 0, 7, 0, 0, 0, 0});
    uint32_t w = put(thread, (struct event){EV_LD, S, 8, (int32_t)t, 7, 0, 0},
                     true, stored);
    put_value(thread, (struct event){EV_ST, OUT, 8, i, 7, w, 0});
    put_int(thread, (struct event){EV_EXIT, 0, 9, 0, 0, 0, 0});
}

static void run_second(struct thread *thread, uint32_t block, uint32_t t)
{
    int32_t i = (int32_t)t;
    record_tile(thread->seg, 1 - block); /* tiles in order of arrival */
    put_int(thread, (struct event){EV_TILE, 0, 4, (int32_t)(1 - block), 0, 0,
                                   0});
    uint32_t zero = put_value(thread, (struct event){EV_IDENT, 0, 4, 0, 0, 0,
                                                     0});
    uint32_t k = put_value(thread, (struct event){EV_CONST, 0, 4, -5,
                                                  0xfffffffb, 0, 0});
    put_int(thread, (struct event){EV_TOINT, 0, 5, -5, 0, k, 0});
    put_int(thread, (struct event){EV_ATOMIC, COUNTS, 5, 0, 4, 2, 0});
    put_int(thread, (struct event){EV_BALLOT, 0, 5, 0, 5, 0, 0xf});
    put_int(thread, (struct event){EV_STW, COUNTS, 6, 1, 0xffffffff, 0, 0});
    put_int(thread, (struct event){EV_LDW | EVENT_VOLATILE, COUNTS, 6, 1,
                                   0xffffffff, 0, 0});
    put_value(thread, (struct event){EV_PUBLISH | EVENT_RELEASE, STATES, 6, i,
                                     0xfffffffb, k, 2});
    put_value(thread, (struct event){EV_POLL | EVENT_ACQUIRE, STATES, 7, i,
                                     0xfffffffb, 2, 17 * block});
    put_int(thread, (struct event){EV_FENCE, 1, 7, 0, 0, 0, 0});
    put_int(thread, (struct event){EV_MEET, MEET_SYNCWARP, 7, 0, 0,
                                   EVENT_NO_VALUE, 0xf});
    put_value(thread, (struct event){EV_ST | EVENT_VOLATILE, OUT, 8, i + 100, 0,
                                     zero, 0});
}

static void run_all(struct recorder *recorder, bool wide, bool backwards)
{
    enum { COUNT = BLOCKS * THREADS };
    struct thread threads[COUNT];
    for (uint32_t pass = 0; pass < 3; pass++)
        for (uint32_t k = 0; k < COUNT; k++) {
            uint32_t i = backwards ? COUNT - 1 - k : k;
            uint32_t block = i / THREADS, t = i % THREADS;
            struct thread *thread = &threads[i];
            if (pass != 1)
                *thread = (struct thread){
                    must(record_open(recorder, pass / 2, block, t)), wide, 0};
            if (pass == 0)
                run_offer(thread, block, t);
            else if (pass == 1)
                run_first(thread, block, t);
            else
                run_second(thread, block, t);
        }
}

static void stamp(struct trace *trace)
{
    trace->stamps = must(ARENA_NEW(&trace->arena, struct trace_stamp,
                                   trace->event_count));
    for (uint64_t i = 0; i < trace->event_count; i++)
        trace->stamps[i] = (struct trace_stamp){1000 + i, i * 3, 7, 0};
}

void sample_make(struct trace *trace, enum sample_shape shape, bool backwards)
{
    static const struct trace_stop stop = {
        STOP_BARRIER_DIVERGENCE, 0, 1, 2, 7, 3, 0, 0, -1, 0};
    bool ordered = shape != SAMPLE_STAMPED;
    struct recorder *recorder =
        must(record_create(shape == SAMPLE_CUT ? 5 : 0, ordered, ordered));
    struct err err = {0};
    trace_init(trace);
    head_make(trace, shape);
    run_all(recorder, shape == SAMPLE_WIDE, backwards);
    if (shape == SAMPLE_CUT && !record_stop(recorder, &stop))
        abort();
    if (!record_finish(recorder, trace, &err))
        abort();
    record_destroy(recorder);
    if (shape == SAMPLE_STAMPED)
        stamp(trace);
}
