/* The picture as it stands: what the app knows is put into the view and drawn;
 * what lies in the picture (controls, a lens, what of it zooms) is remembered
 * for the actions to come. */
#include "app.h"

#include <stdio.h>
#include <string.h>

static void find_controls(struct app *app, const struct draw_list *list)
{
    app->controls = 0;
    app->lens = false;
    for (int i = 0; i < list->count; i++) {
        const char *id = list->cmds[i].u.group.id, *control;

        if (list->cmds[i].type != DRAW_GROUP)
            continue;
        app->lens = app->lens || strncmp(id, "mark:", 5) == 0;
        for (int k = 0; k < 32 && (control = scene_control(k)); k++)
            if (strcmp(control, id) == 0)
                app->controls |= 1u << k;
    }
}

/* What takes its time, and how far it is; the first run leaves nothing to go back
 * to, but is named. */
static bool tell_recording(struct app *app)
{
    struct view *view = &app->view;
    const bool first = !app->session;
    const char *what;

    if (!first && app->tells < 0)
        return false;
    if (first && app->wanted.spec.algo)
        view->title = view->tr(app->wanted.spec.algo->title);
    if (app->tells >= 100)
        what = first ? view->tr("Recorded, being analysed …")
                     : view->tr("Recorded, being analysed … Esc stops it.");
    else if (app->tells > 0)
        what = first ? view->tr("Recording … %d %% are done.")
                     : view->tr("Recording … %d %% are done. Esc stops it.");
    else
        what = first ? view->tr("Recording …") : view->tr("Recording … Esc stops it.");
    snprintf(app->telling, sizeof app->telling, what, app->tells);
    return true;
}

static const char *tell_edit_error(struct app *app)
{
    struct buf line;

    if (!app->edit_error.code)
        return NULL;
    buf_init(&line);
    err_tell(&app->edit_error, app->view.tr, &line);
    snprintf(app->note, sizeof app->note, "%s", buf_text(&line));
    buf_finish(&line);
    return app->note;
}

void app_draw(struct app *app, struct draw_list *list,
              const struct draw_metric *metric)
{
    struct view *view = &app->view;

    view->step = app->motion.step;
    view->playing = app->motion.playing;
    view->speed = app->motion.speed;
    view->message = tell_recording(app) ? app->telling
        : app->message[0] ? app->message : NULL;
    view->edit = app_in_field(app) ? app->edit.text : NULL;
    view->edit_caret = (int)app->edit.caret;
    view->edit_all = app->edit.fresh && app->edit.length > 0;
    view->edit_error = tell_edit_error(app);
    view->timings = (const struct timing_set *const *)app->timings.set;
    view->timing_count = app->timings.count;
    scene_draw_seen(view, list, metric, &app->sight);
    zoom_settle(app);
    find_controls(app, list);
}
