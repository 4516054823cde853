/* Movement between steps under a clock that the test turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "app/motion.h"

static double settle(struct motion *motion, double now)
{
    for (int i = 0; i < 10000 && motion_tick(motion, now); i++)
        now += 0.01;
    return now;
}

static const struct { double from, by, to; } moves[] = {
    {0, 1, 1},     {1, -1, 0},     {0, -1, 0},    {5, 1, 5},
    {2.5, 1, 3},   {2.5, -1, 2},   {2, 0.5, 2.5}, {2.5, 0.5, 3},
    {2.5, -0.5, 2}, {0.3, 0.5, 0.5}, {4.9, 1, 5}, {0.2, -1, 0},
};

static void test_moves(void **state)
{
    struct motion motion;

    (void)state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        motion_init(&motion, 5);
        motion_jump(&motion, moves[i].from, 0);
        motion_move(&motion, moves[i].by, 0);
        settle(&motion, 0);
        assert_true(motion.step == moves[i].to);
        assert_false(motion_tick(&motion, 1e6));
    }
}

/* On its way a value never leaves the interval and never turns back. */
static void test_eased(void **state)
{
    struct motion motion;
    double before = 0;
    int between = 0;

    (void)state;
    motion_init(&motion, 5);
    motion_move(&motion, 1, 100);
    for (double now = 100; motion_tick(&motion, now); now += 1.0 / 60) {
        assert_true(motion.step >= before && motion.step <= 1);
        between += motion.step > 0 && motion.step < 1;
        before = motion.step;
    }
    assert_true(motion.step == 1);
    assert_true(between > 20);
}

static void test_quick_presses_add_up(void **state)
{
    struct motion motion;

    (void)state;
    motion_init(&motion, 5);
    for (int i = 0; i < 3; i++) {
        motion_move(&motion, 1, 0.01 * i);
        motion_tick(&motion, 0.01 * i);
    }
    settle(&motion, 1);
    assert_true(motion.step == 3);
}

static void test_play(void **state)
{
    struct motion motion;
    double now, fast;

    (void)state;
    motion_init(&motion, 4);
    motion_play(&motion, true, 0);
    now = settle(&motion, 0);
    assert_true(motion.step == 4);
    assert_false(motion.playing);
    motion_play(&motion, true, now); /* at the end: from the beginning */
    assert_true(motion.step == 0);
    motion.speed = 4;
    fast = settle(&motion, now) - now;
    assert_true(motion.step == 4);
    assert_true(fast < now / 2);
    motion_play(&motion, true, 0);
    motion_play(&motion, false, 0);
    assert_false(motion_tick(&motion, 100));
    motion_init(&motion, 0); /* nothing to play */
    motion_play(&motion, true, 0);
    assert_false(motion.playing);
}

static void test_speed(void **state)
{
    struct motion motion;

    (void)state;
    motion_init(&motion, 4);
    motion_change_speed(&motion, 1);
    assert_true(motion.speed == 1.5);
    motion_change_speed(&motion, -1);
    motion_change_speed(&motion, -1);
    assert_true(motion.speed == 0.75);
    motion.speed = 0.6; /* given on the command line, between two rungs */
    motion_change_speed(&motion, 1);
    assert_true(motion.speed == 0.75);
    for (int i = 0; i < 20; i++)
        motion_change_speed(&motion, 1);
    assert_true(motion.speed == 8);
    motion_next_speed(&motion);
    assert_true(motion.speed == 0.25);
    for (int i = 0; i < 20; i++)
        motion_change_speed(&motion, -1);
    assert_true(motion.speed == 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_eased),
        cmocka_unit_test(test_quick_presses_add_up),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_speed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
