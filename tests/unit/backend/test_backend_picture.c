/* PNG and PDF files: the same from run to run, of the right size, showing what
 * was drawn; whole or absent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cairo.h>

#include "backend/backend.h"
#include "base/file.h"

static char folder[] = "/tmp/pscan-picture-XXXXXX";
static struct fonts *fonts;

static int setup(void **state)
{
    (void)state;
    fonts = fonts_create(NULL);
    return fonts == NULL || mkdtemp(folder) == NULL;
}

static int teardown(void **state)
{
    (void)state;
    fonts_destroy(fonts);
    return rmdir(folder);
}

static void draw_page(struct draw_list *list, const struct draw_metric *metric)
{
    static const float curve[8] = {20, 20, 20, 60, 100, 60, 100, 90};
    draw_begin(list, 200, 100, metric);
    draw_rect(list, 10, 10, 50, 30, 0, paint_both(INK_SOURCE, INK_TEXT, 2));
    draw_curve(list, curve, paint_stroke(INK_BAD, 3));
    draw_clip(list, 100, 0, 100, 50);
    draw_circle(list, 150, 50, 20, paint_fill(INK_OP));
    draw_unclip(list);
    draw_text(list, 110, 90, 20, FACE_UI, INK_TEXT, ANCHOR_START, 1, "Scan 扫描");
    assert_true(draw_end(list));
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void read_back(const char *name, unsigned char **bytes, size_t *length)
{
    struct err err = {0};
    assert_true(file_read_whole(path_of(name), 0, bytes, length, &err));
    unlink(path_of(name));
}

static void test_same_bytes(void **state)
{
    (void)state;
    static const struct backend *const backends[] = {&backend_png, &backend_pdf};
    for (int b = 0; b < 2; b++) {
        unsigned char *bytes[3];
        size_t length[3];
        for (int round = 0; round < 3; round++) {
            struct draw_list list; /* the last time with fonts of its own */
            struct err err = {0};
            draw_init(&list);
            draw_page(&list, round < 2 ? fonts_metric(fonts) : NULL);
            for (int i = 0; i < list.count; i++)
                if (list.cmds[i].type == DRAW_TEXT)
                    list.cmds[i].u.text.width = 0;
            assert_true(backends[b]->write(&list, THEME_LIGHT, 1, path_of("a"), &err));
            read_back("a", &bytes[round], &length[round]);
            assert_int_equal(length[round], length[0]);
            assert_memory_equal(bytes[round], bytes[0], length[0]);
            draw_finish(&list);
        }
        for (int round = 0; round < 3; round++)
            free(bytes[round]);
    }
}

static uint32_t pixel(cairo_surface_t *surface, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(surface) +
                               (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
    uint32_t value;
    memcpy(&value, row + 4 * x, 4);
    return value & 0xFFFFFF;
}

static uint32_t ink(enum theme theme, enum ink which)
{
    struct rgb c = theme_ink(theme, which);
    return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static void check_pixels(cairo_surface_t *png, enum theme theme, int scale)
{
    static const struct { int x, y; enum ink ink; } rows[] = {
        {5, 5, INK_BACK}, {30, 30, INK_SOURCE}, {9, 25, INK_TEXT}, {60, 25, INK_TEXT},
        {62, 25, INK_BACK}, {150, 45, INK_OP}, {150, 55, INK_BACK}, {60, 62, INK_BACK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(pixel(png, rows[i].x * scale, rows[i].y * scale),
                         ink(theme, rows[i].ink));
    int dark = 0;
    for (int y = 70 * scale; y < 95 * scale; y++)
        for (int x = 110 * scale; x < 199 * scale; x++)
            dark += pixel(png, x, y) != ink(theme, INK_BACK);
    assert_in_range(dark, 300 * scale * scale, 1500 * scale * scale); /* text */
}

static void test_png(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEMES; theme++)
        for (int scale = 1; scale <= 2; scale++) {
            struct draw_list list;
            struct err err = {0};
            draw_init(&list);
            draw_page(&list, fonts_metric(fonts));
            assert_true(backend_png.write(&list, (enum theme)theme, (float)scale,
                                          path_of("b.png"), &err));
            cairo_surface_t *png = cairo_image_surface_create_from_png(path_of("b.png"));
            unlink(path_of("b.png"));
            assert_int_equal(cairo_surface_status(png), CAIRO_STATUS_SUCCESS);
            assert_int_equal(cairo_image_surface_get_width(png), 200 * scale);
            assert_int_equal(cairo_image_surface_get_height(png), 100 * scale);
            check_pixels(png, (enum theme)theme, scale);
            cairo_surface_destroy(png);
            draw_finish(&list);
        }
}

static void test_pdf(void **state)
{
    (void)state;
    struct draw_list list;
    struct err err = {0};
    unsigned char *bytes;
    size_t length;
    draw_init(&list);
    draw_page(&list, fonts_metric(fonts));
    assert_true(backend_pdf.write(&list, THEME_LIGHT, 1, path_of("c.pdf"), &err));
    read_back("c.pdf", &bytes, &length);
    assert_true(length > 2000);
    assert_memory_equal(bytes, "%PDF-", 5);
    static const char box[] = "/MediaBox [ 0 0 150 75 ]", font[] = "/FontFile";
    assert_non_null(memmem(bytes, length, box, strlen(box)));
    assert_non_null(memmem(bytes, length, font, strlen(font)));
    free(bytes);
    draw_finish(&list);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct backend *const backends[] = {&backend_png, &backend_pdf};
    static const struct { float w, h, scale; const char *path; enum err_code code; }
    rows[] = {
        {200, 100, 1, "/nowhere/at/all.png", ERR_FAILED},
        {200, 100, 1, "/proc/version", ERR_FAILED},
        {0, 100, 1, NULL, ERR_USAGE},
        {200, 100, 0, NULL, ERR_USAGE},
        {200, 100, -1, NULL, ERR_USAGE},
        {200, 100, 1e9f, NULL, ERR_USAGE},
    };
    for (int b = 0; b < 2; b++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct draw_list list;
            struct err err = {0};
            const char *path = rows[i].path != NULL ? rows[i].path : path_of("d");
            draw_init(&list);
            draw_begin(&list, rows[i].w, rows[i].h, fonts_metric(fonts));
            assert_true(draw_end(&list));
            assert_false(backends[b]->write(&list, THEME_LIGHT, rows[i].scale, path,
                                            &err));
            assert_int_equal(err.code, rows[i].code);
            assert_true(strlen(err.what) > 10);
            assert_null(strchr(err.what, '\n'));
            if (rows[i].path != NULL)
                assert_non_null(strstr(err.what, rows[i].path));
            assert_int_not_equal(access(path_of("d"), F_OK), 0);
            draw_finish(&list);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_png),
        cmocka_unit_test(test_pdf), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
