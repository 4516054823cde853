/* Look-ups in a trace in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "sample.h"
#include "trace/record.h"

/* Empty segments lie between full ones. */
static void segment_of_an_event(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 3, 0, 0, 1, 2, 0};
    struct trace_seg segs[7] = {{0}};
    struct trace trace = {.segs = segs, .seg_count = 7};
    for (int i = 0; i < 7; i++) {
        segs[i].first = trace.event_count;
        segs[i].count = counts[i];
        trace.event_count += counts[i];
    }
    static const int wanted[] = {1, 1, 1, 4, 5, 5};
    for (uint64_t i = 0; i < trace.event_count; i++)
        assert_ptr_equal(trace_seg_of(&trace, i), &segs[wanted[i]]);
}

static void events_and_values(void **state)
{
    (void)state;
    struct trace trace;
    sample_make(&trace, SAMPLE_WIDE, false);
    for (uint32_t s = 0; s < trace.seg_count; s++) {
        const struct trace_seg *seg = &trace.segs[s];
        assert_null(trace_event(&trace, seg, EVENT_NO_VALUE));
        assert_null(trace_event(&trace, seg, seg->count));
        for (uint32_t i = 0; i < seg->count; i++) {
            const struct event *event = trace_event(&trace, seg, i);
            assert_ptr_equal(event, &trace.events[seg->first + i]);
            assert_ptr_equal(trace_seg_of(&trace, seg->first + i), seg);
        }
    }
    unsigned char value[ELEM_MAX];
    static const unsigned char wanted[ELEM_MAX] = {3, 0, 0, 0, 0, 0, 0, 0, 4};
    trace_value(&trace, &trace.segs[0], 1, value);
    assert_memory_equal(value, wanted, ELEM_MAX);
    static const unsigned char nothing[ELEM_MAX] = {0};
    trace_value(&trace, &trace.segs[0], EVENT_NO_VALUE, value);
    assert_memory_equal(value, nothing, ELEM_MAX);
    trace_finish(&trace);
}

static void arrays_by_role(void **state)
{
    (void)state;
    struct trace trace;
    sample_make(&trace, SAMPLE_PLAIN, false);
    assert_int_equal(trace_array_by_role(&trace, ROLE_INPUT), 0);
    assert_int_equal(trace_array_by_role(&trace, ROLE_OUTPUT), 1);
    assert_int_equal(trace_array_by_role(&trace, ROLE_WORK), 4);
    assert_int_equal(trace_array_by_role(&trace, ROLE_TOTAL), -1);
    trace_finish(&trace);
}

static void source_lines(void **state)
{
    (void)state;
    static const char text[] = "one\n\nthree\r\nlast";
    struct trace_source source = {.name = "k.cu", .text = text,
                                  .length = sizeof text - 1};
    struct trace trace = {.sources = &source, .source_count = 1};
    static const struct { uint32_t source, line; const char *wanted; }
    rows[] = {
        {0, 1, "one"}, {0, 2, ""}, {0, 3, "three"}, {0, 4, "last"},
        {0, 5, ""}, {0, 0, ""}, {0, UINT32_MAX, ""}, {1, 1, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = 99;
        const char *line = trace_source_line(&trace, rows[i].source,
                                             rows[i].line, &length);
        assert_int_equal(length, strlen(rows[i].wanted));
        assert_memory_equal(line, rows[i].wanted, length);
    }
    source.length = 0;
    size_t length;
    trace_source_line(&trace, 0, 1, &length);
    assert_int_equal(length, 0);
}

/* Two warps a block, lanes missing, and threads of one block whose tiles
 * differ because the run stopped between them. */
static void lanes_of_a_warp(void **state)
{
    (void)state;
    struct recorder *recorder = record_create(0, false, false);
    for (uint32_t block = 0; block < 3; block++)
        for (uint32_t thread = 0; thread < 64; thread++) {
            if (thread % 5 == 3)
                continue;
            struct record_seg *seg = record_open(recorder, 0, block, thread);
            if (block == 2 && thread < 40)
                record_tile(seg, 0);
        }
    struct trace trace;
    struct err err = {0};
    trace_init(&trace);
    assert_true(record_finish(recorder, &trace, &err));
    for (uint32_t s = 0; s < trace.seg_count; s++)
        for (uint32_t lane = 0; lane < 34; lane++) {
            const struct trace_seg *from = &trace.segs[s];
            const struct trace_seg *got = trace_seg_lane(&trace, from, lane);
            uint32_t thread = from->thread / 32 * 32 + lane;
            if (lane >= 32 || thread % 5 == 3) {
                assert_null(got);
                continue;
            }
            assert_non_null(got);
            assert_int_equal(got->block, from->block);
            assert_int_equal(got->thread, thread);
        }
    trace_finish(&trace);
    record_destroy(recorder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segment_of_an_event),
        cmocka_unit_test(events_and_values),
        cmocka_unit_test(arrays_by_role),
        cmocka_unit_test(source_lines),
        cmocka_unit_test(lanes_of_a_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
