/* Schedules: whatever the order, a race-free kernel gives the same trace byte
 * for byte, by either switch; kernels that poll the same results; and a
 * schedule really changes the order. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include <stdlib.h>
#include <string.h>

#include "base/elem_ops.h"
#include "head.h"
#include "kernels.h"
#include "kernels/table.h"

static const char *const schedules[] = {
    "in-order", "round-robin", "random:0", "random:7", "random:18446744073709551615",
    "first:0.3", "last:0.0", "last:1.2",
    "hold:0@store", "hold:0@stride:2", "hold:1@reduce",
};
enum { SCHEDULES = sizeof schedules / sizeof schedules[0] };

static void run(struct trace *trace, const struct head *head,
                const struct simt_options *options)
{
    const struct simt_entry *own = test_kernel(head->kernel);
    if (own)
        head_run_with(trace, head, own, 1, options);
    else
        head_run(trace, head, options);
    assert_int_equal(trace->stop_count, 0);
}

static char *dump(const struct head *head, const struct simt_options *options)
{
    struct trace trace;
    run(&trace, head, options);
    char *text = head_dump(&trace);
    trace_finish(&trace);
    return text;
}

static void same_dump(void **unused)
{
    (void)unused;
    static const struct head heads[] = {
        { .kernel = "serial", .n = 33, .block = 1 },
        { .kernel = "hillis", .n = 33, .block = 33, .inclusive = 1, .shared = "s" },
        { .kernel = "hillis", .n = 8, .block = 8, .shared = "s", .op = OP_MAT2 },
        { .kernel = "hillis_double", .n = 100, .block = 100, .shared = "a b" },
        { .kernel = "blelloch", .n = 50, .block = 64, .shared = "s", .op = OP_AFFINE },
        { .kernel = "warp", .n = 31, .block = 32, .inclusive = 1 },
        { .kernel = "ballots", .n = 32, .block = 32 },
    };
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        const struct simt_options plain = { 0 };
        char *want = dump(&heads[k], &plain);
        assert_true(strlen(want) > 100);
        for (int s = 0; s < 2 * SCHEDULES; s++) {
            const struct simt_options options = {
                .schedule = schedules[s / 2], .portable = s % 2, .sequence = true,
                .writer = s % 2, .resident = (uint32_t)s % 5 };
            char *got = dump(&heads[k], &options);
            assert_string_equal(got, want);
            free(got);
        }
        free(want);
    }
}

/* Atomics may give other old words, and polls other turns: outputs are equal. */
static void same_result(void **unused)
{
    (void)unused;
    static const int letters[] = { 3, 1, 4, 1, 5, 9, 2, 6, 8 };
    static const struct head chain = { .kernel = "chain", .n = 9, .block = 3, .grid = 9,
                                       .ints = "c", .stats = "w", .shared = "ticket",
                                       .shared_ints = true, .op = OP_STRING,
                                       .input = letters };
    for (int s = 0; s < 4 * SCHEDULES; s++) {
        const struct simt_options options = { .schedule = schedules[s / 4],
                                              .resident = (uint32_t)s % 4 + 1,
                                              .sequence = true };
        struct trace trace;
        unsigned char sum[ELEM_MAX];
        run(&trace, &chain, &options);
        assert_true(head_stored(&trace, HEAD_TOTAL, 0, UINT64_MAX, sum));
        assert_memory_equal(sum, "dbebfjcgi", 9);
        assert_int_equal(sum[ELEM_TEXT], 9);
        trace_finish(&trace);
    }
}

static void votes_trace(struct trace *trace, const struct simt_options *options)
{
    const struct head head = { .kernel = "votes", .n = 64, .block = 16, .grid = 4,
                               .shared = "sum", .shared_ints = true };
    run(trace, &head, options);
}

static uint64_t *stores_of(const struct trace *trace, uint64_t first[4], uint64_t last[4])
{
    for (int b = 0; b < 4; b++)
        first[b] = UINT64_MAX, last[b] = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint64_t i = seg->first; i < seg->first + seg->count; i++) {
            if (event_kind(&trace->events[i]) != EV_ST)
                continue;
            if (trace->sequence[i] < first[seg->block])
                first[seg->block] = trace->sequence[i];
            if (trace->sequence[i] > last[seg->block])
                last[seg->block] = trace->sequence[i];
        }
    }
    return first;
}

/* The held block stores after all others, although it could go first. */
static void hold(void **unused)
{
    (void)unused;
    const struct simt_options held = { .schedule = "hold:0@store", .sequence = true };
    const struct simt_options free_run = { .sequence = true, .resident = 1 };
    uint64_t first[4], last[4];
    struct trace trace;
    votes_trace(&trace, &held);
    stores_of(&trace, first, last);
    for (int b = 1; b < 4; b++)
        assert_true(first[0] > last[b]);
    trace_finish(&trace);
    votes_trace(&trace, &free_run);
    stores_of(&trace, first, last);
    for (int b = 1; b < 4; b++)
        assert_true(last[0] < first[b]);
    trace_finish(&trace);
}

/* In order, thread 0 does all it can before thread 1 does anything; otherwise
 * threads take turns; equal seeds give equal orders, others others. */
static uint64_t order_hash(const char *schedule)
{
    const struct head head = { .kernel = "hillis", .n = 16, .block = 16,
                               .inclusive = 1, .shared = "s" };
    const struct simt_options options = { .schedule = schedule, .sequence = true };
    struct trace trace;
    uint64_t hash = 0;
    run(&trace, &head, &options);
    for (uint64_t i = 0; i < trace.event_count; i++)
        hash = (hash ^ trace.sequence[i]) * 0x100000001b3u + i;
    trace_finish(&trace);
    return hash;
}

static void orders(void **unused)
{
    (void)unused;
    const uint64_t in_order = order_hash("in-order"), seven = order_hash("random:7");
    assert_true(in_order == order_hash(NULL));
    assert_true(seven == order_hash("random:7"));
    assert_true(seven != order_hash("random:8"));
    assert_true(seven != in_order);
    assert_true(order_hash("round-robin") != in_order);
}

static void ascending(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "hillis", .n = 16, .block = 16, .shared = "s" };
    const struct simt_options options = { .sequence = true };
    struct trace trace;
    uint64_t end = 0;
    run(&trace, &head, &options);
    for (uint32_t s = 0; s < trace.seg_count; s++) {
        const struct trace_seg *seg = &trace.segs[s];
        assert_int_equal(seg->thread, s);
        assert_true(s == 0 || trace.sequence[seg->first] > end);
        for (uint64_t i = seg->first; event_kind(&trace.events[i]) != EV_BARRIER; i++)
            end = trace.sequence[i];
    }
    trace_finish(&trace);
}

/* Sequence numbers of thread t's first and last event. */
static void span(const struct trace *trace, uint32_t t, uint64_t *begin, uint64_t *end)
{
    const struct trace_seg *seg = &trace->segs[t];
    *begin = trace->sequence[seg->first];
    *end = trace->sequence[seg->first + seg->count - 1];
}

/* The chosen thread does all of a part without barriers before, or after, what
 * the others do there. */
static void chosen(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "hillis", .n = 16, .block = 16, .shared = "s" };
    static const char *const schedules[] = { "first:0.9", "last:0.9" };
    for (int k = 0; k < 2; k++) {
        const struct simt_options options = { .schedule = schedules[k], .sequence = true };
        struct trace trace;
        uint64_t begin, end, other_begin, other_end;
        run(&trace, &head, &options);
        span(&trace, 9, &begin, &end);
        for (uint32_t t = 0; t < 16; t++) {
            span(&trace, t, &other_begin, &other_end);
            if (t == 9)
                continue;
            if (k == 0) {
                assert_true(end < other_end);
                assert_true(t == 0 || begin < other_begin);
            } else {
                assert_true(begin > other_begin);
                assert_true(end > other_end);
            }
        }
        trace_finish(&trace);
    }
}

/* A schedule that names what the run has not is told, with what it has. */
static void met(void **unused)
{
    static const struct { const char *schedule, *what; } rows[] = {
        { "in-order", NULL }, { "random:7", NULL }, { "round-robin", NULL },
        { "hold:0@stride", NULL }, { "hold:0@stride:4", NULL }, { "first:0.7", NULL },
        { "hold:1@stride", ": hillis has 1 block here, 0 to 0" },
        { "last:4294967295.0", ": hillis has 1 block here, 0 to 0" },
        { "first:0.8", ": block 0 of hillis has 8 threads here, 0 to 7" },
        { "hold:0@stride:8", ": block 0 of hillis never comes to that phase; it comes "
          "to load:0, stride:1, stride:2, stride:4, store:0" },
        { "hold:0@up", ": block 0 of hillis never comes to that phase; it comes to "
          "load:0, stride:1, stride:2, stride:4, store:0" },
    };
    (void)unused;
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct head head = { .kernel = "hillis", .n = 8, .block = 8, .shared = "s" };
        const struct simt_options options = { .schedule = rows[k].schedule };
        struct err err = { 0 };
        struct trace trace;
        run(&trace, &head, &options);
        snprintf(trace.run.algo, sizeof trace.run.algo, "hillis");
        snprintf(trace.run.schedule, sizeof trace.run.schedule, "%s", rows[k].schedule);
        assert_int_equal(simt_schedule_met(&trace, &err), rows[k].what == NULL);
        if (rows[k].what)
            assert_string_equal(err.what + strlen("--schedule ")
                                + strlen(rows[k].schedule), rows[k].what);
        trace_finish(&trace);
    }
}

static void texts(void **unused)
{
    (void)unused;
    static const struct { const char *text; bool fine; } rows[] = {
        { "in-order", true }, { "round-robin", true }, { "random:0", true },
        { "random:18446744073709551615", true }, { "hold:3@store", true },
        { "hold:0@stride:4", true }, { "hold:1@look-back", true },
        { "", false }, { "inorder", false }, { "random", false }, { "random:", false },
        { "random:-1", false }, { "random:7x", false },
        { "random:18446744073709551616", false }, { "hold:", false }, { "hold:1", false },
        { "hold:@store", false }, { "hold:1@", false }, { "hold:1@strid", false },
        { "hold:1@stride:", false }, { "hold:1@stride:x", false },
        { "hold:4294967296@store", false }, { "adversarial", false },
        { "first:0.3", true }, { "last:7.1023", true }, { "first:0", false },
        { "last:0.", false }, { "first:.1", false }, { "last:0.1024", false },
        { "last:0.1x", false }, { "first:4294967296.0", false },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct err err = { 0 };
        assert_int_equal(simt_schedule_check(rows[k].text, &err), rows[k].fine);
        assert_int_equal(err.code, rows[k].fine ? ERR_NONE : ERR_USAGE);
    }
    struct err err = { 0 };
    simt_schedule_check("hold:1@strid", &err);
    assert_non_null(strstr(err.what, "stride"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_dump), cmocka_unit_test(same_result),
        cmocka_unit_test(hold),      cmocka_unit_test(orders),
        cmocka_unit_test(ascending), cmocka_unit_test(chosen),
        cmocka_unit_test(texts),     cmocka_unit_test(met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
