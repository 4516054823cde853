/* Real runs: counts of the literature for any n, and no hazard on any
 * schedule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "run/run.h"

static const uint32_t lengths[] = {1, 2, 3, 7, 8, 31, 32, 33, 64, 1000, 1024};
enum { LENGTHS = sizeof lengths / sizeof *lengths };
static const char *const schedules[] = {"in-order", "round-robin", "random:5"};

static uint32_t lg(uint32_t n)
{
    uint32_t k = 0;
    while (1u << k < n)
        k++;
    return k;
}

static void record(struct trace *trace, const char *name, uint32_t n,
                   enum run_direction way, const char *schedule)
{
    struct err err = {0};
    struct run_spec spec = {
        .algo = run_algo_find(name, &err), .n = n, .direction = way,
        .device = RUN_HOST, .schedule = schedule, .writer = true};
    trace_init(trace);
    assert_non_null(spec.algo);
    if (!run_record(&spec, trace, NULL, &err))
        fail_msg("%s", err.what);
}

static void assert_counts(const struct findings *f, const char *name,
                          uint32_t n, bool inclusive)
{
    const struct workspan *w = &f->workspan;
    uint32_t levels = lg(n), m = 1u << levels;
    if (strcmp(name, "serial") == 0) {
        assert_int_equal(w->adds, n - 1);
        assert_int_equal(w->depth, n - 1);
        assert_int_equal(f->steps.rounds, n - 1);
    } else if (strcmp(name, "blelloch") == 0) {
        assert_int_equal(w->adds, 2 * (m - 1) + (inclusive ? n : 0));
        assert_int_equal(w->moves, m - 1);
        assert_int_equal(f->steps.rounds, 2 * levels);
        if (!inclusive && n == m)
            assert_int_equal(w->depth, levels ? 2 * levels - 1 : 0);
    } else if (strcmp(name, "warp") == 0) {
        assert_int_equal(w->adds, 129);
        assert_int_equal(w->slots, 160);
        assert_int_equal(f->steps.rounds, 5);
        assert_int_equal(w->shuffles_per_lane, inclusive ? 5 : 6);
    } else {
        assert_int_equal(w->adds, n * levels - (m - 1));
        assert_int_equal(w->depth, levels);
        assert_int_equal(f->steps.rounds, levels);
        assert_int_equal(w->thread_slots, n * levels);
    }
}

static void one_run(const char *name, uint32_t n, bool inclusive,
                    const char *schedule)
{
    struct trace trace;
    struct findings f;
    struct err err = {0};
    record(&trace, name, n, inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE,
           schedule);
    if (!analyse(&trace, &f, &err))
        fail_msg("%s", err.what);
    if (f.hazards.count > 0)
        fail_msg("%s n = %u, %s: %s", name, (unsigned)n, schedule,
                 f.hazards.hazard[0].what);
    assert_false(f.board.cut);
    assert_int_equal(f.flow.ambiguous, 0);
    assert_counts(&f, name, n, inclusive);
    analysis_finish(&f);
    trace_finish(&trace);
}

static void kernels(void **state)
{
    static const char *const names[] = {"serial", "hillis", "hillis-double",
                                        "blelloch", "warp"};
    (void)state;
    for (size_t a = 0; a < sizeof names / sizeof *names; a++)
        for (size_t i = 0; i < LENGTHS; i++)
            for (int turn = 0; turn < 6; turn++)
                if (strcmp(names[a], "warp") != 0 || lengths[i] <= 32)
                    one_run(names[a], lengths[i], turn % 2 != 0,
                            schedules[turn / 2]);
}

/* The most barriers of one thread, launch by launch, counted the plain way. */
static uint32_t barriers_in(const struct trace *trace)
{
    uint32_t sum = 0, most = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        uint32_t mine = 0;
        for (uint64_t e = seg->first; e < seg->first + seg->count; e++)
            mine += event_kind(&trace->events[e]) == EV_BARRIER;
        most = mine > most ? mine : most;
        if (s + 1 == trace->seg_count || seg[1].launch != seg->launch) {
            sum += most;
            most = 0;
        }
    }
    return sum;
}

/* Warps that pass the same barrier in different steps pass it once. */
static void barriers_add_up(const struct trace *trace, const struct findings *f,
                            const char *name)
{
    const uint32_t *until = f->workspan.barriers_until, last = f->steps.count;
    if (until[0] != 0 || until[last] != barriers_in(trace)
        || f->workspan.barriers != until[last])
        fail_msg("%s: %u barriers shown, %u in the trace", name, until[last],
                 barriers_in(trace));
    for (uint32_t k = 0; k < last; k++)
        assert_true(until[k] <= until[k + 1]);
}

/* Every sound kernel of the catalogue, whatever it does. */
static void catalogue_is_sound(void **state)
{
    (void)state;
    for (int a = 0; a < run_algo_count(); a++) {
        const struct algo *algo = run_algo_at(a);
        uint32_t n = algo->max_n && algo->max_n < 37 ? algo->max_n : 37;
        for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++) {
            struct trace trace;
            struct findings f;
            struct err err = {0};
            if (algo->flags & ALGO_BROKEN)
                continue;
            record(&trace, algo->name, n, RUN_DEFAULT, schedules[s]);
            if (!analyse(&trace, &f, &err))
                fail_msg("%s", err.what);
            if (f.hazards.count > 0)
                fail_msg("%s, %s: %s", algo->name, schedules[s],
                         f.hazards.hazard[0].what);
            barriers_add_up(&trace, &f, algo->name);
            analysis_finish(&f);
            trace_finish(&trace);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels),
        cmocka_unit_test(catalogue_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
