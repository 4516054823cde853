/* What scans are used for: results that are worked out by hand or by other
 * means than a scan. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "base/splitmix.h"
#include "check/check.h"
#include "run/run.h"

struct row {
    const char *algo, *input;
    enum elem_op op;
    enum run_direction direction;
    const char *outputs, *total;
};

/* The last store of array[index] in a run that is in order. */
static void stored(const struct trace *trace, int array, uint32_t index,
                   unsigned char value[ELEM_MAX])
{
    bool found = false;
    for (uint32_t s = 0; s < trace->seg_count; s++)
        for (uint32_t e = 0; e < trace->segs[s].count; e++) {
            const struct event *event = &trace->events[trace->segs[s].first + e];
            if (event_kind(event) != EV_ST || event->array != array
                || event->index != (int32_t)index)
                continue;
            trace_value(trace, &trace->segs[s], e, value);
            found = true;
        }
    assert_true(found);
}

static void run(const struct row *row, struct trace *trace)
{
    struct run_spec spec = { .algo = run_algo_find(row->algo, NULL),
                             .input = row->input, .op = row->op,
                             .direction = row->direction, .device = RUN_HOST,
                             .sequence = true };
    struct check_result result;
    struct findings findings;
    struct err err = { 0 };
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err) || !check_run(trace, &result, &err)
        || !analyse(trace, &findings, &err))
        fail_msg("%s: %s", row->algo, err.what);
    if (!result.ok)
        fail_msg("%s: %s", row->algo, result.what);
    if (findings.hazards.count)
        fail_msg("%s: %s", row->algo, findings.hazards.hazard[0].what);
    analysis_finish(&findings);
}

static void outputs(const struct trace *trace, int array, uint32_t count,
                    struct buf *out)
{
    for (uint32_t i = 0; i < count; i++) {
        unsigned char value[ELEM_MAX];
        stored(trace, array, i, value);
        buf_puts(out, i ? " " : "");
        elem_format(out, trace->run.op, trace->run.type, value);
    }
}

static void lessons(void **state)
{
    static const struct row rows[] = {
        { "radix-sort-bit", NULL, OP_ADD, RUN_DEFAULT, "2 4 6 11 5 9 15 3", "3" },
        { "segmented-flags", NULL, OP_ADD, RUN_INCLUSIVE, "1 3 6 4 9 6", "6" },
        { "segmented-flags", NULL, OP_ADD, RUN_EXCLUSIVE, "0 1 3 0 4 0", "6" },
        { "segmented-flags", "5 1|4", OP_MAX, RUN_INCLUSIVE, "5 5 4", "4" },
        { "hillis", NULL, OP_SEGADD, RUN_INCLUSIVE,
          "(1,1) (1,3) (1,6) (1,4) (1,9) (1,6)", "(1,6)" },
        { "warp-reduce", "3 1 4 1 5", OP_ADD, RUN_DEFAULT, "14 14 14 14 14", "14" },
        { "warp-all-reduce", "1 2 3", OP_STRING, RUN_DEFAULT,
          "\"bcd\" \"bcd\" \"bcd\"", "\"bcd\"" },
        { "warp-reduce", "1 2 3", OP_STRING, RUN_DEFAULT,
          "\"bcd\" \"bcd\" \"bcd\"", "\"bcd\"" },
        { "block-reduce", "1 2 3", OP_STRING, RUN_DEFAULT,
          "\"bcd\" \"bcd\" \"bcd\"", "\"bcd\"" },
        { "hillis", "3 7 1 7 2", OP_ARGMAX, RUN_INCLUSIVE,
          "(3,0) (7,1) (7,1) (7,1) (7,1)", "(7,1)" },
        { "sparse", "3 0 0 0 0 9", OP_ADD, RUN_EXCLUSIVE, "0 3 3 3 3 3", "12" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        struct buf all, total;
        run(&rows[i], &trace);
        buf_init(&all);
        buf_init(&total);
        outputs(&trace, 1, trace.run.n, &all);
        outputs(&trace, 2, 1, &total);
        assert_string_equal(buf_text(&all), rows[i].outputs);
        assert_string_equal(buf_text(&total), rows[i].total);
        buf_finish(&all);
        buf_finish(&total);
        trace_finish(&trace);
    }
}

/* The sum that the adder leaves, as a number. */
static uint64_t added(const char *input)
{
    const struct row row = { .algo = "adder", .input = input };
    unsigned char value[ELEM_MAX];
    struct trace trace;
    uint64_t sum = 0;
    run(&row, &trace);
    assert_true(trace.run.n < 64);
    for (uint32_t i = 0; i < trace.run.n; i++) {
        stored(&trace, 1, i, value);
        sum |= (uint64_t)value[0] << i;
    }
    stored(&trace, 2, 0, value);
    sum |= (uint64_t)value[0] << trace.run.n;
    trace_finish(&trace);
    return sum;
}

static void sums_are_those_of_integers(void **state)
{
    uint64_t seed = 11;
    (void)state;
    assert_int_equal(added("0b1011+0b0110"), 17);
    assert_int_equal(added("0+0"), 0);
    assert_int_equal(added(" 255 + 0b1 "), 256);
    for (int i = 0; i < 40; i++) {
        const uint64_t a = splitmix64(&seed) >> (24 + i % 32);
        const uint64_t b = splitmix64(&seed) >> (24 + i % 30);
        char text[64];
        snprintf(text, sizeof text, "%llu+%llu", (unsigned long long)a,
                 (unsigned long long)b);
        assert_true(added(text) == a + b);
    }
}

/* A group without a set element makes no shuffle and no addition of its own. */
static void empty_groups_are_skipped(void **state)
{
    static const char *const names[] = { "block-warps", "sparse" };
    uint64_t adds[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct run_spec spec = { .algo = run_algo_find(names[i], NULL), .n = 256,
                                 .device = RUN_HOST, .sequence = true };
        struct trace trace;
        struct findings findings;
        struct err err = { 0 };
        trace_init(&trace);
        assert_true(run_record(&spec, &trace, NULL, &err));
        assert_true(analyse(&trace, &findings, &err));
        adds[i] = findings.workspan.adds;
        analysis_finish(&findings);
        trace_finish(&trace);
    }
    /* Eight groups of 129 additions each, or four; totals; offsets. */
    assert_int_equal(adds[0], 8 * 129 + (31 + 30 + 28) + 7 * 32);
    assert_int_equal(adds[1], 4 * 129 + (31 + 30) + 3 * 32);
}

static void refused_inputs(void **state)
{
    static const struct { const char *algo, *input, *what; } rows[] = {
        { "hillis", "1 2|3", "the list: value 3: a bar begins a segment; allowed with" },
        { "adder", "0b12+1", "\"0b12\" is not a number to add; write 0b1011 or 11" },
        { "adder", "+1", "\"\" is not a number to add; write 0b1011 or 11" },
        { "adder", "7+99999999999999999999",
          "\"99999999999999999999\" is not a number to add; write 0b1011 or 11" },
        { "segmented-flags", "1 2|", "the list: value 3: expected a number" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .algo = run_algo_find(rows[i].algo, NULL),
                                 .input = rows[i].input, .device = RUN_HOST };
        struct trace trace;
        struct err err = { 0 };
        trace_init(&trace);
        assert_false(run_prepare(&spec, &trace, &err));
        assert_int_equal(err.code, ERR_USAGE);
        if (strncmp(err.what, rows[i].what, strlen(rows[i].what)) != 0)
            fail_msg("%s", err.what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons),
        cmocka_unit_test(sums_are_those_of_integers),
        cmocka_unit_test(empty_groups_are_skipped),
        cmocka_unit_test(refused_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
