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

/* What a file holds: no results of the whole, only what those blocks wrote. */
static void as_from_a_file(void **state)
{
    static const struct {
        const char *algo; uint32_t n; enum elem_op op; enum elem_type type;
        const char *blocks; bool ok; const char *says;
    } rows[] = {
        { "look-back", 64, OP_ADD, ELEM_I32, "0,1,last", true,
          "3 of 8 blocks are in the trace; what they wrote, 24 of 64 results and the total, "
          "agrees with the serial reference; the rest is not in it" },
        { "look-back", 64, OP_ADD, ELEM_F32, "2", true,
          "1 of 8 blocks are in the trace; what they wrote, 8 of 64 results, agrees with the "
          "serial reference within rounding" },
        { "three-kernel", 64, OP_MAX, ELEM_I32, "2", true, "2 of 17 blocks are in the trace; "
          "what they wrote, 8 of 64 results, agrees" },
        { "reduce-then-scan", 64, OP_STRING, ELEM_I8, "0,last", true, "16 of 64 results" },
        { "chained", 61, OP_AFFINE, ELEM_I32, "1", true, "8 of 61 results" },
        { "broken/grid-rounded-down", 67, OP_ADD, ELEM_I32, "0", true, "8 of 67 results" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace trace;
        record(&trace, (struct run_spec){ .n = rows[i].n, .block = 8, .op = rows[i].op,
                                          .type = rows[i].type,
                                          .trace_blocks = rows[i].blocks }, rows[i].algo);
        trace.results = NULL;
        expect(&trace, rows[i].ok, rows[i].says);
        trace_finish(&trace);
    }
}

/* The last store of y[index] by a block that is there. */
static struct event *stored(struct trace *trace, int32_t index)
{
    const int output = trace_array_by_role(trace, ROLE_OUTPUT);
    struct event *last = NULL;
    for (uint64_t e = 0; e < trace->event_count; e++)
        if (event_kind(&trace->events[e]) == EV_ST && trace->events[e].array == output
            && trace->events[e].index == index)
            last = &trace->events[e];
    assert_non_null(last);
    return last;
}

static void wrong_in_a_file(void **state)
{
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 64, .block = 8, .op = OP_ADD, .type = ELEM_I32,
                                      .trace_blocks = "3" }, "look-back");
    trace.results = NULL;
    stored(&trace, 26)->bits ^= 1;
    expect(&trace, false, "1 of 64 results is wrong, the first at index 26: ");
    trace_finish(&trace);
}

/* A first launch stores sums that a later one, left out there, makes prefixes: they
 * are not judged. */
static void written_over_later(void **state)
{
    struct check_result result;
    struct trace trace;
    (void)state;
    record(&trace, (struct run_spec){ .n = 64, .block = 8, .op = OP_ADD, .type = ELEM_I32,
                                      .trace_blocks = "2" }, "three-kernel");
    for (uint32_t s = 0; s < trace.seg_count; s++)
        if (trace.segs[s].launch == 2 && trace.segs[s].count > 0) {
            trace.dropped += trace.segs[s].count;
            trace.segs[s].dropped = trace.segs[s].count;
            trace.segs[s].count = 0;
        }
    trace.results = NULL;
    assert_true(check_run(&trace, &result, NULL));
    assert_true(result.cut && result.part && !result.ok);
    assert_non_null(strstr(result.what, "1 of 17 blocks are in the trace; they wrote no "));
    trace_finish(&trace);
}

/* Of a block that has but a part of its events nothing can be said. */
static void cut_within_a_block(void **state)
{
    struct check_result result;
    struct trace trace;
    uint32_t s = 0;
    (void)state;
    record(&trace, (struct run_spec){ .n = 64, .block = 8, .op = OP_ADD, .type = ELEM_I32,
                                      .trace_blocks = "2" }, "look-back");
    while (trace.segs[s].count == 0)
        s++;
    trace.segs[s].dropped = 1;
    trace.dropped++;
    trace.results = NULL;
    assert_true(check_run(&trace, &result, NULL));
    assert_true(result.cut && !result.part && !result.ok);
    assert_non_null(strstr(result.what, "the trace was cut: "));
    trace_finish(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_in_full),
        cmocka_unit_test(one_wrong_value),
        cmocka_unit_test(as_from_a_file),
        cmocka_unit_test(wrong_in_a_file),
        cmocka_unit_test(written_over_later),
        cmocka_unit_test(cut_within_a_block),
        cmocka_unit_test(no_number),
        cmocka_unit_test(analysed_as_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
