/* Every operator on every type it works on: associative, neutral identity,
 * commuting exactly when it says so, wrapping as wide arithmetic tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

enum { TRIES = 2000 };

typedef void (*pair_test)(enum elem_op op, enum elem_type type);

static void each_pair(pair_test test)
{
    int pairs = 0;
    for (int op = 0; op < ELEM_OPS; op++)
        for (int type = 0; type < ELEM_TYPES; type++)
            if (elem_pair_check((enum elem_op)op, (enum elem_type)type, NULL)) {
                test((enum elem_op)op, (enum elem_type)type);
                pairs++;
            }
    assert_int_equal(pairs, 4 * 7 + 3 * 4 + 2 + 5 + 2 + 2 + 7 + 7);
}

static void same(enum elem_op op, enum elem_type type, const unsigned char *a,
                 const unsigned char *b)
{
    if (memcmp(a, b, ELEM_MAX) != 0)
        fprintf(stderr, "%s on %s\n", elem_op_name(op), elem_type_name(type));
    assert_memory_equal(a, b, ELEM_MAX);
}

/* (ab)c = a(bc), and the result may replace an operand. */
static void laws(enum elem_op op, enum elem_type type)
{
    unsigned char a[ELEM_MAX], b[ELEM_MAX], c[ELEM_MAX], left[ELEM_MAX],
        right[ELEM_MAX];
    uint64_t state = 1234567 + (uint64_t)op * 8 + type;
    for (int i = 0; i < TRIES; i++) {
        values_make(op, type, &state, a);
        values_make(op, type, &state, b);
        values_make(op, type, &state, c);
        elem_apply((int)op, (int)type, a, b, left);
        elem_apply((int)op, (int)type, left, c, left);
        elem_apply((int)op, (int)type, b, c, right);
        elem_apply((int)op, (int)type, a, right, right);
        same(op, type, left, right);
    }
}

static void operators_are_associative(void **state)
{
    (void)state;
    each_pair(laws);
}

static void identity_row(enum elem_op op, enum elem_type type)
{
    unsigned char a[ELEM_MAX], out[ELEM_MAX], neutral[ELEM_MAX];
    uint64_t state = 99 + (uint64_t)op * 8 + type;
    elem_identity((int)op, (int)type, neutral);
    for (int i = 0; i < TRIES; i++) {
        values_make(op, type, &state, a);
        elem_apply((int)op, (int)type, neutral, a, out);
        same(op, type, out, a);
        elem_apply((int)op, (int)type, a, neutral, out);
        same(op, type, out, a);
    }
}

static void identity_changes_nothing(void **state)
{
    (void)state;
    each_pair(identity_row);
}

static void commute_row(enum elem_op op, enum elem_type type)
{
    unsigned char a[ELEM_MAX], b[ELEM_MAX], ab[ELEM_MAX], ba[ELEM_MAX];
    uint64_t state = 77 + (uint64_t)op * 8 + type;
    int differ = 0;
    for (int i = 0; i < TRIES; i++) {
        values_make(op, type, &state, a);
        values_make(op, type, &state, b);
        if ((op == OP_MIN || op == OP_MAX) && elem_is_real((int)type))
            elem_put_real((int)type, a, (double)i); /* 0 and -0 keep their place */
        elem_apply((int)op, (int)type, a, b, ab);
        elem_apply((int)op, (int)type, b, a, ba);
        differ += memcmp(ab, ba, ELEM_MAX) != 0;
    }
    if ((differ == 0) != elem_op_commutes(op))
        fprintf(stderr, "%s on %s\n", elem_op_name(op), elem_type_name(type));
    assert_int_equal(differ == 0, elem_op_commutes(op));
}

static void commuting_is_as_told(void **state)
{
    (void)state;
    each_pair(commute_row);
}

static void int_row(enum elem_op op, enum elem_type type)
{
    unsigned char value[ELEM_MAX];
    const int most = op == OP_CARRY ? 3 : op == OP_STRING ? 25 : 100;
    for (int k = 0; k <= most; k++) {
        elem_from_int((int)op, (int)type, k, value);
        assert_int_equal(elem_to_int((int)op, (int)type, value), k);
    }
}

static void ints_come_back(void **state)
{
    unsigned char value[ELEM_MAX];
    (void)state;
    each_pair(int_row);
    elem_from_int(OP_ADD, ELEM_I8, -7, value);
    assert_int_equal(elem_to_int(OP_ADD, ELEM_I8, value), -7);
    elem_from_int(OP_ADD, ELEM_F64, INT32_MIN, value);
    assert_int_equal(elem_to_int(OP_ADD, ELEM_F64, value), INT32_MIN);
    elem_put_real(ELEM_F64, value, 1e300);
    assert_int_equal(elem_to_int(OP_ADD, ELEM_F64, value), INT32_MAX);
    elem_identity(OP_STRING, ELEM_I8, value);
    assert_int_equal(elem_to_int(OP_STRING, ELEM_I8, value), -1);
}

/* Of mat2, affine and string: no two neighbours can change places unseen. */
static void swapped_neighbours_show(void **state)
{
    static const int input[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    static const struct { enum elem_op op; enum elem_type type; } rows[] = {
        { OP_MAT2, ELEM_I32 }, { OP_MAT2, ELEM_U32 }, { OP_AFFINE, ELEM_I32 },
        { OP_AFFINE, ELEM_I64 }, { OP_AFFINE, ELEM_F32 }, { OP_AFFINE, ELEM_F64 },
        { OP_STRING, ELEM_I8 },
    };
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int swap = 0; swap < 7; swap++) {
            unsigned char right[ELEM_MAX], wrong[ELEM_MAX], value[ELEM_MAX];
            const int op = (int)rows[r].op, type = (int)rows[r].type;
            elem_identity(op, type, right);
            elem_identity(op, type, wrong);
            for (int i = 0; i < 8; i++) {
                const int other = i == swap ? i + 1 : i == swap + 1 ? i - 1 : i;
                elem_from_int(op, type, input[i], value);
                elem_apply(op, type, right, value, right);
                elem_from_int(op, type, input[other], value);
                elem_apply(op, type, wrong, value, wrong);
            }
            assert_memory_not_equal(right, wrong, ELEM_MAX);
        }
}

static const int int_types[] = { ELEM_I8, ELEM_I32, ELEM_U32, ELEM_I64 };

__extension__ typedef __int128 int128;

static void wraps_row(int type, int128 a, int128 b)
{
    unsigned char left[ELEM_MAX] = { 0 }, right[ELEM_MAX] = { 0 };
    unsigned char out[ELEM_MAX];
    elem_put_int(type, left, (uint64_t)a);
    elem_put_int(type, right, (uint64_t)b);
    a = elem_get_int(type, left);
    b = elem_get_int(type, right);
    for (int op = OP_ADD; op <= OP_MUL; op++) {
        const int128 exact = op == OP_ADD ? a + b : a * b;
        elem_apply(op, type, left, right, out);
        assert_int_equal(elem_wraps(op, type, left, right),
                         (int128)elem_get_int(type, out) != exact);
    }
}

static void wrapping_is_told(void **state)
{
    (void)state;
    for (size_t t = 0; t < 4; t++) {
        const int type = int_types[t];
        const int128 top = (int128)1 << (8 * elem_size(type) - 1);
        const int128 edges[] = { 0, 1, 2, 3, -1, -2, top - 1, top, top + 1,
                                   -top, -top + 1, top / 2, top / 2 + 1, 46341 };
        const size_t count = sizeof edges / sizeof *edges;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < count; k++)
                wraps_row(type, edges[i], edges[k]);
        uint64_t seed = 5 + t;
        for (int i = 0; i < TRIES; i++)
            wraps_row(type, (int64_t)values_random(&seed) >> (i % 64),
                      (int64_t)values_random(&seed) >> (i * 7 % 64));
    }
}

static void pairs_wrap_inside(void **state)
{
    static const struct { enum elem_op op; const char *left, *right; bool wraps; }
    rows[] = {
        { OP_MAT2, "[1 2; 3 4]", "[5 6; 7 8]", false },
        { OP_MAT2, "[1 0; 65536 0]", "[1 65536; 0 0]", true },
        { OP_AFFINE, "(3,2147483647)", "(1,0)", false },
        { OP_AFFINE, "(3,2147483647)", "(1,1)", true },
        { OP_SEGADD, "(0,2147483647)", "(0,1)", true },
        { OP_SEGADD, "(0,2147483647)", "(1,1)", false },
        { OP_MAX, "2147483647", "2147483647", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char left[ELEM_MAX], right[ELEM_MAX];
        const char *from = rows[i].left, *to = rows[i].right;
        assert_true(elem_parse(&from, rows[i].op, ELEM_I32, left, NULL));
        assert_true(elem_parse(&to, rows[i].op, ELEM_I32, right, NULL));
        assert_int_equal(elem_wraps((int)rows[i].op, ELEM_I32, left, right),
                         rows[i].wraps);
    }
}

/* Of finite numbers, and not finite: only then has a real left its type. */
static void overflow_is_told(void **state)
{
    static const struct { enum elem_type type; enum elem_op op;
                          const char *left, *right; bool wraps; } rows[] = {
        { ELEM_F32, OP_ADD, "3e38", "3e38", true },
        { ELEM_F32, OP_ADD, "3e38", "-3e38", false },
        { ELEM_F32, OP_ADD, "inf", "3e38", false },
        { ELEM_F32, OP_ADD, "inf", "-inf", false },
        { ELEM_F32, OP_ADD, "nan", "1", false },
        { ELEM_F32, OP_MUL, "1e20", "-1e20", true },
        { ELEM_F32, OP_MUL, "1e-30", "1e-30", false },
        { ELEM_F64, OP_ADD, "3e38", "3e38", false },
        { ELEM_F64, OP_MUL, "1e200", "1e200", true },
        { ELEM_F16, OP_ADD, "65504", "15", false },
        { ELEM_F16, OP_ADD, "65504", "16", true },
        { ELEM_F16, OP_MAX, "65504", "65504", false },
        { ELEM_F32, OP_SEGADD, "(0,3e38)", "(0,3e38)", true },
        { ELEM_F32, OP_SEGADD, "(0,3e38)", "(1,3e38)", false },
        { ELEM_F32, OP_AFFINE, "(1,3e38)", "(10,0)", true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char left[ELEM_MAX], right[ELEM_MAX];
        const char *from = rows[i].left, *to = rows[i].right;
        assert_true(elem_parse(&from, rows[i].op, rows[i].type, left, NULL));
        assert_true(elem_parse(&to, rows[i].op, rows[i].type, right, NULL));
        if (elem_wraps((int)rows[i].op, (int)rows[i].type, left, right) != rows[i].wraps)
            fail_msg("row %zu: %s and %s", i, rows[i].left, rows[i].right);
    }
}

/* Written out by hand: what each operator means. */
static void meanings(void **state)
{
    static const struct {
        enum elem_op op; enum elem_type type; const char *left, *right, *out;
    } rows[] = {
        { OP_ADD, ELEM_I8, "127", "1", "-128" },
        { OP_ADD, ELEM_U32, "4294967295", "2", "1" },
        { OP_ADD, ELEM_F32, "16777216", "1", "16777216" },
        { OP_ADD, ELEM_F16, "2048", "1", "2048" },
        { OP_ADD, ELEM_F16, "2048", "3", "2052" },
        { OP_ADD, ELEM_F64, "inf", "-inf", "nan" },
        { OP_MUL, ELEM_I32, "65536", "65536", "0" },
        { OP_MUL, ELEM_F16, "300", "300", "inf" },
        { OP_MIN, ELEM_F32, "1", "nan", "nan" },
        { OP_MIN, ELEM_F32, "0", "-0", "0" },
        { OP_MAX, ELEM_F32, "-0", "0", "-0" },
        { OP_MAX, ELEM_U32, "4294967295", "1", "4294967295" },
        { OP_MAX, ELEM_I8, "-1", "1", "1" },
        { OP_AND, ELEM_I32, "12", "10", "8" },
        { OP_OR, ELEM_I32, "12", "10", "14" },
        { OP_XOR, ELEM_I32, "12", "10", "6" },
        { OP_MAT2, ELEM_I32, "[1 2; 3 4]", "[5 6; 7 8]", "[19 22; 43 50]" },
        { OP_AFFINE, ELEM_I32, "(2,3)", "(5,7)", "(10,22)" },
        { OP_CARRY, ELEM_I8, "(1,0)", "(0,1)", "(1,0)" },
        { OP_CARRY, ELEM_I8, "(1,0)", "(0,0)", "(0,0)" },
        { OP_STRING, ELEM_I8, "\"ab\"", "\"cd\"", "\"abcd\"" },
        { OP_STRING, ELEM_I8, "\"abcdefghijklmn\"", "\"xyz\"",
          "\"abcdefghijklmnx\"" },
        { OP_SEGADD, ELEM_I32, "(0,3)", "(0,4)", "(0,7)" },
        { OP_SEGADD, ELEM_I32, "(1,3)", "(1,4)", "(1,4)" },
        { OP_SEGADD, ELEM_F32, "(1,3)", "(0,0.5)", "(1,3.5)" },
        { OP_ARGMAX, ELEM_I32, "(5,7)", "(5,2)", "(5,2)" },
        { OP_ARGMAX, ELEM_I8, "(5,1)", "(6,2)", "(6,2)" },
        { OP_ARGMAX, ELEM_F32, "(nan,3)", "(inf,1)", "(nan,3)" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char left[ELEM_MAX], right[ELEM_MAX];
        const char *from = rows[i].left, *to = rows[i].right;
        struct buf text;
        buf_init(&text);
        assert_true(elem_parse(&from, rows[i].op, rows[i].type, left, NULL));
        assert_true(elem_parse(&to, rows[i].op, rows[i].type, right, NULL));
        elem_apply((int)rows[i].op, (int)rows[i].type, left, right, left);
        elem_format(&text, rows[i].op, rows[i].type, left);
        assert_string_equal(buf_text(&text), rows[i].out);
        buf_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meanings),
        cmocka_unit_test(operators_are_associative),
        cmocka_unit_test(identity_changes_nothing),
        cmocka_unit_test(commuting_is_as_told),
        cmocka_unit_test(ints_come_back),
        cmocka_unit_test(swapped_neighbours_show),
        cmocka_unit_test(wrapping_is_told),
        cmocka_unit_test(pairs_wrap_inside),
        cmocka_unit_test(overflow_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
