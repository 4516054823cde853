/* Runs that are checked block by block say what the whole trace says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "analysis/analysis.h"
#include "check/check_large.h"

static struct run_spec spec_of(const char *algo, uint32_t n, enum elem_op op,
                               enum run_direction direction)
{
    return (struct run_spec){ .algo = run_algo_find(algo, NULL), .n = n, .op = op,
                              .direction = direction, .input = "random:3",
                              .device = RUN_HOST, .sequence = true };
}

static void large(const struct run_spec *spec, struct check_large *out)
{
    struct err err = { 0 };
    if (!check_large_run(spec, out, &err))
        fail_msg("%s", err.what);
}

static void right_ones(void **state)
{
    static const struct { const char *algo; uint32_t n; enum elem_op op; } rows[] = {
        { "three-kernel", 1, OP_ADD }, { "three-kernel", 20000, OP_ADD },
        { "three-kernel", 3001, OP_MAT2 }, { "reduce-then-scan", 5003, OP_AFFINE },
        { "chained", 3000, OP_ADD }, { "look-back", 3001, OP_STRING },
        { "look-back-warp", 3000, OP_ADD }, { "look-back-ahead", 3000, OP_ADD },
        { "hillis", 100, OP_ADD },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_large out;
        struct run_spec spec = spec_of(rows[i].algo, rows[i].n, rows[i].op,
                                       i % 2 ? RUN_INCLUSIVE : RUN_EXCLUSIVE);
        large(&spec, &out);
        if (!out.result.ok || out.findings)
            fail_msg("%s, n = %u: %s; %s", rows[i].algo, rows[i].n,
                     out.result.what, out.note[0]);
        assert_false(out.cut);
    }
}

static void the_counts_of_the_whole(void **state)
{
    struct run_spec spec = spec_of("three-kernel", 3001, OP_ADD, RUN_INCLUSIVE);
    struct trace trace;
    struct findings findings;
    struct check_large out;
    struct err err = { 0 };
    (void)state;
    trace_init(&trace);
    assert_true(run_record(&spec, &trace, NULL, &err));
    assert_true(analyse(&trace, &findings, &err));
    large(&spec, &out);
    assert_int_equal(out.events, trace.event_count);
    assert_int_equal(out.adds, findings.workspan.adds);
    assert_int_equal(out.global_words, findings.workspan.global_loads
                                           + findings.workspan.global_stores);
    assert_int_equal(out.shared_excess, findings.banks.total.load_excess
                                            + findings.banks.total.store_excess);
    analysis_finish(&findings);
    trace_finish(&trace);
}

static void wrong_ones(void **state)
{
    static const struct { const char *algo; uint32_t n; const char *what; } rows[] = {
        { "broken/grid-rounded-down", 3001, "results were never written" },
        { "broken/missing-barrier", 100, NULL },
        { "broken/barrier-in-branch", 33, NULL },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_large out;
        struct run_spec spec = spec_of(rows[i].algo, rows[i].n, OP_ADD, RUN_INCLUSIVE);
        large(&spec, &out);
        if (rows[i].what)
            assert_non_null(strstr(out.result.what, rows[i].what));
        else
            assert_true(out.findings > 0);
    }
}

/* No trees here: what overflowed is counted, and what did not is judged. */
static void overflow_is_counted(void **state)
{
    struct check_large out;
    struct run_spec spec = spec_of("three-kernel", 8, OP_ADD, RUN_INCLUSIVE);
    (void)state;
    spec.type = ELEM_F32;
    spec.input = "3e38 3e38 3e38 -3e38 -3e38 1 1 1";
    large(&spec, &out);
    assert_true(out.result.ok);
    assert_true(out.result.beyond > 0 && out.result.wraps > 0);
    assert_non_null(strstr(out.result.what, "not judged in so long a run"));
    spec.input = "inf 1 1 1 1 1 1 -inf";
    large(&spec, &out);
    assert_true(out.result.ok);
    assert_int_equal(out.result.beyond, 0);
}

/* A schedule has to name what is there. */
static void schedules(void **state)
{
    struct check_large out;
    struct err err = { 0 };
    struct run_spec spec = spec_of("three-kernel", 3001, OP_ADD, RUN_INCLUSIVE);
    (void)state;
    spec.schedule = "hold:9999@load";
    assert_false(check_large_run(&spec, &out, &err));
    assert_int_equal(err.code, ERR_USAGE);
    spec.schedule = "hold:1@load";
    large(&spec, &out);
    assert_true(out.result.ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones),
        cmocka_unit_test(the_counts_of_the_whole),
        cmocka_unit_test(wrong_ones),
        cmocka_unit_test(overflow_is_counted),
        cmocka_unit_test(schedules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
