/* Shuffles and ballots against CUDA's rules written down once more, for every
 * kind, width and operand. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/elem_ops.h"
#include "head.h"
#include "kernels.h"

static const struct simt_options recorded = { .sequence = true };

/* Where lane's value comes from: a segment is `width` lanes. */
static int source_of(int kind, int lane, int by, int width)
{
    const int segment = lane / width, from_up = lane - by, from_down = lane + by;
    switch (kind) {
    case 0:
        return from_up >= segment * width ? from_up : lane;
    case 1:
        return from_down < (segment + 1) * width ? from_down : lane;
    case 2:
        return (lane ^ by) / width <= segment ? lane ^ by : lane;
    default:
        return segment * width + by % width;
    }
}

static void shuffles(void **unused)
{
    (void)unused;
    int input[32];
    for (int i = 0; i < 32; i++)
        input[i] = 100 + i;
    for (int run = 0; run < 4 * 6 * 32; run++) {
        const int kind = run % 4, width = 1 << run / 4 % 6, by = run / 24;
        struct head head = { .kernel = "shuffles", .n = 32, .block = 32,
                             .inclusive = by * 4 + kind, .input = input };
        struct trace trace;
        struct err err = { 0 };
        head_fill(&trace, &head);
        trace.launches[0].number[0] = width;
        assert_true(simt_run(&trace, test_kernel("shuffles"), 1, &recorded, &err));
        for (int lane = 0; lane < 32; lane++)
            assert_int_equal(head_int(&trace, HEAD_Y, lane, UINT64_MAX),
                             100 + source_of(kind, lane, by, width));
        trace_finish(&trace);
    }
}

/* A shuffle names the value in the lane it came from. */
static void sources(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "warp", .n = 32, .block = 32, .inclusive = 1 };
    struct trace trace;
    head_run(&trace, &head, &recorded);
    for (uint32_t s = 0; s < trace.seg_count; s++) {
        for (uint32_t i = 0; i < trace.segs[s].count; i++) {
            const struct event *event = trace_event(&trace, &trace.segs[s], i);
            if (event_kind(event) != EV_SHFL)
                continue;
            const struct event *from =
                trace_event(&trace, &trace.segs[event->index], event->a);
            assert_true(event_makes_value(from));
            assert_int_equal(from->bits, event->bits);
        }
    }
    trace_finish(&trace);
}

static void ballots(void **unused)
{
    (void)unused;
    int input[32], want[2] = { 0, 0 };
    for (int i = 0; i < 32; i++) {
        input[i] = i * 7 % 32 + 20;
        want[i / 16] |= (int)((uint32_t)(input[i] > 32) << i);
    }
    const struct head head = { .kernel = "ballots", .n = 32, .block = 32, .input = input };
    struct trace trace;
    head_run_with(&trace, &head, test_kernel("ballots"), 1, &recorded);
    for (int i = 0; i < 32; i++)
        assert_int_equal(head_int(&trace, HEAD_Y, i, UINT64_MAX), want[i / 16]);
    trace_finish(&trace);
}

/* A source outside the mask gives nothing, and the event says so. */
static void absent_source(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "absent_source", .n = 32, .block = 32 };
    struct trace trace;
    int absent = 0;
    head_run_with(&trace, &head, test_kernel("absent_source"), 1, &recorded);
    assert_int_equal(trace.stop_count, 0);
    for (uint64_t i = 0; i < trace.event_count; i++) {
        const struct event *event = &trace.events[i];
        absent += event_kind(event) == EV_SHFL && event->a == EVENT_NO_VALUE;
    }
    assert_int_equal(absent, 8);
    trace_finish(&trace);
}

/* Lanes that the block does not have take no part and are not missed. */
static void partial_warp(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "absent_left", .n = 8, .block = 8 };
    struct trace trace;
    head_run_with(&trace, &head, test_kernel("absent_left"), 1, &recorded);
    assert_int_equal(trace.stop_count, 0);
    assert_int_equal(head_int(&trace, HEAD_Y, 7, UINT64_MAX), 2);
    trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffles),      cmocka_unit_test(sources),
        cmocka_unit_test(ballots),       cmocka_unit_test(absent_source),
        cmocka_unit_test(partial_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
