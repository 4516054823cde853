/* The timeline: transport buttons, named steps, where the run stands.
 *
 * One tick a row of the board. Names that would touch are thinned; the first,
 * the last and the current one are kept. */
#include <math.h>

#include "scene/scene.h"

enum { TRACK_LEFT = 238, TRACK_RIGHT = 150, BUTTONS = 5 };

static float timeline_left(const struct scene *sc)
{
    return sc->w < 620 ? 200 : TRACK_LEFT;
}

static float timeline_right(const struct scene *sc)
{
    return sc->w - TRACK_RIGHT;
}

static float timeline_x(const struct scene *sc, double step)
{
    const float x0 = timeline_left(sc), x1 = timeline_right(sc);
    const uint32_t count = sc->found->steps.count;

    return count ? x0 + (x1 - x0) * (float)(step / count) : x0;
}

double scene_timeline_at(const struct view *view, float x)
{
    struct scene sc = { .view = view, .found = view->findings };
    const double count = view_last(view);
    double step;

    frame_units(&sc);
    step = (x / sc.scale - timeline_left(&sc)) /
           (timeline_right(&sc) - timeline_left(&sc)) * count;
    return step < 0 ? 0 : step > count ? count : step;
}

/* ---- buttons ------------------------------------------------------------------ */

static void button_triangle(struct scene *sc, float x, float y, float w,
                            enum ink ink)
{
    const struct spot at[3] = { { x - w / 2, y - 8 }, { x + w / 2, y },
                                { x - w / 2, y + 8 } };

    pen_shape(sc, at, 3, ink, 1);
}

static void button_bar(struct scene *sc, float x, float y, enum ink ink)
{
    pen_rect(sc, (struct box){ x - 1.5f, y - 8, 3, 16 }, 0, paint_fill(ink));
}

static void button_play(struct scene *sc, float x, float y)
{
    pen_circle(sc, x, y, 18, paint_fill(INK_SOURCE));
    if (sc->view->playing) {
        button_bar(sc, x - 4.5f, y, INK_ON_SOURCE);
        button_bar(sc, x + 4.5f, y, INK_ON_SOURCE);
    } else {
        button_triangle(sc, x + 2, y, 13, INK_ON_SOURCE);
    }
}

static void button_draw(struct scene *sc, int which, float x, float y)
{
    const char *id = scene_control(which);

    draw_group(sc->list, "%s", id);
    pen_rect(sc, (struct box){ x - 16, y - 18, 32, 36 }, 6, paint_fill(INK_BACK));
    if (which == 2)
        button_play(sc, x, y);
    else
        button_triangle(sc, x, y, which < 2 ? -12 : 12, INK_TEXT);
    if (which == 0)
        button_bar(sc, x - 9, y, INK_TEXT);
    if (which == 4)
        button_bar(sc, x + 9, y, INK_TEXT);
    frame_focus(sc, id, (struct box){ x - 16, y - 18, 32, 36 });
    draw_ungroup(sc->list);
}

/* ---- track ----------------------------------------------------------------------- */

struct label { float x0, x1; };

static bool label_clear(struct label a, struct label b)
{
    return a.x1 + 8 < b.x0 || b.x1 + 8 < a.x0;
}

static struct label timeline_span(struct scene *sc, uint32_t row)
{
    const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL,
                              step_row_label(sc, row));
    float x = timeline_x(sc, row);

    if (x + w / 2 > sc->w - 20)
        x = sc->w - 20 - w / 2;
    return (struct label){ x - w / 2, x + w / 2 };
}

static void timeline_label(struct scene *sc, uint32_t row, struct label at)
{
    const bool now = row == sc->aim;

    draw_group(sc->list, "timeline:%u", row);
    pen_text(sc, (at.x0 + at.x1) / 2, sc->time.y + 62, TEXT_SMALL,
             now ? FACE_UI_BOLD : FACE_UI, now ? INK_TEXT : INK_MUTED,
             ANCHOR_MIDDLE, step_row_label(sc, row));
    draw_ungroup(sc->list);
}

static void timeline_labels(struct scene *sc)
{
    const uint32_t count = sc->found->steps.count;
    const struct label now = timeline_span(sc, sc->aim);
    const struct label end = timeline_span(sc, count);
    const bool keep_end = sc->aim == count || label_clear(now, end);
    struct label last = { -100, -100 };

    for (uint32_t row = 0; row <= count; row++) {
        const struct label at = timeline_span(sc, row);
        const bool must = row == sc->aim || (row == count && keep_end);

        if (!must && (!label_clear(last, at) || !label_clear(now, at) ||
                      (keep_end && row != count && !label_clear(end, at)) ||
                      row == count))
            continue;
        timeline_label(sc, row, at);
        last = at;
    }
}

/* A flag over the tick of each step in which something wrong was found. */
static void timeline_flags(struct scene *sc, const struct hazards *all, float y)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const float x = timeline_x(sc, all->hazard[i].step + 1.0);
        const struct spot flag[3] = { { x - 5, y - 19 }, { x + 5, y - 19 },
                                      { x, y - 11 } };

        if (i > 0 && all->hazard[i - 1].step == all->hazard[i].step)
            continue;
        draw_group(sc->list, "timeline:%u", all->hazard[i].step + 1);
        pen_shape(sc, flag, 3, INK_BAD, 1);
        draw_ungroup(sc->list);
    }
}

static void timeline_track(struct scene *sc, float y)
{
    const uint32_t count = sc->found->steps.count;
    const float x0 = timeline_left(sc), x1 = timeline_right(sc);
    const float r = count > 80 ? 2.5f : 4.5f;

    draw_group(sc->list, "timeline");
    pen_rect(sc, (struct box){ x0 - 10, y - 18, x1 - x0 + 20, 36 }, 0,
             paint_fill(INK_BACK));
    pen_rect(sc, (struct box){ x0, y - 2, x1 - x0, 4 }, 2, paint_fill(INK_RULE));
    frame_focus(sc, "timeline", (struct box){ x0 - 10, y - 16, x1 - x0 + 20, 32 });
    draw_ungroup(sc->list);
    for (uint32_t row = 0; row <= count && count <= 400; row++) {
        draw_group(sc->list, "timeline:%u", row);
        pen_circle(sc, timeline_x(sc, row), y, r,
                   paint_both(row < sc->aim ? INK_SOURCE : INK_BACK, INK_SOURCE,
                              1.4f));
        draw_ungroup(sc->list);
    }
}

/* "2 / 3": the round being shown, of all rounds; else the step's name. */
static const char *timeline_where(struct scene *sc)
{
    const struct step *step = scene_step(sc);

    if (step && step->number)
        return pen_print(sc, "%u / %u", step->number, sc->found->steps.rounds);
    return step_row_label(sc, sc->aim);
}

static void timeline_speed(struct scene *sc, float y)
{
    const double speed = sc->view->speed;
    const char *text = pen_print(sc, "%.3g×", speed);
    const float w = pen_width(sc, FACE_UI, TEXT_BODY, text);

    draw_group(sc->list, "button:speed");
    pen_text(sc, sc->w - 20, pen_middle(sc, y, TEXT_BODY), TEXT_BODY, FACE_UI,
             INK_MUTED, ANCHOR_END, text);
    frame_focus(sc, "button:speed", (struct box){ sc->w - 22 - w, y - 12,
                                                  w + 4, 24 });
    draw_ungroup(sc->list);
    pen_fit(sc, sc->w - 20 - w - 14, pen_middle(sc, y, TEXT_BODY), TEXT_BODY,
            FACE_UI_BOLD, INK_TEXT, ANCHOR_END, TRACK_RIGHT - w - 52,
            timeline_where(sc));
}

void timeline_draw(struct scene *sc)
{
    const float y = sc->time.y + 30;
    const float gap = sc->w < 620 ? 34 : 40;

    for (int i = 0; i < BUTTONS; i++)
        button_draw(sc, i, 34 + gap * (float)i, y);
    timeline_track(sc, y);
    timeline_flags(sc, &sc->found->hazards, y);
    if (sc->view->kind == VIEW_COMPARE && sc->view->other)
        timeline_flags(sc, &sc->view->other->hazards, y);
    timeline_labels(sc);
    timeline_speed(sc, y);
}

void timeline_moving(struct scene *sc)
{
    const float y = sc->time.y + 30, x0 = timeline_left(sc);
    const float x = timeline_x(sc, sc->view->step < 0 ? 0 : sc->view->step);

    draw_group(sc->list, "timeline");
    pen_rect(sc, (struct box){ x0, y - 2, x - x0, 4 }, 2, paint_fill(INK_SOURCE));
    pen_circle(sc, x, y, 9, paint_both(INK_SOURCE, INK_PANEL, 2.6f));
    draw_ungroup(sc->list);
}
