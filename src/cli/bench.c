/* pscan bench: real timings, on this machine's GPU or its CPU. Plain builds
 * only; every result is checked in full before its time counts. */
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/elem_info.h"
#include "base/file.h"
#include "bench/bench.h"
#include "bench/gpu.h"
#include "bench/rows.h"
#include "cli/bench_more.h"
#include "cli/cli.h"
#include "cli/table.h"

enum { MAX_LENGTHS = 32 };

struct bench_args {
    struct bench_options bench;
    uint64_t n[MAX_LENGTHS];
    int n_count;
    const char *row; /* NULL: all */
    enum { BENCH_AUTO, BENCH_HOST, BENCH_CUDA } device;
    enum elem_type type;
    enum elem_op op;
    bool inclusive, exclusive, cold;
    enum table_format format;
    const char *save;
    enum { MEASURE_SCANS, MEASURE_HABITS, MEASURE_TRACING } what;
    const char *timeline;
    bool n_given;
};

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

static bool take_n(void *user, const char *value, struct err *err)
{
    struct bench_args *args = user;
    args->n_count = 0;
    args->n_given = true;
    for (const char *at = value;; at++) {
        char word[32] = "";
        const size_t length = strcspn(at, ",");
        if (args->n_count == MAX_LENGTHS)
            return err_set(err, ERR_USAGE, "--n takes up to %d lengths", MAX_LENGTHS);
        memcpy(word, at, length < sizeof word - 1 ? length : sizeof word - 1);
        if (!options_number("--n", word, 1, (uint64_t)1 << BENCH_GPU_MAX_LOG_N,
                            &args->n[args->n_count++], err))
            return false;
        at += length;
        if (*at == 0)
            return true;
    }
}

static bool take_row(void *user, const char *value, struct err *err)
{
    if (!*value)
        return err_set(err, ERR_USAGE, "--row needs a name (pscan list timings)");
    ((struct bench_args *)user)->row = value;
    return true;
}

static bool take_type(void *user, const char *value, struct err *err)
{
    return elem_type_parse(value, &((struct bench_args *)user)->type, err);
}

static bool take_op(void *user, const char *value, struct err *err)
{
    return elem_op_parse(value, &((struct bench_args *)user)->op, err);
}

static bool take_device(void *user, const char *value, struct err *err)
{
    static const char *const names[] = { "auto", "host", "cuda" };
    for (int i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) {
            ((struct bench_args *)user)->device = i;
            return true;
        }
    return err_set(err, ERR_USAGE, "--device %.40s: allowed are auto, host, cuda", value);
}

static bool take_inclusive(void *user, const char *value, struct err *err)
{
    (void)value;
    (void)err;
    return ((struct bench_args *)user)->inclusive = true;
}

static bool take_exclusive(void *user, const char *value, struct err *err)
{
    (void)value;
    (void)err;
    return ((struct bench_args *)user)->exclusive = true;
}

static bool take_cold(void *user, const char *value, struct err *err)
{
    (void)value;
    (void)err;
    return ((struct bench_args *)user)->cold = true;
}

static bool take_runs(void *user, const char *value, struct err *err)
{
    uint64_t runs;
    if (!options_number("--runs", value, 1, 10000, &runs, err))
        return false;
    ((struct bench_args *)user)->bench.runs = (uint32_t)runs;
    return true;
}

static bool take_threads(void *user, const char *value, struct err *err)
{
    uint64_t threads;
    if (!options_number("--threads", value, 1, BENCH_MAX_THREADS, &threads, err))
        return false;
    ((struct bench_args *)user)->bench.threads = (uint32_t)threads;
    return true;
}

static bool take_grain(void *user, const char *value, struct err *err)
{
    return options_number("--grain", value, 1, (uint64_t)1 << BENCH_MAX_LOG_N,
                          &((struct bench_args *)user)->bench.grain, err);
}

static bool take_format(void *user, const char *value, struct err *err)
{
    return table_format_parse(value, &((struct bench_args *)user)->format, err);
}

static bool take_save(void *user, const char *value, struct err *err)
{
    if (!*value)
        return err_set(err, ERR_USAGE, "--save needs the name of a file");
    ((struct bench_args *)user)->save = value;
    return true;
}

static bool take_what(struct bench_args *args, int what, struct err *err)
{
    if (args->what != MEASURE_SCANS && (int)args->what != what)
        return err_set(err, ERR_USAGE, "--habits and --tracing: one at a time");
    args->what = what;
    return true;
}

static bool take_habits(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_what(user, MEASURE_HABITS, err);
}

static bool take_tracing(void *user, const char *value, struct err *err)
{
    (void)value;
    return take_what(user, MEASURE_TRACING, err);
}

static bool take_timeline(void *user, const char *value, struct err *err)
{
    if (!*value)
        return err_set(err, ERR_USAGE, "--timeline needs the name of a file");
    ((struct bench_args *)user)->timeline = value;
    return true;
}

static const struct option_def defs[] = {
    { "--device", "DEVICE", take_device, "auto, host or cuda (auto: a GPU if there is one)", NULL },
    { "--row", "NAME", take_row, "one row only (pscan list timings)", NULL },
    { "--n", "N[,N]", take_n, "lengths, such as 1024,2^20", NULL },
    { "--type", "TYPE", take_type, "int32, ... (pscan list types)", NULL },
    { "--op", "OP", take_op, "the operator, on a GPU (+)", NULL },
    { "--inclusive", NULL, take_inclusive, "inclusive scans (the default)", NULL },
    { "--exclusive", NULL, take_exclusive, "exclusive scans, on a GPU", NULL },
    { "--cold", NULL, take_cold, "overwrite the GPU's L2 cache before each run", NULL },
    { "--runs", "R", take_runs, "timed runs (CPU 31, GPU up to 101)", NULL },
    { "--threads", "T", take_threads, "threads of the parallel row (one a core)", NULL },
    { "--grain", "G", take_grain, "fewest elements a thread is worth (2^14)", NULL },
    { "--format", "FORMAT", take_format, "text, csv, markdown or latex", NULL },
    { "--save", "FILE", take_save, "also write the record, as JSON", NULL },
    { "--habits", NULL, take_habits, "instead of scans: what each habit is worth", NULL },
    { "--timeline", "FILE", take_timeline,
      "with --habits on a GPU: copies and kernels over time, as Chrome trace JSON", NULL },
    { "--tracing", NULL, take_tracing, "instead of scans: what tracing costs", NULL },
};

/* A progress line on a terminal; each one replaces the last. */
static void on_progress(void *user, const char *row, uint64_t n)
{
    (void)user;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[Kn = %" PRIu64 "  %s", n, row);
}

static void progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

static bool measure_host(const struct bench_args *args, struct timing_set *set,
                         struct err *err)
{
    const int only = args->row ? bench_cpu_find(args->row, err) : -1;
    if ((args->row && only < 0) || !bench_cpu_type_check(args->type, err))
        return false;
    if (args->row && !bench_cpu_row(only)->threads
        && (args->bench.threads || args->bench.grain))
        return err_set(err, ERR_USAGE, "%s runs on one thread; --threads and --grain "
                       "are for cpu-parallel", args->row);
    if (args->op != OP_ADD || args->exclusive || args->cold)
        return err_set(err, ERR_USAGE, "the CPU rows are inclusive sums with warm "
                       "caches; --op, --exclusive and --cold go with --device cuda");
    bench_cpu_describe(set);
    for (int k = 0; k < args->n_count; k++)
        for (int row = 0; row < bench_cpu_rows(); row++) {
            struct timing timing;
            if (args->row && row != only)
                continue;
            if (args->n[k] > (uint64_t)1 << BENCH_MAX_LOG_N)
                return err_set(err, ERR_USAGE, "--n %" PRIu64 ": the CPU rows go up "
                               "to 2^%d", args->n[k], BENCH_MAX_LOG_N);
            on_progress(NULL, bench_cpu_row(row)->name, args->n[k]);
            if (!bench_cpu_run(row, args->n[k], args->type, &args->bench, &timing, err)
                || !timing_add(set, &timing, err))
                return false;
        }
    return true;
}

static bool measure_cuda(const struct bench_args *args, struct timing_set *set,
                         struct err *err)
{
    const struct bench_gpu_options options = {
        .n = args->n, .n_count = args->n_count, .type = args->type, .op = args->op,
        .inclusive = args->inclusive || !args->exclusive,
        .exclusive = args->exclusive, .cold = args->cold,
        .runs = args->bench.runs, .row = args->row, .cancel = &interrupted,
        .progress = on_progress,
    };
    return bench_gpu_run(&options, set, err)
        && (set->count > 0
            || err_set(err, ERR_USAGE, "nothing to time: no row %s for %s of %s",
                       args->row ? args->row : "is built", elem_op_name(args->op),
                       elem_type_name(args->type)));
}

static bool on_host(const struct bench_args *args)
{
    return args->device == BENCH_HOST
        || (args->device == BENCH_AUTO && !bench_gpu_available(NULL));
}

static bool measure_all(const struct bench_args *args, struct timing_set *set,
                        struct err *err)
{
    const bool host = on_host(args);
    if (args->row && !bench_row_check(args->row, !host, err))
        return false;
    const bool ok = host ? measure_host(args, set, err) : measure_cuda(args, set, err);
    progress_end();
    return ok;
}

/* Time of a row over this one's, "1.31", where the two solve one problem with as
 * many bytes in the same run; "-" where there is no such row. */
static void ratio_cell(struct table *table, const struct timing_set *set,
                       const struct timing *timing, const char *prefix)
{
    for (uint32_t i = 0; i < set->count; i++) {
        const struct timing *other = &set->rows[i];
        if (timing_alike(other, timing)
            && strncmp(other->row, prefix, strlen(prefix)) == 0) {
            table_cell(table, "%.2f", other->median_ns / timing->median_ns);
            return;
        }
    }
    table_cell(table, "-");
}

/* What was solved, and over which operator where that is not the set's. */
static void problem_cells(struct table *table, const struct timing *timing,
                          enum elem_op op)
{
    if (timing->op == op)
        table_cell(table, "%s", cli_problem_name(timing->result));
    else
        table_cell(table, "%s, %s", cli_problem_name(timing->result),
                   elem_op_name(timing->op));
    table_cell(table, "%s", !trace_problem_directed(timing->result) ? "-"
                            : timing->inclusive ? "inclusive" : "exclusive");
}

static void row_fill(struct table *table, const struct timing_set *set,
                     const struct timing *timing, enum elem_op op)
{
    table_cell(table, "%s", timing->row);
    table_cell(table, "%s", timing->label);
    problem_cells(table, timing, op);
    table_cell(table, "%s", timing->shape);
    table_cell(table, "%" PRIu64, timing->n);
    table_cell(table, "%.1f", timing->median_ns);
    table_cell(table, "%.1f", timing->min_ns);
    table_cell(table, "%.1f", timing->p25_ns);
    table_cell(table, "%.1f", timing->p75_ns);
    table_cell(table, "%.1f", timing->max_ns);
    table_cell(table, "%.2f", (double)timing->bytes / timing->median_ns);
    ratio_cell(table, set, timing, "copy");
    ratio_cell(table, set, timing, "cub");
    table_cell(table, "%u", timing->runs);
}

/* Why a row has fewer threads than were asked for. */
static void say_threads(const struct bench_args *args, struct buf *out)
{
    const uint64_t grain = args->bench.grain ? args->bench.grain : BENCH_GRAIN;
    bool fewer = false;
    for (int k = 0; k < args->n_count; k++)
        fewer |= args->n[k] / grain < args->bench.threads;
    if (fewer)
        buf_printf(out, "\na thread is worth %" PRIu64 " elements (--grain): shorter "
                   "inputs run on fewer than %u threads\n", grain, args->bench.threads);
}

static bool print_set(const struct bench_args *args, const struct timing_set *set,
                      struct buf *out, struct err *err)
{
    static const char *const names[] = { "row", "what", "problem", "form", "shape", "n",
        "median ns", "least", "quarter", "three quarters", "greatest", "GB/s",
        "of copy", "x CUB", "runs" };
    struct table table;
    table_init(&table, "lllllrrrrrrrrrr", names);
    for (uint32_t i = 0; i < set->count; i++)
        row_fill(&table, set, &set->rows[i], args->op);
    if (args->format == TABLE_TEXT)
        buf_printf(out, "%s%s%s%s%s\n%s, %s\n%s, %s, every result checked in full, "
                   "caches %s\n\n", set->device, *set->driver ? ", driver " : "",
                   set->driver, *set->cuda ? ", CUDA " : "", set->cuda, set->flags,
                   set->date, elem_type_name(args->type), elem_op_name(args->op),
                   args->cold ? "cold" : "warm");
    const bool ok = table_write(&table, args->format, out, err);
    table_finish(&table);
    if (args->format == TABLE_TEXT)
        say_threads(args, out);
    return ok;
}

/* Before the work, not behind it. */
static bool may_save(const struct bench_args *args, struct err *err)
{
    return (!args->save || file_may_write(args->save, err))
        && (!args->timeline || file_may_write(args->timeline, err));
}

static int bench_all(const struct bench_args *args)
{
    struct timing_set set;
    struct err err = { 0 };
    struct buf out;
    timing_init(&set);
    buf_init(&out);
    const bool ok = may_save(args, &err) && measure_all(args, &set, &err)
        && (!args->save || timing_write(&set, args->save, &err))
        && print_set(args, &set, &out, &err);
    timing_finish(&set);
    if (ok)
        return cli_print(&out, ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}

static int bench_more(const struct bench_args *args)
{
    const struct bench_more more = {
        .cuda = !on_host(args), .n = args->n_given ? (uint32_t)args->n[0] : 0,
        .runs = args->bench.runs, .format = args->format, .save = args->save,
        .timeline = args->timeline, .cancel = &interrupted, .progress = on_progress,
    };
    struct err err = { 0 };
    struct buf out;
    if (args->what == MEASURE_TRACING && args->n[0] > 1024 && args->n_given) {
        err_set(&err, ERR_USAGE, "--tracing is about small runs: --n 1 to 1024");
        return cli_fail(&err);
    }
    buf_init(&out);
    const bool ok = may_save(args, &err)
        && (args->what == MEASURE_HABITS ? bench_habits_print(&more, &out, &err)
                                         : bench_tracing_print(&more, &out, &err));
    progress_end();
    if (ok)
        return cli_print(&out, ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}

/* What an option is for, where that is not everything. */
enum { FOR_HOST = 1, FOR_CUDA = 2, FOR_SCANS = FOR_HOST | FOR_CUDA, FOR_HABITS = 4,
       FOR_TRACING = 8 };
static const struct { const char *name; int modes; const char *what; } only[] = {
    { "--row", FOR_SCANS, "scans" }, { "--n", FOR_SCANS | FOR_TRACING, "scans and --tracing" },
    { "--type", FOR_SCANS, "scans" }, { "--op", FOR_SCANS, "scans" },
    { "--inclusive", FOR_SCANS, "scans" }, { "--exclusive", FOR_SCANS, "scans" },
    { "--cold", FOR_SCANS, "scans" },
    { "--threads", FOR_HOST, "scans on the CPU (--device host)" },
    { "--grain", FOR_HOST, "scans on the CPU (--device host)" },
    { "--timeline", FOR_HABITS, "--habits" },
};

static bool bench_together(const struct bench_args *args, struct options_line line,
                           struct err *err)
{
    const int now = args->what == MEASURE_HABITS ? FOR_HABITS
        : args->what == MEASURE_TRACING ? FOR_TRACING
        : on_host(args) ? FOR_HOST : FOR_CUDA;
    const struct option_def *def;
    while ((def = options_next(&line)))
        for (size_t i = 0; i < sizeof only / sizeof *only; i++)
            if (strcmp(only[i].name, def->name) == 0 && !(only[i].modes & now))
                return err_set(err, ERR_USAGE, "%s is for %s", def->name, only[i].what);
    return args->what != MEASURE_TRACING || !args->n_given || args->n_count == 1
        || err_set(err, ERR_USAGE, "--tracing takes one length");
}

int cli_bench(const struct cli_command *command, int argc, char **argv)
{
    struct bench_args args = {
        .bench = { .cancel = &interrupted }, .type = ELEM_I32, .op = OP_ADD,
        .n = { 1 << 10, 1 << 16, 1 << 20, 1 << 24 }, .n_count = 4,
    };
    const struct option_group group = { defs, sizeof defs / sizeof *defs, &args };
    struct err err = { 0 };
    bool done;
    if (!cli_parse(command, argc, argv, &group, 1, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    if (!bench_together(&args, (struct options_line){ argc, argv, &group, 1, 0 }, &err))
        return cli_fail(&err);
    signal(SIGINT, on_interrupt);
    return args.what == MEASURE_SCANS ? bench_all(&args) : bench_more(&args);
}
