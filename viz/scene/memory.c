/* Memory as the hardware sees it: one request of one warp, lane by lane.
 *
 * Shared memory stands as 32 columns of words, a bank each; global memory as
 * rows of four 32-byte sectors. Lines run from the lanes to the columns they
 * ask for; the words themselves carry the lane's number. Between two steps the
 * values travel along those lines: loads up, stores down. */
#include <math.h>
#include <stdlib.h>

#include "scene/scene.h"

enum { LANES = 32, ROWS_MOST = 48, GUTTER = 52, CAPTION = 24, LANE_H = 22,
       HEADER = 20, SAY_H = 50, CHIPS_H = 34, BARS_H = 92, WORD = 4, SECTOR = 8 };

struct memory {
    struct requests all;
    struct words_used used;
    const struct warp_request *now;     /* NULL: the step asks nothing of memory */
    bool global;
    uint32_t words;                /* of the block's arena, or of the array */
    uint32_t row[ROWS_MOST], rows; /* shown rows, ascending */
    uint32_t hidden;               /* touched rows that found no room */
    uint32_t serves[LANES];        /* different words of each column */
    uint32_t banks;                /* columns asked */
    uint32_t different;            /* words asked */
    float x, pitch, lanes_y, head_y, grid_y, row_h, end;
    bool chips, bars;
};

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

static uint32_t memory_lanes(const struct warp_request *r)
{
    uint32_t count = 0;

    for (int lane = 0; lane < LANES; lane++)
        count += r->lanes >> lane & 1;
    return count;
}

static bool memory_takes(const struct warp_request *r, int lane)
{
    return (r->lanes >> lane & 1) != 0;
}

static uint32_t memory_first(const struct warp_request *r, int lane)
{
    return (uint32_t)(r->address[lane] / WORD);
}

static uint32_t memory_last(const struct warp_request *r, int lane)
{
    return (uint32_t)((r->address[lane] + r->width[lane] - 1) / WORD);
}

/* How many lanes ask for a word; *lane becomes the lowest of them. */
static uint32_t memory_askers(const struct warp_request *r, uint32_t word, int *lane)
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
    memory_rows(m, room);
    m->row_h = fminf(all <= 4 ? 30 : 24, left / (float)(m->rows ? m->rows : 1));
    spare = left - m->row_h * (float)m->rows;
    gap += fminf(fmaxf(spare, 0) * 0.6f, 96);
    m->x = b.x + GUTTER;
    m->pitch = (b.w - GUTTER) / LANES;
    m->lanes_y = b.y + CAPTION;
    m->head_y = m->lanes_y + LANE_H + gap;
    m->grid_y = m->head_y + HEADER;
    m->end = m->grid_y + m->row_h * (float)m->rows;
}

/* The step looked at: that which leads to the aim, at the start the first. */
static bool memory_plan(struct scene *sc, struct memory *m)
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
    return true;
}

/* ---- lanes and lines --------------------------------------------------------------- */

static struct box memory_lane_box(const struct memory *m, int lane)
{
    return (struct box){ m->x + m->pitch * (float)lane + 1, m->lanes_y,
                         m->pitch - 2, LANE_H };
}

static bool memory_conflict(const struct memory *m, uint32_t column)
{
    return !m->global && m->now->degree > 1 && m->serves[column] > 1;
}

static void memory_gutter(struct scene *sc, float y, const char *text)
{
    pen_fit(sc, sc->board.x + GUTTER - 8, pen_middle(sc, y, TEXT_SMALL),
            TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_END, GUTTER - 8, text);
}

static void memory_lane_strip(struct scene *sc, const struct memory *m)
{
    const bool numbers = m->pitch > 19;

    memory_gutter(sc, m->lanes_y + LANE_H / 2.0f, scene_tr(sc, "lane"));
    for (int lane = 0; lane < LANES; lane++) {
        const bool on = m->now && memory_takes(m->now, lane);
        const struct box box = memory_lane_box(m, lane);
        const bool hot = sc->view->hover_lane == lane && on;

        draw_group(sc->list, "lane:%d", lane);
        pen_rect(sc, box, 4, on ? paint_both(INK_PANEL, INK_SOURCE, hot ? 3 : 1.6f)
                 : paint_dash(paint_both(INK_BACK, INK_RULE, 1), 3, 3));
        if (numbers || lane % 4 == 0)
            pen_text(sc, box.x + box.w / 2, pen_middle(sc, box.y + LANE_H / 2.0f,
                                                       TEXT_SMALL),
                     TEXT_SMALL, on ? FACE_UI_BOLD : FACE_UI,
                     on ? INK_SOURCE_TEXT : INK_MUTED, ANCHOR_MIDDLE,
                     pen_print(sc, "%d", lane));
        draw_ungroup(sc->list);
    }
}

/* From the lane's box to the column's head. */
static void memory_way(const struct memory *m, int lane, struct spot *lane_end,
                       struct spot *column_end)
{
    const struct box box = memory_lane_box(m, lane);
    const uint32_t column = memory_first(m->now, lane) % LANES;

    *lane_end = (struct spot){ box.x + box.w / 2, box.y + LANE_H + 1 };
    *column_end = (struct spot){ m->x + m->pitch * ((float)column + 0.5f),
                                 m->head_y - 1 };
}

static void memory_lines(struct scene *sc, const struct memory *m)
{
    const int hover = sc->view->hover_lane;
    const bool one = hover >= 0 && hover < LANES && memory_takes(m->now, hover);

    for (int lane = 0; lane < LANES; lane++) {
        const uint32_t column = memory_first(m->now, lane) % LANES;
        const bool hot = one && lane == hover;
        struct spot a, b;

        if (!memory_takes(m->now, lane))
            continue;
        memory_way(m, lane, &a, &b);
        pen_arrow(sc, m->now->store ? a : b, m->now->store ? b : a,
                  memory_conflict(m, column) ? INK_BAD : INK_SOURCE,
                  hot ? 2.6f : 1.3f, one && !hot ? 0.25f : 1);
    }
}

/* ---- words --------------------------------------------------------------------------- */

static void memory_head(struct scene *sc, const struct memory *m)
{
    const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, "00") + 3;
    const uint32_t every = axes_every(w / m->pitch);

    memory_gutter(sc, m->head_y + HEADER / 2.0f,
                  m->global ? scene_tr(sc, "word") : scene_tr(sc, "bank"));
    for (uint32_t c = 0; c < LANES; c += every) {
        const bool asked = m->now && m->serves[c] > 0;
        const bool bad = asked && memory_conflict(m, c);

        pen_text(sc, m->x + m->pitch * ((float)c + 0.5f),
                 pen_middle(sc, m->head_y + HEADER / 2.0f, TEXT_SMALL), TEXT_SMALL,
                 asked ? FACE_UI_BOLD : FACE_UI,
                 bad ? INK_BAD_TEXT : asked ? INK_SOURCE_TEXT : INK_MUTED,
                 ANCHOR_MIDDLE, pen_print(sc, "%u", c));
    }
}

static struct box memory_word_box(const struct memory *m, uint32_t line,
                                  uint32_t column)
{
    const float gap = m->row_h > 16 ? 1.5f : 0.75f;
    float left = gap, right = gap;

    if (m->global && column % SECTOR == 0)
        left += 1.5f;
    if (m->global && column % SECTOR == SECTOR - 1)
        right += 1.5f;
    return (struct box){ m->x + m->pitch * (float)column + left,
                         m->grid_y + m->row_h * (float)line + gap,
                         m->pitch - left - right, m->row_h - 2 * gap };
}

/* The lane's number; "×3" where three lanes ask for the same word. */
static void memory_name(struct scene *sc, struct box box, uint32_t askers,
                        int lane, enum ink ink)
{
    const char *text = askers > 1 ? pen_print(sc, "×%u", askers)
                                  : pen_print(sc, "%d", lane);
    const enum face face = askers > 1 ? FACE_UI : FACE_UI_BOLD;

    if (box.h < 16)
        return;
    if (pen_width(sc, face, TEXT_SMALL, text) > box.w - 1)
        text = askers > 1 ? "×" : "";
    pen_text(sc, box.x + box.w / 2, pen_middle(sc, box.y + box.h / 2, TEXT_SMALL),
             TEXT_SMALL, face, ink, ANCHOR_MIDDLE, text);
}

static void memory_word(struct scene *sc, const struct memory *m, uint32_t line,
                        uint32_t column)
{
    const uint32_t word = m->row[line] * LANES + column;
    const struct box box = memory_word_box(m, line, column);
    const bool spare = !m->global && word < m->used.count && !m->used.used[word];
    int lane = 0;
    const uint32_t askers = m->now ? memory_askers(m->now, word, &lane) : 0;
    const bool bad = askers && memory_conflict(m, column);
    const bool hot = askers && lane == sc->view->hover_lane;

    if (word >= m->words)
        return;
    if (askers) {
        pen_rect(sc, box, 3, bad ? paint_both(INK_BAD_FACE, INK_BAD, hot ? 3 : 1.6f)
                 : paint_both(INK_PANEL, INK_SOURCE, hot ? 3 : 2));
        memory_name(sc, box, askers, lane, bad ? INK_BAD_TEXT : INK_TEXT);
    } else if (spare) {
        pen_rect(sc, box, 3, paint_both(INK_IDLE, INK_MUTED, 1));
        pen_line(sc, box.x + 3, box.y + box.h - 3, box.x + box.w - 3, box.y + 3,
                 paint_stroke(INK_MUTED, 1));
    } else {
        pen_rect(sc, box, 3, paint_both(INK_PANEL, INK_RULE, 1));
    }
}

/* A frame around each sector that is asked for. */
static void memory_sectors(struct scene *sc, const struct memory *m, uint32_t line)
{
    for (uint32_t s = 0; s < LANES / SECTOR; s++) {
        bool asked = false;
        int lane;

        for (uint32_t c = s * SECTOR; c < (s + 1) * SECTOR && !asked; c++)
            asked = memory_askers(m->now, m->row[line] * LANES + c, &lane) > 0;
        if (asked)
            pen_rect(sc, (struct box){ m->x + m->pitch * (float)(s * SECTOR) + 0.5f,
                                       m->grid_y + m->row_h * (float)line,
                                       m->pitch * SECTOR - 1, m->row_h }, 5,
                     paint_both(INK_IDLE, INK_SOURCE, 2));
    }
}

static void memory_grid(struct scene *sc, const struct memory *m)
{
    const uint32_t every = axes_every(17 / m->row_h);

    for (uint32_t line = 0; line < m->rows; line++) {
        if (line % every == 0)
            pen_fit(sc, m->x - 8,
                    pen_middle(sc, m->grid_y + m->row_h * ((float)line + 0.5f),
                               TEXT_SMALL), TEXT_SMALL, FACE_MONO, INK_MUTED,
                    ANCHOR_END, GUTTER - 6, pen_print(sc, "%u", m->row[line] * LANES));
        if (m->global && m->now)
            memory_sectors(sc, m, line);
        for (uint32_t c = 0; c < LANES; c++)
            memory_word(sc, m, line, c);
    }
}

/* ---- words about it ------------------------------------------------------------------ */

static const char *memory_what(struct scene *sc, const struct memory *m)
{
    const struct warp_request *r = m->now;

    if (sc->aim == 0)
        return scene_tr(sc, "Memory before any thread has run; a step shows what "
                            "it asks for.");
    if (!r)
        return scene_tr(sc, "This step asks nothing of memory.");
    if (m->global)
        return pen_print(sc, r->store
            ? scene_tr(sc, "global memory in 32-byte sectors: warp %1$u stores at "
                           "line %2$u")
            : scene_tr(sc, "global memory in 32-byte sectors: warp %1$u loads at "
                           "line %2$u"), r->warp, r->line);
    return pen_print(sc, r->store
        ? scene_tr(sc, "shared memory as 32 banks: warp %1$u stores at line %2$u")
        : scene_tr(sc, "shared memory as 32 banks: warp %1$u loads at line %2$u"),
        r->warp, r->line);
}

/* How many lanes are served at a time: wide elements in halves or quarters. */
static uint32_t memory_part(const struct warp_request *r)
{
    uint32_t wide = 4;

    for (int lane = 0; lane < LANES; lane++)
        if (memory_takes(r, lane) && r->width[lane] > wide)
            wide = r->width[lane];
    return wide > 8 ? LANES / 4 : wide > 4 ? LANES / 2 : LANES;
}

static const char *memory_verdict(struct scene *sc, const struct memory *m)
{
    const struct warp_request *r = m->now;
    const uint32_t lanes = memory_lanes(r);

    if (m->global)
        return pen_print(sc, scene_trn(sc,
            "%2$u lanes touch one sector; their data would fill %3$u.",
            "%2$u lanes touch %1$u sectors; packed, their data would fill %3$u.",
            r->sectors), r->sectors, lanes, r->least);
    if (memory_part(r) < LANES && r->degree > 1)
        return pen_print(sc, scene_tr(sc, "%1$u-way conflict: of %2$u lanes served at a "
                                          "time some want different words of one bank."),
                         r->degree, memory_part(r));
    if (memory_part(r) < LANES && lanes > 1)
        return pen_print(sc, scene_tr(sc, "No conflict: so wide elements are served %u "
                                          "lanes at a time, in banks of their own."),
                         memory_part(r));
    if (r->degree > 1)
        return pen_print(sc, scene_trn(sc,
            "%1$u-way conflict: %2$u lanes want %4$u words of one bank. The "
            "access takes %1$u turns instead of 1.",
            "%1$u-way conflict: %2$u lanes want %4$u words of %3$u banks. The "
            "access takes %1$u turns instead of 1.", m->banks), r->degree, lanes,
            m->banks, m->different);
    if (lanes == 1)
        return scene_tr(sc, "No conflict: only one lane asks.");
    if (m->different < lanes && m->different == 1)
        return pen_print(sc, scene_tr(sc, "No conflict: %u lanes read the same "
                                          "word, a broadcast."), lanes);
    if (m->different < lanes)
        return pen_print(sc, scene_tr(sc, "No conflict: %1$u lanes want %2$u words, "
                                          "each in a bank of its own."), lanes,
                         m->different);
    return pen_print(sc, scene_tr(sc, "No conflict: each of the %u lanes has a "
                                      "bank to itself."), lanes);
}

static bool memory_has_spare(const struct memory *m)
{
    for (uint32_t line = 0; !m->global && line < m->rows; line++)
        for (uint32_t w = m->row[line] * LANES;
             w < (m->row[line] + 1) * LANES && w < m->used.count; w++)
            if (!m->used.used[w])
                return true;
    return false;
}

/* What is not plain from the picture: idle lanes, rows left out, padding. */
static const char *memory_note(struct scene *sc, const struct memory *m)
{
    const uint32_t idle = m->now ? LANES - memory_lanes(m->now) : 0;

    if (m->hidden)
        return pen_print(sc, scene_trn(sc, "%u more row is asked for and not shown.",
                                       "%u more rows are asked for and not shown.",
                                       m->hidden), m->hidden);
    if (memory_has_spare(m))
        return scene_tr(sc, "Struck-out words are never used: padding.");
    if (idle)
        return pen_print(sc, scene_trn(sc, "%u lane of the warp is idle.",
                                       "%u lanes of the warp are idle.", idle),
                         idle);
    return "";
}

/* ---- the requests of the step --------------------------------------------------------- */

/* Whether request i is the worst of its line. */
static bool memory_leads(const struct requests *all, uint32_t i)
{
    const struct warp_request *a = &all->request[i];

    for (uint32_t j = 0; j < all->count; j++) {
        const struct warp_request *b = &all->request[j];
        const uint32_t x = a->degree + a->sectors, y = b->degree + b->sectors;

        if (b->line == a->line && b->store == a->store && b->space == a->space &&
            (y > x || (y == x && j < i)))
            return false;
    }
    return true;
}

static const char *memory_chip_text(struct scene *sc, const struct warp_request *r)
{
    if (r->space == SPACE_GLOBAL)
        return pen_print(sc, scene_trn(sc, "line %1$u: %2$u sector",
                                       "line %1$u: %2$u sectors", r->sectors),
                         r->line, r->sectors);
    if (r->degree < 2)
        return pen_print(sc, scene_tr(sc, "line %u: no conflict"), r->line);
    return pen_print(sc, scene_tr(sc, "line %1$u: %2$u-way"), r->line, r->degree);
}

static void memory_chips(struct scene *sc, const struct memory *m, float y)
{
    float x = m->x;

    for (uint32_t i = 0; i < m->all.count; i++) {
        const struct warp_request *r = &m->all.request[i];
        const bool now = m->now->line == r->line && m->now->store == r->store &&
                         m->now->space == r->space;
        const char *text = memory_chip_text(sc, r);
        const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, text) + 20;

        if (!memory_leads(&m->all, i))
            continue;
        if (x + w > sc->board.x + sc->board.w)
            break;
        draw_group(sc->list, "request:%u,%u,%u", r->line, r->warp, r->nth);
        pen_rect(sc, (struct box){ x, y, w, 24 }, 12,
                 now ? paint_both(INK_PANEL, INK_SOURCE, 2)
                     : paint_both(INK_PANEL, INK_RULE, 1));
        pen_text(sc, x + w / 2, pen_middle(sc, y + 12, TEXT_SMALL), TEXT_SMALL,
                 now ? FACE_UI_BOLD : FACE_UI,
                 r->degree > 1 ? INK_BAD_TEXT : INK_TEXT, ANCHOR_MIDDLE, text);
        draw_ungroup(sc->list);
        x += w + 8;
    }
}

/* ---- the steps of the run --------------------------------------------------------------- */

static uint32_t memory_degree(const struct scene *sc, uint32_t step)
{
    const struct bank_step *s = &sc->found->banks.step[step];

    return s->load_degree > s->store_degree ? s->load_degree : s->store_degree;
}

static const char *memory_step_name(struct scene *sc, uint32_t step)
{
    const char *text;
    struct buf buf;

    buf_init(&buf);
    scene_step_name(sc->view, step, &buf);
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

struct span { float x0, x1; };

static struct span memory_name_span(struct scene *sc, float x, uint32_t step)
{
    const char *name = memory_step_name(sc, step);

    return (struct span){ x, x + pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) + 8 };
}

static void memory_bar(struct scene *sc, struct box bar, uint32_t step, bool named)
{
    const uint32_t degree = memory_degree(sc, step);
    const bool now = step + 1 == sc->aim;
    const char *number = pen_print(sc, "%u", degree);
    const float base = bar.y + bar.h;

    pen_rect(sc, bar, 2, paint_alpha(paint_fill(degree > 1 ? INK_BAD : INK_BAR),
                                     now ? 1 : 0.6f));
    if (bar.w * 1.6f > pen_width(sc, FACE_MONO_BOLD, TEXT_SMALL, number) + 3)
        pen_text(sc, bar.x, base + 15, TEXT_SMALL, now ? FACE_MONO_BOLD : FACE_MONO,
                 degree > 1 ? INK_BAD_TEXT : INK_MUTED, ANCHOR_START, number);
    if (named)
        pen_text(sc, bar.x, base + 32, TEXT_SMALL, now ? FACE_UI_BOLD : FACE_UI,
                 now ? INK_TEXT : INK_MUTED, ANCHOR_START,
                 memory_step_name(sc, step));
}

/* A bar a step: the worst degree; steps to come are not known yet. */
static void memory_bars(struct scene *sc, const struct memory *m, float y)
{
    const uint32_t count = sc->found->steps.count;
    const float pitch = fminf((sc->board.w - GUTTER - 60) / (float)count, 84);
    const uint32_t aim = sc->aim ? sc->aim - 1 : 0;
    const struct span now = memory_name_span(sc, m->x + pitch * (float)aim, aim);
    uint32_t most = 2;
    float free = 0;

    for (uint32_t k = 0; k < count; k++)
        most = memory_degree(sc, k) > most ? memory_degree(sc, k) : most;
    pen_fit(sc, m->x, y + 12, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            sc->board.w - GUTTER, scene_tr(sc, "worst degree of each step"));
    for (uint32_t k = 0; k < sc->aim && k < count; k++) {
        const float x = m->x + pitch * (float)k;
        const float h = 34 * (float)memory_degree(sc, k) / (float)most;
        const struct span own = memory_name_span(sc, x, k);
        const bool named = k == aim || (x >= free && own.x1 <= now.x0);

        memory_bar(sc, (struct box){ x, y + 56 - h, pitch * 0.62f, h }, k,
                   named && own.x1 - 8 <= sc->board.x + sc->board.w);
        free = named ? own.x1 : free;
    }
}

void memory_draw(struct scene *sc)
{
    const float w = sc->board.w - GUTTER;
    struct memory m;
    float y;

    if (!memory_plan(sc, &m))
        return;
    pen_fit(sc, m.x, sc->board.y + 14, TEXT_BODY, FACE_UI, INK_TEXT, ANCHOR_START,
            w, memory_what(sc, &m));
    sc->mark_line = m.now ? m.now->line : 0;
    if (m.now)
        memory_lines(sc, &m);
    memory_lane_strip(sc, &m);
    memory_head(sc, &m);
    memory_grid(sc, &m);
    y = m.end;
    if (m.now)
        pen_fit(sc, m.x, y + 20, TEXT_BODY, FACE_UI_BOLD,
                m.now->degree > 1 ? INK_BAD_TEXT : INK_TEXT, ANCHOR_START, w,
                memory_verdict(sc, &m));
    pen_fit(sc, m.x, y + 42, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START, w,
            memory_note(sc, &m));
    y += SAY_H;
    if (m.chips && m.now)
        memory_chips(sc, &m, y);
    if (m.bars && sc->found->steps.count && m.used.count)
        memory_bars(sc, &m, sc->board.y + sc->board.h - BARS_H);
}

void memory_moving(struct scene *sc)
{
    struct memory m;

    if (sc->part >= 1 || !memory_plan(sc, &m) || !m.now)
        return;
    for (int lane = 0; lane < LANES; lane++) {
        struct spot a, b, at;

        if (!memory_takes(m.now, lane))
            continue;
        memory_way(&m, lane, &a, &b);
        at = m.now->store ? pen_on_arrow(a, b, sc->part)
                          : pen_on_arrow(b, a, sc->part);
        pen_circle(sc, at.x, at.y, 4, paint_both(INK_SOURCE, INK_PANEL, 1.2f));
    }
}

bool memory_fits(const struct findings *found)
{
    const struct workspan *w = &found->workspan;

    return w->shared_loads + w->shared_stores + w->global_loads +
           w->global_stores > 0;
}
