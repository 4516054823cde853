/* What problems must give: plain loops on the host, sums in wider arithmetic, from
 * the description of each problem alone. */
#include <string.h>

#include "base/elem_ops.h"
#include "bench/problem.h"

/* ---- scans, n results and the sum of all behind them ------------------------- */

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
        y[n] = (kept)sum;                                                        \
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
    y[n] = sum;
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
    keep(output, n, sum, type, width);
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

/* ---- problems --------------------------------------------------------------- */

static size_t kept_width(const struct problem *p)
{
    return p->exact ? p->width : sizeof(double);
}

static void *expected_at(const struct problem *p, uint64_t i)
{
    return (unsigned char *)p->expected + i * kept_width(p);
}

static const unsigned char *input_at(const struct problem *p, uint64_t i)
{
    return (const unsigned char *)p->input + i * p->width;
}

static void solve_scan(struct problem *p, bool inclusive)
{
    scan(p->input, p->expected, p->n, inclusive, p->width, p->type, p->op);
}

/* Everybody is told the sum of all. */
static void solve_total(struct problem *p)
{
    solve_scan(p, true);
    for (uint64_t i = 0; i < p->n; i++)
        memcpy(expected_at(p, i), problem_total(p), kept_width(p));
}

/* Every segment is a problem of its own. What is written behind its last result
 * is its total, and the last one's stays. */
static void solve_segments(struct problem *p)
{
    for (uint64_t first = 0, end; first < p->n; first = end) {
        for (end = first + 1; end < p->n && !p->heads[end];)
            end++;
        scan(input_at(p, first), expected_at(p, first), end - first, p->inclusive,
             p->width, p->type, p->op);
    }
}

/* The whole number in a value, cut towards zero; finite. */
static int64_t whole(enum elem_type type, const unsigned char *at)
{
    if (elem_is_real((int)type))
        return (int64_t)elem_get_real((int)type, at);
    return elem_get_int((int)type, at);
}

static void count_put(struct problem *p, uint64_t count)
{
    unsigned char value[ELEM_MAX];
    elem_from_int(p->op, p->type, (int)count, value);
    memcpy(expected_at(p, p->n), value, p->width);
}

/* Those greater than 2 in their order; the rest is nobody's. */
static uint64_t solve_compact(struct problem *p)
{
    uint64_t count = 0;
    memset(p->expected, GPU_CLOCK_UNTOUCHED, p->n * p->width);
    for (uint64_t i = 0; i < p->n; i++)
        if (whole(p->type, input_at(p, i)) > 2)
            memcpy(expected_at(p, count++), input_at(p, i), p->width);
    count_put(p, count);
    return count;
}

/* The even ones, then the odd ones. */
static void solve_split(struct problem *p)
{
    uint64_t place = 0, even = 0;
    for (int odd = 0; odd < 2; odd++) {
        for (uint64_t i = 0; i < p->n; i++)
            if ((input_at(p, i)[0] & 1) == odd) /* the lowest byte comes first */
                memcpy(expected_at(p, place++), input_at(p, i), p->width);
        even = odd ? even : place;
    }
    count_put(p, even);
}

/* By hand, digit by digit: both bits set are two, one is one. */
static void solve_sum(struct problem *p)
{
    int carry = 0;
    for (uint64_t i = 0; i <= p->n; i++) {
        unsigned char *out = expected_at(p, i);
        const int ones = i == p->n ? 0 : 2 * input_at(p, i)[0] + input_at(p, i)[1];
        out[0] = (unsigned char)((ones + carry) & 1);
        out[1] = 0;
        carry = (ones + carry) >> 1;
    }
}

void problem_solve(struct problem *p)
{
    p->bytes = 2 * p->n * p->width;
    switch (p->result) {
    case RESULT_TOTAL:
        solve_total(p);
        break;
    case RESULT_COMPACT:
        p->bytes = (p->n + solve_compact(p)) * p->width;
        break;
    case RESULT_SEGMENTS:
        p->bytes += p->n * sizeof *p->heads;
        solve_segments(p);
        break;
    case RESULT_SPLIT:
        solve_split(p);
        break;
    case RESULT_SUM:
        solve_sum(p);
        break;
    default:
        solve_scan(p, p->inclusive);
    }
}

const void *problem_total(const struct problem *p)
{
    return expected_at(p, p->n);
}
