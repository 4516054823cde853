/* Problems: random inputs; what they must give is in problem_solve.c.
 *
 * Integers are 0 to 9 (a maximum: slowly growing, so that it keeps changing;
 * a map: any bits). float and double are uniform in [0, 1); half walks by -1, 0
 * or 1 between -512 and 512: every partial sum is exact. What is compacted is 0
 * to 9 for every type, so that seven of ten are kept; what is split has any 32
 * bits. Of a sparse input three groups of 32 in four are empty, and three
 * elements in four of the others. A segment has 16 elements on average. Two
 * numbers to add propagate a carry in 15 bits of 16.
 *
 * For sums of float and double 1024 units in the last place are allowed, enough
 * for any order of additions met here (a plain loop over 2^16 strays by about
 * the square root of that) and far too little for a lost or doubled element. */
#include "bench/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/splitmix.h"

enum { HALF_WALK = 512, ULPS = 1024, GROUP = 32 };

/* ---- inputs ---------------------------------------------------------------- */

#define FILL_SMALL(name, type)                                                   \
    static void name(void *input, uint64_t n, uint64_t seed)                     \
    {                                                                            \
        type *x = input;                                                         \
        for (uint64_t i = 0; i < n; i++)                                         \
            x[i] = (type)((splitmix64(&seed) >> 32) * 10 >> 32);                \
    }
FILL_SMALL(fill_i8, int8_t)
FILL_SMALL(fill_i32, int32_t)
FILL_SMALL(fill_i64, int64_t)

static void fill_f32(void *input, uint64_t n, uint64_t seed)
{
    float *x = input;
    for (uint64_t i = 0; i < n; i++)
        x[i] = (float)(splitmix64(&seed) >> 40) * 0x1p-24f;
}

static void fill_f64(void *input, uint64_t n, uint64_t seed)
{
    double *x = input;
    for (uint64_t i = 0; i < n; i++)
        x[i] = (double)(splitmix64(&seed) >> 11) * 0x1p-53;
}

static void fill_f16(void *input, uint64_t n, uint64_t seed)
{
    static const uint16_t half[] = { 0xbc00, 0x0000, 0x3c00 }; /* -1, 0, 1 */
    uint16_t *x = input;
    int at = 0;
    for (uint64_t i = 0; i < n; i++) {
        int step = (int)((splitmix64(&seed) >> 32) * 3 >> 32) - 1;
        if (abs(at + step) > HALF_WALK)
            step = -step;
        at += step;
        x[i] = half[step + 1];
    }
}

/* Values that grow slowly; any type that elem_from_int knows. */
static void fill_growing(unsigned char *x, uint64_t n, uint64_t seed, size_t width,
                         enum elem_type type, enum elem_op op)
{
    unsigned char value[ELEM_MAX];
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t r = splitmix64(&seed) >> 33;
        elem_from_int(op, type, (int)(r % (i / 4 + 2)), value);
        memcpy(x + i * width, value, width);
    }
}

static void fill_bits(unsigned char *x, uint64_t bytes, uint64_t seed)
{
    for (uint64_t i = 0; i < bytes; i += 8) {
        const uint64_t r = splitmix64(&seed);
        memcpy(x + i, &r, bytes - i < 8 ? (size_t)(bytes - i) : 8);
    }
}

/* What a scan, a reduction or a segmented scan is given. */
static void fill_any(void *x, uint64_t n, uint64_t seed, size_t width,
                     enum elem_type type, enum elem_op op)
{
    if (op == OP_AFFINE && (type == ELEM_I32 || type == ELEM_U32 || type == ELEM_I64))
        fill_bits(x, n * width, seed);
    else if (op != OP_ADD)
        fill_growing(x, n, seed, width, type, op);
    else if (type == ELEM_I8)
        fill_i8(x, n, seed);
    else if (type == ELEM_I64)
        fill_i64(x, n, seed);
    else if (type == ELEM_F32)
        fill_f32(x, n, seed);
    else if (type == ELEM_F64)
        fill_f64(x, n, seed);
    else if (type == ELEM_F16)
        fill_f16(x, n, seed);
    else
        fill_i32(x, n, seed);
}

/* 0 to below - 1. */
static int draw(uint64_t *seed, uint64_t below)
{
    return (int)((splitmix64(seed) >> 32) * below >> 32);
}

/* Every value is made of an int. */
static void fill_ints(const struct problem *p, uint64_t seed)
{
    unsigned char value[ELEM_MAX], *x = p->input;
    bool empty = false;
    for (uint64_t i = 0; i < p->n; i++, x += p->width) {
        int k = p->result == RESULT_SPLIT ? (int)(int32_t)(splitmix64(&seed) >> 32)
                                          : draw(&seed, 10);
        if (p->result == RESULT_SPARSE) {
            if (i % GROUP == 0)
                empty = draw(&seed, 4) > 0;
            k = empty || draw(&seed, 4) > 0 ? 0 : k;
        }
        elem_from_int(p->op, p->type, k, value);
        memcpy(x, value, p->width);
    }
}

/* (generate, propagate): mostly one bit of two. */
static void fill_carries(const struct problem *p, uint64_t seed)
{
    unsigned char *x = p->input;
    for (uint64_t i = 0; i < p->n; i++) {
        const int kind = draw(&seed, 32);
        x[2 * i] = kind == 1;
        x[2 * i + 1] = kind > 1;
    }
}

static void fill(struct problem *p, uint64_t seed)
{
    if (p->result == RESULT_SUM)
        fill_carries(p, seed);
    else if (p->result == RESULT_COMPACT || p->result == RESULT_SPLIT
             || p->result == RESULT_SPARSE)
        fill_ints(p, seed);
    else
        fill_any(p->input, p->n, seed, p->width, p->type, p->op);
    seed = ~seed; /* flags have nothing to do with values */
    for (uint64_t i = 0; p->heads && i < p->n; i++)
        p->heads[i] = draw(&seed, 16) == 0;
}

/* ---- life ------------------------------------------------------------------ */

static bool pair_check(const struct problem *p, struct err *err)
{
    if (p->result == RESULT_SUM && p->op != OP_CARRY)
        return err_set(err, ERR_USAGE, "two numbers are added with the operator carry");
    return p->op == OP_ADD || p->type != ELEM_F16
        || err_set(err, ERR_USAGE, "half is timed for + only");
}

static bool rooms_make(struct problem *p, struct err *err)
{
    const size_t one = p->exact ? p->width : sizeof(double);
    p->input = malloc(p->n * p->width);
    p->expected = malloc((p->n + 1) * one);
    if (p->result == RESULT_SEGMENTS)
        p->heads = malloc(p->n * sizeof *p->heads);
    if (p->input && p->expected && (p->heads || p->result != RESULT_SEGMENTS))
        return true;
    problem_finish(p);
    return err_set(err, ERR_FAILED, "out of memory for %llu elements",
                   (unsigned long long)p->n);
}

static bool problem_begin(struct problem *p, struct err *err)
{
    p->width = elem_width(p->op, p->type);
    p->exact = !elem_is_real((int)p->type) || p->result == RESULT_COMPACT;
    p->bound = 0;
    p->input = p->expected = NULL;
    p->heads = NULL;
    if (p->op == OP_ADD && !p->exact && p->type != ELEM_F16)
        p->bound = ULPS * (p->type == ELEM_F32 ? 0x1p-24 : 0x1p-53);
    return pair_check(p, err) && rooms_make(p, err);
}

bool problem_create(struct problem *p, uint64_t seed, struct err *err)
{
    if (!problem_begin(p, err))
        return false;
    fill(p, seed);
    problem_solve(p);
    return true;
}

bool problem_create_given(struct problem *p, const void *values,
                          const unsigned char *heads, struct err *err)
{
    if (!problem_begin(p, err))
        return false;
    memcpy(p->input, values, p->n * p->width);
    for (uint64_t i = 0; p->heads && i < p->n; i++)
        p->heads[i] = heads[i];
    problem_solve(p);
    return true;
}

void problem_finish(struct problem *p)
{
    free(p->input);
    free(p->expected);
    free(p->heads);
    p->input = p->expected = NULL;
    p->heads = NULL;
}

struct gpu_problem problem_for_gpu(const struct problem *p)
{
    return (struct gpu_problem){
        .result = p->result, .input = p->input, .heads = p->heads,
        .expected = p->expected, .total = problem_total(p), .n = p->n, .type = p->type,
        .op = p->op, .inclusive = p->inclusive, .exact = p->exact, .bound = p->bound,
        .bytes = p->bytes,
    };
}
