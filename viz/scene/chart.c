/* Real timings as a picture: throughput over n, both axes logarithmic; a click on
 * a size chooses that of the table (chart_table.c), which is the legend too. A
 * series is one row's name; the copy of the same bytes is the limit, drawn dashed. */
#include <math.h>
#include <string.h>

#include "scene/chart.h"

static void chart_range(struct chart *c)
{
    c->n0 = c->g0 = 1e9;
    c->n1 = c->g1 = -1e9;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->series[i].count; k++) {
            const struct timing *t = c->series[i].point[k].time;
            const double n = log2((double)t->n), g = log10(chart_speed(t));

            c->n0 = fmin(c->n0, n);
            c->n1 = fmax(c->n1, n);
            c->g0 = fmin(c->g0, g);
            c->g1 = fmax(c->g1, g);
        }
    if (c->n1 - c->n0 < 1) {
        c->n0 -= 1;
        c->n1 += 1;
    }
    c->g0 -= 0.15;
    c->g1 += 0.15;
}

static bool chart_plan(struct scene *sc, struct chart *c)
{
    const struct box b = sc->board;
    const float side = sc->w - b.x - b.w - 38;

    chart_collect(sc, c);
    if (c->count == 0)
        return false;
    chart_range(c);
    c->plot = (struct box){ b.x + 66, b.y + 40, b.w - 84, b.h - 100 };
    c->table = (struct box){ b.x + b.w + 18, b.y, side, chart_table_height(c) };
    if (c->table.h > sc->time.y - b.y - 4)
        c->table.h = sc->time.y - b.y - 4;
    if (side < 240) {
        c->table = (struct box){ b.x, b.y + b.h - chart_table_height(c), b.w,
                                 chart_table_height(c) };
        c->plot.h -= c->table.h + 8;
    }
    if (c->plot.h < 90) {
        c->plot.h = b.h - 100;
        c->table.h = 0;
    }
    return true;
}

static enum ink chart_ink(const struct series *s)
{
    if (s->style == 0)
        return s->limit ? INK_MUTED : INK_SERIES_1;
    return (enum ink)(INK_SERIES_2 + (s->style - 1) % 4);
}

static struct spot chart_at(const struct chart *c, const struct timing *t)
{
    const double x = (log2((double)t->n) - c->n0) / (c->n1 - c->n0);
    const double y = (log10(chart_speed(t)) - c->g0) / (c->g1 - c->g0);

    return (struct spot){ c->plot.x + c->plot.w * (float)x,
                          c->plot.y + c->plot.h * (float)(1 - y) };
}

struct draw_paint chart_stroke(const struct series *s)
{
    struct draw_paint paint = paint_stroke(chart_ink(s), s->later ? 1.4f : 2.6f);

    if (s->limit)
        return paint_dash(paint, 6, 5);
    return (s->style - 1) / 4 % 2 ? paint_dash(paint, 2, 4) : paint;
}

void chart_mark(struct scene *sc, const struct series *s, struct spot at)
{
    const enum ink ink = chart_ink(s);
    const struct spot up[3] = { { at.x - 5.5f, at.y + 4.5f },
                                { at.x + 5.5f, at.y + 4.5f },
                                { at.x, at.y - 5.5f } };

    if (s->style % 3 == 0)
        pen_circle(sc, at.x, at.y, 4.5f, paint_fill(ink));
    else if (s->style % 3 == 1)
        pen_rect(sc, (struct box){ at.x - 4, at.y - 4, 8, 8 }, 1, paint_fill(ink));
    else
        pen_shape(sc, up, 3, ink, 1);
}

/* Marks are pointed at; the lines between them lie under the sizes' columns. */
static void chart_series(struct scene *sc, const struct chart *c, int index)
{
    const struct series *s = &c->series[index];

    for (int i = 1; i < s->count; i++) {
        const struct spot a = chart_at(c, s->point[i - 1].time);
        const struct spot b = chart_at(c, s->point[i].time);

        pen_line(sc, a.x, a.y, b.x, b.y, chart_stroke(s));
    }
    for (int i = 0; i < s->count; i++) {
        draw_group(sc->list, "time:%d,%llu", index,
                   (unsigned long long)s->point[i].time->n);
        chart_mark(sc, s, chart_at(c, s->point[i].time));
        draw_ungroup(sc->list);
    }
}

/* ---- axes ------------------------------------------------------------------- */

const char *chart_count(struct scene *sc, uint64_t n)
{
    if (n >= 4 && (n & (n - 1)) == 0)
        return pen_print(sc, "2^%d", (int)log2((double)n));
    return pen_print(sc, "%llu", (unsigned long long)n);
}

/* 1, 3, 10, 30 ...; only tens, or every so many of them, where lines of text would
 * touch. */
static void chart_speeds(struct scene *sc, const struct chart *c)
{
    static const double steps[2] = { 1, 3 };
    const struct box p = c->plot;
    const double decade = p.h / (c->g1 - c->g0), line = 14;
    const int each = decade * log10(3) < line ? 1 : 2;
    const int every = (int)ceil(line / decade);

    for (int e = (int)floor(c->g0) - 1; e <= (int)ceil(c->g1); e++)
        for (int i = 0; i < each && e % every == 0; i++) {
            const double g = steps[i] * pow(10, e);
            const double at = (log10(g) - c->g0) / (c->g1 - c->g0);
            const float y = p.y + p.h * (float)(1 - at);

            if (at < 0.02 || at > 1)
                continue;
            pen_line(sc, p.x, y, p.x + p.w, y, paint_stroke(INK_RULE, 1));
            pen_text(sc, p.x - 10, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL,
                     FACE_MONO, INK_MUTED, ANCHOR_END, pen_print(sc, "%g", g));
        }
}

static float chart_column(const struct chart *c, double n)
{
    return c->plot.x + c->plot.w * (float)((n - c->n0) / (c->n1 - c->n0));
}

/* The size of the table, and a column to click for every size measured. */
static void chart_choose(struct scene *sc, const struct chart *c)
{
    const struct box p = c->plot;
    const float x = chart_column(c, log2((double)c->group[0].at));
    const float wide = p.w / (float)(c->n1 - c->n0);

    pen_line(sc, x, p.y, x, p.y + p.h + 6, paint_dash(paint_stroke(INK_MUTED, 1.2f), 3, 3));
    for (int e = (int)floor(c->n0); e <= (int)ceil(c->n1); e++) {
        const float left = fmaxf(chart_column(c, e - 0.5), p.x - 8);
        const float right = fminf(left + wide, p.x + p.w + 8);

        draw_group(sc->list, "size:%d", e);
        pen_rect(sc, (struct box){ left, p.y, right - left, p.h + 30 }, 0,
                 paint_fill(INK_NONE));
        draw_ungroup(sc->list);
    }
}

static void chart_sizes(struct scene *sc, const struct chart *c)
{
    const struct box p = c->plot;
    const int span = (int)(c->n1 - c->n0) + 1;
    const int every = p.w > 46 ? (int)ceilf((float)span * 46 / p.w) : span;
    const int first = (int)ceil((c->n0 - 1e-9) / every) * every;

    for (int e = first; e <= (int)(c->n1 + 1e-9); e += every) {
        pen_text(sc, chart_column(c, e), p.y + p.h + 22, TEXT_SMALL, FACE_MONO, INK_MUTED,
                 ANCHOR_MIDDLE, pen_print(sc, "2^%d", e));
    }
    pen_text(sc, p.x + p.w / 2, p.y + p.h + 46, TEXT_SMALL, FACE_UI, INK_MUTED,
             ANCHOR_MIDDLE, scene_tr(sc, "elements, logarithmic; a click chooses a size"));
    pen_text(sc, p.x, p.y - 16, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
             scene_tr(sc, "GB/s, bytes read + bytes written, logarithmic"));
}

/* ---- what it says ----------------------------------------------------------------- */

/* The fastest of a group at its table's size. */
static const struct point *chart_best(const struct chart *c,
                                      const struct group *group)
{
    const struct point *best = NULL;

    for (int i = group->first; i < group->end; i++) {
        const struct point *p = chart_point(&c->series[i], group->at);

        if (p && !c->series[i].limit &&
            (!best || p->time->median_ns < best->time->median_ns))
            best = p;
    }
    return best;
}

/* Whether a copy of this size takes no longer than the smallest that was
 * measured, while large ones do, or of sixteen times the size none does: then it
 * is the launch that is timed. */
static bool chart_launch(const struct chart *c, const struct group *group)
{
    const struct series *s = NULL;
    const struct point *at, *first, *last;

    for (int i = group->first; i < group->end && !s; i++)
        s = c->series[i].limit ? &c->series[i] : NULL;
    at = s ? chart_point(s, group->at) : NULL;
    if (!at)
        return false;
    first = &s->point[0];
    last = &s->point[s->count - 1];
    return at->time->median_ns < 1.25 * first->time->median_ns &&
           (last->time->median_ns > 4 * first->time->median_ns ||
            (last->time->median_ns < 1.25 * first->time->median_ns &&
             last->time->n >= 16 * first->time->n));
}

/* "inclusive scan": in the row's direction, which may not be the run's. */
static const char *chart_problem(const struct scene *sc, const struct timing *row)
{
    struct trace_run run = { 0 };

    if (sc->found)
        run = sc->found->trace->run;
    run.inclusive = row->inclusive;
    return view_problem(sc->view, &run);
}

const char *chart_say(struct scene *sc)
{
    struct chart c;
    const struct group *group = &c.group[0];
    const struct timing *copy;
    const struct point *best;
    const char *told, *label, *device, *what, *time;

    if (!chart_plan(sc, &c))
        return scene_tr(sc, "Nothing has been measured here and nothing is "
                            "recorded for this problem, operator and type.");
    told = chart_told(sc, &c);
    if (told)
        return told;
    best = chart_best(&c, group);
    if (!best)
        return "";
    label = timings_label(sc, best->time);
    copy = chart_copy(best);
    device = c.table.h > 0 ? timings_device(sc, group->set)
                           : timings_origin(sc, group->set);
    what = chart_problem(sc, best->time);
    time = timings_time(sc, best->time->median_ns);
    if (!copy)
        return pen_print(sc, scene_tr(sc, "%1$s: at n = %2$s the fastest %3$s here is "
                                          "%4$s with %5$s."),
                         device, chart_count(sc, group->at), what, label, time);
    if (chart_launch(&c, group))
        return pen_print(sc, scene_tr(sc, "%1$s: at n = %2$s the fastest %3$s here is "
                                          "%4$s with %5$s; most of that is the "
                                          "launch, as with a copy (%6$s)."),
                         device, chart_count(sc, group->at), what, label, time,
                         timings_time(sc, copy->median_ns));
    return pen_print(sc, scene_tr(sc, "%1$s: at n = %2$s the fastest %3$s here is %4$s "
                                      "with %5$s, %6$.0f %% of the speed of a plain copy."),
                     device, chart_count(sc, group->at), what, label, time,
                     100 * copy->median_ns / best->time->median_ns);
}

void chart_draw(struct scene *sc)
{
    struct chart c;

    if (!chart_plan(sc, &c)) {
        pen_wrap(sc, sc->board.x + 4, sc->board.y + 40, TEXT_SAY, FACE_UI,
                 INK_MUTED, sc->board.w - 8, 3,
                 sc->view->timing_wait ? sc->view->timing_wait
                 : scene_tr(sc, "No timings to show: none recorded, none "
                                "measured yet."));
        return;
    }
    if (c.table.y + c.table.h < sc->say.y - 8) /* the narration has room below it */
        sc->say.w = sc->w - 2 * sc->say.x;
    chart_speeds(sc, &c);
    chart_sizes(sc, &c);
    chart_choose(sc, &c);
    for (int i = c.count - 1; i >= 0; i--)
        chart_series(sc, &c, i);
    chart_table(sc, &c);
}
