/* The arithmetic of scans, the same on host and GPU, bit for bit.
 *
 *   elem_apply(op, type, left, right, out)    out = left (op) right
 *   elem_identity(op, type, out)              the neutral value
 *   elem_from_int(op, type, k, out)           value from an int (predicates, tests)
 *   elem_to_int(op, type, value)              back; pair operators give their value
 *   elem_wraps(op, type, left, right)         true when a result left its type
 *   elem_bytes(op, type)                      bytes of one value in memory
 *
 * All values are ELEM_MAX bytes, unused bytes zero. `out` may alias an operand.
 * op and type are ints so that C and CUDA callers may pass their bytes.
 *
 * Integers are computed in 64 unsigned bits and cut to their type, so that
 * wrapping is defined. Reals are computed in double and rounded once: for one
 * sum or product of floats that gives the same bits as float arithmetic does
 * (53 >= 2 * 24 + 2), and half, 16 bits rounded to nearest even by hand, goes
 * through float. Every product of a pair operator is rounded to its type
 * before it is added: build without contraction to fused multiply-add.
 *
 * NaN: a sum or product that is NaN has the one bit pattern written by
 * elem_put_real. min and max compare by themselves: the first NaN of the two
 * operands wins, and of equal values (0 and -0) the left one. Both rules keep
 * the operators associative. The identity of + is 0, which loses the sign of a
 * sum of nothing but -0.
 *
 * Layout (little endian):
 *   plain    the element
 *   mat2     four int32 (or uint32): [m0 m1; m2 m3]
 *   affine   a, b
 *   carry    byte 0 generate, byte 1 propagate
 *   string   15 bytes of text, zero padded; byte 15 the length. Only the first
 *            15 bytes of a concatenation are kept. A prefix of a prefix is a
 *            prefix, therefore this stays associative.
 *   segadd   byte 0 flag; the value one element's width further on
 *   argmax   value, then int32 index, each in max(4, width) bytes */
#ifndef BASE_ELEM_OPS_H
#define BASE_ELEM_OPS_H

#include <stdint.h>
#include <string.h>

#include "base/elem.h"

#if defined(__CUDACC__)
#define ELEM_FN static inline __host__ __device__
#else
#define ELEM_FN static inline
#endif

enum { ELEM_TEXT = 15 }; /* bytes a string keeps; the length stands behind them */

/* ---- one element in memory ---------------------------------------------- */

ELEM_FN int elem_is_real(int type)
{
    return type == ELEM_F32 || type == ELEM_F64 || type == ELEM_F16;
}

/* Bytes of one plain element. */
ELEM_FN int elem_size(int type)
{
    switch (type) {
    case ELEM_I8:
        return 1;
    case ELEM_F16:
        return 2;
    case ELEM_I64:
    case ELEM_F64:
        return 8;
    default:
        return 4;
    }
}

/* Where the index of an argmax pair lies. */
ELEM_FN int elem_index_at(int type)
{
    return elem_size(type) < 4 ? 4 : elem_size(type);
}

ELEM_FN int elem_bytes(int op, int type)
{
    switch (op) {
    case OP_MAT2:
    case OP_STRING:
        return 16;
    case OP_CARRY:
        return 2;
    case OP_AFFINE:
    case OP_SEGADD:
        return 2 * elem_size(type);
    case OP_ARGMAX:
        return 2 * elem_index_at(type);
    default:
        return elem_size(type);
    }
}

ELEM_FN int64_t elem_get_int(int type, const unsigned char *at)
{
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    switch (type) {
    case ELEM_I8:
        return at[0] < 128 ? at[0] : (int64_t)at[0] - 256;
    case ELEM_U32:
        memcpy(&u32, at, sizeof u32);
        return u32;
    case ELEM_I64:
        memcpy(&i64, at, sizeof i64);
        return i64;
    default:
        memcpy(&i32, at, sizeof i32);
        return i32;
    }
}

/* Stores the low bits that the type has room for. */
ELEM_FN void elem_put_int(int type, unsigned char *at, uint64_t bits)
{
    for (int i = 0; i < elem_size(type); i++)
        at[i] = (unsigned char)(bits >> (8 * i));
}

ELEM_FN float elem_half_to_float(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half >> 15) << 31;
    const uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ff;
    float value;
    uint32_t bits;
    if (exponent == 0) { /* zero and subnormal: fraction * 2^-24, exact */
        value = (float)fraction * 5.9604644775390625e-8f;
        memcpy(&bits, &value, sizeof bits);
    } else if (exponent == 31) {
        bits = 0x7f800000u | fraction << 13;
    } else {
        bits = (exponent + 112) << 23 | fraction << 13;
    }
    bits |= sign;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* bits >> shift, rounded to nearest, ties to even; shift 1..31. */
ELEM_FN uint32_t elem_shift_round(uint32_t bits, uint32_t shift)
{
    const uint32_t kept = bits >> shift, tie = 1u << (shift - 1);
    const uint32_t rest = bits & (2 * tie - 1);
    return kept + (rest > tie || (rest == tie && (kept & 1)));
}

ELEM_FN uint16_t elem_float_to_half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 31 << 15, size = bits & 0x7fffffffu;
    uint32_t half;
    if (size > 0x7f800000u)       /* NaN */
        return 0x7e00;
    if (size >= 0x47800000u)      /* 2^16 and more */
        half = 0x7c00;
    else if (size >= 0x38800000u) /* normal; a carry may reach infinity */
        half = elem_shift_round(size - 0x38000000u, 13);
    else if (size >= 0x33000000u) /* subnormal, from 2^-25 on */
        half = elem_shift_round((size & 0x7fffffu) | 0x800000u, 126 - (size >> 23));
    else
        half = 0;
    return (uint16_t)(sign | half);
}

ELEM_FN double elem_get_real(int type, const unsigned char *at)
{
    float f32;
    double f64;
    uint16_t f16;
    if (type == ELEM_F64) {
        memcpy(&f64, at, sizeof f64);
        return f64;
    }
    if (type == ELEM_F16) {
        memcpy(&f16, at, sizeof f16);
        return (double)elem_half_to_float(f16);
    }
    memcpy(&f32, at, sizeof f32);
    return (double)f32;
}

/* Rounds to the type; every NaN becomes the same quiet one. */
ELEM_FN void elem_put_real(int type, unsigned char *at, double value)
{
    const int nan = value != value;
    if (type == ELEM_F64) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        bits = nan ? 0x7ff8000000000000u : bits;
        memcpy(at, &bits, sizeof bits);
    } else if (type == ELEM_F16) {
        const uint16_t bits = nan ? 0x7e00 : elem_float_to_half((float)value);
        memcpy(at, &bits, sizeof bits);
    } else {
        const float rounded = (float)value;
        uint32_t bits;
        memcpy(&bits, &rounded, sizeof bits);
        bits = nan ? 0x7fc00000u : bits;
        memcpy(at, &bits, sizeof bits);
    }
}

ELEM_FN double elem_infinity(int sign)
{
    const uint64_t bits = sign < 0 ? 0xfff0000000000000u : 0x7ff0000000000000u;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* k as one plain element. */
ELEM_FN void elem_put_k(int type, unsigned char *at, int64_t k)
{
    if (elem_is_real(type))
        elem_put_real(type, at, (double)k);
    else
        elem_put_int(type, at, (uint64_t)k);
}

/* The least (sign -1) or greatest (+1) element there is. */
ELEM_FN void elem_put_limit(int type, unsigned char *at, int sign)
{
    const int bits = 8 * elem_size(type);
    uint64_t top = (uint64_t)1 << (bits - 1); /* least when signed */
    if (elem_is_real(type)) {
        elem_put_real(type, at, elem_infinity(sign));
        return;
    }
    if (type == ELEM_U32)
        top = 0;
    elem_put_int(type, at, sign < 0 ? top : top - 1);
}

/* ---- plain operators ----------------------------------------------------- */

/* -1, 0, 1 as left is less, equal, greater. NaN is greater than all else,
 * and two NaNs are equal. */
ELEM_FN int elem_order(int type, const unsigned char *left,
                       const unsigned char *right)
{
    if (elem_is_real(type)) {
        const double a = elem_get_real(type, left);
        const double b = elem_get_real(type, right);
        if (a != a || b != b)
            return (a != a) - (b != b);
        return (a > b) - (a < b);
    }
    const int64_t a = elem_get_int(type, left), b = elem_get_int(type, right);
    return (a > b) - (a < b);
}

ELEM_FN int elem_is_nan(int type, const unsigned char *at)
{
    if (!elem_is_real(type))
        return 0;
    const double value = elem_get_real(type, at);
    return value != value;
}

/* Whether min or max takes its right operand. */
ELEM_FN int elem_takes_right(int op, int type, const unsigned char *left,
                             const unsigned char *right)
{
    if (elem_is_nan(type, left))
        return 0;
    if (elem_is_nan(type, right))
        return 1;
    const int order = elem_order(type, left, right);
    return op == OP_MIN ? order > 0 : order < 0;
}

ELEM_FN void elem_plain_int(int op, int type, const unsigned char *left,
                            const unsigned char *right, unsigned char *out)
{
    const uint64_t a = (uint64_t)elem_get_int(type, left);
    const uint64_t b = (uint64_t)elem_get_int(type, right);
    uint64_t c = a + b;
    if (op == OP_MUL)
        c = a * b;
    else if (op == OP_AND)
        c = a & b;
    else if (op == OP_OR)
        c = a | b;
    else if (op == OP_XOR)
        c = a ^ b;
    elem_put_int(type, out, c);
}

ELEM_FN int elem_is_finite(double value)
{
    return value - value == 0;
}

/* One element each; out may alias an operand. */
ELEM_FN void elem_plain(int op, int type, const unsigned char *left,
                        const unsigned char *right, unsigned char *out)
{
    if (op == OP_MIN || op == OP_MAX) {
        unsigned char kept[8]; /* out may be the operand itself */
        const int right_wins = elem_takes_right(op, type, left, right);
        memcpy(kept, right_wins ? right : left, (size_t)elem_size(type));
        memcpy(out, kept, (size_t)elem_size(type));
    } else if (elem_is_real(type)) {
        const double a = elem_get_real(type, left);
        const double b = elem_get_real(type, right);
        elem_put_real(type, out, op == OP_MUL ? a * b : a + b);
    } else {
        elem_plain_int(op, type, left, right, out);
    }
}

ELEM_FN int elem_plain_wraps(int op, int type, const unsigned char *left,
                             const unsigned char *right)
{
    if (op != OP_ADD && op != OP_MUL)
        return 0;
    unsigned char out[ELEM_MAX] = { 0 };
    elem_plain(op, type, left, right, out);
    if (elem_is_real(type))
        return elem_is_finite(elem_get_real(type, left))
            && elem_is_finite(elem_get_real(type, right))
            && !elem_is_finite(elem_get_real(type, out));
    const int64_t a = elem_get_int(type, left), b = elem_get_int(type, right);
    const int64_t c = elem_get_int(type, out);
    if (op == OP_ADD)
        return type == ELEM_I64 ? (b < 0 ? c > a : c < a) : c != a + b;
    if (a == 0 || b == 0)
        return 0;
    if (type == ELEM_U32)
        return (uint64_t)c != (uint64_t)a * (uint64_t)b;
    if (type != ELEM_I64)
        return c != a * b;
    if (a == -1 || b == -1) /* the one quotient that division cannot form */
        return a == INT64_MIN || b == INT64_MIN;
    return c / a != b || c % a != 0;
}

/* ---- pair operators ------------------------------------------------------ */

/* a * b + c, rounded or wrapped after each; says whether one left its type. */
ELEM_FN int elem_mul_add(int type, const unsigned char *a,
                         const unsigned char *b, const unsigned char *c,
                         unsigned char *out)
{
    unsigned char product[8] = { 0 };
    int wraps = elem_plain_wraps(OP_MUL, type, a, b);
    elem_plain(OP_MUL, type, a, b, product);
    wraps |= elem_plain_wraps(OP_ADD, type, product, c);
    elem_plain(OP_ADD, type, product, c, out);
    return wraps;
}

ELEM_FN int elem_apply_mat2(int type, const unsigned char *l,
                            const unsigned char *r, unsigned char *out)
{
    int wraps = 0;
    type = type == ELEM_U32 ? ELEM_U32 : ELEM_I32; /* nothing wider fits */
    for (int i = 0; i < 4; i++) {
        const unsigned char *row = l + (i / 2) * 8, *column = r + (i % 2) * 4;
        unsigned char first[8] = { 0 };
        wraps |= elem_plain_wraps(OP_MUL, type, row, column);
        elem_plain(OP_MUL, type, row, column, first);
        wraps |= elem_mul_add(type, row + 4, column + 8, first, out + 4 * i);
    }
    return wraps;
}

/* Left map first: b(a(x)), factors ra * la, offset ra * lb + rb. */
ELEM_FN int elem_apply_affine(int type, const unsigned char *l,
                              const unsigned char *r, unsigned char *out)
{
    const int size = elem_size(type);
    int wraps = elem_plain_wraps(OP_MUL, type, r, l);
    elem_plain(OP_MUL, type, r, l, out);
    wraps |= elem_mul_add(type, r, l + size, r + size, out + size);
    return wraps;
}

ELEM_FN int elem_text_length(const unsigned char *string)
{
    const int length = string[ELEM_TEXT];
    return length > ELEM_TEXT ? (int)ELEM_TEXT : length;
}

ELEM_FN void elem_apply_string(const unsigned char *l, const unsigned char *r,
                               unsigned char *out)
{
    const int left = elem_text_length(l);
    int right = elem_text_length(r);
    if (right > ELEM_TEXT - left)
        right = ELEM_TEXT - left;
    memcpy(out, l, (size_t)left);
    memcpy(out + left, r, (size_t)right);
    out[ELEM_TEXT] = (unsigned char)(left + right);
}

/* A flag on the right starts anew; flags are or-ed. */
ELEM_FN int elem_apply_segadd(int type, const unsigned char *l,
                              const unsigned char *r, unsigned char *out)
{
    const int size = elem_size(type);
    int wraps = 0;
    if (r[0]) {
        memcpy(out + size, r + size, (size_t)size);
    } else {
        wraps = elem_plain_wraps(OP_ADD, type, l + size, r + size);
        elem_plain(OP_ADD, type, l + size, r + size, out + size);
    }
    out[0] = l[0] || r[0];
    return wraps;
}

/* The greater value, the lower index on ties; NaN is greater than all else. */
ELEM_FN void elem_apply_argmax(int type, const unsigned char *l,
                               const unsigned char *r, unsigned char *out)
{
    const int at = elem_index_at(type);
    const int order = elem_order(type, l, r);
    const int later = elem_get_int(ELEM_I32, r + at) < elem_get_int(ELEM_I32, l + at);
    const int right_wins = order < 0 || (order == 0 && later);
    memcpy(out, right_wins ? r : l, (size_t)elem_bytes(OP_ARGMAX, type));
}

/* Applies and says whether anything left its type on the way. */
ELEM_FN int elem_apply_wraps(int op, int type, const unsigned char *left,
                             const unsigned char *right, unsigned char *out)
{
    unsigned char made[ELEM_MAX] = { 0 };
    int wraps = 0;
    switch (op) {
    case OP_MAT2:
        wraps = elem_apply_mat2(type, left, right, made);
        break;
    case OP_AFFINE:
        wraps = elem_apply_affine(type, left, right, made);
        break;
    case OP_CARRY: /* right is the higher digit */
        made[0] = right[0] || (right[1] && left[0]);
        made[1] = left[1] && right[1];
        break;
    case OP_STRING:
        elem_apply_string(left, right, made);
        break;
    case OP_SEGADD:
        wraps = elem_apply_segadd(type, left, right, made);
        break;
    case OP_ARGMAX:
        elem_apply_argmax(type, left, right, made);
        break;
    default:
        wraps = elem_plain_wraps(op, type, left, right);
        elem_plain(op, type, left, right, made);
    }
    memcpy(out, made, sizeof made);
    return wraps;
}

/* ---- what callers use ---------------------------------------------------- */

ELEM_FN void elem_apply(int op, int type, const unsigned char *left,
                        const unsigned char *right, unsigned char *out)
{
    if (op <= OP_XOR) { /* the common case pays for no overflow test */
        unsigned char made[ELEM_MAX] = { 0 };
        elem_plain(op, type, left, right, made);
        memcpy(out, made, sizeof made);
    } else {
        elem_apply_wraps(op, type, left, right, out);
    }
}

/* True when a sum or product in left (op) right left the range of its type,
 * inner ones of the pair operators included: an integer wrapped, or finite reals
 * gave a number that is not finite. */
ELEM_FN bool elem_wraps(int op, int type, const unsigned char *left,
                        const unsigned char *right)
{
    unsigned char made[ELEM_MAX];
    return elem_apply_wraps(op, type, left, right, made) != 0;
}

ELEM_FN void elem_identity(int op, int type, unsigned char *out)
{
    memset(out, 0, ELEM_MAX);
    switch (op) {
    case OP_MUL:
    case OP_AFFINE:
        elem_put_k(type, out, 1);
        break;
    case OP_MIN:
        elem_put_limit(type, out, 1);
        break;
    case OP_MAX:
        elem_put_limit(type, out, -1);
        break;
    case OP_AND:
        elem_put_int(type, out, ~(uint64_t)0);
        break;
    case OP_MAT2:
        elem_put_int(ELEM_I32, out, 1);
        elem_put_int(ELEM_I32, out + 12, 1);
        break;
    case OP_CARRY:
        out[1] = 1;
        break;
    case OP_ARGMAX: /* loses every tie */
        elem_put_limit(type, out, -1);
        elem_put_limit(ELEM_I32, out + elem_index_at(type), 1);
        break;
    default: /* +, or, xor, segadd, the empty string: zero bytes */
        break;
    }
}

/* A value that keeps k, and keeps it in long products:
 *   mat2     [k 1; 1 0]: a product tells the whole sequence (it is a continued
 *            fraction), and two of them commute only when they are equal
 *   affine   3x + k for integers; x/2 + k for reals, which stays bounded
 *   carry    generate = bit 0 of k, propagate = bit 1
 *   string   one letter, 'a' + k mod 26
 *   segadd   value k, flagged when k is a positive multiple of three
 *   argmax   value k, index 0: who knows the position sets it */
ELEM_FN void elem_from_int(int op, int type, int k, unsigned char *out)
{
    const int size = elem_size(type);
    memset(out, 0, ELEM_MAX);
    switch (op) {
    case OP_MAT2:
        elem_put_int(ELEM_I32, out, (uint64_t)(int64_t)k);
        elem_put_int(ELEM_I32, out + 4, 1);
        elem_put_int(ELEM_I32, out + 8, 1);
        break;
    case OP_AFFINE:
        if (elem_is_real(type))
            elem_put_real(type, out, 0.5);
        else
            elem_put_k(type, out, 3);
        elem_put_k(type, out + size, k);
        break;
    case OP_CARRY:
        out[0] = (unsigned)k & 1;
        out[1] = (unsigned)k >> 1 & 1;
        break;
    case OP_STRING:
        out[0] = (unsigned char)('a' + (k % 26 + 26) % 26);
        out[ELEM_TEXT] = 1;
        break;
    case OP_SEGADD:
        out[0] = k > 0 && k % 3 == 0;
        elem_put_k(type, out + size, k);
        break;
    default:
        elem_put_k(type, out, k);
    }
}

/* Reals are cut towards zero and held within int; NaN is 0. */
ELEM_FN int elem_element_to_int(int type, const unsigned char *at)
{
    if (elem_is_real(type)) {
        const double value = elem_get_real(type, at);
        if (value != value)
            return 0;
        if (value >= 2147483647.0)
            return INT32_MAX;
        return value <= -2147483648.0 ? INT32_MIN : (int)value;
    }
    return (int)(int32_t)(uint32_t)elem_get_int(type, at); /* low 32 bits */
}

/* The inverse of elem_from_int. Of a string: its first letter from 'a' = 0 on,
 * -1 for the empty one. */
ELEM_FN int elem_to_int(int op, int type, const unsigned char *value)
{
    switch (op) {
    case OP_AFFINE:
    case OP_SEGADD:
        return elem_element_to_int(type, value + elem_size(type));
    case OP_CARRY:
        return value[0] + 2 * value[1];
    case OP_STRING:
        return value[ELEM_TEXT] == 0 ? -1 : (int)value[0] - 'a';
    default:
        return elem_element_to_int(type, value);
    }
}

#endif
