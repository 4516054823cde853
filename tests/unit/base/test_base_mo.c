/* Catalogues of translations: forged here in both byte orders, with rules of
 * several languages; damaged ones are refused or read, never overrun. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mo.h"

enum { MOST = 4096, HEAD = 20, STRINGS = 4 };

struct forged { unsigned char bytes[MOST]; uint32_t length; bool swapped; };

static void put(struct forged *file, uint32_t at, uint32_t word)
{
    if (file->swapped)
        word = __builtin_bswap32(word);
    memcpy(file->bytes + at, &word, sizeof word);
}

/* length without the last zero byte; inner zero bytes are part of it. */
static void put_string(struct forged *file, uint32_t table, uint32_t i,
                       const char *text, uint32_t length)
{
    put(file, table + 8 * i, length);
    put(file, table + 8 * i + 4, file->length);
    memcpy(file->bytes + file->length, text, length + 1);
    file->length += length + 1;
}

static void forge(struct forged *file, const char *rule, bool swapped)
{
    const uint32_t from = HEAD, to = HEAD + 8 * STRINGS;
    char head[256];

    memset(file, 0, sizeof *file);
    file->swapped = swapped;
    put(file, 0, 0x950412de);
    put(file, 8, STRINGS);
    put(file, 12, from);
    put(file, 16, to);
    file->length = to + 8 * STRINGS;
    snprintf(head, sizeof head, "Content-Type: text/plain\nPlural-Forms: %s\n", rule);
    put_string(file, from, 0, "", 0);
    put_string(file, from, 1, "%d cell\0%d cells", 16);
    put_string(file, from, 2, "Keys", 4);
    put_string(file, from, 3, "empty", 5);
    put_string(file, to, 0, head, (uint32_t)strlen(head));
    put_string(file, to, 1, "form 0\0form 1\0form 2", 20);
    put_string(file, to, 2, "按键", 6);
    put_string(file, to, 3, "", 0);
}

static char path[] = "/tmp/pscan-test-mo-XXXXXX";

static int enter(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 || close(file) != 0;
}

static int leave(void **state)
{
    (void)state;
    return unlink(path);
}

static bool open_bytes(const struct forged *file, uint32_t length, struct mo **mo)
{
    struct err err = {0};
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(file->bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    return mo_open(path, mo, &err);
}

static void test_texts(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        struct forged file;
        struct mo *mo;

        forge(&file, "nplurals=1; plural=0;", swapped);
        assert_true(open_bytes(&file, file.length, &mo));
        assert_string_equal(mo_text(mo, "Keys"), "按键");
        assert_string_equal(mo_text(mo, "Key"), "Key");
        assert_string_equal(mo_text(mo, "empty"), "empty");
        assert_string_equal(mo_text(mo, ""), "");
        assert_string_equal(mo_plural(mo, "%d cell", "%d cells", 5), "form 0");
        assert_string_equal(mo_plural(mo, "a", "b", 1), "a");
        assert_string_equal(mo_plural(mo, "a", "b", 0), "b");
        mo_close(mo);
    }
    assert_string_equal(mo_text(NULL, "Keys"), "Keys");
    assert_string_equal(mo_plural(NULL, "a", "b", 2), "b");
    mo_close(NULL);
}

/* Rules as catalogues of other languages have them, and nonsense: form 0. */
static void test_rules(void **state)
{
    static const struct { const char *rule; unsigned long n; int form; } rows[] = {
        { "nplurals=2; plural=(n != 1);", 1, 0 },
        { "nplurals=2; plural=(n != 1);", 0, 1 },
        { "nplurals=2; plural=n>1;", 1, 0 },
        { "nplurals=2; plural=n>1;", 2, 1 },
        { "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
          "(n%100<10 || n%100>=20) ? 1 : 2);", 21, 0 },
        { "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
          "(n%100<10 || n%100>=20) ? 1 : 2);", 13, 2 },
        { "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
          "(n%100<10 || n%100>=20) ? 1 : 2);", 33, 1 },
        { "nplurals=2; plural=!(n-1)*2/2+0;", 1, 1 },
        { "nplurals=2; plural=n/0;", 1, 0 },
        { "nplurals=2; plural=(n;", 7, 0 },
        { "nplurals=2; plural=;", 7, 0 },
        { "nplurals=2; plural=((((((((((((((((((((((((((((((((((((((((n", 7, 0 },
        { "nplurals=2;", 7, 0 },
        { "nplurals=9; plural=8;", 7, 2 }, /* the last there is */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct forged file;
        struct mo *mo;
        char wanted[8];

        forge(&file, rows[i].rule, false);
        snprintf(wanted, sizeof wanted, "form %d", rows[i].form);
        assert_true(open_bytes(&file, file.length, &mo));
        assert_string_equal(mo_plural(mo, "%d cell", "%d cells", rows[i].n), wanted);
        mo_close(mo);
    }
}

/* A catalogue whose translations would print what is not there is none. */
static void test_formats(void **state)
{
    static const struct { const char *text; bool opens; } rows[] = {
        { "%d", true }, { "100 %%", true }, { "%s", false }, { "%ld", false },
        { "%2$d", false }, { "%1$d %1$d", true }, { "%d %d", false }, { "%hd", false },
        { "%n", false }, { "%99d", false }, { "%*d", false }, { "%", true },
        { "%999999999999$d", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct forged file;
        struct mo *mo;
        const uint32_t to = HEAD + 8 * STRINGS;

        forge(&file, "nplurals=1; plural=0;", i % 2);
        put_string(&file, to, 1, rows[i].text, (uint32_t)strlen(rows[i].text));
        assert_int_equal(open_bytes(&file, file.length, &mo), rows[i].opens);
        mo_close(mo);
    }
}

static void ask(struct mo *mo)
{
    static const char *const ids[] = { "", "Keys", "empty", "zzz" };

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_true(strlen(mo_text(mo, ids[i])) < MOST);
    assert_true(strlen(mo_plural(mo, "%d cell", "%d cells", 3)) < MOST);
    mo_close(mo);
}

/* Every byte changed, every length cut: refused or read within the file. */
static void test_damage(void **state)
{
    struct forged whole, file;
    struct mo *mo;
    int refused = 0;

    (void)state;
    forge(&whole, "nplurals=2; plural=n != 1;", false);
    for (uint32_t length = 0; length < whole.length; length++)
        assert_false(open_bytes(&whole, length, &mo));
    for (uint32_t at = 0; at < whole.length; at++)
        for (int bit = 0; bit < 8; bit += 7) {
            file = whole;
            file.bytes[at] ^= (unsigned char)(1 << bit);
            if (open_bytes(&file, file.length, &mo))
                ask(mo);
            else
                refused++;
        }
    assert_true(refused > HEAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts), cmocka_unit_test(test_rules),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_damage),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
