/* Options: the walk over argv, values, and the options of a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "run/options.h"

enum { WORDS = 8 };

static int parse(struct run_options *options, const char *const words[WORDS],
                 struct err *err)
{
    char *argv[WORDS + 2] = { "program" };
    int argc = 1;
    for (int i = 0; i < WORDS && words[i]; i++)
        argv[argc++] = (char *)words[i];
    run_options_init(options);
    const struct option_group group = run_options_group(options);
    return options_parse_groups(argc, argv, &group, 1, err) ? 0 : (int)err->code;
}

static void understood(void **state)
{
    struct run_options options;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(parse(&options, (const char *const[WORDS]){ NULL }, &err), 0);
    assert_string_equal(options.spec.algo->name, "hillis");
    assert_int_equal(options.spec.n, 0);
    assert_int_equal(parse(&options, (const char *const[WORDS]){
        "--algo", "warp,kogge-stone", "--n=7", "--op", "max", "--type=float" }, &err), 0);
    assert_int_equal(options.algo_count, 2);
    assert_string_equal(options.algos[1]->name, "hillis");
    assert_ptr_equal(options.spec.algo, options.algos[0]);
    assert_int_equal(options.spec.n, 7);
    assert_int_equal(options.spec.op, OP_MAX);
    assert_int_equal(options.spec.type, ELEM_F32);
    assert_true(options.n_given && options.algo_given && !options.input_given);
    assert_int_equal(parse(&options, (const char *const[WORDS]){
        "--input", "-1 2", "--exclusive", "--exclusive", "--device", "host" }, &err), 0);
    assert_string_equal(options.spec.input, "-1 2");
    assert_int_equal(options.spec.direction, RUN_EXCLUSIVE);
    assert_int_equal(options.spec.device, RUN_HOST);
    assert_int_equal(parse(&options, (const char *const[WORDS]){
        "--schedule", "random:3", "--resident", "2", "--n", "4", "--n", "5" }, &err), 0);
    assert_int_equal(options.spec.n, 5);
    assert_int_equal(options.spec.resident, 2);
    assert_string_equal(options.spec.schedule, "random:3");
    static const char *const values[] = { "-inf", "-3,4", "-.5 2", "-inf -1", "-nan" };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        assert_int_equal(parse(&options, (const char *const[WORDS]){
            "--input", values[i] }, &err), 0);
        assert_string_equal(options.spec.input, values[i]);
    }
    assert_int_equal(parse(&options, (const char *const[WORDS]){
        "--trace-blocks", "4294967295" }, &err), 0);
    assert_int_equal(parse(&options, (const char *const[WORDS]){ "--n", "2^20" }, &err), 0);
    assert_int_equal(options.spec.n, 1 << 20);
}

static void refused(void **state)
{
    static const struct { const char *words[WORDS]; const char *what; } rows[] = {
        { { "--alg", "warp" }, "unknown option --alg; did you mean --algo? (--help "
          "lists all)" },
        { { "--frobnicate" }, "unknown option --frobnicate; --help lists all" },
        { { "-x" }, "unknown option -x; --help lists all" },
        { { "--n" }, "--n needs a value: --n N" },
        { { "--n", "--op", "+" }, "--n needs a value: --n N" },
        { { "--input", "--n", "3" }, "--input needs a value: --input LIST" },
        { { "--n", "-x" }, "--n -x: not a whole number from 1 to 16777216" },
        { { "--n", "0" }, "--n 0: not a whole number from 1 to 16777216" },
        { { "--n", "-3" }, "--n -3: not a whole number from 1 to 16777216" },
        { { "--n", "2^25" }, "--n 2^25: not a whole number from 1 to 16777216" },
        { { "--n", "2^999" }, "--n 2^999: not a whole number from 1 to 16777216" },
        { { "--n", "3^2" }, "--n 3^2: not a whole number from 1 to 16777216" },
        { { "--n", "2^" }, "--n 2^: not a whole number from 1 to 16777216" },
        { { "--n", "8x" }, "--n 8x: not a whole number from 1 to 16777216" },
        { { "--n", "" }, "--n \"\": not a whole number from 1 to 16777216" },
        { { "--n", "99999999999999999999" },
          "--n 99999999999999999999: not a whole number from 1 to 16777216" },
        { { "--inclusive", "--exclusive" },
          "--inclusive and --exclusive exclude each other" },
        { { "--inclusive=yes" }, "--inclusive takes no value" },
        { { "--device", "cpu" }, "--device cpu: allowed: auto, host, cuda" },
        { { "--device", "hots" }, "--device hots: did you mean host? allowed: auto, "
          "host, cuda" },
        { { "--block", "2000" }, "--block 2000: not a whole number from 1 to 1024" },
        { { "warp" }, "unexpected argument \"warp\"; options start with --, --help "
          "lists all" },
        { { "--", "--n" }, "unexpected argument \"--n\"; options start with --, "
          "--help lists all" },
        { { "--trace-blocks", "1-" }, "--trace-blocks 1-: not a list of blocks; "
          "allowed: 0,2-5,last" },
        { { "--trace-blocks", "5-2" }, "--trace-blocks 5-2: not a list of blocks; "
          "allowed: 0,2-5,last" },
        { { "--algo", "warp,,hillis" }, NULL },
        { { "--schedule", "sometimes" }, NULL },
        { { "--op", "plus minus" }, NULL },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_options options;
        struct err err = { 0 };
        assert_int_equal(parse(&options, rows[i].words, &err), ERR_USAGE);
        if (rows[i].what)
            assert_string_equal(err.what, rows[i].what);
        assert_null(strchr(err.what, '\n'));
    }
}

static void lengths(void **state)
{
    static const struct { const char *text; uint32_t n; } rows[] = {
        { "1", 1 }, { "1000", 1000 }, { "2^0", 1 }, { "2^10", 1024 },
        { "2^24", RUN_MAX_N }, { "16777216", RUN_MAX_N }, { "2^25", 0 },
        { "16777217", 0 }, { "0", 0 }, { "", 0 }, { "-1", 0 }, { "1e3", 0 },
        { "2^", 0 }, { "2^4x", 0 }, { " 8", 0 }, { "+8", 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t n = 0;
        assert_int_equal(run_n_parse("n", rows[i].text, &n, NULL), rows[i].n > 0);
        assert_int_equal(n, rows[i].n);
    }
}

static void reals(void **state)
{
    static const struct { const char *text; bool ok; double value; } rows[] = {
        { "1", true, 1 }, { "0.25", true, 0.25 }, { "-1.5", true, -1.5 },
        { ".5", true, 0.5 }, { "2.", true, 2 }, { "1e3", false, 0 },
        { "", false, 0 }, { "-", false, 0 }, { "1.2.3", false, 0 },
        { "100", false, 0 }, { "nan", false, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value = 0;
        assert_int_equal(options_real("--x", rows[i].text, -10, 10, &value, NULL),
                         rows[i].ok);
        if (rows[i].ok)
            assert_true(value == rows[i].value);
    }
}

static void lists_of_blocks(void **state)
{
    (void)state;
    assert_false(run_blocks_check("0,1,last", 1, NULL));
    assert_true(run_blocks_check("0,last", 1, NULL));
    assert_false(run_blocks_check("0,lasts", 6, NULL));
    assert_true(run_blocks_check("0,2-5", 6, NULL));
    assert_false(run_blocks_check("0,2-5", 5, NULL));
    assert_false(run_blocks_check("0,,5", 6, NULL));
    assert_true(run_blocks_check("4294967295,7-last", 0, NULL));
    assert_false(run_blocks_check("last-7", 0, NULL));
    struct err err = { 0 };
    assert_false(run_blocks_check("4294967295", 1, &err));
    assert_string_equal(err.what, "--trace-blocks 4294967295: the grid has 1 block, "
                        "0 to 0");
}

/* Values are no options, whatever they look like. */
static void options_of_a_line(void **state)
{
    char *argv[] = { "program", "--input", "-o", "--n=3", "--type", "float", "x" };
    struct run_options options;
    run_options_init(&options);
    const struct option_group group = run_options_group(&options);
    struct options_line line = { 7, argv, &group, 1, 0 };
    (void)state;
    assert_string_equal(options_next(&line)->name, "--input");
    assert_string_equal(options_next(&line)->name, "--n");
    assert_string_equal(options_next(&line)->name, "--type");
    assert_null(options_next(&line));
}

struct two { int positional; bool flag; };

static bool take_word(void *user, const char *value, struct err *err)
{
    ((struct two *)user)->positional++;
    return strcmp(value, "bad") != 0 || err_set(err, ERR_USAGE, "bad word");
}

static bool take_flag(void *user, const char *value, struct err *err)
{
    (void)err;
    assert_null(value);
    ((struct two *)user)->flag = true;
    return true;
}

static void tables_of_a_program(void **state)
{
    static const struct option_def defs[] = {
        { "--flag", NULL, take_flag, "a flag", "-f" },
        { "", "WORD", take_word, "words", NULL },
    };
    char *good[] = { "program", "one", "-f", "--", "-f", "-" };
    char *bad[] = { "program", "one", "bad" };
    struct two two = { 0 };
    struct err err = { 0 };
    struct buf help;
    (void)state;
    assert_true(options_parse(6, good, defs, 2, &two, &err));
    assert_int_equal(two.positional, 3);
    assert_true(two.flag);
    const struct option_group group = { defs, 2, &two };
    struct options_line line = { 6, good, &group, 1, 0 };
    assert_ptr_equal(options_first_of(line, &group), &defs[0]);
    assert_ptr_equal(options_next(&line), &defs[0]); /* the second -f is a word */
    assert_null(options_next(&line));
    assert_null(options_next(&line));
    assert_false(options_parse(3, bad, defs, 2, &two, &err));
    assert_string_equal(err.what, "bad word");
    buf_init(&help);
    options_help(&group, 1, NULL, &help);
    assert_string_equal(buf_text(&help),
                        "  -f, --flag                 a flag\n"
                        "  WORD                       words\n");
    buf_finish(&help);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(understood),
        cmocka_unit_test(refused),
        cmocka_unit_test(lengths),
        cmocka_unit_test(reals),
        cmocka_unit_test(lists_of_blocks),
        cmocka_unit_test(options_of_a_line),
        cmocka_unit_test(tables_of_a_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
