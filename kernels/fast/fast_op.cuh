/* Operators as the kernels see them: what an element is in memory, what it is
 * while it is combined, and how one becomes the other.
 *
 * A scan never stores an intermediate value in memory, so `acc` may be wider
 * than `elem`: int8 is summed modulo 2^32 and cut to 8 bits when written, half
 * is summed in float and rounded once. `combine(l, r)` takes the earlier
 * elements on its left; nothing here assumes that it commutes. */
#ifndef FAST_OP_CUH
#define FAST_OP_CUH

#include <cuda_fp16.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* x -> a*x + b, in unsigned arithmetic. */
struct alignas(8) fast_affine {
    uint32_t a, b;
};

/* Sixteen bytes of elements, as one load or store moves them. */
template <class T> struct alignas(16) fast_vec {
    static constexpr int N = 16 / (int)sizeof(T);
    T e[N];
};

template <class T> __device__ __forceinline__ fast_vec<T> fast_unpack(uint4 q) {
    fast_vec<T> v;
    memcpy(&v, &q, 16);
    return v;
}

template <class T> __device__ __forceinline__ uint4 fast_pack(const fast_vec<T> &v) {
    uint4 q;
    memcpy(&q, &v, 16);
    return q;
}

/* What most operators share: memory and register form are the same type, and
 * l op r is r op l (rounding apart), so that a total may be taken in any order. */
template <class T> struct fast_same {
    using elem = T;
    using acc = T;
    static constexpr bool commutes = true;
    static __device__ __forceinline__ acc widen(elem x) { return x; }
    static __device__ __forceinline__ elem narrow(acc x) { return x; }
};

template <class T> struct fast_add : fast_same<T> {
    static __device__ __forceinline__ T identity() { return T(0); }
    static __device__ __forceinline__ T combine(T l, T r) { return l + r; }
};

struct fast_add_i8 {
    using elem = uint8_t;
    using acc = uint32_t;
    static constexpr bool commutes = true;
    static __device__ __forceinline__ acc widen(elem x) { return x; }
    static __device__ __forceinline__ elem narrow(acc x) { return (elem)x; }
    static __device__ __forceinline__ acc identity() { return 0; }
    static __device__ __forceinline__ acc combine(acc l, acc r) { return l + r; }
};

struct fast_add_f16 {
    using elem = uint16_t;
    using acc = float;
    static constexpr bool commutes = true;
    static __device__ __forceinline__ acc widen(elem x) {
        return __half2float(__ushort_as_half(x));
    }
    static __device__ __forceinline__ elem narrow(acc x) {
        return __half_as_ushort(__float2half_rn(x));
    }
    static __device__ __forceinline__ acc identity() { return 0.0f; }
    static __device__ __forceinline__ acc combine(acc l, acc r) { return l + r; }
};

struct fast_max_i32 : fast_same<int32_t> {
    static __device__ __forceinline__ int32_t identity() { return INT_MIN; }
    static __device__ __forceinline__ int32_t combine(int32_t l, int32_t r) {
        return l > r ? l : r;
    }
};

struct fast_min_i32 : fast_same<int32_t> {
    static __device__ __forceinline__ int32_t identity() { return INT_MAX; }
    static __device__ __forceinline__ int32_t combine(int32_t l, int32_t r) {
        return l < r ? l : r;
    }
};

struct fast_max_f32 : fast_same<float> {
    static __device__ __forceinline__ float identity() { return -__int_as_float(0x7f800000); }
    static __device__ __forceinline__ float combine(float l, float r) { return l > r ? l : r; }
};

struct fast_mul_u32 : fast_same<uint32_t> {
    static __device__ __forceinline__ uint32_t identity() { return 1; }
    static __device__ __forceinline__ uint32_t combine(uint32_t l, uint32_t r) { return l * r; }
};

struct fast_and_u32 : fast_same<uint32_t> {
    static __device__ __forceinline__ uint32_t identity() { return 0xffffffffu; }
    static __device__ __forceinline__ uint32_t combine(uint32_t l, uint32_t r) { return l & r; }
};

struct fast_or_u32 : fast_same<uint32_t> {
    static __device__ __forceinline__ uint32_t identity() { return 0; }
    static __device__ __forceinline__ uint32_t combine(uint32_t l, uint32_t r) { return l | r; }
};

struct fast_xor_u32 : fast_same<uint32_t> {
    static __device__ __forceinline__ uint32_t identity() { return 0; }
    static __device__ __forceinline__ uint32_t combine(uint32_t l, uint32_t r) { return l ^ r; }
};

struct fast_affine_u32 : fast_same<fast_affine> {
    static constexpr bool commutes = false;
    static __device__ __forceinline__ fast_affine identity() { return {1, 0}; }
    static __device__ __forceinline__ fast_affine combine(fast_affine l, fast_affine r) {
        return {r.a * l.a, r.a * l.b + r.b};
    }
};

/* Operators that a chip combines over a warp in one instruction (compute
 * capability 8.0); `of` gives every lane the total. */
template <class Op> struct fast_at_once {
    static constexpr bool known = false;
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define FAST_AT_ONCE(op, name, type)                                    \
    template <> struct fast_at_once<op> {                               \
        static constexpr bool known = true;                             \
        static __device__ __forceinline__ type of(type a) {             \
            return __reduce_##name##_sync(0xffffffffu, a);              \
        }                                                               \
    }
FAST_AT_ONCE(fast_add<uint32_t>, add, uint32_t);
FAST_AT_ONCE(fast_add_i8, add, uint32_t);
FAST_AT_ONCE(fast_max_i32, max, int32_t);
FAST_AT_ONCE(fast_min_i32, min, int32_t);
FAST_AT_ONCE(fast_and_u32, and, uint32_t);
FAST_AT_ONCE(fast_or_u32, or, uint32_t);
FAST_AT_ONCE(fast_xor_u32, xor, uint32_t);
#undef FAST_AT_ONCE
#endif

/* All elements of a vector combined, left to right. */
template <class Op> struct fast_fold {
    static __device__ __forceinline__ typename Op::acc of(uint4 q) {
        const auto v = fast_unpack<typename Op::elem>(q);
        typename Op::acc a = Op::widen(v.e[0]);
#pragma unroll
        for (int i = 1; i < v.N; i++) a = Op::combine(a, Op::widen(v.e[i]));
        return a;
    }
};

/* Four bytes an instruction: the dot product with 1 1 1 1. */
template <> struct fast_fold<fast_add_i8> {
    static __device__ __forceinline__ uint32_t of(uint4 q) {
        const uint32_t ones = 0x01010101u;
        return __dp4a(q.w, ones, __dp4a(q.z, ones, __dp4a(q.y, ones, __dp4a(q.x, ones, 0u))));
    }
};

/* All elements of K vectors combined, in order. */
template <class Op, int K>
__device__ __forceinline__ typename Op::acc fast_fold_all(const uint4 *v) {
    typename Op::acc a = fast_fold<Op>::of(v[0]);
#pragma unroll
    for (int k = 1; k < K; k++) a = Op::combine(a, fast_fold<Op>::of(v[k]));
    return a;
}

/* Scans a vector behind `carry`; the carry then covers it too. */
template <class Op> struct fast_sweeper {
    static __device__ __forceinline__ uint4 of(uint4 q, typename Op::acc &carry, bool inclusive) {
        auto v = fast_unpack<typename Op::elem>(q);
#pragma unroll
        for (int i = 0; i < v.N; i++) {
            const typename Op::acc before = carry;
            carry = Op::combine(carry, Op::widen(v.e[i]));
            v.e[i] = Op::narrow(inclusive ? carry : before);
        }
        return fast_pack(v);
    }
};

/* Four bytes at a time: the even and the odd ones apart, in halves of 16 bits,
 * whose sums of at most four bytes do not run into each other. */
template <> struct fast_sweeper<fast_add_i8> {
    static __device__ __forceinline__ uint32_t word(uint32_t x, uint32_t &carry, bool inclusive) {
        const uint32_t even = __byte_perm(x, 0, 0x4240), odd = __byte_perm(x, 0, 0x4341);
        const uint32_t pair = even + odd;
        const uint32_t before = __byte_perm(carry, 0, 0x4040) + (pair << 16);
        const uint32_t low = inclusive ? before + even : before;
        const uint32_t high = before + (inclusive ? pair : even);
        carry = __dp4a(x, 0x01010101u, carry);
        return __byte_perm(low, high, 0x6240);
    }
    static __device__ __forceinline__ uint4 of(uint4 q, uint32_t &carry, bool inclusive) {
        q.x = word(q.x, carry, inclusive);
        q.y = word(q.y, carry, inclusive);
        q.z = word(q.z, carry, inclusive);
        q.w = word(q.w, carry, inclusive);
        return q;
    }
};

template <class Op>
__device__ __forceinline__ uint4 fast_sweep(uint4 q, typename Op::acc &carry, bool inclusive) {
    return fast_sweeper<Op>::of(q, carry, inclusive);
}

#endif
