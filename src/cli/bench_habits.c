/* pscan bench --habits: experiments, way by way against the first way. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "bench/habits.h"
#include "cli/bench_more.h"

/* Times as fast as the first way of the same experiment and length. */
static double habit_gain(const struct timing_set *set, const struct timing *row)
{
    const size_t length = strcspn(row->row, "/") + 1;

    for (uint32_t i = 0; i < set->count; i++)
        if (strncmp(set->rows[i].row, row->row, length) == 0
            && set->rows[i].n == row->n)
            return set->rows[i].median_ns / row->median_ns;
    return 1;
}

static void habit_row(struct table *table, const struct timing_set *set,
                      const struct timing *row)
{
    table_cell(table, "%s", row->row);
    table_cell(table, "%s", row->label);
    table_cell(table, "%" PRIu64, row->n);
    table_cell(table, "%.1f", row->median_ns);
    table_cell(table, "%.1f", row->p25_ns);
    table_cell(table, "%.1f", row->p75_ns);
    table_cell(table, "%.2f", (double)row->bytes / row->median_ns);
    table_cell(table, "%.2f", habit_gain(set, row));
    table_cell(table, "%s", row->shape);
}

static bool habits_table(const struct bench_more *more, const struct timing_set *set,
                         struct buf *out, struct err *err)
{
    static const char *const names[] = { "habit", "what", "n", "median ns", "quarter",
                                         "three quarters", "GB/s", "x first", "shape" };
    struct table table;

    table_init(&table, "llrrrrrrl", names);
    for (uint32_t i = 0; i < set->count; i++)
        habit_row(&table, set, &set->rows[i]);
    if (more->format == TABLE_TEXT)
        buf_printf(out, "%s%s%s%s%s\n%s, %s\nevery result checked in full; x first: "
                   "times as fast as the first of its kind\n\n", set->device,
                   *set->driver ? ", driver " : "", set->driver,
                   *set->cuda ? ", CUDA " : "", set->cuda, set->flags, set->date);
    const bool ok = table_write(&table, more->format, out, err);
    table_finish(&table);
    return ok;
}

static bool timeline_save(const struct bench_more *more, const struct buf *timeline,
                          struct err *err)
{
    const char *text = buf_text(timeline);

    if (!more->timeline)
        return true;
    return (buf_ok(timeline) || err_set(err, ERR_FAILED, "out of memory"))
        && file_write_whole(more->timeline, text, strlen(text), err);
}

bool bench_habits_print(const struct bench_more *more, struct buf *out, struct err *err)
{
    const struct habits_options options = { .cuda = more->cuda, .runs = more->runs,
                                            .cancel = more->cancel,
                                            .progress = more->progress };
    struct timing_set set;
    struct buf timeline;

    if (more->timeline && !more->cuda)
        return err_set(err, ERR_USAGE, "--timeline shows copies and kernels of a GPU: "
                       "it goes with --device cuda");
    timing_init(&set);
    buf_init(&timeline);
    const bool ok = bench_habits_run(&options, &set, &timeline, err)
        && (!more->save || timing_write(&set, more->save, err))
        && timeline_save(more, &timeline, err)
        && habits_table(more, &set, out, err);
    buf_finish(&timeline);
    timing_finish(&set);
    return ok;
}
