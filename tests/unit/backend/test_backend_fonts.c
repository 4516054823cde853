/* Fonts that are installed: widths that do not depend on size, characters of
 * other scripts from other files, pictures of glyphs, no font at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SDL_MAIN_HANDLED
#include <SDL_ttf.h>

#include "backend/fonts.h"

static struct fonts *fonts;

static int setup(void **state)
{
    (void)state;
    struct err err = {0};
    fonts = fonts_create(&err);
    if (fonts == NULL)
        print_error("%s\n", err.what);
    return fonts == NULL;
}

static int teardown(void **state)
{
    (void)state;
    fonts_destroy(fonts);
    return 0;
}

static float width(enum face face, float size, const char *text)
{
    const struct draw_metric *metric = fonts_metric(fonts);
    return metric->width(metric->user, face, size, text);
}

static void test_widths(void **state)
{
    (void)state;
    for (int face = 0; face < FACES; face++) {
        float one = width((enum face)face, 100, "Stride 2: s[i]");
        assert_true(one > 300 && one < 1100);
        assert_float_equal(width((enum face)face, 14, "Stride 2: s[i]"), one * 0.14,
                           0.01);
        assert_float_equal(width((enum face)face, 50, "ab") ,
                           (width((enum face)face, 50, "a") +
                            width((enum face)face, 50, "b")), 0.01);
        assert_float_equal(width((enum face)face, 14, ""), 0, 0);
        const struct draw_metric *metric = fonts_metric(fonts);
        float ascent, descent;
        metric->extent(metric->user, (enum face)face, 100, &ascent, &descent);
        assert_true(ascent > 60 && ascent < 140 && descent > 10 && descent < 60);
    }
    assert_float_equal(width(FACE_MONO, 14, "iiii"), width(FACE_MONO, 14, "WWWW"), 0.01);
    assert_true(width(FACE_UI_BOLD, 14, "windows") > width(FACE_UI, 14, "windows"));
    assert_ptr_equal(fonts_of(fonts_metric(fonts)), fonts);
    assert_null(fonts_of(&draw_metric_fixed));
}

static void test_signs(void **state)
{
    (void)state;
    static const char *const texts[] = {"azAZ09[]{}", "–·×−≥≤√→←", "àéüß"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int face = 0; face < FACES; face++) {
            const char *text = texts[i];
            for (uint32_t c; (c = draw_char_next(&text)) != 0;) {
                struct glyph glyph = fonts_glyph(fonts, (enum face)face, c);
                struct glyph again = fonts_glyph(fonts, (enum face)face, c);
                assert_true(glyph.known);
                assert_true(glyph.advance > 0.1f && glyph.advance < 1.5f);
                assert_memory_equal(&glyph, &again, sizeof glyph);
            }
        }
}

static void test_chinese(void **state)
{
    (void)state;
    struct glyph latin = fonts_glyph(fonts, FACE_UI, 'a');
    struct glyph glyph = fonts_glyph(fonts, FACE_UI, 0x6269);
    if (!glyph.known)
        skip(); /* no such font is installed */
    int index;
    assert_int_not_equal(glyph.font, latin.font);
    assert_true(glyph.font < fonts_count(fonts));
    assert_non_null(fonts_file(fonts, glyph.font, &index));
    assert_float_equal(glyph.advance, 1, 0.05);
    assert_float_equal(width(FACE_UI, 20, "a扫描"), width(FACE_UI, 20, "a") + 40, 2);
}

/* A character that nothing has is a box of some width, not a crash. */
static void test_unknown(void **state)
{
    (void)state;
    struct glyph glyph = fonts_glyph(fonts, FACE_UI, 0xE123);
    assert_true(glyph.font < fonts_count(fonts));
    assert_true(width(FACE_UI, 20, "\xEE\x84\xA3\xFF\x01") >= 0);
}

static void test_pictures(void **state)
{
    (void)state;
    struct glyph glyph = fonts_glyph(fonts, FACE_UI, 'H');
    int sums[4] = {0};
    for (int right = 0; right < 4; right++) {
        struct glyph_picture picture;
        assert_true(fonts_picture(fonts, glyph, 32, right, 0, &picture));
        assert_true(picture.w > 10 && picture.w < 32 && picture.h > 15 && picture.h < 32);
        assert_true(picture.top < -15);
        for (int i = 0; i < picture.w * picture.h; i++)
            sums[right] += picture.mask[i];
        assert_true(sums[right] > 20000);
        assert_true(abs(sums[right] - sums[0]) < sums[0] / 50);
    }
    struct glyph_picture picture;
    assert_false(fonts_picture(fonts, fonts_glyph(fonts, FACE_UI, ' '), 32, 0, 0,
                               &picture));
    assert_false(fonts_picture(fonts, glyph, 0, 0, 0, &picture));
    assert_false(fonts_picture(fonts, glyph, 1e9f, 0, 0, &picture));
}

/* Where the ink of a glyph lies: on the baseline, left of the pen, above the
 * ascent; a quarter of a pixel moves its middle by about a quarter: a bar of few
 * rows counts in whole pixels at its edges, half a quarter at most. */
static float middle(const struct glyph_picture *picture, bool across)
{
    float sum = 0, moment = 0;
    for (int y = 0; y < picture->h; y++)
        for (int x = 0; x < picture->w; x++) {
            float ink = picture->mask[y * picture->w + x];
            sum += ink;
            moment += ink * ((float)(across ? picture->left + x : picture->top + y) + 0.5f);
        }
    return moment / sum;
}

static void test_places(void **state)
{
    (void)state;
    static const struct { uint32_t c; bool baseline; } rows[] = {
        {'H', true}, {0xC3, true} /* A with tilde */, {'j', false}, {'_', false},
        {0x6269, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (float size = 28; size < 300; size *= 2) {
            struct glyph glyph = fonts_glyph(fonts, FACE_UI, rows[i].c);
            struct glyph_picture picture;
            assert_true(fonts_picture(fonts, glyph, size, 0, 0, &picture));
            if (rows[i].baseline)
                assert_int_equal(picture.top + picture.h, 0);
            assert_true(picture.left > -size / 4 && picture.left < size / 4);
            float x = middle(&picture, true), y = middle(&picture, false);
            for (int k = 1; k < 4; k++) {
                assert_true(fonts_picture(fonts, glyph, size, k, 0, &picture));
                assert_float_equal(middle(&picture, true), x + (float)k / 4, 0.125);
                assert_float_equal(middle(&picture, false), y, 0.01);
                assert_true(fonts_picture(fonts, glyph, size, 0, k, &picture));
                assert_float_equal(middle(&picture, false), y + (float)k / 4, 0.125);
            }
        }
}

/* Sizes between whole pixels count. */
static void test_sizes(void **state)
{
    (void)state;
    struct glyph glyph = fonts_glyph(fonts, FACE_UI, 'H');
    float before = 0;
    for (int i = 0; i < 16; i++) {
        float size = 14 + (float)i / 8, sum = 0;
        struct glyph_picture picture;
        assert_true(fonts_picture(fonts, glyph, size, 0, 0, &picture));
        for (int k = 0; k < picture.w * picture.h; k++)
            sum += picture.mask[k];
        assert_true(sum > before);
        assert_float_equal(sum / (size * size), before / (size * size), i > 0 ? 4 : 1e3);
        before = sum;
    }
}

/* More sizes than the cache holds: it starts over and goes on. */
static void test_cache_is_bounded(void **state)
{
    (void)state;
    struct glyph glyph = fonts_glyph(fonts, FACE_UI, 'm');
    for (int i = 0; i < 600; i++) {
        struct glyph_picture picture;
        assert_true(fonts_picture(fonts, glyph, 200 + (float)i / 8, 0, 0, &picture));
        assert_true(picture.w > 100);
    }
}

/* SDL2_ttf is left as it was found, whoever else uses it. */
static void test_balance(void **state)
{
    (void)state;
    int before = TTF_WasInit();
    for (int i = 0; i < 3; i++) {
        struct fonts *more = fonts_create(NULL);
        assert_non_null(more);
        assert_int_equal(TTF_WasInit(), before + 1);
        assert_true(fonts_glyph(more, FACE_MONO, 'x').known);
        fonts_destroy(more);
        assert_int_equal(TTF_WasInit(), before);
    }
}

static void test_no_fonts(void **state)
{
    (void)state;
    char path[] = "/tmp/pscan-fonts-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    fputs("<?xml version=\"1.0\"?><fontconfig></fontconfig>\n", out);
    assert_int_equal(fclose(out), 0);
    setenv("FONTCONFIG_FILE", path, 1);
    struct err err = {0};
    struct fonts *none = fonts_create(&err);
    unsetenv("FONTCONFIG_FILE");
    unlink(path);
    assert_null(none);
    assert_int_equal(err.code, ERR_FAILED);
    assert_non_null(strstr(err.what, "fonts-dejavu-core"));
    fonts_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths), cmocka_unit_test(test_signs),
        cmocka_unit_test(test_chinese), cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_pictures), cmocka_unit_test(test_places),
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_cache_is_bounded),
        cmocka_unit_test(test_balance), cmocka_unit_test(test_no_fonts),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
