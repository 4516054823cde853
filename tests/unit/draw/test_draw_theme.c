/* Every ink that occurs as text reads with 4.5:1 on every face it occurs on,
 * what must be seen stands out with 3:1, and the colours are told apart by
 * name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "draw/draw.h"

static void need(enum theme theme, enum ink ink, enum ink face, float least)
{
    float contrast = theme_contrast(theme_ink(theme, ink), theme_ink(theme, face));
    if (contrast < least)
        fail_msg("%s on %s in theme %s: %.2f:1 < %.1f:1", ink_name(ink),
                 ink_name(face), theme_name(theme), (double)contrast, (double)least);
}

static void test_text(void **state)
{
    (void)state;
    static const enum ink texts[] = {
        INK_TEXT, INK_MUTED, INK_SOURCE_TEXT, INK_OP_TEXT, INK_CHANGED_TEXT,
        INK_BAD_TEXT, INK_CODE_WORD, INK_CODE_TYPE, INK_CODE_NUMBER, INK_CODE_NOTE,
    };
    static const enum ink faces[] = {
        INK_BACK, INK_PANEL, INK_IDLE, INK_MARK, INK_COVER_FACE, INK_BAD_FACE,
    };
    for (int theme = 0; theme < THEMES; theme++) {
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            for (size_t f = 0; f < sizeof faces / sizeof *faces; f++)
                need((enum theme)theme, texts[t], faces[f], 4.5f);
        need((enum theme)theme, INK_ON_OP, INK_OP, 4.5f);
        need((enum theme)theme, INK_ON_SOURCE, INK_SOURCE, 4.5f);
    }
}

static void test_strokes(void **state)
{
    (void)state;
    static const enum ink strokes[] = {INK_SOURCE, INK_CHANGED, INK_BAD, INK_FOCUS,
                                       INK_SERIES_1, INK_SERIES_2, INK_SERIES_3,
                                       INK_SERIES_5};
    for (int theme = 0; theme < THEMES; theme++)
        for (size_t s = 0; s < sizeof strokes / sizeof *strokes; s++) {
            need((enum theme)theme, strokes[s], INK_BACK, 3);
            need((enum theme)theme, strokes[s], INK_PANEL, 3);
        }
    need(THEME_PROJECTOR, INK_RULE, INK_BACK, 3);
    need(THEME_PROJECTOR, INK_TEXT, INK_BACK, 20.9f);
    need(THEME_PROJECTOR, INK_MUTED, INK_BACK, 7);
    assert_true(theme_stroke(THEME_PROJECTOR) > theme_stroke(THEME_LIGHT));
}

static void test_contrast(void **state)
{
    (void)state;
    struct rgb black = {0, 0, 0}, white = {255, 255, 255}, grey = {119, 119, 119};
    assert_float_equal(theme_contrast(black, white), 21, 1e-3);
    assert_float_equal(theme_contrast(white, black), 21, 1e-3);
    assert_float_equal(theme_contrast(grey, white), 4.48, 0.01);
    assert_float_equal(theme_contrast(grey, grey), 1, 0);
    struct rgb half = theme_mix(black, white, 0.5f);
    assert_in_range(half.r, 127, 128);
    assert_int_equal(theme_mix(black, white, 2).g, 255);
}

static void test_names(void **state)
{
    (void)state;
    for (int i = 0; i < INKS; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(ink_name((enum ink)i), ink_name((enum ink)k));
    for (int i = 0; i < THEMES; i++) {
        enum theme theme;
        assert_true(theme_parse(theme_name((enum theme)i), &theme, NULL));
        assert_int_equal(theme, i);
    }
    enum theme theme = THEME_DARK;
    struct err err = {0};
    assert_false(theme_parse("drak", &theme, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.what, "'drak'"));
    assert_non_null(strstr(err.what, "light, dark or projector"));
    assert_non_null(strstr(err.what, "did you mean 'dark'?"));
    assert_int_equal(theme, THEME_DARK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_strokes),
        cmocka_unit_test(test_contrast), cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
