/* Zoom and pan by keys, wheel and drag. The picture tells what of it zooms and
 * where that stands (view_sight); this file asks for more or less of it. */
#include "app.h"

#include <math.h>

static bool is_larger(const struct view_sight *s)
{
    return s->body_w > s->w + 1 || s->body_h > s->h + 1;
}

bool zoom_can_pan(const struct app *app)
{
    return app->sight.there && is_larger(&app->sight);
}

/* Whatever of the body is under x, y moves to to_x, to_y. */
static void zoom_to(struct app *app, float factor, float x, float y, float to_x,
                    float to_y)
{
    const struct view_sight *s = &app->sight;
    struct view *view = &app->view;

    if (!s->there || s->body_w <= 0 || s->body_h <= 0)
        return;
    view->zoom = fminf(fmaxf(view->zoom * factor, 1), s->most);
    view->held = view->zoom > 1;
    view->held_u = (x - s->body_x) / s->body_w;
    view->held_v = (y - s->body_y) / s->body_h;
    view->held_x = to_x;
    view->held_y = to_y;
    if (view->zoom == 1)
        view->pan_x = view->pan_y = 0;
}

static float within(float at, float from, float size)
{
    return fminf(fmaxf(at, from), from + size);
}

void zoom_at(struct app *app, float factor, float x, float y)
{
    const struct view_sight *s = &app->sight;

    x = within(x, s->x, s->w);
    y = within(y, s->y, s->h);
    zoom_to(app, factor, x, y, x, y);
}

void zoom_now(struct app *app, float factor)
{
    const struct view_sight *s = &app->sight;
    const float mid = s->y + s->h / 2;
    const float x = s->look_x > s->x && s->look_x < s->x + s->w ? s->look_x
                                                               : s->x + s->w / 2;
    const bool seen = s->look_y > s->y && s->look_y < s->y + s->h;

    zoom_to(app, factor, x, seen ? s->look_y : mid,
            within(x, s->x + s->w * 0.15f, s->w * 0.7f), mid);
}

/* From the largest zoom on back to the whole. */
void zoom_by_key(struct app *app, int way)
{
    const struct view_sight *s = &app->sight;
    const float factor = s->most > 12 ? 2 : 1.5f;
    const bool most = app->view.zoom > s->most * 0.99f;

    if (!s->there)
        app_say(app, "%s", app->view.tr("There is nothing to zoom in this view."));
    else
        zoom_now(app, way < 0 ? 1 / factor : most ? 0 : factor);
}

void zoom_drag(struct app *app, float x, float y)
{
    struct view *view = &app->view;

    if (view->held) {
        view->held_x += x;
        view->held_y += y;
    }
    view->pan_x += x;
    view->pan_y += y;
}

/* With a lens over a fitted picture there is nothing to pan: the lens moves. */
void zoom_pan(struct app *app, float x, float y)
{
    struct view *view = &app->view;
    const int last = app->session
        ? (int)app->session->findings.board.columns - 1 : 0;
    const int by = x < 0 ? 8 : -8;

    if (!app->lens || view->zoom != 1 || x == 0) {
        zoom_drag(app, x, y);
        return;
    }
    view->lens_column = view->lens_column < 0 ? 8 : view->lens_column + by;
    view->lens_column = view->lens_column < 0 ? 0
        : view->lens_column > last ? last : view->lens_column;
}

void zoom_settle(struct app *app)
{
    struct view *view = &app->view;

    view->held = false;
    view->zoom = app->sight.there ? app->sight.zoom : 1;
    if (!app->sight.there)
        return;
    view->pan_x = app->sight.pan_x;
    view->pan_y = app->sight.pan_y;
}
