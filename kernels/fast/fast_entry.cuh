/* One entry for each type and operator that has kernels: their addresses and
 * the figures a launch needs. The instances are spread over the files
 * fast_plus.cu and fast_rest.cu, so that they compile side by side. */
#ifndef FAST_ENTRY_CUH
#define FAST_ENTRY_CUH

#include "base/elem.h"

#include <stddef.h>

/* Shapes, chosen by measurement (kernels/NOTES.md): warps and 16-byte vectors
 * a thread. Even K is fine in registers; the ring wants it odd. */
enum {
    FAST_SMALL_W = 8, FAST_SMALL_K = 4,
    FAST_LARGE_W = 16, FAST_LARGE_K = 4,
    FAST_RING_W = 4, FAST_RING_K = 7, FAST_RING_S4 = 15, FAST_RING_S8 = 14,
    FAST_RING_LAG = 1, FAST_RING_THREADS = 384
};

struct fast_entry {
    enum elem_type type;
    enum elem_op op;
    unsigned elem_bytes;
    const void *small, *large, *ring;
    size_t ring_bytes;    /* shared memory of the ring kernel */
    unsigned ring_stages;
};

extern const fast_entry fast_plus[], fast_rest[];
extern const size_t fast_plus_count, fast_rest_count;

#endif
