/* Cells of tables: what each format escapes. Every character that means something
 * to a format stands in a row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/cells.h"

static void escapes(void **state)
{
    static const struct { const char *text, *wanted[CELLS_FORMATS]; } rows[] = {
        { "", { "", "", "", "" } },
        { "a–b 7", { "a–b 7", "a–b 7", "a–b 7", "a–b 7" } },
        { "x, \"y\"", { "x, \"y\"", "\"x, \"\"y\"\"\"", "x, \"y\"", "x, \"y\"" } },
        { "a\tb", { "a b", "a\tb", "a\tb", "a\tb" } },
        { "a\r\nb", { "a  b", "\"a\r\nb\"", "a\r\nb", "a\r\nb" } },
        { "c_d|*`<", { "c_d|*`<", "c_d|*`<", "c\\_d\\|\\*\\`\\<", "c\\_d|*`<" } },
        { "&%$#_{}", { "&%$#_{}", "&%$#_{}", "&%$#\\_{}", "\\&\\%\\$\\#\\_\\{\\}" } },
        { "^~\\", { "^~\\", "^~\\", "^~\\\\", "\\^{}\\~{}\\textbackslash{}" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int format = 0; format < CELLS_FORMATS; format++) {
            struct buf out;
            buf_init(&out);
            cells_put(&out, (enum cells_format)format, rows[i].text);
            assert_string_equal(buf_text(&out), rows[i].wanted[format]);
            buf_finish(&out);
        }
}

static void marks(void **state)
{
    (void)state;
    assert_string_equal(cells_marks(CELLS_CSV)->between, ",");
    assert_string_equal(cells_marks(CELLS_MARKDOWN)->begin, "| ");
    assert_string_equal(cells_marks(CELLS_LATEX)->end, " \\\\\n");
    assert_string_equal(cells_marks(CELLS_TABS)->between, "\t");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
