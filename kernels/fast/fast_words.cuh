/* The few machine words that the two kernels need and CUDA C++ has no name for,
 * and the warp's own scans built on shuffles.
 *
 * Status words. A tile's aggregate travels between blocks in 64-bit words of
 * which the upper half is the number of the run and the lower half 32 bits of
 * the value; a value of 8 bytes takes two words, each with its own run number.
 * Whoever sees this run's number in a word sees the value with it, so plain
 * relaxed accesses suffice and nothing is reset between runs. */
#ifndef FAST_WORDS_CUH
#define FAST_WORDS_CUH

#include "fast_op.cuh"

#define FAST_FULL 0xffffffffu

/* ---- values as 32-bit words ------------------------------------------------ */

template <class A> struct fast_bits {
    static_assert(sizeof(A) == 4 || sizeof(A) == 8, "a status value is one word or two");
    static constexpr int N = (int)sizeof(A) / 4;
    uint32_t w[N];
};

template <class A> __device__ __forceinline__ fast_bits<A> fast_to_bits(A a) {
    fast_bits<A> b;
    memcpy(&b, &a, sizeof a);
    return b;
}

template <class A> __device__ __forceinline__ A fast_from_bits(const fast_bits<A> &b) {
    A a;
    memcpy(&a, &b, sizeof a);
    return a;
}

/* ---- status words ---------------------------------------------------------- */

template <class A> struct alignas(sizeof(A) * 2) fast_status {
    uint64_t w[fast_bits<A>::N];
};

template <class A> __device__ __forceinline__ fast_status<A> fast_peek(const fast_status<A> *p) {
    fast_status<A> s;
    if constexpr (fast_bits<A>::N == 1)
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(s.w[0]) : "l"(p) : "memory");
    else
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(s.w[0]), "=l"(s.w[1]) : "l"(p) : "memory");
    return s;
}

template <class A>
__device__ __forceinline__ bool fast_ready(const fast_status<A> &s, uint32_t run) {
    bool all = true;
#pragma unroll
    for (int i = 0; i < fast_bits<A>::N; i++) all = all && (uint32_t)(s.w[i] >> 32) == run;
    return all;
}

template <class A> __device__ __forceinline__ A fast_value(const fast_status<A> &s) {
    fast_bits<A> b;
#pragma unroll
    for (int i = 0; i < b.N; i++) b.w[i] = (uint32_t)s.w[i];
    return fast_from_bits<A>(b);
}

/* Waits for a word of this run, `nap` nanoseconds between two looks. */
template <class A>
__device__ __forceinline__ A fast_poll(const fast_status<A> *p, uint32_t run, uint32_t nap) {
    fast_status<A> s = fast_peek(p);
    while (!fast_ready(s, run)) {
        if (nap) __nanosleep(nap);
        s = fast_peek(p);
    }
    return fast_value(s);
}

/* Waits for the words first, first + step, ... before `end`, up to M of them. Those
 * that are not there yet are asked for again all together: one trip through the
 * L2 cache, not one after the other. */
template <class A, int M>
__device__ __forceinline__ void fast_poll_all(fast_status<A> (&q)[M], const fast_status<A> *from,
                                              uint32_t first, uint32_t step, uint32_t end,
                                              uint32_t run, uint32_t nap) {
    bool all = false;
    while (!all) {
#pragma unroll
        for (int i = 0; i < M; i++)
            if (first + i * step < end && !fast_ready(q[i], run))
                q[i] = fast_peek(from + first + i * step);
        all = true;
#pragma unroll
        for (int i = 0; i < M; i++)
            all = all && (first + i * step >= end || fast_ready(q[i], run));
        if (!all && nap) __nanosleep(nap);
    }
}

template <class A>
__device__ __forceinline__ void fast_write(fast_status<A> *p, A a, uint32_t run) {
    const fast_bits<A> b = fast_to_bits(a);
    const uint64_t hi = (uint64_t)run << 32;
    if constexpr (b.N == 1)
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(hi | b.w[0]) : "memory");
    else
        asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};"
                     ::"l"(p), "l"(hi | b.w[0]), "l"(hi | b.w[b.N - 1]) : "memory");
}

/* ---- a warp's own scans ---------------------------------------------------- */

template <class A> __device__ __forceinline__ A fast_shfl(A a, int lane) {
    fast_bits<A> b = fast_to_bits(a);
#pragma unroll
    for (int i = 0; i < b.N; i++) b.w[i] = __shfl_sync(FAST_FULL, b.w[i], lane);
    return fast_from_bits<A>(b);
}

template <class A> __device__ __forceinline__ A fast_shfl_up(A a, int d) {
    fast_bits<A> b = fast_to_bits(a);
#pragma unroll
    for (int i = 0; i < b.N; i++) b.w[i] = __shfl_up_sync(FAST_FULL, b.w[i], d);
    return fast_from_bits<A>(b);
}

template <class A> __device__ __forceinline__ A fast_shfl_down(A a, int d) {
    fast_bits<A> b = fast_to_bits(a);
#pragma unroll
    for (int i = 0; i < b.N; i++) b.w[i] = __shfl_down_sync(FAST_FULL, b.w[i], d);
    return fast_from_bits<A>(b);
}

template <class Op>
__device__ __forceinline__ typename Op::acc fast_warp_scan(typename Op::acc a, int lane) {
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const typename Op::acc left = fast_shfl_up(a, d);
        if (lane >= d) a = Op::combine(left, a);
    }
    return a;
}

/* All lanes combined, in order; lane 0 has it. */
template <class Op>
__device__ __forceinline__ typename Op::acc fast_warp_total(typename Op::acc a) {
    if constexpr (fast_at_once<Op>::known) {
        return fast_at_once<Op>::of(a);
    } else {
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) a = Op::combine(a, fast_shfl_down(a, d));
        return a;
    }
}

/* The combination of all lower lanes, from an inclusive warp scan. */
template <class Op>
__device__ __forceinline__ typename Op::acc fast_warp_before(typename Op::acc scanned, int lane) {
    const typename Op::acc left = fast_shfl_up(scanned, 1);
    return lane ? left : Op::identity();
}

/* Combines the first `count` of M values in shared memory, and all of them. The
 * same words go to all threads of a warp at once: cheaper than a warp's scan. */
template <class Op, int M>
__device__ __forceinline__ typename Op::acc fast_join(const typename Op::acc *slot, uint32_t count,
                                                      typename Op::acc &all) {
    typename Op::acc some = Op::identity();
    all = slot[0];
#pragma unroll
    for (int i = 1; i <= M; i++) {
        if (i == count) some = all;
        if (i < M) all = Op::combine(all, slot[i]);
    }
    return some;
}

/* ---- one job, as both kernels take it -------------------------------------- */

/* Tiles are cut on the 16-byte grid of x. Element i of the caller stands at
 * place skew + i of that grid, so only the first and the last tile are partial. */
struct fast_job {
    uintptr_t x, y;       /* addresses of place 0; y's may be off the grid */
    uint64_t end;         /* skew + n: first place behind the data */
    uint32_t skew;        /* places of the first tile that are not data */
    uint32_t tiles;
    uint32_t run;         /* this run's number, never 0 */
    uint32_t base;        /* tile kernel: the ticket counter before this run */
    uint32_t inclusive;
    uint32_t y_on_grid;   /* y's place 0 is 16-byte aligned too */
    uint32_t depth;       /* ring kernel: most tiles being loaded at a time, 1 to S */
    uint32_t nap;         /* nanoseconds between two looks at an unwritten status word */
    uint32_t copies;      /* of the status words, a power of two up to 32, `stride` apart: */
    uint32_t stride;      /* so that not all blocks poll the same cache lines */
    uint32_t numbered;    /* tile kernel: take the tile's number on arrival */
    uint32_t clustered;   /* tile kernel: the blocks are one cluster */
    void *status;         /* one fast_status a tile */
    void *prefix;         /* tile kernel: one fast_status a group of tiles */
    uint32_t *ticket;
};

/* The data places [lo, hi) of a tile that starts at place `first`. */
struct fast_span {
    int lo, hi;
};

__device__ __forceinline__ fast_span fast_tile_span(const fast_job &j, uint64_t first, int places) {
    const uint64_t left = j.end - first;
    return {first < j.skew ? (int)(j.skew - first) : 0,
            left < (uint64_t)places ? (int)left : places};
}

/* The status words that reader number i looks at. */
template <class A>
__device__ __forceinline__ const fast_status<A> *fast_status_for(const fast_job &j, uint32_t i) {
    return (const fast_status<A> *)j.status + (size_t)(i & (j.copies - 1)) * j.stride;
}

/* Publishes tile t's aggregate: thread i writes copy i. */
template <class A>
__device__ __forceinline__ void fast_publish(const fast_job &j, uint32_t t, A a, uint32_t i) {
    if (i < j.copies) fast_write((fast_status<A> *)j.status + (size_t)i * j.stride + t, a, j.run);
}

/* ---- barriers in shared memory, clusters and bulk copies --------------------- */

/* From compute capability 9.0 on; nothing below may be used where this is false. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
constexpr bool fast_chip_90 = true;
#else
constexpr bool fast_chip_90 = false;
#endif

__device__ __forceinline__ uint32_t fast_shared(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

__device__ __forceinline__ void fast_bar_init(uint64_t *bar, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 ::"r"(fast_shared(bar)), "r"(count) : "memory");
}

__device__ __forceinline__ void fast_bar_init_done() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ __forceinline__ void fast_bar_arrive(uint64_t *bar) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(fast_shared(bar)) : "memory");
}

__device__ __forceinline__ void fast_bar_expect(uint64_t *bar, uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 ::"r"(fast_shared(bar)), "r"(bytes) : "memory");
}

__device__ __forceinline__ bool fast_bar_try(uint64_t *bar, uint32_t parity) {
    uint32_t done;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(fast_shared(bar)), "r"(parity) : "memory");
    return done != 0;
}

__device__ __forceinline__ void fast_bar_wait(uint64_t *bar, uint32_t parity) {
    while (!fast_bar_try(bar, parity)) {}
}

__device__ __forceinline__ void fast_bulk_load(void *to, uintptr_t from, uint32_t bytes,
                                               uint64_t *bar) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1], %2, [%3];"
                 ::"r"(fast_shared(to)), "l"(from), "r"(bytes), "r"(fast_shared(bar)) : "memory");
}

__device__ __forceinline__ void fast_bulk_store(uintptr_t to, const void *from, uint32_t bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 ::"l"(to), "r"(fast_shared(from)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Waits until all but the newest `Left` stores have been read out. */
template <int Left> __device__ __forceinline__ void fast_bulk_drain() {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Left) : "memory");
}

/* Arrival orders nothing but the barriers made before it. */
__device__ __forceinline__ void fast_cluster_arrive() {
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}

__device__ __forceinline__ void fast_cluster_wait() {
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

__device__ __forceinline__ uint32_t fast_cluster_address(const void *p, uint32_t rank) {
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there) : "r"(fast_shared(p)), "r"(rank));
    return there;
}

/* Waits for what other blocks of the cluster sent. */
__device__ __forceinline__ void fast_cluster_await(uint64_t *bar, uint32_t parity) {
    uint32_t done;
    do {
        asm volatile("{ .reg .pred p;"
                     " mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
                     " selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(fast_shared(bar)), "r"(parity) : "memory");
    } while (!done);
}

/* Puts a where p points, and tells the barrier, in the block of that rank. */
template <class A>
__device__ __forceinline__ void fast_cluster_send(const A *p, A a, const uint64_t *bar,
                                                  uint32_t rank) {
    const fast_bits<A> b = fast_to_bits(a);
    const uint32_t to = fast_cluster_address(p, rank), tell = fast_cluster_address(bar, rank);
    if constexpr (b.N == 1)
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];"
                     ::"r"(to), "r"(b.w[0]), "r"(tell) : "memory");
    else
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32"
                     " [%0], {%1, %2}, [%3];"
                     ::"r"(to), "r"(b.w[0]), "r"(b.w[b.N - 1]), "r"(tell) : "memory");
}

/* Orders this thread's shared-memory accesses before later bulk copies. */
__device__ __forceinline__ void fast_bulk_fence() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#endif
