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

float lookback_x(const struct lookback *l, double at)
{
    return l->chart.x + l->chart.w * (float)lookback_share(l, at);
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
        if (tiles->life[i].tile == (uint32_t)tile &&
            tiles->life[i].launch == (uint32_t)launch)
            return i;
    return otherwise;
}

/* Unless one is chosen: the tile that read most, the latest of them. */
uint32_t lookback_focus(const struct scene *sc)
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

bool lookback_shown(const struct lookback *l, uint32_t life)
{
    return life >= l->first && life < l->first + l->rows;
}

/* Up to the tile in focus and one more; dragging moves the window. */
static void lookback_window(const struct scene *sc, struct lookback *l, uint32_t room)
{
    const uint32_t count = l->tiles->count;
    float at;

    l->rows = count < room ? count : room;
    l->first = l->focus + 1 > l->rows ? l->focus + 1 - l->rows : 0;
    if (l->first + l->rows < count && l->first > 0)
        l->first++;
    at = (float)l->first - roundf(sc->view->pan_y / (20 * sc->scale));
    l->first = at < 0 ? 0 : at > (float)(count - l->rows) ? count - l->rows
                                                          : (uint32_t)at;
}

static double lookback_now(const struct scene *sc, uint32_t life)
{
    const double a = lookback_step_at(sc, life, sc->part < 1 ? sc->done : sc->aim);

    if (sc->part >= 1)
        return a;
    return a + (lookback_step_at(sc, life, sc->aim) - a) * sc->part;
}

bool lookback_plan(struct scene *sc, struct lookback *l)
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
    lookback_window(sc, l, (uint32_t)fminf(fmaxf(high / 20, 1), ROWS_MOST));
    l->row_h = fminf(high / (float)l->rows, 34);
    l->chart.h = l->row_h * (float)l->rows;
    l->legend = (struct box){ b.x, b.y + b.h - LEGEND_H, b.w, LEGEND_H };
    l->lit = lookback_find(l->tiles, sc->view->hover_launch, sc->view->hover_tile,
                           l->focus);
    return lookback_moments(sc, l);
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
