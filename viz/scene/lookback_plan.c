/* Time in the look-back view, and the tiles it shows.
 *
 * On the host only the order of events means anything, so each of them takes
 * the same room on the axis; on a GPU the axis is time. */
#include <math.h>
#include <stdlib.h>

#include "scene/lookback.h"

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

        if (!life->traced)
            continue;
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
    double begin, end;
    uint32_t low = 0, high = l->moments ? l->moments - 1 : 0;

    if (l->moments < 2 || at <= (double)l->moment[0])
        return 0;
    begin = (double)l->moment[0];
    end = (double)l->moment[high];
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

float lookback_x(const struct lookback *l, double at)
{
    return l->left + l->wide * (float)lookback_share(l, at);
}

double lookback_step_at(const struct scene *sc, uint32_t life, uint32_t step)
{
    const struct steps *steps = &sc->found->steps;
    const struct tiles *tiles = &sc->found->tiles;

    if (step == 0)
        return (double)tiles->begin;
    if (step >= steps->count)
        return (double)tiles->end;
    return (double)tiles->step_at[(size_t)life * (steps->count + 1) + step];
}

/* ---- the plan -------------------------------------------------------------------- */

static uint32_t lookback_find(const struct tiles *tiles, int launch, int tile,
                              uint32_t otherwise)
{
    for (uint32_t i = 0; tile >= 0 && i < tiles->count; i++)
        if (tiles->life[i].tile <= (uint32_t)tile &&
            tiles->life[i].until >= (uint32_t)tile &&
            tiles->life[i].launch == (uint32_t)launch)
            return i;
    return otherwise;
}

/* Unless one is chosen: the tile that read most, the latest of them. One that
 * was left out has no time to set. */
uint32_t lookback_focus(const struct scene *sc)
{
    const struct tiles *tiles = &sc->found->tiles;
    uint32_t most = 0, chosen;

    for (uint32_t i = 0; i < tiles->count; i++) {
        const struct tile_life *a = &tiles->life[i], *b = &tiles->life[most];

        if (a->traced &&
            (!b->traced || a->reads > b->reads ||
             (a->reads == b->reads && a->failed >= b->failed)))
            most = i;
    }
    chosen = lookback_find(tiles, sc->view->launch, sc->view->tile, most);
    return tiles->life[chosen].traced ? chosen : most;
}

bool lookback_shown(const struct lookback *l, uint32_t life)
{
    return life >= l->first && life < l->first + l->rows;
}

double lookback_now(const struct scene *sc, uint32_t life)
{
    const double a = lookback_step_at(sc, life, sc->part < 1 ? sc->done : sc->aim);

    if (sc->part >= 1)
        return a;
    return a + (lookback_step_at(sc, life, sc->aim) - a) * sc->part;
}

/* How many rows are shown, fewer and higher ones when zoomed. */
static void lookback_rows(const struct scene *sc, struct lookback *l)
{
    const float high = l->chart.h, zoom = sight_zoom(sc, MAG);
    const float room = floorf(fminf(fmaxf(high / 20, 1), sc->half ? HALF_MOST : ROWS_MOST));
    const float some = fmaxf(roundf(room / zoom), fminf(room, 4));

    l->rows = l->tiles->count < some ? l->tiles->count : (uint32_t)some;
    l->row_h = fminf(high / (float)l->rows, 34 * fminf(zoom, 2));
    l->chart.h = l->row_h * (float)l->rows;
    l->size = TEXT_SMALL * fminf(fmaxf(fminf(zoom, l->row_h / 24), 1), 1.6f);
}

/* Up to the tile in focus and one more. */
static uint32_t lookback_first(const struct lookback *l)
{
    const uint32_t first = l->focus + 1 > l->rows ? l->focus + 1 - l->rows : 0;

    return first + l->rows < l->tiles->count && first > 0 ? first + 1 : first;
}

/* Where all tiles and all time stand. Time grows from where it is now, so that
 * "now" goes from the left to the right at any zoom. */
static void lookback_place(struct scene *sc, struct lookback *l, float share)
{
    const float zoom = sight_zoom(sc, MAG), wide = l->chart.w * zoom;
    const struct sight sight = {
        .stage = l->chart, .most = MAG,
        .w = wide, .h = l->row_h * (float)l->tiles->count,
        .rest = { l->chart.x, l->chart.y },
        .look = { l->chart.w / 2 - share * (l->chart.w - wide),
                  l->row_h * ((float)lookback_first(l) + (float)l->rows / 2) } };
    const struct box body = sight_place(sc, &sight);

    l->left = body.x;
    l->wide = wide;
    l->cut = zoom > 1;
    l->first = (uint32_t)fmaxf(roundf((l->chart.y - body.y) / l->row_h), 0);
    if (l->first > l->tiles->count - l->rows)
        l->first = l->tiles->count - l->rows;
    sc->sight.look_x = lookback_x(l, l->now) * sc->scale;
    sc->sight.look_y = (body.y + l->row_h * ((float)l->focus + 0.5f)) * sc->scale;
}

const char *lookback_name(struct scene *sc, const struct tile_life *life)
{
    return life->until == life->tile
        ? pen_print(sc, scene_tr(sc, "tile %u"), life->tile)
        : pen_print(sc, scene_tr(sc, "tiles %1$u–%2$u"), life->tile, life->until);
}

/* Room for the names of the last tile and of those left out together. */
static float lookback_gutter(struct scene *sc, const struct tiles *tiles)
{
    float wide = GUTTER;

    for (uint32_t i = 0; i < tiles->count; i++)
        if (i + 1 == tiles->count || tiles->life[i].until > tiles->life[i].tile)
            wide = fmaxf(wide, 14 + pen_width(sc, FACE_UI_BOLD, TEXT_SMALL,
                                              lookback_name(sc, &tiles->life[i])));
    return fminf(wide, GUTTER_MOST);
}

bool lookback_plan(struct scene *sc, struct lookback *l)
{
    const struct box b = sc->board;

    *l = (struct lookback){ .tiles = &sc->found->tiles };
    if (l->tiles->count == 0 || b.w < 240 || b.h < 130)
        return false;
    l->focus = lookback_focus(sc);
    l->now = lookback_now(sc, l->focus);
    if (b.h > STRIP_H + 180)
        l->strip = (struct box){ b.x, b.y, b.w, STRIP_H };
    l->gutter = lookback_gutter(sc, l->tiles);
    l->chart = (struct box){ b.x + l->gutter, b.y + l->strip.h + AXIS_H,
                             b.w - l->gutter - 16,
                             b.h - l->strip.h - AXIS_H - LEGEND_H };
    lookback_rows(sc, l);
    lookback_place(sc, l, 0);
    if (!lookback_moments(sc, l))
        return false;
    lookback_place(sc, l, (float)lookback_share(l, l->now));
    l->legend = (struct box){ b.x, b.y + b.h - LEGEND_H, b.w, LEGEND_H };
    l->lit = lookback_find(l->tiles, sc->view->hover_launch, sc->view->hover_tile,
                           l->focus);
    return true;
}

/* ---- what is so now ---------------------------------------------------------- */

/* The publication that a tile's word holds now, NULL: none yet. */
const struct tile_state *lookback_word(const struct lookback *l, uint32_t i)
{
    const struct tile_life *life = &l->tiles->life[i];
    const struct tile_state *last = NULL;

    for (uint32_t k = 0; k < life->states; k++)
        if ((double)l->tiles->state[life->state + k].at <= l->now)
            last = &l->tiles->state[life->state + k];
    return last;
}

const struct tile_read *lookback_reads(const struct lookback *l, uint32_t life,
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
bool lookback_publisher(const struct lookback *l, const struct tile_read *r,
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
