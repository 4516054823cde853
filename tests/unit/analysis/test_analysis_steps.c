/* Steps, work and span: every count of the literature out of traces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "build.h"

static struct findings look(struct build *b)
{
    struct findings f;
    struct err err = {0};
    build_close(b);
    if (!analyse(&b->trace, &f, &err))
        fail_msg("%s", err.what);
    return f;
}

static uint32_t lg(uint32_t n)
{
    uint32_t k = 0;
    while (1u << k < n)
        k++;
    return k;
}

static void hillis_counts(void **state)
{
    static const struct { uint32_t n, adds, slots; } table[] = {
        {8, 17, 24}, {32, 129, 160}, {64, 321, 384}, {256, 1793, 2048},
        {1024, 9217, 10240}, {1, 0, 0}, {2, 1, 2}, {7, 14, 21},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int notes = 0; notes < 2; notes++) {
            struct build b;
            build_open(&b, table[i].n, 1, table[i].n);
            build_hillis(&b, notes, false);
            b.trace.run.inclusive = 1;
            struct findings f = look(&b);
            uint32_t rounds = lg(table[i].n);
            assert_int_equal(f.steps.rounds, rounds);
            assert_int_equal(f.steps.count, rounds + 2);
            assert_int_equal(f.workspan.adds, table[i].adds);
            assert_int_equal(f.workspan.active, table[i].adds);
            assert_int_equal(f.workspan.thread_slots, table[i].slots);
            assert_int_equal(f.workspan.depth, rounds);
            assert_int_equal(f.workspan.moves, 0);
            assert_int_equal(f.workspan.barriers, 2 * rounds + 1);
            assert_int_equal(f.hazards.count, 0);
            analysis_finish(&f);
            build_finish(&b);
        }
    }
}

static void blelloch_counts(void **state)
{
    static const uint32_t table[] = {1, 2, 8, 32, 64, 256, 1024};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        uint32_t n = table[i], rounds = 2 * lg(n);
        build_open(&b, n, 1, n);
        build_blelloch(&b, false);
        struct findings f = look(&b);
        assert_int_equal(f.steps.rounds, rounds);
        assert_int_equal(f.steps.count, rounds + 3);
        assert_int_equal(f.workspan.adds, 2 * (n - 1));
        assert_int_equal(f.workspan.moves, n - 1);
        assert_int_equal(f.workspan.depth, rounds ? rounds - 1 : 0);
        assert_int_equal(f.hazards.count, 0);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void blelloch_inclusive(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 8);
    build_blelloch(&b, true);
    b.trace.run.inclusive = 1;
    struct findings f = look(&b);
    const struct step *store = &f.steps.step[f.steps.count - 1];
    assert_int_equal(f.steps.rounds, 6);
    assert_int_equal(store->kind, STEP_STORE);
    assert_int_equal(store->number, 0);
    assert_int_equal(store->adds, 8);
    assert_int_equal(f.workspan.adds, 14 + 8);
    assert_int_equal(f.workspan.moves, 7);
    assert_int_equal(f.hazards.count, 0);
    analysis_finish(&f);
    build_finish(&b);
}

static void warp_counts(void **state)
{
    (void)state;
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        for (int notes = 0; notes < 2; notes++) {
            struct build b;
            build_open(&b, 32, 1, 32);
            build_warp(&b, notes, inclusive);
            b.trace.run.inclusive = (uint8_t)inclusive;
            struct findings f = look(&b);
            bool shift_is_round = !notes && !inclusive;
            assert_int_equal(f.steps.rounds, 5 + shift_is_round);
            assert_int_equal(f.workspan.adds, 129);
            assert_int_equal(f.workspan.depth, 5);
            assert_int_equal(f.workspan.slots - 32 * shift_is_round, 160);
            assert_int_equal(f.workspan.shuffles_per_lane, 5 + !inclusive);
            assert_int_equal(f.workspan.barriers, 0);
            assert_int_equal(f.workspan.shared_loads, 0);
            assert_true(f.board.registers);
            analysis_finish(&f);
            build_finish(&b);
        }
    }
}

static void warp_shift_is_a_tick(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 32, 1, 32);
    build_warp(&b, true, false);
    struct findings f = look(&b);
    assert_int_equal(f.steps.count, 8);
    assert_int_equal(f.steps.step[6].kind, STEP_OTHER);
    assert_int_equal(f.steps.step[6].phase, PHASE_SHIFT);
    assert_int_equal(f.steps.step[6].number, 0);
    assert_int_equal(f.steps.step[7].kind, STEP_STORE);
    analysis_finish(&f);
    build_finish(&b);
}

static void serial_counts(void **state)
{
    static const uint32_t table[] = {1, 2, 8, 33};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int inclusive = 0; inclusive < 2; inclusive++) {
            struct build b;
            build_open(&b, table[i], 1, 1);
            build_serial(&b, inclusive);
            b.trace.run.inclusive = (uint8_t)inclusive;
            struct findings f = look(&b);
            assert_int_equal(f.steps.rounds, table[i] - 1);
            assert_int_equal(f.steps.count, table[i]);
            assert_int_equal(f.steps.step[0].kind, STEP_OTHER);
            assert_int_equal(f.workspan.moves, 0);
            assert_int_equal(f.workspan.adds, table[i] - 1);
            assert_int_equal(f.workspan.depth, table[i] - 1);
            assert_int_equal(f.hazards.count, 0);
            analysis_finish(&f);
            build_finish(&b);
        }
    }
}

static void step_of_one_round(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 8);
    build_hillis(&b, true, false);
    struct findings f = look(&b);
    const struct step *step = &f.steps.step[2];
    assert_int_equal(step->kind, STEP_ROUND);
    assert_int_equal(step->number, 2);
    assert_int_equal(step->phase, PHASE_STRIDE);
    assert_int_equal(step->phase_number, 2);
    assert_int_equal(step->adds, 6);
    assert_int_equal(step->active, 6);
    assert_int_equal(step->threads, 8);
    assert_int_equal(step->warps_active, 1);
    assert_int_equal(step->divergent, 1);
    assert_int_equal(step->barriers, 2);
    assert_int_equal(step->loads, 14);
    assert_int_equal(step->stores, 6);
    assert_int_equal(step->line_count, 1);
    assert_int_equal(step->lines[0], 22);
    assert_int_equal(f.workspan.adds_until[2], 7);
    assert_int_equal(f.workspan.adds_until[3], 13);
    assert_int_equal(f.workspan.depth_until[3], 2);
    assert_int_equal(f.workspan.barriers_until[3], 5);
    analysis_finish(&f);
    build_finish(&b);
}

static void every_event_has_its_step(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 8);
    build_blelloch(&b, false);
    struct findings f = look(&b);
    uint32_t adds[16] = {0};
    for (uint64_t e = 0; e < b.trace.event_count; e++)
        if (event_kind(&b.trace.events[e]) == EV_OP)
            adds[steps_of_event(&f.steps, &b.trace, e)]++;
    for (uint32_t k = 0; k < f.steps.count; k++)
        assert_int_equal(adds[k], f.steps.step[k].adds);
    analysis_finish(&f);
    build_finish(&b);
}

/* Threads that make other notes than the rest: all notes are there, in order. */
static void notes_are_merged(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 2, 1, 2);
    for (uint32_t t = 0; t < 2; t++) {
        for (int32_t k = 0; k < 3; k++) {
            if (t == 0 && k == 1)
                continue;
            struct event *note = build_event(&b, t, EV_PHASE);
            note->array = PHASE_STRIDE;
            note->index = k;
            build_st(&b, t, 1, (int32_t)t, build_identity(&b, t));
        }
    }
    struct findings f = look(&b);
    assert_int_equal(f.steps.count, 3);
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(f.steps.step[k].phase_number, k);
        assert_int_equal(f.steps.step[k].gstores, k == 1 ? 1 : 2);
    }
    analysis_finish(&f);
    build_finish(&b);
}

static void nothing_at_all(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 1, 1, 1);
    struct findings f = look(&b);
    assert_int_equal(f.steps.count, 0);
    assert_int_equal(f.board.rows, 1);
    assert_int_equal(f.hazards.count, 2); /* y and total are not written */
    analysis_finish(&f);
    build_finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hillis_counts),
        cmocka_unit_test(blelloch_counts),
        cmocka_unit_test(blelloch_inclusive),
        cmocka_unit_test(warp_counts),
        cmocka_unit_test(warp_shift_is_a_tick),
        cmocka_unit_test(serial_counts),
        cmocka_unit_test(step_of_one_round),
        cmocka_unit_test(every_event_has_its_step),
        cmocka_unit_test(notes_are_merged),
        cmocka_unit_test(nothing_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
