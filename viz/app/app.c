/* The player's state and its actions. Everything shown comes out of the session
 * (a trace and its findings); this file only moves the view over it. */
#include "app.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "translate.h"

void app_init(struct app *app)
{
    memset(app, 0, sizeof *app);
    view_init(&app->view);
    motion_init(&app->motion, 0);
    request_init(&app->wanted);
    app->view.tr = translate;
    app->view.trn = translate_plural;
    app->view.choices = app->choices;
    app->first_step = -1;
    app->tells = app->first_finding = -1;
}

void app_finish(struct app *app)
{
    session_destroy(app->session);
    request_finish(&app->wanted);
    timings_finish(&app->timings);
    app->session = NULL;
}

void app_say(struct app *app, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(app->message, sizeof app->message, fmt, args);
    va_end(args);
}

void app_say_err(struct app *app, const struct err *err)
{
    struct buf line;

    buf_init(&line);
    err_tell(err, app->view.tr, &line);
    app_say(app, "%s", buf_text(&line));
    buf_finish(&line);
}

/* ---- a new session -------------------------------------------------------- */

static void look_at_whole(struct app *app)
{
    struct view *view = &app->view;

    view->zoom = 1;
    view->pan_x = view->pan_y = 0;
    view->held = false;
    view->hover_row = view->hover_column = -1;
    view->select_row = view->select_column = view->lens_column = -1;
    view->hover_lane = view->hover_tile = view->hover_launch = -1;
    view->hover_time = -1;
}

/* The view chosen, or where this run has none of it the best one stands in. */
static void choose_view(struct app *app)
{
    struct view *view = &app->view;

    if (!app->stands_in)
        app->chosen = view->kind;
    app->stands_in = false;
    if (app->comparing && view->other)
        view->kind = VIEW_COMPARE;
    else if (app->view_chosen && view_shows(view, app->chosen))
        view->kind = app->chosen;
    else {
        view->kind = view_best(view->findings);
        app->stands_in = app->view_chosen;
    }
    app->comparing = false;
    session_show(app->session, view);
}

/* A view has steps of its own number: compare those of the longer run. */
static void span_steps(struct app *app)
{
    struct motion *motion = &app->motion;

    motion->last = view_last(&app->view);
    if (motion->step > motion->last || motion->to > motion->last)
        motion_jump(motion, motion->last, 0);
}

/* Takes shorter than a glance: nothing is said. */
static const double unsaid = 0.15;

void app_recording(struct app *app, double now)
{
    app->recording = true;
    app->recording_since = now;
    app->tells = -1;
}

void app_progress(struct app *app, int percent)
{
    if (app->tells >= 0)
        app->tells = percent;
}

static void recording_ends(struct app *app)
{
    app->recording = false;
    app->tells = -1;
}

void app_show(struct app *app, struct session *session, double now)
{
    struct session *old = app->session;
    double speed = app->motion.speed;

    app->session = session;
    recording_ends(app);
    session_show(session, &app->view);
    choose_view(app);
    motion_init(&app->motion, view_last(&app->view));
    app->motion.speed = speed;
    motion_jump(&app->motion, fmax(app->first_step, 0), now);
    if (app->first_play)
        motion_play(&app->motion, true, now);
    if (app->first_finding < (int)session->findings.hazards.count)
        app->finding = app->view.hazard = app->first_finding;
    else
        app->finding = app->view.hazard = -1;
    app->first_step = app->first_finding = -1;
    app->first_play = false;
    look_at_whole(app);
    app->view.tile = app->view.launch = -1;
    app->view.half_tile[0] = app->view.half_tile[1] = -1;
    app->view.pick_line = app->view.pick_half = -1;
    session_destroy(old);
}

/* What is shown is what the next change starts from. */
static void keep_shown(struct app *app)
{
    struct request shown;

    recording_ends(app);
    if (app->session && request_copy(&shown, &app->session->request, NULL)) {
        request_finish(&app->wanted);
        app->wanted = shown;
    }
    app->comparing = false;
    app->first_step = app->session ? -1 : app->first_step;
    app->first_finding = -1;
}

void app_failed(struct app *app, const struct err *err)
{
    keep_shown(app);
    app_say_err(app, err);
}

static unsigned stop_recording(struct app *app)
{
    keep_shown(app);
    app_say(app, "%s", app->view.tr("Recording was stopped; this is the run "
                                    "before."));
    return EFFECT_DRAW | EFFECT_CANCEL;
}

void app_measuring(struct app *app, const char *row)
{
    const struct view *view = &app->view;

    app->view.timing_wait = row ? app->measuring : NULL;
    if (row)
        snprintf(app->measuring, sizeof app->measuring,
                 view->tr("measuring: %s"), view->tr(row));
}

/* ---- actions --------------------------------------------------------------- */

void app_show_view(struct app *app, enum view_kind kind)
{
    while (kind != VIEW_COMPARE && app_close_half_tile(app))
        ;
    app->view.kind = kind;
    app->view_chosen = true;
    app->stands_in = false;
    if (app->session)
        session_show(app->session, &app->view);
    look_at_whole(app);
    span_steps(app);
}

static void next_view(struct app *app)
{
    enum view_kind kind = app->view.kind;

    if (!app->session)
        return;
    do
        kind = (enum view_kind)((kind + 1) % VIEW_KINDS);
    while (kind != app->view.kind && !view_shows(&app->view, kind));
    if (kind == app->view.kind)
        app_say(app, "%s", app->view.tr("No other view fits this run."));
    app_show_view(app, kind);
}

static void next_language(struct app *app)
{
    app_say(app, "%s", translate_next());
    if (app->session)
        session_show(app->session, &app->view);
}

static void change_text(struct app *app, int way)
{
    static const float ladder[] = {0.8f, 0.9f, 1, 1.1f, 1.25f, 1.5f, 1.75f, 2};
    int count = (int)(sizeof ladder / sizeof *ladder), at = 0;

    while (at < count - 1 && ladder[at] < app->view.text_scale - 0.01f)
        at++;
    at += way;
    if (at >= 0 && at < count)
        app->view.text_scale = ladder[at];
}

static bool folds_rows(enum view_kind kind)
{
    return kind == VIEW_NETWORK || kind == VIEW_LANES || kind == VIEW_COMPARE ||
        kind == VIEW_TIMELINE;
}

/* What the view has nothing of is left as it is: a change unseen would be a
 * riddle in the next view. */
static void turn(struct app *app, bool *what, bool there, const char *missing)
{
    if (there)
        *what = !*what;
    else
        app_say(app, "%s", missing);
}

static bool act_looks(struct app *app, enum action action)
{
    struct view *view = &app->view;
    const float stride = 60;

    switch (action) {
    case ACT_VIEW:
        next_view(app);
        return true;
    case ACT_HALF:
        app_next_half(app, app->view.half_at);
        return true;
    case ACT_ZOOM:
    case ACT_ZOOM_OUT:
        zoom_by_key(app, action == ACT_ZOOM ? 1 : -1);
        return true;
    case ACT_PAN_LEFT:
        zoom_pan(app, stride, 0);
        return true;
    case ACT_PAN_RIGHT:
        zoom_pan(app, -stride, 0);
        return true;
    case ACT_PAN_UP:
        zoom_pan(app, 0, stride);
        return true;
    case ACT_PAN_DOWN:
        zoom_pan(app, 0, -stride);
        return true;
    case ACT_UNFOLD:
        turn(app, &view->unfold, folds_rows(view->kind),
             view->tr("This view folds no rows."));
        return true;
    case ACT_TIMINGS:
    case ACT_SOURCE:
        turn(app, action == ACT_SOURCE ? &view->source_hidden
                                       : &view->timings_hidden,
             view->kind != VIEW_TIMINGS && view->kind != VIEW_COMPARE,
             view->tr("This view has no such panel."));
        return true;
    case ACT_LANGUAGE:
        next_language(app);
        return true;
    case ACT_THEME:
        app->theme = (enum theme)((app->theme + 1) % THEMES);
        return true;
    case ACT_TEXT_LARGER:
    case ACT_TEXT_SMALLER:
        change_text(app, action == ACT_TEXT_LARGER ? 1 : -1);
        return true;
    case ACT_TEXT_NORMAL:
        view->text_scale = 1;
        return true;
    default:
        return false;
    }
}

/* Help lies over the picture or a field; what it covers comes back. */
static void turn_help(struct app *app)
{
    const enum overlay now = app->view.overlay;

    app->view.overlay = now == OVERLAY_HELP ? app->under_help : OVERLAY_HELP;
    app->under_help = now == OVERLAY_HELP ? OVERLAY_NONE : now;
}

/* Esc: closes what is open, else lets go of what is selected or zoomed. */
static void escape(struct app *app)
{
    struct view *view = &app->view;

    if (view->overlay == OVERLAY_HELP)
        turn_help(app);
    else if (view->overlay != OVERLAY_NONE)
        field_close(app);
    else if (view->focus >= 0)
        view->focus = -1;
    else if (view->select_row >= 0)
        view->select_row = view->select_column = -1;
    else if (view->kind == VIEW_COMPARE && app_close_half_tile(app))
        ;
    else if (view->tile >= 0 && view_fits(view->findings, VIEW_BLOCKS))
        app_open_tile(app, -1, -1, 0);
    else
        look_at_whole(app);
}

/* Over the controls that the picture has, then out of them and in again. */
static void move_focus(struct app *app, int way)
{
    int count = 0, focus = app->view.focus;

    while (scene_control(count))
        count++;
    if (focus < 0 && way < 0)
        focus = count;
    do
        focus += way;
    while (focus >= 0 && focus < count && !(app->controls >> focus & 1));
    app->view.focus = focus < 0 || focus >= count ? -1 : focus;
}

static unsigned enter(struct app *app, double now)
{
    const char *id = scene_control(app->view.focus);

    return id ? control_act(app, id, now) : 0;
}

static unsigned act_other(struct app *app, enum action action, double now)
{
    switch (action) {
    case ACT_COMPARE:
        return app_compare(app);
    case ACT_REPAIR:
        return app_repair(app);
    case ACT_LIST:
        app->comparing = app->view.comparing = false;
        return field_open(app, OVERLAY_LIST);
    case ACT_LENGTH:
        return field_open(app, OVERLAY_LENGTH);
    case ACT_INPUT:
        return field_open(app, OVERLAY_INPUT);
    case ACT_HELP:
        turn_help(app);
        return EFFECT_DRAW;
    case ACT_ESCAPE:
        if (app->recording && app->session && app->view.overlay == OVERLAY_NONE)
            return stop_recording(app);
        escape(app);
        return EFFECT_DRAW;
    case ACT_FOCUS_NEXT:
    case ACT_FOCUS_BACK:
        move_focus(app, action == ACT_FOCUS_NEXT ? 1 : -1);
        return EFFECT_DRAW;
    case ACT_ENTER:
        return EFFECT_DRAW | enter(app, now);
    case ACT_FULLSCREEN:
        return EFFECT_DRAW | EFFECT_FULLSCREEN;
    case ACT_SAVE:
        return EFFECT_DRAW | EFFECT_SAVE;
    case ACT_COPY:
        return EFFECT_DRAW | EFFECT_COPY;
    case ACT_COPY_AS:
        app->copy_as = app_table_after(app->copy_as);
        return EFFECT_DRAW | EFFECT_COPY_AS;
    case ACT_QUIT:
        return EFFECT_QUIT;
    default:
        return 0;
    }
}

bool app_in_field(const struct app *app)
{
    enum overlay overlay = app->view.overlay;

    return overlay == OVERLAY_LIST || overlay == OVERLAY_LENGTH ||
        overlay == OVERLAY_INPUT;
}

bool app_is_window_action(enum action action)
{
    return action == ACT_HELP || action == ACT_QUIT || action == ACT_FULLSCREEN ||
        action == ACT_SAVE || action == ACT_TEXT_LARGER ||
        action == ACT_TEXT_SMALLER || action == ACT_TEXT_NORMAL;
}

enum scene_table app_table_after(enum scene_table form)
{
    return form == SCENE_TABLE_MARKDOWN ? SCENE_TABLE_LATEX
         : form == SCENE_TABLE_LATEX ? SCENE_TABLE_CSV : SCENE_TABLE_MARKDOWN;
}

unsigned app_act(struct app *app, enum action action, double now)
{
    if (action == ACT_NONE)
        return 0;
    app->message[0] = 0;
    if (action != ACT_COPY_AS)
        app->copy_as = SCENE_TABLE_TABS;
    if (app_in_field(app) && !app_is_window_action(action))
        return field_act(app, action);
    if (app_act_motion(app, action, now) || act_looks(app, action))
        return EFFECT_DRAW;
    return act_other(app, action, now);
}

/* Part of a list would be another list: what does not fit is not taken at all. */
unsigned app_type(struct app *app, const char *text)
{
    const struct edit before = app->edit;

    if (!app_in_field(app))
        return 0;
    if (edit_insert(&app->edit, text)) {
        field_changed(app);
        return EFFECT_DRAW;
    }
    app->edit = before;
    err_set(&app->edit_error, ERR_USAGE, "a field takes no more than %d bytes; "
            "--input @FILE reads more", EDIT_MAX - 1);
    return EFFECT_DRAW;
}

bool app_tick(struct app *app, double now)
{
    const bool moves = motion_tick(&app->motion, now);

    if (app->recording && app->tells < 0 && now - app->recording_since >= unsaid)
        app->tells = 0;
    return moves || app->recording;
}
