/* The areas of a grid hold every tile that is set, in whatever size of picture,
 * and hardly more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/grid.h"

static bool area_has(struct area area, int x, int y)
{
    return x >= area.x0 && x < area.x1 && y >= area.y0 && y < area.y1;
}

/* A box of logical pixels is held whole by one area of a scaled picture. */
static void test_boxes(void **state)
{
    (void)state;
    static const struct box boxes[] = {
        {0, 0, 1, 1}, {100, 50, 300, 60}, {1270, 710, 1280, 720}, {-20, 300, 5, 400},
        {0, 0, 1280, 720}, {639.5f, 359.5f, 640.5f, 360.5f},
    };
    static const float scales[] = {1, 1.25f, 1.5f, 2, 0.4f, 3.1f};
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            struct grid grid = {0};
            struct area areas[GRID_AREAS];
            float s = scales[k];
            int w = (int)(1280 * s), h = (int)(720 * s);
            grid_set(&grid, grid_tiles(1280, 720, boxes[i]));
            assert_int_equal(grid_areas(&grid, w, h, areas), 1);
            struct area a = areas[0];
            assert_true(a.x0 >= 0 && a.y0 >= 0 && a.x1 <= w && a.y1 <= h);
            assert_true(a.x0 <= boxes[i].x0 * s || a.x0 == 0);
            assert_true(a.y0 <= boxes[i].y0 * s || a.y0 == 0);
            assert_true(a.x1 >= boxes[i].x1 * s || a.x1 == w);
            assert_true(a.y1 >= boxes[i].y1 * s || a.y1 == h);
            assert_true((float)(a.x1 - a.x0) < (boxes[i].x1 - boxes[i].x0 + 27) * s + 4);
            assert_true((float)(a.y1 - a.y0) < (boxes[i].y1 - boxes[i].y0 + 25) * s + 4);
        }
}

static void test_areas(void **state)
{
    (void)state;
    static const struct { struct tiles tiles[2]; int count; } rows[] = {
        {{{0, 0, 0, 0}, {0, 0, 0, 0}}, 1},
        {{{3, 5, 9, 7}, {100, 40, 120, 41}}, 2},
        {{{3, 5, 9, 7}, {5, 8, 15, 9}}, 1},         /* one right below the other */
        {{{3, 5, 9, 7}, {100, 7, 120, 9}}, 2},      /* side by side */
        {{{3, 5, 9, 7}, {17, 5, 20, 7}}, 1},        /* near */
        {{{3, 5, 9, 7}, {18, 5, 20, 7}}, 2},
        {{{0, 0, 127, 0}, {0, 79, 127, 79}}, 2},
        {{{63, 10, 64, 12}, {56, 12, 56, 30}}, 1},
    };
    enum { SIDE = 20 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct grid one = {0}, other = {0}, both;
        struct area areas[GRID_AREAS];
        grid_set(&one, rows[i].tiles[0]);
        grid_set(&other, rows[i].tiles[1]);
        both = grid_join(&one, &other);
        int count = grid_areas(&both, GRID_W * SIDE, GRID_H * SIDE, areas);
        assert_int_equal(count, rows[i].count);
        for (int y = 0; y < GRID_H; y++)
            for (int x = 0; x < GRID_W; x++) {
                bool held = false, set = grid_get(&both, (struct tiles){x, y, x, y});
                for (int k = 0; k < count; k++)
                    held |= area_has(areas[k], x * SIDE + SIDE / 2, y * SIDE + SIDE / 2);
                assert_true(held || !set);
            }
    }
}

static void test_ends(void **state)
{
    (void)state;
    struct grid grid = {0};
    struct area areas[GRID_AREAS];
    assert_int_equal(grid_areas(&grid, 300, 200, areas), 0);
    for (int y = 0; y < GRID_H; y += 2) /* as many areas as there can be */
        for (int x = 0; x < GRID_W; x += GRID_GAP + 1)
            grid_set(&grid, (struct tiles){x, y, x, y});
    assert_int_equal(grid_areas(&grid, 300, 200, areas), GRID_AREAS);
    grid_set_all(&grid);
    for (int side = 1; side < 400; side = side * 2 + 1) {
        assert_int_equal(grid_areas(&grid, side, side, areas), 1);
        assert_true(areas[0].x0 == 0 && areas[0].y0 == 0);
        assert_true(areas[0].x1 == side && areas[0].y1 == side);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes), cmocka_unit_test(test_areas),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
