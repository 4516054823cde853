/* Sight: which part of a body is seen through a stage when it is zoomed.
 *
 * A body is all that a view has to show, at the zoom asked for; the stage is
 * where it is shown, and clips it. A body that fits stands where the view puts
 * it and cannot be moved. A larger one stands so that what happens now is in
 * the middle; the view's pan moves it from there, never so far that the stage
 * would show anything but body. While a point is held, the pan is what keeps it
 * at its place: a wheel asks for that, and so need not know how a body grows. */
#include <math.h>

#include "scene/scene.h"

float sight_zoom(const struct scene *sc, float most)
{
    const float zoom = sc->view->zoom;

    return !(zoom > 1) ? 1 : fminf(zoom, fmaxf(most, 1));
}

struct way { float stage, room, size, rest, look; };

/* Where a body begins along one way, and how far that is from its own place. */
static float sight_begin(const struct way *w, float pan, bool held, float share,
                         float at, float *moved)
{
    const float spare = w->room - w->size;
    float home = w->rest, begin;

    *moved = 0;
    if (spare >= -0.5f)
        return home;
    home = w->stage + fminf(fmaxf(w->room / 2 - w->look, spare), 0);
    begin = held ? at - share * w->size : home + pan;
    begin = fminf(fmaxf(begin, w->stage + spare), w->stage);
    *moved = begin - home;
    return begin;
}

struct box sight_place(struct scene *sc, const struct sight *s)
{
    const struct view *v = sc->view;
    const float k = sc->scale;
    const struct way across = { s->stage.x, s->stage.w, s->w, s->rest.x, s->look.x };
    const struct way down = { s->stage.y, s->stage.h, s->h, s->rest.y, s->look.y };
    struct view_sight *seen = &sc->sight;
    struct box body = { 0, s->rest.y, s->w, s->h };
    float x, y = 0;

    /* beside a half of compare in which a point is held, each has its own rows */
    const bool held = v->held && !sc->aside;

    body.x = sight_begin(&across, v->pan_x / k, v->held, v->held_u, v->held_x / k, &x);
    if (!s->fixed)
        body.y = sight_begin(&down, v->pan_y / k, held, v->held_v, v->held_y / k, &y);
    *seen = (struct view_sight){
        .there = true, .most = fmaxf(s->most, 1), .zoom = sight_zoom(sc, s->most),
        .pan_x = x * k, .pan_y = y * k,
        .x = s->stage.x * k, .y = s->stage.y * k,
        .w = s->stage.w * k, .h = s->stage.h * k,
        .body_x = body.x * k, .body_y = body.y * k,
        .body_w = body.w * k, .body_h = body.h * k,
        .look_x = (body.x + s->look.x) * k, .look_y = (body.y + s->look.y) * k };
    return body;
}

/* Between the row that is being filled and the one above it. */
static float sight_row(const struct rows *rows, const struct grid *grid)
{
    return grid->step * ((float)rows->now - 0.5f) + grid->cell_h / 2;
}

void sight_grid(struct scene *sc, struct rows *rows, struct grid *grid, float most,
                bool slides)
{
    const float above = grid->step * (float)rows->first;
    const struct sight s = {
        .stage = grid->clip, .most = most, .fixed = !slides,
        .w = grid->pitch * (float)grid->columns,
        .h = grid->step * (float)(rows->count - 1) + grid->cell_h,
        .rest = { grid->x - grid->pitch / 2, grid->y - (slides ? 0 : above) },
        .look = { grid->pitch * (grid->look > 0 ? grid->look : (float)grid->columns / 2),
                  sight_row(rows, grid) } };
    const struct box body = sight_place(sc, &s);
    const float top = grid->clip.y - body.y, end = top + grid->clip.h;

    grid->x = body.x + grid->pitch / 2;
    rows->slides = slides;
    grid->cut = slides && !sight_whole(sc);
    if (!slides)
        return;
    rows->first = grid->step > 0 && top > 0 ? (uint32_t)(top / grid->step) : 0;
    while (rows->end > rows->first + 1 &&
           grid->step * (float)(rows->end - 2) + grid->cell_h > end)
        rows->end--;
    grid->y = body.y + grid->step * (float)rows->first;
}

bool sight_whole(const struct scene *sc)
{
    const struct view_sight *s = &sc->sight;

    return s->body_w <= s->w + 1 && s->body_h <= s->h + 1;
}
