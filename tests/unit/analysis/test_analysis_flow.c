/* Dataflow: who wrote what was read, and what values cover. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
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

static uint32_t event_of(const struct build *b, uint32_t t, uint32_t ordinal)
{
    return (uint32_t)b->trace.segs[t].first + ordinal;
}

static void assert_cover(const struct findings *f, uint32_t value,
                         const uint32_t *runs, uint32_t count)
{
    const struct cover *cover = flow_cover(&f->flow, value);
    assert_int_equal(cover->count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(cover->run[i].first, runs[2 * i]);
        assert_int_equal(cover->run[i].last, runs[2 * i + 1]);
    }
}

/* The last store to y[i]. */
static uint32_t output_of(const struct build *b, int32_t i)
{
    uint32_t found = FLOW_NONE;
    for (uint64_t e = 0; e < b->trace.event_count; e++) {
        const struct event *event = &b->trace.events[e];
        if (event_kind(event) == EV_ST && event->array == 1
            && event->index == i)
            found = (uint32_t)e;
    }
    return found;
}

/* With writers and without: the same reads-from and covers. */
static void reads_from_is_derived(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 64; n = n * 2 + (n == 2)) {
        struct build b;
        build_open(&b, n, 1, n);
        build_hillis(&b, true, false);
        b.trace.run.inclusive = 1;
        struct findings with = look(&b);
        uint64_t *writer = b.trace.writer;
        b.trace.writer = NULL;
        struct findings without;
        struct err err = {0};
        assert_true(analyse(&b.trace, &without, &err));
        b.trace.writer = writer;
        for (uint64_t e = 0; e < b.trace.event_count; e++) {
            assert_int_equal(with.flow.from[e], without.flow.from[e]);
            if (event_kind(&b.trace.events[e]) == EV_LD)
                assert_int_equal((uint32_t)(with.flow.from[e] + 1), writer[e]);
        }
        assert_int_equal(without.flow.ambiguous, 0);
        for (uint32_t i = 0; i < n; i++)
            assert_cover(&without, output_of(&b, (int32_t)i),
                         (uint32_t[]){0, i}, 1);
        analysis_finish(&with);
        analysis_finish(&without);
        build_finish(&b);
    }
}

static void exclusive_covers(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 7, 1, 8);
    build_blelloch(&b, false);
    struct findings f = look(&b);
    assert_cover(&f, output_of(&b, 0), NULL, 0);
    for (uint32_t i = 1; i < 7; i++)
        assert_cover(&f, output_of(&b, (int32_t)i), (uint32_t[]){0, i - 1}, 1);
    assert_int_equal(f.hazards.count, 0);
    analysis_finish(&f);
    build_finish(&b);
}

/* Thread 0 joins values in a way of its own; the results' covers and flags. */
static void covers_and_flags(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 1);
    uint32_t x[4];
    for (int32_t i = 0; i < 4; i++)
        x[i] = build_ld(&b, 0, 0, i);
    uint32_t zero = build_identity(&b, 0);
    uint32_t low = build_op(&b, 0, x[0], x[1]);
    uint32_t high = build_op(&b, 0, x[2], x[3]);
    uint32_t all = build_op(&b, 0, low, high);
    uint32_t swapped = build_op(&b, 0, high, low);
    uint32_t gap = build_op(&b, 0, x[0], x[2]);
    uint32_t twice = build_op(&b, 0, low, x[1]);
    uint32_t padded = build_op(&b, 0, zero, x[3]);
    uint32_t again = build_op(&b, 0, low, high);
    struct findings f = look(&b);
    assert_cover(&f, event_of(&b, 0, zero), NULL, 0);
    assert_cover(&f, event_of(&b, 0, low), (uint32_t[]){0, 1}, 1);
    assert_cover(&f, event_of(&b, 0, all), (uint32_t[]){0, 3}, 1);
    assert_cover(&f, event_of(&b, 0, swapped), (uint32_t[]){2, 3, 0, 1}, 2);
    assert_cover(&f, event_of(&b, 0, gap), (uint32_t[]){0, 0, 2, 2}, 2);
    assert_cover(&f, event_of(&b, 0, twice), (uint32_t[]){0, 1, 1, 1}, 2);
    assert_cover(&f, event_of(&b, 0, padded), (uint32_t[]){3, 3}, 1);
    assert_int_equal(f.flow.flags[zero], FLOW_PADDING);
    assert_int_equal(f.flow.flags[all], 0);
    assert_int_equal(f.flow.flags[swapped], FLOW_DISORDER);
    assert_int_equal(f.flow.flags[gap], 0);
    assert_int_equal(f.flow.flags[twice], FLOW_DISORDER | FLOW_DUPLICATE);
    assert_int_equal(flow_cover(&f.flow, twice)->inputs, 3);
    assert_int_equal(f.flow.cover[again], f.flow.cover[all]);
    assert_int_equal(f.flow.depth[all], 2);
    analysis_finish(&f);
    build_finish(&b);
}

/* A value that covers an input 2^40 times is counted, not listed. */
static void doubling_is_bounded(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 1, 1, 1);
    uint32_t v = build_ld(&b, 0, 0, 0);
    for (int i = 0; i < 40; i++)
        v = build_op(&b, 0, v, v);
    struct findings f = look(&b);
    assert_true(flow_cover(&f.flow, v)->inputs == UINT64_C(1) << 40);
    assert_int_equal(f.flow.flags[v], FLOW_DISORDER | FLOW_DUPLICATE);
    assert_true(f.flow.cut);
    analysis_finish(&f);
    build_finish(&b);
}

static void unwritten_and_range(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 2);
    int s = build_array(&b, "s", SPACE_SHARED, 4);
    uint32_t garbage = build_ld(&b, 0, s, 1);
    uint32_t made = build_op(&b, 0, garbage, garbage);
    uint32_t beyond = build_ld(&b, 0, s, 4);
    uint32_t below = build_ld(&b, 0, 0, -1);
    struct findings f = look(&b);
    assert_int_equal(f.flow.flags[garbage], FLOW_UNWRITTEN | FLOW_PADDING);
    assert_true(f.flow.flags[made] & FLOW_UNWRITTEN);
    assert_true(f.flow.flags[beyond] & FLOW_RANGE);
    assert_true(f.flow.flags[below] & FLOW_RANGE);
    assert_int_equal(f.flow.from[garbage], FLOW_NONE);
    analysis_finish(&f);
    build_finish(&b);
}

static void shuffles_carry_values(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 32, 1, 32);
    build_warp(&b, true, false);
    struct findings f = look(&b);
    for (uint32_t i = 1; i < 32; i++)
        assert_cover(&f, output_of(&b, (int32_t)i), (uint32_t[]){0, i - 1}, 1);
    assert_int_equal(f.hazards.count, 1); /* total is not written */
    assert_int_equal(f.hazards.hazard[0].kind, HAZARD_OUTPUT);
    analysis_finish(&f);
    build_finish(&b);
}

/* A racing read on a trace without writers: the bits tell which store. */
static void bits_settle_a_race(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct build b;
        build_open(&b, 8, 1, 2);
        b.writers = false;
        int s = build_array(&b, "s", SPACE_SHARED, 1);
        build_st(&b, 0, s, 0, build_ld(&b, 0, 0, 0));
        build_barrier(&b);
        uint32_t v = 0;
        if (late)
            v = build_ld(&b, 1, s, 0);
        build_st(&b, 0, s, 0, build_ld(&b, 0, 0, 2));
        if (!late)
            v = build_ld(&b, 1, s, 0);
        struct findings f = look(&b);
        uint32_t load = event_of(&b, 1, v);
        assert_int_equal(f.flow.from[load], event_of(&b, 0, late ? 1 : 4));
        assert_cover(&f, load, late ? (uint32_t[]){0, 0} : (uint32_t[]){2, 2},
                     1);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* A writer that cannot be true is not believed. */
static void wrong_writer_is_refused(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 8);
    build_hillis(&b, true, false);
    b.trace.run.inclusive = 1;
    build_close(&b);
    for (uint64_t e = 0; e < b.trace.event_count; e++)
        if (b.trace.writer[e] != 0)
            b.trace.writer[e] = e % 3 ? b.trace.event_count + 7 : 1;
    struct findings f;
    struct err err = {0};
    assert_true(analyse(&b.trace, &f, &err));
    assert_int_equal(f.flow.ambiguous, 0);
    assert_int_equal(f.hazards.count, 0);
    analysis_finish(&f);
    build_finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_from_is_derived),
        cmocka_unit_test(exclusive_covers),
        cmocka_unit_test(covers_and_flags),
        cmocka_unit_test(doubling_is_bounded),
        cmocka_unit_test(unwritten_and_range),
        cmocka_unit_test(shuffles_carry_values),
        cmocka_unit_test(bits_settle_a_race),
        cmocka_unit_test(wrong_writer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
