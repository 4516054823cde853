/* The result check: right runs pass, and every way to spoil a trace is told
 * by its own sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "check/check.h"
#include "run/run.h"

static void record(struct trace *trace, struct run_spec spec)
{
    struct err err = { 0 };
    if (!spec.algo)
        spec.algo = run_algo_find("hillis", NULL);
    spec.device = RUN_HOST;
    spec.sequence = true;
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err))
        fail_msg("%s", err.what);
}

/* The store of y[index], or of the total for index -1. */
static struct event *store_of(struct trace *trace, int index)
{
    const int array = trace_array_by_role(trace, index < 0 ? ROLE_TOTAL : ROLE_OUTPUT);
    for (uint64_t e = 0; e < trace->event_count; e++)
        if (event_kind(&trace->events[e]) == EV_ST && trace->events[e].array == array
            && (index < 0 || trace->events[e].index == index))
            return &trace->events[e];
    fail_msg("no store of %d", index);
    return NULL;
}

static void expect(struct trace *trace, bool ok, const char *what)
{
    struct check_result result;
    struct err err = { 0 };
    assert_true(check_run(trace, &result, &err));
    assert_string_equal(result.what, what);
    assert_int_equal(result.ok, ok);
    trace_finish(trace);
}

#define RIGHT "all 8 results and the total agree with the serial reference"

static void right_runs_pass(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    expect(&trace, true, RIGHT);
    record(&trace, (struct run_spec){ .n = 8, .op = OP_MAX, .type = ELEM_F32,
                                      .input = "1 nan -0 0 5 -inf inf 2" });
    expect(&trace, true, RIGHT);
    record(&trace, (struct run_spec){ .n = 8, .type = ELEM_F32 });
    expect(&trace, true, RIGHT " within rounding (worst 0 ulp)");
}

static void wrong_value(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, 3)->bits++;
    expect(&trace, false, "1 of 8 results is wrong, the first at index 3: 10 instead "
           "of 9");
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, 6)->bits = 0;
    store_of(&trace, 2)->bits = 0;
    expect(&trace, false, "2 of 8 results are wrong, the first at index 2: 0 instead "
           "of 8");
}

static void wraps_are_told(void **state)
{
    static const struct { enum elem_type type; const char *input; uint64_t wraps; }
    rows[] = {
        { ELEM_I8, "100 27 -1", 0 }, { ELEM_I8, "100 28 1", 2 } /* 100+28, 100+29 */,
        { ELEM_U32, "4294967295 1 1", 0 }, { ELEM_F32, "3e38 3e38 1", 2 },
        { ELEM_I64, "9223372036854775807 1 0", 2 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .type = rows[i].type,
                                          .input = rows[i].input });
        assert_true(check_run(&trace, &result, NULL));
        assert_true(result.ok);
        assert_int_equal(result.wraps, rows[i].wraps);
        if (result.wraps)
            assert_int_equal(trace.events[result.first_wrap].line, result.wrap_line);
        trace_finish(&trace);
    }
    struct trace trace;
    struct check_result result;
    record(&trace, (struct run_spec){ .type = ELEM_I8, .input = "100 28" });
    assert_true(check_run(&trace, &result, NULL));
    assert_non_null(strstr(result.what, "all 2 results and the total agree with the "
                           "serial reference, which wraps too: 1 operator left the "
                           "range of the type, the first on line "));
    trace_finish(&trace);
    record(&trace, (struct run_spec){ .n = 1 });
    expect(&trace, true, "the result and the total agree with the serial reference");
}

/* Errors of opposite sign must not cancel. */
static void errors_do_not_cancel(void **state)
{
    struct check_result result;
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, 3)->bits++;
    store_of(&trace, 4)->bits--;
    assert_true(check_run(&trace, &result, NULL));
    assert_int_equal(result.wrong, 2);
    assert_int_equal(result.first_wrong, 3);
    trace_finish(&trace);
}

static void unwritten(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, 7)->array = 0;
    expect(&trace, false, "1 of 8 results was never written");
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, -1)->array = 0;
    expect(&trace, false, "the total was never written");
    record(&trace, (struct run_spec){ .n = 8 });
    store_of(&trace, -1)->bits = 7;
    expect(&trace, false, "the total is 7 instead of 31");
}

static void beside_the_output(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    struct event *load = NULL;
    for (uint64_t e = 0; !load && e < trace.event_count; e++)
        if (event_kind(&trace.events[e]) == EV_ST && trace.events[e].array == 3)
            load = &trace.events[e];
    assert_non_null(load);
    load->array = (uint8_t)trace_array_by_role(&trace, ROLE_OUTPUT);
    load->index = 8;
    expect(&trace, false, "1 store beside the results");
}

/* Of two stores to one word the later one counts: as recorded, else by
 * thread. */
static void last_store_counts(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    struct event *other = store_of(&trace, 5);
    uint64_t *sequence = trace.sequence;
    const uint64_t at = (uint64_t)(other - trace.events);
    const uint64_t first = (uint64_t)(store_of(&trace, 4) - trace.events);
    other->index = 4;
    other->bits = 14;
    store_of(&trace, 4)->bits = 99; /* thread 4's own */
    assert_true(sequence[at] > sequence[first]);
    expect(&trace, false, "1 of 8 results was never written"); /* 5; 4 is right */
    record(&trace, (struct run_spec){ .n = 8 });
    other = store_of(&trace, 5);
    other->index = 4;
    trace.sequence[other - trace.events] = 0; /* came first: thread 4's counts */
    expect(&trace, false, "1 of 8 results was never written");
}

static void cut(void **state)
{
    struct check_result result;
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 8 });
    trace.dropped = 3;
    assert_true(check_run(&trace, &result, NULL));
    assert_true(result.cut);
    assert_false(result.ok);
    assert_non_null(strstr(result.what, "the trace was cut: 3 events"));
    trace_finish(&trace);
}

static void set_float(struct event *event, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    event->bits = bits;
}

/* y = 3 4 8 9 14 23 25 31 in float, one of them spoiled. */
static void float_bound(void **state)
{
    static const struct { int index; float value; bool ok; } rows[] = {
        { 0, 3, true },
        { 0, 3.0000002f, false },          /* one element: nothing rounds */
        { 7, 31, true }, { 7, 31.000002f, true },  /* 1 ulp of at most 14 */
        { 7, 31.00004f, false },
        { 7, 30, false }, { 7, NAN, false }, { 7, INFINITY, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .n = 8, .type = ELEM_F32 });
        set_float(store_of(&trace, rows[i].index), rows[i].value);
        assert_true(check_run(&trace, &result, NULL));
        assert_int_equal(result.ok, rows[i].ok);
        trace_finish(&trace);
    }
}

static void nan_and_infinity(void **state)
{
    static const struct { const char *input; float last; bool ok; } rows[] = {
        { "1 nan 2", NAN, true }, { "1 nan 2", 3, false },
        { "1 inf 2", INFINITY, true }, { "1 inf 2", -INFINITY, false },
        { "1 inf 2", 3, false }, { "inf -inf 2", NAN, true },
        { "3e38 3e38 1", INFINITY, true }, { "3e38 3e38 1", NAN, false },
        { "1 2 3", NAN, false }, { "1 2 3", INFINITY, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .type = ELEM_F32, .input = rows[i].input });
        set_float(store_of(&trace, 2), rows[i].last);
        assert_true(check_run(&trace, &result, NULL));
        if (result.ok != rows[i].ok)
            fail_msg("%s: %s", rows[i].input, result.what);
        trace_finish(&trace);
    }
}

/* Algorithms that add in orders of their own all have it right. */
static void right_in_every_order(enum elem_type type, enum elem_op op,
                                 const char *input)
{
    static const char *const algos[] = { "serial", "hillis", "blelloch", "warp",
                                         "brent-kung", "three-kernel" };
    for (size_t a = 0; a < sizeof algos / sizeof *algos; a++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .op = op, .type = type,
            .algo = run_algo_find(algos[a], NULL), .input = input });
        assert_true(check_run(&trace, &result, NULL));
        if (!result.ok)
            fail_msg("%s, %s: %s", algos[a], input, result.what);
        trace_finish(&trace);
    }
}

/* Sums of which the parts overflow in one order of additions and not in another
 * one: right in every order, as long as the order is one. */
static void overflow_is_judged_by_the_tree(void **state)
{
    static const struct { enum elem_type type; enum elem_op op; const char *input; }
    rows[] = {
        { ELEM_F32, OP_ADD, "3e38 3e38 3e38 -3e38 -3e38" },
        { ELEM_F64, OP_ADD, "1.7e308 1.7e308 1.7e308 -1.7e308 -1.7e308" },
        { ELEM_F64, OP_ADD, "1 1.7e308 1.7e308 -1.7e308" },
        { ELEM_F16, OP_ADD, "60000 60000 60000 -60000 -60000" },
        { ELEM_F32, OP_ADD, "3e38 3e38 -inf 1" }, { ELEM_F32, OP_ADD, "nan 3e38 3e38" },
        { ELEM_F32, OP_MUL, "1e30 1e30 1e-30 1e-30" },
        { ELEM_F16, OP_MUL, "1000 1000 0 5" },
        { ELEM_F32, OP_AFFINE, "(1e30,1) (1e30,1) (0,1) (2,3e38)" },
        { ELEM_F32, OP_SEGADD, "(1,3e38) (0,3e38) (0,-3e38) (1,3e38) (0,1)" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        right_in_every_order(rows[i].type, rows[i].op, rows[i].input);
    struct trace trace;
    record(&trace, (struct run_spec){ .type = ELEM_F32, .input = rows[0].input });
    expect(&trace, true, "1 of 6 results agrees with the serial reference within "
           "rounding; 5 overflow, each as its own order of operators makes it: 3 "
           "operators left the range of the type, the first on line 30");
}

/* Products that fall below the least number in one order and not in another one;
 * offsets do so even where their factors do not. */
static void underflow_is_judged_by_the_tree(void **state)
{
    static const struct { enum elem_type type; enum elem_op op; const char *input; }
    rows[] = {
        { ELEM_F32, OP_MUL, "1e-30 1e-30 1e30 1e30 1e-30 1e-30" },
        { ELEM_F64, OP_MUL, "1e-200 1e-200 1e200 1e200 1e-300 7" },
        { ELEM_F16, OP_MUL, "0.001 0.001 0.001 1000 1000 1000" },
        { ELEM_F32, OP_AFFINE, "(1,1e30) (1e-30,0) (1e-30,0) (1,0)" },
        { ELEM_F32, OP_AFFINE, "(1,1e-30) (1e-20,0) (1,1e-50) (1e30,0) (2,1e-40)" },
        { ELEM_F64, OP_AFFINE, "(1,1e300) (1e-300,0) (1e-300,0) (1e-9,0) (2,1e-320)" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        right_in_every_order(rows[i].type, rows[i].op, rows[i].input);
}

/* 0 or 1 are products of these, by their order; 5 is not. */
static void underflow_excuses_nothing(void **state)
{
    static const struct { int index; float value; } rows[] = {
        { 3, 5 }, { 2, 2e-30f }, { 3, 1e5f }, { 1, 1e-40f },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .type = ELEM_F32, .op = OP_MUL,
                                          .input = "1e-30 1e-30 1e30 1e30" });
        set_float(store_of(&trace, rows[i].index), rows[i].value);
        assert_true(check_run(&trace, &result, NULL));
        assert_int_equal(result.wrong, 1);
        assert_int_equal(result.first_wrong, rows[i].index);
        trace_finish(&trace);
    }
}

/* The operator that made what y[index] holds, where the thread made it last. */
static struct event *op_before(struct trace *trace, int index)
{
    struct event *event = store_of(trace, index);
    while (event_kind(event) != EV_OP)
        event--;
    return event;
}

/* An infinity that is not the sum of what it should be is no overflow. */
static void overflow_excuses_nothing(void **state)
{
    static const char input[] = "3e38 3e38 3e38 -3e38 -3e38";
    struct check_result result;
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .type = ELEM_F32, .input = input });
    op_before(&trace, 1)->b = op_before(&trace, 1)->a; /* one input twice */
    assert_true(check_run(&trace, &result, NULL));
    assert_int_equal(result.wrong, 2); /* y[3] takes it over */
    assert_int_equal(result.first_wrong, 1);
    trace_finish(&trace);
    record(&trace, (struct run_spec){ .type = ELEM_F32, .input = input });
    set_float(op_before(&trace, 3), NAN); /* not the sum of its operands */
    set_float(store_of(&trace, 3), NAN);
    assert_true(check_run(&trace, &result, NULL));
    assert_false(result.ok);
    trace_finish(&trace);
    record(&trace, (struct run_spec){ .type = ELEM_F32, .input = input });
    set_float(store_of(&trace, 0), INFINITY); /* nothing was added there */
    assert_true(check_run(&trace, &result, NULL));
    assert_int_equal(result.wrong, 1);
    trace_finish(&trace);
    /* finite, though sums of the same inputs can overflow: the bound holds */
    record(&trace, (struct run_spec){ .type = ELEM_F32, .input = "3e38 -3e38 3e38 2e38" });
    set_float(store_of(&trace, 2), 2e38f);
    assert_true(check_run(&trace, &result, NULL));
    assert_int_equal(result.wrong, 1);
    assert_int_equal(result.first_wrong, 2);
    trace_finish(&trace);
}

/* Every operator that rounds, on awkward numbers, by the kernels themselves. */
static void associations_stay_in_bounds(void **state)
{
    static const enum elem_type types[] = { ELEM_F32, ELEM_F64, ELEM_F16 };
    static const enum elem_op ops[] = { OP_ADD, OP_MUL, OP_AFFINE, OP_SEGADD };
    static const char *const algos[] = { "serial", "hillis", "blelloch" };
    (void)state;
    for (int o = 0; o < 4; o++)
        for (int t = 0; t < 3; t++)
            for (int a = 0; a < 3; a++) {
                struct check_result result;
                struct trace trace;
                if (!elem_pair_check(ops[o], types[t], NULL))
                    continue;
                record(&trace, (struct run_spec){ .op = ops[o], .type = types[t],
                    .n = 257, .algo = run_algo_find(algos[a], NULL),
                    .input = "random:11" });
                assert_true(check_run(&trace, &result, NULL));
                if (!result.ok)
                    fail_msg("%s: %s", algos[a], result.what);
                trace_finish(&trace);
            }
}

/* The check must see a kernel that swaps left and right. */
static void spoil_order(struct trace *trace)
{
    unsigned char left[ELEM_MAX], right[ELEM_MAX], made[ELEM_MAX];
    const struct trace_run *run = &trace->run;
    run_reference(trace, &trace->arena, left);
    memset(right, 0, sizeof right);
    elem_identity(run->op, run->type, made);
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    for (uint32_t i = 0; i < run->n; i++) { /* each in front instead of behind */
        memcpy(right, trace->input + width * i, width);
        elem_apply(run->op, run->type, right, made, made);
    }
    struct event *store = store_of(trace, (int)run->n - 1);
    memcpy(&store->bits, made, 8);
    if (event_kind(store + 1) == EV_HIGH)
        memcpy(&store[1].bits, made + 8, 8);
}

static void swapped_operands_fail(void **state)
{
    static const enum elem_op ops[] = { OP_MAT2, OP_STRING, OP_AFFINE, OP_SEGADD,
                                        OP_CARRY };
    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        struct check_result result;
        struct trace trace;
        record(&trace, (struct run_spec){ .op = ops[i], .input =
            ops[i] == OP_CARRY ? "1 2 3 0"
            : ops[i] == OP_SEGADD ? "|3 1 4|1 5" : "3 1 4 1 5" });
        spoil_order(&trace);
        assert_true(check_run(&trace, &result, NULL));
        assert_false(result.ok);
        assert_int_equal(result.wrong, 1);
        trace_finish(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_runs_pass),
        cmocka_unit_test(wrong_value),
        cmocka_unit_test(wraps_are_told),
        cmocka_unit_test(errors_do_not_cancel),
        cmocka_unit_test(unwritten),
        cmocka_unit_test(beside_the_output),
        cmocka_unit_test(last_store_counts),
        cmocka_unit_test(cut),
        cmocka_unit_test(float_bound),
        cmocka_unit_test(nan_and_infinity),
        cmocka_unit_test(overflow_is_judged_by_the_tree),
        cmocka_unit_test(overflow_excuses_nothing),
        cmocka_unit_test(underflow_is_judged_by_the_tree),
        cmocka_unit_test(underflow_excuses_nothing),
        cmocka_unit_test(associations_stay_in_bounds),
        cmocka_unit_test(swapped_operands_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
