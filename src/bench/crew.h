/* A crew: threads that wait between runs, for the two-pass parallel scan.
 *
 * Pass one sums every thread's share; the sums become offsets; pass two scans
 * every share from its offset. x is read twice, y written once. The calling
 * thread is one of the crew. */
#ifndef BENCH_CREW_H
#define BENCH_CREW_H

#include "base/err.h"
#include "bench/scans.h"

struct crew;

/* threads: 1 to BENCH_MAX_THREADS, the caller counted. NULL on failure (*err). */
struct crew *crew_create(const struct scan_set *set, unsigned threads,
                         struct err *err);
void crew_destroy(struct crew *crew); /* NULL is fine */
void crew_scan(struct crew *crew, const void *x, void *y, size_t n);

#endif
