/* Look-back: the status words over time, who reads whom, who waits.
 *
 * Above, the words as they stand now; below, a row a tile. The line "now" is
 * the moment at which the tile in focus had done the current step; what comes
 * after it is not drawn. On the host only the order of events means anything,
 * so each of them takes the same room; on a GPU the axis is time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

enum { ROWS_MOST = 16, GUTTER = 72, STRIP_H = 152, BOX_H = 46, AXIS_H = 22,
       LEGEND_H = 30, STATE_AGGREGATE = 1, STATE_PREFIX = 2, SHOWN_READS = 4 };

struct lookback {
    const struct tiles *tiles;
    uint32_t first, rows;      /* window of lives */
    uint32_t focus, lit;       /* life that sets the time; life pointed at */
    double now;
    uint64_t *moment; uint32_t moments; /* ascending, host only */
    struct box strip, chart, legend;
    float row_h;
};

/* ---- time ---------------------------------------------------------------------- */

static int lookback_order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static void lookback_add(struct lookback *l, uint64_t at)
{
    l->moment[l->moments++] = at;
}

/* All moments at which something happens in the window, each once. */
static bool lookback_moments(struct scene *sc, struct lookback *l)
{
    uint32_t room = 0, kept = 0;

    for (uint32_t i = l->first; i < l->first + l->rows; i++)
        room += 2 + l->tiles->life[i].states + 2 * l->tiles->life[i].reads;
    l->moment = ARENA_NEW(&sc->list->arena, uint64_t, room);
    if (!l->moment) {
        sc->list->failed = true;
        return false;
    }
    for (uint32_t i = l->first; i < l->first + l->rows; i++) {
        const struct tile_life *life = &l->tiles->life[i];

        lookback_add(l, life->begin);
        lookback_add(l, life->end);
        for (uint32_t k = 0; k < life->states; k++)
            lookback_add(l, l->tiles->state[life->state + k].at);
        for (uint32_t k = 0; k < life->reads; k++) {
            lookback_add(l, l->tiles->read[life->read + k].since);
            lookback_add(l, l->tiles->read[life->read + k].at);
        }
    }
    qsort(l->moment, l->moments, sizeof(l->moment[0]), lookback_order);
    for (uint32_t i = 0; i < l->moments; i++)
        if (i == 0 || l->moment[i] != l->moment[kept - 1])
            l->moment[kept++] = l->moment[i];
    l->moments = kept;
    return true;
}

/* Where a moment lies between the first and the last one, 0 to 1. */
static double lookback_share(const struct lookback *l, double at)
{
    const double begin = (double)l->moment[0];
    const double end = (double)l->moment[l->moments - 1];
    uint32_t low = 0, high = l->moments - 1;

    if (at <= begin || l->moments < 2)
        return 0;
    if (at >= end)
        return 1;
    if (l->tiles->clock == TILE_NS)
        return (at - begin) / (end - begin);
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;

        if ((double)l->moment[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return (low + (at - (double)l->moment[low]) /
                      (double)(l->moment[high] - l->moment[low])) /
           (l->moments - 1);
}

static float lookback_x(const struct lookback *l, double at)
{
    return l->chart.x + l->chart.w * (float)lookback_share(l, at);
}

static double lookback_step_at(const struct scene *sc, uint32_t life, uint32_t step)
{
    const struct steps *steps = &sc->found->steps;
    const struct tiles *tiles = &sc->found->tiles;

    if (step >= steps->count)
        return (double)tiles->end;
    return (double)tiles->step_at[(size_t)life * (steps->count + 1) + step];
}

/* ---- the plan -------------------------------------------------------------------- */

static uint32_t lookback_find(const struct tiles *tiles, int launch, int tile,
                              uint32_t otherwise)
{
    for (uint32_t i = 0; tile >= 0 && i < tiles->count; i++)
        if (tiles->life[i].tile == (uint32_t)tile &&
            tiles->life[i].launch == (uint32_t)launch)
            return i;
    return otherwise;
}

/* Unless one is chosen: the tile that read most, the latest of them. */
static uint32_t lookback_focus(const struct scene *sc)
{
    const struct tiles *tiles = &sc->found->tiles;
    uint32_t most = 0;

    for (uint32_t i = 0; i < tiles->count; i++) {
        const struct tile_life *a = &tiles->life[i], *b = &tiles->life[most];

        if (a->reads > b->reads || (a->reads == b->reads && a->failed >= b->failed))
            most = i;
    }
    return lookback_find(tiles, sc->view->launch, sc->view->tile, most);
}

static void lookback_window(struct lookback *l, uint32_t room)
{
    const uint32_t count = l->tiles->count;

    l->rows = count < room ? count : room;
    l->first = l->focus + 1 > l->rows ? l->focus + 1 - l->rows : 0;
    if (l->first + l->rows < count && l->first > 0)
        l->first++;
}

static double lookback_now(const struct scene *sc, uint32_t life)
{
    const double a = lookback_step_at(sc, life, sc->part < 1 ? sc->done : sc->aim);

    if (sc->part >= 1)
        return a;
    return a + (lookback_step_at(sc, life, sc->aim) - a) * sc->part;
}

static bool lookback_plan(struct scene *sc, struct lookback *l)
{
    const struct box b = sc->board;
    float high;

    *l = (struct lookback){ .tiles = &sc->found->tiles };
    if (l->tiles->count == 0 || b.w < 240 || b.h < 130)
        return false;
    l->focus = lookback_focus(sc);
    l->now = lookback_now(sc, l->focus);
    if (b.h > STRIP_H + 180)
        l->strip = (struct box){ b.x, b.y, b.w, STRIP_H };
    l->chart = (struct box){ b.x + GUTTER, b.y + l->strip.h + AXIS_H,
                             b.w - GUTTER - 16,
                             b.h - l->strip.h - AXIS_H - LEGEND_H };
    high = l->chart.h;
    lookback_window(l, (uint32_t)fminf(fmaxf(high / 20, 1), ROWS_MOST));
    l->row_h = fminf(high / (float)l->rows, 34);
    l->chart.h = l->row_h * (float)l->rows;
    l->legend = (struct box){ b.x, b.y + b.h - LEGEND_H, b.w, LEGEND_H };
    l->lit = lookback_find(l->tiles, sc->view->hover_launch, sc->view->hover_tile,
                           l->focus);
    return lookback_moments(sc, l);
}

/* ---- status words ------------------------------------------------------------------ */

static const char *lookback_kind(struct scene *sc, int kind)
{
    switch (kind) {
    case 0:               return scene_tr(sc, "invalid");
    case STATE_AGGREGATE: return scene_tr(sc, "aggregate");
    case STATE_PREFIX:    return scene_tr(sc, "prefix");
    default:              return pen_print(sc, "%d", kind);
    }
}

static const char *lookback_letter(struct scene *sc, int kind)
{
    switch (kind) {
    case 0:               return "–";
    case STATE_AGGREGATE: return scene_tr(sc, "A");
    case STATE_PREFIX:    return scene_tr(sc, "P");
    default:              return pen_print(sc, "%d", kind);
    }
}

static enum ink lookback_ink(int kind)
{
    return kind == STATE_AGGREGATE ? INK_SERIES_2
           : kind == STATE_PREFIX ? INK_SERIES_3 : INK_RULE;
}

/* The publication that a tile's word holds now, NULL: none yet. */
static const struct tile_state *lookback_word(const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const struct tile_state *last = NULL;

    for (uint32_t k = 0; k < life->states; k++)
        if ((double)l->tiles->state[life->state + k].at <= l->now)
            last = &l->tiles->state[life->state + k];
    return last;
}

static struct box lookback_word_box(const struct lookback *l, uint32_t i)
{
    const float pitch = fminf(l->strip.w / (float)l->rows, 100);
    const float gap = pitch > 60 ? 8 : 4;

    return (struct box){ l->strip.x + pitch * (float)(i - l->first) + gap / 2,
                         l->strip.y + 22, pitch - gap, BOX_H };
}

static void lookback_box(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_state *word = lookback_word(l, i);
    const struct tile_life *life = &l->tiles->life[i];
    const struct box box = lookback_word_box(l, i);
    const int kind = word ? word->kind : 0;
    const float mid = box.x + box.w / 2;
    const bool wordy = pen_width(sc, FACE_UI, TEXT_SMALL,
                                 scene_tr(sc, "aggregate")) <= box.w - 6;
    const char *name = wordy ? lookback_kind(sc, kind) : lookback_letter(sc, kind);
    const bool lit = i == l->lit;

    draw_group(sc->list, "tile:%u,%u", life->launch, life->tile);
    if (lit)
        pen_rect(sc, (struct box){ box.x - 3, box.y - 3, box.w + 6, box.h + 6 }, 9,
                 paint_both(INK_BACK, INK_SOURCE, 2));
    pen_rect(sc, box, 7, kind ? paint_both(INK_PANEL, lookback_ink(kind), 2.4f)
                 : paint_dash(paint_both(INK_BACK, INK_RULE, 1.2f), 4, 4));
    pen_text(sc, mid, box.y + 18, TEXT_SMALL, FACE_UI, kind ? INK_TEXT : INK_MUTED,
             ANCHOR_MIDDLE, name);
    if (word)
        pen_fit(sc, mid, box.y + 38, TEXT_BODY, FACE_MONO_BOLD, INK_TEXT,
                ANCHOR_MIDDLE, box.w - 4, value_event(sc, word->event));
    name = pen_print(sc, scene_tr(sc, "tile %u"), life->tile);
    if (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) > box.w + 2)
        name = pen_print(sc, "%u", life->tile);
    pen_text(sc, mid, box.y + box.h + 18, TEXT_SMALL, lit ? FACE_UI_BOLD : FACE_UI,
             lit ? INK_SOURCE_TEXT : INK_MUTED, ANCHOR_MIDDLE, name);
    draw_ungroup(sc->list);
}

static const struct tile_read *lookback_reads(const struct lookback *l, uint32_t life,
                                              uint32_t *count)
{
    const struct tile_life *t = &l->tiles->life[life];

    *count = 0;
    while (*count < t->reads &&
           (double)l->tiles->read[t->read + *count].at <= l->now)
        ++*count;
    return l->tiles->read + t->read;
}

/* The life that published what a read met. */
static bool lookback_publisher(const struct lookback *l, const struct tile_read *r,
                               uint32_t *life, double *at)
{
    for (uint32_t i = 0; r->publish != FLOW_NONE && i < l->tiles->state_count; i++)
        if (l->tiles->state[i].event == r->publish) {
            *life = l->tiles->state[i].life;
            *at = (double)l->tiles->state[i].at;
            return true;
        }
    return false;
}

/* Arcs below the words, from each that was read to the reader. */
static void lookback_arcs(struct scene *sc, const struct lookback *l)
{
    uint32_t count, from;
    const struct tile_read *read = lookback_reads(l, l->lit, &count);
    double at;

    for (uint32_t i = 0; i < count; i++) {
        struct box a, b;
        float y, deep;

        if (!lookback_publisher(l, &read[i], &from, &at) || from < l->first ||
            from >= l->first + l->rows)
            continue;
        a = lookback_word_box(l, from);
        b = lookback_word_box(l, l->lit);
        y = a.y + a.h + 25;
        deep = 8 + 12 * fminf(fabsf(b.x - a.x) / l->strip.w * 4, 1);
        pen_curve(sc, (struct spot[4]){ { a.x + a.w / 2, y },
                                        { a.x + a.w / 2, y + deep },
                                        { b.x + b.w / 2, y + deep },
                                        { b.x + b.w / 2, y + 4 } },
                  paint_stroke(INK_SOURCE, 1.8f));
    }
    if (count) {
        const struct box b = lookback_word_box(l, l->lit);
        const float x = b.x + b.w / 2, y = b.y + b.h + 24;

        pen_shape(sc, (struct spot[3]){ { x - 4, y + 7 }, { x, y }, { x + 4, y + 7 } },
                  3, INK_SOURCE, 1);
    }
}

/* The read of the greatest status word below `below`; NULL: none. */
static const struct tile_read *lookback_nearest(const struct tile_read *read,
                                                uint32_t count, uint32_t below)
{
    const struct tile_read *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (read[i].of < below && (!best || read[i].of > best->of))
            best = &read[i];
    return best;
}

/* "aggregate 31, aggregate 31, prefix 93": the nearest tile first. */
static const char *lookback_list(struct scene *sc, const struct tile_read *read,
                                 uint32_t count)
{
    const char *text;
    struct buf buf;

    buf_init(&buf);
    for (uint32_t i = 0, below = FLOW_NONE; i < SHOWN_READS; i++) {
        const struct tile_read *r = lookback_nearest(read, count, below);

        if (!r)
            break;
        buf_printf(&buf, "%s%s %s", i ? ", " : "", lookback_kind(sc, r->kind),
                   value_event(sc, r->event));
        below = r->of;
    }
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

static const char *lookback_sum(struct scene *sc, const struct lookback *l)
{
    const uint32_t tile = l->tiles->life[l->lit].tile;
    uint32_t count;
    const struct tile_read *read = lookback_reads(l, l->lit, &count);

    if (count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %u has read no status word so far."),
                         tile);
    if (count > SHOWN_READS)
        return pen_print(sc, scene_tr(sc, "Tile %1$u has read %2$u status words: %3$s "
                                          "and more."), tile, count,
                         lookback_list(sc, read, count));
    return pen_print(sc, scene_trn(sc, "Tile %2$u has read one status word: %3$s.",
                                   "Tile %2$u has read %1$u status words: %3$s.",
                                   count),
                     count, tile, lookback_list(sc, read, count));
}

static void lookback_strip(struct scene *sc, const struct lookback *l)
{
    if (l->strip.h <= 0)
        return;
    pen_fit(sc, l->strip.x, l->strip.y + 13, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, l->strip.w, scene_tr(sc, "status words in global memory, "
                                                   "now"));
    lookback_arcs(sc, l);
    for (uint32_t i = l->first; i < l->first + l->rows; i++)
        lookback_box(sc, l, i);
    pen_fit(sc, l->strip.x, l->strip.y + STRIP_H - 12, TEXT_BODY, FACE_UI_BOLD,
            INK_SOURCE_TEXT, ANCHOR_START, l->strip.w, lookback_sum(sc, l));
}

/* ---- rows ---------------------------------------------------------------------------- */

static float lookback_row_y(const struct lookback *l, uint32_t i)
{
    return l->chart.y + l->row_h * (float)(i - l->first);
}

/* Half the width of a publication's box. */
static float lookback_half(const struct scene *sc)
{
    return (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, "A") + 8) / 2;
}

/* Whether no publication of row i stands between x0 and x1. */
static bool lookback_clear(const struct scene *sc, const struct lookback *l, uint32_t i,
                           float x0, float x1)
{
    const struct tile_life *life = &l->tiles->life[i];
    const float half = lookback_half(sc) + 2;

    for (uint32_t k = 0; k < life->states; k++) {
        const float x = lookback_x(l, (double)l->tiles->state[life->state + k].at);

        if (x + half > x0 && x - half < x1)
            return false;
    }
    return true;
}

/* A bar of a row, cut off at now; with a word in it where it fits. */
static void lookback_bar(struct scene *sc, const struct lookback *l, uint32_t i,
                         double from, double to, bool waits)
{
    const char *text = waits ? scene_tr(sc, "waits") : scene_tr(sc, "works");
    const float x0 = lookback_x(l, from), x1 = lookback_x(l, fmin(to, l->now));
    const float pad = l->row_h > 24 ? 4 : 2, mid = (x0 + x1) / 2;
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, text);
    const struct box box = { x0, lookback_row_y(l, i) + pad, x1 - x0,
                             l->row_h - 2 * pad };

    if (from >= l->now || box.w < 0.5f)
        return;
    pen_rect(sc, box, 4, waits ? paint_dash(paint_both(INK_PANEL, INK_MUTED, 1.2f), 3, 3)
                               : paint_fill(INK_IDLE));
    if (w < box.w - 8 && box.h >= 15 &&
        lookback_clear(sc, l, i, mid - w / 2, mid + w / 2))
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

    if (life->reads && (double)l->tiles->read[life->read].since < until)
        until = (double)l->tiles->read[life->read].since;
    if (life->states && (double)l->tiles->state[life->state].at < until)
        until = (double)l->tiles->state[life->state].at;
    lookback_bar(sc, l, i, (double)life->begin, until, false);
    lookback_waits(sc, l, i);
}

/* The end of a tile's work, and its publications, in a row of their own boxes. */
static void lookback_marks(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const float y = lookback_row_y(l, i), pad = l->row_h > 24 ? 4 : 2;
    const float h = l->row_h - 2 * pad;
    float free = 0;

    for (uint32_t k = 0; k < life->states; k++) {
        const struct tile_state *s = &l->tiles->state[life->state + k];
        const char *letter = lookback_letter(sc, s->kind);
        const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, letter) + 8;
        const float x = lookback_x(l, (double)s->at);
        const bool room = x - w / 2 >= free && h >= 15;

        if ((double)s->at > l->now)
            break;
        if (!room) {
            pen_rect(sc, (struct box){ x - 2, y + pad, 4, h }, 1,
                     paint_fill(lookback_ink(s->kind)));
            free = fmaxf(free, x + 3);
            continue;
        }
        pen_rect(sc, (struct box){ x - w / 2, y + pad, w, h }, 4,
                 paint_both(INK_PANEL, lookback_ink(s->kind), 2.4f));
        pen_text(sc, x, pen_middle(sc, y + l->row_h / 2, TEXT_SMALL), TEXT_SMALL,
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
    uint32_t count, from;
    const struct tile_read *read = lookback_reads(l, i, &count);
    const bool lit = i == l->lit;
    double at;

    for (uint32_t k = 0; k < count; k++) {
        struct spot a, b;
        float down;

        if (!lookback_publisher(l, &read[k], &from, &at) || from < l->first ||
            from >= l->first + l->rows)
            continue;
        down = from < i ? 1 : 0;
        a = (struct spot){ lookback_x(l, at), lookback_row_y(l, from) +
                                                  l->row_h * (down ? 0.9f : 0.1f) };
        b = (struct spot){ lookback_x(l, (double)read[k].at),
                           lookback_row_y(l, i) + l->row_h * (down ? 0.1f : 0.9f) };
        pen_arrow(sc, a, b, INK_SOURCE, lit ? 2 : 1.2f, lit ? 1 : 0.4f);
    }
}

static void lookback_names(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const bool lit = i == l->lit;
    const float y = lookback_row_y(l, i) + l->row_h / 2;

    draw_group(sc->list, "tile:%u,%u", life->launch, life->tile);
    pen_line(sc, l->chart.x, y, l->chart.x + l->chart.w, y, paint_stroke(INK_RULE, 1));
    pen_fit(sc, l->chart.x - 10, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL,
            lit ? FACE_UI_BOLD : FACE_UI, lit ? INK_SOURCE_TEXT : INK_TEXT, ANCHOR_END,
            GUTTER - 10, pen_print(sc, scene_tr(sc, "tile %u"), life->tile));
    draw_ungroup(sc->list);
}

static const char *lookback_axis(struct scene *sc, const struct lookback *l)
{
    switch (l->tiles->clock) {
    case TILE_NS:        return scene_tr(sc, "time in ns →");
    case TILE_EXECUTION: return scene_tr(sc, "execution order →");
    default:             return scene_tr(sc, "an order that the run allows →");
    }
}

static void lookback_line(struct scene *sc, const struct lookback *l)
{
    const float x = lookback_x(l, l->now), y = l->chart.y;
    const char *now = scene_tr(sc, "now");
    const char *axis = lookback_axis(sc, l);
    const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, now);
    const float end = l->chart.x + pen_width(sc, FACE_UI, TEXT_SMALL, axis) + 10;
    float at = fminf(x, sc->board.x + sc->board.w - w / 2);

    pen_line(sc, x, y - 2, x, y + l->chart.h, paint_dash(paint_stroke(INK_TEXT, 1.6f),
                                                         5, 4));
    pen_fit(sc, l->chart.x, y - 8, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            l->chart.w, axis);
    if (at - w / 2 < end)
        at = fmaxf(at, end + w / 2);
    pen_text(sc, at, y - 8, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_MIDDLE, now);
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
                                 l->tiles->life[l->first + l->rows - 1].tile,
                                 l->tiles->count);
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
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        if (i != l.lit)
            lookback_arrows(sc, &l, i);
    lookback_arrows(sc, &l, l.lit);
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        lookback_row(sc, &l, i);
    lookback_line(sc, &l);
    for (uint32_t i = l.first; i < l.first + l.rows; i++)
        lookback_marks(sc, &l, i);
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

/* ---- what it says -------------------------------------------------------------------------- */

static const char *lookback_told(struct scene *sc, const struct lookback *l)
{
    const struct tile_life *life = &l->tiles->life[l->focus];
    const struct tile_state *word = lookback_word(l, l->focus);
    uint32_t count;

    lookback_reads(l, l->focus, &count);
    if (!word)
        return pen_print(sc, scene_tr(sc, "Tile %u works on its own inputs; its status "
                                          "word is still invalid."), life->tile);
    if (word->kind == STATE_PREFIX && count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %1$u has nothing before it and publishes "
                                          "its prefix %2$s at once."), life->tile,
                         value_event(sc, word->event));
    if (word->kind == STATE_PREFIX)
        return pen_print(sc, scene_trn(sc,
            "Tile %2$u knows all inputs up to its end: it publishes the prefix %3$s "
            "after reading one status word.",
            "Tile %2$u knows all inputs up to its end: it publishes the prefix %3$s "
            "after reading %1$u status words.", count), count, life->tile,
            value_event(sc, word->event));
    if (count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %1$u has published its aggregate %2$s and "
                                          "has not looked back yet."), life->tile,
                         value_event(sc, word->event));
    return pen_print(sc, scene_trn(sc,
        "Tile %2$u has published its aggregate %3$s and has read one status word.",
        "Tile %2$u has published its aggregate %3$s and has read %1$u status words.",
        count), count, life->tile, value_event(sc, word->event));
}

const char *lookback_say(struct scene *sc)
{
    uint32_t failed = 0, count;
    const struct tile_read *read;
    struct lookback l = { .tiles = &sc->found->tiles };
    const char *told;

    if (l.tiles->count == 0)
        return "";
    l.focus = l.lit = lookback_focus(sc);
    l.now = lookback_step_at(sc, l.focus, sc->aim); /* as all narration: the aim */
    told = lookback_told(sc, &l);
    read = lookback_reads(&l, l.focus, &count);
    for (uint32_t i = 0; i < count; i++)
        failed += read[i].failed;
    if (!failed)
        return told;
    return pen_print(sc, "%s %s", told,
                     pen_print(sc, scene_trn(sc, "One poll met an invalid word.",
                                             "%u polls met an invalid word.", failed),
                               failed));
}
