/* The serial reference, against scans written down by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/elem_info.h"
#include "run/run.h"

static void by_hand(void **state)
{
    static const struct {
        enum elem_op op; enum elem_type type; enum run_direction direction;
        const char *input, *output, *total;
    } rows[] = {
        { OP_ADD, ELEM_I32, RUN_INCLUSIVE, NULL, "3 4 8 9 14 23 25 31", "31" },
        { OP_ADD, ELEM_I32, RUN_EXCLUSIVE, NULL, "0 3 4 8 9 14 23 25", "31" },
        { OP_MAX, ELEM_I32, RUN_INCLUSIVE, NULL, "3 3 4 4 5 9 9 9", "9" },
        { OP_MIN, ELEM_U32, RUN_EXCLUSIVE, "3 1 4", "4294967295 3 1", "1" },
        { OP_ADD, ELEM_I8, RUN_INCLUSIVE, "100 100", "100 -56", "-56" },
        { OP_STRING, ELEM_I8, RUN_EXCLUSIVE, "0 1 2", "\"\" \"a\" \"ab\"", "\"abc\"" },
        { OP_SEGADD, ELEM_I32, RUN_INCLUSIVE, "(0,1) (0,2) (1,5) (0,1)",
          "(0,1) (0,3) (1,5) (1,6)", "(1,6)" },
        { OP_ADD, ELEM_F32, RUN_INCLUSIVE, "-0 1", "-0 1", "1" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .algo = run_algo_find("hillis", NULL),
            .op = rows[i].op, .type = rows[i].type, .input = rows[i].input,
            .direction = rows[i].direction };
        unsigned char total[ELEM_MAX];
        struct trace trace;
        struct buf out, sum;
        trace_init(&trace);
        assert_true(run_prepare(&spec, &trace, NULL));
        const unsigned char *values = run_reference(&trace, &trace.arena, total);
        assert_non_null(values);
        buf_init(&out);
        buf_init(&sum);
        const size_t width = elem_width(spec.op, spec.type);
        for (uint32_t k = 0; k < spec.n; k++) {
            unsigned char value[ELEM_MAX] = { 0 };
            memcpy(value, values + width * k, width);
            buf_puts(&out, k ? " " : "");
            elem_format(&out, spec.op, spec.type, value);
        }
        elem_format(&sum, spec.op, spec.type, total);
        assert_string_equal(buf_text(&out), rows[i].output);
        assert_string_equal(buf_text(&sum), rows[i].total);
        buf_finish(&out);
        buf_finish(&sum);
        trace_finish(&trace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(by_hand) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
