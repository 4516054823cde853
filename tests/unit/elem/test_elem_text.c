/* Text of elements: names, round trips, and what is refused in which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <locale.h>
#include <string.h>

#include "values.h"

static void names(void **state)
{
    static const struct { const char *text; enum elem_op op; } ops[] = {
        { "+", OP_ADD }, { "add", OP_ADD }, { "sum", OP_ADD }, { "*", OP_MUL },
        { "×", OP_MUL }, { "max", OP_MAX }, { "argmax", OP_ARGMAX },
    };
    static const struct { const char *text; enum elem_type type; } types[] = {
        { "int32", ELEM_I32 }, { "int", ELEM_I32 }, { "half", ELEM_F16 },
        { "double", ELEM_F64 }, { "int8", ELEM_I8 },
    };
    enum elem_op op;
    enum elem_type type;
    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        assert_true(elem_op_parse(ops[i].text, &op, NULL));
        assert_int_equal(op, ops[i].op);
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        assert_true(elem_type_parse(types[i].text, &type, NULL));
        assert_int_equal(type, types[i].type);
    }
    for (int i = 0; i < ELEM_OPS; i++) {
        assert_true(elem_op_parse(elem_op_name((enum elem_op)i), &op, NULL));
        assert_int_equal(op, i);
        assert_true(strlen(elem_op_sign((enum elem_op)i)) > 0);
    }
    for (int i = 0; i < ELEM_TYPES; i++) {
        assert_true(elem_type_parse(elem_type_name((enum elem_type)i), &type, NULL));
        assert_int_equal(type, i);
    }
}

static void wrong_names(void **state)
{
    enum elem_op op;
    enum elem_type type;
    struct err err = { 0 };
    (void)state;
    assert_false(elem_type_parse("in32", &type, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_string_equal(err.what, "no type \"in32\"; did you mean \"int32\"? allowed: "
                        "int32, int8, uint32, int64, float, double, half");
    err = (struct err){ 0 };
    assert_false(elem_op_parse("zzzzzz", &op, &err));
    assert_string_equal(err.what, "no operator \"zzzzzz\"; allowed: +, *, min, max, "
                        "and, or, xor, mat2, affine, carry, string, segadd, argmax");
}

static void pairs_refused(void **state)
{
    static const struct { enum elem_op op; enum elem_type type; const char *what; }
    rows[] = {
        { OP_AND, ELEM_F32, "operator and does not work on type float: bits of "
          "integers only; allowed: int32, int8, uint32, int64" },
        { OP_MAT2, ELEM_I64, "operator mat2 does not work on type int64: matrices "
          "of four elements in 16 bytes; allowed: int32, uint32" },
        { OP_AFFINE, ELEM_F16, "operator affine does not work on type half: its "
          "products need room; allowed: int32, uint32, int64, float, double" },
        { OP_STRING, ELEM_F64, "operator string does not work on type double: it "
          "carries bytes of its own and needs no type; leave the type away" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = { 0 };
        assert_false(elem_pair_check(rows[i].op, rows[i].type, &err));
        assert_int_equal(err.code, ERR_USAGE);
        assert_string_equal(err.what, rows[i].what);
    }
}

static void round_trip(enum elem_op op, enum elem_type type,
                       const unsigned char value[ELEM_MAX])
{
    unsigned char back[ELEM_MAX];
    struct buf text;
    buf_init(&text);
    elem_format(&text, op, type, value);
    const char *at = buf_text(&text);
    assert_true(elem_parse(&at, op, type, back, NULL));
    assert_string_equal(at, "");
    assert_memory_equal(back, value, ELEM_MAX);
    buf_finish(&text);
}

static void every_pair_comes_back(void **state)
{
    (void)state;
    for (int op = 0; op < ELEM_OPS; op++)
        for (int type = 0; type < ELEM_TYPES; type++) {
            uint64_t seed = 31 + (uint64_t)op * 8 + (uint64_t)type;
            if (!elem_pair_check((enum elem_op)op, (enum elem_type)type, NULL))
                continue;
            for (int i = 0; i < 500; i++) {
                unsigned char value[ELEM_MAX];
                values_make((enum elem_op)op, (enum elem_type)type, &seed, value);
                round_trip((enum elem_op)op, (enum elem_type)type, value);
            }
        }
}

/* Reals of any bits but NaNs, which all print alike. */
static void any_bits_come_back(void **state)
{
    static const enum elem_type types[] = { ELEM_F32, ELEM_F64, ELEM_F16 };
    uint64_t seed = 17;
    (void)state;
    for (int i = 0; i < 3 * 3000; i++) {
        const enum elem_type type = types[i % 3];
        const uint64_t bits = values_random(&seed);
        unsigned char value[ELEM_MAX] = { 0 };
        memcpy(value, &bits, (size_t)elem_size((int)type));
        if (!elem_is_nan((int)type, value))
            round_trip(OP_ADD, type, value);
    }
}

static void printed_as(void **state)
{
    static const struct { enum elem_type type; const char *text, *printed; } rows[] = {
        { ELEM_F32, "0.1", "0.1" }, { ELEM_F64, "0.1", "0.1" },
        { ELEM_F16, "0.1", "0.1" }, { ELEM_F32, "1.50", "1.5" },
        { ELEM_F32, "-0", "-0" }, { ELEM_F32, "NaN", "nan" },
        { ELEM_F32, "-Inf", "-inf" }, { ELEM_F32, "16777217", "16777216" },
        { ELEM_F64, "1e300", "1e+300" }, { ELEM_I32, " +7", "7" },
        { ELEM_I64, "-9223372036854775808", "-9223372036854775808" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char value[ELEM_MAX];
        const char *at = rows[i].text;
        struct buf text;
        buf_init(&text);
        assert_true(elem_parse(&at, OP_ADD, rows[i].type, value, NULL));
        elem_format(&text, OP_ADD, rows[i].type, value);
        assert_string_equal(buf_text(&text), rows[i].printed);
        buf_finish(&text);
    }
}

static void refused(void **state)
{
    static const struct {
        enum elem_op op; enum elem_type type; const char *text, *what;
    } rows[] = {
        { OP_ADD, ELEM_I32, "x", "\"x\" is not an integer (int32)" },
        { OP_ADD, ELEM_I32, "1.5", "\"1.5\" is not an integer (int32)" },
        { OP_ADD, ELEM_I32, "", "expected a number (int32) at \"\"" },
        { OP_ADD, ELEM_I8, "128", "128 is out of range for int8" },
        { OP_ADD, ELEM_U32, "-1", "-1 is out of range for uint32" },
        { OP_ADD, ELEM_I64, "9223372036854775808",
          "9223372036854775808 is out of range for int64" },
        { OP_ADD, ELEM_F16, "65520", "65520 is out of range for half" },
        { OP_ADD, ELEM_F32, "1e39", "1e39 is out of range for float" },
        { OP_ADD, ELEM_F32, "1,5,", NULL },
        { OP_MAT2, ELEM_I32, "[1 2 3 4]",
          "expected ';' at \"3 4]\"; the form is [1 2; 3 4]" },
        { OP_AFFINE, ELEM_I32, "(1;2)", "expected ',' at \";2)\"; the form is (a,b)" },
        { OP_CARRY, ELEM_I8, "(2,0)", "a flag is 0 or 1, not 2" },
        { OP_SEGADD, ELEM_I32, "(-1,0)", "a flag is 0 or 1, not -1" },
        { OP_STRING, ELEM_I8, "\"abcdefghijklmnop\"", "a string has up to 15 bytes" },
        { OP_STRING, ELEM_I8, "\"a\\n\"",
          "unknown escape in a string; allowed: \\\", \\\\ and \\x41" },
        { OP_STRING, ELEM_I8, "\"abc", "expected '\"' at \"\"; the form is \"abc\"" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char value[ELEM_MAX];
        const char *at = rows[i].text;
        struct err err = { 0 };
        const bool ok = elem_parse(&at, rows[i].op, rows[i].type, value, &err);
        assert_int_equal(ok, rows[i].what == NULL);
        if (!ok)
            assert_string_equal(err.what, rows[i].what);
        else
            assert_string_equal(at, ",5,"); /* stops behind the value */
    }
}

/* A comma as decimal point must change nothing. Where the locale is not
 * installed the same is tried with the C one. */
static void locale_is_ignored(void **state)
{
    (void)state;
    setlocale(LC_NUMERIC, "de_DE.UTF-8");
    printed_as(NULL);
    any_bits_come_back(NULL);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(wrong_names),
        cmocka_unit_test(pairs_refused),
        cmocka_unit_test(every_pair_comes_back),
        cmocka_unit_test(any_bits_come_back),
        cmocka_unit_test(printed_as),
        cmocka_unit_test(refused),
        cmocka_unit_test(locale_is_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
