/* One entry for each type and operator that has kernels: their addresses and
 * the figures a launch needs. The instances are spread over the files
 * fast_plus.cu and fast_rest.cu, so that they compile side by side. */
#ifndef FAST_ENTRY_CUH
#define FAST_ENTRY_CUH

#include "base/elem.h"

#include <stddef.h>

/* The launches there are: four of the tile kernel and the ring kernel. */
enum fast_path { FAST_TINY, FAST_SMALL, FAST_MIDDLE, FAST_BROAD, FAST_RING, FAST_PATHS };

/* Their shapes, chosen by measurement (kernels/NOTES.md): warps, 16-byte vectors
 * a thread, tiles in a ring, loads on the way for values of 4 and of 8 bytes. */
enum {
    FAST_TINY_W = 4, FAST_TINY_K = 2,
    FAST_SMALL_W = 8, FAST_SMALL_K = 2,
    FAST_MIDDLE_W = 8, FAST_MIDDLE_K = 4,
    FAST_BROAD_W = 8, FAST_BROAD_K = 8,
    FAST_RING_W = 6, FAST_RING_K = 5, FAST_RING_S = 14,
    FAST_RING_DEPTH4 = 4, FAST_RING_DEPTH8 = 3,
    FAST_RING_THREADS = 544,
    FAST_CLUSTER_MOST = 16  /* blocks of a cluster; more than 8 must be asked for */
};

struct fast_entry {
    enum elem_type type;
    enum elem_op op;
    unsigned elem_bytes;
    const void *kernel[FAST_PATHS];
    size_t ring_bytes;    /* shared memory of the ring kernel */
    unsigned ring_stages;
    unsigned ring_depth;  /* most tiles being loaded at a time */
};

extern const fast_entry fast_plus[], fast_rest[];
extern const size_t fast_plus_count, fast_rest_count;

#endif
