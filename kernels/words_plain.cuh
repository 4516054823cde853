/* The words of words.h as plain CUDA, for one operator and type.
 *
 * ELEM_TYPE (i8 i32 u32 i64 f32 f64 f16) and ELEM_OP (add mul min max and or
 * xor mat2 affine carry string segadd argmax) are given by the generated file
 * that includes the kernels; the entry of kernel k is then called, for
 * instance, k_i32_add. A value is an ordinary element or a small structure,
 * loads and stores are array accesses, notes are nothing. */
#ifndef KERNELS_WORDS_PLAIN_CUH
#define KERNELS_WORDS_PLAIN_CUH

#include <cuda_fp16.h>
#include <stdint.h>
#include <string.h>

#include "base/elem_ops.h"
#include "kernels/plain.h"
#include "kernels/words_args.h"

/* ---- from names to types --------------------------------------------------- */

enum {
    PLAIN_TYPE_i32 = ELEM_I32, PLAIN_TYPE_i8 = ELEM_I8, PLAIN_TYPE_u32 = ELEM_U32,
    PLAIN_TYPE_i64 = ELEM_I64, PLAIN_TYPE_f32 = ELEM_F32, PLAIN_TYPE_f64 = ELEM_F64,
    PLAIN_TYPE_f16 = ELEM_F16
};
enum {
    PLAIN_OP_add = OP_ADD, PLAIN_OP_mul = OP_MUL, PLAIN_OP_min = OP_MIN,
    PLAIN_OP_max = OP_MAX, PLAIN_OP_and = OP_AND, PLAIN_OP_or = OP_OR,
    PLAIN_OP_xor = OP_XOR, PLAIN_OP_mat2 = OP_MAT2, PLAIN_OP_affine = OP_AFFINE,
    PLAIN_OP_carry = OP_CARRY, PLAIN_OP_string = OP_STRING,
    PLAIN_OP_segadd = OP_SEGADD, PLAIN_OP_argmax = OP_ARGMAX
};
enum {
    PLAIN_TYPE = WORDS_PASTE(PLAIN_TYPE_, ELEM_TYPE),
    PLAIN_OP = WORDS_PASTE(PLAIN_OP_, ELEM_OP)
};

template <int type> struct plain_type { typedef int32_t element; };
template <> struct plain_type<ELEM_I8> { typedef int8_t element; };
template <> struct plain_type<ELEM_U32> { typedef uint32_t element; };
template <> struct plain_type<ELEM_I64> { typedef long long element; };
template <> struct plain_type<ELEM_F32> { typedef float element; };
template <> struct plain_type<ELEM_F64> { typedef double element; };
template <> struct plain_type<ELEM_F16> { typedef __half element; };

/* ---- one element ----------------------------------------------------------- */

/* Integers wrap; the sum and product of two unsigned numbers do. */
static __device__ __forceinline__ int32_t plain_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
static __device__ __forceinline__ long long plain_add(long long a, long long b)
{
    return (long long)((unsigned long long)a + (unsigned long long)b);
}
static __device__ __forceinline__ int32_t plain_mul(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}
static __device__ __forceinline__ long long plain_mul(long long a, long long b)
{
    return (long long)((unsigned long long)a * (unsigned long long)b);
}
template <typename T> static __device__ __forceinline__ T plain_add(T a, T b)
{
    return (T)(a + b);
}
template <typename T> static __device__ __forceinline__ T plain_mul(T a, T b)
{
    return (T)(a * b);
}

/* Of equal values the left one; the first NaN wins, as in elem_ops.h. */
template <typename T> static __device__ __forceinline__ T plain_less(T a, T b, bool less)
{
    return a != a ? a : b != b || less ? b : a;
}

template <int op, typename T>
static __device__ __forceinline__ T plain_scalar(T a, T b)
{
    if constexpr (op == OP_ADD)
        return plain_add(a, b);
    else if constexpr (op == OP_MUL)
        return plain_mul(a, b);
    else if constexpr (op == OP_MIN)
        return plain_less(a, b, b < a);
    else if constexpr (op == OP_MAX)
        return plain_less(a, b, a < b);
    else if constexpr (op == OP_AND)
        return (T)(a & b);
    else if constexpr (op == OP_OR)
        return (T)(a | b);
    else
        return (T)(a ^ b);
}

/* ---- values ---------------------------------------------------------------- */

constexpr int plain_element_bytes(int type)
{
    return type == ELEM_I8 ? 1 : type == ELEM_F16 ? 2
         : type == ELEM_I64 || type == ELEM_F64 ? 8 : 4;
}

constexpr int plain_pair_bytes(int op, int type)
{
    return op == OP_CARRY ? 2
         : op == OP_ARGMAX ? 2 * (plain_element_bytes(type) < 4 ? 4 : plain_element_bytes(type))
         : op == OP_MAT2 || op == OP_STRING ? 16 : 2 * plain_element_bytes(type);
}

/* Pairs that have no code of their own are bytes, worked on by elem_ops.h with
 * a constant operator and type. */
template <int op, int type> struct plain_rule {
    struct alignas(plain_pair_bytes(op, type)) value {
        unsigned char bytes[plain_pair_bytes(op, type)];
    };
    static __device__ __forceinline__ value apply(value a, value b)
    {
        unsigned char left[ELEM_MAX] = { 0 }, right[ELEM_MAX] = { 0 };
        memcpy(left, a.bytes, sizeof a.bytes);
        memcpy(right, b.bytes, sizeof b.bytes);
        elem_apply(op, type, left, right, left);
        memcpy(a.bytes, left, sizeof a.bytes);
        return a;
    }
};

template <int op, int type> struct plain_one {
    typedef typename plain_type<type>::element value;
    static __device__ __forceinline__ value apply(value a, value b)
    {
        return plain_scalar<op>(a, b);
    }
};
template <int type> struct plain_rule<OP_ADD, type> : plain_one<OP_ADD, type> {};
template <int type> struct plain_rule<OP_MUL, type> : plain_one<OP_MUL, type> {};
template <int type> struct plain_rule<OP_MIN, type> : plain_one<OP_MIN, type> {};
template <int type> struct plain_rule<OP_MAX, type> : plain_one<OP_MAX, type> {};
template <int type> struct plain_rule<OP_AND, type> : plain_one<OP_AND, type> {};
template <int type> struct plain_rule<OP_OR, type> : plain_one<OP_OR, type> {};
template <int type> struct plain_rule<OP_XOR, type> : plain_one<OP_XOR, type> {};

template <int type> struct plain_rule<OP_MAT2, type> {
    typedef typename plain_type<type>::element element;
    struct alignas(16) value { element m[4]; };
    static __device__ __forceinline__ element cell(value a, value b, int row, int column)
    {
        return plain_add(plain_mul(a.m[2 * row], b.m[column]),
                         plain_mul(a.m[2 * row + 1], b.m[2 + column]));
    }
    static __device__ __forceinline__ value apply(value a, value b)
    {
        return { { cell(a, b, 0, 0), cell(a, b, 0, 1), cell(a, b, 1, 0), cell(a, b, 1, 1) } };
    }
};

/* The left map first. */
template <int type> struct plain_rule<OP_AFFINE, type> {
    typedef typename plain_type<type>::element element;
    struct alignas(2 * sizeof(element)) value { element a, b; };
    static __device__ __forceinline__ value apply(value l, value r)
    {
        return { plain_mul(r.a, l.a), plain_add(plain_mul(r.a, l.b), r.b) };
    }
};

typedef plain_rule<PLAIN_OP, PLAIN_TYPE>::value val;
typedef val *vals;
typedef int *ints;

/* ---- values and ints ------------------------------------------------------- */

static __device__ __forceinline__ val plain_identity()
{
    unsigned char bytes[ELEM_MAX];
    val v;
    elem_identity(PLAIN_OP, PLAIN_TYPE, bytes);
    memcpy(&v, bytes, sizeof v);
    return v;
}

static __device__ __forceinline__ val plain_to_val(int k)
{
    unsigned char bytes[ELEM_MAX];
    val v;
    elem_from_int(PLAIN_OP, PLAIN_TYPE, k, bytes);
    memcpy(&v, bytes, sizeof v);
    return v;
}

static __device__ __forceinline__ int plain_to_int(val v)
{
    unsigned char bytes[ELEM_MAX] = { 0 };
    memcpy(bytes, &v, sizeof v);
    return elem_to_int(PLAIN_OP, PLAIN_TYPE, bytes);
}

/* ---- a value in 32-bit words: shuffles and volatile access ----------------- */

union plain_words {
    uint32_t word[(sizeof(val) + 3) / 4];
    unsigned char bytes[(sizeof(val) + 3) / 4 * 4];
};

template <typename move>
static __device__ __forceinline__ val plain_by_words(val v, move each)
{
    plain_words words = {};
    memcpy(words.bytes, &v, sizeof v);
#pragma unroll
    for (unsigned i = 0; i < sizeof words / 4; i++)
        words.word[i] = each(words.word[i]);
    memcpy(&v, words.bytes, sizeof v);
    return v;
}

static __device__ __forceinline__ val plain_up(unsigned mask, val v, unsigned by, int width = 32)
{
    return plain_by_words(v, [=](uint32_t w) { return __shfl_up_sync(mask, w, by, width); });
}
static __device__ __forceinline__ val plain_down(unsigned mask, val v, unsigned by, int width = 32)
{
    return plain_by_words(v, [=](uint32_t w) { return __shfl_down_sync(mask, w, by, width); });
}
static __device__ __forceinline__ val plain_xor(unsigned mask, val v, int by, int width = 32)
{
    return plain_by_words(v, [=](uint32_t w) { return __shfl_xor_sync(mask, w, by, width); });
}
static __device__ __forceinline__ val plain_from(unsigned mask, val v, int lane, int width = 32)
{
    return plain_by_words(v, [=](uint32_t w) { return __shfl_sync(mask, w, lane, width); });
}

/* Each access really happens, in pieces no wider than the value's alignment. */
template <typename T>
static __device__ __forceinline__ val plain_read_as(const val *at)
{
    T piece[sizeof(val) / sizeof(T)];
    val v;
#pragma unroll
    for (unsigned i = 0; i < sizeof(val) / sizeof(T); i++)
        piece[i] = reinterpret_cast<const volatile T *>(at)[i];
    memcpy(&v, piece, sizeof v);
    return v;
}

template <typename T>
static __device__ __forceinline__ void plain_write_as(val *at, val v)
{
    T piece[sizeof(val) / sizeof(T)];
    memcpy(piece, &v, sizeof v);
#pragma unroll
    for (unsigned i = 0; i < sizeof(val) / sizeof(T); i++)
        reinterpret_cast<volatile T *>(at)[i] = piece[i];
}

static __device__ __forceinline__ val plain_read(const val *at)
{
    if constexpr (sizeof(val) >= 8)
        return plain_read_as<unsigned long long>(at);
    else if constexpr (sizeof(val) == 4)
        return plain_read_as<uint32_t>(at);
    else if constexpr (sizeof(val) == 2)
        return plain_read_as<uint16_t>(at);
    else
        return plain_read_as<uint8_t>(at);
}

static __device__ __forceinline__ void plain_write(val *at, val v)
{
    if constexpr (sizeof(val) >= 8)
        plain_write_as<unsigned long long>(at, v);
    else if constexpr (sizeof(val) == 4)
        plain_write_as<uint32_t>(at, v);
    else if constexpr (sizeof(val) == 2)
        plain_write_as<uint16_t>(at, v);
    else
        plain_write_as<uint8_t>(at, v);
}

static __device__ __forceinline__ val plain_acquire(const val *at)
{
    const val v = plain_read(at);
    __threadfence();
    return v;
}

static __device__ __forceinline__ void plain_release(val *at, val v)
{
    __threadfence();
    plain_write(at, v);
}

/* ---- status words ---------------------------------------------------------- */

enum { INVALID = 0, AGGREGATE = 1, PREFIX = 2 };

/* Kind and value in one 8-byte word where they fit; else a kind that guards
 * two values, since a prefix must not overwrite an aggregate being read. */
template <bool narrow> struct plain_status {
    unsigned long long word;
    __device__ __forceinline__ void publish(int kind, val v)
    {
        uint32_t bits = 0;
        memcpy(&bits, &v, sizeof v);
        const unsigned long long both = (unsigned long long)kind << 32 | bits;
        asm volatile("st.release.gpu.u64 [%0], %1;" : : "l"(&word), "l"(both) : "memory");
    }
    __device__ __forceinline__ int poll(val *v)
    {
        unsigned long long both;
        do
            asm volatile("ld.acquire.gpu.u64 %0, [%1];" : "=l"(both) : "l"(&word) : "memory");
        while (both >> 32 == INVALID);
        const uint32_t bits = (uint32_t)both;
        memcpy(v, &bits, sizeof *v);
        return (int)(both >> 32);
    }
};

template <> struct plain_status<false> {
    uint32_t kind;
    alignas(sizeof(val) < 8 ? 8 : alignof(val)) val aggregate;
    alignas(sizeof(val) < 8 ? 8 : alignof(val)) val prefix;
    __device__ __forceinline__ void publish(int now, val v)
    {
        if (now == PREFIX)
            plain_write(&prefix, v);
        else
            plain_write(&aggregate, v);
        asm volatile("st.release.gpu.u32 [%0], %1;" : : "l"(&kind), "r"(now) : "memory");
    }
    __device__ __forceinline__ int poll(val *v)
    {
        uint32_t now;
        do
            asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(&kind) : "memory");
        while (now == INVALID);
        *v = plain_read(now == PREFIX ? &prefix : &aggregate);
        return (int)now;
    }
};

typedef plain_status<sizeof(val) <= 4> stat;
typedef stat *stats;

/* ---- entries --------------------------------------------------------------- */

/* An argument: a pointer that becomes what the kernel calls it. */
struct plain_pointer {
    void *pointer;
    template <typename T> __device__ __forceinline__ operator T *() const
    {
        return static_cast<T *>(pointer);
    }
};
struct plain_pointers {
    void *const *array;
    __device__ __forceinline__ plain_pointer operator[](int i) const { return { array[i] }; }
};

extern __shared__ uint4 plain_shared[];

#define PLAIN_NAME(name) \
    WORDS_PASTE(WORDS_PASTE(name##_, ELEM_TYPE), WORDS_PASTE(_, ELEM_OP))

#define KERNEL(name, arrays, numbers)                                            \
    static __device__ __forceinline__ void name##_body(                          \
        WORDS_OPEN arrays, WORDS_OPEN numbers, unsigned words_at);               \
    extern "C" __global__ void PLAIN_NAME(name)(const struct plain_args args)    \
    {                                                                            \
        const plain_pointers from = { args.array };                              \
        name##_body(WORDS_TAKE(WORDS_COUNT arrays, from),                        \
                    WORDS_TAKE(WORDS_COUNT numbers, args.number), 0);            \
    }                                                                            \
    static __device__ __forceinline__ void name##_body(                          \
        WORDS_OPEN arrays, WORDS_OPEN numbers, [[maybe_unused]] unsigned words_at)

/* words_at: 16-byte units of shared memory given out so far. */
#define PLAIN_SHARED(type, name, count)                                          \
    type *const name = reinterpret_cast<type *>(plain_shared + words_at);        \
    words_at += (unsigned)(((count) * sizeof(type) + 15) / 16)
#define SHARED(name, count) PLAIN_SHARED(val, name, count)
#define SHARED_INTS(name, count) PLAIN_SHARED(int, name, count)

#define PLAIN_ENTRY(name)                                                        \
    { #name, PLAIN_OP, PLAIN_TYPE, (uint32_t)sizeof(val), (uint32_t)sizeof(stat), \
      (const void *)PLAIN_NAME(name) }

/* ---- the words ------------------------------------------------------------- */

#define FULL_MASK 0xffffffffu

#define ld(s, i) ((s)[i])
#define st(s, i, v) ((void)((s)[i] = (v)))
#define gld(x, i) ((x)[i])
#define gst(x, i, v) ((void)((x)[i] = (v)))
#define ldi(s, i) ((s)[i])
#define sti(s, i, k) ((void)((s)[i] = (k)))
#define gldi(x, i) ((x)[i])
#define gsti(x, i, k) ((void)((x)[i] = (k)))
#define ld_volatile(s, i) plain_read(&(s)[i])
#define st_volatile(s, i, v) plain_write(&(s)[i], (v))
#define gld_acquire(x, i) plain_acquire(&(x)[i])
#define gst_release(x, i, v) plain_release(&(x)[i], (v))
#define gadd(c, i, k) atomicAdd(&(c)[i], (k))
#define sadd(c, i, k) atomicAdd(&(c)[i], (k))

#define op(a, b) plain_rule<PLAIN_OP, PLAIN_TYPE>::apply((a), (b))
#define identity() plain_identity()
#define to_val(k) plain_to_val(k)
#define to_int(v) plain_to_int(v)

#define tile(t) ((void)(t))
#define phase(kind, number) ((void)0)
#define publish(w, i, kind, v) ((w)[i].publish((kind), (v)))
#define poll(w, i, v) ((w)[i].poll(v))

#define __shfl_up_sync(...) plain_up(__VA_ARGS__)
#define __shfl_down_sync(...) plain_down(__VA_ARGS__)
#define __shfl_xor_sync(...) plain_xor(__VA_ARGS__)
#define __shfl_sync(...) plain_from(__VA_ARGS__)

#endif
