/* How precise the findings are: every mutant of every sound kernel is run on
 * several lengths, forms, operators and schedules.
 *
 * A mutant is found when analysis or the result check says something; latent
 * when it is found though no result was wrong; missed when a schedule gives a
 * wrong result and another one of the same run says nothing; equivalent when
 * nothing was wrong and nothing said. The unchanged kernel must not be
 * reported. Every missed and every equivalent one must be listed, with the
 * reason, in the file named on the command line; without one the test fails.
 * Prints kernels x kinds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "check/check.h"
#include "mutants.h"
#include "run/run.h"

static const char *const schedules[] = { "in-order", "round-robin", "random:1",
                                         "random:2" };
enum { SCHEDULES = sizeof schedules / sizeof *schedules, ENDLESS = 4096 };

static const struct config {
    uint32_t n;
    enum elem_op op;
    enum elem_type type;
    enum run_direction direction;
    const char *kind;  /* for these mutants alone; NULL: for all */
    uint32_t tiles;    /* resident, of 32 threads each; 0: the usual */
    const char *input; /* NULL: the usual */
} configs[] = {
    { 2, OP_ADD, ELEM_I32, RUN_INCLUSIVE, NULL, 0, NULL },
    { 7, OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, 0, NULL },
    { 7, OP_STRING, ELEM_I8, RUN_INCLUSIVE, NULL, 0, NULL },
    { 8, OP_STRING, ELEM_I8, RUN_EXCLUSIVE, NULL, 0, NULL },
    { 8, OP_ADD, ELEM_I32, RUN_INCLUSIVE, NULL, 0, NULL },
    { 32, OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, 0, NULL },
    { 41, OP_ADD, ELEM_I32, RUN_INCLUSIVE, NULL, 0, NULL },
    { 64, OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, 0, NULL },
    { 150, OP_ADD, ELEM_I32, RUN_INCLUSIVE, NULL, 0, NULL },
    { 256, OP_ADD, ELEM_I32, RUN_INCLUSIVE, "shrink", 0, NULL },
    { 1024, OP_ADD, ELEM_I32, RUN_INCLUSIVE, "shrink", 0, NULL },
    { 1100, OP_ADD, ELEM_I32, RUN_INCLUSIVE, "swap", 40, NULL },
    { 33, OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, 0, "random:7" },
    { 300, OP_ADD, ELEM_I32, RUN_INCLUSIVE, "stride", 0, "random:7" },
    { 0, OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, 0, "0b111111111+0b1" }, /* an adder's */
};
enum { CONFIGS = sizeof configs / sizeof *configs };

static const char *const kinds[] = { "barrier", "swap", "index", "stride", "guard",
                                     "bound", "mask", "delta", "shrink", "total" };
enum { KINDS = sizeof kinds / sizeof *kinds };

enum fate { FOUND, LATENT, MISSED, EQUIVALENT, FATES };
struct tally { uint32_t count[KINDS + 1][FATES]; uint32_t false_reports, mutants; };

/* What the runs of one mutant said. */
struct outcome {
    bool wrong, reported; /* in any run */
    bool silent;          /* wrong on one schedule, nothing said on another */
    char what[320];
};

/* ---- one run -------------------------------------------------------------- */

static void rename_launches(struct trace *trace, int number)
{
    for (uint32_t l = 0; l < trace->launch_count; l++) {
        char name[TRACE_NAME];
        snprintf(name, sizeof name, "m%d_%.36s", number, trace->launches[l].kernel);
        memcpy(trace->launches[l].kernel, name, sizeof name);
    }
}

static void shrink(struct trace *trace, const char *array)
{
    for (uint32_t a = 0; a < trace->array_count; a++)
        if (trace->arrays[a].space == SPACE_SHARED
            && strcmp(trace->arrays[a].name, array) == 0)
            trace->arrays[a].count--;
}

static void die(const struct mutant_set *set, int number, const char *what)
{
    printf("%s, mutant %d (%s): %s\n", set->name, number,
           set->mutant[number].is, what);
    exit(1);
}

/* Whether the result is wrong, and whether analysis says something. */
static void look(const struct mutant_set *set, int number,
                 const struct trace *trace, bool *wrong, bool *reported,
                 char what[320])
{
    struct check_result result;
    struct findings findings;
    struct err err = { 0 };
    if (!check_run(trace, &result, &err) || !analyse(trace, &findings, &err))
        die(set, number, err.what);
    *wrong = !result.ok;
    *reported = findings.hazards.count > 0;
    if (*reported)
        snprintf(what, 320, "%s", findings.hazards.hazard[0].what);
    else if (*wrong)
        snprintf(what, 320, "%s", result.what);
    analysis_finish(&findings);
}

static void run_one(const struct mutant_set *set, int number, struct run_spec spec,
                    bool *wrong, bool *reported, char what[320])
{
    const struct simt_options options = {
        .schedule = spec.schedule, .resident = spec.resident, .sequence = true, .writer = true,
        .endless = ENDLESS,
    };
    struct trace trace;
    struct err err = { 0 };
    trace_init(&trace);
    if (!run_prepare(&spec, &trace, &err))
        die(set, number, err.what);
    rename_launches(&trace, number);
    shrink(&trace, set->mutant[number].shrunk);
    if (!simt_run(&trace, set->entries, set->entry_count, &options, &err))
        die(set, number, err.what);
    look(set, number, &trace, wrong, reported, what);
    trace_finish(&trace);
}

static void run_config(const struct mutant_set *set, int number,
                       struct run_spec spec, struct outcome *outcome)
{
    bool wrong[SCHEDULES], said[SCHEDULES], any = false;
    for (int k = 0; k < SCHEDULES; k++) {
        bool reported;
        char what[320] = "";
        spec.schedule = schedules[k];
        run_one(set, number, spec, &wrong[k], &reported, what);
        said[k] = reported || wrong[k];
        any |= wrong[k];
        outcome->wrong |= wrong[k];
        outcome->reported |= said[k];
        if (what[0] && !outcome->what[0])
            memcpy(outcome->what, what, sizeof what);
    }
    for (int k = 0; k < SCHEDULES; k++)
        outcome->silent |= any && !said[k];
}

static struct outcome run_all(const struct mutant_set *set, int number)
{
    struct outcome outcome = { .wrong = false };
    const struct algo *algo = run_algo_find(set->name, NULL);
    if (!algo)
        die(set, number, "no such algorithm");
    for (int c = 0; c < CONFIGS; c++) {
        const struct config *config = &configs[c];
        const unsigned need = config->direction == RUN_INCLUSIVE ? ALGO_INCLUSIVE
                                                                 : ALGO_EXCLUSIVE;
        struct run_spec spec = { .algo = algo, .n = config->n, .op = config->op,
                                 .type = config->type, .device = RUN_HOST,
                                 .resident = config->tiles,
                                 .input = config->input,
                                 .block = config->tiles ? 32 : 0,
                                 .direction = config->direction };
        if ((algo->max_n && spec.n > algo->max_n) || !(algo->flags & need)
            || !run_pair_check(algo, spec.op, spec.type, NULL)
            || (config->n == 0 && algo->result != RESULT_SUM)
            || (config->tiles && algo->flags & ALGO_ONE_BLOCK)
            || (config->kind && strcmp(config->kind, set->mutant[number].kind) != 0))
            continue;
        run_config(set, number, spec, &outcome);
    }
    return outcome;
}

/* ---- reasons -------------------------------------------------------------- */

/* How the list names a mutant: "kernel | kind | which | was | is", which: the
 * how manieth of those that read alike. */
static void name_of(const struct mutant_set *set, int number, char name[600])
{
    const struct mutant *mutant = &set->mutant[number];
    int which = 1;
    for (int k = 1; k < number; k++)
        which += strcmp(set->mutant[k].kind, mutant->kind) == 0
            && strcmp(set->mutant[k].was, mutant->was) == 0
            && strcmp(set->mutant[k].is, mutant->is) == 0;
    snprintf(name, 600, "%s | %s | %d | %s | %s", set->name, mutant->kind, which,
             mutant->was, mutant->is);
}

/* Whether the list has a line with that name, " | " and a reason. */
static bool excused(const char *list, const char *name)
{
    char line[610];
    snprintf(line, sizeof line, "\n%s | ", name);
    const char *at = strstr(list, line);
    return at && strlen(at) > strlen(line) && at[strlen(line)] > ' ';
}

static char *read_list(const char *path)
{
    FILE *file = path ? fopen(path, "rb") : NULL;
    char *text = calloc(1, 1 << 17);
    if (!file || !text) {
        printf("%s: cannot be read\n", path ? path : "the list of explained mutants");
        exit(1);
    }
    text[0] = '\n';
    const size_t length = fread(text + 1, 1, (1 << 17) - 2, file);
    text[length + 1] = 0;
    fclose(file);
    return text;
}

/* ---- the table ------------------------------------------------------------ */

static int kind_index(const char *kind)
{
    for (int k = 0; k < KINDS; k++)
        if (strcmp(kinds[k], kind) == 0)
            return k;
    return KINDS;
}

static bool judge(const struct mutant_set *set, int number, const char *list,
                  struct tally *tally)
{
    const struct mutant *mutant = &set->mutant[number];
    const struct outcome outcome = run_all(set, number);
    char name[600];
    name_of(set, number, name);
    if (number == 0) {
        if (outcome.reported)
            printf("FALSE %s: %s\n", set->name, outcome.what);
        tally->false_reports += outcome.reported;
        return !outcome.reported;
    }
    const enum fate fate = outcome.silent ? MISSED : outcome.wrong ? FOUND
                         : outcome.reported ? LATENT : EQUIVALENT;
    tally->count[kind_index(mutant->kind)][fate]++;
    tally->mutants++;
    const bool fine = (fate != EQUIVALENT && fate != MISSED)
        || excused(list, name);
    if (!fine)
        printf("%s %s | line %d %s\n",
               fate == MISSED ? "MISSED, unexplained:" : "EQUIVALENT, unexplained:",
               name, mutant->line, outcome.what);
    return fine;
}

static void row_print(const char *name, const struct tally *tally)
{
    printf("%-22s", name);
    for (int k = 0; k < KINDS; k++) {
        const uint32_t *count = tally->count[k];
        char text[24] = "-";
        if (count[FOUND] + count[LATENT] + count[MISSED] + count[EQUIVALENT])
            snprintf(text, sizeof text, "%u %u %u %u", count[FOUND], count[LATENT],
                     count[MISSED], count[EQUIVALENT]);
        printf("  %-11s", text);
    }
    printf("  %u\n", tally->false_reports);
}

static void tally_add(struct tally *sum, const struct tally *tally)
{
    for (int k = 0; k <= KINDS; k++)
        for (int f = 0; f < FATES; f++)
            sum->count[k][f] += tally->count[k][f];
    sum->false_reports += tally->false_reports;
    sum->mutants += tally->mutants;
}

int main(int argc, char **argv)
{
    char *list = read_list(argc > 1 ? argv[1] : NULL);
    struct tally sum = { .mutants = 0 };
    bool fine = true;
    printf("found, latent, missed, equivalent; false reports of the kernel itself\n");
    printf("%-22s", "kernel");
    for (int k = 0; k < KINDS; k++)
        printf("  %-11s", kinds[k]);
    printf("  false\n");
    for (int s = 0; s < mutant_set_count; s++) {
        const struct mutant_set *set = mutant_sets[s];
        struct tally tally = { .mutants = 0 };
        if (argc > 2 && strcmp(argv[2], set->name) != 0)
            continue;
        for (int number = 0; number < set->count; number++)
            fine &= judge(set, number, list, &tally);
        row_print(set->name, &tally);
        tally_add(&sum, &tally);
        fflush(stdout);
    }
    row_print("all", &sum);
    printf("%u mutants\n", sum.mutants);
    free(list);
    return !fine || (argc < 3 && sum.mutants < 200);
}
