/* Half precision: every half comes back, and every float rounds to the nearest
 * half, ties to even: tried at and beside the middle of all neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "values.h"

static void every_half_comes_back(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 65536; half++) {
        const float value = elem_half_to_float((uint16_t)half);
        const bool nan = (half & 0x7c00) == 0x7c00 && (half & 0x3ff);
        assert_int_equal(value != value, nan);
        assert_int_equal(elem_float_to_half(value), nan ? 0x7e00 : half);
    }
}

static void known_values(void **state)
{
    static const struct { uint16_t half; float value; } rows[] = {
        { 0x0000, 0.0f }, { 0x0001, 0x1p-24f }, { 0x03ff, 0x3ffp-24f },
        { 0x0400, 0x1p-14f }, { 0x3555, 0x1.554p-2f }, { 0x3c00, 1.0f },
        { 0xc000, -2.0f }, { 0x7bff, 65504.0f }, { 0x7c00, INFINITY },
        { 0xfc00, -INFINITY },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(elem_half_to_float(rows[i].half) == rows[i].value);
        assert_int_equal(elem_float_to_half(rows[i].value), rows[i].half);
    }
    assert_true(signbit(elem_half_to_float(0x8000)));
}

/* The middle of half and half + 1 is a float; 0x7bff's upper neighbour would
 * be 65536. */
static void rounds_to_nearest_even(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 0x7c00; half++) {
        const float low = elem_half_to_float((uint16_t)half);
        const float high = half == 0x7bff ? 65536.0f
                                          : elem_half_to_float((uint16_t)(half + 1));
        const float middle = low + (high - low) / 2;
        const uint32_t even = half & 1 ? half + 1 : half;
        assert_int_equal(elem_float_to_half(middle), even);
        assert_int_equal(elem_float_to_half(nextafterf(middle, 0.0f)), half);
        assert_int_equal(elem_float_to_half(nextafterf(middle, INFINITY)), half + 1);
        assert_int_equal(elem_float_to_half(-middle), even | 0x8000);
    }
    assert_int_equal(elem_float_to_half(1e30f), 0x7c00);
    assert_int_equal(elem_float_to_half(-1e-30f), 0x8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_comes_back),
        cmocka_unit_test(known_values),
        cmocka_unit_test(rounds_to_nearest_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
