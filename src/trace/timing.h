/* Timing records: what was measured, on what, how often. The JSON files under
 * assets/timings/ and those of `pscan bench --save` hold these; the viewer
 * reads them and takes none itself. Only src/bench makes them. */
#ifndef TRACE_TIMING_H
#define TRACE_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/elem.h"
#include "base/err.h"
#include "trace/trace.h"

struct timing {
    char row[48];        /* "hillis", "cub-inclusive", "copy", "cpu-serial" */
    char label[64];      /* for people: "serial loop, 1 thread" */
    char shape[64];      /* launch shape or compiler flags, "" if none */
    uint64_t n;
    uint8_t op, type, inclusive;
    uint8_t result;      /* enum trace_result: the problem that was solved; of a
                            copy, the problem whose bytes it copies */
    uint32_t runs, warmups;
    double median_ns, min_ns, max_ns, p25_ns, p75_ns;
    uint64_t bytes;      /* read + written by the algorithm's definition */
    bool limit;          /* the copy: an upper limit, no algorithm */
    bool checked;        /* result checked in full before timing counted */
    bool warm;           /* caches warm: the same buffers every run */
};

struct timing_set {
    struct arena arena;
    char device[96];     /* "NVIDIA H200", "AMD EPYC ..., 1 of 2 cores" */
    char driver[48], cuda[32], date[16]; /* date: YYYY-MM-DD */
    char flags[96];      /* compiler and flags */
    bool live;           /* measured by this process, not read from a file */
    struct timing *rows; uint32_t count;
};

void timing_init(struct timing_set *set);
void timing_finish(struct timing_set *set);
bool timing_add(struct timing_set *set, const struct timing *row, struct err *err);
/* set must be freshly timing_init-ed; on failure it is finished again. A file
 * of timings is read with distrust, as a trace is. */
bool timing_read(struct timing_set *set, const char *path, struct err *err);
/* The same from memory; name stands in messages. */
bool timing_read_bytes(struct timing_set *set, const void *bytes,
                       size_t length, const char *name, struct err *err);
bool timing_write(const struct timing_set *set, const char *path, struct err *err);
/* One line a row under a line of names; times in ns with one digit. kind is the
 * problem, "limit" for a copy. */
void timing_csv(const struct timing_set *set, struct buf *out);
/* Whether both solve one problem, or one is the copy that the other is held
 * against: result (a sparse input is scanned as any other), n, type, operator and
 * direction are the same, and so are the bytes that were read and written. Only
 * such times may stand in a ratio. */
bool timing_alike(const struct timing *a, const struct timing *b);
/* The row of this name, n, type, op; NULL if none. */
const struct timing *timing_find(const struct timing_set *set, const char *row,
                                 uint64_t n, enum elem_type type, enum elem_op op);

#endif
