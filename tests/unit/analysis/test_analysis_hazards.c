/* Hazards: each kind once, with its sentence; sound ways are not reported. */
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

/* The only hazard that is not about outputs; NULL when there is none. */
static const struct hazard *one_of(const struct findings *f)
{
    const struct hazard *found = NULL;
    for (uint32_t i = 0; i < f->hazards.count; i++) {
        const struct hazard *hazard = &f->hazards.hazard[i];
        if (hazard->kind == HAZARD_COVER || hazard->kind == HAZARD_OUTPUT)
            continue;
        if (found)
            fail_msg("two hazards: %s / %s", found->what, hazard->what);
        found = hazard;
    }
    return found;
}

static void assert_hazard(struct build *b, enum hazard_kind kind,
                          uint32_t count, const char *what)
{
    struct findings f = look(b);
    const struct hazard *hazard = one_of(&f);
    assert_non_null(hazard);
    assert_int_equal(hazard->kind, kind);
    assert_string_equal(hazard->what, what);
    assert_int_equal(hazard->count, count);
    analysis_finish(&f);
    build_finish(b);
}

static void assert_sound(struct build *b)
{
    struct findings f = look(b);
    const struct hazard *hazard = one_of(&f);
    if (hazard)
        fail_msg("%s", hazard->what);
    analysis_finish(&f);
    build_finish(b);
}

static void in_place(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 8);
    build_hillis(&b, true, true);
    assert_hazard(&b, HAZARD_READ_WRITE, 6 + 4,
                  "Read/write race on s[1]: thread 1 writes it on line 22 and "
                  "thread 2 reads it on line 21; no barrier or warp meeting "
                  "lies between.");
}

/* One word, written by thread 0 and read by thread `other` after `between`. */
enum between { NOTHING, BARRIER, SYNCWARP, FENCE };

static void build_pass_on(struct build *b, uint32_t other,
                          enum between between)
{
    build_open(b, 8, 1, 64);
    int s = build_array(b, "s", SPACE_SHARED, 1);
    b->line = 3;
    build_st(b, 0, s, 0, build_identity(b, 0));
    if (between == BARRIER)
        build_barrier(b);
    if (between == SYNCWARP)
        for (uint32_t w = 0; w < 2; w++)
            build_syncwarp(b, w);
    if (between == FENCE)
        for (uint32_t t = 0; t < 64; t++)
            build_event(b, t, EV_FENCE);
    b->line = 5;
    build_ld(b, other, s, 0);
}

static void what_orders_threads(void **state)
{
    static const struct { uint32_t other; enum between between; bool sound; }
    table[] = {
        {0, NOTHING, true},   {1, NOTHING, false}, {33, NOTHING, false},
        {1, BARRIER, true},   {33, BARRIER, true}, {1, SYNCWARP, true},
        {33, SYNCWARP, false}, {1, FENCE, false},  {33, FENCE, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_pass_on(&b, table[i].other, table[i].between);
        struct findings f = look(&b);
        const struct hazard *hazard = one_of(&f);
        assert_int_equal(hazard == NULL, table[i].sound);
        if (hazard)
            assert_int_equal(hazard->kind, HAZARD_READ_WRITE);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* Lanes 0 to 15 meet; 16 and above are not in the mask. */
static void half_a_warp_meets(void **state)
{
    (void)state;
    for (uint32_t other = 1; other < 32; other += 16) {
        struct build b;
        build_open(&b, 8, 1, 32);
        int s = build_array(&b, "s", SPACE_SHARED, 1);
        build_st(&b, 0, s, 0, build_identity(&b, 0));
        for (uint32_t lane = 0; lane < 16; lane++) {
            struct event *meet = build_event(&b, lane, EV_MEET);
            meet->array = MEET_SYNCWARP;
            meet->a = EVENT_NO_VALUE;
            meet->b = 0xffff;
        }
        build_ld(&b, other, s, 0);
        struct findings f = look(&b);
        assert_int_equal(one_of(&f) == NULL, other < 16);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void two_writes(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 64);
    int s = build_array(&b, "s", SPACE_SHARED, 1);
    b.line = 4;
    build_st(&b, 0, s, 0, build_identity(&b, 0));
    build_st(&b, 40, s, 0, build_identity(&b, 40));
    assert_hazard(&b, HAZARD_WRITE_WRITE, 1,
                  "Write/write race on s[0]: thread 0 writes it on line 4 and "
                  "thread 40 writes it on line 4; no barrier lies between "
                  "(both write the same value).");
}

/* The same found whichever thread ran first. */
static void on_every_schedule(void **state)
{
    (void)state;
    for (int late = 0; late < 2; late++) {
        struct build b;
        build_open(&b, 8, 1, 64);
        int s = build_array(&b, "s", SPACE_SHARED, 1);
        b.line = 2;
        build_st(&b, 0, s, 0, build_identity(&b, 0));
        build_barrier(&b);
        for (int turn = 0; turn < 2; turn++) {
            b.line = turn == late ? 7 : 8;
            if (turn == late)
                build_ld(&b, 0, s, 0);
            else
                build_st(&b, 50, s, 0, build_ld(&b, 50, 0, 0));
        }
        struct findings f = look(&b);
        const struct hazard *hazard = one_of(&f);
        assert_non_null(hazard);
        assert_int_equal(hazard->kind, HAZARD_READ_WRITE);
        assert_int_equal(hazard->count, 1);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* Block 1 reads in global memory what block 0 wrote. flag: a word between. */
static void between_blocks(void **state)
{
    static const struct { uint8_t store, load; bool fence, barrier, sound; }
    table[] = {
        {0, 0, false, false, false},
        {EVENT_RELEASE, EVENT_ACQUIRE, false, false, true},
        {EVENT_RELEASE, EVENT_ACQUIRE, false, true, true},
        {EVENT_VOLATILE, EVENT_VOLATILE, false, false, false},
        {EVENT_VOLATILE, EVENT_VOLATILE, true, false, true},
        {0, 0, true, false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_open(&b, 8, 2, 4);
        int w = build_array(&b, "w", SPACE_GLOBAL, 4);
        uint32_t one = build_ld(&b, 0, 0, 1);
        build_st(&b, 0, w, 0, one);
        if (table[i].fence)
            build_event(&b, 0, EV_FENCE)->array = 1;
        build_st(&b, 0, w, 1, one);
        b.event[0][b.count[0] - 1].kind |= table[i].store;
        build_ld(&b, 4, w, 1);
        b.event[4][b.count[4] - 1].kind |= table[i].load;
        if (table[i].barrier)
            build_barrier(&b);
        build_ld(&b, table[i].barrier ? 6 : 4, w, 0);
        struct findings f = look(&b);
        uint32_t races = 0;
        for (uint32_t h = 0; h < f.hazards.count; h++)
            races += f.hazards.hazard[h].kind == HAZARD_READ_WRITE;
        assert_int_equal(races == 0, table[i].sound);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void block_race_sentence(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 2, 4);
    int w = build_array(&b, "w", SPACE_GLOBAL, 4);
    b.line = 9;
    build_st(&b, 1, w, 2, build_identity(&b, 1));
    b.line = 12;
    build_ld(&b, 5, w, 2);
    assert_hazard(&b, HAZARD_READ_WRITE, 1,
                  "Read/write race on w[2]: thread 1 of block 0 writes it on "
                  "line 9 and thread 1 of block 1 reads it on line 12; nothing "
                  "orders blocks of one launch.");
}

static void unwritten_read(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 4);
    int s = build_array(&b, "s", SPACE_SHARED, 8);
    b.line = 6;
    for (uint32_t t = 0; t < 4; t++)
        build_ld(&b, t, s, (int32_t)t + 2);
    assert_hazard(&b, HAZARD_UNWRITTEN, 4,
                  "Read of a word that nobody wrote: thread 0 reads s[2] on "
                  "line 6 before anything was stored there.");
}

static void out_of_range(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 4);
    int s = build_array(&b, "s", SPACE_SHARED, 4);
    b.line = 6;
    for (uint32_t t = 0; t < 4; t++)
        build_st(&b, t, s, (int32_t)t + 1, build_identity(&b, t));
    assert_hazard(&b, HAZARD_RANGE, 1,
                  "Index out of range: thread 3 writes s[4] on line 6, but s "
                  "has 4 elements.");
}

static void mask_without_the_lane(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 4);
    b.line = 6;
    struct event *meet = build_event(&b, 3, EV_MEET);
    meet->a = EVENT_NO_VALUE;
    meet->b = 7;
    assert_hazard(&b, HAZARD_MASK, 1,
                  "Mask and lanes disagree: thread 3 (lane 3) takes part on "
                  "line 6, but the mask 0x00000007 does not name it.");
}

static void source_without_a_value(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 4);
    b.line = 6;
    struct event *event = build_event(&b, 2, EV_SHFL);
    event->a = EVENT_NO_VALUE;
    event->index = 9;
    assert_hazard(&b, HAZARD_MASK, 1,
                  "Mask and lanes disagree: thread 2 receives on line 6 from "
                  "lane 9, which does not take part.");
}

static void stops_are_told(void **state)
{
    static const struct { struct trace_stop stop; enum hazard_kind kind;
                          const char *what; } table[] = {
        {{.kind = STOP_BARRIER_DIVERGENCE, .thread = 1, .line = 8,
          .other_thread = 5}, HAZARD_STOP,
         "Thread 1 waits at the barrier on line 8, but thread 5 has left the "
         "kernel: a barrier must be reached by all threads of a block."},
        {{.kind = STOP_BARRIER_DIVERGENCE, .thread = 1, .line = 8,
          .other_thread = 5, .other_line = 9}, HAZARD_STOP,
         "Thread 1 waits at the barrier on line 8, but thread 5 waits on line "
         "9: a barrier must be reached by all threads of a block."},
        {{.kind = STOP_MASK_ABSENT, .thread = 0, .line = 8, .other_thread = 3,
          .mask = 8}, HAZARD_MASK,
         "Thread 0 waits at the warp meeting on line 8 for the lanes in mask "
         "0x00000008, which never come: thread 3 has left the kernel."},
        {{.kind = STOP_SPIN, .thread = 0, .line = 8, .array = 0, .index = 2},
         HAZARD_STOP,
         "Thread 0 spins on line 8 on x[2] and nobody is left to end its "
         "wait."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        struct trace_stop stop = table[i].stop;
        build_open(&b, 8, 1, 8);
        build_ld(&b, 0, 0, 0);
        b.trace.stops = &stop;
        b.trace.stop_count = 1;
        struct findings f = look(&b);
        assert_int_equal(f.hazards.count, 1);
        assert_int_equal(f.hazards.hazard[0].kind, table[i].kind);
        assert_string_equal(f.hazards.hazard[0].what, table[i].what);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* y[3] of an inclusive scan over 8, made from the inputs named. */
static void wrong_covers(void **state)
{
    static const struct { int32_t input[4]; int count; const char *what; }
    table[] = {
        {{0, 1, 2, 3}, 4, NULL},
        {{0, 1, 1, 2}, 4, "Wrong inputs: y[3], stored by thread 0 on line 5, "
         "covers x[0..1], x[1..2]: x[1] is counted more than once; "
         "expected is x[0..3], each once and in order."},
        {{0, 1, 3}, 3, "Wrong inputs: y[3], stored by thread 0 on line 5, "
         "covers x[0..1], x[3]: x[2] is missing; expected is x[0..3], each "
         "once and in order."},
        {{2, 3}, 2, "Wrong inputs: y[3], stored by thread 0 on line 5, covers "
         "x[2..3]: x[0..1] are missing; expected is x[0..3], each once and in "
         "order."},
        {{2, 3, 0, 1}, 4, "Wrong inputs: y[3], stored by thread 0 on line 5, "
         "covers x[2..3], x[0..1]: these are not in order; expected is "
         "x[0..3], each once and in order."},
        {{4}, 1, "Wrong inputs: y[3], stored by thread 0 on line 5, covers "
         "x[4]: x[0..3] are missing; expected is x[0..3], each once and in "
         "order."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_open(&b, 8, 1, 1);
        b.trace.run.inclusive = 1;
        b.line = 5;
        uint32_t v = build_ld(&b, 0, 0, table[i].input[0]);
        for (int k = 1; k < table[i].count; k++)
            v = build_op(&b, 0, v, build_ld(&b, 0, 0, table[i].input[k]));
        build_st(&b, 0, 1, 3, v);
        struct findings f = look(&b);
        const char *what = NULL;
        for (uint32_t h = 0; h < f.hazards.count; h++)
            if (f.hazards.hazard[h].kind == HAZARD_COVER)
                what = f.hazards.hazard[h].what;
        assert_int_equal(what == NULL, table[i].what == NULL);
        if (what)
            assert_string_equal(what, table[i].what);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* An exclusive scan's first output has no input in it. */
static void first_output_exclusive(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 1, 1, 1);
    b.line = 5;
    build_st(&b, 0, 1, 0, build_ld(&b, 0, 0, 0));
    build_st(&b, 0, 2, 0, 0);
    struct findings f = look(&b);
    assert_int_equal(f.hazards.count, 1);
    assert_string_equal(f.hazards.hazard[0].what,
                        "Wrong inputs: y[0], stored by thread 0 on line 5, "
                        "covers x[0]: x[0] must not be in it; expected is no "
                        "input.");
    analysis_finish(&f);
    build_finish(&b);
}

/* What the run promises decides what an output has to cover. */
static void outputs_of_other_runs(void **state)
{
    static const struct { enum trace_result result; bool all; uint32_t faults; }
    table[] = {
        {RESULT_SCAN, false, 0}, {RESULT_SCAN, true, 1},
        {RESULT_TOTAL, false, 1}, {RESULT_TOTAL, true, 0},
        {RESULT_COMPACT, false, 1}, {RESULT_COMPACT, true, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_open(&b, 2, 1, 1);
        b.trace.run.inclusive = 1;
        b.trace.run.result = table[i].result;
        uint32_t first = build_ld(&b, 0, 0, 0);
        uint32_t all = build_op(&b, 0, first, build_ld(&b, 0, 0, 1));
        build_st(&b, 0, 1, 0, table[i].all ? all : first);
        build_st(&b, 0, 1, 1, all);
        build_st(&b, 0, 2, 0, all);
        struct findings f = look(&b);
        assert_int_equal(f.hazards.count, table[i].faults);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* What lies behind an int is not known, so nothing is said of its inputs. */
static void ints_are_left_alone(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 1, 1, 1);
    build_event(&b, 0, EV_CONST);
    uint32_t sum = build_op(&b, 0, 0, build_identity(&b, 0));
    build_st(&b, 0, 1, 0, sum);
    build_st(&b, 0, 2, 0, sum);
    b.trace.run.inclusive = 1;
    struct findings f = look(&b);
    assert_int_equal(f.hazards.count, 0);
    assert_true(f.flow.flags[sum] & FLOW_INT);
    analysis_finish(&f);
    build_finish(&b);
}

static void output_nobody_wrote(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 8, 1, 8);
    for (uint32_t t = 0; t < 6; t++)
        build_st(&b, t, 1, (int32_t)t, build_identity(&b, t));
    struct findings f = look(&b);
    uint32_t missing = 0;
    for (uint32_t h = 0; h < f.hazards.count; h++) {
        const struct hazard *hazard = &f.hazards.hazard[h];
        if (hazard->kind != HAZARD_OUTPUT
            || strstr(hazard->what, "y[") == NULL)
            continue;
        assert_string_equal(hazard->what, "Output that nobody wrote: y[6] was "
                                          "never stored.");
        missing += hazard->count;
    }
    assert_int_equal(missing, 2);
    analysis_finish(&f);
    build_finish(&b);
}

static void kernels_are_sound(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 64; n = n < 4 ? n + 1 : n * 2) {
        struct build b;
        build_open(&b, n, 1, n);
        build_hillis(&b, n % 2 != 0, false);
        assert_sound(&b);
        if (n == 3)
            continue;
        build_open(&b, n, 1, n);
        build_blelloch(&b, n % 2 != 0);
        assert_sound(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_place),
        cmocka_unit_test(what_orders_threads),
        cmocka_unit_test(half_a_warp_meets),
        cmocka_unit_test(two_writes),
        cmocka_unit_test(on_every_schedule),
        cmocka_unit_test(between_blocks),
        cmocka_unit_test(block_race_sentence),
        cmocka_unit_test(unwritten_read),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(mask_without_the_lane),
        cmocka_unit_test(source_without_a_value),
        cmocka_unit_test(stops_are_told),
        cmocka_unit_test(wrong_covers),
        cmocka_unit_test(first_output_exclusive),
        cmocka_unit_test(outputs_of_other_runs),
        cmocka_unit_test(ints_are_left_alone),
        cmocka_unit_test(output_nobody_wrote),
        cmocka_unit_test(kernels_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
