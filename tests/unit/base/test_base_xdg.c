/* The user's folders, and assets from the three places they may lie in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/xdg.h"

static void folders_follow_environment(void **state)
{
    (void)state;
    static const struct {
        const char *home, *data, *wanted;
    } rows[] = {
        {"/home/ada", NULL, "/home/ada/.local/share/pscan-viz"},
        {"/home/ada", "/data", "/data/pscan-viz"},
        {"/home/ada", "relative", "/home/ada/.local/share/pscan-viz"},
        {"/home/ada", "", "/home/ada/.local/share/pscan-viz"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[PATH_MAX];
        struct err err = {0};
        setenv("HOME", rows[i].home, 1);
        if (rows[i].data == NULL)
            unsetenv("XDG_DATA_HOME");
        else
            setenv("XDG_DATA_HOME", rows[i].data, 1);
        assert_true(xdg_folder(XDG_DATA, path, &err));
        assert_string_equal(path, rows[i].wanted);
    }
}

static void each_kind_has_its_folder(void **state)
{
    (void)state;
    static const char *const wanted[XDG_KINDS] = {
        [XDG_DATA] = "/h/.local/share/pscan-viz",
        [XDG_CONFIG] = "/h/.config/pscan-viz",
        [XDG_STATE] = "/h/.local/state/pscan-viz",
        [XDG_CACHE] = "/h/.cache/pscan-viz"};
    setenv("HOME", "/h", 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CACHE_HOME");
    for (int kind = 0; kind < XDG_KINDS; kind++) {
        char path[PATH_MAX];
        struct err err = {0};
        assert_true(xdg_folder((enum xdg_kind)kind, path, &err));
        assert_string_equal(path, wanted[kind]);
    }
}

static void file_makes_its_folder(void **state)
{
    (void)state;
    char folder[] = "/tmp/pscan-xdg-XXXXXX", path[PATH_MAX], wanted[PATH_MAX];
    struct err err = {0};
    struct stat at;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(xdg_file(XDG_STATE, "window", path, &err));
    snprintf(wanted, sizeof wanted, "%s/pscan-viz/window", folder);
    assert_string_equal(path, wanted);
    *strrchr(wanted, '/') = '\0';
    assert_int_equal(stat(wanted, &at), 0);
    assert_int_equal(at.st_mode & 0777, 0700);
    assert_int_equal(rmdir(wanted), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void assets_are_found(void **state)
{
    (void)state;
    char folder[] = "/tmp/pscan-assets-XXXXXX", path[PATH_MAX];
    char file[PATH_MAX];
    struct err err = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/one.json", folder);
    assert_true(file_write_whole(file, "{}", 2, &err));
    setenv("PSCAN_ASSETS", folder, 1);
    assert_true(asset_find("one.json", path));
    assert_string_equal(path, file);
    assert_false(asset_find("no-such-asset.json", path));
    assert_string_equal(path, "");
    /* This test lies in the build folder: the source tree is looked at, also
     * when the variable points to a place without the asset. */
    assert_true(asset_find("meson.build", path));
    unsetenv("PSCAN_ASSETS");
    assert_false(asset_find("one.json", path));
    assert_true(asset_find("meson.build", path));
    assert_int_equal(access(path, R_OK), 0);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_follow_environment),
        cmocka_unit_test(each_kind_has_its_folder),
        cmocka_unit_test(file_makes_its_folder),
        cmocka_unit_test(assets_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
