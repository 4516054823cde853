/* Comparing: which view each half shows, by option, key and click; that both runs
 * have the same input; whose table is copied. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/app.h"
#include "app/options.h"

static void open_pair(struct app *app, const char *algo, const char *other, uint32_t n)
{
    struct err err = {0};
    struct session *session;

    app_init(app);
    app->wanted.spec.algo = run_algo_find(algo, &err);
    app->wanted.other = other ? run_algo_find(other, &err) : NULL;
    app->wanted.spec.n = n;
    app->wanted.spec.device = RUN_HOST;
    app->view_chosen = other != NULL;
    app->view.kind = other ? VIEW_COMPARE : VIEW_NETWORK;
    session = session_create(&app->wanted, &err);
    if (!session)
        fail_msg("%s", err.what);
    app_show(app, session, 0);
}

static void expect_halves(const struct app *app, enum view_kind left,
                          enum view_kind right)
{
    assert_int_equal(app->view.half[0], left);
    assert_int_equal(app->view.half[1], right);
}

/* Of Hillis–Steele there is no tree, of Blelloch there is. */
static void test_key(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_pair(&app, "hillis", "blelloch", 8);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    expect_halves(&app, VIEW_NETWORK, VIEW_NETWORK);
    app_act(&app, ACT_HALF, 0); /* the pointer is over neither */
    expect_halves(&app, VIEW_TREE, VIEW_TREE);
    mouse_move(&app, &list, 100, 300, 0);
    app_act(&app, ACT_HALF, 0);
    expect_halves(&app, VIEW_MEMORY, VIEW_TREE);
    mouse_move(&app, &list, 700, 300, 0);
    app_act(&app, ACT_HALF, 0);
    expect_halves(&app, VIEW_MEMORY, VIEW_MEMORY);
    mouse_leave(&app);
    app_act(&app, ACT_HALF, 0);
    expect_halves(&app, VIEW_TABLE, VIEW_TABLE);
    app_act(&app, ACT_HALF, 0); /* neither blocks nor ns nor findings: round */
    expect_halves(&app, VIEW_NETWORK, VIEW_NETWORK);
    assert_int_equal(app.view.kind, VIEW_COMPARE);
    draw_finish(&list);
    app_finish(&app);
}

static void test_click(void **state)
{
    static struct app app;

    (void)state;
    open_pair(&app, "hillis", "blelloch", 8);
    control_act(&app, "half:0", 0);
    expect_halves(&app, VIEW_MEMORY, VIEW_NETWORK);
    control_act(&app, "half:1", 0);
    expect_halves(&app, VIEW_MEMORY, VIEW_TREE);
    app_finish(&app);
}

/* With Tab and Enter, without a mouse. */
static void test_focus(void **state)
{
    static struct app app;
    struct draw_list list;
    int tabs = 0;

    (void)state;
    open_pair(&app, "hillis", "blelloch", 8);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    do
        app_act(&app, ACT_FOCUS_NEXT, 0);
    while (++tabs < 40 && (app.view.focus < 0 ||
                           strcmp(scene_control(app.view.focus), "half:1") != 0));
    assert_true(tabs < 40);
    app_act(&app, ACT_ENTER, 0);
    expect_halves(&app, VIEW_NETWORK, VIEW_TREE);
    draw_finish(&list);
    app_finish(&app);
}

static void test_no_halves(void **state)
{
    static struct app app;

    (void)state;
    open_pair(&app, "hillis", NULL, 8);
    app_act(&app, ACT_HALF, 0);
    expect_halves(&app, VIEW_NETWORK, VIEW_NETWORK);
    assert_true(app.message[0] != 0);
    app_finish(&app);
}

/* A request is picked in the half that it was clicked in. */
static void test_pick(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_pair(&app, "blelloch-pairs", "blelloch-pairs-padded", 64);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    mouse_move(&app, &list, 700, 300, 0);
    control_act(&app, "request:33,0,0", 0);
    assert_int_equal(app.view.pick_line, 33);
    assert_int_equal(app.view.pick_half, 1);
    assert_ptr_equal(app_pointed(&app), app.session->other);
    mouse_move(&app, &list, 100, 300, 0);
    assert_ptr_equal(app_pointed(&app), app.session);
    draw_finish(&list);
    app_finish(&app);
}

/* A tile of a half's blocks opens in that half; Esc shows them all again. */
static void test_tile(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_pair(&app, "three-kernel", "look-back", 1000);
    draw_init(&list);
    app.view.half[0] = app.view.half[1] = VIEW_BLOCKS;
    app_draw(&app, &list, &draw_metric_fixed);
    mouse_move(&app, &list, 700, 300, 0);
    control_act(&app, "tile:0,2", 0);
    expect_halves(&app, VIEW_BLOCKS, VIEW_NETWORK);
    assert_int_equal(app.view.half_tile[1], 2);
    assert_int_equal(app.session->other->findings.board.tile, 2);
    assert_int_equal(app.session->findings.board.tile, 0);
    mouse_move(&app, &list, 100, 300, 0);
    control_act(&app, "tile:2,1", 0);
    expect_halves(&app, VIEW_NETWORK, VIEW_NETWORK);
    assert_int_equal(app.session->findings.board.tile, 1);
    assert_int_equal(app.session->findings.steps
                         .step[(int)app.motion.step - 1].launch, 2);
    app_act(&app, ACT_ESCAPE, 0); /* the one under the pointer first */
    expect_halves(&app, VIEW_BLOCKS, VIEW_NETWORK);
    app_show_view(&app, VIEW_NETWORK); /* of all that was opened nothing stays */
    expect_halves(&app, VIEW_BLOCKS, VIEW_BLOCKS);
    assert_int_equal(app.session->other->findings.board.tile, 0);
    assert_int_equal(app.view.tile, -1);
    draw_finish(&list);
    app_finish(&app);
}

/* Copied once more in a row, a table has another form. */
static void test_forms(void **state)
{
    static const enum scene_table forms[] = { SCENE_TABLE_MARKDOWN, SCENE_TABLE_LATEX,
                                              SCENE_TABLE_CSV, SCENE_TABLE_MARKDOWN };
    static struct app app;

    (void)state;
    open_pair(&app, "hillis", NULL, 8);
    for (int i = 0; i < 4; i++) {
        assert_true(app_act(&app, ACT_COPY_AS, 0) & EFFECT_COPY_AS);
        assert_int_equal(app.copy_as, forms[i]);
    }
    app_act(&app, ACT_FORWARD, 0);
    app_act(&app, ACT_COPY_AS, 0);
    assert_int_equal(app.copy_as, SCENE_TABLE_MARKDOWN);
    app_finish(&app);
}

/* Whether a text of the picture begins like this. */
static bool picture_says(const struct draw_list *list, const char *text)
{
    for (int i = 0; i < list->count; i++)
        if (list->cmds[i].type == DRAW_TEXT &&
            strncmp(list->cmds[i].u.text.text, text, strlen(text)) == 0)
            return true;
    return false;
}

/* F goes to the findings of the half pointed at, or of the one that has some. */
static void test_findings(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_pair(&app, "hillis", "broken/missing-barrier", 8);
    assert_non_null(app.view.other_twin);
    app_act(&app, ACT_FINDING, 0);
    assert_int_equal(app.view.hazard, 0);
    assert_float_equal(app.motion.step, app.view.other->hazards.hazard[0].step + 1, 0);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_true(picture_says(&list, "Hillis–Steele, one barrier missing: Read/write"));
    draw_finish(&list);
    app_finish(&app);
}

/* The leftmost column of cells with values between x0 and x1; -1: none. */
static int column_shown(const struct draw_list *list, float x0, float x1)
{
    int row, column, first = -1;

    for (int i = 0; i + 1 < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];

        if (cmd->type == DRAW_GROUP && list->cmds[i + 1].type == DRAW_RECT &&
            list->cmds[i + 1].u.rect.x > x0 && list->cmds[i + 1].u.rect.x < x1 &&
            sscanf(cmd->u.group.id, "cell:%d,%d", &row, &column) == 2 &&
            (first < 0 || column < first))
            first = column;
    }
    return first;
}

/* The wheel over one half: both become as large, around the same columns. */
static void test_zoom(void **state)
{
    static struct app app;
    struct draw_list list;
    int left, right;

    (void)state;
    open_pair(&app, "hillis", "blelloch", 64);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_int_equal(column_shown(&list, 91, 420), -1); /* dots */
    mouse_move(&app, &list, 700, 300, 0);
    app_draw(&app, &list, &draw_metric_fixed);
    for (int i = 0; i < 8; i++) {
        mouse_wheel(&app, 700, 300, 1);
        app_draw(&app, &list, &draw_metric_fixed);
    }
    assert_true(app.view.zoom > 2);
    left = column_shown(&list, 91, 420);
    right = column_shown(&list, 520, 850);
    assert_true(left > 8);
    assert_int_equal(left, right);
    mouse_move(&app, &list, 200, 300, 0); /* into the other half: nothing jumps */
    app_draw(&app, &list, &draw_metric_fixed);
    assert_int_equal(column_shown(&list, 91, 420), left);
    assert_int_equal(column_shown(&list, 520, 850), right);
    mouse_press(&app, &list, 200, 300, 0);
    mouse_move(&app, &list, 350, 300, 0);
    mouse_release(&app, 0);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_true(column_shown(&list, 91, 420) < left);
    assert_int_equal(column_shown(&list, 91, 420), column_shown(&list, 520, 850));
    app_act(&app, ACT_ESCAPE, 0);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_float_equal(app.view.zoom, 1, 0);
    draw_finish(&list);
    app_finish(&app);
}

/* As many elements as the first, and its values where both take such. */
static const struct { const char *algo, *other; uint32_t n, want; bool same; } inputs[] = {
    { "hillis", "sparse", 0, 8, true },     { "sparse", "hillis", 0, 128, true },
    { "hillis", "radix-sort-bit", 0, 8, true }, { "radix-sort-bit", "hillis", 0, 8, true },
    { "hillis", "segmented-flags", 0, 8, false }, { "hillis", "adder", 0, 8, false },
    { "hillis", "block-reduce", 12, 12, true },
};

static void test_inputs(void **state)
{
    static struct app app;

    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        open_pair(&app, inputs[i].algo, inputs[i].other, inputs[i].n);
        const struct trace *a = &app.session->trace, *b = &app.session->other->trace;

        assert_int_equal(a->run.n, inputs[i].want);
        assert_int_equal(b->run.n, inputs[i].want);
        if (inputs[i].same)
            assert_memory_equal(a->input, b->input, a->run.n * sizeof(int32_t));
        app_finish(&app);
    }
}

static const struct { const char *halves; enum view_kind left, right; bool fine; } given[] = {
    { "tree", VIEW_TREE, VIEW_TREE, true },
    { "look-back,blocks", VIEW_LOOK_BACK, VIEW_BLOCKS, true },
    { "network,table", VIEW_NETWORK, VIEW_TABLE, true },
    { "", 0, 0, false }, { "tree,", 0, 0, false }, { ",tree", 0, 0, false },
    { "tree,table,tree", 0, 0, false }, { "timings", 0, 0, false },
    { "network,compare", 0, 0, false },
};

static void test_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char halves[32];
        char *argv[] = { "pscan-viz", "--algo", "hillis,blelloch", "--halves", halves, NULL };
        struct app_options options;
        struct err err = {0};

        strcpy(halves, given[i].halves);
        assert_int_equal(app_options_parse(&options, 5, argv, &err), given[i].fine);
        assert_int_equal(err.code, given[i].fine ? ERR_NONE : ERR_USAGE);
        if (!given[i].fine)
            continue;
        assert_int_equal(options.half[0], given[i].left);
        assert_int_equal(options.half[1], given[i].right);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key),    cmocka_unit_test(test_click),
        cmocka_unit_test(test_focus),  cmocka_unit_test(test_no_halves),
        cmocka_unit_test(test_pick), cmocka_unit_test(test_tile), cmocka_unit_test(test_forms),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_option), cmocka_unit_test(test_findings),
        cmocka_unit_test(test_zoom),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
