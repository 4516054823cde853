/* Makes an entry of the instance table; see fast_entry.cuh. */
#ifndef FAST_MAKE_CUH
#define FAST_MAKE_CUH

#include "fast_entry.cuh"
#include "fast_ring.cuh"
#include "fast_tile.cuh"

template <class Op> fast_entry fast_make(enum elem_type type, enum elem_op op) {
    constexpr bool wide = sizeof(typename Op::acc) == 8;
    using Ring = fast_ring<typename Op::acc, FAST_RING_W, FAST_RING_K, FAST_RING_S>;
    static_assert(fast_ring_threads<FAST_RING_W> == FAST_RING_THREADS, "the host must agree");
    static_assert(sizeof(Ring) <= 227 * 1024, "a block has 227 KB on compute capability 9.0");
    return {type, op, (unsigned)sizeof(typename Op::elem),
            {(const void *)fast_tile_kernel<Op, FAST_TINY_W, FAST_TINY_K>,
             (const void *)fast_tile_kernel<Op, FAST_SMALL_W, FAST_SMALL_K>,
             (const void *)fast_tile_kernel<Op, FAST_MIDDLE_W, FAST_MIDDLE_K>,
             (const void *)fast_tile_kernel<Op, FAST_BROAD_W, FAST_BROAD_K>,
             (const void *)fast_ring_kernel<Op, FAST_RING_W, FAST_RING_K, FAST_RING_S>},
            sizeof(Ring), FAST_RING_S, (unsigned)(wide ? FAST_RING_DEPTH8 : FAST_RING_DEPTH4)};
}

#endif
