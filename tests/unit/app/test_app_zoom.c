/* Zoom and pan by keys, wheel and drag: what they ask of the picture, and that a
 * click stays a click. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/app.h"

static struct app app;
static struct draw_list list;

static void draw(void)
{
    app_draw(&app, &list, &draw_metric_fixed);
}

static void open_app(const char *algo, uint32_t n, uint32_t block, enum view_kind kind)
{
    struct err err = {0};
    struct session *session;

    app_init(&app);
    app.wanted.spec.algo = run_algo_find(algo, &err);
    app.wanted.spec.n = n;
    app.wanted.spec.block = block;
    app.wanted.spec.device = RUN_HOST;
    assert_non_null(app.wanted.spec.algo);
    session = session_create(&app.wanted, &err);
    if (!session)
        fail_msg("%s", err.what);
    app_show(&app, session, 0);
    app_show_view(&app, kind);
    app.view.w = 1280;
    app.view.h = 720;
    draw_init(&list);
    motion_jump(&app.motion, 2, 0);
    draw();
}

static void close_app(void)
{
    draw_finish(&list);
    app_finish(&app);
}

/* The middle of what stands in the first group called id; false: none. */
static bool find(const char *id, float *x, float *y)
{
    for (int i = 0; i + 1 < list.count; i++)
        if (list.cmds[i].type == DRAW_GROUP && list.cmds[i + 1].type == DRAW_RECT &&
            strcmp(list.cmds[i].u.group.id, id) == 0) {
            *x = list.cmds[i + 1].u.rect.x + list.cmds[i + 1].u.rect.w / 2;
            *y = list.cmds[i + 1].u.rect.y + list.cmds[i + 1].u.rect.h / 2;
            return true;
        }
    return false;
}

/* The wheel keeps what is under the pointer, in both ways. */
static void test_wheel(void **state)
{
    static const struct { enum view_kind kind; const char *algo, *id;
                          uint32_t n, block; float slack; } rows[] = {
        {VIEW_NETWORK, "hillis", "cell:2,2", 8, 0, 4},
        {VIEW_TREE, "blelloch", "cell:2,2", 8, 0, 30},
        {VIEW_BLOCKS, "three-kernel", "tile:0,2", 16, 4, 30},
        {VIEW_MEMORY, "hillis", "lane:5", 64, 0, 30},
        {VIEW_TABLE, "hillis", "cell:2,30", 64, 0, 120},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float x0, y0, x1, y1;

        open_app(rows[i].algo, rows[i].n, rows[i].block, rows[i].kind);
        app.view.select_column = rows[i].kind == VIEW_TABLE ? 30 : -1;
        draw();
        assert_true(find(rows[i].id, &x0, &y0));
        for (int k = 0; k < 3; k++) {
            mouse_wheel(&app, x0, y0, 1);
            draw();
        }
        assert_true(app.view.zoom > 1.5f);
        assert_true(find(rows[i].id, &x1, &y1));
        assert_true(fabsf(x1 - x0) < rows[i].slack);
        mouse_wheel(&app, x0, y0, -100);
        draw();
        assert_float_equal(app.view.zoom, 1, 0);
        assert_true(find(rows[i].id, &x1, &y1));
        assert_float_equal(x1, x0, 0.01);
        close_app();
    }
}

/* Z goes on to the largest zoom, which shows values, and then back to the whole. */
static void test_keys(void **state)
{
    int presses = 0;

    (void)state;
    open_app("hillis", 1024, 0, VIEW_NETWORK);
    do {
        app_act(&app, ACT_ZOOM, 0);
        draw();
        presses++;
    } while (app.view.zoom < app.sight.most && presses < 20);
    assert_in_range(presses, 5, 12);
    assert_false(app.lens);
    app_act(&app, ACT_ZOOM_OUT, 0);
    draw();
    assert_true(app.view.zoom > 1 && app.view.zoom < app.sight.most);
    app_act(&app, ACT_ZOOM, 0);
    draw();
    app_act(&app, ACT_ZOOM, 0);
    draw();
    assert_float_equal(app.view.zoom, 1, 0);
    assert_true(app.lens);
    app_act(&app, ACT_ZOOM, 0);
    draw();
    app_act(&app, ACT_ESCAPE, 0);
    draw();
    assert_float_equal(app.view.zoom, 1, 0);
    close_app();
}

static void test_nothing(void **state)
{
    (void)state;
    open_app("hillis", 8, 0, VIEW_TIMINGS);
    app_act(&app, ACT_ZOOM, 0);
    draw();
    assert_float_equal(app.view.zoom, 1, 0);
    assert_true(strstr(app.message, "nothing to zoom") != NULL);
    close_app();
}

/* Ctrl with arrows never goes beyond what there is. */
static void test_pan(void **state)
{
    float end;

    (void)state;
    open_app("hillis", 32, 0, VIEW_NETWORK);
    app_act(&app, ACT_ZOOM, 0);
    draw();
    for (int i = 0; i < 40; i++) {
        app_act(&app, ACT_PAN_RIGHT, 0);
        draw();
    }
    end = app.view.pan_x;
    assert_true(end < -60 && end > -1280);
    assert_true(fabsf(app.sight.body_x + app.sight.body_w - app.sight.x - app.sight.w) < 1);
    app_act(&app, ACT_PAN_LEFT, 0);
    draw();
    assert_float_equal(app.view.pan_x, end + 60, 0.1);
    close_app();
}

/* A press on a cell selects it; one that becomes a drag moves the picture and
 * gives the selection back. */
static void test_drag(void **state)
{
    float x, y;

    (void)state;
    open_app("hillis", 8, 0, VIEW_NETWORK);
    assert_true(find("cell:2,4", &x, &y));
    mouse_press(&app, &list, x, y, 0);
    mouse_move(&app, &list, x + 40, y, 0); /* nothing to move: it stays a click */
    mouse_release(&app, 0);
    assert_int_equal(app.view.select_column, 4);
    mouse_wheel(&app, x, y, 3);
    draw();
    assert_true(find("cell:2,3", &x, &y));
    mouse_press(&app, &list, x, y, 0);
    assert_int_equal(app.view.select_column, 3);
    mouse_move(&app, &list, x + 2, y, 0);
    assert_int_equal(app.view.select_column, 3);
    mouse_move(&app, &list, x + 30, y, 0);
    assert_int_equal(app.view.select_column, 4);
    draw();
    mouse_release(&app, 0);
    assert_true(fabsf(app.view.pan_x) > 1);
    close_app();
}

/* A block opens when the button is let go, unless the picture was dragged. */
static void test_tiles(void **state)
{
    float x, y;

    (void)state;
    open_app("three-kernel", 64, 4, VIEW_BLOCKS);
    app_act(&app, ACT_ZOOM, 0);
    draw();
    assert_true(find("tile:0,7", &x, &y));
    mouse_press(&app, &list, x, y, 0);
    mouse_move(&app, &list, x + 50, y + 10, 0);
    mouse_release(&app, 0);
    assert_int_equal(app.view.kind, VIEW_BLOCKS);
    draw();
    assert_true(find("tile:0,7", &x, &y));
    mouse_press(&app, &list, x, y, 0);
    assert_int_equal(app.view.kind, VIEW_BLOCKS);
    assert_true(mouse_release(&app, 0) & EFFECT_DRAW);
    assert_int_equal(app.view.kind, VIEW_NETWORK);
    assert_int_equal(app.view.tile, 7);
    close_app();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wheel), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_pan),
        cmocka_unit_test(test_drag), cmocka_unit_test(test_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
