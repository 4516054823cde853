/* What is no error: conflicts with the padding that cures them, padding that is
 * dead, sums that wrap, divergence. What padding is promised to give is what the
 * padded kernel has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "run/run.h"

static void look(const char *name, struct run_spec spec, struct trace *trace,
                 struct findings *f)
{
    struct err err = { 0 };
    spec.algo = run_algo_find(name, NULL);
    spec.device = RUN_HOST;
    spec.sequence = spec.writer = true;
    assert_non_null(spec.algo);
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err) || !analyse(trace, f, &err))
        fail_msg("%s: %s", name, err.what);
}

static uint32_t count_of(const struct findings *f, enum hazard_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->advice.count; i++) {
        const struct hazard *hazard = &f->advice.hazard[i];
        assert_true(hazard->what[0] && hazard->hint[0]);
        assert_int_equal(hazard->rank, hazard->kind == HAZARD_OVERFLOW
                                           ? RANK_OVERFLOW : RANK_PERFORMANCE);
        count += hazard->kind == kind;
    }
    return count;
}

static void conflicts_and_padding(void **state)
{
    static const struct { const char *name; uint32_t n, banks, padding; } rows[] = {
        { "blelloch-pairs", 32, 0, 0 },  { "blelloch-pairs", 64, 7, 0 },
        { "blelloch-pairs", 1000, 7, 0 }, { "blelloch-pairs-padded", 64, 0, 0 },
        { "blelloch-pairs-padded", 1000, 0, 0 }, { "hillis", 1000, 0, 0 },
        { "broken/dead-padding", 64, 7, 1 }, { "broken/dead-padding", 1000, 7, 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct findings f;
        look(rows[i].name, (struct run_spec){ .n = rows[i].n }, &trace, &f);
        assert_int_equal(f.hazards.count, 0);
        assert_int_equal(count_of(&f, HAZARD_BANKS), rows[i].banks);
        assert_int_equal(count_of(&f, HAZARD_PADDING), rows[i].padding);
        assert_int_equal(count_of(&f, HAZARD_DIVERGENCE), 0);
        for (uint32_t k = 0; k < f.advice.count; k++)
            if (f.advice.hazard[k].kind == HAZARD_BANKS)
                assert_non_null(strstr(f.advice.hazard[k].what, "would make it 1."));
        analysis_finish(&f);
        trace_finish(&trace);
    }
}

/* Said only where neighbouring threads would save warps: not of one that is cut by
 * the end of the active ones, nor where there is but one. */
static void spread_lanes(void **state)
{
    static const struct { const char *name; uint32_t n, block; const char *what; } rows[] = {
        { "hillis", 8, 0, NULL },          { "hillis", 1000, 0, NULL },
        { "blelloch-pairs", 1000, 0, NULL }, { "blelloch", 32, 0, NULL },
        { "warp", 32, 0, NULL },           { "serial", 20, 0, NULL },
        { "block-warps", 1000, 0, NULL },  { "three-kernel", 96, 32, NULL },
        { "sklansky", 64, 0, "in 5 of 6 rounds the active lanes lie in more warps than "
                             "they would fill; worst in round 1, with 32 active lanes "
                             "in 2 warps where 1 would do." },
        { "block-reduce", 256, 0, "in 7 of 8 rounds the active lanes lie in more warps "
                                  "than they would fill; worst in round 3, with 32 "
                                  "active lanes in 8 warps where 1 would do." },
        { "segmented-flags", 1024, 0, NULL },
        { "look-back-ahead", 512, 256, "in 7 of 17 rounds the active lanes lie in more "
                                       "warps than they would fill; worst in round 3, "
                                       "with 64 active lanes in 16 warps where 2 would "
                                       "do." },
        { "blelloch", 64, 0, "in 10 of 12 rounds the active lanes lie in more warps than "
                             "they would fill; worst in round 1, with 32 active lanes "
                             "in 2 warps where 1 would do." },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct findings f;
        look(rows[i].name, (struct run_spec){ .n = rows[i].n, .block = rows[i].block },
             &trace, &f);
        if ((count_of(&f, HAZARD_DIVERGENCE) == 1) != (rows[i].what != NULL))
            fail_msg("%s, n = %u", rows[i].name, rows[i].n);
        for (uint32_t k = 0; k < f.advice.count; k++)
            if (f.advice.hazard[k].kind == HAZARD_DIVERGENCE)
                assert_string_equal(f.advice.hazard[k].what + strlen("Divergence: "),
                                    rows[i].what);
        analysis_finish(&f);
        trace_finish(&trace);
    }
}

/* What an output is told to be repaired by, on the evidence of the way to it. */
static void repairs(void **state)
{
    static const struct { const char *name; enum run_direction way; const char *schedule;
                          const char *has, *lacks; } rows[] = {
        { "broken/below-stride", RUN_INCLUSIVE, "in-order", "combined with itself",
          "round before left" },
        { "broken/missing-barrier", RUN_INCLUSIVE, "in-order", "the round before left",
          "below the stride" },
        { "broken/never-swapped", RUN_INCLUSIVE, "in-order", "the round before left",
          "below the stride" },
        { "broken/not-a-power", RUN_INCLUSIVE, "in-order", "its two ways meet",
          "below the stride" },
        { "broken/not-a-power", RUN_EXCLUSIVE, "in-order", "that brought it in",
          "below the stride" },
        { "broken/index-overflow", RUN_INCLUSIVE, "in-order", "its two ways meet",
          "below the stride" },
        { "broken/partial-tile", RUN_INCLUSIVE, "in-order", NULL, "below the stride" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct findings f;
        bool has = rows[i].has == NULL;
        look(rows[i].name, (struct run_spec){ .n = 13, .direction = rows[i].way,
                                              .schedule = rows[i].schedule }, &trace, &f);
        for (uint32_t k = 0; k < f.hazards.count; k++) {
            const struct hazard *hazard = &f.hazards.hazard[k];
            if (hazard->kind != HAZARD_COVER)
                continue;
            has = has || strstr(hazard->hint, rows[i].has) != NULL;
            if (strstr(hazard->hint, rows[i].lacks))
                fail_msg("%s: %s", rows[i].name, hazard->hint);
        }
        if (!has)
            fail_msg("%s: nothing about \"%s\"", rows[i].name, rows[i].has);
        analysis_finish(&f);
        trace_finish(&trace);
    }
}

static void sums(void **state)
{
    static const struct { enum elem_type type; enum elem_op op; const char *input;
                          uint32_t count; } rows[] = {
        { ELEM_I32, OP_ADD, "1000000000 1000000000 1000000000", 1 },
        { ELEM_I32, OP_ADD, "1000000000 1000000000 1", 0 },
        { ELEM_I32, OP_MUL, "100000 100000", 1 },
        { ELEM_I32, OP_MAX, "2147483647 2147483647", 0 },
        { ELEM_U32, OP_ADD, "4000000000 4000000000", 0 },
        { ELEM_I64, OP_ADD, "4000000000 4000000000", 0 },
        { ELEM_I64, OP_ADD, "9223372036854775807 1", 1 },
        { ELEM_I8, OP_ADD, "-100 -100", 1 },
        { ELEM_F32, OP_ADD, "1e38 1e38 1e38", 0 },
        { ELEM_F32, OP_ADD, "1e38 1e38 1e38 1e38", 1 },
        { ELEM_F16, OP_MUL, "1000 -1000", 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct findings f;
        look("hillis", (struct run_spec){ .type = rows[i].type, .op = rows[i].op,
                                          .input = rows[i].input }, &trace, &f);
        assert_int_equal(count_of(&f, HAZARD_OVERFLOW), rows[i].count);
        assert_int_equal(f.hazards.count, 0);
        analysis_finish(&f);
        trace_finish(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conflicts_and_padding), cmocka_unit_test(spread_lanes),
        cmocka_unit_test(repairs), cmocka_unit_test(sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
