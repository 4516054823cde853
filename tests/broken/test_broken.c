/* Every broken kernel gives its expected report on every schedule, in both
 * forms, and its repaired twin gives none.
 *
 * A row: kernel, n, resident blocks, what the result is, and the findings that
 * must be there: name, array, and for one or two threads the text of the line
 * and the thread (ANY: not looked at). Beside them only findings about the
 * outputs may appear, which follow from the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "check/check.h"
#include "run/run.h"

enum { ANY = -1 };
enum result { RIGHT, WRONG, VARIES };

struct place { const char *line; int thread; };
struct expect { const char *name, *array; struct place place[2]; };

static const char *const schedules[] = {
    "in-order", "round-robin", "random:1", "random:2", "random:3", "random:4",
    "random:5",
};
enum { SCHEDULES = sizeof schedules / sizeof *schedules };

#define POLLS "poll(status, t - 1, &before);"
#define PUBLISHES "publish(status, t, PREFIX, op(before, mine));"
#define SYNC "__syncthreads();"

static const struct row {
    const char *kernel;
    uint32_t n, resident;
    enum result result;
    struct expect expect[4];
} rows[] = {
    { "missing-barrier", 8, 0, VARIES,
      { { "read-write-race", "s", { { "st(s, i, op(u, v));", 1 },
                                    { "val u = ld(s, i - d);", 2 } } } } },
    { "missing-barrier", 33, 0, VARIES,
      { { "read-write-race", "s", { { "st(s, i, op(u, v));", ANY },
                                    { "val u = ld(s, i - d);", ANY } } } } },
    { "debug-barrier", 8, 0, VARIES,
      { { "read-write-race", "s", { { "st(s, i, op(u, v));", 1 },
                                    { "u = ld(s, i - d);", 2 } } } } },
    { "stale-buffer", 8, 0, WRONG,
      { { "unwritten-read", "b", { { "v = ld(to, i);", 1 } } },
        { "wrong-inputs", "y", { { "gst(y, i, v);", ANY } } } } },
    { "never-swapped", 8, 0, VARIES,
      { { "read-write-race", "a", { { "st(to, i, v);", 0 },
                                    { "val u = ld(from, i - d);", 1 } } } } },
    { "barrier-in-branch", 8, 0, WRONG,
      { { "barrier-divergence", NULL, { { SYNC, 0 }, { "", 8 } } } } },
    { "barrier-in-branch", 33, 0, WRONG,
      { { "barrier-divergence", NULL, { { SYNC, 0 }, { "", 33 } } } } },
    { "early-return", 8, 0, WRONG,
      { { "barrier-divergence", NULL, { { SYNC, 0 }, { "", 8 } } } } },
    { "not-a-power", 7, 0, WRONG,
      { { "wrong-inputs", "total", { { "gst(total, 0, all);", 6 } } },
        { "wrong-inputs", "y", { { "gst(y, i, sum);", ANY } } } } },
    { "padding-not-zeroed", 7, 0, WRONG,
      { { "unwritten-read", "s", { { "val right = ld(s, i);", 7 } } } } },
    { "total-after-root", 8, 0, WRONG,
      { { "wrong-inputs", "total", { { "gst(total, 0, all);", 7 } } } } },
    { "inclusive-compaction", 8, 0, WRONG, { { "unwritten-output", "y", { { 0 } } } } },
    { "inclusive-compaction", 33, 0, WRONG, { { "unwritten-output", "y", { { 0 } } } } },
    { "swapped-operands", 8, 0, RIGHT,
      { { "wrong-inputs", "y", { { "gst(y, i, v);", ANY } } } } },
    { "overflow", 8, 0, RIGHT,
      { { "overflow", NULL, { { "st(s, i, op(u, v));", 2 } } } } },
    { "no-syncwarp", 8, 0, WRONG,
      { { "read-write-race", "s", { { "st_volatile(s, i, op(u, v));", 1 },
                                    { "val u = ld_volatile(s, i - d);", 2 } } } } },
    { "full-mask-in-branch", 8, 0, WRONG,
      { { "mask-and-lanes", NULL, { { "val u = __shfl_up_sync(FULL_MASK, v, d);", 0 },
                                    { "", 8 } } } } },
    { "below-stride", 8, 0, WRONG,
      { { "wrong-inputs", "y", { { "gst(y, lane, sum);", 0 } } } } },
    { "dead-padding", 64, 0, RIGHT,
      { { "dead-padding", "s", { { 0 } } },
        { "bank-conflict", "s", { { "val left = ld(s, PADDED(a));", ANY } } },
        { "bank-conflict", "s", { { "st(s, PADDED(b), op(left, right));", ANY } } } } },
    { "dead-padding", 1000, 0, RIGHT, { { "dead-padding", "s", { { 0 } } } } },
    { "padded-too-short", 64, 0, WRONG,
      { { "index-out-of-range", "s", { { "st(s, PADDED(t + m / 2), high);", 31 } } } } },
    { "grid-rounded-down", 10, 0, WRONG, { { "unwritten-output", "y", { { 0 } } } } },
    { "index-overflow", 8, 0, WRONG,
      { { "index-out-of-range", "x", { { "val v = gld(x, at);", 4 } } } } },
    { "fence-for-barrier", 8, 0, VARIES,
      { { "read-write-race", "s", { { "st(s, i, op(u, v));", 1 },
                                    { "u = ld(s, i - d);", 2 } } } } },
    { "look-back-unordered", 8, 0, RIGHT,
      { { "read-write-race", "prefix",
          { { "gst(prefix, t, op(before, mine));", 0 },
            { "before = gld(prefix, t - 1);", 0 } } } } },
    { "blocks-from-the-end", 8, 0, RIGHT,
      { { "wait-for-unstarted", "status", { { PUBLISHES, 0 }, { POLLS, 0 } } } } },
    { "blocks-from-the-end", 16, 2, WRONG,
      { { "endless-wait", "status", { { POLLS, 0 } } } } },
    { "blocks-from-the-end", 100, 2, WRONG,
      { { "endless-wait", "status", { { POLLS, 0 } } } } },
    { "flags-not-reset", 8, 0, VARIES,
      { { "stale-status", "status", { { PUBLISHES, 0 }, { POLLS, 0 } } } } },
    { "partial-tile", 8, 0, WRONG,
      { { "unwritten-read", "s", { { "v = ld(s, i);", 8 } } } } },
    { "scratch-reused", 8, 0, VARIES,
      { { "read-write-race", "s",
          { { "st(s, n - 1 - i, v);", ANY },
            { "v = ld(s, inclusive ? i : i - 1);", ANY } } } } },
};

/* ---- one finding ---------------------------------------------------------- */

static bool text_is(const struct trace *trace, const struct hazard_place *place,
                    const char *text)
{
    size_t length;
    const char *line = trace_source_line(trace, 0, place->line, &length);
    while (length > 0 && *line == ' ')
        line++, length--;
    return length == strlen(text) && memcmp(line, text, length) == 0;
}

static bool place_is(const struct trace *trace, const struct hazard_place *place,
                     const struct place *want)
{
    return text_is(trace, place, want->line)
        && (want->thread == ANY || place->thread == (uint32_t)want->thread);
}

static bool places_are(const struct trace *trace, const struct hazard *hazard,
                       const struct expect *want)
{
    if (!want->place[0].line)
        return true;
    if (!want->place[1].line)
        return hazard->places > 0 && place_is(trace, &hazard->place[0], &want->place[0]);
    for (int turn = 0; turn < 2; turn++)
        if (hazard->places == 2
            && place_is(trace, &hazard->place[turn], &want->place[0])
            && place_is(trace, &hazard->place[!turn], &want->place[1]))
            return true;
    return false;
}

static bool is_expected(const struct trace *trace, const struct hazard *hazard,
                        const struct expect *want)
{
    if (strcmp(hazard_name(hazard), want->name) != 0)
        return false;
    if (want->array
        && (hazard->array < 0
            || strcmp(trace->arrays[hazard->array].name, want->array) != 0))
        return false;
    return places_are(trace, hazard, want);
}

static bool list_has(const struct trace *trace, const struct hazards *list,
                     const struct expect *want)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (is_expected(trace, &list->hazard[i], want))
            return true;
    return false;
}

/* A finding of a name that is not in the row and does not follow from others. */
static const struct hazard *stranger(const struct row *row,
                                     const struct hazards *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct hazard *hazard = &list->hazard[i];
        bool known = hazard->kind == HAZARD_COVER || hazard->kind == HAZARD_OUTPUT
            || hazard->rank == RANK_PERFORMANCE;
        for (int k = 0; k < 4 && row->expect[k].name; k++)
            known |= strcmp(hazard_name(hazard), row->expect[k].name) == 0;
        if (!known)
            return hazard;
    }
    return NULL;
}

/* ---- one run -------------------------------------------------------------- */

static void record(struct trace *trace, struct run_spec *spec)
{
    struct err err = { 0 };
    spec->sequence = spec->writer = true;
    spec->device = RUN_HOST;
    trace_init(trace);
    if (!run_record(spec, trace, NULL, &err))
        fail_msg("%s: %s", spec->algo->name, err.what);
}

static void look(const struct row *row, struct run_spec spec)
{
    struct trace trace;
    struct findings f;
    struct check_result result;
    struct err err = { 0 };
    record(&trace, &spec);
    if (!analyse(&trace, &f, &err) || !check_run(&trace, &result, &err))
        fail_msg("%s", err.what);
    for (int k = 0; k < 4 && row->expect[k].name; k++)
        if (!list_has(&trace, &f.hazards, &row->expect[k])
            && !list_has(&trace, &f.advice, &row->expect[k]))
            fail_msg("%s n=%u %s %s: no %s among %u findings (first: %s)",
                     row->kernel, row->n, spec.schedule,
                     trace.run.inclusive ? "inclusive" : "exclusive",
                     row->expect[k].name, f.hazards.count,
                     f.hazards.count ? f.hazards.hazard[0].what : "-");
    const struct hazard *other = stranger(row, &f.hazards);
    if (!other)
        other = stranger(row, &f.advice);
    if (other)
        fail_msg("%s n=%u %s: unexpected %s: %s", row->kernel, row->n,
                 spec.schedule, hazard_name(other), other->what);
    if (row->result != VARIES && result.ok != (row->result == RIGHT))
        fail_msg("%s n=%u %s: %s", row->kernel, row->n, spec.schedule, result.what);
    for (uint32_t i = 0; i < f.hazards.count; i++)
        assert_true(f.hazards.hazard[i].hint[0] && f.hazards.hazard[i].what[0]);
    analysis_finish(&f);
    trace_finish(&trace);
}

static const struct algo *find(const char *kernel)
{
    char name[TRACE_NAME] = "broken/";
    strcat(name, kernel);
    const struct algo *algo = run_algo_find(name, NULL);
    assert_non_null(algo);
    return algo;
}

/* Calls each for every form and schedule of algo. */
static void for_each(const struct row *row, const struct algo *algo,
                     void (*each)(const struct row *row, struct run_spec spec))
{
    for (int form = RUN_INCLUSIVE; form <= RUN_EXCLUSIVE; form++) {
        struct run_spec spec = { .algo = algo, .n = row->n, .resident = row->resident,
                                 .direction = (enum run_direction)form };
        if (!(algo->flags & (form == RUN_INCLUSIVE ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE)))
            continue;
        for (int k = 0; k < SCHEDULES; k++) {
            spec.schedule = schedules[k];
            each(row, spec);
        }
    }
}

static void expected_reports(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for_each(&rows[i], find(rows[i].kernel), look);
}

/* ---- twins and coverage --------------------------------------------------- */

static void nothing(const struct row *row, struct run_spec spec)
{
    struct trace trace;
    struct findings f;
    struct check_result result;
    struct err err = { 0 };
    record(&trace, &spec);
    if (!analyse(&trace, &f, &err) || !check_run(&trace, &result, &err))
        fail_msg("%s", err.what);
    if (f.hazards.count || !result.ok)
        fail_msg("%s, twin of %s, n=%u %s: %s", spec.algo->name, row->kernel,
                 row->n, spec.schedule,
                 f.hazards.count ? f.hazards.hazard[0].what : result.what);
    analysis_finish(&f);
    trace_finish(&trace);
}

static void twins_are_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct algo *algo = find(rows[i].kernel);
        assert_non_null(algo->twin);
        for_each(&rows[i], run_algo_find(algo->twin, NULL), nothing);
    }
}

/* No broken kernel without a row. */
static void all_have_rows(void **state)
{
    (void)state;
    for (int a = 0; a < run_algo_count(); a++) {
        const struct algo *algo = run_algo_at(a);
        bool has = !(algo->flags & ALGO_BROKEN);
        for (size_t i = 0; i < sizeof rows / sizeof *rows && !has; i++)
            has = strcmp(algo->name + strlen("broken/"), rows[i].kernel) == 0;
        if (!has)
            fail_msg("%s has no expected report", algo->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_reports), cmocka_unit_test(twins_are_sound),
        cmocka_unit_test(all_have_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
