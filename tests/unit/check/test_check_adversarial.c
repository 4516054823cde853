/* Adversarial schedules: found for a race, written down, replayed, harmless for
 * the repaired twin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "check/adversarial.h"
#include "check/check.h"

static struct run_spec spec_of(const char *name, uint32_t n)
{
    struct run_spec spec = { .algo = run_algo_find(name, NULL), .n = n };
    assert_non_null(spec.algo);
    return spec;
}

static struct adversarial search(const char *name, uint32_t n, uint64_t seed)
{
    const struct run_spec spec = spec_of(name, n);
    struct adversarial out;
    struct err err = { 0 };
    if (!adversarial_search(&spec, seed, &out, &err))
        fail_msg("%s: %s", name, err.what);
    assert_true(out.tries <= ADVERSARIAL_TRIES && out.what[0]);
    return out;
}

/* Whether the run is right, and how many hazards it has. */
static bool replay(struct run_spec spec, const char *schedule, uint32_t *hazards)
{
    struct trace trace;
    struct findings f;
    struct check_result result;
    struct err err = { 0 };
    spec.schedule = schedule;
    spec.sequence = spec.writer = true;
    spec.device = RUN_HOST;
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err) || !check_run(&trace, &result, &err)
        || !analyse(&trace, &f, &err))
        fail_msg("%s", err.what);
    assert_string_equal(trace.run.schedule, schedule);
    *hazards = f.hazards.count;
    analysis_finish(&f);
    trace_finish(&trace);
    return result.ok;
}

static void races_bite(void **state)
{
    static const char *const names[] = {
        "broken/missing-barrier", "broken/debug-barrier", "broken/never-swapped",
        "broken/fence-for-barrier", "broken/no-syncwarp", "broken/scratch-reused",
        "broken/flags-not-reset",
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            const struct run_spec spec = spec_of(names[i], 8);
            struct run_spec twin = spec_of(spec.algo->twin, 8);
            const struct adversarial out = search(names[i], 8, seed);
            const struct adversarial again = search(names[i], 8, seed);
            uint32_t hazards;
            if (!out.found)
                fail_msg("%s, seed %d: %s", names[i], (int)seed, out.what);
            assert_string_equal(out.schedule, again.schedule);
            assert_int_equal(out.tries, again.tries);
            assert_false(replay(spec, out.schedule, &hazards));
            assert_true(hazards > 0);
            assert_true(replay(twin, out.schedule, &hazards));
            assert_int_equal(hazards, 0);
        }
}

static void nothing_to_bite(void **state)
{
    (void)state;
    struct adversarial out = search("hillis", 8, 0);
    assert_false(out.found);
    assert_int_equal(out.hazards, 0);
    assert_int_equal(out.tries, 1);
    assert_string_equal(out.schedule, "in-order");
    /* The executor keeps the order of a thread's own stores; a GPU need not. */
    out = search("broken/look-back-unordered", 8, 0);
    assert_false(out.found);
    assert_true(out.hazards > 0);
    assert_int_equal(out.tries, ADVERSARIAL_TRIES);
}

static void resolved(void **state)
{
    struct run_spec spec = spec_of("broken/missing-barrier", 8);
    struct adversarial out;
    struct err err = { 0 };
    (void)state;
    spec.schedule = "random:3";
    assert_true(adversarial_resolve(&spec, &out, &err));
    assert_string_equal(spec.schedule, "random:3");
    assert_int_equal(out.tries, 0);
    spec.schedule = "adversarial:5";
    assert_true(adversarial_resolve(&spec, &out, &err));
    assert_ptr_equal(spec.schedule, out.schedule);
    assert_true(out.found);
    spec.schedule = "adversarial";
    spec.device = RUN_CUDA;
    assert_false(adversarial_resolve(&spec, &out, &err));
    assert_int_equal(err.code, ERR_USAGE);
}

static void texts(void **state)
{
    static const struct { const char *text; bool is, fine; uint64_t seed; } rows[] = {
        { "adversarial", true, true, 0 }, { "adversarial:7", true, true, 7 },
        { "adversarial:", true, false, 0 }, { "adversarial:x", true, false, 0 },
        { "adversary", false, true, 0 }, { "in-order", false, true, 0 },
        { NULL, false, true, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t seed = 99;
        struct err err = { 0 };
        assert_int_equal(adversarial_is(rows[i].text), rows[i].is);
        if (!rows[i].is)
            continue;
        assert_int_equal(adversarial_parse(rows[i].text, &seed, &err), rows[i].fine);
        if (rows[i].fine)
            assert_int_equal(seed, rows[i].seed);
        else
            assert_int_equal(err.code, ERR_USAGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_bite), cmocka_unit_test(nothing_to_bite),
        cmocka_unit_test(resolved),   cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
