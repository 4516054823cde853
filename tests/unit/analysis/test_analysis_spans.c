/* When warps executed steps: properties of every run, and made-up times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "run/run.h"

static const struct play {
    const char *algo;
    uint32_t n, block, warps, blocks;
} plays[] = {
    {"hillis", 8, 0, 1, 1},        {"hillis", 256, 0, 8, 1},
    {"blelloch", 100, 0, 4, 1},    {"blelloch-pairs", 256, 0, 4, 1},
    {"block-warps", 256, 0, 8, 1}, {"warp", 32, 0, 1, 1},
    {"serial", 10, 0, 1, 1},       {"three-kernel", 64, 16, 9, 9},
    {"look-back", 64, 4, 16, 16},  {"look-back-warp", 256, 64, 8, 4},
};
static const char *const schedules[] = {"in-order", "round-robin", "random:5"};

static void record(struct trace *trace, const struct play *play,
                   const char *schedule, bool sequence)
{
    struct err err = {0};
    struct run_spec spec = {
        .algo = run_algo_find(play->algo, &err), .n = play->n,
        .block = play->block, .device = RUN_HOST, .schedule = schedule,
        .sequence = sequence};
    trace_init(trace);
    assert_non_null(spec.algo);
    if (!run_record(&spec, trace, NULL, &err))
        fail_msg("%s", err.what);
}

static void open_findings(struct findings *f, const struct trace *trace)
{
    struct err err = {0};
    if (!analyse(trace, f, &err))
        fail_msg("%s", err.what);
}

/* Steps one behind the other; waits, too, each in a step or between two. */
static void assert_in_time(const struct spans *spans, const struct warp_row *warp)
{
    const struct warp_span *work = spans->span + warp->work;
    const struct warp_span *wait = spans->span + warp->wait;
    uint64_t waited = 0;
    assert_true(spans->begin <= warp->begin && warp->end <= spans->end);
    for (uint32_t i = 0; i < warp->works; i++) {
        assert_int_equal(work[i].kind, SPAN_WORK);
        assert_true(work[i].begin <= work[i].end);
        assert_true(warp->begin <= work[i].begin && work[i].end <= warp->end);
        assert_true(i == 0 || work[i - 1].end <= work[i].begin);
        assert_true(i == 0 || work[i - 1].step < work[i].step);
    }
    for (uint32_t i = 0; i < warp->waits; i++) {
        assert_true(wait[i].begin < wait[i].end);
        assert_true(i == 0 || wait[i - 1].end <= wait[i].begin);
        waited += wait[i].end - wait[i].begin;
        for (uint32_t k = 0; k < warp->works; k++)
            assert_true(wait[i].end <= work[k].begin || work[k].end <= wait[i].begin
                        || (work[k].begin <= wait[i].begin
                            && wait[i].end <= work[k].end));
    }
    assert_int_equal(waited, warp->waited);
}

static void test_every_run(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof plays / sizeof *plays; p++)
        for (size_t s = 0; s < 6; s++) {
            struct trace trace;
            struct findings f;
            record(&trace, &plays[p], schedules[s % 3], s < 3);
            open_findings(&f, &trace);
            assert_int_equal(f.spans.count, plays[p].warps);
            assert_int_equal(f.spans.blocks, plays[p].blocks);
            assert_int_equal(f.spans.multiprocessors, 0);
            assert_int_equal(f.spans.clock, s < 3 ? TILE_EXECUTION : TILE_ORDER);
            for (uint32_t i = 0; i < f.spans.count; i++)
                assert_in_time(&f.spans, &f.spans.warp[i]);
            analysis_finish(&f);
            trace_finish(&trace);
        }
}

/* The last arrival of any thread of a block at its nth barrier. */
static uint64_t last_arrival(const struct trace *trace, uint32_t launch,
                             uint32_t block, uint32_t nth, uint32_t warp)
{
    uint64_t last = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        uint32_t seen = 0;
        for (uint32_t k = 0; k < seg->count; k++) {
            const uint64_t e = seg->first + k;
            if (event_kind(&trace->events[e]) != EV_BARRIER || seen++ != nth)
                continue;
            if (seg->launch == launch && seg->block == block
                && (warp == UINT32_MAX || seg->thread / 32 == warp)
                && trace->sequence[e] > last)
                last = trace->sequence[e];
        }
    }
    return last;
}

/* A wait begins with the warp's last arrival at a barrier, and ends when all
 * of the block have arrived there. */
static void test_barriers(void **state)
{
    static const struct play play = {"hillis", 128, 0, 4, 1};
    (void)state;
    for (size_t s = 0; s < 3; s++) {
        struct trace trace;
        struct findings f;
        uint32_t waits = 0;
        record(&trace, &play, schedules[s], true);
        open_findings(&f, &trace);
        for (uint32_t i = 0; i < f.spans.count; i++)
            for (uint32_t k = 0; k < f.spans.warp[i].waits; k++, waits++) {
                const struct warp_row *warp = &f.spans.warp[i];
                const struct warp_span *wait = &f.spans.span[warp->wait + k];
                uint32_t nth = 0;
                while (nth < 20 && last_arrival(&trace, 0, 0, nth, warp->warp)
                                       != wait->begin)
                    nth++;
                assert_true(nth < 20);
                assert_int_equal(wait->kind, SPAN_BARRIER);
                assert_true(wait->end
                            > last_arrival(&trace, 0, 0, nth, UINT32_MAX));
            }
        assert_true(waits > 10);
        analysis_finish(&f);
        trace_finish(&trace);
    }
}

/* Stamps instead of the order: the same spans in other units. */
static void test_stamps(void **state)
{
    static const struct play play = {"look-back", 64, 4, 16, 16};
    struct trace trace;
    struct findings order, times;
    (void)state;
    record(&trace, &play, "random:3", true);
    open_findings(&order, &trace);
    trace.stamps = calloc(trace.event_count, sizeof *trace.stamps);
    assert_non_null(trace.stamps);
    for (uint32_t s = 0; s < trace.seg_count; s++)
        for (uint32_t k = 0; k < trace.segs[s].count; k++)
            trace.stamps[trace.segs[s].first + k] = (struct trace_stamp){
                .ns = 1000 + 32 * trace.sequence[trace.segs[s].first + k],
                .sm = trace.segs[s].block % 5};
    open_findings(&times, &trace);
    assert_int_equal(times.spans.clock, TILE_NS);
    assert_int_equal(times.spans.multiprocessors, 5);
    assert_int_equal(times.spans.span_count, order.spans.span_count);
    for (uint32_t i = 0; i < order.spans.span_count; i++) {
        assert_int_equal(times.spans.span[i].begin,
                         1000 + 32 * order.spans.span[i].begin);
        assert_int_equal(times.spans.span[i].end,
                         1000 + 32 * order.spans.span[i].end);
    }
    for (uint32_t i = 0; i < times.spans.count; i++)
        assert_int_equal(times.spans.warp[i].sm, times.spans.warp[i].block % 5);
    analysis_finish(&order);
    analysis_finish(&times);
    free(trace.stamps);
    trace.stamps = NULL;
    trace_finish(&trace);
}

/* A schedule that holds the first block back lets others poll in vain. */
static void test_polls(void **state)
{
    static const struct play play = {"chained", 64, 4, 16, 16};
    struct trace trace;
    struct findings f;
    uint32_t polls = 0;
    (void)state;
    record(&trace, &play, "random:3", true);
    open_findings(&f, &trace);
    for (uint32_t i = 0; i < f.spans.span_count; i++)
        polls += f.spans.span[i].kind == SPAN_POLL;
    assert_int_equal(polls > 0, f.tiles.failed > 0);
    assert_true(polls > 0);
    analysis_finish(&f);
    trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_run),
        cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_stamps),
        cmocka_unit_test(test_polls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
