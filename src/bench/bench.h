/* Real timings of scans on this machine's CPU: inclusive sums, out of place.
 *
 * Rows: the serial loop; Hillis-Steele with two buffers, vectorised; a scan in
 * SIMD registers; two passes over threads. Every result is checked in full
 * before its time counts. No state is shared: any thread may measure, but two
 * at once disturb each other's figures. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/elem.h"
#include "base/err.h"
#include "trace/timing.h"

struct bench_row {
    const char *name;    /* "cpu-serial"; the row of struct timing */
    const char *title;   /* "serial loop" (msgid) */
    bool threads;        /* runs on several threads */
};

int bench_cpu_rows(void);
const struct bench_row *bench_cpu_row(int index); /* NULL out of range */
/* Index by name; -1: ERR_USAGE with the nearest. */
int bench_cpu_find(const char *name, struct err *err);

/* int32, uint32, int64, float and double; the reason otherwise. */
bool bench_cpu_type_check(enum elem_type type, struct err *err);

struct bench_options {
    uint32_t runs;      /* timed runs; 0: 31 */
    uint32_t warmups;   /* untimed runs before; 0: 3 */
    uint32_t threads;   /* of the parallel row, BENCH_MAX_THREADS at most; 0: as many
                           as the cores we may use */
    uint64_t grain;     /* fewest elements a thread is worth; 0: 1 << 14. A run of
                           fewer than threads * grain has fewer threads; its label
                           says so */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
};

enum { BENCH_MAX_LOG_N = 28, BENCH_MAX_THREADS = 256, BENCH_GRAIN = 1 << 14 };

/* Measures one row for n elements (1 to 2^28). A run of small n is a batch of
 * many scans, long enough for the clock; times are of one scan. Fails with
 * ERR_FAILED "cancelled" when *cancel becomes true, or when a result is wrong.
 * options may be NULL. */
bool bench_cpu_run(int row, uint64_t n, enum elem_type type,
                   const struct bench_options *options, struct timing *out,
                   struct err *err);

/* Fills device, flags, date and live of a set made of such rows. */
void bench_cpu_describe(struct timing_set *set);

#endif
