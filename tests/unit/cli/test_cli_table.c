/* Tables in every format, with what each format must escape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/table.h"

static void formats(void **state)
{
    static const char *const wanted[TABLE_FORMATS] = {
        [TABLE_TEXT] = "name     count  note\n"
                       "a–b          7  x, \"y\"\n"
                       "c_d|50%    100  n^2 & {}\n",
        [TABLE_CSV] = "name,count,note\n"
                      "a–b,7,\"x, \"\"y\"\"\"\n"
                      "c_d|50%,100,n^2 & {}\n",
        [TABLE_MARKDOWN] = "| name | count | note |\n"
                           "| --- | ---: | --- |\n"
                           "| a–b | 7 | x, \"y\" |\n"
                           "| c\\_d\\|50% | 100 | n^2 & {} |\n",
        [TABLE_LATEX] = "\\begin{tabular}{lrl}\n"
                        "name & count & note \\\\\n\\hline\n"
                        "a–b & 7 & x, \"y\" \\\\\n"
                        "c\\_d|50\\% & 100 & n\\^{}2 \\& \\{\\} \\\\\n"
                        "\\end{tabular}\n",
    };
    static const char *const names[] = { "name", "count", "note" };
    (void)state;
    for (int format = 0; format < TABLE_FORMATS; format++) {
        struct table table;
        struct buf out;
        table_init(&table, "lrl", names);
        table_cell(&table, "a–b");
        table_cell(&table, "%d", 7);
        table_cell(&table, "x, \"y\"");
        table_cell(&table, "c_d|50%%");
        table_cell(&table, "%d", 100);
        table_cell(&table, "n^2 & {}");
        buf_init(&out);
        assert_true(table_write(&table, (enum table_format)format, &out, NULL));
        assert_string_equal(buf_text(&out), wanted[format]);
        buf_finish(&out);
        table_finish(&table);
    }
}

static void names_of_formats(void **state)
{
    enum table_format format;
    struct err err = { 0 };
    (void)state;
    assert_true(table_format_parse("latex", &format, &err));
    assert_int_equal(format, TABLE_LATEX);
    assert_false(table_format_parse("cvs", &format, &err));
    assert_string_equal(err.what, "--format cvs: did you mean csv? allowed: text, "
                        "csv, markdown, latex");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats),
        cmocka_unit_test(names_of_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
