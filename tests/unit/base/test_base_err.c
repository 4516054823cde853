/* Errors: the first one wins, text is one clean line, the nearest name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/err.h"
#include "base/utf8.h"

static void first_wins(void **state)
{
    (void)state;
    struct err err = {0};
    assert_false(err_set(&err, ERR_USAGE, "n is %d", 7));
    assert_int_equal(err.code, ERR_USAGE);
    assert_string_equal(err.what, "n is 7");
    assert_false(err_set(&err, ERR_FAILED, "later"));
    assert_int_equal(err.code, ERR_USAGE);
    assert_string_equal(err.what, "n is 7");
    assert_false(err_set(NULL, ERR_FAILED, "nobody asks"));
}

static void text_is_clean(void **state)
{
    (void)state;
    static const struct { const char *given, *kept; } rows[] = {
        {"plain", "plain"},
        {"Hillis–Steele ×", "Hillis–Steele ×"},
        {"two\nlines\x1b[2J", "two lines [2J"},
        {"a\xff" "bcdef", "a?bcdef"},
        {"\xc3(1234", "?(1234"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = {0};
        err_set(&err, ERR_FAILED, "%s", rows[i].given);
        assert_string_equal(err.what, rows[i].kept);
    }
}

static void long_text_is_cut_between_characters(void **state)
{
    (void)state;
    char given[1024];
    for (int shift = 0; shift < 4; shift++) {
        struct err err = {0};
        memset(given, 'x', sizeof given);
        for (size_t i = (size_t)shift; i + 4 < sizeof given; i += 4)
            memcpy(given + i, "\xf0\x9d\x94\xb8", 4); /* four bytes each */
        given[sizeof given - 1] = '\0';
        err_set(&err, ERR_FAILED, "%s", given);
        assert_true(strlen(err.what) > sizeof err.what - 5);
        assert_true(utf8_valid(err.what, strlen(err.what)));
        assert_null(strchr(err.what, '?'));
    }
}

static void nearest_name(void **state)
{
    (void)state;
    static const char *const names[] = {
        "serial", "hillis", "hillis-double", "blelloch", "warp",
        "kogge-stone", "+", "max", "min"};
    static const struct { const char *what, *meant; } rows[] = {
        {"hillis", "hillis"},      {"hilis", "hillis"},
        {"hlilis", "hillis"},      {"HILLIS", "hillis"},
        {"hillsi", "hillis"},      {"bleloch", "blelloch"},
        {"belloch", "blelloch"},   {"blelloc", "blelloch"},
        {"wrap", "warp"},          {"kogge", "kogge-stone"},
        {"hillis-duoble", "hillis-double"},
        {"hillis-d", "hillis-double"},
        {"mxa", "max"},            {"mix", "max"},
        {"mi", "min"},             {"srial", "serial"},
        {"", NULL},                {"x", NULL},
        {"zebra", NULL},           {"quicksort", NULL},
        {"-", NULL},
        {"a name so long that nobody can have meant any one of the names "
         "that there are", NULL},
    };
    int count = sizeof names / sizeof *names;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = err_nearest(rows[i].what, names, count);
        if (rows[i].meant == NULL)
            assert_null(got);
        else if (got == NULL)
            fail_msg("nothing near %s", rows[i].what);
        else
            assert_string_equal(got, rows[i].meant);
    }
    assert_null(err_nearest("hillis", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_wins),
        cmocka_unit_test(text_is_clean),
        cmocka_unit_test(long_text_is_cut_between_characters),
        cmocka_unit_test(nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
