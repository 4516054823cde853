/* The timeline as Chrome trace JSON: well formed, complete, its spans side by
 * side or inside each other; from runs on the host and recordings of a GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "stage.h"
#include "trace/chrome.h"
#include "trace/file.h"

static double number(const cJSON *event, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(event, name);

    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static bool is(const cJSON *event, const char *name, const char *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(event, name);

    return cJSON_IsString(item) && strcmp(item->valuestring, value) == 0;
}

/* A wait lies in a step or between two; steps lie side by side. What every reader
 * asks of the format is tested in tests/unit/cli. */
static uint32_t assert_timeline(const char *text)
{
    cJSON *root = cJSON_Parse(text);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "traceEvents");
    const cJSON *event;
    uint32_t spans = 0, steps = 0, depth = 0;
    double at = 0;

    assert_non_null(root);
    assert_true(cJSON_IsArray(list));
    cJSON_ArrayForEach(event, list) {
        if (is(event, "ph", "M")) {
            at = 0;
            continue;
        }
        assert_true(number(event, "ts") >= at);
        at = number(event, "ts");
        if (is(event, "ph", "E")) {
            assert_true(depth-- > 0);
            steps -= steps > depth; /* a step is outermost */
            continue;
        }
        assert_true(is(event, "ph", "B") && steps == depth);
        assert_true(is(event, "cat", "wait") || (is(event, "cat", "step") && depth == 0));
        steps += is(event, "cat", "step");
        depth++;
        spans++;
    }
    assert_int_equal(depth, 0);
    cJSON_Delete(root);
    return spans;
}

static void test_host(void **state)
{
    static const struct { const char *algo; uint32_t n, block; } plays[] = {
        { "hillis", 256, 0 }, { "blelloch", 100, 0 }, { "block-warps", 256, 0 },
        { "three-kernel", 64, 16 }, { "look-back", 64, 4 }, { "warp", 32, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++) {
        const struct run_spec spec = { .n = plays[i].n, .block = plays[i].block,
                                       .schedule = "random:5", .sequence = true };
        struct stage stage;
        struct buf out;

        assert_true(stage_open_spec(&stage, plays[i].algo, &spec));
        buf_init(&out);
        scene_chrome(&stage.found, &out);
        assert_true(buf_ok(&out));
        assert_int_equal(assert_timeline(buf_text(&out)), stage.found.spans.span_count);
        assert_non_null(strstr(buf_text(&out), "no times"));
        buf_finish(&out);
        stage_close(&stage);
    }
}

static void test_recorded(void **state)
{
    static const struct { const char *name, *step, *first, *warp; uint32_t warps; }
        files[] = {
        { "hillis", "\"stride 64\"", "\"block 0 (SM 124)\"", "\"warp 7 (threads 224-255)\"",
          8 },
        { "block-warps", "\"shuffle 16\"", "\"block 0 (SM 124)\"",
          "\"warp 1 (threads 32-63)\"", 8 },
        { "look-back", "\"look back\"", "\"tile 0 (block 12, SM 12)\"",
          "\"warp 0 (threads 0-3)\"", 16 },
        { "chained", "\"look back\"", "\"tile 0 (block 4, SM 128)\"",
          "\"warp 0 (threads 0-3)\"", 16 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        struct err err = { 0 };
        struct trace trace;
        struct findings found;
        struct buf path, out;

        buf_init(&path);
        buf_init(&out);
        buf_printf(&path, "%s/%s-h200.pscan", RECORDED, files[i].name);
        trace_init(&trace);
        if (!trace_read(&trace, buf_text(&path), &err) ||
            !analyse(&trace, &found, &err))
            fail_msg("%s", err.what);
        assert_int_equal(found.spans.clock, TILE_NS);
        assert_int_equal(found.spans.count, files[i].warps);
        assert_true(found.spans.multiprocessors >= 1);
        scene_chrome(&found, &out);
        assert_int_equal(assert_timeline(buf_text(&out)), found.spans.span_count);
        assert_non_null(strstr(buf_text(&out), files[i].first));
        assert_non_null(strstr(buf_text(&out), files[i].warp));
        assert_non_null(strstr(buf_text(&out), files[i].step));
        buf_finish(&out);
        buf_finish(&path);
        analysis_finish(&found);
        trace_finish(&trace);
    }
}

/* Names are text, whatever they hold. */
static void test_names(void **state)
{
    static const char name[] = "a \"b\" \\ c\n\x01 d";
    const struct chrome_span span = { 1, 1, name, "step", 1500, 1500 };
    struct chrome chrome;
    struct buf out;
    (void)state;

    buf_init(&out);
    chrome_begin(&chrome, &out);
    chrome_process(&chrome, 1, name);
    chrome_span(&chrome, &span);
    chrome_end(&chrome, name);
    cJSON *root = cJSON_Parse(buf_text(&out));
    assert_non_null(root);
    const cJSON *event = cJSON_GetArrayItem(
        cJSON_GetObjectItemCaseSensitive(root, "traceEvents"), 2);
    assert_true(is(event, "name", name));
    assert_true(number(event, "ts") == 1.5);
    event = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root, "traceEvents"), 3);
    assert_true(is(event, "ph", "E") && is(event, "name", name));
    assert_true(number(event, "ts") == 1.5);
    cJSON_Delete(root);
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
