/* The window's place: what is kept comes back, what makes no sense is passed
 * over, and the window lies on a display that is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/place.h"
#include "base/file.h"
#include "base/xdg.h"

static char folder[] = "/tmp/pscan-place-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char path[PATH_MAX];

    (void)state;
    if (xdg_file(XDG_STATE, "window", path, NULL))
        unlink(path);
    if (xdg_folder(XDG_STATE, path, NULL))
        rmdir(path);
    return rmdir(folder);
}

static void kept(void **state)
{
    const struct place places[] = {
        {100, 80, 1280, 720, true, false}, {-1900, 0, 640, 400, true, true},
    };
    struct err err = {0};

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct place read = {0};

        assert_true(place_write(&places[i], &err));
        assert_true(place_read(&read));
        assert_memory_equal(&read, &places[i], sizeof read);
    }
}

/* The size that --size asked for is not kept, another one is. */
static void asked(void **state)
{
    const struct place before = {1, 2, 700, 500, true, false};
    const struct place now = {3, 4, 900, 600, true, false};
    struct place read = {0};
    struct err err = {0};

    (void)state;
    assert_true(place_write(&before, &err));
    place_keep(&now, 900, 600);
    assert_true(place_read(&read));
    assert_int_equal(read.w, 700);
    place_keep(&now, 800, 600);
    assert_true(place_read(&read));
    assert_int_equal(read.w, 900);
    place_keep(&before, 0, 600);
    assert_true(place_read(&read));
    assert_int_equal(read.x, 1);
    /* Smaller than a window can be was asked for: it opened as small as it can. */
    place_keep(&(struct place){5, 6, 640, 400, true, false}, 330, 320);
    assert_true(place_read(&read));
    assert_int_equal(read.x, 1);
}

static void refused(void **state)
{
    static const char *const texts[] = {
        "", "\n", "window", "window 1 2 3", "window 1 2 0 0 plain",
        "window 1 2 99999999999 720 plain", "window 1 2 -1280 720 plain",
        "window 9999999 0 1280 720 plain", "door 1 2 1280 720 plain", "\xff\xfe",
        "window 1 2 320 240 plain",
    };
    char path[PATH_MAX];
    struct err err = {0};

    (void)state;
    assert_true(xdg_file(XDG_STATE, "window", path, &err));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct place place = {.w = 7};

        assert_true(file_write_whole(path, texts[i], strlen(texts[i]), &err));
        assert_false(place_read(&place));
        assert_int_equal(place.w, 7);
    }
}

static const struct place_area one[] = {{0, 0, 1600, 1000}};
static const struct place_area two[] = {{0, 0, 1600, 1000}, {1600, 0, 1920, 1080}};

static const struct {
    const struct place_area *areas; int count, at[4], to[4];
} rows[] = {
    {one, 1, {100, 80, 1280, 720}, {100, 80, 1280, 720}},
    {one, 1, {1500, 900, 1280, 720}, {320, 280, 1280, 720}},
    {one, 1, {-200, -90, 1280, 720}, {0, 0, 1280, 720}},
    {one, 1, {5000, 80, 1280, 720}, {320, 80, 1280, 720}}, /* its display has gone */
    {one, 1, {0, 0, 3840, 2160}, {0, 0, 1600, 1000}},
    {two, 2, {1700, 80, 1280, 720}, {1700, 80, 1280, 720}},
    {two, 2, {1500, 80, 1280, 720}, {1600, 80, 1280, 720}}, /* most of it is there */
    {two, 2, {-300, 2000, 1280, 720}, {0, 280, 1280, 720}},
    {one, 0, {5000, 80, 1280, 720}, {5000, 80, 1280, 720}},
};

static void fitted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct place p = {rows[i].at[0], rows[i].at[1], rows[i].at[2], rows[i].at[3],
                          true, false};

        place_fit(&p, rows[i].areas, rows[i].count);
        assert_int_equal(p.x, rows[i].to[0]);
        assert_int_equal(p.y, rows[i].to[1]);
        assert_int_equal(p.w, rows[i].to[2]);
        assert_int_equal(p.h, rows[i].to[3]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept), cmocka_unit_test(asked), cmocka_unit_test(refused),
        cmocka_unit_test(fitted),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
