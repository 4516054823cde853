/* Exported timelines, read by the rules of the Trace Event Format: strict JSON of
 * valid UTF-8, phases with the fields they need, every B with its E, spans of a
 * thread side by side or inside each other (where ts and dur are added as floating
 * numbers, too, which is what readers do), names for all processes and threads.
 * And by what the two readers do with it that people use, Perfetto's importer and
 * chrome://tracing: what they would drop, count as an error, merge or put in
 * another place breaks a rule here.
 *   bytes  "{\"" begins the file, or it is taken for something else; a control
 *          character in a string ends the reading
 *   ids    from 1, below 2^32: a tid 0 becomes the pid, a pid 0 is not shown, larger
 *          ones become 0. One tid, one process: names were looked up by tid alone.
 *          The thread with its process's number comes first in the picture
 *   order  processes without a sort index go by their number of spans, threads by
 *          name, "warp 10" before "warp 2"
 *   names  the number is put behind the name: "warp 1" of thread 2 reads "warp 1 2"
 *   times  whole nanoseconds, exact as doubles; of a thread they do not go back; an E
 *          ends the innermost span of its thread or leaves it open
 *   args   an object, or it is lost
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
    struct span place[SPANS]; /* .begin: the sort index, .tid as in name */
    const char *title[DEPTH], *category[DEPTH]; /* of those open */
    int spans, names, places, opens;
    struct span last;      /* .begin: the last time, of that thread */
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
    const double us = cJSON_IsNumber(item) ? item->valuedouble : -1, ns = us * 1000;
    if (!rule(r, isfinite(us) && us >= 0, "a time that is no number from 0 up"))
        return 0;
    rule(r, ns < 9007199254740992, "a time that is not exact as a double");
    rule(r, fabs(ns - round(ns)) <= fmax(ns * 1e-15, 1e-9), "a time between nanoseconds");
    return us;
}

static double id_of(struct reader *r, const cJSON *event, const char *key)
{
    const cJSON *item = get(event, key);
    const bool whole = cJSON_IsNumber(item) && item->valuedouble >= 1
        && item->valuedouble <= UINT32_MAX
        && item->valuedouble == floor(item->valuedouble);
    return rule(r, whole, "pid and tid are whole numbers from 1 to 2^32 - 1")
        ? item->valuedouble : -2;
}

/* ---- events --------------------------------------------------------------- */

/* False: there is one already. */
static bool add_name(struct reader *r, struct span *list, int *count, struct span at)
{
    for (int i = 0; i < *count; i++)
        if (list[i].pid == at.pid && list[i].tid == at.tid)
            return false;
    if (rule(r, *count < SPANS, "too many names"))
        list[(*count)++] = at;
    return true;
}

static void read_name(struct reader *r, const cJSON *event, struct span at)
{
    const char *name = text_of(get(event, "args"), "name");
    if (!rule(r, name && *name, "metadata without args.name"))
        return;
    const char last = name[strlen(name) - 1];
    rule(r, last < '0' || last > '9', "a name that ends in a digit");
    rule(r, add_name(r, r->name, &r->names, at), "named twice");
}

static void read_place(struct reader *r, const cJSON *event, struct span at)
{
    const cJSON *index = get(get(event, "args"), "sort_index");
    const bool whole = cJSON_IsNumber(index)
        && index->valuedouble == floor(index->valuedouble);
    if (!rule(r, whole, "metadata without args.sort_index"))
        return;
    at.begin = index->valuedouble;
    rule(r, add_name(r, r->place, &r->places, at), "sorted twice");
}

static void read_metadata(struct reader *r, const cJSON *event, struct span at)
{
    static const struct {
        const char *kind;
        void (*read)(struct reader *, const cJSON *, struct span);
        bool process;
    } kinds[] = {
        { "process_name", read_name, true }, { "thread_name", read_name, false },
        { "process_sort_index", read_place, true },
        { "thread_sort_index", read_place, false },
    };
    const char *kind = text_of(event, "name");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind && strcmp(kind, kinds[i].kind) == 0) {
            at.tid = kinds[i].process ? -1 : at.tid;
            kinds[i].read(r, event, at);
            return;
        }
    rule(r, false, "metadata of an unknown kind");
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
    r->category[r->opens] = text_of(event, "cat") ? text_of(event, "cat") : "";
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
    const char *name = text_of(event, "name"), *cat = text_of(event, "cat");
    rule(r, !name || strcmp(name, r->title[k]) == 0, "E of another name");
    rule(r, !cat || strcmp(cat, r->category[k]) == 0, "E of another category");
    at.begin = r->open[k].begin;
    at.end = time_of(r, event, "ts");
    rule(r, at.end >= at.begin, "E before its B");
    r->opens--;
    memmove(&r->open[k], &r->open[k + 1], (size_t)(r->opens - k) * sizeof at);
    memmove(&r->title[k], &r->title[k + 1], (size_t)(r->opens - k) * sizeof *r->title);
    memmove(&r->category[k], &r->category[k + 1],
            (size_t)(r->opens - k) * sizeof *r->category);
    add_span(r, at);
}

/* Readers sort by time, those of one time by their place in the file. */
static void read_order(struct reader *r, const cJSON *event, struct span at)
{
    at.begin = time_of(r, event, "ts");
    rule(r, at.pid != r->last.pid || at.tid != r->last.tid || at.begin >= r->last.begin,
         "times of a thread that go back");
    r->last = at;
}

static void read_event(struct reader *r, const cJSON *event)
{
    const char *phase = text_of(event, "ph"), *name = text_of(event, "name");
    struct span at = { .pid = id_of(r, event, "pid"), .tid = id_of(r, event, "tid") };
    if (!rule(r, phase && strlen(phase) == 1 && strchr("XBEM", *phase), "unknown ph"))
        return;
    rule(r, (name && *name) || *phase == 'E', "no name");
    rule(r, !get(event, "cat") || text_of(event, "cat"), "cat is no string");
    rule(r, !get(event, "args") || cJSON_IsObject(get(event, "args")),
         "args is no object");
    if (*phase != 'M')
        read_order(r, event, at);
    if (*phase == 'M') {
        read_metadata(r, event, at);
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

static const struct span *find(const struct span *list, int count, double pid, double tid)
{
    for (int i = 0; i < count; i++)
        if (list[i].pid == pid && list[i].tid == tid)
            return &list[i];
    return NULL;
}

/* In the picture, and where a reader goes by numbers alone, they come as in the file. */
static void read_places(struct reader *r)
{
    for (int i = 0; i < r->names; i++) {
        const struct span *at = &r->name[i], *sort = find(r->place, r->places, at->pid,
                                                          at->tid);
        if (!rule(r, sort, "no sort index"))
            return;
        for (int k = 0; k < i; k++) {
            const struct span *was = &r->name[k];
            const bool alike = (was->tid < 0) == (at->tid < 0)
                && (at->tid < 0 || was->pid == at->pid);
            rule(r, !alike || find(r->place, r->places, was->pid, was->tid)->begin
                 < sort->begin, "sort indices that do not rise");
            rule(r, at->tid < 0 || was->tid != at->tid, "a tid in two processes");
            rule(r, !alike || at->tid < 0 || at->tid != at->pid,
                 "the thread with its process's number is not the first");
        }
    }
}

static void read_threads(struct reader *r)
{
    int depth = 0;
    qsort(r->span, (size_t)r->spans, sizeof *r->span, span_compare);
    for (int i = 0; i < r->spans; i++) {
        const struct span *now = &r->span[i];
        if (i == 0 || now->pid != now[-1].pid || now->tid != now[-1].tid) {
            depth = 0;
            rule(r, find(r->name, r->names, now->pid, -1), "a process without a name");
            rule(r, find(r->name, r->names, now->pid, now->tid), "a thread without a name");
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
    read_places(r);
}

/* Line ends stand between events alone. */
static bool bytes_fine(const char *text)
{
    bool string = false;
    if (strncmp(text, "{\"", 2) != 0)
        return false;
    for (const char *c = text; *c; c++) {
        const bool control = (unsigned char)*c < 0x20 || *c == 0x7f;
        if (control && (string || *c != '\n'))
            return false;
        if (string && *c == '\\' && c[1])
            c++;
        else if (*c == '"')
            string = !string;
    }
    return true;
}

/* NULL: all rules are kept; *spans: how many there are. */
static const char *timeline_read(const char *text, int *spans)
{
    struct reader *r = calloc(1, sizeof *r);
    const char *end = NULL;
    assert_non_null(r);
    cJSON *root = cJSON_ParseWithOpts(text, &end, true);
    if (rule(r, root && utf8_valid(text, strlen(text)), "no JSON")
        && rule(r, bytes_fine(text), "bytes that a reader stumbles over"))
        read_root(r, root);
    const char *wrong = r->wrong;
    *spans = r->spans;
    cJSON_Delete(root);
    free(r);
    return wrong;
}

/* ---- the tests ------------------------------------------------------------ */

#define META(kind, pid, tid, args)                                               \
    "{\"ph\":\"M\",\"name\":\"" kind "\",\"pid\":" pid ",\"tid\":" tid ",\"args\":" args "}"
#define NAMED(kind, pid, tid, name, index)                                       \
    META(kind "_name", pid, tid, "{\"name\":\"" name "\"}") ","                    \
    META(kind "_sort_index", pid, tid, "{\"sort_index\":" index "}")
#define NAMES NAMED("process", "1", "1", "p", "1") "," NAMED("thread", "1", "2", "t", "2")
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
          "times of a thread that go back" },
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
          "\"dur\":2}", "pid and tid are whole numbers from 1 to 2^32 - 1" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":0,\"ts\":1,"
          "\"dur\":2}", "pid and tid are whole numbers from 1 to 2^32 - 1" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":4294967296,\"tid\":2,"
          "\"ts\":1,\"dur\":2}", "pid and tid are whole numbers from 1 to 2^32 - 1" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":0.0005,\"dur\":2}",
          "a time between nanoseconds" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":1e13,\"dur\":2}",
          "a time that is not exact as a double" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"ts\":3,\"dur\":2},{\"ph\":\"X\"," AT
          ",\"ts\":1,\"dur\":2}", "times of a thread that go back" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"cat\":\"x\",\"ts\":1},{\"ph\":\"E\"," AT
          ",\"cat\":\"y\",\"ts\":3}", "E of another category" },
        { NAMES ",{\"ph\":\"B\"," AT ",\"ts\":1},{\"ph\":\"B\",\"name\":\"b\","
          "\"pid\":1,\"tid\":2,\"ts\":2},{\"ph\":\"E\"," AT ",\"ts\":3}",
          "E of another name" },
        { NAMES ",{\"ph\":\"X\"," AT ",\"args\":[1],\"ts\":1,\"dur\":2}",
          "args is no object" },
        { NAMES "," META("thread_colour", "1", "2", "{}"), "metadata of an unknown kind" },
        { NAMES "," META("thread_name", "1", "3", "{}"), "metadata without args.name" },
        { NAMES "," META("thread_name", "1", "3", "{\"name\":\"warp 1\"}"),
          "a name that ends in a digit" },
        { NAMES "," META("thread_name", "1", "3", "{\"name\":\"t\"}"), "no sort index" },
        { NAMES "," META("thread_sort_index", "1", "3", "{\"sort_index\":\"3\"}"),
          "metadata without args.sort_index" },
        { NAMES "," META("thread_sort_index", "1", "2", "{\"sort_index\":3}"),
          "sorted twice" },
        { NAMES "," NAMED("thread", "1", "3", "u", "2"), "sort indices that do not rise" },
        { NAMES "," NAMED("process", "3", "3", "q", "0"), "sort indices that do not rise" },
        { NAMES "," NAMED("process", "3", "3", "q", "3") "," NAMED("thread", "3", "2", "t",
          "2"), "a tid in two processes" },
        { NAMES "," NAMED("process", "3", "3", "q", "3") "," NAMED("thread", "3", "3", "t",
          "3") "," NAMED("thread", "3", "4", "u", "4"), NULL },
        { NAMES "," NAMED("thread", "1", "1", "u", "3"),
          "the thread with its process's number is not the first" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"\x7f\",\"pid\":1,\"tid\":2,\"ts\":1,"
          "\"dur\":2}", "bytes that a reader stumbles over" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":3,\"ts\":1,\"dur\":2}",
          "a thread without a name" },
        { NAMES ",{\"ph\":\"X\",\"name\":\"a\",\"pid\":2,\"tid\":2,\"ts\":1,\"dur\":2}",
          "a process without a name" },
        { NAMES "," NAMES, "named twice" }, { NAMES ",7", "an event is no object" },
        { NAMES ",", "no JSON" }, { NAMES ",{\"ph\":\"X\xff\"}", "no JSON" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1600];
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
    static const char name[] = "a \"b\" \\ c\n\x01\x1f\x7f\t d – 步";
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
