/* Reals: the result in double and a bound that no right kernel can exceed.
 *
 * A scan may associate its operands in any way, so results differ by rounding.
 * Let u be half a unit in the last place of 1. Whatever the association, a sum
 * of k terms rounds k - 1 times, and each term passes through at most k - 1
 * roundings; so it is off by at most ((1 + u)^(k-1) - 1) * (|x1| + ... + |xk|)
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section
 * 4.2). A product of k factors is off by the same factor of itself. In a
 * composition of affine maps a term of the offset passes k - 1 products and
 * k - 1 sums: the factor is (1 + u)^(2(k-1)) - 1 of the composition of absolute
 * values. The double reference obeys the same bound with its own u, which is
 * added. min, max and argmax do not round: they are compared exactly, not here.
 *
 * Sums do not suffer from underflow; a product that underflows loses up to the
 * least positive number. What follows enlarges it by at most the greatest product
 * of a contiguous range, and where an offset is multiplied by it once more, by the
 * offsets too. 1e-30 1e-30 1e30 gives 0 or 1e-30, so such a slack is wide: within
 * it, where some contiguous range can underflow at all, the tree decides as well.
 *
 * Overflow is beyond every bound: of 3e38 3e38 -3e38 one order of additions
 * makes infinity, another one 3e38. A finite result has had none on its way,
 * since neither sums nor products lead back from infinity; the bound holds for
 * it. Where the result or the reference is not finite, and they are not the
 * same, the output's own tree has to be looked at (check_tree.h). */
#include <math.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "check/check_real.h"

struct format { double u, least, normal; int digits, exponent; };

static struct format format_of(int type)
{
    if (type == ELEM_F16)
        return (struct format){ 0x1p-11, 0x1p-24, 0x1p-14, 11, -14 };
    if (type == ELEM_F32)
        return (struct format){ 0x1p-24, 0x1p-149, 0x1p-126, 24, -126 };
    return (struct format){ 0x1p-53, 0x1p-1074, 0x1p-1022, 53, -1022 };
}

/* The running composition x -> a x + b of k elements. A sum keeps a at 1, a
 * product keeps b at 0. */
struct state {
    double k, a, b;
    double b_size;         /* the offset of the absolute values */
    double low, high;      /* least and greatest |product| of a range */
    double low_end, high_end; /* of those that end here */
    double term, term_end; /* least |offset| times a range behind it */
    double terms;          /* sum of all |offset| */
};

static struct state state_first(void)
{
    return (struct state){ .a = 1, .low = 1, .high = 1, .low_end = 1, .high_end = 1,
                           .term = INFINITY, .term_end = INFINITY };
}

static void state_factor(struct state *state, double factor)
{
    const double size = fabs(factor);
    state->a *= factor;
    state->b *= factor;
    state->b_size *= size;
    if (size == 0) { /* exact, and ranges across it are exact zeros */
        state->low_end = state->high_end = 1;
        state->term_end = INFINITY;
        return;
    }
    state->term_end *= size;
    state->term = fmin(state->term, state->term_end);
    state->low_end = fmin(size, state->low_end * size);
    state->high_end = fmax(size, state->high_end * size);
    state->low = fmin(state->low, state->low_end);
    state->high = fmax(state->high, state->high_end);
}

static void state_add(struct state *state, int op, int type,
                      const unsigned char *value)
{
    const int size = elem_size(type);
    if (op == OP_SEGADD && value[0])
        *state = state_first();
    state->k += 1;
    if (op == OP_MUL || op == OP_AFFINE)
        state_factor(state, elem_get_real(type, value));
    if (op == OP_MUL)
        return;
    const double term = elem_get_real(type, op == OP_ADD ? value : value + size);
    state->b += term;
    state->b_size += fabs(term);
    state->terms += fabs(term);
    if (term != 0)
        state->term_end = fmin(state->term_end, fabs(term));
}

/* (1 + u)^count - 1 for the run's arithmetic and the reference's together. */
static double growth(const struct format *format, double count)
{
    return expm1(count * log1p(format->u)) + expm1(count * log1p(0x1p-53));
}

static double factor_allowed(const struct state *state,
                             const struct format *format)
{
    return growth(format, fmax(state->k - 1, 0)) * fabs(state->a);
}

static double offset_allowed(const struct state *state,
                             const struct format *format, int op)
{
    const double count = fmax(state->k - 1, 0) * (op == OP_AFFINE ? 2 : 1);
    return growth(format, count) * state->b_size;
}

static double factor_slack(const struct state *state, const struct format *format)
{
    if (state->low >= 2 * format->normal)
        return 0;
    return 2 * state->k * format->least * state->high;
}

static double offset_slack(const struct state *state, const struct format *format,
                           int op)
{
    if (op != OP_AFFINE || fmin(state->low, state->term) >= 2 * format->normal)
        return 0;
    return 2 * state->k * format->least * state->high
        * (1 + state->high * state->terms);
}

static void state_write(const struct state *state, int op,
                        const struct format *format,
                        const struct check_real *out, uint32_t row)
{
    size_t cell = (size_t)row * (size_t)out->fields;
    if (op == OP_MUL || op == OP_AFFINE) {
        out->value[cell] = state->a;
        out->allowed[cell] = factor_allowed(state, format);
        out->slack[cell++] = factor_slack(state, format);
    }
    if (op != OP_MUL) {
        out->value[cell] = state->b;
        out->allowed[cell] = offset_allowed(state, format, op);
        out->slack[cell] = offset_slack(state, format, op);
    }
}

bool check_real_reference(const struct trace *trace, struct arena *arena,
                          struct check_real *out)
{
    const struct trace_run *run = &trace->run;
    const struct format format = format_of(run->type);
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    struct state state = state_first();
    unsigned char value[ELEM_MAX] = { 0 };
    out->fields = run->op == OP_AFFINE ? 2 : 1;
    const size_t cells = ((size_t)run->n + 1) * (size_t)out->fields;
    out->value = ARENA_NEW(arena, double, cells);
    out->allowed = ARENA_NEW(arena, double, cells);
    out->slack = ARENA_NEW(arena, double, cells);
    const unsigned char *heads = trace_heads(trace);
    if (!out->value || !out->allowed || !out->slack)
        return false;
    for (uint32_t i = 0; i < run->n; i++) {
        if (heads && heads[i])
            state = state_first();
        if (!run->inclusive)
            state_write(&state, run->op, &format, out, i);
        memcpy(value, trace->input + width * i, width);
        state_add(&state, run->op, run->type, value);
        if (run->inclusive)
            state_write(&state, run->op, &format, out, i);
    }
    state_write(&state, run->op, &format, out, run->n);
    for (uint32_t i = 0; run->result == RESULT_TOTAL && i < run->n; i++)
        state_write(&state, run->op, &format, out, i);
    return true;
}

/* ---- comparison ----------------------------------------------------------- */

static double ulp_of(double value, const struct format *format)
{
    int exponent = format->exponent;
    if (value != 0 && isfinite(value) && ilogb(value) > exponent)
        exponent = ilogb(value);
    return ldexp(1, exponent - (format->digits - 1));
}

static bool same(double a, double b)
{
    return a == b || (a != a && b != b);
}

static enum real_verdict number_judge(double got, const struct check_real *real,
                                      size_t cell, const struct format *format,
                                      double *ulp)
{
    const double wanted = real->value[cell], allowed = real->allowed[cell];
    const double off = fabs(got - wanted);
    if (same(got, wanted))
        return REAL_RIGHT;
    if (!isfinite(got) || !isfinite(wanted) || !isfinite(allowed))
        return REAL_BEYOND;
    if (off > allowed && real->slack[cell] > 0 && !(off > allowed + real->slack[cell]))
        return REAL_UNDER;
    *ulp = fmax(*ulp, off / ulp_of(wanted, format));
    return off <= allowed ? REAL_RIGHT : REAL_WRONG;
}

/* Where the first number of a value stands: segadd has its flag before it. */
static int first_field(const struct trace_run *run)
{
    return run->op == OP_SEGADD ? elem_size(run->type) : 0;
}

enum real_verdict check_real_judge(const struct trace_run *run,
                                   const struct check_real *real, uint32_t row,
                                   const unsigned char *got, double *ulp)
{
    const struct format format = format_of(run->type);
    const unsigned char *number = got + first_field(run);
    enum real_verdict verdict = REAL_RIGHT;
    for (int f = 0; f < real->fields; f++, number += elem_size(run->type)) {
        const size_t cell = (size_t)row * (size_t)real->fields + (size_t)f;
        const enum real_verdict one =
            number_judge(elem_get_real(run->type, number), real, cell, &format, ulp);
        verdict = one > verdict ? one : verdict;
    }
    return verdict;
}

bool check_real_same(const struct trace_run *run, const unsigned char *left,
                     const unsigned char *right)
{
    const int size = elem_size(run->type), fields = run->op == OP_AFFINE ? 2 : 1;
    const int first = first_field(run);
    bool all = first == 0 || left[0] == right[0];
    for (int at = first; at < first + fields * size; at += size)
        all = all && same(elem_get_real(run->type, left + at),
                          elem_get_real(run->type, right + at));
    return all;
}
