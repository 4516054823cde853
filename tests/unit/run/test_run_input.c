/* Inputs: lists, files, random values; what is refused and in which words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "run/input.h"
#include "run/run.h"

/* The input as text, values separated by spaces. */
static bool read_input(struct run_spec *spec, struct buf *out, char text[64],
                       struct err *err)
{
    struct arena arena;
    unsigned char *values;
    const size_t width = elem_width(spec->op, spec->type);
    if (!spec->algo)
        spec->algo = run_algo_find("hillis", NULL);
    arena_init(&arena, 0);
    const bool ok = run_input(spec, &arena, &values, text, err);
    for (uint32_t i = 0; ok && i < spec->n; i++) {
        unsigned char value[ELEM_MAX] = { 0 };
        memcpy(value, values + width * i, width);
        buf_puts(out, i ? " " : "");
        elem_format(out, spec->op, spec->type, value);
    }
    arena_finish(&arena);
    return ok;
}

static void read_well(void **state)
{
    static const struct {
        enum elem_op op; enum elem_type type; uint32_t n;
        const char *input, *values, *text;
    } rows[] = {
        { OP_ADD, ELEM_I32, 0, NULL, "3 1 4 1 5 9 2 6", "default" },
        { OP_ADD, ELEM_I32, 10, NULL, "3 1 4 1 5 9 2 6 3 1", "default" },
        { OP_ADD, ELEM_I32, 0, "3 1 4", "3 1 4", "list" },
        { OP_ADD, ELEM_I32, 3, "3,1,4", "3 1 4", "list" },
        { OP_ADD, ELEM_I32, 0, "  3 ,\t1,\n-4  ", "3 1 -4", "list" },
        { OP_ADD, ELEM_F32, 0, "0.5,nan", "0.5 nan", "list" },
        { OP_STRING, ELEM_I8, 0, "\"a b\", \"c,d\" 2", "\"a b\" \"c,d\" \"c\"", "list" },
        { OP_SEGADD, ELEM_I32, 0, "(1,5) (0,2),3", "(1,5) (0,2) (0,3)", "list" },
        { OP_SEGADD, ELEM_I32, 0, "|1 2 3|4,5| 6", "(1,1) (0,2) (0,3) (1,4) (0,5) (1,6)", "list" },
        { OP_SEGADD, ELEM_I32, 0, NULL, "(1,1) (0,2) (0,3) (1,4) (0,5) (1,6)", "default" },
        { OP_ARGMAX, ELEM_I32, 0, "7 5", "(7,0) (5,1)", "list" },
        { OP_ARGMAX, ELEM_I32, 3, NULL, "(3,0) (1,1) (4,2)", "default" },
        { OP_MAT2, ELEM_I32, 0, "[1 2; 3 4] 5", "[1 2; 3 4] [5 1; 1 0]", "list" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .n = rows[i].n, .op = rows[i].op,
                                 .type = rows[i].type, .input = rows[i].input };
        struct err err = { 0 };
        struct buf out;
        char text[64];
        buf_init(&out);
        if (!read_input(&spec, &out, text, &err))
            fail_msg("%s", err.what);
        assert_string_equal(buf_text(&out), rows[i].values);
        assert_string_equal(text, rows[i].text);
        buf_finish(&out);
    }
}

static void refused(void **state)
{
    static const struct { uint32_t n; const char *input, *what; } rows[] = {
        { 0, "", "the list holds no values; give some, as in \"3 1 4\"" },
        { 0, "  ", "the list holds no values; give some, as in \"3 1 4\"" },
        { 0, "3 x 4", "the list: value 2: \"x\" is not an integer (int32)" },
        { 0, "3 1 4.5", "the list: value 3: \"4.5\" is not an integer (int32)" },
        { 0, "3,,4", "the list: value 2 is missing after a comma" },
        { 0, "3,", "the list: value 2 is missing after a comma" },
        { 0, ",3", "the list: value 1: expected a number (int32) at \",3\"" },
        { 0, "3;4", "the list: value 1: \"3;4\" is not one value; separate values "
          "by spaces or commas" },
        { 0, "1 2147483648", "the list: value 2: 2147483648 is out of range for "
          "int32" },
        { 5, "3 1 4", "n is 5 but the list has 3 values; leave --n away or let "
          "both agree" },
        { 5, "3", "n is 5 but the list has 1 value; leave --n away or let both "
          "agree" },
        { 0, "random:", "--input random:SEED, SEED \"\": not a whole number from 0 "
          "to 18446744073709551615" },
        { 0, "random:x", "--input random:SEED, SEED x: not a whole number from 0 "
          "to 18446744073709551615" },
        { 0, "@", "--input @: the name of a file is missing" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .n = rows[i].n, .input = rows[i].input };
        struct err err = { 0 };
        struct buf out;
        char text[64];
        buf_init(&out);
        assert_false(read_input(&spec, &out, text, &err));
        assert_int_equal(err.code, ERR_USAGE);
        assert_string_equal(err.what, rows[i].what);
        buf_finish(&out);
    }
}

static void too_many(void **state)
{
    struct run_spec spec = { .algo = run_algo_find("warp", NULL) };
    char list[3 * 33 + 1] = "", text[64];
    struct err err = { 0 };
    struct buf out;
    (void)state;
    for (int i = 0; i < 33; i++)
        strcat(list, "12 ");
    spec.input = list;
    buf_init(&out);
    assert_false(read_input(&spec, &out, text, &err));
    assert_string_equal(err.what, "the list has more than 32 values");
    buf_finish(&out);
}

/* A temporary file with these bytes; "@name" in reference. */
static void make_file(char reference[40], const void *bytes, size_t length)
{
    strcpy(reference, "@/tmp/pscan-input-XXXXXX");
    const int fd = mkstemp(reference + 1);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, length), (ssize_t)length);
    close(fd);
}

static void files(void **state)
{
    static const struct { const char *bytes; size_t length; const char *values, *what; }
    rows[] = {
        { "3 1\n4,1\n", 8, "3 1 4 1", NULL },
        { "3 1\n4 oops", 10, NULL, "value 4: \"oops\" is not an integer (int32)" },
        { "3\0001", 3, NULL, "byte 2 is not text" },
        { "", 0, NULL, "holds no values" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char reference[40], text[64];
        struct err err = { 0 };
        struct buf out;
        struct run_spec spec = { .input = reference };
        make_file(reference, rows[i].bytes, rows[i].length);
        buf_init(&out);
        assert_int_equal(read_input(&spec, &out, text, &err), rows[i].what == NULL);
        if (rows[i].what) {
            assert_non_null(strstr(err.what, rows[i].what));
            assert_non_null(strstr(err.what, reference + 1)); /* names the file */
        } else {
            assert_string_equal(buf_text(&out), rows[i].values);
            assert_string_equal(text, "@file");
        }
        buf_finish(&out);
        unlink(reference + 1);
    }
}

/* A pipe is read once, however often the run is prepared. */
static void pipes(void **state)
{
    static const char list[] = "3 1\n4";
    char name[] = "/tmp/pscan-input-XXXXXX", path[64], reference[80];
    (void)state;
    assert_non_null(mkdtemp(name));
    snprintf(path, sizeof path, "%s/fifo", name);
    snprintf(reference, sizeof reference, "@%s", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    const pid_t child = fork();
    if (child == 0) {
        const int fd = open(path, O_WRONLY);
        _exit(write(fd, list, strlen(list)) != (ssize_t)strlen(list));
    }
    alarm(20); /* a second read would wait for ever */
    for (int i = 0; i < 3; i++) {
        struct run_spec spec = { .input = reference };
        struct err err = { 0 };
        struct buf out;
        char text[64];
        buf_init(&out);
        if (!read_input(&spec, &out, text, &err))
            fail_msg("%s", err.what);
        assert_string_equal(buf_text(&out), "3 1 4");
        assert_string_equal(text, "@file");
        buf_finish(&out);
    }
    alarm(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    unlink(path);
    rmdir(name);
}

static void missing_file(void **state)
{
    struct run_spec spec = { .input = "@/nonexistent/list" };
    struct err err = { 0 };
    struct buf out;
    char text[64];
    (void)state;
    buf_init(&out);
    assert_false(read_input(&spec, &out, text, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.what, "/nonexistent/list"));
    buf_finish(&out);
}

/* Same seed, same values; sums of 1024 of them do not wrap. */
static void random_values(void **state)
{
    (void)state;
    for (int type = 0; type < ELEM_TYPES; type++) {
        struct run_spec spec = { .n = 1024, .type = (enum elem_type)type,
                                 .input = "random:7" };
        struct buf once, again;
        char text[64];
        struct err err = { 0 };
        buf_init(&once);
        buf_init(&again);
        assert_true(read_input(&spec, &once, text, &err));
        assert_true(read_input(&spec, &again, text, &err));
        assert_string_equal(buf_text(&once), buf_text(&again));
        assert_string_equal(text, "random:7");
        unsigned char sum[ELEM_MAX], value[ELEM_MAX];
        elem_identity(OP_ADD, type, sum);
        const char *at = buf_text(&once);
        for (int i = 0; i < 1024; i++) {
            assert_true(elem_parse(&at, OP_ADD, (enum elem_type)type, value, NULL));
            assert_false(elem_wraps(OP_ADD, type, sum, value));
            elem_apply(OP_ADD, type, sum, value, sum);
        }
        buf_finish(&once);
        buf_finish(&again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_well),
        cmocka_unit_test(refused),
        cmocka_unit_test(too_many),
        cmocka_unit_test(files),
        cmocka_unit_test(pipes),
        cmocka_unit_test(missing_file),
        cmocka_unit_test(random_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
