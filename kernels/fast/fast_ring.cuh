/* The ring kernel: one resident block a multiprocessor, tiles streaming through
 * a ring in its shared memory, each warp with one role. For large n on chips
 * with bulk copies (compute capability 9.0 and up), launched cooperatively.
 *
 * Block b of G takes tiles b, b + G, b + 2G, ... For each of them, in order:
 *
 *   loader    copies the tile into a free slot (one bulk copy)          -> full
 *   reducers  find every warp's part of the tile                        -> parts
 *   summer    adds the parts up and publishes the tile's aggregate      -> total
 *   looker    reads the aggregates of the G-1 tiles since the block's
 *             last tile and extends the block's running prefix           -> prefix
 *   sweepers  scan the tile in place                                    -> swept
 *   storer    copies it out (one bulk copy) and gives the slot back     -> empty
 *
 * The arrows are barriers in shared memory, one set a slot. No role waits for
 * another but through them, so aggregates are published as soon as a tile is
 * loaded, up to a whole ring before it is swept, and look-back finds them there.
 * To make such a barrier takes 36 ns a piece, one after the other within a warp:
 * every warp makes its share.
 *
 * Thread l of a reducing or sweeping warp owns K neighbouring vectors of 16
 * bytes. K is odd: then eight threads touch all 32 banks once. A prefix is
 * always the block's own running prefix and then the G-1 aggregates in order,
 * so float results depend on the launch shape alone. */
#ifndef FAST_RING_CUH
#define FAST_RING_CUH

#include "fast_words.cuh"

enum { FAST_LOOKERS = 2, FAST_SEEN = 5 };

template <class A, int W, int K, int S> struct fast_ring {
    uint4 tile[S][W * 32 * K];
    A seen[FAST_LOOKERS][FAST_SEEN * 32];  /* aggregates a looker has read */
    A sum[S][W];        /* a warp's total */
    A before[S][W];     /* what precedes a warp's vectors within the tile */
    A total[S], prefix[S], after[S];
    uint64_t full[S], parts[S], totals[S], prefixes[S], swept[S], empty[S];
};

template <int W> constexpr int fast_ring_threads = (2 * W + 3 + FAST_LOOKERS) * 32;

template <class Op, int W, int K, int S> struct fast_ring_block {
    using A = typename Op::acc;
    using T = typename Op::elem;
    using Ring = fast_ring<A, W, K, S>;
    static constexpr int N = fast_vec<T>::N;
    static constexpr int bytes = W * 32 * K * 16, places = bytes / (int)sizeof(T);
    static_assert(K % 2 == 1, "an even K would make threads share banks");
    static_assert(W <= 32, "one lane a warp in the summer");

    Ring &r;
    const fast_job &j;
    const int lane;
    const uint32_t mine;  /* number of this block's tiles */

    static __device__ __forceinline__ int slot(uint32_t i) { return (int)(i % S); }
    static __device__ __forceinline__ uint32_t lap(uint32_t i) { return i / S & 1; }
    __device__ __forceinline__ uint32_t tile(uint32_t i) const {
        return blockIdx.x + i * gridDim.x;
    }
    __device__ __forceinline__ fast_span span(uint32_t i) const {
        return fast_tile_span(j, (uint64_t)tile(i) * places, places);
    }
    static __device__ __forceinline__ bool whole(fast_span s) {
        return s.lo == 0 && s.hi == places;
    }
    /* The vectors of a tile that hold nothing but data: these are copied in bulk. */
    static __device__ __forceinline__ fast_span vectors(fast_span s) {
        const int lo = min((s.lo + N - 1) / N, s.hi / N);
        return {lo, max(s.hi / N, lo)};
    }

    /* Fills the vectors of a partial tile that no bulk copy fills. */
    __device__ __forceinline__ void fill_edges(uint4 *to, const T *from, fast_span s,
                                               fast_span bulk) {
        for (int i = lane; i < W * 32 * K; i += 32)
            if (i < bulk.lo || i >= bulk.hi) {
                fast_vec<T> v;
                for (int e = 0; e < N; e++)
                    v.e[e] = i * N + e >= s.lo && i * N + e < s.hi ? from[i * N + e]
                                                                  : Op::narrow(Op::identity());
                to[i] = fast_pack(v);
            }
        fast_bulk_fence();
        __syncwarp();
    }

    __device__ __forceinline__ void load_tile(uint32_t i) {
        const int s = slot(i);
        const uintptr_t from = j.x + (uint64_t)tile(i) * bytes;
        const fast_span sp = span(i), bulk = vectors(sp);
        if (!whole(sp)) fill_edges(r.tile[s], (const T *)from, sp, bulk);
        if (lane == 0) {
            const uint32_t size = (uint32_t)(bulk.hi - bulk.lo) * 16;
            fast_bar_expect(&r.full[s], size);
            if (size) fast_bulk_load(r.tile[s] + bulk.lo, from + bulk.lo * 16, size, &r.full[s]);
        }
        __syncwarp();
    }

    /* The loader does not wait for the others' barriers: it makes its own and
     * asks for the first tiles on the way. */
    __device__ void load_first() {
        for (int s = 0; s < S; s++) {
            if (lane == 0) {
                fast_bar_init(&r.full[s], 1);
                fast_bar_init_done();
                fast_bulk_fence();
            }
            if (s < j.depth && s < mine) load_tile(s);
        }
    }

    __device__ void load() {
        for (uint32_t i = j.depth; i < mine; i++) {
            if (i >= S) fast_bar_wait(&r.empty[slot(i)], lap(i) ^ 1);
            fast_bar_wait(&r.full[slot(i - j.depth)], lap(i - j.depth));
            load_tile(i);
        }
    }

    /* The barriers of slots first, first + step, ... but for the loader's. */
    __device__ void make_barriers(int first, int step) {
        for (int s = first; s < S; s += step) {
            fast_bar_init(&r.parts[s], W);
            fast_bar_init(&r.totals[s], 1);
            fast_bar_init(&r.prefixes[s], 1);
            fast_bar_init(&r.swept[s], W);
            fast_bar_init(&r.empty[s], 1);
        }
        fast_bar_init_done();
    }

    __device__ void reduce(int warp) {
        for (uint32_t i = 0; i < mine; i++) {
            const int s = slot(i);
            fast_bar_wait(&r.full[s], lap(i));
            const uint4 *v = r.tile[s] + (warp * 32 + lane) * K;
            const A a = fast_warp_total<Op>(fast_fold_all<Op, K>(v));
            if (lane == 0) {
                r.sum[s][warp] = a;
                fast_bar_arrive(&r.parts[s]);
            }
            __syncwarp();
        }
    }

    __device__ void add_up() {
        for (uint32_t i = 0; i < mine; i++) {
            const int s = slot(i);
            fast_bar_wait(&r.parts[s], lap(i));
            A total;
            const A before = fast_join<Op, W>(r.sum[s], lane, total);
            fast_publish(j, tile(i), total, lane);
            if (lane == 0) r.total[s] = total;
            if (lane < W) r.before[s][lane] = before;
            __syncwarp();
            if (lane == 0) fast_bar_arrive(&r.totals[s]);
        }
    }

    /* Reads up to FAST_SEEN * 32 aggregates, neighbours by neighbouring lanes,
     * and combines them; lane 0 has the sum. */
    __device__ __forceinline__ A gather_some(const fast_status<A> *from, uint32_t count, A *seen) {
        fast_status<A> q[FAST_SEEN] = {};
        fast_poll_all(q, from, lane, 32, count, j.run, j.nap);
        A a = Op::identity();
        if constexpr (Op::commutes) {
#pragma unroll
            for (int b = 0; b < FAST_SEEN; b++)
                if (b * 32 + lane < count) a = Op::combine(a, fast_value(q[b]));
        } else {
#pragma unroll
            for (int b = 0; b < FAST_SEEN; b++)
                if (b * 32 + lane < count) seen[b * 32 + lane] = fast_value(q[b]);
            __syncwarp();
#pragma unroll
            for (int b = 0; b < FAST_SEEN; b++)
                if (lane * FAST_SEEN + b < count) a = Op::combine(a, seen[lane * FAST_SEEN + b]);
            __syncwarp();
        }
        return fast_warp_total<Op>(a);
    }

    __device__ __forceinline__ A gather(uint32_t from, uint32_t count, A *seen) {
        constexpr uint32_t most = FAST_SEEN * 32;
        const auto *status = fast_status_for<A>(j, blockIdx.x) + from;
        A a = Op::identity();
        for (uint32_t p = 0; p < count; p += most)
            a = Op::combine(a, gather_some(status + p, min(count - p, most), seen));
        return a;
    }

    /* Looker q takes every FAST_LOOKERS-th tile; the running prefix goes from
     * one looker to the other through `after`, which only lookers write. */
    __device__ void look_back(int q) {
        for (uint32_t i = q; i < mine; i += FAST_LOOKERS) {
            const int s = slot(i);
            const uint32_t gap = i ? gridDim.x - 1 : blockIdx.x;
            A a = gather(tile(i) - gap, gap, r.seen[q]);
            if (i) {
                fast_bar_wait(&r.prefixes[slot(i - 1)], lap(i - 1));
                a = Op::combine(r.after[slot(i - 1)], a);
            }
            fast_bar_wait(&r.totals[s], lap(i));
            if (lane == 0) {
                r.prefix[s] = a;
                r.after[s] = Op::combine(a, r.total[s]);
                fast_bar_arrive(&r.prefixes[s]);
            }
            __syncwarp();
        }
    }

    /* Copies out what no bulk copy does: the edges of partial tiles, and all of a
     * tile where y is off x's grid. */
    __device__ __forceinline__ void store_places(uint32_t i, int warp, fast_span sp) {
        const T *from = (const T *)r.tile[slot(i)];
        T *to = (T *)(j.y + (uint64_t)tile(i) * bytes);
        const int first = max(places / W * warp, sp.lo), last = min(places / W * (warp + 1), sp.hi);
        const fast_span bulk = vectors(sp);
        const int a = j.y_on_grid ? bulk.lo * N : last, b = j.y_on_grid ? bulk.hi * N : last;
        for (int p = first + lane; p < min(last, a); p += 32) to[p] = from[p];
        for (int p = max(first, b) + lane; p < last; p += 32) to[p] = from[p];
    }

    /* Folds a thread's vectors once more while the prefix is on its way: so the
     * reducers need no scan, and the aggregate is out the sooner. */
    __device__ void sweep(int warp) {
        for (uint32_t i = 0; i < mine; i++) {
            const int s = slot(i);
            uint4 *p = r.tile[s] + (warp * 32 + lane) * K, v[K];
            fast_bar_wait(&r.full[s], lap(i));
#pragma unroll
            for (int k = 0; k < K; k++) v[k] = p[k];
            const A scanned = fast_warp_scan<Op>(fast_fold_all<Op, K>(v), lane);
            const A within = fast_warp_before<Op>(scanned, lane);
            fast_bar_wait(&r.prefixes[s], lap(i));
            A carry = Op::combine(Op::combine(r.prefix[s], r.before[s][warp]), within);
#pragma unroll
            for (int k = 0; k < K; k++) p[k] = fast_sweep<Op>(v[k], carry, j.inclusive);
            const fast_span sp = span(i);
            fast_bulk_fence();
            __syncwarp();
            if (!whole(sp) || !j.y_on_grid) store_places(i, warp, sp);
            __syncwarp();
            if (lane == 0) fast_bar_arrive(&r.swept[s]);
        }
    }

    /* One thread. A slot is given back when the next tile's copy is on its way. */
    __device__ void store() {
        uint32_t freed = 0;
        for (uint32_t i = 0; i < mine; i++) {
            const fast_span bulk = vectors(span(i));
            const uint32_t size = j.y_on_grid ? (uint32_t)(bulk.hi - bulk.lo) * 16 : 0;
            fast_bar_wait(&r.swept[slot(i)], lap(i));
            if (size) {
                fast_bulk_store(j.y + (uint64_t)tile(i) * bytes + bulk.lo * 16,
                                r.tile[slot(i)] + bulk.lo, size);
                fast_bulk_drain<1>();
            } else {
                fast_bulk_drain<0>();
            }
            for (; freed < i + !size; freed++) fast_bar_arrive(&r.empty[slot(freed)]);
        }
        fast_bulk_drain<0>();
    }

    /* The roles, by warp. */
    __device__ void play(int warp) {
        if (warp < W) sweep(warp);
        else if (warp < 2 * W) reduce(warp - W);
        else if (warp == 2 * W) load();
        else if (warp == 2 * W + 1) add_up();
        else if (warp > 2 * W + 2) look_back(warp - 2 * W - 3);
        else if (lane == 0) store();
    }
};

template <class Op, int W, int K, int S>
__global__ void __launch_bounds__(fast_ring_threads<W>, 1)
fast_ring_kernel(const __grid_constant__ fast_job j) {
    if constexpr (fast_chip_90) {
        using Ring = fast_ring<typename Op::acc, W, K, S>;
        extern __shared__ __align__(128) unsigned char fast_ring_memory[];
        constexpr int warps = fast_ring_threads<W> / 32;
        const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
        if (blockIdx.x >= j.tiles) return;
        const uint32_t mine = (j.tiles - 1 - blockIdx.x) / gridDim.x + 1;
        fast_ring_block<Op, W, K, S> b{*(Ring *)fast_ring_memory, j, lane, mine};
        if (warp == 2 * W) b.load_first();
        else if (lane == 0) b.make_barriers(warp < 2 * W ? warp : warp - 1, warps - 1);
        __syncthreads();
        b.play(warp);
    }
}

#endif
