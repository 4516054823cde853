/* Characters, fitting and wrapping, English and Chinese, with the fixed metric
 * (size 10: ASCII 6 pixels a glyph, CJK 10). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "draw/breaks.h"
#include "draw/draw.h"

static void test_characters(void **state)
{
    (void)state;
    const char *text = "a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80\xFFz\xE4\xB8";
    static const uint32_t want[] = {'a', 0xE9, 0x4E2D, 0x1F600, 0xFFFD, 'z', 0xFFFD,
                                    0xFFFD, 0, 0};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(draw_char_next(&text), want[i]);
}

static void test_fixed_width(void **state)
{
    (void)state;
    static const struct { const char *text; float width; } rows[] = {
        {"", 0}, {"abc", 18}, {"并行", 20}, {"n = 8，", 40}, {"a\xCC\x81", 6},
        {"–×√", 18}, {"\xFF", 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_float_equal(draw_metric_fixed.width(NULL, FACE_UI, 10, rows[i].text),
                           rows[i].width, 1e-4);
}

static void test_fit(void **state)
{
    (void)state;
    static const struct { const char *text; float width; const char *want; } rows[] = {
        {"stride 2", 48, "stride 2"},   {"stride 2", 47.9f, "stride…"},
        {"stride 2", 42, "stride…"},    {"stride 2", 36, "strid…"},
        {"stride 2", 12, "s…"},         {"stride 2", 6, "…"},
        {"stride 2", 5.9f, NULL},       {"并行扫描", 40, "并行扫描"},
        {"并行扫描", 39, "并行扫…"},    {"并行扫描", 17, "并…"},
        {"并行扫描", 15, "…"},
        {"a\xCC\x81\xCC\x81" "bcd", 17, "a\xCC\x81\xCC\x81…"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct draw_list list;
        draw_init(&list);
        draw_begin(&list, 100, 100, NULL);
        float width = draw_text_fit(&list, 0, 0, 10, FACE_UI, INK_TEXT, ANCHOR_END, 1,
                                    rows[i].width, rows[i].text);
        assert_true(draw_end(&list));
        assert_int_equal(list.count, rows[i].want != NULL);
        if (rows[i].want != NULL)
            assert_string_equal(list.cmds[0].u.text.text, rows[i].want);
        assert_true(width <= rows[i].width);
        draw_finish(&list);
    }
}

/* Lines are joined by '|'. */
static void wrapped(const char *text, float width, int max_lines, char *joined,
                    int *lines)
{
    struct draw_list list;
    draw_init(&list);
    draw_begin(&list, 500, 500, NULL);
    *lines = draw_text_wrap(&list, 3, 20, 10, FACE_UI, INK_TEXT, width, 14,
                            max_lines, text);
    assert_true(draw_end(&list));
    joined[0] = '\0';
    for (int i = 0; i < list.count; i++) {
        const struct draw_cmd *cmd = &list.cmds[i];
        strcat(strcat(joined, i == 0 ? "" : "|"), cmd->u.text.text);
        assert_float_equal(cmd->u.text.x, 3, 0);
        assert_true(cmd->u.text.width <= width || width < 10);
        int line = (int)((cmd->u.text.y - 20) / 14 + 0.5f);
        assert_true(line >= i && line < *lines);
    }
    draw_finish(&list);
}

static void test_wrap(void **state)
{
    (void)state;
    static const struct { const char *text; float width; int max, lines;
                          const char *want; } rows[] = {
        {"", 60, 9, 0, ""},
        {"one two", 60, 9, 1, "one two"},
        {"one two three", 60, 9, 2, "one two|three"},
        {"one two three", 42, 9, 2, "one two|three"},
        {"one two three", 41, 9, 3, "one|two|three"},
        {"one  two ", 60, 9, 1, "one  two"},
        {"abcdefghijkl", 30, 9, 3, "abcde|fghij|kl"},
        {"a bcdefghijkl", 30, 9, 4, "a|bcdef|ghijk|l"},
        {"one\ntwo", 60, 9, 2, "one|two"},
        {"one\n\ntwo", 60, 9, 3, "one|two"},
        {"one two three four", 60, 2, 2, "one two|three four"},
        {"one two three four five", 60, 2, 2, "one two|three…"},
        {"one two three", 60, 1, 1, "one two…"},
        {"one two, three", 54, 1, 1, "one two,…"},
        {"a bcdefghijkl", 30, 1, 1, "a…"},
        {"并行前缀和扫描", 40, 9, 2, "并行前缀|和扫描"},
        {"步长为二，每个线程", 45, 9, 3, "步长为|二，每个|线程"},
        {"线程（第三个）写入", 40, 9, 3, "线程（第|三个）写|入"},
        {"并行 scan 扫描", 50, 9, 2, "并行 scan|扫描"},
        {"并行扫描的步长", 40, 1, 1, "并行扫…"},
        {"中", 5, 9, 1, "中"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char joined[256];
        int lines;
        wrapped(rows[i].text, rows[i].width, rows[i].max, joined, &lines);
        if (strcmp(joined, rows[i].want) != 0 || lines != rows[i].lines)
            fail_msg("row %zu: \"%s\" in %d lines, not \"%s\" in %d", i, joined,
                     lines, rows[i].want, rows[i].lines);
        struct draw_list list;
        draw_init(&list);
        draw_begin(&list, 1, 1, NULL);
        int all = draw_text_lines(&list, 10, FACE_UI, rows[i].width, rows[i].text);
        assert_true(all == lines || (lines == rows[i].max && all > lines));
        assert_int_equal(list.count, 0);
        draw_finish(&list);
    }
}

/* The rule used without the library: '.' no break, '/' may, '!' must. */
static void test_simple_breaks(void **state)
{
    (void)state;
    static const struct { const char *text, *want; } rows[] = {
        {"ab cd", "../.!"},
        {"a  b", "../!"},
        {"a\nb", ".!!"},
        {"中文", "../..!"},
        {"中，文", "...../..!"},
        {"（中", ".....!"},
        {"中a", "../!"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char breaks[32];
        size_t length = strlen(rows[i].text);
        breaks_find_simply(rows[i].text, length, breaks);
        for (size_t k = 0; k < length; k++)
            breaks[k] = "!/."[(int)breaks[k]];
        breaks[length] = '\0';
        assert_string_equal(breaks, rows[i].want);
    }
}

/* A number stays with its percent sign, whoever found the breaks. */
static void test_percent(void **state)
{
    (void)state;
    static const char text[] = "the 52 %";
    char breaks[sizeof text];
    breaks_find(text, strlen(text), breaks);
    assert_int_equal(breaks[3], BREAK_MAY);
    assert_int_equal(breaks[6], BREAK_NOT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters), cmocka_unit_test(test_fixed_width),
        cmocka_unit_test(test_fit), cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_simple_breaks), cmocka_unit_test(test_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
