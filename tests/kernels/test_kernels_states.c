/* The states of shared memory after every round, as they were worked out by
 * hand: x = 3 1 4 1 5 9 2 6, int32, +. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "run/run.h"

/* A row of the board as text. */
static void row_text(const struct findings *findings, uint32_t row, struct buf *out)
{
    const struct trace_run *run = &findings->trace->run;
    for (uint32_t column = 0; column < run->n; column++) {
        unsigned char value[ELEM_MAX];
        buf_puts(out, column ? " " : "");
        if (board_value(findings->trace, &findings->board, row, column, value))
            elem_format(out, (enum elem_op)run->op, (enum elem_type)run->type, value);
        else
            buf_puts(out, "-");
    }
}

struct state { enum step_kind kind; int phase_number; const char *cells; };

/* The rows that rounds and the root end in, in order. */
static void expect(const char *algo, enum run_direction direction,
                   const struct state *states, size_t count)
{
    struct run_spec spec = { .algo = run_algo_find(algo, NULL), .n = 8,
                             .direction = direction, .device = RUN_HOST,
                             .sequence = true };
    struct findings findings;
    struct trace trace;
    struct err err = { 0 };
    size_t seen = 0;
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err) || !analyse(&trace, &findings, &err))
        fail_msg("%s", err.what);
    for (uint32_t k = 0; k < findings.steps.count; k++) {
        const struct step *step = &findings.steps.step[k];
        struct buf cells;
        if (step->kind != STEP_ROUND
            && !(step->kind == STEP_ROOT && step->phase == PHASE_ROOT))
            continue;
        assert_true(seen < count);
        buf_init(&cells);
        row_text(&findings, k + 1, &cells);
        assert_int_equal(step->kind, states[seen].kind);
        if (step->kind == STEP_ROUND)
            assert_int_equal(step->phase_number, states[seen].phase_number);
        assert_string_equal(buf_text(&cells), states[seen].cells);
        buf_finish(&cells);
        seen++;
    }
    assert_int_equal(seen, count);
    analysis_finish(&findings);
    trace_finish(&trace);
}

static void hillis(void **state)
{
    static const struct state states[] = {
        { STEP_ROUND, 1, "3 4 5 5 6 14 11 8" },
        { STEP_ROUND, 2, "3 4 8 9 11 19 17 22" },
        { STEP_ROUND, 4, "3 4 8 9 14 23 25 31" },
    };
    (void)state;
    expect("hillis", RUN_INCLUSIVE, states, 3);
    expect("hillis-double", RUN_INCLUSIVE, states, 3);
}

static void blelloch(void **state)
{
    static const struct state states[] = {
        { STEP_ROUND, 1, "3 4 4 5 5 14 2 8" },
        { STEP_ROUND, 2, "3 4 4 9 5 14 2 22" },
        { STEP_ROUND, 4, "3 4 4 9 5 14 2 31" },
        { STEP_ROOT, 0, "3 4 4 9 5 14 2 0" },
        { STEP_ROUND, 4, "3 4 4 0 5 14 2 9" },
        { STEP_ROUND, 2, "3 0 4 4 5 9 2 23" },
        { STEP_ROUND, 1, "0 3 4 8 9 14 23 25" },
    };
    (void)state;
    expect("blelloch", RUN_EXCLUSIVE, states, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hillis),
        cmocka_unit_test(blelloch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
