/* Real timings as a picture: throughput over n, both axes logarithmic, and a
 * table of one size beside it that is the legend too. A series is one row name
 * of one set; the copy of the same bytes is the limit, drawn dashed. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

enum { SERIES_MAX = 14, POINTS_MAX = 32, TABLE_LINE = 24, GROUP_LINE = 78 };

struct series {
    const struct timing_set *set;
    const char *row, *label;
    const struct timing *point[POINTS_MAX];
    int count, style; /* style: the same for a row's name or label in all sets */
    bool limit, later; /* later: of another set than the first */
};

struct group { const struct timing_set *set; uint64_t at; int first, end; };

struct chart {
    struct series series[SERIES_MAX];
    struct group group[SERIES_MAX]; /* series of one set; at: the table's size */
    int count, groups;
    double n0, n1, g0, g1; /* ranges, log2 and log10 */
    struct box plot, table;
};

static double chart_speed(const struct timing *t)
{
    return (double)t->bytes / t->median_ns; /* GB/s */
}

/* The series of a row, a new one while there are fewer than `end`. */
static struct series *chart_find(struct chart *c, const struct timing_set *set,
                                 const struct timing *row, int end)
{
    struct series *s;
    int style = -1, next = 0;

    for (int i = 0; i < c->count; i++)
        if (c->series[i].set == set && strcmp(c->series[i].row, row->row) == 0)
            return &c->series[i];
    if (c->count >= end)
        return NULL;
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->series[i].row, row->row) == 0 ||
            strcmp(c->series[i].label, row->label) == 0)
            style = c->series[i].style;
        else if (style < 0 && c->series[i].style >= next)
            next = c->series[i].style + 1;
    s = &c->series[c->count];
    *s = (struct series){ .set = set, .row = row->row, .limit = row->limit,
                          .label = row->label[0] ? row->label : row->row,
                          .style = style < 0 ? next : style,
                          .later = c->groups > 0 };
    c->count++;
    return s;
}

static void chart_put(struct series *s, const struct timing *t)
{
    int at = s->count;

    if (s->count == POINTS_MAX)
        return;
    for (int i = 0; i < s->count; i++)
        if (s->point[i]->n == t->n)
            return;
    s->count++;
    for (; at > 0 && s->point[at - 1]->n > t->n; at--)
        s->point[at] = s->point[at - 1];
    s->point[at] = t;
}

/* The rows of a set, the copy and the shown algorithm first, the others while
 * there is room up to `end` series. */
static void chart_gather(const struct scene *sc, struct chart *c,
                         const struct timing_set *set, int end)
{
    for (int first = 1; first >= 0; first--)
        for (uint32_t k = 0; k < set->count; k++) {
            const struct timing *row = &set->rows[k];
            const bool wanted = row->limit || timings_is_now(sc, row);
            struct series *s;

            if (wanted != (first != 0) || !timings_match(sc, row) ||
                row->bytes == 0)
                continue;
            s = chart_find(c, set, row, end);
            if (s)
                chart_put(s, row);
        }
}

static bool chart_matches(const struct scene *sc, const struct timing_set *set)
{
    for (uint32_t k = 0; k < set->count; k++)
        if (timings_match(sc, &set->rows[k]) && set->rows[k].bytes > 0)
            return true;
    return false;
}

static void chart_collect(const struct scene *sc, struct chart *c)
{
    int left = 0;

    memset(c, 0, sizeof(*c));
    for (int i = 0; i < sc->view->timing_count; i++)
        left += chart_matches(sc, sc->view->timings[i]);
    for (int i = 0; left > 0 && i < sc->view->timing_count; i++) {
        const struct timing_set *set = sc->view->timings[i];
        const int was = c->count;

        if (!chart_matches(sc, set))
            continue;
        chart_gather(sc, c, set, was + (SERIES_MAX - was) / left);
        if (c->count > was)
            c->group[c->groups++] = (struct group){ set, 0, was, c->count };
        left--;
    }
}

static void chart_range(struct chart *c)
{
    c->n0 = c->g0 = 1e9;
    c->n1 = c->g1 = -1e9;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->series[i].count; k++) {
            const struct timing *t = c->series[i].point[k];
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

static const struct timing *chart_point(const struct series *s, uint64_t n)
{
    for (int i = 0; i < s->count; i++)
        if (s->point[i]->n == n)
            return s->point[i];
    return NULL;
}

/* How many series of a group were measured at n. */
static int chart_have(const struct chart *c, const struct group *group, uint64_t n)
{
    int have = 0;

    for (int i = group->first; i < group->end; i++)
        have += chart_point(&c->series[i], n) != NULL;
    return have;
}

/* The size of a set's table: the largest that nearly as many series have as
 * any size. */
static void chart_size(struct chart *c, struct group *group)
{
    int most = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = group->first; i < group->end; i++)
            for (int k = 0; k < c->series[i].count; k++) {
                const uint64_t n = c->series[i].point[k]->n;
                const int have = chart_have(c, group, n);

                if (pass == 0)
                    most = have > most ? have : most;
                else if (have * 4 >= most * 3 && n > group->at)
                    group->at = n;
            }
}

static float chart_table_height(const struct chart *c)
{
    return 50 + TABLE_LINE * (float)c->count + GROUP_LINE * (float)c->groups;
}

static bool chart_plan(struct scene *sc, struct chart *c)
{
    const struct box b = sc->board;
    const float side = sc->w - b.x - b.w - 38;

    chart_collect(sc, c);
    if (c->count == 0)
        return false;
    chart_range(c);
    for (int i = 0; i < c->groups; i++)
        chart_size(c, &c->group[i]);
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

static enum ink chart_ink(const struct scene *sc, const struct series *s)
{
    if (s->limit)
        return INK_MUTED;
    if (sc->view->row_now && strcmp(sc->view->row_now, s->row) == 0)
        return INK_SERIES_1;
    return (enum ink)(INK_SERIES_2 + s->style % 4);
}

static struct spot chart_at(const struct chart *c, const struct timing *t)
{
    const double x = (log2((double)t->n) - c->n0) / (c->n1 - c->n0);
    const double y = (log10(chart_speed(t)) - c->g0) / (c->g1 - c->g0);

    return (struct spot){ c->plot.x + c->plot.w * (float)x,
                          c->plot.y + c->plot.h * (float)(1 - y) };
}

static struct draw_paint chart_stroke(const struct scene *sc,
                                      const struct series *s)
{
    struct draw_paint paint = paint_stroke(chart_ink(sc, s), s->later ? 1.4f : 2.6f);

    if (s->limit)
        return paint_dash(paint, 6, 5);
    return s->style > 4 ? paint_dash(paint, 2, 4) : paint;
}

static void chart_mark(struct scene *sc, const struct series *s, struct spot at)
{
    const enum ink ink = chart_ink(sc, s);
    const struct spot up[3] = { { at.x - 5.5f, at.y + 4.5f },
                                { at.x + 5.5f, at.y + 4.5f },
                                { at.x, at.y - 5.5f } };

    if (s->limit || s->style % 3 == 0)
        pen_circle(sc, at.x, at.y, 4.5f, paint_fill(ink));
    else if (s->style % 3 == 1)
        pen_rect(sc, (struct box){ at.x - 4, at.y - 4, 8, 8 }, 1, paint_fill(ink));
    else
        pen_shape(sc, up, 3, ink, 1);
}

static void chart_series(struct scene *sc, const struct chart *c,
                         const struct series *s)
{
    for (int i = 1; i < s->count; i++) {
        const struct spot a = chart_at(c, s->point[i - 1]);
        const struct spot b = chart_at(c, s->point[i]);

        pen_line(sc, a.x, a.y, b.x, b.y, chart_stroke(sc, s));
    }
    for (int i = 0; i < s->count; i++)
        chart_mark(sc, s, chart_at(c, s->point[i]));
}

/* ---- axes ------------------------------------------------------------------- */

static const char *chart_count(struct scene *sc, uint64_t n)
{
    if (n >= 4 && (n & (n - 1)) == 0)
        return pen_print(sc, "2^%d", (int)log2((double)n));
    return pen_print(sc, "%llu", (unsigned long long)n);
}

static void chart_speeds(struct scene *sc, const struct chart *c)
{
    static const double steps[2] = { 1, 3 };
    const struct box p = c->plot;

    for (int e = (int)floor(c->g0) - 1; e <= (int)ceil(c->g1); e++)
        for (int i = 0; i < 2; i++) {
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

static void chart_sizes(struct scene *sc, const struct chart *c)
{
    const struct box p = c->plot;
    const int span = (int)(c->n1 - c->n0) + 1;
    const int every = p.w > 46 ? (int)ceilf((float)span * 46 / p.w) : span;

    for (int e = (int)ceil(c->n0 - 1e-9); e <= (int)(c->n1 + 1e-9); e += every) {
        const float x = p.x + p.w * (float)((e - c->n0) / (c->n1 - c->n0));

        pen_text(sc, x, p.y + p.h + 22, TEXT_SMALL, FACE_MONO, INK_MUTED,
                 ANCHOR_MIDDLE, pen_print(sc, "2^%d", e));
    }
    pen_text(sc, p.x + p.w / 2, p.y + p.h + 46, TEXT_SMALL, FACE_UI, INK_MUTED,
             ANCHOR_MIDDLE, scene_tr(sc, "elements, logarithmic"));
    pen_text(sc, p.x, p.y - 16, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
             scene_tr(sc, "GB/s, bytes read + bytes written, logarithmic"));
}

/* ---- table ------------------------------------------------------------------- */

/* The copy of the same set at the table's size, or NULL. */
static const struct timing *chart_limit(const struct chart *c,
                                        const struct group *group)
{
    for (int i = group->first; i < group->end; i++)
        if (c->series[i].limit)
            return chart_point(&c->series[i], group->at);
    return NULL;
}

/* A label without what stands in brackets, where that does not fit. */
static const char *chart_label(struct scene *sc, const struct series *s, float room)
{
    const char *bracket = strstr(s->label, " (");

    if (!bracket || pen_width(sc, FACE_UI, TEXT_SMALL, s->label) <= room)
        return s->label;
    return pen_print(sc, "%.*s", (int)(bracket - s->label), s->label);
}

static void chart_row(struct scene *sc, const struct chart *c,
                      const struct group *group, const struct series *s, float y)
{
    const struct box t = c->table;
    const struct timing *at = chart_point(s, group->at);
    const struct timing *limit = chart_limit(c, group);
    const bool now = chart_ink(sc, s) == INK_SERIES_1;
    const char *ratio = at && limit
        ? pen_print(sc, "%.2f", limit->median_ns / at->median_ns) : "—";

    pen_line(sc, t.x + 14, y - 5, t.x + 42, y - 5, chart_stroke(sc, s));
    chart_mark(sc, s, (struct spot){ t.x + 28, y - 5 });
    pen_fit(sc, t.x + 52, y, TEXT_SMALL, now ? FACE_UI_BOLD : FACE_UI, INK_TEXT,
            ANCHOR_START, t.w - 52 - 150, chart_label(sc, s, t.w - 52 - 150));
    pen_text(sc, t.x + t.w - 66, y, TEXT_SMALL, FACE_MONO, INK_TEXT, ANCHOR_END,
             at ? timings_time(sc, at->median_ns) : "—");
    pen_text(sc, t.x + t.w - 14, y, TEXT_SMALL, FACE_MONO_BOLD, INK_TEXT,
             ANCHOR_END, ratio);
}

static const char *chart_note(struct scene *sc, const struct chart *c,
                              const struct group *group)
{
    const struct timing *t = c->series[group->first].point[0];
    const struct timing_set *set = group->set;

    return pen_print(sc, scene_tr(sc, "n = %1$s, median of %2$u after %3$u "
                                      "warm-ups%4$s%5$s%6$s%7$s%8$s%9$s"),
                     chart_count(sc, group->at), t->runs, t->warmups,
                     set->driver[0] ? ", driver " : "", set->driver,
                     set->cuda[0] ? ", CUDA " : "", set->cuda,
                     set->flags[0] ? ", " : "", set->flags);
}

/* One set: where it comes from, its series, how it was measured. */
static float chart_group(struct scene *sc, const struct chart *c,
                         const struct group *group, float y)
{
    const struct box t = c->table;

    pen_fit(sc, t.x + 14, y, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            t.w - 28, timings_origin(sc, group->set));
    y += 24 + 20 * (float)pen_wrap(sc, t.x + 14, y + 20, TEXT_SMALL, FACE_UI,
                                   INK_MUTED, t.w - 28, 2,
                                   chart_note(sc, c, group));
    for (int i = group->first; i < group->end && y < t.y + t.h - 6;
         i++, y += TABLE_LINE)
        chart_row(sc, c, group, &c->series[i], y);
    return y + 14;
}

static void chart_table(struct scene *sc, const struct chart *c)
{
    const struct box t = c->table;
    float y = t.y + 52;

    if (t.h <= 0)
        return;
    draw_group(sc->list, "timings");
    pen_panel(sc, t, scene_tr(sc, "REAL TIMINGS"),
              scene_tr(sc, "time · speed of the copy"));
    for (int i = 0; i < c->groups && y + 50 < t.y + t.h; i++)
        y = chart_group(sc, c, &c->group[i], y);
    draw_ungroup(sc->list);
}

/* ---- what it says ----------------------------------------------------------------- */

static const struct series *chart_best(const struct chart *c,
                                       const struct group *group)
{
    const struct series *best = NULL;

    for (int i = group->first; i < group->end; i++) {
        const struct series *s = &c->series[i];
        const struct timing *at = chart_point(s, group->at);

        if (!s->limit && at &&
            (!best || at->median_ns < chart_point(best, group->at)->median_ns))
            best = s;
    }
    return best;
}

const char *chart_say(struct scene *sc)
{
    struct chart c;
    const struct group *group = &c.group[0];
    const struct series *best;
    const struct timing *limit, *at;

    if (!chart_plan(sc, &c))
        return scene_tr(sc, "Nothing has been measured here and nothing is "
                            "recorded for this operator and type.");
    best = chart_best(&c, group);
    if (!best)
        return "";
    at = chart_point(best, group->at);
    limit = chart_limit(&c, group);
    if (!limit)
        return pen_print(sc, scene_tr(sc, "%1$s: at n = %2$s the fastest scan here "
                                          "is %3$s with %4$s."),
                         group->set->device, chart_count(sc, group->at),
                         best->label, timings_time(sc, at->median_ns));
    return pen_print(sc, scene_tr(sc, "%1$s: at n = %2$s the fastest scan here is "
                                      "%3$s with %4$s, %5$.0f %% of the speed of a "
                                      "plain copy."),
                     group->set->device, chart_count(sc, group->at), best->label,
                     timings_time(sc, at->median_ns),
                     100 * limit->median_ns / at->median_ns);
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
    chart_speeds(sc, &c);
    chart_sizes(sc, &c);
    for (int i = c.count - 1; i >= 0; i--)
        chart_series(sc, &c, &c.series[i]);
    chart_table(sc, &c);
}
