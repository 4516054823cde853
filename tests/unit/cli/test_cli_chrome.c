/* Exported timelines, read by the rules of the Trace Event Format: strict JSON of
 * valid UTF-8, phases with the fields they need, every B with its E, spans of a
 * thread side by side or inside each other (where ts and dur are added as floating
 * numbers, too, which is what readers do), names for all processes and threads.
 * Of recordings of a GPU, of runs on the host, and of the experiments' timeline;
 * the reader itself has to refuse what breaks a rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "analysis/analysis.h"
#include "base/file.h"
#include "base/utf8.h"
#include "run/run.h"
#include "scene/view.h"
#include "trace/chrome.h"
#include "trace/file.h"

enum { SPANS = 1 << 16, DEPTH = 64 };

struct span { double pid, tid, begin, end; };

struct reader {
    struct span span[SPANS], name[SPANS], open[DEPTH]; /* name.tid -1: a process */
    const char *title[DEPTH]; /* of those open */
    int spans, names, opens;
    const char *wrong;     /* the first rule that is broken */
};

static bool rule(struct reader *r, bool kept, const char *what)
{
    if (!kept && !r->wrong)
        r->wrong = what;
    return kept;
}

static const cJSON *get(const cJSON *node, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(node, key);
}

static const char *text_of(const cJSON *node, const char *key)
{
    const cJSON *item = get(node, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

/* A number that is no time breaks a rule. */
static double time_of(struct reader *r, const cJSON *event, const char *key)
{
    const cJSON *item = get(event, key);
    return rule(r, cJSON_IsNumber(item) && isfinite(item->valuedouble)
                   && item->valuedouble >= 0, "a time that is no number from 0 up")
        ? item->valuedouble : 0;
}

static double id_of(struct reader *r, const cJSON *event, const char *key)
{
    const cJSON *item = get(event, key);
    const bool whole = cJSON_IsNumber(item) && item->valuedouble >= 0
        && item->valuedouble == floor(item->valuedouble);
    return rule(r, whole, "pid and tid are whole numbers") ? item->valuedouble : -2;
}

/* ---- events --------------------------------------------------------------- */

static void read_name(struct reader *r, const cJSON *event, struct span at)
{
    static const char *const kinds[] = { "process_name", "thread_name" };
    const char *kind = text_of(event, "name"), *name = text_of(get(event, "args"), "name");
    if (!rule(r, kind && (strcmp(kind, kinds[0]) == 0 || strcmp(kind, kinds[1]) == 0),
              "metadata of an unknown kind")
        || !rule(r, name && *name, "metadata without args.name")
        || !rule(r, r->names < SPANS, "too many names"))
        return;
    if (strcmp(kind, kinds[0]) == 0)
        at.tid = -1;
    for (int i = 0; i < r->names; i++)
        rule(r, r->name[i].pid != at.pid || r->name[i].tid != at.tid, "named twice");
    r->name[r->names++] = at;
}

static void add_span(struct reader *r, struct span span)
{
    if (rule(r, r->spans < SPANS, "too many spans"))
        r->span[r->spans++] = span;
}

static void read_begin(struct reader *r, const cJSON *event, struct span at)
{
    at.begin = time_of(r, event, "ts");
    rule(r, !get(event, "dur"), "B with a duration");
    if (!rule(r, r->opens < DEPTH, "too deep"))
        return;
    r->title[r->opens] = text_of(event, "name") ? text_of(event, "name") : "";
    r->open[r->opens++] = at;
}

/* The last one begun in the same thread, and by its name. */
static void read_end(struct reader *r, const cJSON *event, struct span at)
{
    int k = r->opens - 1;
    while (k >= 0 && (r->open[k].pid != at.pid || r->open[k].tid != at.tid))
        k--;
    if (!rule(r, k >= 0, "E without its B"))
        return;
    const char *name = text_of(event, "name");
    rule(r, !name || strcmp(name, r->title[k]) == 0, "E of another name");
    at.begin = r->open[k].begin;
    at.end = time_of(r, event, "ts");
    rule(r, at.end >= at.begin, "E before its B");
    r->opens--;
    memmove(&r->open[k], &r->open[k + 1], (size_t)(r->opens - k) * sizeof at);
    memmove(&r->title[k], &r->title[k + 1], (size_t)(r->opens - k) * sizeof *r->title);
    add_span(r, at);
}

static void read_event(struct reader *r, const cJSON *event)
{
    const char *phase = text_of(event, "ph"), *name = text_of(event, "name");
    struct span at = { .pid = id_of(r, event, "pid"), .tid = id_of(r, event, "tid") };
    if (!rule(r, phase && strlen(phase) == 1 && strchr("XBEM", *phase), "unknown ph"))
        return;
    rule(r, (name && *name) || *phase == 'E', "no name");
    rule(r, !get(event, "cat") || text_of(event, "cat"), "cat is no string");
    if (*phase == 'M') {
        read_name(r, event, at);
    } else if (*phase == 'B') {
        read_begin(r, event, at);
    } else if (*phase == 'E') {
        read_end(r, event, at);
    } else {
        at.begin = time_of(r, event, "ts");
        at.end = at.begin + time_of(r, event, "dur");
        add_span(r, at);
    }
}

/* ---- the whole ------------------------------------------------------------ */

/* By thread, then begin; of two that begin together the longer one first. */
static int span_compare(const void *left, const void *right)
{
    const struct span *a = left, *b = right;
    if (a->pid != b->pid)
        return a->pid < b->pid ? -1 : 1;
    if (a->tid != b->tid)
        return a->tid < b->tid ? -1 : 1;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

static bool has_name(const struct reader *r, double pid, double tid)
{
    for (int i = 0; i < r->names; i++)
        if (r->name[i].pid == pid && r->name[i].tid == tid)
            return true;
    return false;
}

static void read_threads(struct reader *r)
{
    int depth = 0;
    qsort(r->span, (size_t)r->spans, sizeof *r->span, span_compare);
    for (int i = 0; i < r->spans; i++) {
        const struct span *now = &r->span[i];
        if (i == 0 || now->pid != now[-1].pid || now->tid != now[-1].tid) {
            depth = 0;
            rule(r, has_name(r, now->pid, -1), "a process without a name");
            rule(r, has_name(r, now->pid, now->tid), "a thread without a name");
        }
        while (depth > 0 && r->open[depth - 1].end <= now->begin)
            depth--;
        rule(r, depth == 0 || now->end <= r->open[depth - 1].end,
             "spans of a thread overlap in part");
        if (rule(r, depth < DEPTH, "too deep"))
            r->open[depth++] = *now;
    }
}

static void read_root(struct reader *r, const cJSON *root)
{
    const cJSON *events = get(root, "traceEvents"), *event;
    const cJSON *unit = get(root, "displayTimeUnit"), *other = get(root, "otherData");
    rule(r, cJSON_IsObject(root) && cJSON_IsArray(events), "no traceEvents");
    rule(r, !unit || (cJSON_IsString(unit) && (strcmp(unit->valuestring, "ns") == 0
                      || strcmp(unit->valuestring, "ms") == 0)), "displayTimeUnit");
    rule(r, !other || cJSON_IsObject(other), "otherData is no object");
    cJSON_ArrayForEach(event, events)
        if (rule(r, cJSON_IsObject(event), "an event is no object"))
            read_event(r, event);
    rule(r, r->opens == 0, "B without its E");
    read_threads(r);
}

/* NULL: all rules are kept; *spans: how many there are. */
static const char *timeline_read(const char *text, int *spans)
{
    struct reader *r = calloc(1, sizeof *r);
    const char *end = NULL;
    assert_non_null(r);
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    if (rule(r, root && utf8_valid(text, strlen(text)), "no JSON"))
        read_root(r, root);
    const char *wrong = r->wrong;
    *spans = r->spans;
    cJSON_Delete(root);
    free(r);
    return wrong;
}

/* ---- the tests ------------------------------------------------------------ */

#define NAMES "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":0,"        \
    "\"args\":{\"name\":\"p\"}},{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,"   \
    "\"tid\":2,\"args\":{\"name\":\"t\"}}"
#define AT "\"name\":\"a\",\"pid\":1,\"tid\":2"

static void broken_ones_are_refused(void **state)
{
    static const struct { const char *events, *wrong; } rows[] = {
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1,\"dur\":2}", NULL },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1,\"dur\":4},{\"ph\":\"X\"," AT
          ",\"ts\":2,\"dur\":3}", NULL },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":1},{\"ph\":\"E\",\"pid\":1,\"tid\":2,"
          "\"ts\":3}", NULL },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1,\"dur\":2},{\"ph\":\"X\"," AT
          ",\"ts\":2,\"dur\":2}", "spans of a thread overlap in part" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":7.392,\"dur\":328.416},{\"ph\":\"X\"," AT
          ",\"ts\":335.808,\"dur\":2}", NULL },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":0.1,\"dur\":0.2},{\"ph\":\"X\"," AT
          ",\"ts\":0.3,\"dur\":2}", "spans of a thread overlap in part" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":1},{\"ph\":\"E\",\"name\":\"b\","
          "\"pid\":1,\"tid\":2,\"ts\":3}", "E of another name" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":1}", "B without its E" },
        { NAMES ",{\"ph\":\"E\"," AT ",\"ts\":1}", "E without its B" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":4},{\"ph\":\"E\"," AT ",\"ts\":3}",
          "E before its B" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":1},{\"ph\":\"E\",\"pid\":1,\"tid\":3,"
          "\"ts\":3}", "E without its B" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1,\"dur\":-2}",
          "a time that is no number from 0 up" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":\"1\",\"dur\":2}",
          "a time that is no number from 0 up" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1}", "a time that is no number from 0 up" },
        { NAMES ",{\"ph\":\"Q\"," AT ",\"ts\":1}", "unknown ph" },
        { NAMES ",{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":1,\"dur\":2}", "no name" },
        { NAMES ",{\"ph\":\"X\",\"name\":7,\"pid\":1,\"tid\":2,\"ts\":1,\"dur\":2}",
          "no name" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":\"2\",\"ts\":1,"
          "\"dur\":2}", "pid and tid are whole numbers" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":3,\"ts\":1,\"dur\":2}",
          "a thread without a name" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":2,\"tid\":2,\"ts\":1,\"dur\":2}",
          "a process without a name" },
        { NAMES "," NAMES, "named twice" }, { NAMES ",7", "an event is no object" },
        { NAMES ",", "no JSON" }, { NAMES ",{\"ph\":\"X\xff\"}", "no JSON" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[800];
        int spans;
        snprintf(text, sizeof text, "{\"traceEvents\":[%s],\"displayTimeUnit\":\"ns\"}",
                 rows[i].events);
        const char *wrong = timeline_read(text, &spans);
        if (!wrong != !rows[i].wrong || (wrong && strcmp(wrong, rows[i].wrong) != 0))
            fail_msg("row %zu: %s", i, wrong ? wrong : "taken");
    }
}

static void keeps_rules(const char *name, const char *text, int wanted)
{
    int spans = 0;
    const char *wrong = timeline_read(text, &spans);
    if (wrong)
        fail_msg("%s: %s", name, wrong);
    if (wanted >= 0)
        assert_int_equal(spans, wanted);
    assert_true(spans > 0);
}

static void trace_keeps_rules(const char *name, struct trace *trace)
{
    struct err err = { 0 };
    struct findings found;
    struct buf out;
    if (!analyse(trace, &found, &err))
        fail_msg("%s: %s", name, err.what);
    buf_init(&out);
    scene_chrome(&found, &out);
    assert_true(buf_ok(&out));
    keeps_rules(name, buf_text(&out), (int)found.spans.span_count);
    buf_finish(&out);
    analysis_finish(&found);
}

/* Every recording in the folder; how many there were. */
static int folder(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    int count = 0;
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char name[600];
        const char *dot = strrchr(entry->d_name, '.');
        struct err err = { 0 };
        struct trace trace;
        if (!dot || strcmp(dot, ".pscan") != 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        trace_init(&trace);
        if (!trace_read(&trace, name, &err))
            fail_msg("%s: %s", name, err.what);
        trace_keeps_rules(entry->d_name, &trace);
        trace_finish(&trace);
        count++;
    }
    closedir(dir);
    return count;
}

static void recordings(void **state)
{
    (void)state;
    assert_true(folder(SOURCE "/assets/traces") >= 4);
    assert_true(folder(SOURCE "/tests/data/h200") >= 60);
}

/* Also those that go wrong and end early. */
static void host_runs(void **state)
{
    static const char *const schedules[] = { "in-order", "random:3", "round-robin" };
    (void)state;
    for (int i = 0; i < run_algo_count(); i++)
        for (size_t k = 0; k < sizeof schedules / sizeof *schedules; k++) {
            struct run_spec spec = { .algo = run_algo_at(i), .device = RUN_HOST,
                                     .schedule = schedules[k], .sequence = true };
            struct err err = { 0 };
            struct trace trace;
            trace_init(&trace);
            if (!run_record(&spec, &trace, NULL, &err))
                fail_msg("%s: %s", spec.algo->name, err.what);
            trace_keeps_rules(spec.algo->name, &trace);
            trace_finish(&trace);
        }
}

static void experiments(void **state)
{
    unsigned char *bytes;
    size_t length;
    (void)state;
    assert_true(file_read_whole(SOURCE "/assets/experiments/h200-streams.json", 0,
                                &bytes, &length, NULL));
    keeps_rules("h200-streams.json", (const char *)bytes, -1);
    free(bytes);
}

/* Names with all that JSON has to escape. */
static void names(void **state)
{
    static const char name[] = "a \"b\" \\ c\n\x01\x1f\t d – 步";
    const struct chrome_span span = { 1, 1, name, "step", 1500, 1500 };
    struct chrome chrome;
    struct buf out;
    (void)state;
    buf_init(&out);
    chrome_begin(&chrome, &out);
    chrome_process(&chrome, 1, name);
    chrome_thread(&chrome, 1, 1, name);
    chrome_span(&chrome, &span);
    chrome_end(&chrome, name);
    keeps_rules("names", buf_text(&out), 1);
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_ones_are_refused),
        cmocka_unit_test(recordings),
        cmocka_unit_test(host_runs),
        cmocka_unit_test(experiments),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
