/* Problems: random inputs and their scans, by a plain loop on the host.
 *
 * Integers are 0 to 9 (a maximum: slowly growing, so that it keeps changing;
 * a map: any bits). float and double are uniform in [0, 1), summed in wider
 * arithmetic; 1024 units in the last place of the sum are allowed, enough for
 * any order of additions met here (a plain loop over 2^16 strays by about the
 * square root of that) and far too little for a lost or doubled element. half
 * walks by -1, 0 or 1 between -512 and 512: every partial sum is exact. */
#include "bench/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/splitmix.h"

enum { HALF_WALK = 512, ULPS = 1024 };

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

static void fill(void *x, uint64_t n, uint64_t seed, size_t width,
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

/* ---- references ------------------------------------------------------------ */

#define SUM(name, type, wide, kept)                                              \
    static void name(const void *input, void *output, uint64_t n, bool inclusive) \
    {                                                                            \
        const type *x = input;                                                   \
        kept *y = output;                                                        \
        wide sum = 0;                                                            \
        for (uint64_t i = 0; i < n; i++) {                                       \
            const wide before = sum;                                             \
            sum += (wide)x[i];                                                   \
            y[i] = (kept)(inclusive ? sum : before);                             \
        }                                                                        \
    }
SUM(sum_i8, uint8_t, uint32_t, uint8_t)
SUM(sum_i32, uint32_t, uint32_t, uint32_t)
SUM(sum_i64, uint64_t, uint64_t, uint64_t)
SUM(sum_f32, float, double, double)
SUM(sum_f64, double, long double, double)

static void sum_f16(const void *input, void *output, uint64_t n, bool inclusive)
{
    const uint16_t *x = input;
    double *y = output, sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        const double before = sum;
        sum += x[i] == 0 ? 0 : x[i] & 0x8000 ? -1 : 1;
        y[i] = inclusive ? sum : before;
    }
}

/* As a double for floating types, else the bytes themselves. */
static void keep(void *output, uint64_t i, const unsigned char value[ELEM_MAX],
                 enum elem_type type, size_t width)
{
    float single;
    if (type == ELEM_F32) {
        memcpy(&single, value, sizeof single);
        ((double *)output)[i] = single;
    } else if (type == ELEM_F64) {
        memcpy((double *)output + i, value, sizeof(double));
    } else {
        memcpy((unsigned char *)output + i * width, value, width);
    }
}

static void scan_any(const unsigned char *x, void *output, uint64_t n, bool inclusive,
                     size_t width, enum elem_type type, enum elem_op op)
{
    unsigned char sum[ELEM_MAX], value[ELEM_MAX] = { 0 };
    elem_identity(op, type, sum);
    for (uint64_t i = 0; i < n; i++) {
        memcpy(value, x + i * width, width);
        if (!inclusive)
            keep(output, i, sum, type, width);
        elem_apply(op, type, sum, value, sum);
        if (inclusive)
            keep(output, i, sum, type, width);
    }
}

static void scan(const void *x, void *y, uint64_t n, bool inclusive, size_t width,
                 enum elem_type type, enum elem_op op)
{
    if (op != OP_ADD)
        scan_any(x, y, n, inclusive, width, type, op);
    else if (type == ELEM_I8)
        sum_i8(x, y, n, inclusive);
    else if (type == ELEM_I64)
        sum_i64(x, y, n, inclusive);
    else if (type == ELEM_F32)
        sum_f32(x, y, n, inclusive);
    else if (type == ELEM_F64)
        sum_f64(x, y, n, inclusive);
    else if (type == ELEM_F16)
        sum_f16(x, y, n, inclusive);
    else
        sum_i32(x, y, n, inclusive);
}

bool problem_create(struct problem *problem, uint64_t n, enum elem_type type,
                    enum elem_op op, bool inclusive, uint64_t seed, struct err *err)
{
    const size_t width = elem_width(op, type);
    const bool floats = type == ELEM_F32 || type == ELEM_F64 || type == ELEM_F16;
    *problem = (struct problem){ .n = n };
    if (op != OP_ADD && type == ELEM_F16)
        return err_set(err, ERR_USAGE, "half is timed for + only");
    if (op == OP_ADD && floats && type != ELEM_F16)
        problem->bound = ULPS * (type == ELEM_F32 ? 0x1p-24 : 0x1p-53);
    problem->input = malloc(n * width + 1);
    problem->expected = malloc(n * (floats ? sizeof(double) : width) + 1);
    if (!problem->input || !problem->expected) {
        problem_finish(problem);
        return err_set(err, ERR_FAILED, "out of memory for %llu elements",
                       (unsigned long long)n);
    }
    fill(problem->input, n, seed, width, type, op);
    scan(problem->input, problem->expected, n, inclusive, width, type, op);
    return true;
}

void problem_finish(struct problem *problem)
{
    free(problem->input);
    free(problem->expected);
    problem->input = problem->expected = NULL;
}
