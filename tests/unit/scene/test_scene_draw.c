/* Whole pictures: pure, complete, nothing shown before it exists, everything
 * that can be clicked says what it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#include "scene/scene.h"

static bool hidden; /* of the source: line numbers are numbers too */

struct picture { struct stage stage; struct draw_list list; };

static void picture_open(struct picture *p, const char *algo, uint32_t n,
                         double step)
{
    assert_true(stage_open(&p->stage, algo, n, RUN_DEFAULT, NULL));
    stage_timings(&p->stage);
    p->stage.view.step = step;
    p->stage.view.source_hidden = hidden;
    draw_init(&p->list);
    scene_draw(&p->stage.view, &p->list, &draw_metric_fixed);
    assert_false(p->list.failed);
}

static void picture_close(struct picture *p)
{
    draw_finish(&p->list);
    stage_close(&p->stage);
}

static bool picture_says(const struct draw_list *list, const char *text)
{
    for (int i = 0; i < list->count; i++)
        if (list->cmds[i].type == DRAW_TEXT &&
            strcmp(list->cmds[i].u.text.text, text) == 0)
            return true;
    return false;
}

static bool picture_has(const struct draw_list *list, const char *id)
{
    for (int i = 0; i < list->count; i++)
        if (list->cmds[i].type == DRAW_GROUP &&
            strcmp(list->cmds[i].u.group.id, id) == 0)
            return true;
    return false;
}

static int picture_moving(const struct draw_list *list)
{
    int count = 0;

    for (int i = 0; i < list->count; i++)
        count += list->cmds[i].layer == LAYER_MOVING;
    return count;
}

static void test_pure(void **state)
{
    struct picture a, b;
    struct buf x, y;

    (void)state;
    picture_open(&a, "blelloch", 8, 7.5);
    picture_open(&b, "blelloch", 8, 7.5);
    buf_init(&x);
    buf_init(&y);
    draw_dump(&a.list, &x);
    draw_dump(&b.list, &y);
    assert_string_equal(buf_text(&x), buf_text(&y));
    buf_finish(&x);
    buf_finish(&y);
    picture_close(&a);
    picture_close(&b);
}

static void test_groups(void **state)
{
    static const char *const ids[] = {
        "cell:3,0", "cell:3,7", "button:first", "button:prev", "button:play",
        "button:next", "button:last", "button:help", "button:list",
        "button:length", "button:speed", "view:0", "view:3", "timeline",
        "timeline:0", "timeline:5", "source", "counts", "timings", "narration" };
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", 8, 3);
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
        if (!picture_has(&p.list, ids[i]))
            fail_msg("no group %s", ids[i]);
    assert_false(picture_has(&p.list, "overlay"));
    picture_close(&p);
}

/* The middle of a group's first rectangle is hit as that group. */
static void test_hit(void **state)
{
    struct picture p;
    int hits = 0;

    (void)state;
    picture_open(&p, "hillis", 8, 3);
    for (int i = 0; i + 1 < p.list.count; i++) {
        const struct draw_cmd *c = &p.list.cmds[i], *r = c + 1;

        if (c->type != DRAW_GROUP || r->type != DRAW_RECT ||
            strncmp(c->u.group.id, "cell:", 5) != 0)
            continue;
        assert_string_equal(draw_hit(&p.list, r->u.rect.x + r->u.rect.w / 2,
                                     r->u.rect.y + r->u.rect.h / 2),
                            c->u.group.id);
        hits++;
    }
    assert_int_equal(hits, 4 * 8);
    picture_close(&p);
}

/* 19 is made in stride 2, 31 in stride 4. */
static void test_not_yet(void **state)
{
    struct picture p;

    (void)state;
    hidden = true;
    picture_open(&p, "hillis", 8, 2);
    assert_true(picture_says(&p.list, "14"));
    assert_false(picture_says(&p.list, "19"));
    assert_false(picture_says(&p.list, "31"));
    picture_close(&p);
    picture_open(&p, "hillis", 8, 2.9);
    assert_false(picture_says(&p.list, "19"));
    picture_close(&p);
    picture_open(&p, "hillis", 8, 3);
    assert_true(picture_says(&p.list, "19"));
    assert_false(picture_says(&p.list, "31"));
    picture_close(&p);
    hidden = false;
}

/* Between two steps values travel; the still layer stays as it is. */
static void test_moving(void **state)
{
    struct picture still, a, b;
    int at = 0;

    (void)state;
    picture_open(&still, "hillis", 8, 3);
    picture_open(&a, "hillis", 8, 2.4);
    picture_open(&b, "hillis", 8, 2.5);
    assert_true(picture_moving(&a.list) > picture_moving(&still.list));
    while (at < a.list.count && a.list.cmds[at].layer == LAYER_STILL) {
        struct draw_cmd x = a.list.cmds[at], y = b.list.cmds[at];

        assert_int_equal(x.type, y.type);
        if (x.type == DRAW_TEXT)
            assert_string_equal(x.u.text.text, y.u.text.text);
        if (x.type == DRAW_RECT)
            assert_memory_equal(&x.u.rect, &y.u.rect, sizeof(x.u.rect));
        at++;
    }
    assert_int_equal(b.list.cmds[at].layer, LAYER_MOVING);
    picture_close(&still);
    picture_close(&a);
    picture_close(&b);
}

static void test_cone(void **state)
{
    struct picture p;
    int covered = 0;

    (void)state;
    picture_open(&p, "hillis", 8, 3);
    p.stage.view.hover_row = 3;
    p.stage.view.hover_column = 5;
    scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
    for (int i = 0; i < p.list.count; i++)
        covered += p.list.cmds[i].type == DRAW_RECT &&
                   p.list.cmds[i].paint.fill == INK_COVER_FACE;
    assert_int_equal(covered, 4 + 2 + 1);
    p.stage.view.hover_row = 4; /* not there yet: no cone */
    scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
    for (int i = 0; i < p.list.count; i++)
        assert_int_not_equal(p.list.cmds[i].paint.fill, INK_COVER_FACE);
    picture_close(&p);
}

static int picture_marks(const struct draw_list *list)
{
    int count = 0;

    for (int i = 0; i < list->count; i++)
        count += list->cmds[i].type == DRAW_GROUP &&
                 strncmp(list->cmds[i].u.group.id, "mark:", 5) == 0;
    return count;
}

static void test_wide(void **state)
{
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", 1024, 5.5);
    assert_true(picture_marks(&p.list) > 11 * 150);
    assert_true(p.list.count < 12000);
    picture_close(&p);
}

static void test_overlay(void **state)
{
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", 8, 1);
    p.stage.view.overlay = OVERLAY_INPUT;
    p.stage.view.edit = "3 1 z";
    p.stage.view.edit_caret = 5;
    p.stage.view.edit_error = "no value at 'z'";
    scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
    assert_true(picture_has(&p.list, "overlay:edit"));
    assert_true(picture_has(&p.list, "overlay:back"));
    assert_true(picture_says(&p.list, "3 1 z"));
    assert_true(picture_says(&p.list, "no value at 'z'"));
    picture_close(&p);
}

/* Odd sizes and values of the view never hurt. */
static void test_odd(void **state)
{
    static const float sizes[][2] = { { 1, 1 }, { 200, 150 }, { 320, 2000 },
                                      { 4000, 300 }, { 800, 500 } };
    struct picture p;

    (void)state;
    picture_open(&p, "blelloch", 16, 0);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (int kind = 0; kind < VIEW_KINDS; kind++) {
            p.stage.view.kind = (enum view_kind)kind;
            p.stage.view.w = sizes[i][0];
            p.stage.view.h = sizes[i][1];
            p.stage.view.step = 1e9;
            p.stage.view.zoom = 1000;
            p.stage.view.hover_row = 99;
            p.stage.view.hover_column = 99;
            scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
            assert_false(p.list.failed);
        }
    p.stage.view.findings = NULL;
    scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
    assert_false(p.list.failed);
    picture_close(&p);
}

/* Whether the picture, which is 1280 x 720, says a text at a size of text. */
static bool picture_large(const char *algo, uint32_t n, double step, float scale,
                          const char *text)
{
    struct picture p;
    bool says = false;

    picture_open(&p, algo, n, step);
    p.stage.view.w = 1280;
    p.stage.view.h = 720;
    p.stage.view.text_scale = scale;
    p.stage.view.kind = VIEW_NETWORK;
    if (view_shows(&p.stage.view, VIEW_TREE))
        p.stage.view.kind = VIEW_TREE;
    scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
    for (int i = 0; i < p.list.count; i++)
        says = says || (p.list.cmds[i].type == DRAW_TEXT &&
                        strstr(p.list.cmds[i].u.text.text, text));
    picture_close(&p);
    return says;
}

/* Large text costs panels, neither values nor the narration. */
static void test_large_text(void **state)
{
    (void)state;
    for (float scale = 1; scale <= 2; scale += 0.25f) {
        assert_true(picture_large("blelloch", 16, 5, scale, "62"));
        assert_true(picture_large("blelloch", 16, 5, scale, "Up-sweep, d = 8"));
    }
    assert_true(picture_large("hillis", 8, 3, 2, "Stride 2: 6 threads"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pure),   cmocka_unit_test(test_groups),
        cmocka_unit_test(test_hit),    cmocka_unit_test(test_not_yet),
        cmocka_unit_test(test_moving), cmocka_unit_test(test_cone),
        cmocka_unit_test(test_wide),   cmocka_unit_test(test_overlay),
        cmocka_unit_test(test_odd),
        cmocka_unit_test(test_large_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
