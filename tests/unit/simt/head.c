/* See head.h. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "head.h"
#include "kernels/table.h"
#include "trace/dump.h"

static const int usual[] = { 3, 1, 4, 1, 5, 9, 2, 6 };

static void head_array(struct trace *trace, const char *name, size_t length,
                       struct trace_array array)
{
    array.width = 4;
    snprintf(array.name, sizeof array.name, "%.*s", (int)length, name);
    trace->arrays[trace->array_count++] = array;
}

static void head_names(struct trace *trace, const char *names, struct trace_array array)
{
    while (names && *names) {
        const size_t length = strcspn(names, " ");
        if (array.space == SPACE_GLOBAL) {
            struct trace_launch *launch = &trace->launches[0];
            launch->array[launch->array_count++] = (uint8_t)trace->array_count;
        }
        head_array(trace, names, length, array);
        names += length + (names[length] == ' ');
    }
}

static void head_input(struct trace *trace, const struct head *head)
{
    const size_t width = elem_width(head->op, head->type);
    unsigned char *input = arena_alloc(&trace->arena, head->n, width);
    for (uint32_t i = 0; i < head->n; i++) {
        unsigned char value[ELEM_MAX];
        elem_from_int((int)head->op, (int)head->type,
                      head->input ? head->input[i] : usual[i % 8], value);
        memcpy(input + i * width, value, width);
    }
    trace->input = input;
}

void head_fill(struct trace *trace, const struct head *head)
{
    const struct trace_array globals = { .launch = -1, .count = head->n };
    struct trace_array array = globals;
    trace_init(trace);
    trace->run.n = head->n;
    trace->run.block = head->block;
    trace->run.op = (uint8_t)head->op;
    trace->run.type = (uint8_t)head->type;
    trace->run.inclusive = (uint8_t)head->inclusive;
    snprintf(trace->run.algo, sizeof trace->run.algo, "%s", head->kernel);
    trace->arrays = ARENA_NEW(&trace->arena, struct trace_array, 16);
    trace->launches = ARENA_NEW(&trace->arena, struct trace_launch, 1);
    trace->launch_count = 1;
    struct trace_launch *launch = &trace->launches[0];
    snprintf(launch->kernel, sizeof launch->kernel, "%s", head->kernel);
    launch->grid = (struct trace_dim){ head->grid ? head->grid : 1, 1, 1 };
    launch->block = (struct trace_dim){ head->block, 1, 1 };
    launch->number[0] = (int32_t)head->n;
    launch->number[1] = head->inclusive;
    launch->number_count = 2;
    array.init = INIT_INPUT, array.role = ROLE_INPUT;
    head_names(trace, "x", array);
    array.init = INIT_NONE, array.role = ROLE_OUTPUT;
    head_names(trace, "y", array);
    array.count = 1, array.role = ROLE_TOTAL;
    head_names(trace, "total", array);
    array = globals;
    array.init = INIT_ZERO, array.word = WORD_INT, array.role = ROLE_COUNTER;
    head_names(trace, head->ints, array);
    array.word = WORD_STATUS, array.role = ROLE_STATUS;
    head_names(trace, head->stats, array);
    array = (struct trace_array){ .space = SPACE_SHARED, .count = head->block,
                                  .word = head->shared_ints ? WORD_INT : WORD_VALUE };
    head_names(trace, head->shared, array);
    head_input(trace, head);
}

void head_run_with(struct trace *trace, const struct head *head,
                   const struct simt_entry *table, int entries,
                   const struct simt_options *options)
{
    struct err err = { 0 };
    head_fill(trace, head);
    if (!simt_run(trace, table, entries, options, &err))
        fail_msg("%s: %s", head->kernel, err.what);
}

void head_run(struct trace *trace, const struct head *head,
              const struct simt_options *options)
{
    head_run_with(trace, head, kernels_table, kernels_table_count, options);
}

bool head_stored(const struct trace *trace, uint32_t array, int32_t index,
                 uint64_t before, unsigned char value[ELEM_MAX])
{
    uint64_t latest = 0;
    bool found = false;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t i = 0; i < seg->count; i++) {
            const struct event *event = &trace->events[seg->first + i];
            const uint64_t when = trace->sequence[seg->first + i];
            if (event_kind(event) != EV_ST || event->array != array ||
                event->index != index || when >= before || (found && when < latest))
                continue;
            latest = when;
            found = true;
            trace_value(trace, seg, i, value);
        }
    }
    return found;
}

int head_int(const struct trace *trace, uint32_t array, int32_t index, uint64_t before)
{
    unsigned char value[ELEM_MAX] = { 0 };
    assert_true(head_stored(trace, array, index, before, value));
    return elem_to_int(trace->run.op, trace->run.type, value);
}

uint64_t head_phase_end(const struct trace *trace, enum event_phase phase, int number)
{
    uint64_t end = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        bool inside = false;
        for (uint64_t i = seg->first; i < seg->first + seg->count; i++) {
            const struct event *event = &trace->events[i];
            if (event_kind(event) == EV_PHASE)
                inside = event->array == phase && event->index == number;
            if (inside && trace->sequence[i] >= end)
                end = trace->sequence[i] + 1;
        }
    }
    assert_true(end > 0);
    return end;
}

char *head_dump(const struct trace *trace)
{
    struct buf out;
    buf_init(&out);
    trace_dump_text(trace, &out);
    assert_true(buf_ok(&out));
    char *text = strdup(buf_text(&out));
    buf_finish(&out);
    return text;
}
