/* Another tile, another run: where the views that show more than one lead. */
#include "app.h"

#include <math.h>
#include <string.h>

/* ---- tiles --------------------------------------------------------------------- */

/* To the first step of a run's launch, unless one of its steps is shown. */
static void go_to_launch(struct app *app, const struct session *session,
                         uint32_t launch, double now)
{
    const struct steps *steps = &session->findings.steps;
    const uint32_t at = (uint32_t)ceil(app->motion.step);

    if (at > 0 && at <= steps->count && steps->step[at - 1].launch == launch)
        return;
    for (uint32_t k = 0; k < steps->count; k++)
        if (steps->step[k].launch == launch) {
            app->motion.playing = false;
            motion_jump(&app->motion, k + 1, now);
            return;
        }
}

static bool show_tile(struct app *app, struct session *session, int tile)
{
    struct err err = {0};

    if (tile < 0)
        tile = (int)findings_first_tile(&session->trace);
    else if (!findings_tile_traced(&session->findings, (uint32_t)tile)) {
        app_say(app, app->view.tr("Tile %u was not traced: what it did is not known."),
                (unsigned)tile);
        return false;
    }
    if (findings_show_tile(&session->findings, (uint32_t)tile, &err))
        return true;
    app_say_err(app, &err);
    return false;
}

static void say_tile(struct app *app, int launch, int tile)
{
    app_say(app, app->view.tr("Tile %1$d of launch %2$d; Esc goes back to all "
                              "blocks."), tile, launch + 1);
}

void app_open_tile(struct app *app, int launch, int tile, double now)
{
    struct view *view = &app->view;

    if (!app->session || !show_tile(app, app->session, tile))
        return;
    view->tile = tile;
    view->launch = launch;
    view->pick_line = -1;
    app_show_view(app, tile < 0 ? VIEW_BLOCKS : VIEW_NETWORK);
    if (tile < 0)
        return;
    go_to_launch(app, app->session, (uint32_t)launch, now);
    say_tile(app, launch, tile);
}

/* The run that a half shows; NULL: none. */
static struct session *half_session(struct app *app, int half)
{
    return app->session && half ? app->session->other : app->session;
}

static void show_half_tile(struct app *app, int half, int tile)
{
    struct session *session = half_session(app, half);

    if (!session || !show_tile(app, session, tile))
        return;
    app->view.half_tile[half] = tile;
    app->view.half[half] = tile < 0 ? VIEW_BLOCKS : VIEW_NETWORK;
    app->view.pick_line = -1;
}

void app_open_half_tile(struct app *app, int launch, int tile, double now)
{
    const int half = app->view.half_at == 1;

    show_half_tile(app, half, tile);
    if (app->view.half_tile[half] != tile)
        return;
    go_to_launch(app, half_session(app, half), (uint32_t)launch, now);
    say_tile(app, launch, tile);
}

bool app_close_half_tile(struct app *app)
{
    const int under = app->view.half_at == 1;
    const int half = app->view.half_tile[under] >= 0 ? under : !under;

    if (app->view.half_tile[half] < 0)
        return false;
    show_half_tile(app, half, -1);
    return app->view.half_tile[half] < 0;
}

/* Out of compare, or a list of what to compare with. */
unsigned app_compare(struct app *app)
{
    if (!app->session)
        return 0;
    if (app->view.kind == VIEW_COMPARE) {
        app_show_view(app, view_best(app->view.findings));
        return EFFECT_DRAW;
    }
    app->comparing = app->view.comparing = true;
    return field_open(app, OVERLAY_LIST);
}

/* ---- the halves of compare ---------------------------------------------------- */

/* A host's run has no times: its timeline is there, but none is led to it. */
static bool half_suits(const struct view *view, int half, enum view_kind kind)
{
    const struct findings *found = half ? view->other : view->findings;

    return scene_half_shows(view, half, kind) &&
        (kind != VIEW_TIMELINE || found->spans.clock == TILE_NS);
}

void app_next_half(struct app *app, int half)
{
    struct view *view = &app->view;
    enum view_kind *shown = &view->half[half < 0 ? 0 : half], kind = *shown;

    if (view->kind != VIEW_COMPARE || !view->other) {
        app_say(app, "%s", view->tr("Shift+V is for two runs that are compared."));
        return;
    }
    do
        kind = (enum view_kind)((kind + 1) % VIEW_KINDS);
    while (kind != *shown && !(half != 1 && half_suits(view, 0, kind)) &&
           !(half != 0 && half_suits(view, 1, kind)));
    if (kind == *shown)
        app_say(app, "%s", view->tr("No other view fits this run."));
    *shown = kind;
    if (half < 0)
        view->half[1] = kind;
    view->pan_x = view->pan_y = 0;
}

const struct session *app_pointed(const struct app *app)
{
    return app->view.half_at == 1 && app->view.kind == VIEW_COMPARE && app->session->other
        ? app->session->other : app->session;
}

const struct session *app_found_in(const struct app *app)
{
    const struct session *session = app_pointed(app), *other = app->session->other;

    if (session->findings.hazards.count > 0 || app->view.kind != VIEW_COMPARE || !other)
        return session;
    return session == other ? app->session : other;
}

/* ---- repaired and broken --------------------------------------------------- */

static const char *const paddings[][2] = {
    {"blelloch-pairs", "blelloch-pairs-padded"},
};

static const struct algo *other_padding(const struct algo *algo)
{
    for (size_t i = 0; i < sizeof paddings / sizeof *paddings; i++)
        for (int side = 0; side < 2; side++)
            if (strcmp(algo->name, paddings[i][side]) == 0)
                return run_algo_find(paddings[i][!side], NULL);
    return NULL;
}

static bool is_twin_of(const struct algo *algo, const struct algo *broken)
{
    return broken && broken->twin && strcmp(algo->name, broken->twin) == 0;
}

static const struct algo *repair_partner(const struct app *app)
{
    const struct algo *algo = app->session->algo;

    if (!algo)
        return NULL;
    if (algo->twin)
        return run_algo_find(algo->twin, NULL);
    return is_twin_of(algo, app->broken) ? app->broken : other_padding(algo);
}

/* The step looked at, in the other one too; a run with fewer steps may have cut
 * it short on the way there, which the way back makes good. */
static void keep_step(struct app *app)
{
    const struct motion *motion = &app->motion;

    app->first_step = motion->step;
    if (app->session->algo->twin) {
        app->left_step = motion->step;
        app->left_finding = app->finding;
    } else if (is_twin_of(app->session->algo, app->broken) &&
               motion->step == fmin(app->left_step, motion->last)) {
        app->first_step = app->left_step;
        app->first_finding = app->left_finding;
    }
}

unsigned app_repair(struct app *app)
{
    const struct algo *partner;
    struct request next;
    struct err err = {0};

    if (!app->session)
        return 0;
    if (!(partner = repair_partner(app))) {
        app_say(app, "%s", app->view.tr("This kernel has neither a repaired twin "
                                        "nor a padded form."));
        return EFFECT_DRAW;
    }
    if (!session_repeat(app->session, partner, &next, &err)) {
        app_say_err(app, &err);
        return EFFECT_DRAW;
    }
    if (!request_check(&next, &err)) {
        app_say_err(app, &err);
        request_finish(&next);
        return EFFECT_DRAW;
    }
    keep_step(app);
    if (app->session->algo->twin)
        app->broken = app->session->algo;
    request_finish(&app->wanted);
    app->wanted = next;
    return EFFECT_DRAW | EFFECT_RECORD;
}
