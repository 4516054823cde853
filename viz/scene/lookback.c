/* Look-back: the status words over time, who reads whom, who waits.
 *
 * Above, the words as they stand now; below, a row a tile. The line "now" is
 * the moment at which the tile in focus had done the current step; what comes
 * after it is not drawn. On the host only the order of events means anything,
 * so each of them takes the same room; on a GPU the axis is time. */
#include <math.h>

#include "scene/lookback.h"

/* ---- rows ---------------------------------------------------------------------------- */

static float lookback_row_y(const struct lookback *l, uint32_t i)
{
    return l->chart.y + l->row_h * (float)(i - l->first);
}

/* Half the width of a publication's box. */
static float lookback_half(const struct scene *sc, const struct lookback *l)
{
    return (pen_width(sc, FACE_UI_BOLD, l->size, "A") + 8) / 2;
}

/* Whether no publication of row i stands between x0 and x1. */
static bool lookback_clear(const struct scene *sc, const struct lookback *l, uint32_t i,
                           float x0, float x1)
{
    const struct tile_life *life = &l->tiles->life[i];
    const float half = lookback_half(sc, l) + 2;

    for (uint32_t k = 0; k < life->states; k++) {
        const float x = lookback_x(l, (double)l->tiles->state[life->state + k].at);

        if (x + half > x0 && x - half < x1)
            return false;
    }
    return true;
}

/* The ends of a read's arrow: at the publication, at the reader. */
static bool lookback_way(const struct lookback *l, uint32_t i,
                         const struct tile_read *read, struct spot *a, struct spot *b)
{
    uint32_t from;
    double at;
    float out;

    if (!lookback_publisher(l, read, &from, &at) || !lookback_shown(l, from))
        return false;
    out = from < i ? 0.9f : 0.1f;
    *a = (struct spot){ lookback_x(l, at), lookback_row_y(l, from) + l->row_h * out };
    *b = (struct spot){ lookback_x(l, (double)read->at),
                        lookback_row_y(l, i) + l->row_h * (1 - out) };
    return true;
}

/* Whether an arrow of the tile pointed at runs over row i between x0 and x1. */
static bool lookback_crossed(const struct lookback *l, uint32_t i, float x0, float x1)
{
    enum { SAMPLES = 40 };
    uint32_t count;
    const struct tile_read *read = lookback_reads(l, l->lit, &count);
    const float y = lookback_row_y(l, i);
    struct spot a, b;

    for (uint32_t k = 0; lookback_shown(l, l->lit) && k < count; k++) {
        if (!lookback_way(l, l->lit, &read[k], &a, &b))
            continue;
        for (int s = 0; s <= SAMPLES; s++) {
            const struct spot at = pen_on_arrow(a, b, (float)s / SAMPLES);

            if (at.y > y - 4 && at.y < y + l->row_h + 4 && at.x > x0 - 9 &&
                at.x < x1 + 9)
                return true;
        }
    }
    return false;
}

/* A bar of a row, cut off at now; with a word in it where it fits. */
static void lookback_bar(struct scene *sc, const struct lookback *l, uint32_t i,
                         double from, double to, bool waits)
{
    const char *text = waits ? scene_tr(sc, "waits") : scene_tr(sc, "works");
    const float x0 = fmaxf(lookback_x(l, from), l->chart.x);
    const float x1 = fminf(lookback_x(l, fmin(to, l->now)), l->chart.x + l->chart.w);
    const float pad = l->row_h > 24 ? 4 : 2, mid = (x0 + x1) / 2;
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, text);
    const struct box box = { x0, lookback_row_y(l, i) + pad, x1 - x0,
                             l->row_h - 2 * pad };

    if (from >= l->now || box.w < 0.5f)
        return;
    pen_rect(sc, box, 4, waits ? paint_dash(paint_both(INK_PANEL, INK_MUTED, 1.2f), 3, 3)
                               : paint_fill(INK_IDLE));
    if (w < box.w - 8 && box.h >= 15 &&
        lookback_clear(sc, l, i, mid - w / 2, mid + w / 2) &&
        !lookback_crossed(l, i, mid - w / 2, mid + w / 2))
        pen_text(sc, mid, pen_middle(sc, box.y + box.h / 2, TEXT_SMALL), TEXT_SMALL,
                 FACE_UI, waits ? INK_MUTED : INK_TEXT, ANCHOR_MIDDLE, text);
}

/* Times in which a tile polled in vain; those that overlap are one. */
static void lookback_waits(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    double from = 0, to = -1;

    for (uint32_t k = 0; k < life->reads; k++) {
        const struct tile_read *r = &l->tiles->read[life->read + k];

        if (!r->failed)
            continue;
        if ((double)r->since > to) {
            if (to > from)
                lookback_bar(sc, l, i, from, to, true);
            from = (double)r->since;
        }
        to = (double)r->at;
    }
    if (to > from)
        lookback_bar(sc, l, i, from, to, true);
}

static void lookback_row(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    double until = (double)life->end;

    if (!life->traced)
        return;
    if (life->reads && (double)l->tiles->read[life->read].since < until)
        until = (double)l->tiles->read[life->read].since;
    if (life->states && (double)l->tiles->state[life->state].at < until)
        until = (double)l->tiles->state[life->state].at;
    lookback_bar(sc, l, i, (double)life->begin, until, false);
    lookback_waits(sc, l, i);
}

/* Whether the chart shows all that is half wide at x. */
static bool lookback_inside(const struct lookback *l, float x, float half)
{
    return x - half >= l->chart.x && x + half <= l->chart.x + l->chart.w;
}

/* The end of a tile's work, and its publications, in a row of their own boxes. */
static void lookback_marks(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const float y = lookback_row_y(l, i), pad = l->row_h > 24 ? 4 : 2;
    const float h = l->row_h - 2 * pad;
    float free = 0;

    if (!life->traced)
        return;
    for (uint32_t k = 0; k < life->states; k++) {
        const struct tile_state *s = &l->tiles->state[life->state + k];
        const char *letter = lookback_letter(sc, s->kind);
        const float w = pen_width(sc, FACE_UI_BOLD, l->size, letter) + 8;
        const float x = lookback_x(l, (double)s->at);
        const bool room = x - w / 2 >= free && h >= 15 &&
                          (!l->cut || lookback_inside(l, x, w / 2));

        if ((double)s->at > l->now)
            break;
        if (!room) { /* a mark, beside the letter before it */
            const float at = fmaxf(x, free + 2);

            pen_rect(sc, (struct box){ at - 2, y + pad, 4, h }, 1,
                     paint_fill(lookback_ink(s->kind)));
            free = at + 3;
            continue;
        }
        pen_rect(sc, (struct box){ x - w / 2, y + pad, w, h }, 4,
                 paint_both(INK_PANEL, lookback_ink(s->kind), 2.4f));
        pen_text(sc, x, pen_middle(sc, y + l->row_h / 2, l->size), l->size,
                 FACE_UI_BOLD, INK_TEXT, ANCHOR_MIDDLE, letter);
        free = x + w / 2 + 2;
    }
    if ((double)life->end <= l->now)
        pen_circle(sc, fmaxf(lookback_x(l, (double)life->end), free + 4),
                   y + l->row_h / 2, 3.5f, paint_both(INK_BACK, INK_MUTED, 1.4f));
}

/* From what was published to who read it, up to now. */
static void lookback_arrows(struct scene *sc, const struct lookback *l, uint32_t i)
{
    uint32_t count;
    const struct tile_read *read = lookback_reads(l, i, &count);
    const bool lit = i == l->lit;
    struct spot a, b;

    for (uint32_t k = 0; k < count; k++)
        if (lookback_way(l, i, &read[k], &a, &b))
            pen_arrow(sc, a, b, INK_SOURCE, lit ? 2 : 1.2f, lit ? 1 : 0.4f);
}

/* In the row of tiles of which nothing is known. */
static void lookback_unknown(struct scene *sc, const struct lookback *l, float y)
{
    const char *text = scene_tr(sc, "not traced");
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, text);
    const struct box box = { l->chart.x - 1, y - 9, w + 14, 18 };

    pen_rect(sc, box, 4, paint_fill(INK_BACK));
    if (l->row_h >= 16)
        pen_text(sc, box.x + 6, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL, FACE_UI,
                 INK_MUTED, ANCHOR_START, text);
}

static void lookback_names(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const bool lit = i == l->lit;
    const float y = lookback_row_y(l, i) + l->row_h / 2;

    draw_group(sc->list, "tile:%u,%u", life->launch, life->tile);
    pen_line(sc, l->chart.x, y, l->chart.x + l->chart.w, y, paint_stroke(INK_RULE, 1));
    pen_fit(sc, l->chart.x - 10, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL,
            lit ? FACE_UI_BOLD : FACE_UI,
            lit ? INK_SOURCE_TEXT : life->traced ? INK_TEXT : INK_MUTED, ANCHOR_END,
            l->gutter - 10, lookback_name(sc, life));
    if (!life->traced)
        lookback_unknown(sc, l, y);
    draw_ungroup(sc->list);
}

static const char *lookback_axis(struct scene *sc, const struct lookback *l)
{
    switch (l->tiles->clock) {
    case TILE_NS:
        return pen_print(sc, scene_tr(sc, "time of the traced run →, %s in all"),
                         timings_time(sc, (double)(l->tiles->end - l->tiles->begin)));
    case TILE_EXECUTION: return scene_tr(sc, "execution order →");
    default:             return scene_tr(sc, "an order that the run allows →");
    }
}

static bool lookback_now_seen(const struct lookback *l)
{
    return !l->cut || lookback_inside(l, lookback_x(l, l->now), -1);
}

/* Above the chart: what its axis is, and "now" over the line. */
static void lookback_over(struct scene *sc, const struct lookback *l)
{
    const float y = l->chart.y;
    const char *now = scene_tr(sc, "now");
    const char *axis = lookback_axis(sc, l);
    const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, now);
    const float end = l->chart.x + pen_width(sc, FACE_UI, TEXT_SMALL, axis) + 10;
    float at = fminf(lookback_x(l, l->now), sc->board.x + sc->board.w - w / 2);

    pen_fit(sc, l->chart.x, y - 8, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            l->chart.w, axis);
    if (at - w / 2 < end)
        at = fmaxf(at, end + w / 2);
    if (lookback_now_seen(l))
        pen_text(sc, at, y - 8, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_MIDDLE, now);
}

static void lookback_line(struct scene *sc, const struct lookback *l)
{
    const float x = lookback_x(l, l->now), y = l->chart.y;

    if (lookback_now_seen(l))
        pen_line(sc, x, y - 2, x, y + l->chart.h,
                 paint_dash(paint_stroke(INK_TEXT, 1.6f), 5, 4));
}

/* ---- legend and the tiles left out ------------------------------------------------------ */

static float lookback_key(struct scene *sc, float x, float y, struct draw_paint paint,
                          const char *letter, const char *text)
{
    const float w = letter[0] ? 20 : 26;

    pen_rect(sc, (struct box){ x, y, w, 18 }, 4, paint);
    pen_text(sc, x + w / 2, pen_middle(sc, y + 9, TEXT_SMALL), TEXT_SMALL, FACE_UI_BOLD,
             INK_TEXT, ANCHOR_MIDDLE, letter);
    pen_text(sc, x + w + 6, pen_middle(sc, y + 9, TEXT_SMALL), TEXT_SMALL, FACE_UI,
             INK_MUTED, ANCHOR_START, text);
    return x + w + 6 + pen_width(sc, FACE_UI, TEXT_SMALL, text) + 18;
}

static void lookback_legend(struct scene *sc, const struct lookback *l)
{
    const struct box b = l->legend;
    const uint32_t out = l->tiles->count - l->rows;
    const float y = b.y + 9;
    float x = b.x;
    const char *note = pen_print(sc, scene_tr(sc, "tiles %1$u to %2$u of %3$u"),
                                 l->tiles->life[l->first].tile,
                                 l->tiles->life[l->first + l->rows - 1].until,
                                 l->tiles->tiles);
    const float left = out ? pen_width(sc, FACE_UI, TEXT_SMALL, note) + 12 : 0;
    const float most = b.x + b.w - left;

    for (int kind = STATE_AGGREGATE; kind <= STATE_PREFIX; kind++)
        if (x + 120 < most)
            x = lookback_key(sc, x, y, paint_both(INK_PANEL, lookback_ink(kind), 2.4f),
                             lookback_letter(sc, kind), lookback_kind(sc, kind));
    if (x + 190 < most)
        x = lookback_key(sc, x, y,
                         paint_dash(paint_both(INK_PANEL, INK_MUTED, 1.2f), 3, 3), "",
                         scene_tr(sc, "waits, polls in vain"));
    if (out)
        pen_text(sc, b.x + b.w, pen_middle(sc, y + 9, TEXT_SMALL), TEXT_SMALL, FACE_UI,
                 INK_MUTED, ANCHOR_END, note);
}

static void lookback_all(struct scene *sc)
{
    struct lookback l;

    if (!lookback_plan(sc, &l))
        return;
    lookback_strip(sc, &l);
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        lookback_names(sc, &l, i);
    lookback_over(sc, &l);
    if (l.cut)
        pen_clip(sc, (struct box){ l.chart.x, l.chart.y - 3, l.chart.w, l.chart.h + 6 });
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        if (i != l.lit)
            lookback_arrows(sc, &l, i);
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        lookback_row(sc, &l, i);
    lookback_line(sc, &l);
    if (lookback_shown(&l, l.lit))
        lookback_arrows(sc, &l, l.lit);
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        lookback_marks(sc, &l, i);
    if (l.cut)
        pen_unclip(sc);
    lookback_legend(sc, &l);
}

/* All of it hangs on the moment, so that between two steps all of it moves. */
void lookback_draw(struct scene *sc)
{
    if (sc->part >= 1)
        lookback_all(sc);
}

void lookback_moving(struct scene *sc)
{
    if (sc->part < 1)
        lookback_all(sc);
}

bool lookback_fits(const struct findings *found)
{
    return found->tiles.count > 0;
}
