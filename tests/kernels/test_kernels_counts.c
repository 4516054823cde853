/* The counts of the figures come out of the trace, and formulas agree with
 * what was measured for every length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "run/run.h"

struct counted {
    struct trace trace;
    struct findings findings;
};

static void count(struct counted *counted, const char *algo, uint32_t n,
                  enum run_direction direction)
{
    struct run_spec spec = { .algo = run_algo_find(algo, NULL), .n = n,
                             .direction = direction, .device = RUN_HOST,
                             .sequence = true };
    struct err err = { 0 };
    trace_init(&counted->trace);
    if (!run_record(&spec, &counted->trace, NULL, &err)
        || !analyse(&counted->trace, &counted->findings, &err))
        fail_msg("%s", err.what);
}

static void finish(struct counted *counted)
{
    analysis_finish(&counted->findings);
    trace_finish(&counted->trace);
}

/* Threads offered in all rounds together: the n lg n of the figures. */
static uint64_t slots(const struct findings *findings)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < findings->steps.count; k++)
        if (findings->steps.step[k].number)
            sum += findings->steps.step[k].threads;
    return sum;
}

static void figures(void **state)
{
    static const struct { uint32_t n, hillis, slots, blelloch, moves, serial, lg; }
    rows[] = {
        { 8, 17, 24, 14, 7, 7, 3 },
        { 32, 129, 160, 62, 31, 31, 5 },
        { 64, 321, 384, 126, 63, 63, 6 },
        { 256, 1793, 2048, 510, 255, 255, 8 },
        { 1024, 9217, 10240, 2046, 1023, 1023, 10 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct counted now;
        count(&now, "hillis", rows[i].n, RUN_INCLUSIVE);
        assert_int_equal(now.findings.workspan.adds, rows[i].hillis);
        assert_int_equal(slots(&now.findings), rows[i].slots);
        assert_int_equal(now.findings.steps.rounds, rows[i].lg);
        assert_int_equal(now.findings.workspan.depth, rows[i].lg);
        finish(&now);
        count(&now, "blelloch", rows[i].n, RUN_EXCLUSIVE);
        assert_int_equal(now.findings.workspan.adds, rows[i].blelloch);
        assert_int_equal(now.findings.workspan.moves, rows[i].moves);
        assert_int_equal(now.findings.steps.rounds, 2 * rows[i].lg);
        assert_int_equal(now.findings.workspan.depth, 2 * rows[i].lg - 1);
        finish(&now);
        count(&now, "serial", rows[i].n, RUN_INCLUSIVE);
        assert_int_equal(now.findings.workspan.adds, rows[i].serial);
        assert_int_equal(now.findings.workspan.depth, rows[i].serial);
        finish(&now);
    }
}

static void warp_of_32(void **state)
{
    struct counted now;
    (void)state;
    count(&now, "warp", 32, RUN_INCLUSIVE);
    assert_int_equal(now.findings.workspan.shuffles_per_lane, 5);
    assert_int_equal(now.findings.workspan.slots, 160);
    assert_int_equal(now.findings.workspan.adds, 129);
    finish(&now);
}

static void agrees(const char *algo, const char *what, uint32_t n, bool inclusive,
                   const struct algo_formula *formula, uint64_t measured)
{
    if (formula->value && formula->value(n, inclusive) != (int64_t)measured)
        fail_msg("%s, n = %u, %s: %s measured %lu, by formula %ld", algo, n,
                 inclusive ? "inclusive" : "exclusive", what,
                 (unsigned long)measured, (long)formula->value(n, inclusive));
}

/* Of many blocks the formula leaves out the blocks' totals and offsets. */
static void words(const struct algo *algo, uint32_t n, bool inclusive, uint64_t measured)
{
    const struct algo_formula *formula = &algo->formulas.words;
    if (algo->flags & ALGO_ONE_BLOCK || !formula->value) {
        agrees(algo->name, "words", n, inclusive, formula, measured);
        return;
    }
    const double ratio = (double)measured / (double)formula->value(n, inclusive);
    if (n >= 256 && (ratio < 0.9 || ratio > 1.3))
        fail_msg("%s, n = %u: %lu words are not %s", algo->name, n,
                 (unsigned long)measured, formula->text);
}

static void formulas(const struct algo *algo, uint32_t n, bool inclusive)
{
    struct counted now;
    count(&now, algo->name, n, inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE);
    const struct workspan *work = &now.findings.workspan;
    const struct algo_formulas *all = &algo->formulas;
    agrees(algo->name, "adds", n, inclusive, &all->adds, work->adds);
    agrees(algo->name, "moves", n, inclusive, &all->moves, work->moves);
    agrees(algo->name, "depth", n, inclusive, &all->depth, work->depth);
    agrees(algo->name, "rounds", n, inclusive, &all->rounds,
           now.findings.steps.rounds);
    agrees(algo->name, "barriers", n, inclusive, &all->barriers, work->barriers);
    agrees(algo->name, "shuffles", n, inclusive, &all->shuffles,
           work->shuffles_per_lane);
    words(algo, n, inclusive, work->global_loads + work->global_stores);
    finish(&now);
}

/* No formula on show may differ from what is measured beside it. */
static void formulas_agree(void **state)
{
    static const uint32_t lengths[] = { 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 100, 256 };
    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        if (algo->flags & ALGO_BROKEN)
            continue;
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            if (algo->max_n && lengths[k] > algo->max_n)
                continue;
            if (algo->flags & ALGO_INCLUSIVE)
                formulas(algo, lengths[k], true);
            if (algo->flags & ALGO_EXCLUSIVE)
                formulas(algo, lengths[k], false);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),
        cmocka_unit_test(warp_of_32),
        cmocka_unit_test(formulas_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
