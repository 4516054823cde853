/* The recorder: what goes in comes out, sorted, counted and mended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "trace/record.h"

static struct event event_numbered(uint32_t number)
{
    return (struct event){.kind = EV_BARRIER, .a = number};
}

static void finish(struct recorder *recorder, struct trace *trace)
{
    struct err err = {0};
    trace_init(trace);
    assert_true(record_finish(recorder, trace, &err));
    assert_int_equal(err.code, ERR_NONE);
}

/* Threads take turns, opened in a scrambled order; lengths differ. */
static void many_segments(void **state)
{
    (void)state;
    enum { SEGS = 1500 };
    static struct record_seg *seg[SEGS];
    struct recorder *recorder = record_create(0, true, false);
    for (uint32_t i = 0; i < SEGS; i++) {
        uint32_t id = i * 7 % SEGS; /* 7 and 1500 have no common divisor */
        seg[id] = record_open(recorder, id / 500, id / 50 % 10, id % 50);
        assert_non_null(seg[id]);
    }
    uint64_t total = 0;
    for (uint32_t round = 0; round < 300; round++)
        for (uint32_t id = 0; id < SEGS; id++) {
            if (round >= id % 300)
                continue;
            struct event event = event_numbered(id * 1000 + round);
            assert_int_equal(record_event(seg[id], &event), round);
            total++;
        }
    struct trace trace;
    finish(recorder, &trace);
    assert_int_equal(trace.seg_count, SEGS);
    assert_int_equal(trace.event_count, total);
    uint64_t at = 0;
    for (uint32_t id = 0; id < SEGS; id++) {
        const struct trace_seg *s = &trace.segs[id];
        assert_int_equal(s->launch, id / 500);
        assert_int_equal(s->block, id / 50 % 10);
        assert_int_equal(s->tile, s->block);
        assert_int_equal(s->thread, id % 50);
        assert_int_equal(s->first, at);
        assert_int_equal(s->count, id % 300);
        for (uint32_t k = 0; k < s->count; k++) {
            assert_int_equal(trace.events[at + k].a, id * 1000 + k);
            assert_true(k == 0 || trace.sequence[at + k - 1] <
                                      trace.sequence[at + k]);
        }
        at += s->count;
    }
    trace_finish(&trace);
    record_destroy(recorder);
}

static void sequence_is_the_order_of_calls(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, true, false);
    struct record_seg *late = record_open(recorder, 0, 0, 1);
    struct record_seg *early = record_open(recorder, 0, 0, 0);
    struct event event = event_numbered(0);
    record_event(late, &event);
    record_event(early, &event);
    record_event(late, &event);
    struct trace trace;
    finish(recorder, &trace);
    static const uint64_t wanted[] = {1, 0, 2};
    assert_memory_equal(trace.sequence, wanted, sizeof wanted);
    assert_null(trace.writer);
    trace_finish(&trace);
    record_destroy(recorder);
}

static void limit_counts_what_is_dropped(void **state)
{
    (void)state;
    static const struct { uint32_t limit, events; } rows[] = {
        {1, 0}, {1, 1}, {1, 9}, {31, 40}, {32, 32}, {32, 33}, {33, 100},
        {96, 97}, {1000, 999}, {5000, 7000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recorder *recorder = record_create(rows[i].limit, true, true);
        struct record_seg *seg = record_open(recorder, 0, 0, 0);
        struct record_seg *other = record_open(recorder, 0, 0, 1);
        struct event event = event_numbered(1);
        for (uint32_t k = 0; k < rows[i].events; k++)
            assert_int_equal(record_event(seg, &event), k);
        record_event(other, &event);
        uint32_t kept = rows[i].events < rows[i].limit ? rows[i].events
                                                       : rows[i].limit;
        struct trace trace;
        finish(recorder, &trace);
        assert_int_equal(trace.segs[0].count, kept);
        assert_int_equal(trace.segs[0].dropped, rows[i].events - kept);
        assert_int_equal(trace.dropped, rows[i].events - kept);
        assert_int_equal(trace.segs[1].count, 1);
        assert_int_equal(trace.sequence[kept], kept); /* no gaps */
        trace_finish(&trace);
        record_destroy(recorder);
    }
}

static void writers_become_indices(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(3, false, true);
    struct record_seg *b = record_open(recorder, 0, 0, 1);
    struct record_seg *a = record_open(recorder, 0, 0, 0);
    struct event store = {.kind = EV_ST, .a = EVENT_NO_VALUE};
    struct event high = {.kind = EV_HIGH};
    struct event load = {.kind = EV_LD}, barrier = {.kind = EV_BARRIER};
    assert_int_equal(record_last(a), 0);
    record_event(b, &store);
    record_event(b, &high);
    uint64_t stored = record_last(b); /* the store, not its second half */
    record_load(a, &load, stored);
    record_load(a, &load, 0);
    record_event(b, &barrier);
    record_event(b, &store); /* the fourth: dropped */
    record_load(a, &load, record_last(b));
    struct trace trace;
    finish(recorder, &trace);
    static const uint64_t wanted[] = {4, 0, 0, 0, 0, 0};
    assert_int_equal(trace.event_count, 6);
    assert_memory_equal(trace.writer, wanted, sizeof wanted);
    assert_int_equal(trace.events[trace.writer[0] - 1].kind, EV_ST);
    assert_non_null(trace.sequence);
    trace_finish(&trace);
    record_destroy(recorder);
}

/* What a kernel's variable that nobody set brings in is no value. */
static void operands_are_mended(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, true, true);
    struct record_seg *seg = record_open(recorder, 0, 0, 0);
    struct record_seg *lane = record_open(recorder, 0, 0, 1);
    struct event events[] = {
        {.kind = EV_LD},
        {.kind = EV_BARRIER},
        {.kind = EV_OP, .a = 0, .b = 1},  /* 1 makes no value */
        {.kind = EV_OP, .a = 0, .b = 9},  /* later */
        {.kind = EV_OP, .a = 4, .b = 0},  /* itself */
        {.kind = EV_ST, .a = EVENT_NO_VALUE},
        {.kind = EV_SHFL, .index = 1, .a = 0},
        {.kind = EV_SHFL, .index = 1, .a = 1},  /* made afterwards */
        {.kind = EV_SHFL, .index = 2, .a = 0},  /* no such lane */
        {.kind = EV_SHFL, .index = -1, .a = 0},
        {.kind = EV_SHFL, .index = 0, .a = 10}, /* itself */
    };
    static const uint32_t a[] = {0, 0, 0, 0, EVENT_NO_VALUE, EVENT_NO_VALUE, 0,
                                 EVENT_NO_VALUE, EVENT_NO_VALUE,
                                 EVENT_NO_VALUE, EVENT_NO_VALUE};
    record_event(lane, &events[0]);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        record_event(seg, &events[i]);
    record_event(lane, &events[0]);
    struct trace trace;
    finish(recorder, &trace);
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        assert_int_equal(trace.events[i].a, a[i]);
    assert_int_equal(trace.events[2].b, EVENT_NO_VALUE);
    assert_int_equal(trace.events[3].b, EVENT_NO_VALUE);
    assert_int_equal(trace.events[4].b, 0);
    trace_finish(&trace);
    record_destroy(recorder);
}

static void tiles_order_segments(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, false, false);
    for (uint32_t block = 0; block < 3; block++)
        for (uint32_t thread = 0; thread < 2; thread++)
            record_tile(record_open(recorder, 0, block, thread), 2 - block);
    struct trace trace;
    finish(recorder, &trace);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(trace.segs[i].tile, i / 2);
        assert_int_equal(trace.segs[i].block, 2 - i / 2);
        assert_int_equal(trace.segs[i].thread, i % 2);
    }
    assert_null(trace.sequence);
    trace_finish(&trace);
    record_destroy(recorder);
}

static void recorder_serves_again(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, true, true);
    static const struct trace_stop stop = {.kind = STOP_SPIN, .line = 12,
                                           .array = 3};
    for (int turn = 0; turn < 3; turn++) {
        struct trace trace;
        struct event event = event_numbered(9);
        record_event(record_open(recorder, 0, 0, 0), &event);
        assert_true(record_stop(recorder, &stop));
        finish(recorder, &trace);
        assert_int_equal(trace.seg_count, 1);
        assert_int_equal(trace.event_count, 1);
        assert_int_equal(trace.sequence[0], 0);
        assert_int_equal(trace.stop_count, 1);
        assert_memory_equal(&trace.stops[0], &stop, sizeof stop);
        trace_finish(&trace);
    }
    struct trace trace;
    finish(recorder, &trace);
    assert_int_equal(trace.seg_count, 0);
    assert_int_equal(trace.event_count, 0);
    trace_finish(&trace);
    record_destroy(recorder);
    record_destroy(NULL);
}

/* Thrown away in the middle: nothing leaks (the sanitizer build looks). */
static void destroyed_unfinished(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, true, true);
    struct event event = event_numbered(0);
    for (uint32_t i = 0; i < 100; i++) {
        struct record_seg *seg = record_open(recorder, 0, 0, i);
        for (uint32_t k = 0; k < i * 10; k++)
            record_event(seg, &event);
    }
    assert_true(record_stop(recorder, &(struct trace_stop){.kind = 1}));
    record_destroy(recorder);
}

/* One segment for the whole block; more events than it can count are not lost. */
static void blocks_left_out(void **state)
{
    static const struct { uint64_t events; uint32_t dropped; } rows[] = {
        { 0, 0 }, { 7, 7 }, { UINT32_MAX, UINT32_MAX },
        { (uint64_t)UINT32_MAX + 5, UINT32_MAX } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct recorder *recorder = record_create(0, true, false);
        const struct event event = event_numbered(0);
        assert_true(record_left_out(recorder, 1, 4, 6, rows[i].events));
        record_event(record_open(recorder, 1, 5, 0), &event);
        finish(recorder, &trace);
        assert_int_equal(trace.seg_count, 2);
        const struct trace_seg *seg = &trace.segs[1]; /* by tile */
        assert_int_equal(seg->launch, 1);
        assert_int_equal(seg->block, 4);
        assert_int_equal(seg->tile, 6);
        assert_int_equal(seg->thread, 0);
        assert_int_equal(seg->count, 0);
        assert_int_equal(seg->dropped, rows[i].dropped);
        assert_int_equal(trace.dropped, rows[i].dropped);
        assert_int_equal(trace.event_count, 1);
        trace_finish(&trace);
        record_destroy(recorder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_segments),
        cmocka_unit_test(sequence_is_the_order_of_calls),
        cmocka_unit_test(limit_counts_what_is_dropped),
        cmocka_unit_test(blocks_left_out),
        cmocka_unit_test(writers_become_indices),
        cmocka_unit_test(operands_are_mended),
        cmocka_unit_test(tiles_order_segments),
        cmocka_unit_test(recorder_serves_again),
        cmocka_unit_test(destroyed_unfinished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
