/* Plans: n -> arrays and launches. Pure; the generic functions take all they
 * need to know from the catalogue row's shape, so that a new algorithm of a
 * known form is one kernel file and one row. */
#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include "run/run.h"

/* How many threads the one block has. */
enum plan_block {
    PLAN_BLOCK_ONE = 0,  /* one thread does it all */
    PLAN_BLOCK_EXACT = 2, /* one an element */
    PLAN_BLOCK_POW2 = 3, /* the next power of two; a greater one on request */
    PLAN_BLOCK_WARP = 4, /* 32 lanes */
    PLAN_BLOCK_WARPS = 5, /* one an element, rounded up to whole warps */
    PLAN_BLOCK_HALF = 6, /* half of the next power of two, at least 1 */
    PLAN_BLOCK_QUARTER = 7, /* a quarter of n, rounded up */
    PLAN_BLOCK_TILE = 8 /* 256, a tile of 16 by 16 */
};

enum { PLAN_SHARED = 4, PLAN_BLOCK_MAX = 1024 };

/* A shared array, in the order the kernel declares them: `blocks` elements
 * for every thread of the block, `more` besides, and where `sixteenth` is set
 * one more for every 16 threads (one word of padding after every 32, two
 * elements a thread). */
struct plan_shared {
    const char *name;
    uint32_t blocks, more;
    enum trace_word word; /* WORD_VALUE or WORD_INT */
    bool sixteenth;
};

struct plan_shape {
    enum plan_block block;
    struct plan_shared shared[PLAN_SHARED]; /* ends with a NULL name */
    bool heads; /* the kernel takes (x, y, total, heads): ints, head flags */
};

/* One launch of one block: KERNEL(name, (x, y, total), (n, inclusive)), the
 * entry named as the algorithm with '_' for '-'. x holds the input, y takes
 * the n results, total[0] the sum of all. */
bool plan_one_block(const struct algo *algo, const struct run_spec *spec,
                    struct trace *head, struct err *err);

/* Many blocks. Levels of totals, each launched over the blocks of the one
 * below: three_kernel_scan up the levels, three_kernel_add down again; or
 * reduce_then_scan_reduce up and reduce_then_scan_scan down. */
bool plan_three_kernel(const struct algo *algo, const struct run_spec *spec,
                       struct trace *head, struct err *err);
bool plan_reduce_then_scan(const struct algo *algo, const struct run_spec *spec,
                           struct trace *head, struct err *err);

/* One launch of ceil(n / B) tiles:
 * KERNEL(name, (x, y, total, arrivals, status), (n, inclusive)). The shape
 * PLAN_BLOCK_WARP asks for whole warps a block. */
bool plan_one_pass(const struct algo *algo, const struct run_spec *spec,
                   struct trace *head, struct err *err);

/* The same with faults of the launch, for kernels/broken: floor(n / B) tiles;
 * (x, y, total, arrivals, flags, prefix) without status words; two launches
 * that share their status, the first over zeros. */
bool plan_one_pass_floor(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err);
bool plan_one_pass_flags(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err);
bool plan_one_pass_twice(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err);

#endif
