/* Comparing two runs, opening blocks, picking requests: what keys and clicks do
 * to the views that take more than one run or tile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "opened.h"
#include "trace/file.h"

/* Chooses in the list of algorithms what the filter leaves first. */
static unsigned choose(struct app *app, const char *filter)
{
    app_type(app, filter);
    return app_act(app, ACT_ENTER, 0);
}

static void test_compare(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "hillis", 8, 0);
    app_act(&app, ACT_COMPARE, 0);
    assert_int_equal(app.view.overlay, OVERLAY_LIST);
    assert_true(app.view.comparing);
    assert_true(choose(&app, "brent") & EFFECT_RECORD);
    show_wanted(&app);
    assert_int_equal(app.view.kind, VIEW_COMPARE);
    assert_string_equal(app.session->trace.run.algo, "hillis");
    assert_string_equal(app.session->other->trace.run.algo, "brent-kung");
    assert_ptr_equal(app.view.other, &app.session->other->findings);
    assert_true(app.view.other->steps.count > app.view.findings->steps.count);
    app_act(&app, ACT_LAST, 0);
    assert_float_equal(app.motion.step, app.view.other->steps.count, 0);
    app_act(&app, ACT_COMPARE, 0); /* out again, within its own steps */
    assert_int_not_equal(app.view.kind, VIEW_COMPARE);
    assert_float_equal(app.motion.step, app.view.findings->steps.count, 0);
    app_finish(&app);
}

/* What a filter leaves: names that begin with it, then words, then the rest; the
 * best one chosen. The run shown is no rival of its own. */
static const struct { bool comparing; const char *typed, *first; } filters[] = {
    {false, "bl", "blelloch"}, {false, "hil", "hillis"}, {false, "ku", "brent-kung"},
    {false, "ree-k", "three-kernel"}, {false, "steele", "hillis"},
    {true, "hil", "hillis-double"}, {true, "bl", "blelloch"}, {true, "", "serial"},
};

static void test_filters(void **state)
{
    static struct app app;

    (void)state;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        open_blocks(&app, "hillis", 8, 0);
        app_act(&app, filters[i].comparing ? ACT_COMPARE : ACT_LIST, 0);
        app_type(&app, filters[i].typed);
        assert_string_equal(app.choices[app.view.choice_now].name, filters[i].first);
        for (int k = 0; filters[i].comparing && k < app.view.choice_count; k++)
            assert_string_not_equal(app.choices[k].name, "hillis");
        app_finish(&app);
    }
}

/* A field opens with all of it selected; an arrow keeps it, Ctrl+A selects. */
static void test_selected(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "hillis", 3, 0);
    app_act(&app, ACT_INPUT, 0);
    app_type(&app, "7");
    assert_string_equal(app.edit.text, "7");
    app_act(&app, ACT_ESCAPE, 0);
    app_act(&app, ACT_INPUT, 0);
    app_act(&app, ACT_CARET_RIGHT, 0);
    app_type(&app, " 7");
    assert_string_equal(app.edit.text, "3 1 4 7");
    app_act(&app, ACT_SELECT_ALL, 0);
    app_type(&app, "5");
    assert_string_equal(app.edit.text, "5");
    app_finish(&app);
}

/* The lens goes where the pointer or Ctrl with an arrow leads it. */
static void test_lens(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_blocks(&app, "hillis", 1024, 0);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_true(app.lens);
    mouse_press(&app, &list, 500, 208, 0);
    mouse_release(&app, 0);
    const int first = app.view.lens_column;
    assert_true(first > 100);
    app_act(&app, ACT_PAN_RIGHT, 0);
    assert_true(app.view.lens_column > first);
    app_act(&app, ACT_PAN_LEFT, 0);
    assert_int_equal(app.view.lens_column, first);
    mouse_move(&app, &list, 700, 230, 0);
    assert_true(app.view.lens_column > first);
    assert_float_equal(app.view.pan_x, 0, 0);
    draw_finish(&list);
    app_finish(&app);
}

/* Esc leaves the list; the list of A chooses the run itself again. */
static void test_compare_given_up(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "hillis", 8, 0);
    app_act(&app, ACT_COMPARE, 0);
    app_act(&app, ACT_ESCAPE, 0);
    assert_false(app.view.comparing);
    app_act(&app, ACT_LIST, 0);
    assert_true(choose(&app, "sklansky") & EFFECT_RECORD);
    show_wanted(&app);
    assert_string_equal(app.session->trace.run.algo, "sklansky");
    assert_null(app.session->other);
    app_finish(&app);
}

/* One that cannot take this n stays in the field and says why. */
static void test_compare_refused(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "hillis", 64, 0);
    app_act(&app, ACT_COMPARE, 0);
    app_type(&app, "warp shuffle");
    assert_false(app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD);
    assert_int_equal(app.edit_error.code, ERR_USAGE);
    assert_non_null(strstr(app.edit_error.what, "32"));
    assert_int_equal(app.view.overlay, OVERLAY_LIST);
    app_finish(&app);
}

/* Same input in both; the direction is each one's own or the one asked for. */
static void compare_directions(enum run_direction asked, int second)
{
    static struct app app;

    open_blocks(&app, "blelloch", 8, 0); /* exclusive by itself */
    app.wanted.spec.direction = asked;
    app_act(&app, ACT_COMPARE, 0);
    assert_true(choose(&app, "hillis") & EFFECT_RECORD);
    show_wanted(&app);
    const struct trace *a = &app.session->trace, *b = &app.session->other->trace;
    assert_int_equal(a->run.inclusive, 0);
    assert_int_equal(b->run.inclusive, second);
    assert_memory_equal(a->input, b->input, 8 * sizeof(int32_t));
    app_finish(&app);
}

static void test_compare_same_input(void **state)
{
    (void)state;
    compare_directions(RUN_DEFAULT, 1);
    compare_directions(RUN_EXCLUSIVE, 0);
}

/* A trace from a file is compared as the same run made here would be. */
static void trace_directions(enum run_direction recorded, int first, int second)
{
    static struct app app;
    char path[] = "/tmp/pscan-test-way-XXXXXX";
    const int file = mkstemp(path);

    assert_true(file >= 0 && close(file) == 0);
    open_blocks(&app, "hillis", 8, 0);
    app.wanted.spec.direction = recorded;
    show_wanted(&app);
    assert_true(trace_write(&app.session->trace, path, NULL));
    app_finish(&app);
    app_init(&app);
    app.wanted.path = strdup(path);
    show_wanted(&app);
    assert_int_equal(unlink(path), 0);
    app_act(&app, ACT_COMPARE, 0);
    assert_true(choose(&app, "blelloch") & EFFECT_RECORD);
    show_wanted(&app);
    assert_int_equal(app.session->trace.run.inclusive, first);
    assert_int_equal(app.session->other->trace.run.inclusive, second);
    app_finish(&app);
}

static void test_compare_trace(void **state)
{
    (void)state;
    trace_directions(RUN_DEFAULT, 1, 0);
    trace_directions(RUN_EXCLUSIVE, 0, 0);
}

static void test_blocks(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "three-kernel", 16, 4);
    app_show_view(&app, VIEW_BLOCKS);
    assert_true(control_act(&app, "tile:2,3", 0) & EFFECT_DRAW);
    assert_int_equal(app.view.kind, VIEW_NETWORK);
    assert_int_equal(app.view.findings->board.tile, 3);
    assert_int_equal(app.view.findings->board.first_input, 12);
    assert_int_equal(app.view.tile, 3);
    const uint32_t at = (uint32_t)app.motion.step;
    assert_int_equal(app.view.findings->steps.step[at - 1].launch, 2);
    app_act(&app, ACT_ESCAPE, 0);
    assert_int_equal(app.view.kind, VIEW_BLOCKS);
    assert_int_equal(app.view.findings->board.tile, 0);
    assert_int_equal(app.view.tile, -1);
    app_finish(&app);
}

/* A block that was not traced does not open; that is said. The badge begins with
 * how many were. */
static void test_blocks_chosen(void **state)
{
    static struct app app;

    (void)state;
    app_init(&app);
    app.wanted.spec.algo = run_algo_find("three-kernel", NULL);
    app.wanted.spec.n = 64;
    app.wanted.spec.block = 8;
    app.wanted.spec.device = RUN_HOST;
    app.wanted.spec.trace_blocks = "2,last";
    show_wanted(&app);
    assert_int_equal(strncmp(app.view.badge, "5 of 17 blocks traced · host executor", 38), 0);
    app_show_view(&app, VIEW_BLOCKS);
    control_act(&app, "tile:0,3", 0);
    assert_int_equal(app.view.kind, VIEW_BLOCKS);
    assert_int_equal(app.view.tile, -1);
    assert_string_equal(app.message,
                        "Tile 3 was not traced: what it did is not known.");
    control_act(&app, "tile:2,7", 0);
    assert_int_equal(app.view.findings->board.tile, 7);
    app_act(&app, ACT_ESCAPE, 0);
    assert_int_equal(app.view.findings->board.tile, 2);
    app_finish(&app);
}

/* In look-back a click sets the tile that is looked at; again: lets it go. */
static void test_look_back(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "look-back", 16, 4);
    assert_non_null(app.session->trace.sequence);
    assert_int_equal(app.view.findings->tiles.clock, TILE_EXECUTION);
    app_show_view(&app, VIEW_LOOK_BACK);
    control_act(&app, "tile:0,2", 0);
    assert_int_equal(app.view.tile, 2);
    assert_int_equal(app.view.kind, VIEW_LOOK_BACK);
    control_act(&app, "tile:0,2", 0);
    assert_int_equal(app.view.tile, -1);
    app_finish(&app);
}

static void test_requests(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "blelloch-pairs", 64, 0);
    app_show_view(&app, VIEW_MEMORY);
    control_act(&app, "request:35,0,0", 0);
    assert_int_equal(app.view.pick_line, 35);
    show_wanted(&app); /* a new run knows nothing of it */
    assert_int_equal(app.view.pick_line, -1);
    app_finish(&app);
}

/* The pointer over a lane or a tile is told to the view. */
static void test_hover(void **state)
{
    static struct app app;
    struct draw_list list;
    bool found = false;

    (void)state;
    open_blocks(&app, "hillis", 8, 0);
    app_show_view(&app, VIEW_MEMORY);
    app_act(&app, ACT_LAST, 0);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    for (int i = 0; i + 1 < list.count; i++) {
        const struct draw_cmd *c = &list.cmds[i];

        if (c->type != DRAW_GROUP || strcmp(c->u.group.id, "lane:3") != 0)
            continue;
        found = true;
        assert_true(mouse_move(&app, &list, c[1].u.rect.x + 4, c[1].u.rect.y + 4, 0)
                    & EFFECT_DRAW);
        assert_int_equal(app.view.hover_lane, 3);
        assert_true(mouse_leave(&app) & EFFECT_DRAW);
        assert_int_equal(app.view.hover_lane, -1);
        break;
    }
    assert_true(found);
    draw_finish(&list);
    app_finish(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compare), cmocka_unit_test(test_compare_given_up),
        cmocka_unit_test(test_compare_refused),
        cmocka_unit_test(test_filters), cmocka_unit_test(test_selected),
        cmocka_unit_test(test_lens),
        cmocka_unit_test(test_compare_same_input), cmocka_unit_test(test_compare_trace),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_blocks_chosen),
        cmocka_unit_test(test_look_back), cmocka_unit_test(test_requests),
        cmocka_unit_test(test_hover),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
