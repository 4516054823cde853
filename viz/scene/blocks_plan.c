/* Where the blocks view puts its bands and boxes, which of them are seen, and how
 * they grow when it is zoomed. */
#include <math.h>

#include "scene/blocks.h"

enum { BAND_LEAST = 66, BOX_MOST = 92, MAG = 3 };

static bool blocks_bands(struct scene *sc, struct blocks_plan *p)
{
    const struct blocks *all = p->all;

    p->band = ARENA_NEW(&sc->list->arena, struct band,
                        sc->found->trace->launch_count + 1);
    p->out = ARENA_NEW(&sc->list->arena, uint32_t, all->count + 1);
    if (!p->band || !p->out) {
        sc->list->failed = true;
        return false;
    }
    for (uint32_t b = 0; b < all->count; b++) {
        if (b == 0 || all->block[b].launch != all->block[b - 1].launch)
            p->band[p->bands++] = (struct band){ all->block[b].launch, b, 0, 0 };
        p->band[p->bands - 1].count++;
        p->band[p->bands - 1].tiles += all->block[b].until - all->block[b].tile + 1;
    }
    for (uint32_t i = all->link_count; i-- > 0;)
        p->out[all->link[i].from] = i + 1;
    return p->bands > 0;
}

static int64_t blocks_find(const struct blocks *all, int launch, int tile)
{
    for (uint32_t b = 0; tile >= 0 && b < all->count; b++)
        if (all->block[b].launch == (uint32_t)launch &&
            all->block[b].tile <= (uint32_t)tile &&
            all->block[b].until >= (uint32_t)tile)
            return b;
    return NOBODY;
}

uint32_t blocks_launch(const struct scene *sc)
{
    const struct step *step = scene_step(sc);

    return step ? step->launch : 0;
}

/* The bands shown: all, or as many as fit around the current launch. */
static void blocks_window(const struct scene *sc, struct blocks_plan *p)
{
    const uint32_t fit = (uint32_t)fmaxf(p->area.h / BAND_LEAST, 1);
    uint32_t now = 0;

    for (uint32_t i = 0; i < p->bands; i++)
        if (p->band[i].launch <= blocks_launch(sc))
            now = i;
    p->to = p->bands;
    if (p->bands <= fit)
        return;
    p->from = now + 1 > fit - fit / 3 ? now + 1 - (fit - fit / 3) : 0;
    if (p->from > p->bands - fit)
        p->from = p->bands - fit;
    p->to = p->from + fit;
}

/* Heights; an only band is wrapped into lines as long as they can be told
 * apart. */
static void blocks_lines(struct blocks_plan *p)
{
    const uint32_t bands = p->to - p->from;

    p->lines = 1;
    if (p->bands == 1 && p->all->count > A_LINE + 4)
        p->lines = (p->all->count + A_LINE - 1) / A_LINE;
    if (p->area.h / (float)p->lines < 14)
        p->lines = 1;
    if (p->lines > 1) {
        p->band_h = fminf(p->area.h / (float)p->lines, 130);
        p->box_h = fminf(p->band_h * 0.72f, BOX_MOST);
        return;
    }
    p->band_h = fminf((p->area.h + GAP) / (float)bands, 260);
    p->box_h = fminf(p->band_h - GAP - (p->bands == 1 ? 60 : 8), BOX_MOST);
    if (p->all->count > 200 && p->bands == 1)
        p->box_h = fminf(p->box_h, 40);
}

/* Blocks of a line; the most of any band. */
static uint32_t blocks_across(const struct blocks_plan *p)
{
    uint32_t most = 1;

    for (uint32_t i = 0; i < p->bands; i++)
        most = p->band[i].count > most ? p->band[i].count : most;
    return p->lines > 1 ? A_LINE : most;
}

/* The middle of the band that runs and the one above it. */
static float blocks_middle(const struct scene *sc, const struct blocks_plan *p)
{
    uint32_t now = 0;

    for (uint32_t i = 0; i < p->bands; i++)
        if (p->band[i].launch <= blocks_launch(sc))
            now = i;
    if (p->lines > 1)
        return p->band_h * (float)p->lines / 2;
    return p->band_h * (float)now + (now ? (p->box_h - p->band_h) / 2 : p->box_h / 2);
}

/* Boxes first become wide enough for their text, then all grows; two bands stay
 * in sight. A drag moves what is zoomed, or bands that found no room. */
static void blocks_zoom(struct scene *sc, struct blocks_plan *p)
{
    const uint32_t bands = p->lines > 1 ? p->lines : p->bands, shown = p->to - p->from;
    const float least = fmaxf(60 * (float)blocks_across(p) / p->area.w, 1);
    const float zoom = sight_zoom(sc, MAG * least);
    const float high = fmaxf((p->area.h + GAP) / (2 * p->band_h), 1);
    const float tall = fminf(p->lines > 1 ? zoom : fmaxf(zoom / least, 1), high);
    const float from = p->lines > 1 ? 0 : (float)p->from;
    struct sight s = { .stage = p->area, .most = MAG * least,
                       .w = p->area.w * zoom, .rest = { p->area.x, p->area.y } };

    if (zoom >= least && zoom > 1 && p->lines == 1)
        p->box_h = fmaxf(fminf(p->band_h - GAP - 8, BOX_MOST), p->box_h);
    p->band_h *= tall;
    p->box_h *= tall;
    p->mag = fmaxf(fminf(fminf(zoom / least, tall > 1 ? tall : 1.4f),
                         p->box_h / (p->box_h >= 54 ? 54 : 28)),
                   1);
    s.h = p->band_h * (float)(bands - 1) + p->box_h + (bands > shown || zoom > 1 ? 12 : 0);
    s.look = (struct spot){ s.w / 2, zoom > 1 ? blocks_middle(sc, p)
                                              : p->band_h * (from + (float)shown / 2) };
    p->body = sight_place(sc, &s);
    sc->sight.look_y = (p->body.y + blocks_middle(sc, p)) * sc->scale;
    p->cut = zoom > 1;
    if (zoom > 1 && p->lines == 1) {
        p->from = (uint32_t)fmaxf((p->area.y - p->body.y) / p->band_h, 0);
        while (p->to > p->from + 1 &&
               p->body.y + p->band_h * (float)(p->to - 1) > p->area.y + p->area.h)
            p->to--;
    } else if (p->lines == 1 && p->bands > shown) {
        const float at = fmaxf(roundf((p->area.y - p->body.y) / p->band_h), 0);

        p->from = (uint32_t)fminf(at, (float)(p->bands - shown));
        p->to = p->from + shown;
        p->body.y = p->area.y - p->band_h * (float)p->from;
    }
}

bool blocks_plan(struct scene *sc, struct blocks_plan *p)
{
    const struct box b = sc->board;
    const struct view *v = sc->view;

    *p = (struct blocks_plan){ .all = &sc->found->blocks, .focus = NOBODY };
    if (b.w < 160 || b.h < 120 || !blocks_bands(sc, p))
        return false;
    p->area = (struct box){ b.x + SIDE, b.y + HEAD, b.w - SIDE,
                            b.h - HEAD - FOOT - (sc->half ? MORE : 0) };
    blocks_window(sc, p);
    blocks_lines(p);
    blocks_zoom(sc, p);
    p->focus = blocks_find(p->all, v->hover_launch, v->hover_tile);
    if (p->focus == NOBODY)
        p->focus = blocks_find(p->all, v->launch, v->tile);
    return true;
}

static int64_t blocks_band_of(const struct blocks_plan *p, uint32_t block)
{
    for (uint32_t i = p->from; i < p->to; i++)
        if (block >= p->band[i].first && block < p->band[i].first + p->band[i].count)
            return i;
    return -1;
}

bool blocks_box(const struct blocks_plan *p, uint32_t block, struct box *box)
{
    const int64_t i = blocks_band_of(p, block);
    const struct band *band = &p->band[i < 0 ? 0 : i];
    const uint32_t across = p->lines > 1 ? A_LINE : band->count;
    const uint32_t at = block - band->first;
    const float pitch = p->body.w / (float)across;
    const float w = fminf(pitch > 12 ? pitch - 4 : pitch * 0.8f, 116 * p->mag);
    const float line = (float)i + (float)(at / across);

    if (i < 0)
        return false;
    *box = (struct box){ p->body.x + pitch * ((float)(at % across) + 0.5f) - w / 2,
                         p->body.y + p->band_h * line, w, p->box_h };
    return true;
}

struct box blocks_stage(const struct blocks_plan *p)
{
    return (struct box){ p->area.x - 3, p->area.y - 3, p->area.w + 6, p->area.h + 9 };
}

bool blocks_seen(const struct blocks_plan *p, struct box box, bool whole)
{
    const struct box s = blocks_stage(p);

    if (!p->cut)
        return true;
    if (whole)
        return box.x >= s.x && box.x + box.w <= s.x + s.w && box.y >= s.y &&
               box.y + box.h <= s.y + s.h;
    return box.x < s.x + s.w && box.x + box.w > s.x && box.y < s.y + s.h &&
           box.y + box.h > s.y;
}
