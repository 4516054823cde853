/* pscan bench --habits and --tracing: what bench.c has read from the command
 * line goes here. */
#ifndef CLI_BENCH_MORE_H
#define CLI_BENCH_MORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/table.h"

struct bench_more {
    bool cuda;
    uint32_t n;              /* --tracing: 0: 1024 */
    uint32_t runs;           /* 0: the default */
    enum table_format format;
    const char *save;        /* JSON, or NULL */
    const char *timeline;    /* --habits: Chrome trace JSON, or NULL */
    const atomic_bool *cancel;
    void (*progress)(void *user, const char *row, uint64_t n);
};

/* Measure, save and print into out. */
bool bench_habits_print(const struct bench_more *more, struct buf *out, struct err *err);
bool bench_tracing_print(const struct bench_more *more, struct buf *out, struct err *err);

#endif
