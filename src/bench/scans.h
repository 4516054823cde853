/* The scans that are timed, one table an instruction set. Each writes the
 * inclusive sums of x[0..n) to y[0..n); n >= 1; x, y and scratch (n elements)
 * do not overlap. Integers wrap. */
#ifndef BENCH_SCANS_H
#define BENCH_SCANS_H

#include <stddef.h>

enum scan_type { SCAN_32, SCAN_64, SCAN_FLOAT, SCAN_DOUBLE, SCAN_TYPES };

typedef void (*scan_fn)(const void *x, void *y, void *scratch, size_t n);

struct scan_set {
    size_t width;
    scan_fn serial, hillis, simd;
    /* For two passes: the sum of x[0..n) to *sum; inclusive sums that start
     * from *start. */
    void (*reduce)(const void *x, size_t n, void *sum);
    void (*scan_from)(const void *x, void *y, size_t n, const void *start);
    void (*add)(void *sum, const void *value); /* *sum += *value */
};

struct scan_table {
    const char *flags; /* of the compiler, beyond the usual */
    struct scan_set set[SCAN_TYPES];
};

extern const struct scan_table scans_base;
extern const struct scan_table scans_avx2; /* where HAVE_SCANS_AVX2 */

/* The best one this CPU can run. */
const struct scan_table *scans_choose(void);

#endif
