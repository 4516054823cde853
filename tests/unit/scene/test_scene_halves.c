/* The halves of compare: what each shows and when it gives way to the network,
 * what moves in them, what a pointer meets, what is said of two problems. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

struct pair { struct stage stage, other; struct draw_list list; };

static void pair_open(struct pair *p, const char *algo, const char *other,
                      const struct run_spec *spec)
{
    assert_true(stage_open_spec(&p->stage, algo, spec));
    assert_true(stage_open_spec(&p->other, other, spec));
    p->stage.view.other = &p->other.found;
    p->stage.view.kind = VIEW_COMPARE;
    assert_true(view_shows(&p->stage.view, VIEW_COMPARE));
    draw_init(&p->list);
}

static void pair_close(struct pair *p)
{
    draw_finish(&p->list);
    stage_close(&p->stage);
    stage_close(&p->other);
}

static void pair_draw(struct pair *p, double step)
{
    p->stage.view.step = step;
    scene_draw(&p->stage.view, &p->list, &draw_metric_fixed);
    assert_false(p->list.failed);
}

/* What the name of the view says in a half. */
static const char *half_says(const struct draw_list *list, int half)
{
    const char *text = "";
    bool inside = false;

    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];

        if (cmd->type == DRAW_GROUP)
            inside = strncmp(cmd->u.group.id, "half:", 5) == 0 &&
                     cmd->u.group.id[5] == '0' + half;
        if (cmd->type == DRAW_UNGROUP)
            inside = false;
        if (inside && cmd->type == DRAW_TEXT)
            text = cmd->u.text.text;
    }
    return text;
}

/* ---- which view ------------------------------------------------------------------- */

static const struct {
    const char *algo, *other;
    uint32_t n, block;
    enum view_kind half[2];
    const char *shows[2];
    const char *note; /* "" for none */
} chosen[] = {
    { "hillis", "blelloch", 16, 0, { 0, 0 }, { "Network", "Network" }, "" },
    { "blelloch", "hillis", 16, 0, { VIEW_TREE, VIEW_TABLE }, { "Tree", "Table" }, "" },
    { "hillis", "blelloch", 16, 0, { VIEW_TREE, VIEW_TREE }, { "Network", "Tree" },
      "“Tree” does not suit this run" },
    { "hillis", "warp", 8, 0, { VIEW_NETWORK, VIEW_LANES }, { "Network", "Lanes" }, "" },
    { "warp", "hillis", 8, 0, { VIEW_MEMORY, VIEW_LANES }, { "Memory", "Network" },
      "“Lanes” does not suit this run" },
    { "look-back", "three-kernel", 16, 4, { VIEW_LOOK_BACK, VIEW_BLOCKS },
      { "Look-back", "Blocks" }, "" },
    { "look-back", "three-kernel", 16, 4, { VIEW_TIMELINE, VIEW_LOOK_BACK },
      { "Timeline", "Network" }, "“Look-back” does not suit this run" },
    { "broken/missing-barrier", "hillis", 8, 0, { VIEW_HAZARD, VIEW_HAZARD },
      { "Hazard", "Network" }, "“Hazard” does not suit this run" },
    { "hillis", "blelloch", 8, 0, { VIEW_TIMINGS, VIEW_COMPARE },
      { "Network", "Network" }, "" }, /* no views for halves */
};

static void test_chosen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(chosen) / sizeof(chosen[0]); i++) {
        const struct run_spec spec = { .n = chosen[i].n, .block = chosen[i].block,
                                       .schedule = "random:3", .sequence = true };
        const char *note = chosen[i].note;
        struct pair p;

        pair_open(&p, chosen[i].algo, chosen[i].other, &spec);
        memcpy(p.stage.view.half, chosen[i].half, sizeof(chosen[i].half));
        pair_draw(&p, 3);
        for (int k = 0; k < 2; k++) {
            const enum view_kind kind = chosen[i].half[k];
            const char *shows = half_says(&p.list, k);

            assert_string_equal(shows, chosen[i].shows[k]);
            assert_int_equal(scene_half_shows(&p.stage.view, k, kind),
                             strcmp(shows, view_title(&p.stage.view, kind)) == 0);
        }
        assert_int_equal(stage_says(&p.list, "“"), note[0] != 0);
        assert_int_equal(stage_says(&p.list, note[0] ? note : "“"), note[0] != 0);
        pair_close(&p);
    }
}

/* Memory has 32 columns: a narrow half has no room for them, and says so. */
static void test_no_room(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct pair p;
    struct view *v = &p.stage.view;

    (void)state;
    pair_open(&p, "hillis", "blelloch", &spec);
    v->half[0] = v->half[1] = VIEW_MEMORY;
    pair_draw(&p, 3);
    assert_int_equal(stage_says(&p.list, "No room here for "), 0);
    v->w = 800;
    v->h = 500;
    v->text_scale = 1.25f;
    assert_false(scene_half_shows(v, 0, VIEW_MEMORY));
    pair_draw(&p, 3);
    assert_int_equal(stage_says(&p.list, "No room here for "), 2);
    assert_string_equal(half_says(&p.list, 1), "Network");
    pair_close(&p);
}

static void test_halves(void **state)
{
    static const enum view_kind none[] = { VIEW_TIMINGS, VIEW_COMPARE };

    (void)state;
    for (int kind = 0; kind < VIEW_KINDS; kind++)
        assert_int_equal(view_halves((enum view_kind)kind),
                         kind != (int)none[0] && kind != (int)none[1]);
}

/* ---- the pointer -------------------------------------------------------------------- */

static void test_half_at(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct pair p;
    struct view *v = &p.stage.view;

    (void)state;
    pair_open(&p, "hillis", "blelloch", &spec);
    assert_int_equal(scene_half_at(v, 100, 300), 0);
    assert_int_equal(scene_half_at(v, 700, 300), 1);
    assert_int_equal(scene_half_at(v, 1100, 300), -1);
    assert_int_equal(scene_half_at(v, 100, 20), -1);
    assert_int_equal(scene_half_at(v, NAN, NAN), -1);
    v->w = 640; /* in the same units, fewer of them */
    v->h = 360;
    assert_int_equal(scene_half_at(v, 190, 150), 0);
    assert_int_equal(scene_half_at(v, 350, 150), 1);
    v->other = NULL;
    assert_int_equal(scene_half_at(v, 100, 300), -1);
    pair_close(&p);
}

/* Whether a half has something of this kind to point at. */
static bool half_meets(const struct pair *p, int half, const char *kind)
{
    for (float y = 60; y < 640; y += 4)
        for (float x = 20; x < 860; x += 4) {
            const char *id = draw_hit(&p->list, x, y);

            if (id && strncmp(id, kind, strlen(kind)) == 0 &&
                scene_half_at(&p->stage.view, x, y) == half)
                return true;
        }
    return false;
}

static const struct { enum view_kind kind; const char *algo, *other, *meets; } met[] = {
    { VIEW_NETWORK, "hillis", "sklansky", "cell:" },
    { VIEW_TREE, "blelloch", "block-reduce", "cell:" },
    { VIEW_LANES, "warp", "warp-butterfly", "cell:" },
    { VIEW_MEMORY, "blelloch-pairs", "hillis", "lane:" },
    { VIEW_TABLE, "blelloch", "hillis", "cell:" },
    { VIEW_BLOCKS, "three-kernel", "look-back", "tile:" },
    { VIEW_LOOK_BACK, "look-back", "chained", "tile:" },
};

static const struct run_spec met_spec = { .n = 16, .block = 4, .sequence = true };

/* Views of one block take the block they need. */
static struct run_spec met_of(enum view_kind kind)
{
    struct run_spec spec = met_spec;

    if (kind != VIEW_BLOCKS && kind != VIEW_LOOK_BACK)
        spec.block = 0;
    return spec;
}

static void test_meets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(met) / sizeof(met[0]); i++) {
        const struct run_spec spec = met_of(met[i].kind);
        struct pair p;

        pair_open(&p, met[i].algo, met[i].other, &spec);
        p.stage.view.half[0] = p.stage.view.half[1] = met[i].kind;
        pair_draw(&p, 3);
        for (int half = 0; half < 2; half++) {
            assert_string_equal(half_says(&p.list, half),
                                view_title(&p.stage.view, met[i].kind));
            assert_true(half_meets(&p, half, met[i].meets));
            assert_true(half_meets(&p, half, half ? "half:1" : "half:0"));
        }
        pair_close(&p);
    }
}

/* What covers inputs is lit in both halves, and told of both. */
static void test_cone(void **state)
{
    const struct run_spec spec = { .n = 8, .direction = RUN_INCLUSIVE };
    struct pair p;
    int lit = 0;

    (void)state;
    pair_open(&p, "hillis", "blelloch", &spec);
    p.stage.view.hover_row = 3;
    p.stage.view.hover_column = 7;
    pair_draw(&p, 3);
    for (int i = 0; i < p.list.count; i++)
        lit += p.list.cmds[i].type == DRAW_RECT &&
               p.list.cmds[i].paint.fill == INK_COVER_FACE &&
               p.list.cmds[i].u.rect.x > 440;
    assert_true(lit >= 4); /* of Blelloch: s[4..7], and the sums */
    assert_int_equal(stage_says(&p.list, "Hillis–Steele: s[7] = 14 + 8 = 22 covers x[4..7]. "
                                        "Blelloch: s[7] = 14 + 8 = 22"), 1);
    p.stage.view.hover_row = 9; /* the shorter one waits in its last state */
    pair_draw(&p, 9);
    assert_int_equal(stage_says(&p.list, "Hillis–Steele: y[7] = "), 1);
    pair_close(&p);
}

/* A request is of one kernel: the other half goes on with its own. */
static void test_pick(void **state)
{
    const struct run_spec spec = { .n = 64 };
    struct pair p;
    struct view *v = &p.stage.view;

    (void)state;
    pair_open(&p, "blelloch-pairs", "blelloch-pairs", &spec);
    v->half[0] = v->half[1] = VIEW_MEMORY;
    v->pick_line = 35;
    v->pick_warp = v->pick_nth = 0;
    pair_draw(&p, 4);
    assert_int_equal(stage_says(&p.list, "warp 0 loads at line 35"), 2);
    v->pick_half = 1;
    pair_draw(&p, 4);
    assert_int_equal(stage_says(&p.list, "warp 0 loads at line 35"), 1);
    pair_close(&p);
}

/* ---- on the way ------------------------------------------------------------------------ */

static void pair_text(struct pair *p, double step, enum layer layer, struct buf *out)
{
    struct draw_list *list = &p->list;
    int kept = 0;

    pair_draw(p, step);
    for (int i = 0; i < list->count; i++)
        if (list->cmds[i].layer == layer)
            list->cmds[kept++] = list->cmds[i];
    list->count = kept;
    buf_init(out);
    draw_dump(list, out);
}

static void test_half_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(met) / sizeof(met[0]); i++) {
        const struct run_spec spec = met_of(met[i].kind);
        struct pair p;
        struct buf a, b;

        pair_open(&p, met[i].algo, met[i].other, &spec);
        p.stage.view.half[0] = p.stage.view.half[1] = met[i].kind;
        pair_text(&p, 3.25, LAYER_STILL, &a);
        pair_text(&p, 3.75, LAYER_STILL, &b);
        assert_string_equal(buf_text(&a), buf_text(&b));
        buf_finish(&a);
        buf_finish(&b);
        pair_text(&p, 3.25, LAYER_MOVING, &a);
        pair_text(&p, 3.75, LAYER_MOVING, &b);
        assert_string_not_equal(buf_text(&a), buf_text(&b));
        buf_finish(&a);
        buf_finish(&b);
        pair_close(&p);
    }
}

/* Sizes and states that nobody should ask for. */
static void test_odd(void **state)
{
    static const float sizes[][2] = { { 1, 1 }, { 200, 150 }, { 320, 2000 },
                                      { 4000, 300 }, { 700, 420 } };

    (void)state;
    for (size_t i = 0; i < sizeof(met) / sizeof(met[0]); i++) {
        const struct run_spec spec = met_of(met[i].kind);
        struct pair p;
        struct view *v = &p.stage.view;

        pair_open(&p, met[i].algo, met[i].other, &spec);
        v->half[0] = met[i].kind;
        v->half[1] = (enum view_kind)999;
        v->hover_row = v->hover_column = v->hover_lane = v->hover_tile = 999;
        v->tile = v->launch = v->pick_line = v->lens_column = v->pick_half = 999;
        v->pan_x = v->pan_y = 1e6f;
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            v->w = sizes[s][0];
            v->h = sizes[s][1];
            pair_draw(&p, 3.5);
            pair_draw(&p, 1e9);
        }
        pair_close(&p);
    }
}

/* ---- two problems ------------------------------------------------------------------------ */

static const struct { const char *algo, *other; bool same; } problems[] = {
    { "hillis", "blelloch", true },      { "hillis", "sparse", true },
    { "hillis", "adder", false },        { "blelloch", "block-reduce", false },
    { "compact", "radix-sort-bit", false }, { "warp-reduce", "block-reduce", true },
    { "segmented-flags", "hillis", false },
};

static void test_problems(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(problems) / sizeof(problems[0]); i++) {
        const struct run_spec spec = { .n = 8 };
        struct pair p;

        pair_open(&p, problems[i].algo, problems[i].other, &spec);
        pair_draw(&p, 99);
        assert_int_equal(stage_says(&p.list, "They solve different problems"),
                         !problems[i].same);
        assert_int_equal(stage_says(&p.list, "Both have finished. They solve different"),
                         !problems[i].same);
        pair_close(&p);
    }
}

static void test_inputs(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct pair p;

    (void)state;
    pair_open(&p, "hillis", "compact", &spec);
    pair_draw(&p, 0);
    assert_int_equal(stage_says(&p.list, "Two runs on the same input"), 1);
    assert_int_equal(stage_says(&p.list, "compaction · the input"), 1);
    pair_close(&p);
    pair_open(&p, "hillis", "radix-sort-bit", &spec);
    pair_draw(&p, 0);
    assert_int_equal(stage_says(&p.list, "Two runs, each on an input of its own"), 1);
    pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chosen),   cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_halves),   cmocka_unit_test(test_half_at),
        cmocka_unit_test(test_meets),    cmocka_unit_test(test_cone),
        cmocka_unit_test(test_pick),     cmocka_unit_test(test_half_steps),
        cmocka_unit_test(test_odd),      cmocka_unit_test(test_problems),
        cmocka_unit_test(test_inputs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
