/* What tracing costs: every sound kernel of one block, plain and traced.
 *
 * These figures are about the recorder, not about scans, and never enter a
 * timing record. On a GPU: the plain kernel, the traced one, and the traced
 * one with stamps, by CUDA events, medians. On the host: the whole recording
 * (there is no plain build of a kernel there), beside the plain loop that does
 * the same sum. */
#ifndef BENCH_TRACING_H
#define BENCH_TRACING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum { TRACING_DEVICE = 96 };

struct tracing_row {
    char algo[48];
    uint32_t n;
    uint64_t events;
    double plain_ns, traced_ns, stamped_ns; /* 0: no GPU, or not built */
    double host_ns, loop_ns;
};

struct tracing {
    struct arena arena;
    char device[TRACING_DEVICE], cpu[TRACING_DEVICE]; /* device "": no GPU */
    char driver[48], cuda[32], date[16];
    struct tracing_row *row; uint32_t count;
};

struct tracing_options {
    uint32_t n;                /* or the most that a kernel takes; 0: 1024 */
    bool cuda;                 /* the GPU, too */
    uint32_t runs;             /* 0: 15 */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    void (*progress)(void *user, const char *row, uint64_t n); /* or NULL */
    void *user;
};

/* On failure nothing is left to finish. */
bool bench_tracing_run(const struct tracing_options *options, struct tracing *out,
                       struct err *err);
void tracing_finish(struct tracing *tracing);
/* As JSON, with device and date. */
bool tracing_json(const struct tracing *tracing, struct buf *out, struct err *err);

#endif
