/* The tile kernel: one tile a block, held in registers. For small n, and for
 * every n on chips without bulk copies.
 *
 * What counts here is the time from one block's load to another's store, so a
 * block first finds its tile's total and sends it off, and scans its rows while
 * the others' totals are on their way. There are three ways for these:
 *
 *   alone     one tile; there are no others
 *   cluster   up to 16 tiles whose blocks are one cluster: every block puts its
 *             total into the shared memory of all (compute capability 9.0)
 *   look-back through status words in device memory: all threads of a block
 *             together read the aggregates of the earlier tiles of its group
 *             (four times as many tiles as a block has threads), up to four
 *             each; the group's last tile publishes the prefix from which the
 *             next group starts
 *
 * Blocks that look back are all resident by a cooperative launch, or take their
 * tile's number on arrival, so that a tile only ever waits for tiles whose blocks
 * are running. Every prefix is combined in one fixed order, so float results do
 * not depend on timing.
 *
 * Lane l of warp w holds vectors w*32*K + k*32 + l, k = 0 .. K-1: a row is 32
 * neighbouring vectors, so loads and stores are coalesced as they are. */
#ifndef FAST_TILE_CUH
#define FAST_TILE_CUH

#include "fast_entry.cuh"
#include "fast_words.cuh"

enum { FAST_TILE_SEEN = 4 };  /* most aggregates that one thread reads */

/* Vector at `place` of the tile at x; what is no data is the identity. */
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

/* What blocks leave for each other in a block's shared memory. */
template <class A, int W> struct alignas(16) fast_tile_shared {
    A own[W];      /* a warp's part of the tile's total */
    A earlier[W];  /* a warp's part of the aggregates it has read */
    A sent[FAST_CLUSTER_MOST];  /* cluster: the totals of all blocks */
    uint64_t here;              /* cluster: barrier, all of them have come */
    uint32_t number;
};

template <class Op, int W, int K> struct fast_tile_block {
    using A = typename Op::acc;
    using T = typename Op::elem;
    static constexpr int N = fast_vec<T>::N, places = W * 32 * K * N;
    static constexpr uint32_t group = W * 32 * FAST_TILE_SEEN;

    const fast_job &j;
    fast_tile_shared<A, W> &sh;
    const int lane, warp;
    const uint32_t t;       /* the tile's number */
    const fast_span span;
    uint4 v[K];   /* this thread's part of the tile */
    A before[K];  /* what precedes each vector within the warp */

    __device__ __forceinline__ fast_status<A> *prefix() const { return (fast_status<A> *)j.prefix; }
    __device__ __forceinline__ int place(int k) const {
        return (warp * 32 * K + k * 32 + lane) * N;
    }
    __device__ __forceinline__ bool whole() const { return span.lo == 0 && span.hi == places; }

    __device__ __forceinline__ void load() {
        const uintptr_t x = j.x + (uint64_t)t * places * sizeof(T);
        if (whole()) {
#pragma unroll
            for (int k = 0; k < K; k++) v[k] = *(const uint4 *)((const T *)x + place(k));
        } else {
#pragma unroll
            for (int k = 0; k < K; k++) v[k] = fast_tile_load<Op>(x, place(k), span);
        }
    }

    /* Finds `before`; the result, in every lane, is the warp's total. */
    __device__ __forceinline__ A scan_rows() {
        A sum = Op::identity();
#pragma unroll
        for (int k = 0; k < K; k++) {
            const A row = fast_warp_scan<Op>(fast_fold<Op>::of(v[k]), lane);
            before[k] = Op::combine(sum, fast_warp_before<Op>(row, lane));
            sum = Op::combine(sum, fast_shfl(row, 31));
        }
        return sum;
    }

    /* The warp's total, in lane 0. A thread's vectors are no neighbours. */
    __device__ __forceinline__ A reduce() {
        if constexpr (!Op::commutes) return scan_rows();
        return fast_warp_total<Op>(fast_fold_all<Op, K>(v));
    }

    /* The tile's total, and what precedes this warp in it. */
    __device__ __forceinline__ A total(A &left) {
        const A a = reduce();
        if (lane == 0) sh.own[warp] = a;
        __syncthreads();
        A all;
        left = fast_join<Op, W>(sh.own, warp, all);
        return all;
    }

    /* Tiles before t: the group's, `each` a thread, behind the group's prefix. */
    __device__ __forceinline__ A look_back() {
        const uint32_t g = t / group, back = t - g * group, each = (back + W * 32 - 1) / (W * 32);
        const uint32_t first = threadIdx.x * each, end = min(first + each, back);
        const fast_status<A> *from = fast_status_for<A>(j, t) + g * group;
        fast_status<A> q[FAST_TILE_SEEN] = {};
        fast_poll_all(q, from, first, 1, end, j.run, j.nap);
        A some = Op::identity();
#pragma unroll
        for (int i = 0; i < FAST_TILE_SEEN; i++)
            if (first + i < end) some = Op::combine(some, fast_value(q[i]));
        some = fast_warp_total<Op>(some);
        if (lane == 0) sh.earlier[warp] = some;
        __syncthreads();
        A sum;
        fast_join<Op, W>(sh.earlier, 0, sum);
        return g ? Op::combine(fast_poll(prefix() + g, j.run, j.nap), sum) : sum;
    }

    __device__ __forceinline__ A look_back_from(A all) {
        fast_publish(j, t, all, threadIdx.x);
        if constexpr (Op::commutes) scan_rows();
        const A earlier = look_back();
        if (threadIdx.x == 0 && (t + 1) % group == 0)
            fast_write(prefix() + (t + 1) / group, Op::combine(earlier, all), j.run);
        return earlier;
    }

    /* Every block makes its barrier before any block may send to it. */
    __device__ __forceinline__ void cluster_open() {
        if (threadIdx.x == 0) {
            fast_bar_init(&sh.here, 1);
            fast_bar_init_done();
            fast_bar_expect(&sh.here, j.tiles * (uint32_t)sizeof(A));
        }
        __syncwarp();
    }

    __device__ __forceinline__ A cluster_from(A all) {
        fast_cluster_wait();
        if (threadIdx.x < j.tiles) fast_cluster_send(&sh.sent[t], all, &sh.here, threadIdx.x);
        if constexpr (Op::commutes) scan_rows();
        fast_cluster_await(&sh.here, 0);
        A unused;
        return fast_join<Op, FAST_CLUSTER_MOST>(sh.sent, t, unused);
    }

    __device__ __forceinline__ void store(A carry) {
        const uintptr_t y = j.y + (uint64_t)t * places * sizeof(T);
        const bool plain = whole() && j.y_on_grid;
#pragma unroll
        for (int k = 0; k < K; k++) {
            A c = Op::combine(carry, before[k]);
            const uint4 q = fast_sweep<Op>(v[k], c, j.inclusive);
            if (plain) *(uint4 *)((T *)y + place(k)) = q;
            else fast_tile_store<T>(y, place(k), span, j.y_on_grid, q);
        }
    }

    /* What precedes the tile, from the others; finds `before` meanwhile. */
    __device__ __forceinline__ A earlier_from(A all) {
        if constexpr (fast_chip_90)
            if (j.clustered) return cluster_from(all);
        if (j.tiles > 1) return look_back_from(all);
        if constexpr (Op::commutes) scan_rows();
        return Op::identity();
    }

    __device__ __forceinline__ void run() {
        if constexpr (fast_chip_90)
            if (j.clustered) cluster_open();
        load();
        if constexpr (fast_chip_90)
            if (j.clustered) fast_cluster_arrive();
        A left;
        const A all = total(left), earlier = earlier_from(all);
        store(Op::combine(earlier, left));
    }
};

/* The number of this block's tile. */
__device__ __forceinline__ uint32_t fast_tile_number(const fast_job &j, uint32_t &shared) {
    if (!j.numbered) return blockIdx.x;
    if (threadIdx.x == 0) shared = atomicAdd(j.ticket, 1u) - j.base;
    __syncthreads();
    return shared;
}

/* Of large tiles 1024 threads are to be resident on a multiprocessor, with 64
 * registers each; values of 8 bytes need more. */
template <class A, int W, int K>
constexpr int fast_tile_resident = K < 8 ? 1 : (sizeof(A) > 4 ? 24 : 32) / W;

template <class Op, int W, int K>
__global__ void __launch_bounds__(W * 32, (fast_tile_resident<typename Op::acc, W, K>))
fast_tile_kernel(const __grid_constant__ fast_job j) {
    using Block = fast_tile_block<Op, W, K>;
    __shared__ fast_tile_shared<typename Op::acc, W> shared;
    const uint32_t t = fast_tile_number(j, shared.number);
    Block b{j, shared, (int)(threadIdx.x & 31), (int)(threadIdx.x >> 5), t,
            fast_tile_span(j, (uint64_t)t * Block::places, Block::places)};
    b.run();
}

#endif
