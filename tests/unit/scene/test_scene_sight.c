/* Zoom and pan: what is seen stays within what there is, nothing is drawn over
 * the panels, a point that is held stays, digits grow, and only what is visible
 * is drawn. Also what a step must not know yet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/bounds.h"
#include "stage.h"

static const struct shot {
    enum view_kind kind;
    const char *algo;
    uint32_t n, block;
    const char *schedule;
} shots[] = {
    { VIEW_NETWORK, "hillis", 8, 0, NULL },
    { VIEW_NETWORK, "hillis", 32, 0, NULL },
    { VIEW_NETWORK, "blelloch", 1024, 0, NULL },
    { VIEW_TREE, "blelloch", 8, 0, NULL },
    { VIEW_TREE, "blelloch", 64, 0, NULL },
    { VIEW_LANES, "warp", 32, 0, NULL },
    { VIEW_MEMORY, "blelloch-pairs-padded", 256, 0, NULL },
    { VIEW_LOOK_BACK, "look-back", 256, 4, "random:3" },
    { VIEW_BLOCKS, "three-kernel", 256, 4, NULL },
    { VIEW_BLOCKS, "look-back", 256, 4, NULL },
    { VIEW_TABLE, "hillis", 64, 0, NULL },
    { VIEW_TIMELINE, "look-back", 256, 4, "random:3" },
};
enum { SHOTS = sizeof(shots) / sizeof(shots[0]) };

struct picture {
    struct stage stage;
    struct draw_list list;
    struct view_sight seen;
};

static void picture_open(struct picture *p, const struct shot *shot)
{
    const struct run_spec spec = { .n = shot->n, .block = shot->block, .resident = 6,
                                   .schedule = shot->schedule, .sequence = true };

    assert_true(stage_open_spec(&p->stage, shot->algo, &spec));
    stage_timings(&p->stage);
    p->stage.view.kind = shot->kind;
    assert_true(view_shows(&p->stage.view, shot->kind));
    draw_init(&p->list);
}

static void picture_draw(struct picture *p, double step)
{
    p->stage.view.step = step;
    scene_draw_seen(&p->stage.view, &p->list, &draw_metric_fixed, &p->seen);
    assert_false(p->list.failed);
}

static void picture_close(struct picture *p)
{
    draw_finish(&p->list);
    stage_close(&p->stage);
}

/* ---- what is drawn where -------------------------------------------------------- */

static const char *const panels[] = { "source", "counts", "timings", "narration" };
enum { PANELS = 4 };

static int panel_of(const char *id)
{
    for (int i = 0; i < PANELS; i++)
        if (strcmp(id, panels[i]) == 0)
            return i;
    return -1;
}

/* Where the panels stand: the first rectangle of each group. */
static void panels_find(const struct draw_list *list, struct box box[PANELS])
{
    int now = -1;

    memset(box, 0, PANELS * sizeof(box[0]));
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];

        if (cmd->type == DRAW_GROUP)
            now = panel_of(cmd->u.group.id);
        if (now >= 0 && cmd->type == DRAW_RECT && box[now].x1 == 0)
            box[now] = box_of(cmd, list->metric);
    }
}

/* Nothing of the board lies over a panel, whatever is zoomed. */
static void assert_apart(const struct draw_list *list)
{
    struct box box[PANELS];
    struct clips clips;
    bool inside = false;

    panels_find(list, box);
    assert_true(box[0].x1 > 0 || box[3].x1 > 0);
    clips_begin(&clips, list);
    for (int i = 1; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        struct box at;

        clips_step(&clips, cmd);
        if (cmd->type == DRAW_GROUP)
            inside = panel_of(cmd->u.group.id) >= 0;
        if (cmd->type == DRAW_UNGROUP)
            inside = false;
        if (inside || cmd->type >= DRAW_CLIP)
            continue;
        at = box_meet(box_of(cmd, list->metric), clips.clip);
        for (int k = 0; k < PANELS; k++) {
            const struct box m = box_meet(at, box[k]);

            if (!box_empty(m) && m.x1 - m.x0 > 2 && m.y1 - m.y0 > 2)
                fail_msg("command %d of type %d lies over %s", i, cmd->type, panels[k]);
        }
    }
}

/* Along each way the body fits, or covers the stage. */
static void assert_within(const struct view_sight *s)
{
    const float slack = 1;

    assert_true(s->there && s->zoom >= 1 && s->zoom <= s->most + 0.001f);
    if (s->body_w > s->w + slack) {
        assert_true(s->body_x <= s->x + slack);
        assert_true(s->body_x + s->body_w >= s->x + s->w - slack);
    }
    if (s->body_h > s->h + slack && s->zoom > 1 && s->pan_y != 0) {
        assert_true(s->body_y <= s->y + slack);
        assert_true(s->body_y + s->body_h >= s->y + s->h - slack);
    }
}

static void test_panels(void **state)
{
    static const float zooms[] = { 1, 1.6f, 4, 60, 1000 };
    static const float pans[][2] = { { 0, 0 }, { 300, -200 }, { -1e6f, 1e6f } };
    struct picture p;

    (void)state;
    for (int i = 0; i < SHOTS; i++) {
        picture_open(&p, &shots[i]);
        for (size_t z = 0; z < sizeof(zooms) / sizeof(zooms[0]); z++)
            for (size_t k = 0; k < sizeof(pans) / sizeof(pans[0]); k++) {
                p.stage.view.zoom = zooms[z];
                p.stage.view.pan_x = pans[k][0];
                p.stage.view.pan_y = pans[k][1];
                picture_draw(&p, 2 + 0.5 * (double)(k % 2));
                assert_apart(&p.list);
                assert_within(&p.seen);
            }
        picture_close(&p);
    }
}

/* ---- where it stands ------------------------------------------------------------ */

/* What was asked for too much is told, so that nobody has to take it back. */
static void test_pan_ends(void **state)
{
    struct picture p;

    (void)state;
    for (int i = 0; i < SHOTS; i++) {
        struct view *v = &p.stage.view;
        float end;

        picture_open(&p, &shots[i]);
        v->zoom = 3;
        v->pan_x = 1e5f;
        picture_draw(&p, 2);
        end = p.seen.pan_x;
        assert_true(end >= 0 && end < 1e5f);
        assert_true(p.seen.body_w > p.seen.w);
        v->pan_x = end - 20 - p.seen.body_w / 10;
        picture_draw(&p, 2);
        assert_true(p.seen.pan_x < end);
        picture_close(&p);
    }
}

static float off(float a, float b)
{
    return a < b ? b - a : a - b;
}

/* The middle of the body, held in the middle of the stage, stays there. */
static void test_held(void **state)
{
    struct picture p;

    (void)state;
    for (int i = 0; i < SHOTS; i++) {
        struct view *v = &p.stage.view;
        float x, y;

        picture_open(&p, &shots[i]);
        picture_draw(&p, 2);
        x = p.seen.x + p.seen.w / 2;
        y = p.seen.y + p.seen.h / 2;
        v->held = true;
        v->held_u = v->held_v = 0.5f;
        v->held_x = x;
        v->held_y = y;
        v->pan_x = 77;
        for (float zoom = 2; zoom < 100; zoom *= 2.3f) {
            v->zoom = zoom;
            picture_draw(&p, 2);
            assert_true(off(p.seen.body_x + p.seen.body_w / 2, x) < 2);
            if (p.seen.body_h > p.seen.h + 1 && p.seen.pan_y != 0)
                assert_true(off(p.seen.body_y + p.seen.body_h / 2, y) < 2);
        }
        picture_close(&p);
    }
}

/* ---- what is seen --------------------------------------------------------------- */

/* The largest text in groups that begin with a word, and how many there are. */
static float largest(const struct draw_list *list, const char *group, int *texts)
{
    bool inside = false;
    float size = 0;

    *texts = 0;
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];

        if (cmd->type == DRAW_GROUP)
            inside = strncmp(cmd->u.group.id, group, strlen(group)) == 0;
        if (cmd->type != DRAW_TEXT || !inside)
            continue;
        ++*texts;
        size = cmd->u.text.size > size ? cmd->u.text.size : size;
    }
    return size;
}

static void test_digits(void **state)
{
    static const struct { int shot; const char *group; float zoom; } rows[] = {
        { 0, "cell:", 2 }, { 1, "cell:", 2 }, { 3, "cell:", 2 }, { 5, "cell:", 1.6f },
        { 8, "tile:", 12 }, { 10, "cell:", 2 },
    };
    struct picture p;
    float small, large;
    int texts;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        picture_open(&p, &shots[rows[i].shot]);
        picture_draw(&p, 2);
        small = largest(&p.list, rows[i].group, &texts);
        p.stage.view.zoom = rows[i].zoom;
        picture_draw(&p, 2);
        large = largest(&p.list, rows[i].group, &texts);
        assert_true(texts > 0 && large > small * 1.2f);
        picture_close(&p);
    }
}

/* Marks become values when there is room, and what is not seen is not drawn. */
static void test_many(void **state)
{
    struct picture p;
    int texts, marks;

    (void)state;
    picture_open(&p, &shots[2]);
    picture_draw(&p, 2);
    marks = p.list.count;
    for (int i = 0; i < p.list.count; i++)
        if (p.list.cmds[i].type == DRAW_GROUP &&
            strncmp(p.list.cmds[i].u.group.id, "mark:", 5) == 0)
            break;
        else
            assert_true(i + 1 < p.list.count);
    p.stage.view.zoom = p.seen.most / 3;
    picture_draw(&p, 2);
    largest(&p.list, "mark:", &texts);
    assert_int_equal(texts, 0);
    assert_true(largest(&p.list, "cell:", &texts) >= 14);
    assert_true(texts > 10 && texts < 400);
    assert_true(p.list.count < marks / 2);
    picture_close(&p);
}

/* ---- what a step knows ------------------------------------------------------------ */

static int texts_that_are(const struct draw_list *list, const char *text)
{
    int count = 0;

    for (int i = 0; i < list->count; i++)
        count += list->cmds[i].type == DRAW_TEXT &&
                 strstr(list->cmds[i].u.text.text, text) != NULL;
    return count;
}

/* Before the first step no status word has been written, though other tiles ran
 * before the one looked at; nor is it known which words will never be used. */
static void test_not_known(void **state)
{
    static const struct shot lookback = { VIEW_LOOK_BACK, "look-back", 64, 4, "random:3" };
    static const struct shot memory = { VIEW_MEMORY, "blelloch-pairs-padded", 64, 0, NULL };
    struct picture p;
    int begun;

    (void)state;
    picture_open(&p, &lookback);
    picture_draw(&p, 0);
    assert_int_equal(texts_that_are(&p.list, "works"), 0);
    assert_int_equal(texts_that_are(&p.list, "The input: 64 values"), 1);
    picture_draw(&p, 1);
    begun = texts_that_are(&p.list, "works");
    assert_true(begun > 0);
    picture_draw(&p, 0.5);
    assert_true(texts_that_are(&p.list, "works") < begun);
    picture_close(&p);
    picture_open(&p, &memory);
    picture_draw(&p, 0);
    assert_int_equal(texts_that_are(&p.list, "Struck-out"), 0);
    picture_draw(&p, 1);
    assert_int_equal(texts_that_are(&p.list, "Struck-out"), 1);
    picture_close(&p);
}

/* A low window tells one line in every view that does not tell it itself. */
static void test_low(void **state)
{
    static const int lines[] = { 5, 6, 7, 8, 10, 11 };
    struct picture p;

    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        bool told = false;

        picture_open(&p, &shots[lines[i]]);
        p.stage.view.text_scale = 2;
        picture_draw(&p, 2);
        for (int k = 0; k < p.list.count; k++)
            told = told || (p.list.cmds[k].type == DRAW_GROUP &&
                            strcmp(p.list.cmds[k].u.group.id, "narration") == 0);
        assert_true(told);
        assert_apart(&p.list);
        picture_close(&p);
    }
}

/* Long values of leaves stand on several lines, all leaves on one height. */
static void test_long_leaves(void **state)
{
    const struct run_spec spec = { .n = 8, .type = ELEM_I64, .input =
        "9000000000000000001 2 -800000000000000000 4 5 6 7 888888888888888888" };
    struct draw_list list;
    struct stage stage;

    (void)state;
    assert_true(stage_open_spec(&stage, "blelloch", &spec));
    stage.view.kind = VIEW_TREE;
    draw_init(&list);
    scene_draw(&stage.view, &list, &draw_metric_fixed);
    assert_int_equal(texts_that_are(&list, "9000000000000000001"), 0);
    assert_int_equal(texts_that_are(&list, "9000000000"), 1);
    assert_int_equal(texts_that_are(&list, "000000001"), 1);
    for (int i = 0, leaves = 0; i < list.count; i++) {
        static float y;

        if (list.cmds[i].type != DRAW_GROUP ||
            strncmp(list.cmds[i].u.group.id, "cell:0,", 7) != 0)
            continue;
        y = leaves++ ? y : list.cmds[i + 1].u.rect.y;
        assert_float_equal(list.cmds[i + 1].u.rect.y, y, 0.01);
    }
    assert_apart(&list);
    draw_finish(&list);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_panels),  cmocka_unit_test(test_pan_ends),
        cmocka_unit_test(test_held),    cmocka_unit_test(test_digits),
        cmocka_unit_test(test_many),    cmocka_unit_test(test_not_known),
        cmocka_unit_test(test_low),     cmocka_unit_test(test_long_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
