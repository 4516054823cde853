/* The text field: a table of key scripts and what stands in the field after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/edit.h"

/* Scripts: < > move, [ home, ] end, ~ erases back, ! forward, else typed. */
static void play(struct edit *edit, const char *script)
{
    for (; *script; script++) {
        char one[5] = {*script};

        switch (*script) {
        case '<': edit_move(edit, -1); break;
        case '>': edit_move(edit, 1); break;
        case '[': edit_home(edit); break;
        case ']': edit_end(edit); break;
        case '~': edit_erase_back(edit); break;
        case '!': edit_erase_forward(edit); break;
        default:
            for (int i = 1; i < 4 && ((unsigned char)script[1] & 0xc0) == 0x80; i++)
                one[i] = *++script;
            edit_insert(edit, one);
        }
    }
}

static const struct {
    const char *start; bool fresh; const char *script, *text; size_t caret;
} scripts[] = {
    {"", false, "12", "12", 2},
    {"8", false, "4", "84", 2},
    {"8", true, "16", "16", 2},         /* fresh: typing replaces */
    {"8", true, ">16", "816", 3},       /* moving keeps */
    {"8", true, "~", "", 0},
    {"81", true, "!", "", 0},
    {"", false, "~!<>", "", 0},         /* nothing to erase or pass */
    {"abc", false, "<<x", "axbc", 2},
    {"abc", false, "[!", "bc", 0},
    {"abc", false, "[>>>>>d", "abcd", 4},
    {"aé和", false, "~", "aé", 3},      /* whole characters */
    {"aé和", false, "<<~", "é和", 0},
    {"aé和", false, "<!", "aé", 3},
    {"aé和", false, "<和", "aé和和", 6},
};

static void test_scripts(void **state)
{
    static struct edit edit;

    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        edit_set(&edit, scripts[i].start, scripts[i].fresh);
        play(&edit, scripts[i].script);
        assert_string_equal(edit.text, scripts[i].text);
        assert_int_equal(edit.caret, scripts[i].caret);
        assert_int_equal(edit.length, strlen(edit.text));
    }
}

static const struct { const char *pasted, *text; } pastes[] = {
    {"1 2\n3\t4", "1 2 3 4"},
    {"\x01\x1b[7m\x7f", "[7m"},
    {"a\xff\xfe" "b", "ab"},
    {"\xc3", ""},
    {"\xe5\x92", ""},
    {"é", "é"},
};

static void test_pastes(void **state)
{
    static struct edit edit;

    (void)state;
    for (size_t i = 0; i < sizeof pastes / sizeof *pastes; i++) {
        edit_set(&edit, "", false);
        edit_insert(&edit, pastes[i].pasted);
        assert_string_equal(edit.text, pastes[i].text);
    }
}

static void test_limit(void **state)
{
    static struct edit edit;

    (void)state;
    edit_set(&edit, "", false);
    for (int i = 0; i < EDIT_MAX; i++)
        edit_insert(&edit, "和");
    assert_true(edit.length < EDIT_MAX);
    assert_int_equal(edit.length % 3, 0);
    assert_int_equal(edit.text[edit.length], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_pastes),
        cmocka_unit_test(test_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
