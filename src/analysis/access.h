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
    uint32_t event[WARP];     /* by lane */
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
/* The same for one step of one warp, whose segments are first .. end - 1, in
 * the order in which its lanes, lowest first, came to them. */
bool access_warp(const struct trace *trace, const struct steps *steps,
                 enum trace_space space, uint32_t step, uint32_t first,
                 uint32_t end, access_visit visit, void *user,
                 struct err *err);

/* Degree and excess of a shared request (banks.c), sectors and least of a
 * global one (coalescing.c). */
struct access_banks { uint32_t degree; uint64_t excess; };
struct access_banks access_banks(const struct access *access);
struct access_sectors { uint32_t sectors, least; };
struct access_sectors access_sectors(const struct access *access);

#endif
