/* The scan converter: exact areas of coverage, holes, clips, big numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/scan.h"

enum { SIDE = 200 };
static int seen[SIDE][SIDE]; /* 0..255 */

static void take(void *user, int x, int y, int count, unsigned coverage)
{
    const struct area *clip = user;
    assert_true(count > 0 && coverage > 0 && coverage <= 255);
    assert_true(x >= clip->x0 && x + count <= clip->x1);
    assert_true(y >= clip->y0 && y < clip->y1);
    for (int i = x; i < x + count; i++) {
        assert_int_equal(seen[y][i], 0); /* each pixel once */
        seen[y][i] = (int)coverage;
    }
}

static void put(struct scan *scan, const float *xy, int count)
{
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        scan_line(scan, xy[2 * i], xy[2 * i + 1], xy[2 * next], xy[2 * next + 1]);
    }
}

static void fill(struct scan *scan, struct area clip)
{
    memset(seen, 0, sizeof seen);
    scan_fill(scan, take, &clip);
    assert_false(scan->failed);
}

static double total(void)
{
    double sum = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += seen[y][x];
    return sum / 255;
}

static const struct area all = {0, 0, SIDE, SIDE};

static void test_rectangle(void **state)
{
    (void)state;
    struct scan scan = {0};
    scan_clip(&scan, all);
    static const float rect[] = {10.25f, 20.5f, 14.75f, 20.5f, 14.75f, 23, 10.25f, 23};
    for (int way = 0; way < 2; way++) { /* either way round */
        float xy[8];
        for (int i = 0; i < 8; i++)
            xy[i] = rect[way == 0 ? i : (6 - i / 2 * 2) + i % 2];
        put(&scan, xy, 4);
        fill(&scan, all);
        assert_in_range(seen[20][10], 95, 96);   /* 3/4 of 1/2 */
        assert_in_range(seen[20][12], 127, 128); /* 1/2 */
        assert_in_range(seen[22][10], 191, 192);
        assert_int_equal(seen[22][12], 255);
        assert_int_equal(seen[23][12], 0);
        assert_int_equal(seen[22][15], 0);
        assert_float_equal(total(), 4.5 * 2.5, 0.05);
    }
    scan_finish(&scan);
}

/* Areas of random triangles by the formula; steep, flat and tiny ones. */
static void test_triangles(void **state)
{
    (void)state;
    struct scan scan = {0};
    scan_clip(&scan, all);
    srand(1);
    for (int round = 0; round < 500; round++) {
        float xy[6], most = round % 3 == 0 ? 6 : SIDE;
        for (int i = 0; i < 6; i++)
            xy[i] = (float)rand() / (float)RAND_MAX * most;
        if (round % 5 == 0)
            xy[3] = xy[1]; /* a level edge */
        double area = fabs((double)((xy[2] - xy[0]) * (xy[5] - xy[1]) -
                                    (xy[4] - xy[0]) * (xy[3] - xy[1]))) / 2;
        put(&scan, xy, 3);
        fill(&scan, all);
        assert_true(fabs(total() - area) < 0.4 + 0.005 * area);
    }
    scan_finish(&scan);
}

static void test_hole(void **state)
{
    (void)state;
    struct scan scan = {0};
    scan_clip(&scan, all);
    static const float outer[] = {10, 10, 50, 10, 50, 50, 10, 50};
    static const float inner[] = {20, 20, 20, 40, 40, 40, 40, 20}; /* opposite */
    put(&scan, outer, 4);
    put(&scan, inner, 4);
    fill(&scan, all);
    assert_int_equal(seen[30][15], 255);
    assert_int_equal(seen[30][30], 0);
    assert_int_equal(seen[30][45], 255);
    assert_float_equal(total(), 40 * 40 - 20 * 20, 0.01);
    put(&scan, outer, 4); /* twice the same way counts once */
    put(&scan, outer, 4);
    fill(&scan, all);
    assert_float_equal(total(), 40 * 40, 0.01);
    scan_finish(&scan);
}

/* What is seen through a clip equals what is seen there without it. */
static void test_clips(void **state)
{
    (void)state;
    static const struct area clips[] = {
        {0, 0, SIDE, SIDE}, {50, 60, 120, 130}, {0, 0, 64, 64}, {63, 0, 128, 10},
        {100, 100, 101, 101}, {70, 70, 70, 90}, {0, 62, 62, 200}, {137, 3, 200, 66},
    };
    struct scan scan = {0};
    srand(2);
    for (int round = 0; round < 200; round++) {
        float xy[10];
        static int whole[SIDE][SIDE];
        for (int i = 0; i < 10; i++)
            xy[i] = (float)rand() / (float)RAND_MAX * 2 * SIDE - SIDE / 2.0f;
        scan_clip(&scan, all);
        put(&scan, xy, 5);
        fill(&scan, all);
        memcpy(whole, seen, sizeof whole);
        struct area clip = clips[round % 8];
        scan_clip(&scan, clip);
        put(&scan, xy, 5);
        fill(&scan, clip);
        for (int y = clip.y0; y < clip.y1; y++)
            for (int x = clip.x0; x < clip.x1; x++)
                assert_true(abs(seen[y][x] - whole[y][x]) <= 2);
    }
    scan_finish(&scan);
}

static void test_hostile(void **state)
{
    (void)state;
    static const float values[] = {0, -1e30f, 1e30f, INFINITY, -INFINITY, NAN, 1e6f,
                                   -5, 199.9999f, 200, 1e-30f, 999999};
    enum { COUNT = sizeof values / sizeof *values };
    struct scan scan = {0};
    scan_clip(&scan, all);
    srand(3);
    for (int round = 0; round < 2000; round++) {
        float xy[8];
        for (int i = 0; i < 8; i++)
            xy[i] = values[rand() % COUNT];
        put(&scan, xy, 4);
        fill(&scan, all);
    }
    static const float rect[] = {1, 1, 3, 1, 3, 3, 1, 3}; /* and nothing stuck */
    put(&scan, rect, 4);
    fill(&scan, all);
    assert_float_equal(total(), 4, 0);
    scan_finish(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rectangle), cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_hole), cmocka_unit_test(test_clips),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
