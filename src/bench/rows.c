/* The list of timing rows, put together from those who time them. */
#include "bench/rows.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "gpu/clock.h"
#include "run/run.h"

static int row_find(const struct bench_name *rows, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

static void row_add(struct bench_name *rows, int *count, struct bench_name row)
{
    assert(*count < BENCH_ROWS_MAX);
    if (row_find(rows, *count, row.name) < 0)
        rows[(*count)++] = row;
}

static void rival_add(struct bench_name *rows, int *count, enum gpu_rival rival)
{
    for (int result = 0; result < TRACE_RESULTS; result++)
        for (int inclusive = 1; inclusive >= 0; inclusive--) {
            const char *name = gpu_clock_rival_row(rival, result, inclusive);
            const struct bench_name row = {
                .name = name, .title = gpu_clock_rival_label(rival, result),
                .gpu = true, .every = rival == GPU_COPY, .result = result,
            };
            if (name)
                row_add(rows, count, row);
        }
}

int bench_rows(struct bench_name rows[BENCH_ROWS_MAX])
{
    static const enum gpu_rival rivals[] = { GPU_COPY, GPU_CUB, GPU_FAST };
    int count = 0;
    for (int i = 0; i < bench_cpu_rows(); i++) {
        const struct bench_row *row = bench_cpu_row(i);
        row_add(rows, &count, (struct bench_name){ .name = row->name, .title = row->title,
                                                   .threads = row->threads,
                                                   .result = RESULT_SCAN });
    }
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        rival_add(rows, &count, rivals[i]);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        if (!(algo->flags & ALGO_BROKEN))
            row_add(rows, &count, (struct bench_name){ .name = algo->name, .gpu = true,
                                                       .title = algo->title,
                                                       .result = algo->result });
    }
    return count;
}

/* "cpu-serial, cpu-hillis": those of the CPU are few. */
static void cpu_names(const struct bench_name *rows, int count, char list[160])
{
    size_t used = 0;
    list[0] = 0;
    for (int i = 0; i < count && used < 160; i++)
        if (!rows[i].gpu)
            used += (size_t)snprintf(list + used, 160 - used, "%s%s", used ? ", " : "",
                                     rows[i].name);
}

static bool row_unknown(const struct bench_name *rows, int count, const char *name,
                        const char *cpu, struct err *err)
{
    const char *names[BENCH_ROWS_MAX];
    for (int i = 0; i < count; i++)
        names[i] = rows[i].name;
    const char *near = err_nearest(name, names, count);
    return err_set(err, ERR_USAGE, "no timing row \"%.40s\"%s%s; allowed: %s, and with "
                   "--device cuda those of a GPU (pscan list timings)", name,
                   near ? "; did you mean " : "", near ? near : "", cpu);
}

bool bench_row_check(const char *name, bool gpu, struct err *err)
{
    struct bench_name rows[BENCH_ROWS_MAX];
    const int count = bench_rows(rows), at = row_find(rows, count, name);
    char cpu[160];
    cpu_names(rows, count, cpu);
    if (at < 0)
        return row_unknown(rows, count, name, cpu, err);
    if (rows[at].gpu == gpu)
        return true;
    if (gpu)
        return err_set(err, ERR_USAGE, "%s is timed on the CPU: --device host; allowed on "
                       "a GPU: those that pscan list timings names", name);
    return err_set(err, ERR_USAGE, "%s is timed on a GPU: --device cuda, which needs a GPU "
                   "and a build with CUDA; allowed on the CPU: %s", name, cpu);
}
