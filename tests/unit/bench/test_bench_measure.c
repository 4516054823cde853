/* Timing itself: quantiles, and batches that reach what a sleep takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

#include "bench/measure.h"

static void quantiles(void **state)
{
    static const double one[] = { 7 }, four[] = { 1, 2, 4, 10 };
    (void)state;
    assert_true(measure_quantile(one, 1, 0.5) == 7);
    assert_true(measure_quantile(four, 4, 0) == 1);
    assert_true(measure_quantile(four, 4, 0.5) == 3);
    assert_true(measure_quantile(four, 4, 0.25) == 1.75);
    assert_true(measure_quantile(four, 4, 1) == 10);
}

struct work { int calls; long ns; };

static void work(void *user)
{
    struct work *now = user;
    const struct timespec pause = { 0, now->ns };
    now->calls++;
    nanosleep(&pause, NULL);
}

static void sleeps_are_measured(void **state)
{
    struct work now = { 0, 1000000 };
    const struct measure measure = { work, &now, 5, 2, NULL };
    struct timing timing = { .runs = 0 };
    (void)state;
    assert_true(measure_run(&measure, &timing, NULL));
    assert_int_equal(timing.runs, 5);
    assert_int_equal(timing.warmups, 2);
    assert_int_equal(now.calls, 1 + 2 + 5); /* one call is a batch already */
    assert_true(timing.min_ns >= 1e6);
}

static void count_only(void *user)
{
    ++*(volatile long *)user;
}

/* What takes a nanosecond is called until a batch is long. */
static void short_work_is_batched(void **state)
{
    volatile long calls = 0;
    const struct measure measure = { count_only, (void *)&calls, 3, 1, NULL };
    struct timing timing = { .runs = 0 };
    (void)state;
    assert_true(measure_run(&measure, &timing, NULL));
    assert_true(calls > 1000);
    assert_true(timing.median_ns > 0 && timing.median_ns < 1e5);
}

static void cancels(void **state)
{
    struct work now = { 0, 1000000 };
    atomic_bool cancel = true;
    const struct measure measure = { work, &now, 1000, 2, &cancel };
    struct timing timing = { .runs = 0 };
    struct err err = { 0 };
    (void)state;
    assert_false(measure_run(&measure, &timing, &err));
    assert_true(now.calls < 5);
    assert_int_equal(timing.runs, 0);
    assert_int_equal(err.code, ERR_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles),
        cmocka_unit_test(sleeps_are_measured),
        cmocka_unit_test(short_work_is_batched),
        cmocka_unit_test(cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
