/* What the window leans on the app for: a recording that takes its time and can
 * be stopped, keys of the window while a field is open, help over a field, and
 * what R finds again on the way back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/worker.h"
#include "opened.h"

/* The line that the picture says, "" for none. */
static const char *told(struct app *app)
{
    struct draw_list list;

    draw_init(&list);
    app_draw(app, &list, &draw_metric_fixed);
    draw_finish(&list);
    return app->view.message ? app->view.message : "";
}

static void want_length(struct app *app, const char *n)
{
    app_act(app, ACT_LENGTH, 0);
    app_type(app, n);
    assert_true(app_act(app, ACT_ENTER, 0) & EFFECT_RECORD);
}

/* Said once it takes longer than a glance, and no longer than it lasts. */
static void test_recording_is_told(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    assert_false(app_tick(&app, 9));
    want_length(&app, "16");
    app_recording(&app, 10);
    assert_true(app_tick(&app, 10.1)); /* somebody has to look again */
    assert_string_equal(told(&app), "");
    assert_true(app_tick(&app, 10.2));
    assert_non_null(strstr(told(&app), "Recording"));
    app_progress(&app, 40);
    assert_non_null(strstr(told(&app), "40 %"));
    show_wanted(&app);
    assert_string_equal(told(&app), "");
    assert_false(app_tick(&app, 11));
    assert_int_equal(app.session->trace.run.n, 16);
    app_finish(&app);
}

/* What a schedule names has to be there at another length as well: the field says
 * that it is not, and another length will do. */
static void test_schedule_stays(void **state)
{
    static struct app app;

    (void)state;
    open_blocks(&app, "chained", 64, 8);
    app.wanted.spec.schedule = app.wanted.schedule = strdup("hold:3@load");
    app_act(&app, ACT_LENGTH, 0);
    app_type(&app, "16");
    assert_false(app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD);
    assert_string_equal(app.edit_error.what, "--schedule hold:3@load: chained has 2 "
                        "blocks here, 0 to 1");
    assert_int_equal(app.wanted.spec.n, 64);
    app_act(&app, ACT_ESCAPE, 0);
    want_length(&app, "32");
    show_wanted(&app);
    assert_string_equal(app.session->trace.run.schedule, "hold:3@load");
    app_finish(&app);
}

/* The first run is named while it takes its time. */
static void test_first_recording(void **state)
{
    static struct app app;
    struct err err = {0};

    (void)state;
    app_init(&app);
    app.wanted.spec.algo = run_algo_find("serial", &err);
    app_recording(&app, 10);
    assert_non_null(strstr(told(&app), "Recording"));
    app_tick(&app, 11);
    app_progress(&app, 30);
    assert_non_null(strstr(told(&app), "30 %"));
    assert_string_equal(app.view.title, "Serial");
    app_progress(&app, 100);
    assert_non_null(strstr(told(&app), "analysed"));
    assert_false(app_act(&app, ACT_ESCAPE, 12) & EFFECT_CANCEL); /* to what? */
    app_finish(&app);
}

/* Esc goes back to the run before, from which the next change starts. */
static void test_recording_is_stopped(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    want_length(&app, "1024");
    app_recording(&app, 10);
    app_tick(&app, 11);
    app_act(&app, ACT_LENGTH, 11); /* a field on top is closed first */
    assert_false(app_act(&app, ACT_ESCAPE, 11) & EFFECT_CANCEL);
    assert_true(app_act(&app, ACT_ESCAPE, 11) & EFFECT_CANCEL);
    assert_false(app_tick(&app, 12));
    assert_non_null(strstr(told(&app), "stopped"));
    assert_int_equal(app.wanted.spec.n, 8);
    assert_false(app_act(&app, ACT_ESCAPE, 12) & EFFECT_CANCEL);
    app_finish(&app);
}

static void nobody(void *user)
{
    (void)user;
}

/* What was cancelled is never handed out; the worker goes on with the next. */
static void test_worker_cancel(void **state)
{
    struct err err = {0};
    struct worker *worker = worker_create(nobody, NULL, &err);
    struct session *session = NULL;
    struct request request;

    (void)state;
    assert_non_null(worker);
    request_init(&request);
    request.spec.algo = run_algo_find("serial", &err);
    request.spec.device = RUN_HOST;
    request.spec.n = 1 << 17;
    assert_true(worker_submit(worker, &request, &err));
    worker_cancel(worker);
    worker_wait(worker, 300);
    assert_false(worker_fetch(worker, &session, &err));
    request.spec.n = 8;
    assert_true(worker_submit(worker, &request, &err));
    worker_wait(worker, 20000);
    assert_true(worker_fetch(worker, &session, &err));
    assert_non_null(session);
    assert_int_equal(session->trace.run.n, 8);
    session_destroy(session);
    request_finish(&request);
    worker_destroy(worker);
}

static void test_keys_in_field(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app_act(&app, ACT_INPUT, 0);
    assert_true(app_act(&app, ACT_QUIT, 0) & EFFECT_QUIT);
    assert_true(app_act(&app, ACT_SAVE, 0) & EFFECT_SAVE);
    assert_true(app_act(&app, ACT_FULLSCREEN, 0) & EFFECT_FULLSCREEN);
    app_act(&app, ACT_TEXT_LARGER, 0);
    assert_true(app.view.text_scale > 1);
    assert_true(app_act(&app, ACT_COPY, 0) & EFFECT_COPY);
    assert_int_equal(app.view.overlay, OVERLAY_INPUT); /* all the while */
    assert_string_equal(app.edit.text, "3 1 4 1 5 9 2 6");
    app_finish(&app);
}

/* Help covers a field and gives it back as it was. */
static void test_help_over_field(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app_act(&app, ACT_COMPARE, 0);
    app_type(&app, "bl");
    app_act(&app, ACT_HELP, 0);
    assert_int_equal(app.view.overlay, OVERLAY_HELP);
    assert_false(app_in_field(&app));
    app_act(&app, ACT_ESCAPE, 0);
    assert_int_equal(app.view.overlay, OVERLAY_LIST);
    assert_true(app.view.comparing);
    assert_string_equal(app.edit.text, "bl");
    app_act(&app, ACT_HELP, 0);
    app_act(&app, ACT_LIST, 0); /* out of help to another list */
    assert_false(app.view.comparing);
    app_act(&app, ACT_ESCAPE, 0);
    assert_int_equal(app.view.overlay, OVERLAY_NONE);
    app_act(&app, ACT_HELP, 0);
    app_act(&app, ACT_HELP, 0);
    assert_int_equal(app.view.overlay, OVERLAY_NONE);
    app_finish(&app);
}

static void repair(struct app *app)
{
    assert_true(app_act(app, ACT_REPAIR, 0) & EFFECT_RECORD);
    show_wanted(app);
}

/* The repaired kernel has no hazard to show; the broken one has it again, at the
 * step it was left at even where the repaired one has fewer. */
static void test_repair_and_back(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "broken/missing-barrier", 8);
    app_show_view(&app, VIEW_HAZARD);
    app_act(&app, ACT_FINDING_BACK, 0); /* the last one, second of its step */
    const double step = app.motion.step;
    const int finding = app.view.hazard;
    repair(&app);
    assert_int_not_equal(app.view.kind, VIEW_HAZARD);
    assert_int_equal(app.view.hazard, -1);
    repair(&app);
    assert_int_equal(app.view.kind, VIEW_HAZARD);
    assert_int_equal(app.view.hazard, finding);
    assert_true(app.motion.step == step);
    repair(&app);
    app_show_view(&app, VIEW_TABLE); /* chosen since: that one stays */
    repair(&app);
    assert_int_equal(app.view.kind, VIEW_TABLE);
    app_finish(&app);
}

static void test_step_is_kept(void **state)
{
    static struct app app;
    int shorter = 0;

    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);

        if (!algo->twin)
            continue;
        open_app(&app, algo->name, 8);
        app_act(&app, ACT_LAST, 0);
        const double last = app.motion.step;
        repair(&app);
        shorter += app.motion.last < last;
        repair(&app);
        assert_true(app.motion.step == last);
        app_finish(&app);
    }
    assert_true(shorter > 0);
}

/* As on the command line. */
static const struct { const char *typed; uint32_t n; } lengths[] = {
    {"2^4", 16}, {"12", 12}, {"2^0", 1}, {"2^99", 0}, {"^3", 0}, {"2^", 0},
};

static void test_powers(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        app_act(&app, ACT_LENGTH, 0);
        edit_set(&app.edit, lengths[i].typed, false);
        const bool taken = app_act(&app, ACT_ENTER, 0) & EFFECT_RECORD;
        assert_int_equal(taken, lengths[i].n > 0);
        if (taken)
            assert_int_equal(app.wanted.spec.n, lengths[i].n);
        else
            app_act(&app, ACT_ESCAPE, 0);
    }
    app_finish(&app);
}

static const char *tr(const char *msgid)
{
    return strcmp(msgid, "Sklansky") == 0 ? "斯克兰斯基" : msgid;
}

/* The list is filtered by what is read in it, and by the plain names as well. */
static void test_filter_in_chinese(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app.view.tr = tr;
    app_act(&app, ACT_LIST, 0);
    app_type(&app, "克兰");
    assert_int_equal(app.view.choice_count, 1);
    assert_string_equal(app.choices[0].name, "sklansky");
    app_act(&app, ACT_SELECT_ALL, 0);
    app_type(&app, "skl");
    assert_string_equal(app.choices[0].name, "sklansky");
    app_finish(&app);
}

/* What a view has nothing of is not turned behind its back, but told. */
static void test_keys_without_use(void **state)
{
    static struct app app;

    (void)state;
    open_app(&app, "hillis", 8);
    app_show_view(&app, VIEW_TIMINGS);
    app_act(&app, ACT_SOURCE, 0);
    assert_true(app.message[0] && !app.view.source_hidden);
    app_act(&app, ACT_TIMINGS, 0);
    assert_true(app.message[0] && !app.view.timings_hidden);
    app_act(&app, ACT_UNFOLD, 0);
    assert_true(app.message[0] && !app.view.unfold);
    app_show_view(&app, VIEW_NETWORK);
    app_act(&app, ACT_SOURCE, 0);
    app_act(&app, ACT_TIMINGS, 0);
    app_act(&app, ACT_UNFOLD, 0);
    assert_true(app.view.source_hidden && app.view.timings_hidden && app.view.unfold);
    assert_string_equal(app.message, "");
    app_finish(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recording_is_told), cmocka_unit_test(test_schedule_stays),
        cmocka_unit_test(test_recording_is_stopped),
        cmocka_unit_test(test_first_recording),
        cmocka_unit_test(test_worker_cancel), cmocka_unit_test(test_keys_in_field),
        cmocka_unit_test(test_help_over_field),
        cmocka_unit_test(test_repair_and_back), cmocka_unit_test(test_step_is_kept),
        cmocka_unit_test(test_powers), cmocka_unit_test(test_keys_without_use),
        cmocka_unit_test(test_filter_in_chinese),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
