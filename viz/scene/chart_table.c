/* The table beside the chart: one size's times, which is the chart's legend too,
 * and what is said of the row or mark under the pointer.
 *
 * A column tells the launch shape, blocks x threads, for a small size is timed with
 * a few small blocks. It is as wide as the shapes in it; where it would cut names it
 * is left out, and the shape is told on pointing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/chart.h"

enum { TABLE_LINE = 24, NOTE_LINE = 20, NOTE_LINES = 3,
       GROUP_LINE = 38 + NOTE_LINES * NOTE_LINE, TIME_END = 72, TIME_WIDE = 74, NAME = 52,
       GAP = 12 };

struct shape { unsigned blocks, threads, launches; }; /* launches 0: not told */

float chart_table_height(const struct chart *c)
{
    return 32 + TABLE_LINE * (float)c->count + GROUP_LINE * (float)c->groups;
}

/* ---- launch shapes --------------------------------------------------------------- */

/* "16 x 4, 5 launches", "tile, 128 x 512, 32 KiB tiles": what is told of it in any
 * order; false: of a row that is no launch of ours, or one that does not tell. */
static bool shape_parse(const char *text, struct shape *shape)
{
    unsigned a, b;
    char unit[7];

    *shape = (struct shape){ 0 };
    while (text && *text) {
        int end = 0;

        text += strspn(text, ", ");
        if (sscanf(text, "%9u x %9u%n", &a, &b, &end) == 2 && strchr(",", text[end])) {
            shape->blocks = a;
            shape->threads = b;
        } else if (sscanf(text, "%9u %6[a-z]", &a, unit) == 2 &&
                   strcmp(unit, "launch") == 0) {
            shape->launches = a;
        }
        text = strchr(text, ',');
    }
    return shape->blocks > 0 && shape->threads > 0;
}

/* Blocks by the ten thousand as a power of two. */
static const char *shape_short(struct scene *sc, const struct timing *t)
{
    struct shape s;

    if (!shape_parse(t->shape, &s))
        return "";
    if (s.blocks >= 16384 && (s.blocks & (s.blocks - 1)) == 0)
        return pen_print(sc, "%s × %u", chart_count(sc, s.blocks), s.threads);
    return pen_print(sc, "%u × %u", s.blocks, s.threads);
}

/* ---- rows --------------------------------------------------------------------------- */

static const char *chart_name(struct scene *sc, const struct series *s)
{
    const char *label = timings_label(sc, s->point[0].time);

    return s->limit ? pen_print(sc, scene_tr(sc, "%s (limit)"), label) : label;
}

/* A label without what stands in brackets, where that does not fit; that the copy
 * is the limit is always said. */
static const char *chart_label(struct scene *sc, const struct series *s, float room)
{
    const char *label = chart_name(sc, s);
    const char *bracket = strstr(label, " (");

    if (s->limit && pen_width(sc, FACE_UI, TEXT_SMALL, label) > room)
        return scene_tr(sc, "copy (limit)");
    if (!bracket)
        bracket = strstr(label, "（");
    if (!bracket || pen_width(sc, FACE_UI, TEXT_SMALL, label) <= room)
        return label;
    return pen_print(sc, "%.*s", (int)(bracket - label), label);
}

/* What the column of shapes takes, with the gap before it; 0: it tells nothing, or
 * would cut a name. */
static float shape_room(struct scene *sc, const struct chart *c,
                        const struct group *group)
{
    const float all = c->table.w - NAME - TIME_END - TIME_WIDE;
    float most = 0, name = 0;

    for (int i = group->first; i < group->end; i++) {
        const struct series *s = &c->series[i];
        const struct point *at = chart_point(s, group->at);
        const char *shape = at ? shape_short(sc, at->time) : "";

        if (!shape[0])
            continue;
        most = fmaxf(most, pen_width(sc, FACE_MONO, TEXT_SMALL, shape));
        name = fmaxf(name, pen_width(sc, s->now ? FACE_UI_BOLD : FACE_UI, TEXT_SMALL,
                                     chart_label(sc, s, 0)));
    }
    return most > 0 && all - most - GAP >= name ? most + GAP : 0;
}

/* Two digits at least that say something. */
static const char *chart_ratio(struct scene *sc, double ratio)
{
    return pen_print(sc, "%.*f", ratio < 0.0095 ? 4 : ratio < 0.095 ? 3 : 2, ratio);
}

static const char *chart_held(struct scene *sc, const struct point *at)
{
    const struct timing *copy = chart_copy(at);

    return copy ? chart_ratio(sc, copy->median_ns / at->time->median_ns) : "—";
}

/* room: of the column of shapes; a row without one takes it for its name. */
static void chart_row(struct scene *sc, const struct chart *c,
                      const struct group *group, const struct series *s, float y,
                      float room)
{
    const struct box t = c->table;
    const struct point *at = chart_point(s, group->at);
    const char *shape = at && room > 0 ? shape_short(sc, at->time) : "";
    const float name = t.w - NAME - TIME_END - TIME_WIDE - (shape[0] ? room : 0);

    pen_line(sc, t.x + 14, y - 5, t.x + 42, y - 5, chart_stroke(s));
    chart_mark(sc, s, (struct spot){ t.x + 28, y - 5 });
    pen_fit(sc, t.x + NAME, y, TEXT_SMALL, s->now ? FACE_UI_BOLD : FACE_UI, INK_TEXT,
            ANCHOR_START, name, chart_label(sc, s, name));
    pen_text(sc, t.x + t.w - TIME_END - TIME_WIDE - 4, y, TEXT_SMALL, FACE_MONO,
             INK_MUTED, ANCHOR_END, shape);
    pen_text(sc, t.x + t.w - TIME_END, y, TEXT_SMALL, FACE_MONO, INK_TEXT, ANCHOR_END,
             at ? timings_time(sc, at->time->median_ns) : "—");
    pen_text(sc, t.x + t.w - 14, y, TEXT_SMALL, FACE_MONO_BOLD, INK_TEXT,
             ANCHOR_END, at ? chart_held(sc, at) : "—");
}

static const char *chart_note(struct scene *sc, const struct chart *c,
                              const struct group *group)
{
    const struct timing *t = c->series[group->first].point[0].time;
    const struct timing_set *set = group->set;

    const char *note = pen_print(sc, scene_tr(sc, "n = %1$s, median of %2$u after "
                                                  "%3$u warm-ups"),
                                 chart_count(sc, group->at), t->runs, t->warmups);

    note = timings_way(sc, t, note);
    if (set->driver[0])
        note = pen_print(sc, scene_tr(sc, "%1$s, driver %2$s"), note, set->driver);
    if (set->cuda[0])
        note = pen_print(sc, scene_tr(sc, "%1$s, CUDA %2$s"), note, set->cuda);
    if (set->flags[0])
        note = pen_print(sc, scene_tr(sc, "%1$s, %2$s"), note,
                         scene_tr(sc, set->flags));
    return note;
}

/* How many lines of how it was measured leave room for the rows of all groups. */
static int chart_note_lines(const struct chart *c)
{
    const float over = chart_table_height(c) - c->table.h;
    const int less = over > 0 ? (int)ceilf(over / (NOTE_LINE * (float)c->groups)) : 0;

    return less < NOTE_LINES - 1 ? NOTE_LINES - less : 1;
}

/* One set: where it comes from, how it was measured, its series. */
static float chart_rows(struct scene *sc, const struct chart *c,
                         const struct group *group, float y)
{
    const struct box t = c->table;
    const float room = shape_room(sc, c, group);

    pen_fit(sc, t.x + 14, y, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            t.w - 28, timings_origin(sc, group->set));
    y += 24 + NOTE_LINE * (float)pen_wrap(sc, t.x + 14, y + NOTE_LINE, TEXT_SMALL,
                                          FACE_UI, INK_MUTED, t.w - 28,
                                          chart_note_lines(c), chart_note(sc, c, group));
    for (int i = group->first; i < group->end && y < t.y + t.h - 6;
         i++, y += TABLE_LINE) {
        draw_group(sc->list, "time:%d,0", i);
        pen_rect(sc, (struct box){ t.x + 6, y - 17, t.w - 12, TABLE_LINE }, 4,
                 paint_fill(sc->view->hover_time == i ? INK_IDLE : INK_NONE));
        chart_row(sc, c, group, &c->series[i], y, room);
        draw_ungroup(sc->list);
    }
    return y + 14;
}

/* Whether some table has a column of shapes. */
static bool chart_shaped(struct scene *sc, const struct chart *c)
{
    for (int i = 0; i < c->groups; i++)
        if (shape_room(sc, c, &c->group[i]) > 0)
            return true;
    return false;
}

void chart_table(struct scene *sc, const struct chart *c)
{
    const struct box t = c->table;
    float y = t.y + 52;

    if (t.h <= 0)
        return;
    draw_group(sc->list, "timings");
    pen_panel(sc, t, scene_tr(sc, "REAL TIMINGS"), chart_shaped(sc, c)
              ? scene_tr(sc, "blocks × threads · time · of the copy")
              : scene_tr(sc, "time · speed of the copy"));
    for (int i = 0; i < c->groups && y + 50 < t.y + t.h; i++)
        y = chart_rows(sc, c, &c->group[i], y);
    draw_ungroup(sc->list);
}

/* ---- what is under the pointer ------------------------------------------------------- */

/* Its name, its size and how it was launched. */
static const char *told_launch(struct scene *sc, const struct series *s,
                               const struct timing *t)
{
    const char *name = chart_name(sc, s), *n = chart_count(sc, t->n);
    struct shape shape;

    if (!shape_parse(t->shape, &shape))
        return pen_print(sc, scene_tr(sc, "%1$s at n = %2$s."), name, n);
    if (shape.launches == 0)
        return pen_print(sc, scene_tr(sc, "%1$s at n = %2$s: %3$u × %4$u (blocks × "
                                          "threads)."),
                         name, n, shape.blocks, shape.threads);
    return pen_print(sc, scene_trn(sc,
        "%1$s at n = %2$s: one launch, %3$u × %4$u (blocks × threads).",
        "%1$s at n = %2$s: %5$u launches, the last %3$u × %4$u (blocks × threads).",
        shape.launches), name, n, shape.blocks, shape.threads, shape.launches);
}

/* Its time and the copy; the spread last, for where there is little room. */
static const char *told_time(struct scene *sc, const struct point *at)
{
    const struct timing *t = at->time;
    const char *text = timings_time(sc, t->median_ns);

    if (chart_copy(at) && !t->limit)
        text = pen_print(sc, scene_tr(sc, "%1$s, %2$s of the copy's speed"), text,
                         chart_held(sc, at));
    if (t->p25_ns <= 0 || t->p75_ns < t->p25_ns)
        return pen_print(sc, scene_tr(sc, "%1$s; median of %2$u."), text, t->runs);
    return pen_print(sc, scene_tr(sc, "%1$s; half of %2$u runs took %3$s to %4$s."), text,
                     t->runs, timings_time(sc, t->p25_ns), timings_time(sc, t->p75_ns));
}

const char *chart_told(struct scene *sc, const struct chart *c)
{
    const int index = sc->view->hover_time;
    const uint64_t n = sc->view->hover_time_n;

    for (int i = 0; i < c->groups; i++)
        if (index >= c->group[i].first && index < c->group[i].end) {
            const struct series *s = &c->series[index];
            const struct point *at = chart_point(s, n ? n : c->group[i].at);

            return at ? pen_print(sc, "%s %s", told_launch(sc, s, at->time),
                                  told_time(sc, at)) : NULL;
        }
    return NULL;
}
