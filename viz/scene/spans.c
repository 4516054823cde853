/* Timeline: when each warp executed each step, and when it waited.
 *
 * A row a warp, under a head a block; where they are too many, a row a block.
 * The picture is of the whole run; the step shown is lit. On a GPU with stamps
 * the axis is time; on the host only the order of events means anything, and
 * the axis says so. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

enum { GUTTER = 190, AXIS_H = 40, LEGEND_H = 32, ROW_LEAST = 10, LABEL_H = 18, ROW_MOST = 52,
       TICK_LEAST = 96 };

struct row { uint32_t first, count; bool head; }; /* warps; head: first of a block */

struct chart {
    const struct spans *spans;
    struct row *row; uint32_t rows;
    uint32_t first, shown;     /* window of rows */
    bool folded;               /* a row a block */
    struct box area;           /* of the bars */
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

    c->rows = 0;
    c->folded = folded;
    c->row = ARENA_NEW(&sc->list->arena, struct row, spans->count + 1);
    if (!c->row) {
        sc->list->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < spans->count; i++) {
        const bool head = i == 0 ||
            !warps_together(&spans->warp[i - 1], &spans->warp[i]);

        if (head || !folded)
            c->row[c->rows++] = (struct row){ i, 0, head };
        c->row[c->rows - 1].count++;
    }
    return c->rows > 0;
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

    *c = (struct chart){ .spans = &sc->found->spans };
    if (b.w < 300 || b.h < 120)
        return false;
    c->area = (struct box){ b.x + GUTTER, b.y + AXIS_H, b.w - GUTTER - 8,
                            b.h - AXIS_H - LEGEND_H };
    if (!chart_rows(sc, c, false))
        return false;
    if (c->area.h / (float)c->rows < ROW_LEAST && !sc->view->unfold &&
        !chart_rows(sc, c, true))
        return false;
    chart_place(sc, c);
    return true;
}

static float chart_x(const struct chart *c, uint64_t at)
{
    return c->left + c->scale * (float)(at - c->spans->begin);
}

/* ---- times in words --------------------------------------------------------------- */

/* "640 ns", "12.3 µs"; on the host "640 events". */
static const char *spans_long(struct scene *sc, uint64_t length)
{
    const char *text;
    struct buf buf;

    if (sc->found->spans.clock != TILE_NS)
        return pen_print(sc, scene_trn(sc, "%llu event", "%llu events", length),
                         (unsigned long long)length);
    buf_init(&buf);
    draw_number(&buf, length < 10000 ? (double)length : (double)length / 1000);
    buf_puts(&buf, length < 10000 ? " ns" : " µs");
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
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

static const char *chart_caption(struct scene *sc, const struct chart *c)
{
    switch (c->spans->clock) {
    case TILE_NS:
        return sc->half ? scene_tr(sc, "time of the traced run in ns →")
                        : scene_tr(sc, "time of the traced run in ns (tracing slows it "
                                       "down) →");
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
    const float bottom = c->area.y + c->area.h, end = c->area.x + c->area.w;

    pen_fit(sc, c->area.x, sc->board.y + 14, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, c->area.w, chart_caption(sc, c));
    if (c->scale <= 0)
        return;
    for (double at = ceil(from / tick) * tick; at <= all; at += tick) {
        const float x = c->left + c->scale * (float)at;
        const char *text = pen_print(sc, "%.0f", at);
        const float half = pen_width(sc, FACE_UI, TEXT_SMALL, text) / 2;

        if (x > end + 0.5f)
            break;
        pen_line(sc, x, c->area.y - 4, x, bottom, paint_stroke(INK_RULE, 1));
        pen_text(sc, fminf(x, end + 6 - half), c->area.y - 8, TEXT_SMALL, FACE_UI,
                 INK_MUTED, ANCHOR_MIDDLE, text);
    }
}

/* ---- rows ----------------------------------------------------------------------------- */

static const char *row_block(struct scene *sc, const struct chart *c,
                             const struct warp_row *warp)
{
    const char *block = pen_print(sc, scene_tr(sc, "block %u"), warp->block);

    return c->spans->clock == TILE_NS ? pen_print(sc, "%s, SM %u", block, warp->sm)
                                      : block;
}

static void row_label(struct scene *sc, const struct chart *c, const struct row *row,
                      float y)
{
    const uint32_t every = (uint32_t)ceilf(LABEL_H / c->row_h);
    const uint32_t index = (uint32_t)(row - c->row) - c->first;
    const struct warp_row *warp = &c->spans->warp[row->first];
    const bool lit = sc->view->tile == (int)warp->tile &&
                     sc->view->launch == (int)warp->launch;
    const float base = pen_middle(sc, y + c->row_h / 2, TEXT_SMALL);
    const char *own = c->folded ? "" : pen_print(sc, scene_tr(sc, "warp %u"), warp->warp);
    const float left = GUTTER - 20 - pen_width(sc, FACE_UI, TEXT_SMALL, own);

    if (row->head && y > c->area.y + 1 && c->row_h >= LABEL_H)
        pen_line(sc, sc->board.x, y, c->area.x + c->area.w, y, paint_stroke(INK_RULE, 1));
    if (index % every != 0)
        return;
    draw_group(sc->list, "tile:%u,%u", warp->launch, warp->tile);
    if (row->head)
        pen_fit(sc, sc->board.x, base, TEXT_SMALL, FACE_UI_BOLD,
                lit ? INK_SOURCE_TEXT : INK_TEXT, ANCHOR_START, left,
                row_block(sc, c, warp));
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
static void row_step(struct scene *sc, const struct chart *c, const struct row *row,
                     uint32_t step, float y)
{
    const bool now = sc->aim == step + 1;
    uint64_t begin = UINT64_MAX, end = 0;
    struct box box;

    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        const struct warp_span *span = spans_step(c->spans, &c->spans->warp[i], step);

        if (span && span->begin < begin)
            begin = span->begin;
        if (span && span->end > end)
            end = span->end;
    }
    if (begin > end || !bar_box(c, begin, end, y, &box))
        return;
    if (box.w < 3)
        pen_rect(sc, box, 0, paint_fill(now ? INK_SOURCE : INK_MUTED));
    else
        pen_rect(sc, box, 3, now ? paint_both(INK_PANEL, INK_SOURCE, 2)
                                 : paint_both(INK_IDLE, INK_BACK, 1));
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
        pen_rect(sc, box, 2, span->kind == SPAN_POLL
                     ? paint_fill(INK_SERIES_2)
                     : paint_dash(paint_both(INK_BACK, INK_MUTED, 1.2f), 3, 3));
    }
}

/* Names of steps where a bar has room between its waits. */
static void row_names(struct scene *sc, const struct chart *c, const struct row *row,
                      float y)
{
    const struct warp_row *warp = &c->spans->warp[row->first];

    for (uint32_t i = warp->work; row->count == 1 && i < warp->work + warp->works; i++) {
        const struct warp_span *span = &c->spans->span[i];
        const char *name = step_label(sc, span->step);
        const float w = pen_width(sc, FACE_UI, TEXT_SMALL, name);
        uint64_t end = span->end;
        struct box box;

        for (uint32_t k = warp->wait; k < warp->wait + warp->waits; k++)
            if (c->spans->span[k].end > span->begin && c->spans->span[k].begin < end)
                end = c->spans->span[k].begin > span->begin ? c->spans->span[k].begin
                                                            : span->begin;
        if (bar_box(c, span->begin, end, y, &box) && box.w >= w + 10 && box.h >= 19)
            pen_text(sc, box.x + 5, pen_middle(sc, y + c->row_h / 2, TEXT_SMALL),
                     TEXT_SMALL, FACE_UI, INK_TEXT, ANCHOR_START, name);
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
    x = legend_key(sc, x, y, most, paint_both(INK_PANEL, INK_SOURCE, 2),
                   scene_tr(sc, "the step shown"));
    x = legend_key(sc, x, y, most, paint_both(INK_IDLE, INK_RULE, 1),
                   scene_tr(sc, "other steps"));
    if (c->folded)
        return;
    x = legend_key(sc, x, y, most,
                   paint_dash(paint_both(INK_BACK, INK_MUTED, 1.2f), 3, 3),
                   scene_tr(sc, "waits at a barrier"));
    if (sc->found->tiles.count)
        legend_key(sc, x, y, most, paint_fill(INK_SERIES_2),
                   scene_tr(sc, "polls in vain"));
}

/* ---- the scene ------------------------------------------------------------------------------ */

void spans_draw(struct scene *sc)
{
    struct chart c;

    if (!chart_plan(sc, &c))
        return;
    chart_axis(sc, &c);
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

/* ---- what it says ------------------------------------------------------------------------------ */

struct told { uint64_t begin, end, first_done, wait; uint32_t waiter, warps; };

/* The step over all warps: begin, end, and the longest wait in it. */
static bool spans_told(const struct spans *spans, uint32_t step, struct told *told)
{
    *told = (struct told){ .begin = UINT64_MAX, .first_done = UINT64_MAX };
    for (uint32_t i = 0; i < spans->count; i++) {
        const struct warp_row *warp = &spans->warp[i];
        const struct warp_span *span = spans_step(spans, warp, step);

        if (!span)
            continue;
        told->warps++;
        told->begin = span->begin < told->begin ? span->begin : told->begin;
        told->end = span->end > told->end ? span->end : told->end;
        told->first_done = span->end < told->first_done ? span->end : told->first_done;
        for (uint32_t k = warp->wait; k < warp->wait + warp->waits; k++) {
            const struct warp_span *wait = &spans->span[k];

            if (wait->step == step && wait->end - wait->begin > told->wait) {
                told->wait = wait->end - wait->begin;
                told->waiter = i;
            }
        }
    }
    return told->begin != UINT64_MAX;
}

static const char *spans_whole(struct scene *sc)
{
    const struct spans *spans = &sc->found->spans;
    const char *took = spans_long(sc, spans->end - spans->begin);

    const char *ran;

    if (spans->clock == TILE_NS) {
        ran = pen_print(sc, scene_trn(sc, "One warp ran for %2$s, tracing included.",
                                      "%1$u warps ran for %2$s in all, tracing included.",
                                      spans->count), spans->count, took);
        return pen_print(sc, "%s %s", ran,
                         pen_print(sc, scene_trn(sc, "One multiprocessor was at work.",
                                                 "%u multiprocessors were at work.",
                                                 spans->multiprocessors),
                                   spans->multiprocessors));
    }
    return pen_print(sc, scene_trn(sc,
        "One warp, in the order in which the host ran its events: %2$s, no times.",
        "%1$u warps, in the order in which the host ran their events: %2$s, no times.",
        spans->count), spans->count, took);
}

/* "None waited in it", and those who polled in vain at other times. */
static const char *spans_polled(struct scene *sc, const char *took, const char *late)
{
    const struct spans *spans = &sc->found->spans;
    const char *none = pen_print(sc, scene_tr(sc, "This step took %1$s; its last warp was "
                                                  "done %2$s after the first. None waited "
                                                  "in it."), took, late);
    uint32_t warps = 0;
    uint64_t most = 0;

    for (uint32_t i = 0; i < spans->count; i++) {
        const struct warp_row *warp = &spans->warp[i];
        bool polls = false;

        for (uint32_t k = warp->wait; k < warp->wait + warp->waits; k++) {
            const struct warp_span *wait = &spans->span[k];

            if (wait->kind != SPAN_POLL)
                continue;
            polls = true;
            most = wait->end - wait->begin > most ? wait->end - wait->begin : most;
        }
        warps += polls;
    }
    if (!warps)
        return none;
    return pen_print(sc, "%s %s", none, pen_print(sc, scene_trn(sc,
        "In the whole run one warp polled in vain, for up to %2$s.",
        "In the whole run %1$u warps polled in vain, for up to %2$s.", warps),
        warps, spans_long(sc, most)));
}

const char *spans_say(struct scene *sc)
{
    const struct spans *spans = &sc->found->spans;
    const char *took, *late, *wait;
    struct told told;

    if (sc->aim == 0 || !spans_told(spans, sc->aim - 1, &told))
        return spans_whole(sc);
    took = spans_long(sc, told.end - told.begin);
    late = spans_long(sc, told.end - told.first_done);
    if (told.warps == 1 && !told.wait)
        return pen_print(sc, scene_tr(sc, "This step took %s. One warp was at work; it "
                                          "waited for nobody."), took);
    if (told.warps == 1)
        return pen_print(sc, scene_tr(sc, "This step took %1$s. One warp was at work; it "
                                          "waited %2$s."), took,
                         spans_long(sc, told.wait));
    if (!told.wait)
        return spans_polled(sc, took, late);
    wait = spans_long(sc, told.wait);
    return pen_print(sc, scene_tr(sc, "This step took %1$s; its last warp was done %2$s "
                                      "after the first. Warp %3$u of block %4$u waited "
                                      "longest, %5$s."), took, late,
                     spans->warp[told.waiter].warp, spans->warp[told.waiter].block, wait);
}
