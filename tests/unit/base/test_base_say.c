/* Sentences as data: in English they read as printf would have printed them, in
 * another language by its order; nouns within them are translated too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/say.h"

static const struct { const char *msgid, *other; } words[] = {
    {"%s reads line %u", "line %2$u: reads %1$s"},
    {"thread %u of block %u", "B%2$u.T%1$u"},
    {"%u of %u", "%2$u/%1$u/%7$u/100%%"},
    {"nobody", "nemo"},
};

static const char *tr(const char *msgid)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].msgid, msgid) == 0)
            return words[i].other;
    return msgid;
}

static void expect(const char *said, const char *(*in)(const char *),
                   const char *wanted)
{
    struct buf out;

    buf_init(&out);
    say_read(said, in, &out);
    assert_string_equal(buf_text(&out), wanted);
    buf_finish(&out);
}

#define SAME(...)                                    \
    do {                                             \
        char plain[200];                             \
        struct buf said;                             \
        snprintf(plain, sizeof plain, __VA_ARGS__);  \
        buf_init(&said);                             \
        say_print(&said, __VA_ARGS__);               \
        expect(buf_text(&said), NULL, plain);        \
        expect(buf_text(&said), tr, plain);          \
        buf_finish(&said);                           \
    } while (0)

static void as_printf(void **state)
{
    (void)state;
    SAME("plain");
    SAME("%d%% of %s", -5, "all");
    SAME("mask 0x%08x, %5.2f, %-6s|", 255u, 3.14159, "ab");
    SAME("%llu %lu %zu %ld %hu %c", 1ull << 40, 7ul, (size_t)9, -3l, (unsigned short)12,
         'x');
    SAME("%.3s and %.*s", "abcdef", 2, "uvw");
    SAME("%.3g ulp, %+d", 0.00012345, 3);
}

static void translated(void **state)
{
    char who[80], all[200];

    (void)state;
    say_make(who, sizeof who, "thread %u of block %u", 4u, 2u);
    say_make(all, sizeof all, "%s reads line %u", who, 17u);
    expect(all, NULL, "thread 4 of block 2 reads line 17");
    expect(all, tr, "line 17: reads B2.T4");
    expect(say_make(all, sizeof all, "%u of %u", 3u, 8u), tr, "8/3//100%");
    expect(say_make(all, sizeof all, "%s", say_make(who, sizeof who, "nobody")), tr,
           "nemo");
}

/* Whatever bytes there are, reading ends and stays within them. */
static void damaged(void **state)
{
    static const char *const texts[] = {
        "\1", "\1\2", "\2\3", "\1%s", "\1%s\2", "\1%s\2\1%s\2x", "\3\3a",
        "\1%1$s%1$s\2a\2b\2c\2d\2e\2f\2g\2h\2i\2j\2k\2l\2m\2n\3z", "\1%\3", "\1%9$\3",
        "\1%s\2\1%s\2\1%s\2\1%s\2\1%s\2\1%s\2\1%s\2\1%s\2\1%s\2deep\3\3\3\3\3\3\3",
    };
    char all[100];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf out;

        buf_init(&out);
        say_read(texts[i], tr, &out);
        assert_true(buf_ok(&out));
        buf_finish(&out);
    }
    say_make(all, 24, "%s reads line %u", "somebody", 17u); /* cut */
    expect(all, NULL, "someb reads line ");
}

static void errors(void **state)
{
    struct err inner = {0}, outer = {0};
    struct buf out;

    (void)state;
    err_set(&inner, ERR_FAILED, "nobody");
    err_set(&outer, ERR_USAGE, "%s reads line %u", inner.said, 3u);
    assert_string_equal(outer.what, "nobody reads line 3");
    buf_init(&out);
    err_tell(&outer, tr, &out);
    assert_string_equal(buf_text(&out), "line 3: reads nemo");
    buf_finish(&out);
}

/* Too long to be kept as data: the finished text is. */
static void long_error(void **state)
{
    char text[900];
    struct err err = {0};
    struct buf out;

    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    err_set(&err, ERR_FAILED, "%s reads line %u", text, 1u);
    assert_int_equal(strlen(err.what), sizeof err.what - 1);
    buf_init(&out);
    err_tell(&err, tr, &out);
    assert_string_equal(buf_text(&out), err.what);
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_printf), cmocka_unit_test(translated),
        cmocka_unit_test(damaged), cmocka_unit_test(errors),
        cmocka_unit_test(long_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
