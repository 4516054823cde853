/* Real timings on a GPU, against CUB and a copy in the same run.
 *
 * For each length: the copy, CUB, our fastest kernel (kernels/fast), and every
 * sound algorithm of the catalogue whose plain kernels are built for the pair.
 * Those whose result is no scan get problems of their own (bench/problem.h), each
 * with a copy of as many bytes as it reads and writes, and CUB where CUB has the
 * same result (gpu/clock.h); with + of int32 the adder is among them, for pairs of
 * bits. The expected result is computed here on the host, by a plain loop in
 * wider arithmetic, independent of all kernels. */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/elem.h"
#include "base/err.h"
#include "trace/timing.h"

enum { BENCH_GPU_MAX_LOG_N = 30 };

struct bench_gpu_options {
    const uint64_t *n; int n_count;
    enum elem_type type;
    enum elem_op op;
    bool inclusive, exclusive;  /* at least one */
    bool cold;
    uint32_t runs;              /* 0: up to 101 */
    const char *row;            /* only this one; NULL: all */
    const atomic_bool *cancel;  /* NULL: cannot be cancelled */
    /* Told before each row; NULL: none. */
    void (*progress)(void *user, const char *row, uint64_t n);
    void *user;
};

/* Appends to set (timing_init-ed; device and date are filled in). A row whose
 * result is wrong is an error; rows that are not built, or too slow for n, are
 * left out. Without a usable GPU: ERR_FAILED with the reason. */
bool bench_gpu_run(const struct bench_gpu_options *options,
                   struct timing_set *set, struct err *err);

/* Why bench_gpu_run cannot run here; true if it can. */
bool bench_gpu_available(struct err *err);

#endif
