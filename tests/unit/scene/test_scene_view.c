/* Names of views, which one suits a run, the timeline's track, trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#include "scene/tree.h"

static void test_names(void **state)
{
    enum view_kind kind;
    struct err err = { 0 };

    (void)state;
    for (int k = 0; k < VIEW_KINDS; k++) {
        assert_true(view_parse(view_name((enum view_kind)k), &kind, NULL));
        assert_int_equal(kind, k);
    }
    assert_false(view_parse("netwrok", &kind, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_non_null(strstr(err.what, "'network'"));
}

static const struct { const char *algo; uint32_t n; enum view_kind best; } bests[] = {
    { "hillis", 8, VIEW_NETWORK }, { "hillis-double", 8, VIEW_NETWORK },
    { "serial", 8, VIEW_NETWORK }, { "blelloch", 8, VIEW_TREE },
    { "blelloch", 7, VIEW_TREE },  { "blelloch", 1024, VIEW_TREE },
    { "warp", 32, VIEW_LANES },    { "warp", 7, VIEW_LANES },
    { "three-kernel", 2000, VIEW_BLOCKS }, { "look-back", 2000, VIEW_LOOK_BACK },
};

static void test_best(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(bests) / sizeof(bests[0]); i++) {
        struct stage stage;

        assert_true(stage_open(&stage, bests[i].algo, bests[i].n, RUN_DEFAULT, NULL));
        assert_int_equal(view_best(&stage.found), bests[i].best);
        stage_close(&stage);
    }
}

static void test_controls(void **state)
{
    int count = 0;

    (void)state;
    while (scene_control(count))
        count++;
    assert_true(count >= 8);
    assert_null(scene_control(-1));
    assert_string_equal(scene_control(2), "button:play");
}

/* A tick's own x is its step. */
static void test_track(void **state)
{
    struct stage stage;
    struct draw_list list;
    int ticks = 0;

    (void)state;
    assert_true(stage_open(&stage, "hillis", 8, RUN_DEFAULT, NULL));
    draw_init(&list);
    scene_draw(&stage.view, &list, &draw_metric_fixed);
    for (int i = 0; i + 1 < list.count; i++) {
        const struct draw_cmd *c = &list.cmds[i];

        if (c->type != DRAW_GROUP || strncmp(c->u.group.id, "timeline:", 9) != 0 ||
            c[1].type != DRAW_CIRCLE)
            continue;
        assert_float_equal(scene_timeline_at(&stage.view, c[1].u.circle.x),
                           atof(c->u.group.id + 9), 0.01);
        ticks++;
    }
    assert_int_equal(ticks, stage.found.steps.count + 1);
    assert_float_equal(scene_timeline_at(&stage.view, -50), 0, 1e-9);
    assert_float_equal(scene_timeline_at(&stage.view, 5000),
                       stage.found.steps.count, 1e-9);
    draw_finish(&list);
    stage_close(&stage);
}

/* n leaves, n - 1 inner nodes, every inner one visited on the way down. */
static void test_tree(void **state)
{
    struct stage stage;
    struct tree tree;

    (void)state;
    assert_true(stage_open(&stage, "blelloch", 16, RUN_DEFAULT, NULL));
    assert_true(tree_build(&stage.found, &stage.found.arena, &tree));
    assert_int_equal(tree.count, 31);
    assert_int_equal(tree.levels, 4);
    for (int i = 0; i < tree.count; i++)
        assert_int_not_equal(tree.node[i].down, 0);
    assert_int_equal(tree.node[30].parent, -1);
    assert_float_equal(tree.node[30].x, 7.5, 1e-6);
    stage_close(&stage);
    assert_true(stage_open(&stage, "hillis", 16, RUN_DEFAULT, NULL));
    assert_false(tree_fits(&stage.found));
    stage_close(&stage);
}

/* What a reduction stores once it has its total is no way down. */
static void test_tree_up(void **state)
{
    struct stage stage;
    struct tree tree;

    (void)state;
    assert_true(stage_open(&stage, "block-reduce", 8, RUN_DEFAULT, NULL));
    assert_true(tree_build(&stage.found, &stage.found.arena, &tree));
    assert_int_equal(tree.levels, 3);
    for (int i = 0; i < tree.count; i++) {
        assert_int_equal(tree.node[i].down, 0);
        assert_true(tree.node[i].up_until <= 4); /* load, three rounds */
    }
    stage_close(&stage);
}

/* Filled in: a node an operator, its operands above it, a result a column; what
 * is stored elsewhere below that. */
static void tree_filled(uint32_t n, enum run_direction direction, int adds, int split)
{
    const bool apart = direction == RUN_EXCLUSIVE;
    struct stage stage;
    struct tree tree;
    int made = 0, results = 0;

    assert_true(stage_open(&stage, "brent-kung", n, direction, NULL));
    assert_true(tree_build(&stage.found, &stage.found.arena, &tree));
    assert_true(tree.fills);
    assert_int_equal(tree.results, apart);
    for (int i = 0; i < tree.count; i++) {
        const struct tree_node *t = &tree.node[i];

        made += t->level > 0 && !t->result;
        results += t->result && t->tier == tree.results;
        if (t->level == 0)
            assert_int_equal(t->tier, tree.tiers);
        else if (t->right >= 0)
            assert_true(tree.node[t->right].tier > t->tier &&
                        tree.node[t->right].column == t->column);
        if (t->left >= 0)
            assert_true(tree.node[t->left].tier > t->tier &&
                        tree.node[t->left].column < t->column);
        if (t->level > 0 && !t->result)
            assert_int_equal(tree.tier_row[t->tier], t->up);
        if (t->result && apart && t->tier == 0)
            assert_int_equal(t->left >= 0, t->column > 0);
    }
    assert_int_equal(made, adds);
    assert_int_equal(results, n);
    tree_fill_split(&tree, n);
    assert_int_equal(tree.results, 0);
    for (int i = 0, low = 0; i < tree.count; i++) {
        low += tree.node[i].tier <= 1;
        assert_true(tree.node[i].tier > 1 || tree.node[i].room >= 2);
        assert_true(i + 1 < tree.count || low == split);
    }
    stage_close(&stage);
}

static void test_tree_fill(void **state)
{
    (void)state;
    tree_filled(8, RUN_INCLUSIVE, 11, 8);
    tree_filled(8, RUN_EXCLUSIVE, 11, 8);
    tree_filled(17, RUN_INCLUSIVE, 27, 17);
    tree_filled(1000, RUN_EXCLUSIVE, 1984, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),    cmocka_unit_test(test_best),
        cmocka_unit_test(test_controls), cmocka_unit_test(test_track),
        cmocka_unit_test(test_tree),     cmocka_unit_test(test_tree_up),
        cmocka_unit_test(test_tree_fill),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
