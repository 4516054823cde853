/* The tile kernel: one tile a block, held in registers. For small n, and for
 * every n on chips without bulk copies.
 *
 * A block takes its tile's number on arrival, so a tile only ever waits for
 * tiles whose blocks are already running. It scans its rows with shuffles,
 * publishes the tile's aggregate, and all its threads together read the
 * aggregates of the earlier tiles of its group (as many tiles as a block has
 * threads), one each; the group's last tile publishes the prefix from which
 * the next group starts. Every prefix is combined in one fixed order, so float
 * results do not depend on timing.
 *
 * Lane l of warp w holds vectors w*32*K + k*32 + l, k = 0 .. K-1: a row is 32
 * neighbouring vectors, so loads and stores are coalesced as they are. */
#ifndef FAST_TILE_CUH
#define FAST_TILE_CUH

#include "fast_words.cuh"

template <class Op>
__device__ __forceinline__ uint4 fast_tile_load(uintptr_t x, int place, fast_span span) {
    using T = typename Op::elem;
    using V = fast_vec<T>;
    const T *from = (const T *)x + place;
    if (place >= span.lo && place + V::N <= span.hi) return *(const uint4 *)from;
    V v;
#pragma unroll
    for (int i = 0; i < V::N; i++)
        v.e[i] = place + i >= span.lo && place + i < span.hi ? from[i] : Op::narrow(Op::identity());
    return fast_pack(v);
}

template <class T>
__device__ __forceinline__ void fast_tile_store(uintptr_t y, int place, fast_span span, bool grid,
                                                uint4 q) {
    using V = fast_vec<T>;
    T *to = (T *)y + place;
    if (grid && place >= span.lo && place + V::N <= span.hi) {
        *(uint4 *)to = q;
        return;
    }
    const V v = fast_unpack<T>(q);
#pragma unroll
    for (int i = 0; i < V::N; i++)
        if (place + i >= span.lo && place + i < span.hi) to[i] = v.e[i];
}

/* Combines one value a warp, in warp order; every thread gets the total and
 * its own warp's exclusive part. W <= 32. */
template <class Op, int W>
__device__ __forceinline__ typename Op::acc fast_tile_join(const typename Op::acc *slot, int lane,
                                                           int warp, typename Op::acc &before) {
    using A = typename Op::acc;
    const A s = fast_warp_scan<Op>(lane < W ? slot[lane] : Op::identity(), lane);
    const A left = fast_shfl(s, warp ? warp - 1 : 0);
    before = warp ? left : Op::identity();
    return fast_shfl(s, W - 1);
}

template <class Op, int W, int K> struct fast_tile_block {
    using A = typename Op::acc;
    using T = typename Op::elem;
    static constexpr int N = fast_vec<T>::N, places = W * 32 * K * N, group = W * 32;

    const fast_job &j;
    A *slot;  /* W values in shared memory */
    const int lane, warp;
    uint4 v[K];   /* this thread's part of the tile */
    A before[K];  /* what precedes each vector within the warp */

    __device__ __forceinline__ fast_status<A> *prefix() const { return (fast_status<A> *)j.prefix; }
    __device__ __forceinline__ int place(int k) const {
        return (warp * 32 * K + k * 32 + lane) * N;
    }
    __device__ __forceinline__ fast_span span(uint32_t t) const {
        return fast_tile_span(j, (uint64_t)t * places, places);
    }

    /* Loads and scans tile t as far as it goes without the others; every
     * thread gets the tile's total and what precedes its warp. */
    __device__ __forceinline__ A local(uint32_t t, A &left) {
        const uintptr_t x = j.x + (uint64_t)t * places * sizeof(T);
        const fast_span sp = span(t);
#pragma unroll
        for (int k = 0; k < K; k++) v[k] = fast_tile_load<Op>(x, place(k), sp);
        A sum = Op::identity();
#pragma unroll
        for (int k = 0; k < K; k++) {
            const A row = fast_warp_scan<Op>(fast_fold<Op>::of(v[k]), lane);
            before[k] = Op::combine(sum, fast_warp_before<Op>(row, lane));
            sum = Op::combine(sum, fast_shfl(row, 31));
        }
        if (lane == 0) slot[warp] = sum;
        __syncthreads();
        return fast_tile_join<Op, W>(slot, lane, warp, left);
    }

    /* Tiles before t: the group's, one a thread, behind the group's prefix. */
    __device__ __forceinline__ A look_back(uint32_t t) {
        const uint32_t g = t / group, me = g * group + threadIdx.x;
        const A mine =
            me < t ? fast_poll(fast_status_for<A>(j, t) + me, j.run, j.nap) : Op::identity();
        const A scanned = fast_warp_scan<Op>(mine, lane);
        __syncthreads();
        if (lane == 31) slot[warp] = scanned;
        __syncthreads();
        A unused;
        const A sum = fast_tile_join<Op, W>(slot, lane, warp, unused);
        return g ? Op::combine(fast_poll(prefix() + g, j.run, j.nap), sum) : sum;
    }

    __device__ __forceinline__ void store(uint32_t t, A carry) {
        const uintptr_t y = j.y + (uint64_t)t * places * sizeof(T);
        const fast_span sp = span(t);
#pragma unroll
        for (int k = 0; k < K; k++) {
            A c = Op::combine(carry, before[k]);
            const uint4 q = fast_sweep<Op>(v[k], c, j.inclusive);
            fast_tile_store<T>(y, place(k), sp, j.y_on_grid, q);
        }
    }

    __device__ __forceinline__ void run(uint32_t t) {
        A carry;
        const A total = local(t, carry);
        if (j.tiles > 1) {
            fast_publish(j, t, total, threadIdx.x);
            const A before_tile = look_back(t);
            if (threadIdx.x == 0 && (t + 1) % group == 0)
                fast_write(prefix() + (t + 1) / group, Op::combine(before_tile, total), j.run);
            carry = Op::combine(before_tile, carry);
        }
        store(t, carry);
    }
};

/* The number of this block's tile. */
__device__ __forceinline__ uint32_t fast_tile_number(const fast_job &j) {
    if (!j.numbered) return blockIdx.x;
    __shared__ uint32_t mine;
    if (threadIdx.x == 0) mine = atomicAdd(j.ticket, 1u) - j.base;
    __syncthreads();
    return mine;
}

template <class Op, int W, int K>
__global__ void __launch_bounds__(W * 32) fast_tile_kernel(const __grid_constant__ fast_job j) {
    __shared__ typename Op::acc slot[W];
    fast_tile_block<Op, W, K> b{j, slot, (int)(threadIdx.x & 31), (int)(threadIdx.x >> 5)};
    b.run(fast_tile_number(j));
}

#endif
