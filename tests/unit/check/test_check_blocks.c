/* A run of which only chosen blocks are recorded is checked in full all the same:
 * against what memory held in the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "check/check.h"
#include "run/run.h"

static void record(struct trace *trace, struct run_spec spec, const char *algo)
{
    struct err err = { 0 };
    spec.algo = run_algo_find(algo, &err);
    spec.device = RUN_HOST;
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err))
        fail_msg("%s: %s", algo, err.what);
    assert_true(trace->dropped > 0);
}

static void expect(const struct trace *trace, bool ok, const char *says)
{
    struct check_result result;
    struct err err = { 0 };
    assert_true(check_run(trace, &result, &err));
    assert_false(result.cut);
    if (!strstr(result.what, says))
        fail_msg("\"%s\" does not say \"%s\"", result.what, says);
    assert_int_equal(result.ok, ok);
}

/* Room for `word` n times. */
static char *repeat(const char *word, uint32_t n)
{
    const size_t length = strlen(word) + 1;
    char *list = malloc(n * length + 1);
    assert_non_null(list);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(list + i * length, word, length - 1);
        list[(i + 1) * length - 1] = i + 1 < n ? ' ' : 0;
    }
    return list;
}

static void judged_in_full(void **state)
{
    static const struct {
        const char *algo; uint32_t n; enum elem_op op; enum elem_type type;
        const char *input, *blocks; bool ok; const char *says;
    } rows[] = {
        { "three-kernel", 3001, OP_ADD, ELEM_I32, "random:1", "0,1,last", true,
          "all 3001 results and the total agree with the serial reference" },
        { "reduce-then-scan", 500, OP_STRING, ELEM_I8, "random:1", "0", true, "all 500" },
        { "look-back", 1000, OP_ADD, ELEM_F32, "random:2", "3", true,
          "all 1000 results and the total agree with the serial reference within" },
        { "chained", 700, OP_MAX, ELEM_F64, "random:2", "last", true, "all 700" },
        { "three-kernel", 4000, OP_MUL, ELEM_F32, "random:3", "last", true, "" },
        { "three-kernel", 300, OP_ADD, ELEM_F16, "30000", "0", true,
          "which is not judged where the trace is cut: " },
        { "three-kernel", 200, OP_ADD, ELEM_I8, "100", "last", true,
          "of those traced left the range of the type" },
        { "broken/grid-rounded-down", 67, OP_ADD, ELEM_I32, "random:1", "0", false,
          "results are wrong, the first at index 64" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        const bool random = strchr(rows[i].input, ':') != NULL;
        char *input = repeat(rows[i].input, random ? 1 : rows[i].n);
        record(&trace, (struct run_spec){ .n = rows[i].n, .op = rows[i].op,
                                          .type = rows[i].type, .input = input,
                                          .trace_blocks = rows[i].blocks },
               rows[i].algo);
        expect(&trace, rows[i].ok, rows[i].says);
        trace_finish(&trace);
        free(input);
    }
}

/* One bit that differs in a block that was not recorded, or in the total. */
static void one_wrong_value(void **state)
{
    static const struct { uint32_t at; const char *says; } rows[] = {
        { 500, "1 of 1000 results is wrong, the first at index 500" },
        { 999, "1 of 1000 results is wrong, the first at index 999" },
        { 1000, "the total is " },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        record(&trace, (struct run_spec){ .n = 1000, .op = OP_ADD, .type = ELEM_I32,
                                          .trace_blocks = "0" }, "three-kernel");
        unsigned char *results = malloc(1001 * 4);
        assert_non_null(results);
        memcpy(results, trace.results, 1001 * 4);
        results[rows[i].at * 4] ^= 1;
        trace.results = results;
        expect(&trace, false, rows[i].says);
        free(results);
        trace_finish(&trace);
    }
}

/* A NaN where the reference has a number is no overflow. */
static void no_number(void **state)
{
    struct trace trace;
    float results[101];
    (void)state;
    record(&trace, (struct run_spec){ .n = 100, .op = OP_ADD, .type = ELEM_F32,
                                      .trace_blocks = "0" }, "three-kernel");
    memcpy(results, trace.results, sizeof results);
    results[70] = (float)strtod("nan", NULL);
    trace.results = (const unsigned char *)results;
    expect(&trace, false, "1 of 100 results is wrong, the first at index 70");
    trace_finish(&trace);
}

/* Analysis says that it saw a part, and counts the threads that it saw. */
static void analysed_as_a_part(void **state)
{
    struct trace trace;
    struct findings f;
    struct err err = { 0 };
    (void)state;
    record(&trace, (struct run_spec){ .n = 64, .op = OP_ADD, .type = ELEM_I32,
                                      .sequence = true, .writer = true,
                                      .trace_blocks = "0,1,last" }, "three-kernel");
    assert_true(analyse(&trace, &f, &err));
    assert_true(f.steps.cut);
    assert_true(f.flow.cut);
    assert_true(f.steps.count > 3);
    assert_int_equal(f.steps.step[1].threads, 3 * trace.run.block);
    assert_int_equal(f.steps.step[1].warps, 3);
    analysis_finish(&f);
    trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_in_full),
        cmocka_unit_test(one_wrong_value),
        cmocka_unit_test(no_number),
        cmocka_unit_test(analysed_as_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
