/* pscan bench --tracing: what tracing costs, kernel by kernel. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "bench/tracing.h"
#include "cli/bench_more.h"

static void tracing_time(struct table *table, double ns)
{
    if (ns > 0)
        table_cell(table, "%.1f", ns / 1e3);
    else
        table_cell(table, "-");
}

static void tracing_times(struct table *table, double ns, double plain)
{
    if (ns > 0 && plain > 0)
        table_cell(table, "%.1f", ns / plain);
    else
        table_cell(table, "-");
}

static void tracing_line(struct table *table, const struct tracing_row *row)
{
    table_cell(table, "%s", row->algo);
    table_cell(table, "%u", row->n);
    table_cell(table, "%u", row->blocks);
    table_cell(table, "%" PRIu64, row->events);
    tracing_time(table, row->plain_ns);
    tracing_time(table, row->traced_ns);
    tracing_time(table, row->stamped_ns);
    tracing_times(table, row->traced_ns, row->plain_ns);
    tracing_time(table, row->host_ns);
    table_cell(table, "%.1f", row->host_ns / (double)row->events);
    if (row->loop_ns > 0)
        table_cell(table, "%.3f", row->loop_ns / 1e3);
    else
        table_cell(table, "-");
}

static bool tracing_table(const struct bench_more *more, const struct tracing *tracing,
                          struct buf *out, struct err *err)
{
    static const char *const names[] = { "kernel", "n", "blocks", "events", "GPU plain us",
        "traced us", "with stamps us", "x plain", "host recording us", "ns an event",
        "CPU loop us" };
    struct table table;

    table_init(&table, "lrrrrrrrrrr", names);
    for (uint32_t i = 0; i < tracing->count; i++)
        tracing_line(&table, &tracing->row[i]);
    if (more->format == TABLE_TEXT)
        buf_printf(out, "GPU: %s%s%s\nhost: %s\n%s, medians. Default inputs of int32 with "
                   "+ (adder: carry). The host records\non fibres; the loop is the "
                   "plain one of as many sums, beside scans\n\n",
                   *tracing->device ? tracing->device : "none",
                   *tracing->driver ? ", driver " : "", tracing->driver, tracing->cpu,
                   tracing->date);
    const bool ok = table_write(&table, more->format, out, err);
    table_finish(&table);
    return ok;
}

static bool tracing_save(const struct bench_more *more, const struct tracing *tracing,
                         struct err *err)
{
    struct buf json;

    if (!more->save)
        return true;
    buf_init(&json);
    const bool ok = tracing_json(tracing, &json, err)
        && file_write_whole(more->save, buf_text(&json), strlen(buf_text(&json)), err);
    buf_finish(&json);
    return ok;
}

bool bench_tracing_print(const struct bench_more *more, struct buf *out, struct err *err)
{
    const struct tracing_options options = { .n = more->n, .cuda = more->cuda,
                                             .runs = more->runs, .cancel = more->cancel,
                                             .progress = more->progress };
    struct tracing tracing;

    if (!bench_tracing_run(&options, &tracing, err))
        return false;
    const bool ok = tracing_save(more, &tracing, err)
        && tracing_table(more, &tracing, out, err);
    tracing_finish(&tracing);
    return ok;
}
