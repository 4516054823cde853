/* pscan bench: real timings on this machine's CPU. */
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "bench/bench.h"
#include "cli/cli.h"
#include "cli/table.h"

enum { MAX_LENGTHS = 32 };

struct bench_args {
    struct bench_options bench;
    uint64_t n[MAX_LENGTHS];
    int n_count;
    int row; /* -1: all */
    enum elem_type type;
    enum table_format format;
    const char *save;
};

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

/* "1000" or "2^20". */
static bool length_read(const char *text, uint64_t *n, struct err *err)
{
    uint64_t exponent;
    if (strncmp(text, "2^", 2) != 0)
        return options_number("--n", text, 1, (uint64_t)1 << BENCH_MAX_LOG_N, n, err);
    if (!options_number("--n", text + 2, 0, BENCH_MAX_LOG_N, &exponent, NULL))
        return err_set(err, ERR_USAGE, "--n %.20s: not a power from 2^0 to 2^%d",
                       text, BENCH_MAX_LOG_N);
    *n = (uint64_t)1 << exponent;
    return true;
}

static bool take_n(void *user, const char *value, struct err *err)
{
    struct bench_args *args = user;
    args->n_count = 0;
    for (const char *at = value;; at++) {
        char word[32] = "";
        const size_t length = strcspn(at, ",");
        if (args->n_count == MAX_LENGTHS)
            return err_set(err, ERR_USAGE, "--n takes up to %d lengths", MAX_LENGTHS);
        memcpy(word, at, length < sizeof word - 1 ? length : sizeof word - 1);
        if (!length_read(word, &args->n[args->n_count++], err))
            return false;
        at += length;
        if (*at == 0)
            return true;
    }
}

static bool take_row(void *user, const char *value, struct err *err)
{
    ((struct bench_args *)user)->row = bench_cpu_find(value, err);
    return ((struct bench_args *)user)->row >= 0;
}

static bool take_type(void *user, const char *value, struct err *err)
{
    enum elem_type *type = &((struct bench_args *)user)->type;
    return elem_type_parse(value, type, err) && bench_cpu_type_check(*type, err);
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
    if (!options_number("--threads", value, 1, 256, &threads, err))
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

static const struct option_def defs[] = {
    { "--row", "NAME", take_row, "one row only (pscan list timings)", NULL },
    { "--n", "N[,N]", take_n, "lengths, such as 1024,2^20", NULL },
    { "--type", "TYPE", take_type, "int32, uint32, int64, float or double", NULL },
    { "--runs", "R", take_runs, "timed runs (31)", NULL },
    { "--threads", "T", take_threads, "threads of the parallel row", NULL },
    { "--grain", "G", take_grain, "fewest elements a thread is worth", NULL },
    { "--format", "FORMAT", take_format, "text, csv, markdown or latex", NULL },
    { "--save", "FILE", take_save, "also write the record, as JSON", NULL },
};

static bool measure_all(const struct bench_args *args, struct timing_set *set,
                        struct err *err)
{
    for (int k = 0; k < args->n_count; k++)
        for (int row = 0; row < bench_cpu_rows(); row++) {
            struct timing timing;
            if (args->row >= 0 && row != args->row)
                continue;
            if (!bench_cpu_run(row, args->n[k], args->type, &args->bench, &timing, err)
                || !timing_add(set, &timing, err))
                return false;
        }
    return true;
}

static void row_fill(struct table *table, const struct timing *timing)
{
    table_cell(table, "%s", timing->row);
    table_cell(table, "%s", timing->label);
    table_cell(table, "%" PRIu64, timing->n);
    table_cell(table, "%.1f", timing->median_ns);
    table_cell(table, "%.1f", timing->min_ns);
    table_cell(table, "%.1f", timing->p25_ns);
    table_cell(table, "%.1f", timing->p75_ns);
    table_cell(table, "%.1f", timing->max_ns);
    table_cell(table, "%.2f", (double)timing->bytes / timing->median_ns);
    table_cell(table, "%u", timing->runs);
}

static bool print_set(const struct bench_args *args, const struct timing_set *set,
                      struct buf *out, struct err *err)
{
    static const char *const names[] = { "row", "what", "n", "median ns", "least",
        "quarter", "three quarters", "greatest", "GB/s", "runs" };
    struct table table;
    table_init(&table, "llrrrrrrrr", names);
    for (uint32_t i = 0; i < set->count; i++)
        row_fill(&table, &set->rows[i]);
    if (args->format == TABLE_TEXT)
        buf_printf(out, "%s\n%s, %s\n%s, inclusive sums, every result checked, "
                   "caches warm\n\n", set->device, set->flags, set->date,
                   elem_type_name(args->type));
    const bool ok = table_write(&table, args->format, out, err);
    table_finish(&table);
    return ok;
}

static int bench_all(const struct bench_args *args)
{
    struct timing_set set;
    struct err err = { 0 };
    struct buf out;
    timing_init(&set);
    buf_init(&out);
    bench_cpu_describe(&set);
    const bool ok = measure_all(args, &set, &err)
        && (!args->save || timing_write(&set, args->save, &err))
        && print_set(args, &set, &out, &err);
    timing_finish(&set);
    if (ok)
        return cli_print(&out, ERR_NONE);
    buf_finish(&out);
    return cli_fail(&err);
}

int cli_bench(const struct cli_command *command, int argc, char **argv)
{
    struct bench_args args = {
        .bench = { .cancel = &interrupted }, .row = -1, .type = ELEM_I32,
        .n = { 1 << 10, 1 << 16, 1 << 20, 1 << 24 }, .n_count = 4,
    };
    const struct option_group group = { defs, sizeof defs / sizeof *defs, &args };
    struct err err = { 0 };
    bool done;
    if (!cli_parse(command, argc, argv, &group, 1, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    signal(SIGINT, on_interrupt);
    return bench_all(&args);
}
