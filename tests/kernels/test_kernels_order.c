/* A kernel that swaps its operands passes with +, and must fail with every
 * operator that does not commute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/elem_info.h"
#include "check/check.h"
#include "run/run.h"

static bool right(const char *algo, enum elem_op op)
{
    struct run_spec spec = { .algo = run_algo_find(algo, NULL), .op = op, .n = 8,
                             .device = RUN_HOST };
    struct check_result result;
    struct trace trace;
    struct err err = { 0 };
    assert_non_null(spec.algo);
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err) || !check_run(&trace, &result, &err))
        fail_msg("%s", err.what);
    trace_finish(&trace);
    return result.ok;
}

static void swapped_operands(void **state)
{
    const struct algo *broken = run_algo_find("broken/swapped-operands", NULL);
    (void)state;
    assert_non_null(broken);
    assert_non_null(broken->twin);
    for (int op = 0; op < ELEM_OPS; op++) {
        if (!elem_pair_check((enum elem_op)op, ELEM_I32, NULL))
            continue;
        assert_true(right(broken->twin, (enum elem_op)op));
        assert_int_equal(right(broken->name, (enum elem_op)op),
                         elem_op_commutes((enum elem_op)op));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(swapped_operands) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
