/* What NVIDIA's compute-sanitizer said on an H200 about the broken kernels and
 * their sound twins (tests/data/h200/sanitizer.tsv) beside what we say here.
 *
 * agreement.tsv has a row for each kernel and length: the findings that have to
 * come out on this machine, and why the two sides differ. Held are: those are
 * found and nothing but what follows from them; whatever a tool reported we
 * report too, as the same kind of fault and at the same lines; a sound kernel
 * is reported by nobody. Called with `print`, the rows as they come out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "base/file.h"
#include "run/run.h"

enum { ROWS = 128, VERDICTS = 1024, COLUMNS = 8, NAMES = 256 };

/* A row of agreement.tsv. */
struct row {
    const char *kernel, *n;    /* as on the GPU */
    uint32_t our_n, resident;  /* as run here: a fault of size may need less */
    const char *ours;          /* names of findings, with commas; "-": none */
    const char *why;
};

/* A row of sanitizer.tsv. */
struct verdict {
    const char *kernel, *n, *tool, *said, *lines;
};

static struct row rows[ROWS];
static struct verdict verdicts[VERDICTS];
static int row_count, verdict_count;

/* Which findings of ours say what a tool's report says. */
static const struct { const char *tool, *names; } kinds[] = {
    { "racecheck", "read-write-race,write-write-race" },
    { "memcheck", "index-out-of-range" },
    { "initcheck", "unwritten-read,unwritten-output" },
    { "synccheck", "barrier-divergence,mask-and-lanes" },
};
enum { TOOLS = sizeof kinds / sizeof *kinds };

/* ---- tables --------------------------------------------------------------- */

/* Splits text in place; each line that is no comment goes to `take`. The
 * tables live as long as the program. */
static void table_read(const char *path, int columns, void (*take)(char **column))
{
    unsigned char *bytes;
    size_t length;
    struct err err = { 0 };
    if (!file_read_whole(path, 1u << 20, &bytes, &length, &err))
        fail_msg("%s", err.what);
    for (char *rest = (char *)bytes, *line; (line = strsep(&rest, "\n")) != NULL;) {
        char *column[COLUMNS];
        int count = 0;
        if (*line == '#' || *line == 0)
            continue;
        while (count < columns && (column[count] = strsep(&line, "\t")) != NULL)
            count++;
        if (count != columns || line)
            fail_msg("%s: %s: %d columns of %d", path, column[0], count, columns);
        take(column);
    }
}

static void row_take(char **column)
{
    assert_true(row_count < ROWS);
    const bool ditto = strcmp(column[5], "\"") == 0 && row_count > 0;
    rows[row_count] = (struct row){
        column[0], column[1], (uint32_t)strtoul(column[2], NULL, 10),
        (uint32_t)strtoul(column[3], NULL, 10), column[4],
        ditto ? rows[row_count - 1].why : column[5],
    };
    row_count++;
}

static void verdict_take(char **column)
{
    assert_true(verdict_count < VERDICTS);
    verdicts[verdict_count++] = (struct verdict){ column[0], column[1], column[2],
                                                  column[3], column[5] };
}

static int tables_read(void **state)
{
    (void)state;
    table_read(FOLDER "/agreement.tsv", 6, row_take);
    table_read(DATA "/sanitizer.tsv", 7, verdict_take);
    return 0;
}

/* Whether `word` is one of the words of `list`, which has commas. */
static bool list_has(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    return false;
}

static const struct verdict *verdict_find(const struct row *row, const char *tool)
{
    for (int i = 0; i < verdict_count; i++)
        if (strcmp(verdicts[i].kernel, row->kernel) == 0
            && strcmp(verdicts[i].n, row->n) == 0
            && strcmp(verdicts[i].tool, tool) == 0)
            return &verdicts[i];
    fail_msg("%s n=%s: nothing recorded of %s", row->kernel, row->n, tool);
    return NULL;
}

static bool is_broken(const struct row *row)
{
    return strncmp(row->kernel, "broken/", 7) == 0;
}

/* ---- our side ------------------------------------------------------------- */

/* What a sound kernel may be told as well, slow and not wrong, does not count. */
static bool counts(const struct hazard *hazard)
{
    return hazard->rank != RANK_PERFORMANCE || hazard->kind == HAZARD_PADDING;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The different names of all findings, sorted, with commas. */
static void names_list(const struct findings *f, char text[NAMES])
{
    const struct hazards *const lists[] = { &f->hazards, &f->advice };
    const char *name[HAZARD_KINDS * 4];
    size_t count = 0;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++) {
            const char *one = hazard_name(&lists[k]->hazard[i]);
            bool known = !counts(&lists[k]->hazard[i]);
            for (size_t j = 0; j < count && !known; j++)
                known = strcmp(name[j], one) == 0;
            if (!known && count < sizeof name / sizeof *name)
                name[count++] = one;
        }
    qsort(name, count, sizeof *name, by_name);
    strcpy(text, count ? "" : "-");
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), NAMES - strlen(text), "%s%s", i ? "," : "",
                 name[i]);
}

static void observe(const struct row *row, struct trace *trace, struct findings *f)
{
    struct err err = { 0 };
    struct run_spec spec = {
        .algo = run_algo_find(row->kernel, &err), .n = row->our_n, .op = OP_ADD,
        .type = ELEM_I32, .device = RUN_HOST, .resident = row->resident,
        .sequence = true, .writer = true,
    };
    if (!spec.algo)
        fail_msg("%s", err.what);
    if (spec.algo->flags & ALGO_INCLUSIVE)
        spec.direction = RUN_INCLUSIVE;
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err) || !analyse(trace, f, &err))
        fail_msg("%s: %s", row->kernel, err.what);
}

static void forget(struct trace *trace, struct findings *f)
{
    analysis_finish(f);
    trace_finish(trace);
}

/* ---- both sides ----------------------------------------------------------- */

static bool stands_at(const struct hazard *hazard, const char *line)
{
    for (uint32_t p = 0; p < hazard->places; p++)
        if (hazard->place[p].line == (uint32_t)strtoul(line, NULL, 10))
            return true;
    return false;
}

/* Whether a finding of one of these names stands at the line ("-": at any). */
static bool reported(const struct findings *f, const char *names, const char *line)
{
    for (uint32_t i = 0; i < f->hazards.count; i++) {
        const struct hazard *hazard = &f->hazards.hazard[i];
        if (list_has(names, hazard_name(hazard))
            && (strcmp(line, "-") == 0 || stands_at(hazard, line)))
            return true;
    }
    return false;
}

static void hold(const struct row *row, const struct verdict *verdict,
                 const char *names, const struct findings *f)
{
    char lines[64], *rest = lines;
    if (strcmp(verdict->said, "hang") == 0)
        names = "endless-wait";
    else if (strcmp(verdict->said, "reports") != 0)
        return;
    snprintf(lines, sizeof lines, "%s", verdict->lines);
    for (char *line; (line = strsep(&rest, ",")) != NULL;)
        if (!reported(f, names, line))
            fail_msg("%s n=%s: %s reports, and we have none of %s at line %s",
                     row->kernel, row->n, verdict->tool, names, line);
}

/* What wrong sums and missing outputs are, once something else went wrong. */
static bool follows(const char *name)
{
    return list_has("wrong-inputs,unwritten-output,overflow", name);
}

static void names_hold(const struct row *row, const char *found)
{
    char list[NAMES], *rest = list;
    snprintf(list, sizeof list, "%s", row->ours);
    for (char *name; (name = strsep(&rest, ",")) != NULL;)
        if (!list_has(found, name))
            fail_msg("%s n=%s: no %s, but %s", row->kernel, row->n, name, found);
    snprintf(list, sizeof list, "%s", found);
    rest = list;
    for (char *name; (name = strsep(&rest, ",")) != NULL;)
        if (!list_has(row->ours, name) && (!is_broken(row) || !follows(name)))
            fail_msg("%s n=%s: also %s", row->kernel, row->n, name);
}

static void both_sides_hold(void **state)
{
    int reports = 0;
    (void)state;
    for (int i = 0; i < row_count; i++) {
        struct trace trace;
        struct findings f;
        char found[NAMES];
        observe(&rows[i], &trace, &f);
        names_list(&f, found);
        names_hold(&rows[i], found);
        for (int t = 0; t < TOOLS && is_broken(&rows[i]); t++) {
            const struct verdict *verdict = verdict_find(&rows[i], kinds[t].tool);
            hold(&rows[i], verdict, kinds[t].names, &f);
            reports += strcmp(verdict->said, "reports") == 0;
        }
        forget(&trace, &f);
    }
    assert_true(reports >= 20);
}

static void nobody_reports_sound_kernels(void **state)
{
    int sound = 0;
    (void)state;
    for (int i = 0; i < row_count; i++) {
        if (is_broken(&rows[i]))
            continue;
        sound++;
        assert_string_equal(rows[i].ours, "-");
        assert_string_equal(verdict_find(&rows[i], "none")->said, "right");
        for (int t = 0; t < TOOLS; t++)
            assert_string_equal(verdict_find(&rows[i], kinds[t].tool)->said, "clean");
    }
    assert_true(sound >= 10);
}

/* Every broken kernel and its twin have rows, each difference a reason, and
 * nothing is recorded of which there is no row. */
static void tables_are_whole(void **state)
{
    (void)state;
    for (int a = 0; a < run_algo_count(); a++) {
        const struct algo *algo = run_algo_at(a);
        bool itself = false, twin = false;
        for (int i = 0; i < row_count && algo->flags & ALGO_BROKEN; i++) {
            itself |= strcmp(rows[i].kernel, algo->name) == 0;
            twin |= strcmp(rows[i].kernel, algo->twin) == 0;
        }
        if (algo->flags & ALGO_BROKEN && !(itself && twin))
            fail_msg("%s or its twin is in no row", algo->name);
    }
    for (int i = 0; i < row_count; i++)
        if (is_broken(&rows[i]))
            assert_true(strlen(rows[i].why) > 20 && strcmp(rows[i].ours, "-") != 0);
    assert_int_equal(verdict_count, row_count * (TOOLS + 1));
}

static void print(void)
{
    for (int i = 0; i < row_count; i++) {
        struct trace trace;
        struct findings f;
        char names[NAMES];
        observe(&rows[i], &trace, &f);
        names_list(&f, names);
        printf("%s\t%s\t%u\t%u\t%s\t%s\n", rows[i].kernel, rows[i].n, rows[i].our_n,
               rows[i].resident, names, rows[i].why);
        forget(&trace, &f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_whole), cmocka_unit_test(both_sides_hold),
        cmocka_unit_test(nobody_reports_sound_kernels),
    };
    if (argc == 2 && strcmp(argv[1], "print") == 0) {
        tables_read(NULL);
        print();
        return 0;
    }
    return cmocka_run_group_tests(tests, tables_read, NULL);
}
