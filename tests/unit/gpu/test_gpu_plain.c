/* The plain kernels' table: every kernel for every instance, with the widths
 * that the rest of the project counts with. Needs nvcc, no GPU. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/elem_info.h"
#include "kernels/plain.h"

static void instances(void **unused)
{
    (void)unused;
    static const struct { enum elem_op op; enum elem_type type; uint32_t status; } rows[] = {
        { OP_ADD, ELEM_I32, 8 }, { OP_ADD, ELEM_F32, 8 },
        { OP_MAT2, ELEM_I32, 48 }, { OP_AFFINE, ELEM_I64, 48 },
    };
    static const char *const kernels[] = { "serial", "hillis", "hillis_double",
                                           "blelloch", "warp", "look_back" };
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
            const struct plain_entry *entry =
                plain_find(kernels[k], (int)rows[r].op, (int)rows[r].type);
            assert_non_null(entry);
            assert_string_equal(entry->kernel, kernels[k]);
            assert_int_equal(entry->width, elem_width(rows[r].op, rows[r].type));
            assert_int_equal(entry->status, rows[r].status);
            assert_non_null(entry->function);
        }
    }
    assert_null(plain_find("hillis", OP_CARRY, ELEM_I32));
    assert_null(plain_find("nobody", OP_ADD, ELEM_I32));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(instances) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
