/* The names of all timing rows, whether or not this build and this machine can
 * time them: the CPU's, the rivals of bench/gpu.h, the sound algorithms. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include <stdbool.h>

#include "base/err.h"
#include "trace/trace.h"

enum { BENCH_ROWS_MAX = 128 };

struct bench_name {
    const char *name;        /* unique; the row of struct timing */
    const char *title;       /* "serial loop" (msgid) */
    bool gpu;                /* runs on a GPU; else on the CPU */
    bool threads;            /* on the CPU: on several threads */
    bool every;              /* of every problem; else of `result` */
    enum trace_result result;
};

/* Fills rows and returns how many there are, the CPU's first. */
int bench_rows(struct bench_name rows[BENCH_ROWS_MAX]);

/* Whether that is a row of the GPU, or of the CPU. ERR_USAGE otherwise, with the
 * nearest name, where the row runs, or what is allowed. */
bool bench_row_check(const char *name, bool gpu, struct err *err);

#endif
