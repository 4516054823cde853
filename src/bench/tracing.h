/* What tracing costs: every sound kernel of the catalogue, plain and traced.
 *
 * These figures are about the recorder, not about scans, and never enter a
 * timing record. Each kernel has 1024 elements, or as many as it takes if that is
 * fewer: its own default input of int32 with + (the adder: bits with carry), in
 * its own direction and with the launches that a run of it has, traced or plain.
 * Three builds and a loop, which never stand for each other; medians:
 *
 *   plain     on a GPU, the plain build: all launches of a run and the clearing of
 *             what starts as zeros, from the first to the end of the last
 *   traced    on a GPU, the traced build: the time within its launches, while
 *             every event is kept; without stamps and with them. Neither counts
 *             the pass that counts events, nor the copies to the host
 *   host      a whole recording on the host executor, the reading of the input
 *             included (there is no plain build of a kernel there)
 *   loop      the plain loop of sums over as many elements on the CPU, where the
 *             result is a scan
 *
 * The whole result of the plain kernel, and that of every traced run, on the host
 * too, is compared with one and the same reference before a time counts. */
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
    uint32_t blocks;         /* of the largest launch */
    uint8_t op;              /* enum elem_op */
    uint64_t events;         /* on the host; where threads poll, others elsewhere */
    double plain_ns, traced_ns, stamped_ns; /* 0: no GPU, or not built */
    double host_ns, loop_ns; /* loop: 0: no scan */
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
    uint32_t runs;             /* of each; 0: 15, plain up to 101 */
    const char *row;           /* only this kernel; NULL: all */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    void (*progress)(void *user, const char *row, uint64_t n); /* or NULL */
    void *user;
};

/* On failure nothing is left to finish. A wrong result is ERR_FAILED and says
 * whose. */
bool bench_tracing_run(const struct tracing_options *options, struct tracing *out,
                       struct err *err);
void tracing_finish(struct tracing *tracing);
/* As JSON, with device and date. */
bool tracing_json(const struct tracing *tracing, struct buf *out, struct err *err);

#endif
