/* The player without its window: keys and clicks go in, view state and effects
 * come out. Sessions are real runs on the host executor. */
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

static void type(struct app *app, const char *text)
{
    app_type(app, text);
}

static uint32_t length(const struct app *app)
{
    return app->session->trace.run.n;
}

static void enter_and_show(struct app *app)
{
    assert_true(app_act(app, ACT_ENTER, 0) & EFFECT_RECORD);
    assert_int_equal(app->view.overlay, OVERLAY_NONE);
    show_wanted(app);
}

static void test_length(void **state)
{
    static const char *const wrong[] = {"0", "", "-3", "8x", "1025",
                                        "99999999999999999999"};
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app_act(&app, ACT_LENGTH, 0);
    assert_true(app_in_field(&app));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        edit_set(&app.edit, wrong[i], false);
        assert_false(app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD);
        assert_int_equal(app.edit_error.code, ERR_USAGE);
        assert_int_equal(app.view.overlay, OVERLAY_LENGTH);
    }
    edit_set(&app.edit, "8", true);
    type(&app, "1");
    type(&app, "6");
    assert_int_equal(app.edit_error.code, ERR_NONE);
    enter_and_show(&app);
    assert_int_equal(length(&app), 16);
    app_finish(&app);
}

/* A list has one length; another length takes the default input and says so. */
static void test_input(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app_act(&app, ACT_INPUT, 0);
    assert_string_equal(app.edit.text, "3 1 4 1 5 9 2 6");
    edit_set(&app.edit, "5 6 x", false);
    assert_false(app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD);
    edit_set(&app.edit, "5 6 7", false);
    enter_and_show(&app);
    assert_int_equal(length(&app), 3);
    app_act(&app, ACT_LENGTH, 0);
    type(&app, "5");
    enter_and_show(&app);
    assert_int_equal(length(&app), 5);
    app_act(&app, ACT_INPUT, 0);
    assert_string_equal(app.edit.text, "3 1 4 1 5");
    edit_set(&app.edit, "random:7", false);
    enter_and_show(&app);
    assert_int_equal(length(&app), 5);
    app_finish(&app);
}

/* Part of a list would be another list: too long a one is refused whole. */
static void test_long_input(void **state)
{
    static char list[EDIT_MAX + 2];
    static struct app app;

    (void)state;
    for (int i = 0; i < EDIT_MAX; i += 2)
        memcpy(list + i, "1 ", 2);
    open_app(&app, "hillis", 8);
    app_act(&app, ACT_INPUT, 0);
    type(&app, list);
    assert_int_equal(app.edit_error.code, ERR_USAGE);
    assert_string_equal(app.edit.text, "3 1 4 1 5 9 2 6");
    app_act(&app, ACT_ESCAPE, 0);
    memcpy(list + EDIT_MAX, "1", 2);
    app.wanted.spec.algo = run_algo_find("serial", NULL);
    app.wanted.spec.n = 0;
    assert_true(request_set_input(&app.wanted, list, NULL));
    show_wanted(&app);
    assert_int_equal(length(&app), EDIT_MAX / 2 + 1);
    app_act(&app, ACT_INPUT, 0);
    assert_string_equal(app.edit.text, "");
    app_finish(&app);
}

/* What a trace holds is taken over, however long it is. */
static void test_long_trace(void **state)
{
    static struct app app;
    char path[] = "/tmp/pscan-test-long-XXXXXX";
    const int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0 && close(file) == 0);
    open_app(&app, "hillis", 1024);
    app.wanted.spec.type = ELEM_I64;
    assert_true(request_set_input(&app.wanted, "random:7", NULL));
    show_wanted(&app);
    int64_t first[1024];
    memcpy(first, app.session->trace.input, sizeof first);
    assert_true(trace_write(&app.session->trace, path, NULL));
    app_finish(&app);
    app_init(&app);
    app.wanted.path = strdup(path);
    show_wanted(&app);
    assert_int_equal(unlink(path), 0);
    app_act(&app, ACT_LIST, 0);
    edit_set(&app.edit, "blelloch", false);
    field_changed(&app);
    enter_and_show(&app);
    assert_string_equal(app.session->algo->name, "blelloch");
    assert_memory_equal(first, app.session->trace.input, sizeof first);
    app_finish(&app);
}

static void test_list(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 64);
    app_act(&app, ACT_LIST, 0);
    assert_true(app.view.choice_count > 4);
    assert_string_equal(app.choices[app.view.choice_now].name, "hillis");
    type(&app, "no such thing");
    assert_int_equal(app.view.choice_count, 0);
    assert_false(app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD);
    assert_int_equal(app.edit_error.code, ERR_USAGE);
    edit_set(&app.edit, "KOGGE", false); /* an alias, in any case */
    field_changed(&app);
    assert_string_equal(app.choices[0].name, "hillis");
    edit_set(&app.edit, "warp", false);
    field_changed(&app);
    while (strcmp(app.choices[app.view.choice_now].name, "warp") != 0)
        app_act(&app, ACT_CHOICE_DOWN, 0);
    assert_false(app.choices[app.view.choice_now].fits); /* 64 lanes: no */
    enter_and_show(&app);
    assert_int_equal(length(&app), 32);
    assert_int_equal(app.view.kind, VIEW_LANES);
    app_finish(&app);
}

static double settle(struct app *app)
{
    double now = 0;

    while (app_tick(app, now))
        now += 0.02;
    return app->motion.step;
}

/* Phases: load, the rounds, store. */
static void test_phases(void **state)
{
    static struct app app;
    double last;

    (void)state;
    open_app(&app, "hillis", 8);
    last = app.motion.last;
    app_act(&app, ACT_FORWARD, 0);
    assert_true(settle(&app) == 1);
    app_act(&app, ACT_PHASE_FORWARD, 0);
    assert_true(app.motion.step == 4); /* after the three rounds */
    app_act(&app, ACT_PHASE_FORWARD, 0);
    assert_true(app.motion.step == last);
    app_act(&app, ACT_PHASE_FORWARD, 0);
    assert_true(app.motion.step == last);
    app_act(&app, ACT_PHASE_BACK, 0);
    assert_true(app.motion.step == 4);
    app_act(&app, ACT_PHASE_BACK, 0);
    assert_true(app.motion.step == 1);
    app_act(&app, ACT_FIRST, 0);
    app_act(&app, ACT_PHASE_BACK, 0);
    assert_true(app.motion.step == 0);
    app_finish(&app);
}

/* ---- the mouse ------------------------------------------------------------- */

/* The middle of the first command inside the group `id`. */
static bool find_group(const struct draw_list *list, const char *id, float *x,
                       float *y)
{
    for (int i = 0; i + 1 < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i], *in = cmd + 1;

        if (cmd->type != DRAW_GROUP || strcmp(cmd->u.group.id, id) != 0)
            continue;
        *x = in->type == DRAW_RECT ? in->u.rect.x + in->u.rect.w / 2
                                   : in->u.circle.x;
        *y = in->type == DRAW_RECT ? in->u.rect.y + in->u.rect.h / 2
                                   : in->u.circle.y;
        if (in->type == DRAW_RECT || in->type == DRAW_CIRCLE)
            return true;
    }
    return false;
}

static unsigned click(struct app *app, struct draw_list *list, const char *id)
{
    float x = 0, y = 0;
    unsigned effects;

    app_draw(app, list, &draw_metric_fixed);
    assert_true(find_group(list, id, &x, &y));
    effects = mouse_press(app, list, x, y, 0);
    mouse_release(app, 0);
    return effects;
}

static void test_clicks(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_app(&app, "hillis", 8);
    draw_init(&list);
    click(&app, &list, "button:next");
    assert_true(settle(&app) == 1);
    click(&app, &list, "button:last");
    assert_true(app.motion.step == app.motion.last);
    click(&app, &list, "timeline:2");
    assert_true(app.motion.step == 2);
    click(&app, &list, "cell:2,5");
    assert_int_equal(app.view.select_row, 2);
    assert_int_equal(app.view.select_column, 5);
    click(&app, &list, "cell:2,5"); /* again: lets go */
    assert_int_equal(app.view.select_row, -1);
    click(&app, &list, "button:play");
    assert_true(app.motion.playing);
    click(&app, &list, "view:3");
    assert_int_equal(app.view.kind, VIEW_TIMINGS);
    control_act(&app, "size:20", 0);
    assert_int_equal(app.view.timing_n, 1 << 20);
    control_act(&app, "size:20", 0); /* again: the run's */
    assert_int_equal(app.view.timing_n, 0);
    control_act(&app, "time:0,96", 0); /* a mark of the chart; a row of the table, */
    assert_int_equal(app.view.timing_n, 96);
    control_act(&app, "time:0,0", 0); /* which has that size anyway */
    assert_int_equal(app.view.timing_n, 96);
    click(&app, &list, "button:help");
    assert_int_equal(app.view.overlay, OVERLAY_HELP);
    mouse_press(&app, &list, 1, 1, 0);
    app_draw(&app, &list, &draw_metric_fixed);
    mouse_press(&app, &list, 1, 1, 0); /* the veil */
    assert_int_equal(app.view.overlay, OVERLAY_NONE);
    draw_finish(&list);
    app_finish(&app);
}

/* What lies under the pointer stays under it. */
static void test_wheel(void **state)
{
    static struct app app;
    struct draw_list list;
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;

    (void)state;
    open_app(&app, "hillis", 8);
    draw_init(&list);
    motion_jump(&app.motion, app.motion.last, 0);
    app_draw(&app, &list, &draw_metric_fixed);
    assert_true(find_group(&list, "cell:2,2", &x0, &y0));
    for (int i = 0; i < 4; i++) {
        mouse_wheel(&app, x0, y0, 1);
        app_draw(&app, &list, &draw_metric_fixed);
    }
    assert_true(app.view.zoom > 1.5f);
    assert_true(find_group(&list, "cell:2,2", &x1, &y1));
    assert_true(x1 - x0 < 4 && x0 - x1 < 4);
    mouse_wheel(&app, x0, y0, -100);
    assert_true(app.view.zoom == 1 && app.view.pan_x == 0);
    draw_finish(&list);
    app_finish(&app);
}

static void test_focus(void **state)
{
    static struct app app;
    struct draw_list list;

    (void)state;
    open_app(&app, "hillis", 8);
    draw_init(&list);
    app_draw(&app, &list, &draw_metric_fixed);
    for (int i = 0; i < 4; i++) /* first, prev, play, next */
        app_act(&app, ACT_FOCUS_NEXT, 0);
    assert_string_equal(scene_control(app.view.focus), "button:next");
    app_act(&app, ACT_ENTER, 0);
    assert_true(settle(&app) == 1);
    app_act(&app, ACT_ESCAPE, 0);
    assert_int_equal(app.view.focus, -1);
    app_act(&app, ACT_FOCUS_BACK, 0);
    assert_string_equal(scene_control(app.view.focus), "button:help");
    draw_finish(&list);
    app_finish(&app);
}

/* A wrong kernel is played like any other, and its check says that it is. */
static void test_wrong_result(void **state)
{
    static struct app app;
    static const struct err err = {.code = ERR_FAILED, .what = "the machine is on fire"};

    (void)state;
    open_app(&app, "broken/below-stride", 8);
    assert_false(app.view.check_ok);
    assert_true(strlen(app.view.check_text) > 0);
    app_failed(&app, &err);
    assert_string_equal(app.message, err.what);
    app_act(&app, ACT_LAST, 0);
    assert_string_equal(app.message, "");
    app_act(&app, ACT_FIRST, 0);
    app_act(&app, ACT_FINDING, 0);
    assert_true(app.motion.step ==
                app.session->findings.hazards.hazard[0].step + 1.0);
    app_finish(&app);
}

/* R: from the first kernel to the second and back, on the same input, direction
 * and schedule, at the same step. */
static const struct { const char *from, *to, *schedule; } repairs[] = {
    {"broken/missing-barrier", "hillis", "random:3"},
    {"broken/below-stride", "warp", NULL},
    {"broken/missing-barrier", "hillis", "adversarial"},
    {"blelloch-pairs", "blelloch-pairs-padded", NULL},
    {"blelloch-pairs-padded", "blelloch-pairs", NULL},
};

static void repair(struct app *app, const char *to)
{
    const struct trace_run was = app->session->trace.run;
    const double step = app->motion.step;
    unsigned char input[64];

    memcpy(input, app->session->trace.input, was.n * sizeof(int32_t));
    assert_true(app_act(app, ACT_REPAIR, 0) & EFFECT_RECORD);
    show_wanted(app);
    assert_string_equal(app->session->trace.run.algo, to);
    assert_string_equal(app->session->trace.run.schedule, was.schedule);
    assert_int_equal(app->session->trace.run.inclusive, was.inclusive);
    assert_int_equal(app->session->trace.run.n, was.n);
    assert_memory_equal(app->session->trace.input, input, was.n * sizeof(int32_t));
    assert_true(app->motion.step == step);
}

static void test_repair(void **state)
{
    static struct app app;

    (void)state;
    for (size_t i = 0; i < sizeof repairs / sizeof *repairs; i++) {
        struct err err = {0};

        app_init(&app);
        app.wanted.spec.algo = run_algo_find(repairs[i].from, &err);
        app.wanted.spec.n = 8;
        app.wanted.spec.device = RUN_HOST;
        if (repairs[i].schedule)
            app.wanted.schedule = strdup(repairs[i].schedule);
        app.wanted.spec.schedule = app.wanted.schedule;
        show_wanted(&app);
        app_act(&app, ACT_FORWARD, 0);
        app_tick(&app, 100);
        repair(&app, repairs[i].to);
        assert_true(app.view.check_ok);
        repair(&app, repairs[i].from);
        app_finish(&app);
    }
    open_app(&app, "serial", 8);
    assert_false(app_act(&app, ACT_REPAIR, 0) & EFFECT_RECORD);
    assert_true(app.message[0] != 0);
    app_finish(&app);
}

/* F goes round the findings, and the hazard view tells the one gone to. */
static void test_findings(void **state)
{
    static struct app app;
    int count;

    (void)state;
    open_app(&app, "broken/missing-barrier", 8);
    count = (int)app.session->findings.hazards.count;
    assert_true(count > 1);
    assert_non_null(app.view.twin);
    app_show_view(&app, VIEW_HAZARD);
    for (int i = 0; i <= count; i++) {
        app_act(&app, ACT_FINDING, 0);
        assert_int_equal(app.view.hazard, i % count);
    }
    app_act(&app, ACT_FINDING_BACK, 0);
    assert_int_equal(app.view.hazard, count - 1);
    assert_true(app.motion.step ==
                app.session->findings.hazards.hazard[count - 1].step + 1.0);
    app_finish(&app);
    open_app(&app, "hillis", 8);
    assert_false(view_shows(&app.view, VIEW_HAZARD));
    assert_null(app.view.twin);
    app_finish(&app);
}

/* A value that left its type is a finding of the window as of `pscan check`. */
static void test_overflow(void **state)
{
    static struct app app;
    const struct hazards *all;

    (void)state;
    open_app(&app, "broken/overflow", 8);
    all = &app.session->findings.hazards;
    assert_int_equal(all->count, 1);
    assert_int_equal(all->hazard[0].kind, HAZARD_OVERFLOW);
    assert_true(view_shows(&app.view, VIEW_HAZARD));
    app_act(&app, ACT_FINDING, 0);
    assert_true(app.motion.step == all->hazard[0].step + 1.0);
    app_finish(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length), cmocka_unit_test(test_input),
        cmocka_unit_test(test_long_input), cmocka_unit_test(test_long_trace),
        cmocka_unit_test(test_list),   cmocka_unit_test(test_phases),
        cmocka_unit_test(test_clicks), cmocka_unit_test(test_wheel),
        cmocka_unit_test(test_focus),  cmocka_unit_test(test_wrong_result),
        cmocka_unit_test(test_repair), cmocka_unit_test(test_findings),
        cmocka_unit_test(test_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
