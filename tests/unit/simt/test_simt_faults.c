/* What cannot go on is reported, with who waits, where, and who is missing:
 * never a hang. Every row runs under several schedules and both switches. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/elem_ops.h"
#include "head.h"
#include "kernels.h"

#define ANY 0xffffffffu

static const char *const schedules[] = { "in-order", "round-robin", "random:1",
                                         "random:99", "hold:0@store" };

static void run(struct trace *trace, const struct head *head,
                const struct simt_options *options)
{
    head_run_with(trace, head, test_kernel(head->kernel), 1, options);
}

static const struct row {
    struct head head;
    enum trace_stop_kind kind;
    const char *line;
    uint32_t thread, other_thread;
    const char *other_line; /* NULL: it left, or nobody is missing */
    uint32_t mask;
    int32_t array, index;
} rows[] = {
    { { .kernel = "barrier_in_branch", .n = 8, .block = 8 },
      STOP_BARRIER_DIVERGENCE, "branch", 0, 6, NULL, 0, -1, -1 },
    { { .kernel = "early_return", .n = 33, .block = 33 },
      STOP_BARRIER_DIVERGENCE, "early", 0, 32, NULL, 0, -1, -1 },
    { { .kernel = "two_barriers", .n = 8, .block = 8 },
      STOP_BARRIER_DIVERGENCE, "even", 0, 1, "odd", 0, -1, -1 },
    { { .kernel = "absent_left", .n = 32, .block = 32 },
      STOP_MASK_ABSENT, "absent_left", 0, 16, NULL, 0xffff0000u, -1, -1 },
    { { .kernel = "absent_elsewhere", .n = 32, .block = 32 },
      STOP_MASK_ABSENT, "absent_wait", 0, 3, "absent_other", 8, -1, -1 },
    { { .kernel = "not_in_mask", .n = 1, .block = 1 },
      STOP_LANE_RANGE, "not_in_mask", 0, 0, NULL, 0xfffffffeu, -1, 32 },
    { { .kernel = "bad_width", .n = 1, .block = 1 },
      STOP_LANE_RANGE, "bad_width", 0, 0, NULL, 0xffffffffu, -1, 12 },
    { { .kernel = "spin_poll", .n = 4, .block = 4, .stats = "w" },
      STOP_SPIN, "spin_poll", 2, 2, NULL, 0, 3, 1 },
    { { .kernel = "spin_volatile", .n = 4, .block = 4, .shared = "s" },
      STOP_SPIN, "spin_volatile", 0, 0, NULL, 0, 3, 0 },
    { { .kernel = "spin_atomic", .n = 2, .block = 2, .ints = "c" },
      STOP_SPIN, "spin_atomic", 0, 0, NULL, 0, 3, 0 },
    { { .kernel = "spin_plain", .n = 2, .block = 2 },
      STOP_EVENT_LIMIT, NULL, ANY, ANY, NULL, 0, -1, -1 },
    { { .kernel = "other_array", .n = 4, .block = 4, .shared = "s" },
      STOP_ARRAY_MISMATCH, "other_array", ANY, ANY, NULL, 0, 3, 4 },
};

static void check_stop(const struct trace *trace, const struct row *row)
{
    assert_int_equal(trace->stop_count, 1);
    const struct trace_stop *stop = &trace->stops[0];
    assert_int_equal(stop->kind, row->kind);
    if (row->line)
        assert_int_equal(stop->line, test_line(row->line));
    if (row->thread != ANY)
        assert_int_equal(stop->thread, row->thread);
    if (row->other_thread != ANY)
        assert_int_equal(stop->other_thread, row->other_thread);
    assert_int_equal(stop->other_line, row->other_line ? test_line(row->other_line) : 0);
    assert_int_equal(stop->mask, row->mask);
    assert_int_equal(stop->array, row->array);
    assert_int_equal(stop->index, row->index);
}

static void stops(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        for (size_t s = 0; s < 2 * sizeof schedules / sizeof schedules[0]; s++) {
            const struct simt_options options = { .schedule = schedules[s / 2],
                                                  .portable = s % 2, .endless = 100000,
                                                  .event_limit = 1000 };
            struct trace trace;
            run(&trace, &rows[k].head, &options);
            check_stop(&trace, &rows[k]);
            trace_finish(&trace);
        }
    }
}

/* Whether a chain of waits ends depends on how many blocks are resident. */
static void resident(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "waits_for_later", .n = 6, .block = 1,
                               .grid = 6, .stats = "w" };
    for (uint32_t blocks = 1; blocks <= 7; blocks++) {
        for (size_t s = 0; s < 4; s++) {
            const struct simt_options options = { .schedule = schedules[s],
                                                  .resident = blocks, .sequence = true };
            struct trace trace;
            run(&trace, &head, &options);
            assert_int_equal(trace.stop_count, blocks < 6);
            if (trace.stop_count) {
                assert_int_equal(trace.stops[0].kind, STOP_SPIN);
                assert_int_equal(trace.stops[0].index, trace.stops[0].block + 1);
            } else {
                assert_int_equal(head_int(&trace, HEAD_Y, 0, UINT64_MAX), 9);
            }
            trace_finish(&trace);
        }
    }
}

static void range(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "out_of_range", .n = 4, .block = 4,
                               .shared = "s" };
    const struct simt_options options = { .sequence = true };
    struct trace trace;
    run(&trace, &head, &options);
    assert_int_equal(trace.stop_count, 0);
    int below = 0, above = 0;
    for (uint64_t i = 0; i < trace.event_count; i++) {
        const struct event *event = &trace.events[i];
        below += event_kind(event) == EV_ST && event->index == -1;
        above += event_kind(event) == EV_LD && event->index == 4 && event->bits == 0;
    }
    assert_int_equal(below, 1);
    assert_int_equal(above, 4);
    assert_int_equal(head_int(&trace, HEAD_Y, 3, UINT64_MAX), 0);
    trace_finish(&trace);
}

static void refused(void **unused)
{
    (void)unused;
    static const struct { struct head head; uint32_t resident; const char *what; } bad[] = {
        { { .kernel = "votes", .n = 8, .block = 1025, .shared = "sum", .shared_ints = true }, 0,
          "launch refused: kernel votes asks for 1025 threads a block, 1 to 1024 are "
          "possible" },
        { { .kernel = "votes", .n = 8, .block = 0 }, 0,
          "launch refused: kernel votes asks for 0 threads a block, 1 to 1024 are "
          "possible" },
        { { .kernel = "votes", .n = 8, .block = 1024, .grid = 64, .shared = "sum", .shared_ints = true }, 40,
          "--resident 40: 1024 threads a block leave room for 29 resident blocks on "
          "the host" },
        { { .kernel = "nobody", .n = 8, .block = 8 }, 0, "no kernel is called \"nobody\"" },
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        const struct simt_options options = { .resident = bad[k].resident };
        struct trace trace;
        struct err err = { 0 };
        head_fill(&trace, &bad[k].head);
        assert_false(simt_run(&trace, test_kernel("votes"), 1, &options, &err));
        assert_string_equal(err.what, bad[k].what);
        trace_finish(&trace);
    }
}

static bool stop_at_two(void *user, uint64_t done, uint64_t of)
{
    *(uint64_t *)user = of;
    return done < 2;
}

static void cancelled(void **unused)
{
    (void)unused;
    uint64_t of = 0;
    const struct head head = { .kernel = "votes", .n = 1024, .block = 256, .grid = 4,
                               .shared = "sum", .shared_ints = true };
    const struct simt_options options = { .progress = stop_at_two, .user = &of,
                                          .resident = 1 };
    struct trace trace;
    struct err err = { 0 };
    head_fill(&trace, &head);
    assert_false(simt_run(&trace, test_kernel("votes"), 1, &options, &err));
    assert_string_equal(err.what, "cancelled");
    assert_int_equal(of, 4);
    trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops),   cmocka_unit_test(resident), cmocka_unit_test(range),
        cmocka_unit_test(refused), cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
