/* Private to analysis: memory accesses as a warp issues them.
 *
 * The trace has one event a thread; the hardware serves one request a warp and
 * instruction. Accesses of one warp in one step belong to one request when they
 * are of the same kind, on the same line, and the same occurrence of that line
 * in their thread's step. */
#ifndef ANALYSIS_ACCESS_H
#define ANALYSIS_ACCESS_H

#include "analysis/analysis.h"
#include "analysis/walk.h"

struct access {
    uint32_t lanes;           /* bit a lane that takes part */
    uint16_t line;
    bool store;
    uint32_t next;            /* for access.c */
    uint8_t array[WARP];      /* by lane */
    uint64_t address[WARP];   /* element's byte address: shared: in the block's
                                 arena; global: from the array's first byte */
    uint8_t width[WARP];      /* bytes an element */
};
typedef void (*access_visit)(void *user, uint32_t step,
                             const struct access *access);

/* Calls visit for every request in the space; indices out of range and status
 * words are left out. False: out of memory. */
bool access_walk(const struct trace *trace, const struct steps *steps,
                 enum trace_space space, access_visit visit, void *user,
                 struct err *err);

#endif
