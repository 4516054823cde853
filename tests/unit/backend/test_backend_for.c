/* Which back end an ending asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "backend/backend.h"

static void test_endings(void **state)
{
    (void)state;
    static const struct { const char *path, *name; } rows[] = {
        {"a.svg", "svg"}, {"b/c.d.SVG", "svg"}, {"a.html", "html"},
#ifdef HAVE_VIEWER
        {"a.png", "png"}, {"a.Png", "png"}, {"a.pdf", "pdf"},
#else
        {"a.png", NULL}, {"a.pdf", NULL},
#endif
        {"a.jpg", NULL}, {"png", NULL}, {".png", NULL}, {"", NULL}, {"a.svg.gz", NULL},
        {"a.svg/", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = {0};
        const struct backend *backend = backend_for(rows[i].path, &err);
        if (rows[i].name != NULL) {
            assert_non_null(backend);
            assert_string_equal(backend->name, rows[i].name);
            assert_int_equal(err.code, ERR_NONE);
        } else {
            assert_null(backend);
            assert_int_equal(err.code, ERR_USAGE);
            assert_non_null(strstr(err.what, ".svg"));
            assert_null(strchr(err.what, '\n'));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_endings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
