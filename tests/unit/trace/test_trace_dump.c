/* Dumps and the first difference, against lines written by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/sha256.h"
#include "sample.h"
#include "trace/dump.h"

static struct buf dump_of(const struct trace *trace)
{
    struct buf out;
    buf_init(&out);
    trace_dump_text(trace, &out);
    assert_true(buf_ok(&out));
    return out;
}

/* Whether text stands in the dump as a whole line. */
static bool has_line(const struct buf *dump, const char *text)
{
    size_t length = strlen(text);
    const char *at = buf_text(dump);
    while ((at = strstr(at, text)) != NULL) {
        bool begins = at == dump->text || at[-1] == '\n';
        if (begins && at[length] == '\n')
            return true;
        at++;
    }
    return false;
}

static void lines_of_each_kind(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "run sample n 8 op + type int32 inclusive block 4",
        "array 0 x global value init input role input count 8 width 4",
        "array 2 c global int init zero role counter count 2 width 4",
        "array 4 s shared value init none role work count 4 width 4 launch 0 "
        "offset 0",
        "launch 0 first source kernels/sample.cu grid 2 1 1 block 4 1 1 "
        "shared 64 arrays 0 1 numbers 8",
        "launch 1 second source kernels/sample.cu grid 2 1 1 block 4 1 1 "
        "shared 0 arrays 0 1 2 3 numbers -1",
        "input 0: 3 1 4 1 5 9 2 6",
        "0 0 1 0 phase shuffle 1 | val u = gld(x, i);",
        "0 1 2 1 ld x[6] = 5 | val u = gld(x, i);",
        "0 0 1 2 meet shfl-up <- 1 mask 0000000f by 1 width 32"
        " | u = __shfl_up_sync(FULL_MASK, u, 1);",
        "0 0 2 3 shfl = 4 <- 1 of lane 1 by shfl-up mask 0000000f"
        " | u = __shfl_up_sync(FULL_MASK, u, 1);",
        "0 0 1 4 op = 7 <- 3 1 | st(s, t, op(u, v));",
        "0 0 1 5 st s[1] = 7 <- 4 | st(s, t, op(u, v));",
        "0 0 1 6 barrier 0 | __syncthreads();",
        "0 0 1 7 ld s[1] = 7 | gst(y, i, ld(s, t));",
        "0 0 1 8 st y[1] = 7 <- 7 | gst(y, i, ld(s, t));",
        "0 0 1 9 exit | }",
        "1 1 0 0 tile 1 | val u = gld(x, i);",
        "1 1 0 1 identity = 0 | val u = gld(x, i);",
        "1 1 0 2 const = -5 <- int -5 | val u = gld(x, i);",
        "1 1 0 3 to-int = -5 <- 2 | u = __shfl_up_sync(FULL_MASK, u, 1);",
        "1 1 0 4 atomic c[0] = 4 + 2 | u = __shfl_up_sync(FULL_MASK, u, 1);",
        "1 1 0 5 ballot = 00000005 mask 0000000f"
        " | u = __shfl_up_sync(FULL_MASK, u, 1);",
        "1 1 0 6 stw c[1] = -1 | st(s, t, op(u, v));",
        "1 1 0 7 ldw.volatile c[1] = -1 | st(s, t, op(u, v));",
        "1 1 0 8 publish.release w[0] = -5 <- 2 state 2"
        " | st(s, t, op(u, v));",
        "1 0 0 9 poll.acquire w[0] = -5 state 2 | __syncthreads();",
        "1 1 0 10 fence device | __syncthreads();",
        "1 1 0 11 meet syncwarp <- - mask 0000000f by 0 width 0"
        " | __syncthreads();",
        "1 1 0 12 st.volatile y[100] = 0 <- 1 | gst(y, i, ld(s, t));",
    };
    struct trace trace;
    sample_make(&trace, SAMPLE_PLAIN, false);
    struct buf dump = dump_of(&trace);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!has_line(&dump, lines[i]))
            fail_msg("no line \"%s\" in\n%s", lines[i], buf_text(&dump));
    size_t count = 0;
    for (size_t i = 0; i < dump.length; i++)
        count += dump.text[i] == '\n';
    assert_int_equal(count, 1 + 5 + 2 + 1 + trace.event_count);
    buf_finish(&dump);
    trace_finish(&trace);
}

static void wide_values_take_one_line(void **state)
{
    (void)state;
    struct trace trace;
    sample_make(&trace, SAMPLE_WIDE, false);
    struct buf dump = dump_of(&trace);
    assert_true(has_line(&dump, "0 0 0 1 ld x[0] = [3 0; 4 0]"
                                " | val u = gld(x, i);"));
    assert_false(has_line(&dump, "0 0 0 2 high"));
    assert_true(has_line(&dump, "0 0 0 3 meet shfl-up <- 1 mask 0000000f by 1 "
                                "width 32"
                                " | u = __shfl_up_sync(FULL_MASK, u, 1);"));
    buf_finish(&dump);
    trace_finish(&trace);
}

static void cut_is_said(void **state)
{
    (void)state;
    struct trace trace;
    sample_make(&trace, SAMPLE_CUT, false);
    struct buf dump = dump_of(&trace);
    assert_true(has_line(&dump, "0 0 0 5 cut: 5 events are missing"));
    assert_true(has_line(&dump, "1 0 3 5 cut: 8 events are missing"));
    assert_true(has_line(&dump, "stop barrier-divergence launch 0 block 1 "
                                "thread 2 other 3 mask 00000000 word -1[0]"
                                " | __syncthreads();"));
    buf_finish(&dump);
    trace_finish(&trace);
}

/* What may differ between two recordings of the same run. */
static void canonical(void **state)
{
    (void)state;
    for (int shape = 0; shape < SAMPLE_SHAPES; shape++) {
        struct trace one, other;
        sample_make(&one, (enum sample_shape)shape, false);
        sample_make(&other, (enum sample_shape)shape, true);
        strcpy(other.run.schedule, "random:7");
        strcpy(other.run.tool, "9.9");
        strcpy(other.run.device_name, "another");
        strcpy(other.run.input_text, "random:3");
        other.run.resident = 1;
        for (uint64_t i = 0; i < other.event_count; i++)
            if (event_kind(&other.events[i]) == EV_POLL)
                other.events[i].b += 5;
        struct buf a = dump_of(&one), b = dump_of(&other), out;
        assert_string_equal(buf_text(&a), buf_text(&b));
        buf_init(&out);
        assert_true(trace_diff(&one, &other, &out));
        assert_string_equal(buf_text(&out), "");
        buf_finish(&out);
        buf_finish(&a);
        buf_finish(&b);
        trace_finish(&one);
        trace_finish(&other);
    }
}

/* Comments and spacing of the kernel may change, and lines move. */
static void comments_void_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "// a licence\n"
        "#include \"words.h\"\n"
        "KERNEL(first, (vals x, vals y), (int n))\n"
        "{ /* a comment of\n"
        "     two lines */ val  u =  gld(x, i);\n"
        "\tu = __shfl_up_sync(FULL_MASK, u, 1);\n"
        "st(s, t, /**/ op(u, v));// other\n"
        "    __syncthreads();\r\n"
        "    gst(y, i, ld(s, t));\n"
        "}\n";
    struct trace one, other;
    sample_make(&one, SAMPLE_PLAIN, false);
    sample_make(&other, SAMPLE_PLAIN, false);
    other.sources[0].text = text;
    other.sources[0].length = sizeof text - 1;
    for (uint64_t i = 0; i < other.event_count; i++)
        other.events[i].line++;
    struct buf a = dump_of(&one), b = dump_of(&other);
    assert_string_equal(buf_text(&a), buf_text(&b));
    buf_finish(&a);
    buf_finish(&b);
    trace_finish(&one);
    trace_finish(&other);
}

static void sum_of_the_dump(void **state)
{
    (void)state;
    struct trace trace;
    struct sha256 sha;
    char wanted[65], got[65];
    sample_make(&trace, SAMPLE_PLAIN, false);
    struct buf dump = dump_of(&trace);
    sha256_init(&sha);
    sha256_add(&sha, dump.text, dump.length);
    sha256_hex(&sha, wanted);
    assert_true(trace_dump_sha256(&trace, got));
    assert_string_equal(got, wanted);
    trace.events[3].bits ^= 1;
    assert_true(trace_dump_sha256(&trace, got));
    assert_string_not_equal(got, wanted);
    buf_finish(&dump);
    trace_finish(&trace);
}

static void nan_is_nan(void **state)
{
    (void)state;
    struct trace trace;
    sample_make(&trace, SAMPLE_PLAIN, false);
    trace.run.type = ELEM_F32;
    trace.events[1].bits = 0xffc00001u; /* negative, with a payload */
    struct buf dump = dump_of(&trace);
    assert_true(has_line(&dump, "0 0 0 1 ld x[0] = nan"
                                " | val u = gld(x, i);"));
    buf_finish(&dump);
    trace_finish(&trace);
}

static bool stop_taking(void *user, const char *text, size_t length)
{
    (void)text;
    (void)length;
    ++*(int *)user;
    return false;
}

static void taker_ends_the_stream(void **state)
{
    (void)state;
    struct trace trace;
    int calls = 0;
    sample_make(&trace, SAMPLE_PLAIN, false);
    assert_false(trace_dump_stream(&trace, stop_taking, &calls));
    assert_int_equal(calls, 1);
    trace_finish(&trace);
}

/* ---- differences --------------------------------------------------------- */

static void change_bits(struct trace *trace)
{
    trace->events[trace->segs[1].first + 4].bits = 8;
}

static void change_line(struct trace *trace)
{
    trace->events[trace->segs[2].first].line = 3;
}

static void lose_event(struct trace *trace)
{
    trace->segs[15].count--;
    trace->event_count--;
}

static void lose_segment(struct trace *trace)
{
    trace->seg_count--;
}

static void change_input(struct trace *trace)
{
    static const unsigned char zeros[64];
    trace->input = zeros;
}

static void change_op(struct trace *trace)
{
    trace->run.op = OP_MAX;
}

static void change_array(struct trace *trace)
{
    strcpy(trace->arrays[4].name, "t");
}

static void add_stop(struct trace *trace)
{
    static struct trace_stop stop = {STOP_SPIN, 0, 0, 0, 7, 0, 0, 0, 3, 1};
    trace->stops = &stop;
    trace->stop_count = 1;
}

static void cut_segment(struct trace *trace)
{
    trace->segs[3].dropped = 2;
}

static void first_difference(void **state)
{
    (void)state;
    static const struct {
        void (*change)(struct trace *trace);
        const char *wanted;
    } rows[] = {
        {change_bits,
         "first difference: launch 0, block 0, thread 1, event 4\n"
         "< 0 0 1 4 op = 7 <- 3 1 | st(s, t, op(u, v));\n"
         "> 0 0 1 4 op = 8 <- 3 1 | st(s, t, op(u, v));\n"},
        {change_line,
         "first difference: launch 0, block 0, thread 2, event 0\n"
         "< 0 0 2 0 phase shuffle 1 | val u = gld(x, i);\n"
         "> 0 0 2 0 phase shuffle 1 | {\n"},
        {lose_event,
         "first difference: launch 1, block 1, thread 3, event 12\n"
         "< 1 1 3 12 st.volatile y[103] = 0 <- 1 | gst(y, i, ld(s, t));\n"
         "> (nothing)\n"},
        {lose_segment,
         "first difference: launch 1, block 1, thread 3, event 0\n"
         "< 1 1 3 0 tile 1 | val u = gld(x, i);\n"
         "> (nothing)\n"},
        {change_input,
         "first difference: the input\n"
         "< input 0: 3 1 4 1 5 9 2 6\n"
         "> input 0: 0 0 0 0 0 0 0 0\n"},
        {change_op,
         "first difference: the run\n"
         "< run sample n 8 op + type int32 inclusive block 4\n"
         "> run sample n 8 op max type int32 inclusive block 4\n"},
        {change_array,
         "first difference: the run\n"
         "< array 4 s shared value init none role work count 4 width 4 launch "
         "0 offset 0\n"
         "> array 4 t shared value init none role work count 4 width 4 launch "
         "0 offset 0\n"},
        {add_stop,
         "first difference: how the run ended\n"
         "< (nothing)\n"
         "> stop spin launch 0 block 0 thread 0 other 0 mask 00000000 word 3[1]"
         " | __syncthreads();\n"},
        {cut_segment,
         "first difference: launch 0, block 0, thread 3, event 10\n"
         "< (nothing)\n"
         "> 0 0 3 10 cut: 2 events are missing\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct trace one, other;
        struct buf out;
        buf_init(&out);
        sample_make(&one, SAMPLE_PLAIN, false);
        sample_make(&other, SAMPLE_PLAIN, false);
        rows[i].change(&other);
        assert_false(trace_diff(&one, &other, &out));
        assert_string_equal(buf_text(&out), rows[i].wanted);
        assert_false(trace_diff(&other, &one, &out));
        buf_finish(&out);
        trace_finish(&one);
        trace_finish(&other);
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static const cJSON *at(const cJSON *node, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(node, name);
    if (item == NULL)
        fail_msg("no field %s", name);
    return item;
}

static void json_holds_the_trace(void **state)
{
    (void)state;
    for (int shape = 0; shape < SAMPLE_SHAPES; shape++) {
        struct trace trace;
        struct buf out;
        struct err err = {0};
        buf_init(&out);
        sample_make(&trace, (enum sample_shape)shape, false);
        assert_true(trace_dump_json(&trace, &out, &err));
        cJSON *root = cJSON_Parse(buf_text(&out));
        assert_non_null(root);
        assert_string_equal(at(at(root, "run"), "title")->valuestring,
                            "Sample–scan");
        assert_int_equal(cJSON_GetArraySize(at(root, "input")), 8);
        assert_int_equal(cJSON_GetArraySize(at(root, "arrays")), 5);
        assert_string_equal(
            at(cJSON_GetArrayItem(at(root, "sources"), 0), "text")->valuestring,
            trace.sources[0].text);
        assert_int_equal(cJSON_GetArraySize(at(root, "stops")),
                         trace.stop_count);
        const cJSON *segs = at(root, "segments"), *seg;
        assert_int_equal(cJSON_GetArraySize(segs), trace.seg_count);
        int events = 0;
        cJSON_ArrayForEach(seg, segs)
            events += cJSON_GetArraySize(at(seg, "events"));
        assert_int_equal(events, trace.event_count);
        const cJSON *load = cJSON_GetArrayItem(
            at(cJSON_GetArrayItem(segs, 1), "events"), 1);
        assert_string_equal(at(load, "kind")->valuestring, "ld");
        assert_int_equal(at(load, "index")->valueint, 1);
        assert_string_equal(at(load, "value")->valuestring,
                            shape == SAMPLE_WIDE ? "[4 0; 5 0]" : "4");
        cJSON_Delete(root);
        buf_finish(&out);
        trace_finish(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_each_kind),
        cmocka_unit_test(wide_values_take_one_line),
        cmocka_unit_test(cut_is_said),
        cmocka_unit_test(canonical),
        cmocka_unit_test(comments_void_nothing),
        cmocka_unit_test(sum_of_the_dump),
        cmocka_unit_test(nan_is_nan),
        cmocka_unit_test(taker_ends_the_stream),
        cmocka_unit_test(first_difference),
        cmocka_unit_test(json_holds_the_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
