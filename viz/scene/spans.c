/* Timeline: when each warp executed each step, and when it waited.
 *
 * A row a warp, under a head a block; where they are too many, a row a block.
 * The picture is of the whole run; the step shown is lit. A bar is work, a hole in
 * it or a frame between two is a wait. Steps are named in their bars, or above
 * the first row where those are too short. On a GPU with stamps the axis is time;
 * on the host only the order of events means anything, and the axis says so. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

enum { GUTTER_MOST = 250, GUTTER_HALF = 190, CAPTION_H = 40, NAMES_H = 20, LEGEND_H = 32,
       ROW_LEAST = 10, LABEL_H = 18, ROW_MOST = 52, TICK_LEAST = 96 };

struct row { uint32_t first, count; bool head; }; /* warps; head: first of a block */

struct chart {
    const struct spans *spans;
    struct row *row; uint32_t rows;
    uint32_t first, shown;     /* window of rows */
    bool folded;               /* a row is several warps */
    bool alone;                /* a row is a block */
    struct box area;           /* of the bars */
    float names_h;             /* above it, for names */
    float row_h, left, scale;  /* x = left + scale * moment since begin */
};

/* ---- the plan ------------------------------------------------------------------- */

static bool warps_together(const struct warp_row *a, const struct warp_row *b)
{
    return a->launch == b->launch && a->tile == b->tile && a->block == b->block;
}

static bool chart_rows(struct scene *sc, struct chart *c, bool folded)
{
    const struct spans *spans = c->spans;
    uint32_t blocks = 0;

    c->rows = 0;
    c->row = ARENA_NEW(&sc->list->arena, struct row, spans->count + 1);
    if (!c->row) {
        sc->list->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < spans->count; i++) {
        const bool head = i == 0 ||
            !warps_together(&spans->warp[i - 1], &spans->warp[i]);

        blocks += head;
        if (head || !folded)
            c->row[c->rows++] = (struct row){ i, 0, head };
        c->row[c->rows - 1].count++;
    }
    c->folded = c->rows < spans->count;
    c->alone = c->rows == blocks;
    return c->rows > 0;
}

/* ---- labels --------------------------------------------------------------------- */

static const char *label_add(struct scene *sc, const char *text, const char *more)
{
    return text[0] && more[0] ? pen_print(sc, "%s, %s", text, more)
                              : text[0] ? text : more;
}

/* Where a block ran, as far as its name does not say so: "block 4, SM 128". */
static const char *label_place(struct scene *sc, const struct chart *c,
                               const struct warp_row *warp)
{
    const char *block = spans_tiled(sc->found)
        ? pen_print(sc, scene_tr(sc, "block %u"), warp->block) : "";

    return c->spans->clock == TILE_NS ? label_add(sc, block, pen_print(sc, "SM %u", warp->sm))
                                      : block;
}

/* "block 0, SM 124", "tile 0", "launch 2, block 3". */
static const char *label_head(struct scene *sc, const struct chart *c,
                              const struct warp_row *warp)
{
    const char *launch = sc->found->trace->launch_count < 2 ? ""
        : pen_print(sc, scene_tr(sc, "launch %u"), warp->launch + 1);
    const char *name = spans_tiled(sc->found)
        ? pen_print(sc, scene_tr(sc, "tile %u"), warp->tile)
        : pen_print(sc, scene_tr(sc, "block %u"), warp->block);

    return label_add(sc, label_add(sc, launch, name),
                     c->alone ? "" : label_place(sc, c, warp));
}

/* Of the row itself: its warp; where it ran, if that is a whole block. */
static const char *label_own(struct scene *sc, const struct chart *c,
                             const struct warp_row *warp)
{
    return c->alone ? label_place(sc, c, warp)
                    : pen_print(sc, scene_tr(sc, "warp %u"), warp->warp);
}

/* The greatest number of as many digits, about as wide as any. */
static uint32_t label_wide(uint32_t number)
{
    return number < 10 ? 8 : number < 100 ? 88 : number < 1000 ? 888 : 8888;
}

/* Room for the widest labels there may be. */
static float chart_gutter(struct scene *sc, const struct chart *c)
{
    struct warp_row most = { 0 };
    float head, own;

    for (uint32_t i = 0; i < c->spans->count; i++) {
        const struct warp_row *warp = &c->spans->warp[i];

        most.tile = warp->tile > most.tile ? warp->tile : most.tile;
        most.block = warp->block > most.block ? warp->block : most.block;
        most.warp = warp->warp > most.warp ? warp->warp : most.warp;
        most.sm = warp->sm > most.sm ? warp->sm : most.sm;
    }
    most.tile = label_wide(most.tile);
    most.block = label_wide(most.block);
    most.warp = label_wide(most.warp);
    most.sm = label_wide(most.sm);
    head = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, label_head(sc, c, &most));
    own = pen_width(sc, FACE_UI, TEXT_SMALL, label_own(sc, c, &most));
    return fminf(head + own + (own > 0 ? 32 : 22), sc->half ? GUTTER_HALF : GUTTER_MOST);
}

/* The row of the block chosen or pointed at. */
static uint32_t chart_aim(const struct scene *sc, const struct chart *c)
{
    const struct view *v = sc->view;
    const int tile = v->tile, launch = v->launch;

    for (uint32_t i = 0; tile >= 0 && i < c->rows; i++) {
        const struct warp_row *warp = &c->spans->warp[c->row[i].first];

        if (warp->tile == (uint32_t)tile && warp->launch == (uint32_t)launch)
            return i;
    }
    return 0;
}

/* Where the step shown lies in all of the time, 0 to 1. */
static float chart_share(const struct scene *sc, const struct chart *c)
{
    const uint64_t all = c->spans->end - c->spans->begin;
    uint64_t begin = c->spans->end, end = c->spans->begin;

    for (uint32_t i = 0; sc->aim > 0 && i < c->spans->count; i++) {
        const struct warp_span *span = spans_step(c->spans, &c->spans->warp[i],
                                                  sc->aim - 1);

        if (span && span->begin < begin)
            begin = span->begin;
        if (span && span->end > end)
            end = span->end;
    }
    if (begin > end || all == 0)
        return 0;
    return (float)((double)(begin - c->spans->begin + (end - begin) / 2) / (double)all);
}

/* Time is zoomed, about the step shown unless a pointer asks otherwise, and rows
 * until their bars have room for names. By itself the block chosen is on top. */
static void chart_place(struct scene *sc, struct chart *c)
{
    const float most = 60, zoom = sight_zoom(sc, most), wide = c->area.w * zoom;
    const float room = fmaxf(floorf(c->area.h / ROW_LEAST), 1), high = c->area.h;
    const double all = (double)(c->spans->end - c->spans->begin);
    struct sight sight = { .most = most, .w = wide, .rest = { c->area.x, c->area.y } };
    struct box body;
    float first;

    c->shown = (float)c->rows < room ? c->rows : (uint32_t)room;
    c->row_h = fminf(high / (float)c->shown * zoom, ROW_MOST);
    c->row_h = fmaxf(c->row_h, fminf(high / (float)c->shown, ROW_MOST));
    c->shown = (uint32_t)fminf(fmaxf(floorf(high / c->row_h + 0.01f), 1), (float)c->shown);
    c->area.h = c->row_h * (float)c->shown;
    sight.stage = c->area;
    sight.h = c->row_h * (float)c->rows;
    sight.look = (struct spot){ c->area.w / 2 - chart_share(sc, c) * (c->area.w - wide),
                                c->row_h * (float)chart_aim(sc, c) + c->area.h / 2 };
    body = sight_place(sc, &sight);
    first = fmaxf(roundf((c->area.y - body.y) / c->row_h), 0);
    c->first = (uint32_t)fminf(first, (float)(c->rows - c->shown));
    c->left = body.x;
    c->scale = all > 0 ? (float)((double)wide / all) : 0;
    sc->sight.look_x = (body.x + wide * chart_share(sc, c)) * sc->scale;
}

static bool chart_plan(struct scene *sc, struct chart *c)
{
    const struct box b = sc->board;
    float gutter;

    *c = (struct chart){ .spans = &sc->found->spans, .names_h = sc->half ? 0 : NAMES_H };
    if (b.w < 300 || b.h < 120)
        return false;
    c->area = (struct box){ b.x, b.y + CAPTION_H + c->names_h, b.w - 8,
                            b.h - CAPTION_H - c->names_h - LEGEND_H };
    if (!chart_rows(sc, c, false))
        return false;
    if (c->area.h / (float)c->rows < ROW_LEAST && !sc->view->unfold &&
        !chart_rows(sc, c, true))
        return false;
    gutter = chart_gutter(sc, c);
    c->area.x += gutter;
    c->area.w -= gutter;
    chart_place(sc, c);
    return true;
}

static float chart_x(const struct chart *c, uint64_t at)
{
    return c->left + c->scale * (float)(at - c->spans->begin);
}

/* ---- axis --------------------------------------------------------------------------- */

/* 1, 2 or 5 times a power of ten, so that ticks do not crowd. */
static double chart_tick(const struct chart *c)
{
    const double least = c->scale > 0 ? TICK_LEAST / (double)c->scale : 1;
    double tick = pow(10, floor(log10(fmax(least, 1))));

    if (tick < least)
        tick *= tick * 2 >= least ? 2 : tick * 5 >= least ? 5 : 10;
    return fmax(tick, 1);
}

static const char *chart_caption(struct scene *sc, const struct chart *c, bool micro)
{
    const char *unit = micro ? "µs" : "ns";

    switch (c->spans->clock) {
    case TILE_NS:
        return pen_print(sc, sc->half
                             ? scene_tr(sc, "time of the traced run in %s →")
                             : scene_tr(sc, "time of the traced run in %s (tracing slows it "
                                            "down) →"), unit);
    case TILE_EXECUTION:
        if (sc->half)
            return scene_tr(sc, "execution order →");
        return scene_tr(sc, "execution order → (a run on a GPU has times)");
    default:
        return scene_tr(sc, "an order that the run allows →");
    }
}

static void chart_axis(struct scene *sc, const struct chart *c)
{
    const double tick = chart_tick(c);
    const double from = fmax(((double)c->area.x - (double)c->left) / (double)c->scale, 0);
    const double all = (double)(c->spans->end - c->spans->begin);
    const bool micro = c->spans->clock == TILE_NS && tick >= 1000;
    const float bottom = c->area.y + c->area.h, end = c->area.x + c->area.w;
    const float top = c->area.y - c->names_h;

    pen_fit(sc, c->area.x, sc->board.y + 14, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, c->area.w, chart_caption(sc, c, micro));
    if (c->scale <= 0)
        return;
    for (double at = ceil(from / tick) * tick; at <= all; at += tick) {
        const float x = c->left + c->scale * (float)at;
        const char *text = pen_print(sc, "%.0f", micro ? at / 1000 : at);
        const float half = pen_width(sc, FACE_UI, TEXT_SMALL, text) / 2;

        if (x > end + 0.5f)
            break;
        pen_line(sc, x, top - 4, x, top, paint_stroke(INK_RULE, 1));
        pen_line(sc, x, c->area.y, x, bottom, paint_stroke(INK_RULE, 1));
        pen_text(sc, fminf(x, end + 6 - half), top - 8, TEXT_SMALL, FACE_UI,
                 INK_MUTED, ANCHOR_MIDDLE, text);
    }
}

/* ---- rows ----------------------------------------------------------------------------- */

static void row_label(struct scene *sc, const struct chart *c, const struct row *row,
                      float y)
{
    const uint32_t every = (uint32_t)ceilf(LABEL_H / c->row_h);
    const uint32_t index = (uint32_t)(row - c->row) - c->first;
    const struct warp_row *warp = &c->spans->warp[row->first];
    const bool lit = sc->view->tile == (int)warp->tile &&
                     sc->view->launch == (int)warp->launch;
    const float base = pen_middle(sc, y + c->row_h / 2, TEXT_SMALL);
    const char *own = label_own(sc, c, warp);
    const float left = c->area.x - sc->board.x - 20 -
                       pen_width(sc, FACE_UI, TEXT_SMALL, own);

    if (row->head && y > c->area.y + 1 && c->row_h >= LABEL_H)
        pen_line(sc, sc->board.x, y, c->area.x + c->area.w, y, paint_stroke(INK_RULE, 1));
    if (index % every != 0)
        return;
    draw_group(sc->list, "tile:%u,%u", warp->launch, warp->tile);
    if (row->head)
        pen_fit(sc, sc->board.x, base, TEXT_SMALL, FACE_UI_BOLD,
                lit ? INK_SOURCE_TEXT : INK_TEXT, ANCHOR_START, left,
                label_head(sc, c, warp));
    pen_text(sc, c->area.x - 10, base, TEXT_SMALL, FACE_UI, INK_TEXT, ANCHOR_END, own);
    draw_ungroup(sc->list);
}

/* The part of a span that lies in the chart; false: none that can be seen. */
static bool bar_box(const struct chart *c, uint64_t begin, uint64_t end, float y,
                    struct box *box)
{
    const float pad = c->row_h > 26 ? 4 : c->row_h > 14 ? 2 : 1;
    const float x0 = fmaxf(chart_x(c, begin), c->area.x);
    const float x1 = fminf(fmaxf(chart_x(c, end), chart_x(c, begin) + 1),
                           c->area.x + c->area.w);

    *box = (struct box){ x0, y + pad, x1 - x0, c->row_h - 2 * pad };
    return box->w >= 0.5f;
}

/* One step of a row's warps, from their first event in it to the last. */
static bool row_range(const struct chart *c, const struct row *row, uint32_t step,
                      uint64_t *begin, uint64_t *end)
{
    *begin = UINT64_MAX;
    *end = 0;
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        const struct warp_span *span = spans_step(c->spans, &c->spans->warp[i], step);

        if (span && span->begin < *begin)
            *begin = span->begin;
        if (span && span->end > *end)
            *end = span->end;
    }
    return *begin <= *end;
}

static void row_step(struct scene *sc, const struct chart *c, const struct row *row,
                     uint32_t step, float y)
{
    const bool now = sc->aim == step + 1;
    uint64_t begin, end;
    struct box box;

    if (!row_range(c, row, step, &begin, &end) || !bar_box(c, begin, end, y, &box))
        return;
    if (box.w < 3)
        pen_rect(sc, box, 0, paint_fill(now ? INK_SOURCE : INK_BAR));
    else
        pen_rect(sc, box, 3, paint_both(now ? INK_SOURCE : INK_BAR, INK_BACK, 1));
}

/* Frames of many low rows would be louder than the bars. */
static struct draw_paint wait_paint(const struct chart *c, enum span_kind kind)
{
    if (kind == SPAN_POLL)
        return paint_fill(INK_SERIES_2);
    return c->row_h > 26 ? paint_both(INK_BACK, INK_MUTED, 1.2f)
                         : paint_both(INK_BACK, INK_BAR, 1.2f);
}

/* Waits lie over the steps; a folded row shows none, its warps differ. */
static void row_waits(struct scene *sc, const struct chart *c, const struct row *row,
                      float y)
{
    const struct warp_row *warp = &c->spans->warp[row->first];

    for (uint32_t i = warp->wait; row->count == 1 && i < warp->wait + warp->waits; i++) {
        const struct warp_span *span = &c->spans->span[i];
        struct box box;

        if (!bar_box(c, span->begin, span->end, y, &box) || box.w < 2)
            continue;
        box.y += box.h / 4;
        box.h /= 2;
        pen_rect(sc, box, 2, box.w < 4 && span->kind == SPAN_BARRIER
                     ? paint_fill(INK_BACK) : wait_paint(c, span->kind));
    }
}

/* ---- names of steps ----------------------------------------------------------------------- */

/* Where a bar has room for its step's name, up to the first wait. */
static bool name_fits(struct scene *sc, const struct chart *c, const struct warp_row *warp,
                      const struct warp_span *span, float y, struct box *box)
{
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, step_label(sc, span->step));
    const struct warp_span *wait = c->spans->span + warp->wait;
    uint64_t end = span->end;

    for (uint32_t k = 0; k < warp->waits; k++)
        if (wait[k].end > span->begin && wait[k].begin < end)
            end = wait[k].begin > span->begin ? wait[k].begin : span->begin;
    return bar_box(c, span->begin, end, y, box) && box->w >= w + 10 && box->h >= 19;
}

static void row_names(struct scene *sc, const struct chart *c, const struct row *row,
                      float y)
{
    const struct warp_row *warp = &c->spans->warp[row->first];

    for (uint32_t i = warp->work; row->count == 1 && i < warp->work + warp->works; i++) {
        const struct warp_span *span = &c->spans->span[i];
        struct box box;

        if (name_fits(sc, c, warp, span, y, &box))
            pen_text(sc, box.x + 5, pen_middle(sc, y + c->row_h / 2, TEXT_SMALL),
                     TEXT_SMALL, FACE_UI,
                     sc->aim == span->step + 1 ? INK_ON_SOURCE : INK_TEXT, ANCHOR_START,
                     step_label(sc, span->step));
    }
}

/* The place above the first row for a step's name; false: it needs none there, or
 * would stand over others' bars. The name of the step shown may. */
static bool name_above(struct scene *sc, const struct chart *c, uint32_t step,
                       struct box *box)
{
    const struct row *row = &c->row[c->first];
    const struct warp_row *warp = &c->spans->warp[row->first];
    const struct warp_span *span = spans_step(c->spans, warp, step);
    const bool now = sc->aim == step + 1;
    const float w = pen_width(sc, now ? FACE_UI_BOLD : FACE_UI, TEXT_SMALL,
                              step_label(sc, step));
    uint64_t begin, end;

    if (!row_range(c, row, step, &begin, &end) ||
        !bar_box(c, begin, end, c->area.y, box) || (!now && w > box->w + 30))
        return false;
    const float middle = box->x + box->w / 2;
    if (row->count == 1 && span && name_fits(sc, c, warp, span, c->area.y, box))
        return false;
    box->x = fminf(fmaxf(middle - w / 2, c->area.x), c->area.x + c->area.w - w);
    box->w = w;
    return true;
}

static void chart_names(struct scene *sc, const struct chart *c)
{
    const float base = c->area.y - 5, gap = 6, shift = 10;
    struct box now = { 0 }, box;
    float used = 0;

    if (c->names_h <= 0)
        return;
    if (sc->aim > 0 && name_above(sc, c, sc->aim - 1, &now))
        pen_text(sc, now.x, base, TEXT_SMALL, FACE_UI_BOLD, INK_SOURCE_TEXT, ANCHOR_START,
                 step_label(sc, sc->aim - 1));
    for (uint32_t step = 0; step < sc->found->steps.count; step++) {
        if (sc->aim == step + 1 || !name_above(sc, c, step, &box) || used > box.x + shift)
            continue;
        box.x = fmaxf(box.x, used);
        if (box.x + box.w > c->area.x + c->area.w ||
            (now.w > 0 && box.x < now.x + now.w + gap && now.x < box.x + box.w + gap))
            continue;
        pen_text(sc, box.x, base, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
                 step_label(sc, step));
        used = box.x + box.w + gap;
    }
}

static void chart_row(struct scene *sc, const struct chart *c, uint32_t index)
{
    const struct row *row = &c->row[index];
    const float y = c->area.y + c->row_h * (float)(index - c->first);

    row_label(sc, c, row, y);
    for (uint32_t step = 0; step < sc->found->steps.count; step++)
        row_step(sc, c, row, step, y);
    row_waits(sc, c, row, y);
    row_names(sc, c, row, y);
}

/* ---- legend ------------------------------------------------------------------------------ */

static float legend_key(struct scene *sc, float x, float y, float most,
                        struct draw_paint paint, const char *text)
{
    const float w = 32 + pen_width(sc, FACE_UI, TEXT_SMALL, text);

    if (x + w > most)
        return x;
    pen_rect(sc, (struct box){ x, y + 3, 24, 12 }, 3, paint);
    pen_text(sc, x + 32, pen_middle(sc, y + 9, TEXT_SMALL), TEXT_SMALL, FACE_UI,
             INK_MUTED, ANCHOR_START, text);
    return x + w + 18;
}

static void chart_legend(struct scene *sc, const struct chart *c)
{
    const struct box b = sc->board;
    const float y = b.y + b.h - LEGEND_H + 10;
    const char *note = "";
    float x = b.x, most = b.x + b.w;

    if (c->shown < c->rows)
        note = pen_print(sc, scene_tr(sc, "rows %1$u to %2$u of %3$u"), c->first + 1,
                         c->first + c->shown, c->rows);
    else if (c->folded)
        note = scene_tr(sc, "a row a block; U: a row a warp");
    if (note[0])
        most -= pen_width(sc, FACE_UI, TEXT_SMALL, note) + 14;
    pen_text(sc, b.x + b.w, pen_middle(sc, y + 9, TEXT_SMALL), TEXT_SMALL, FACE_UI,
             INK_MUTED, ANCHOR_END, note);
    x = legend_key(sc, x, y, most, paint_fill(INK_SOURCE), scene_tr(sc, "the step shown"));
    x = legend_key(sc, x, y, most, paint_fill(INK_BAR), scene_tr(sc, "other steps"));
    if (c->folded)
        return;
    x = legend_key(sc, x, y, most, wait_paint(c, SPAN_BARRIER),
                   scene_tr(sc, "waits at a barrier"));
    if (spans_tiled(sc->found))
        legend_key(sc, x, y, most, wait_paint(c, SPAN_POLL), scene_tr(sc, "polls in vain"));
}

/* ---- the scene ------------------------------------------------------------------------------ */

void spans_draw(struct scene *sc)
{
    struct chart c;

    if (!chart_plan(sc, &c))
        return;
    chart_axis(sc, &c);
    chart_names(sc, &c);
    for (uint32_t i = c.first; i < c.first + c.shown; i++)
        chart_row(sc, &c, i);
    chart_legend(sc, &c);
}

bool spans_fits(const struct findings *found)
{
    return found->spans.count > 0;
}

bool spans_tiled(const struct findings *found)
{
    return found->tiles.count > 0;
}
