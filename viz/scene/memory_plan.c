/* Which request the memory view shows, and which rows of words there is room
 * for: those that are asked for first, then others from the top. */
#include <math.h>
#include <stdlib.h>

#include "scene/memory.h"

/* ---- which request -------------------------------------------------------------- */

static uint32_t memory_tile(const struct scene *sc)
{
    return sc->found->board.tile;
}

static const struct warp_request *memory_pick(const struct scene *sc,
                                         const struct requests *all)
{
    const struct view *v = sc->view;

    for (uint32_t i = 0; v->pick_line >= 0 && i < all->count; i++) {
        const struct warp_request *r = &all->request[i];

        if (r->line == (uint32_t)v->pick_line && r->nth == (uint32_t)v->pick_nth &&
            r->warp == (uint32_t)v->pick_warp)
            return r;
    }
    return all->count ? &all->request[all->worst] : NULL;
}

uint32_t memory_lanes(const struct warp_request *r)
{
    uint32_t count = 0;

    for (int lane = 0; lane < LANES; lane++)
        count += r->lanes >> lane & 1;
    return count;
}

bool memory_takes(const struct warp_request *r, int lane)
{
    return (r->lanes >> lane & 1) != 0;
}

uint32_t memory_first(const struct warp_request *r, int lane)
{
    return (uint32_t)(r->address[lane] / WORD);
}

static uint32_t memory_last(const struct warp_request *r, int lane)
{
    return (uint32_t)((r->address[lane] + r->width[lane] - 1) / WORD);
}

/* How many lanes ask for a word; *lane becomes the lowest of them. */
uint32_t memory_askers(const struct warp_request *r, uint32_t word, int *lane)
{
    uint32_t count = 0;

    for (int l = LANES - 1; l >= 0; l--)
        if (memory_takes(r, l) && memory_first(r, l) <= word &&
            word <= memory_last(r, l)) {
            *lane = l;
            count++;
        }
    return count;
}

bool memory_spare(const struct scene *sc, const struct memory *m, uint32_t word)
{
    return sc->aim > 0 && !m->global && word < m->used.count && !m->used.used[word];
}

/* Counts each word once, for its lowest lane. */
static void memory_serve(struct memory *m)
{
    const struct warp_request *r = m->now;
    int lowest = 0;

    for (int l = 0; l < LANES; l++)
        for (uint32_t w = memory_first(r, l);
             memory_takes(r, l) && w <= memory_last(r, l); w++) {
            memory_askers(r, w, &lowest);
            if (lowest != l)
                continue;
            m->banks += m->serves[w % LANES] == 0;
            m->serves[w % LANES]++;
            m->different++;
        }
}

/* ---- which rows ------------------------------------------------------------------ */

static bool memory_has_row(const struct memory *m, uint32_t row)
{
    for (uint32_t i = 0; i < m->rows; i++)
        if (m->row[i] == row)
            return true;
    return false;
}

static int memory_row_order(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

/* Rows that are asked for, then others from the top while there is room. */
static void memory_rows(struct memory *m, uint32_t room)
{
    const uint32_t all = (m->words + LANES - 1) / LANES;
    uint32_t touched = 0;

    if (room > ROWS_MOST)
        room = ROWS_MOST;
    for (int l = 0; m->now && l < LANES; l++) {
        const uint32_t row = memory_first(m->now, l) / LANES;

        if (!memory_takes(m->now, l) || memory_has_row(m, row))
            continue;
        touched++;
        if (m->rows < room)
            m->row[m->rows++] = row;
    }
    m->hidden = touched - m->rows;
    for (uint32_t row = 0; row < all && m->rows < room; row++)
        if (!memory_has_row(m, row))
            m->row[m->rows++] = row;
    qsort(m->row, m->rows, sizeof(m->row[0]), memory_row_order);
}

/* How many different rows are asked for. */
static uint32_t memory_touched(const struct memory *m)
{
    uint32_t count = 0;

    for (int l = 0; m->now && l < LANES; l++) {
        bool first = memory_takes(m->now, l);

        for (int k = 0; k < l && first; k++)
            first = !memory_takes(m->now, k) ||
                    memory_first(m->now, k) / LANES != memory_first(m->now, l) / LANES;
        count += first;
    }
    return count;
}

/* Few rows leave room for longer lines; many are drawn low, without numbers. */
static void memory_place(struct scene *sc, struct memory *m)
{
    const struct box b = sc->board;
    const uint32_t all = (m->words + LANES - 1) / LANES;
    float gap = b.h > 360 ? 44 : 30, spare;
    float left = b.h - CAPTION - LANE_H - gap - HEADER - SAY_H;
    uint32_t room;

    m->bars = left - BARS_H > 90;
    left -= m->bars ? BARS_H : 0;
    m->chips = left - CHIPS_H > 60;
    left -= m->chips ? CHIPS_H : 0;
    room = (uint32_t)fmaxf(left / 20, 1);
    if (memory_touched(m) > room)
        room = (uint32_t)fmaxf(left / 6.9f, 1);
    if (sc->view->zoom > 1 && memory_touched(m) > room)
        room = memory_touched(m);
    memory_rows(m, room);
    m->row_h = fminf(all <= 4 ? 30 : 24, left / (float)(m->rows ? m->rows : 1));
    m->rows_h = fminf(left, m->row_h * (float)m->rows * sight_zoom(sc, MAG));
    spare = left - m->rows_h;
    gap += fminf(fmaxf(spare, 0) * 0.6f, 96);
    m->x = m->left = b.x + GUTTER;
    m->pitch = (b.w - GUTTER) / LANES;
    m->lanes_y = b.y + CAPTION;
    m->head_y = m->lanes_y + LANE_H + gap;
    m->grid_y = m->head_y + HEADER;
    m->end = m->grid_y + m->rows_h;
}

/* The first row that is asked for, the middle of it. */
static float memory_asked(const struct memory *m)
{
    for (uint32_t line = 0; m->now && line < m->rows; line++)
        for (int l = 0; l < LANES; l++)
            if (memory_takes(m->now, l) && memory_first(m->now, l) / LANES == m->row[line])
                return (float)line + 0.5f;
    return (float)m->rows / 2;
}

/* Columns and rows grow; lanes and the numbers of the banks stay above them. */
static void memory_zoom(struct scene *sc, struct memory *m)
{
    const float zoom = sight_zoom(sc, MAG), wide = m->pitch * LANES;
    const float tall = fminf(zoom, fmaxf(m->rows_h / fmaxf(m->row_h, 1), 1));
    const struct sight sight = {
        .stage = { m->x, m->grid_y, wide, m->rows_h }, .most = MAG,
        .w = wide * zoom, .h = m->row_h * tall * (float)m->rows,
        .rest = { m->x, m->grid_y },
        .look = { wide * zoom / 2, m->row_h * tall * memory_asked(m) } };
    const struct box body = sight_place(sc, &sight);

    m->above = (struct box){ m->x, m->lanes_y - 3, wide, m->grid_y - m->lanes_y + 3 };
    m->below = sight.stage;
    m->cut = zoom > 1;
    m->pitch *= zoom;
    m->row_h *= tall;
    m->x = body.x;
    m->rows_y = body.y;
    m->size = fmaxf(TEXT_SMALL, fminf(TEXT_SMALL * zoom, m->row_h * 0.55f));
    for (uint32_t c = 0; c < LANES && m->banks; c++)
        if (m->serves[c]) { /* a zoom by keys is about the first bank asked */
            sc->sight.look_x = (m->x + m->pitch * ((float)c + 0.5f)) * sc->scale;
            break;
        }
}

bool memory_sees(struct box stage, struct box box)
{
    return box.x >= stage.x - 0.5f && box.y >= stage.y - 0.5f &&
           box.x + box.w <= stage.x + stage.w + 0.5f &&
           box.y + box.h <= stage.y + stage.h + 0.5f;
}

/* The step looked at: that which leads to the aim, at the start the first. */
bool memory_plan(struct scene *sc, struct memory *m)
{
    const struct findings *f = sc->found;
    const uint32_t step = sc->aim ? sc->aim - 1 : 0;
    const uint32_t launch = f->steps.count ? f->steps.step[step].launch : 0;
    struct arena *arena = &sc->list->arena;
    struct err err = { 0 };
    const struct trace_array *array;

    *m = (struct memory){ .words = 0 };
    if (sc->board.w < 300 || sc->board.h < 150)
        return false;
    if (!analysis_words(f->trace, launch, memory_tile(sc), arena, &m->used, &err) ||
        (sc->aim && !analysis_requests(f->trace, &f->steps, step, memory_tile(sc),
                                       arena, &m->all, &err))) {
        sc->list->failed = true;
        return false;
    }
    m->now = memory_pick(sc, &m->all);
    m->global = m->now ? m->now->space == SPACE_GLOBAL : m->used.count == 0;
    m->words = m->used.count;
    for (int l = 0; m->now && m->global && l < LANES; l++)
        if (memory_takes(m->now, l)) {
            array = &f->trace->arrays[m->now->array[l]];
            m->words = (uint32_t)(((uint64_t)array->count * array->width + 3) /
                                  WORD);
        }
    if (m->now)
        memory_serve(m);
    memory_place(sc, m);
    memory_zoom(sc, m);
    return true;
}
