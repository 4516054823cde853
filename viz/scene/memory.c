/* Memory as the hardware sees it: one request of one warp, lane by lane.
 *
 * Shared memory stands as 32 columns of words, a bank each; global memory as
 * rows of four 32-byte sectors. Lines run from the lanes to the columns they
 * ask for; the words themselves carry the lane's number. Between two steps the
 * values travel along those lines: loads up, stores down. */
#include <math.h>

#include "scene/memory.h"

/* ---- lanes and lines --------------------------------------------------------------- */

/* Where the numbers have no room in the boxes they stand above them. */
static bool memory_numbered(const struct memory *m)
{
    return m->pitch > 19;
}

static struct box memory_lane_box(const struct memory *m, int lane)
{
    const float h = memory_numbered(m) ? LANE_H : LANE_H * 0.4f;

    return (struct box){ m->x + m->pitch * (float)lane + 1, m->lanes_y + LANE_H - h,
                         m->pitch - 2, h };
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
    const bool numbers = memory_numbered(m);

    for (int lane = 0; lane < LANES; lane++) {
        const bool on = m->now && memory_takes(m->now, lane);
        const struct box box = memory_lane_box(m, lane);
        const bool hot = sc->view->hover_lane == lane && on;

        draw_group(sc->list, "lane:%d", lane);
        pen_rect(sc, box, 4, on ? paint_both(INK_PANEL, INK_SOURCE, hot ? 3 : 1.6f)
                 : paint_dash(paint_both(INK_BACK, INK_RULE, 1), 3, 3));
        if ((numbers || lane % 4 == 0) && memory_sees(m->above, box))
            pen_text(sc, box.x + box.w / 2,
                     pen_middle(sc, numbers ? box.y + box.h / 2 : box.y - 9.5f, TEXT_SMALL),
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

    *lane_end = (struct spot){ box.x + box.w / 2, box.y + box.h + 1 };
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
        const struct box box = { m->x + m->pitch * ((float)c + 0.5f) - w / 2, m->head_y,
                                 w, HEADER };

        if (m->cut && !memory_sees(m->above, box))
            continue;
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
                         m->rows_y + m->row_h * (float)line + gap,
                         m->pitch - left - right, m->row_h - 2 * gap };
}

/* The lane's number; "×3" where three lanes ask for the same word. */
static void memory_name(struct scene *sc, const struct memory *m, struct box box,
                        uint32_t askers, int lane, enum ink ink)
{
    const char *text = askers > 1 ? pen_print(sc, "×%u", askers)
                                  : pen_print(sc, "%d", lane);
    const enum face face = askers > 1 ? FACE_UI : FACE_UI_BOLD;

    if (box.h < 16 || !memory_sees(m->below, box))
        return;
    if (pen_width(sc, face, m->size, askers > 1 ? text : lane > 9 ? "00" : "0") >
        box.w - 1)
        text = askers > 1 ? "×" : "";
    pen_text(sc, box.x + box.w / 2, pen_middle(sc, box.y + box.h / 2, m->size),
             m->size, face, ink, ANCHOR_MIDDLE, text);
}

static void memory_word(struct scene *sc, const struct memory *m, uint32_t line,
                        uint32_t column)
{
    const uint32_t word = m->row[line] * LANES + column;
    const struct box box = memory_word_box(m, line, column);
    const bool spare = memory_spare(sc, m, word);
    int lane = 0;
    const uint32_t askers = m->now ? memory_askers(m->now, word, &lane) : 0;
    const bool bad = askers && memory_conflict(m, column);
    const bool hot = askers && lane == sc->view->hover_lane;

    if (word >= m->words || box.x > m->below.x + m->below.w ||
        box.x + box.w < m->below.x)
        return;
    if (askers) {
        draw_group(sc->list, "lane:%d", lane);
        pen_rect(sc, box, 3, bad ? paint_both(INK_BAD_FACE, INK_BAD, hot ? 3 : 1.6f)
                 : paint_both(INK_PANEL, INK_SOURCE, hot ? 3 : 2));
        memory_name(sc, m, box, askers, lane, bad ? INK_BAD_TEXT : INK_TEXT);
        draw_ungroup(sc->list);
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
                                       m->rows_y + m->row_h * (float)line,
                                       m->pitch * SECTOR - 1, m->row_h }, 5,
                     paint_both(INK_IDLE, INK_SOURCE, 2));
    }
}

/* Nothing of what is zoomed shows outside of its stage. */
static void memory_clip(struct scene *sc, const struct memory *m, struct box stage)
{
    if (m->cut)
        pen_clip(sc, stage);
}

static void memory_unclip(struct scene *sc, const struct memory *m)
{
    if (m->cut)
        pen_unclip(sc);
}

static void memory_grid(struct scene *sc, const struct memory *m)
{
    const uint32_t every = axes_every(17 / m->row_h);

    for (uint32_t line = 0; line < m->rows; line++) {
        const float y = m->rows_y + m->row_h * (float)line, mid = y + m->row_h / 2;

        if (y > m->below.y + m->below.h || y + m->row_h < m->below.y)
            continue;
        if (line % every == 0 && (!m->cut || mid > m->below.y + 8) &&
            (!m->cut || mid < m->below.y + m->below.h - 4))
            pen_fit(sc, m->below.x - 8, pen_middle(sc, mid, TEXT_SMALL), TEXT_SMALL,
                    FACE_MONO, INK_MUTED, ANCHOR_END, GUTTER - 6,
                    pen_print(sc, "%u", m->row[line] * LANES));
        memory_clip(sc, m, m->below);
        if (m->global && m->now)
            memory_sectors(sc, m, line);
        for (uint32_t c = 0; c < LANES; c++)
            memory_word(sc, m, line, c);
        memory_unclip(sc, m);
    }
}

/* The verdict, where it must be on two lines, in which case the note gives way; what
 * is under the pointer takes the note's place and gives way to nothing. */
static void memory_told(struct scene *sc, const struct memory *m, float w)
{
    const char *pointed = memory_pointed(sc, m);
    const char *verdict = m->now ? memory_verdict(sc, m, pointed[0] ? w : 2 * w - 40) : "";
    const int lines = pen_wrap(sc, m->left, m->end + 20, TEXT_BODY, FACE_UI_BOLD,
                               m->now && m->now->degree > 1 ? INK_BAD_TEXT : INK_TEXT, w,
                               pointed[0] ? 1 : 2, verdict);

    if (pointed[0])
        pen_fit(sc, m->left, m->end + 42, TEXT_BODY, FACE_UI, INK_SOURCE_TEXT,
                ANCHOR_START, w, pointed);
    else if (lines < 2)
        pen_fit(sc, m->left, m->end + 42, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START, w,
                memory_note(sc, m));
}

void memory_draw(struct scene *sc)
{
    const float w = sc->board.w - GUTTER;
    struct memory m;

    if (!memory_plan(sc, &m))
        return;
    pen_fit(sc, m.left, sc->board.y + 14, TEXT_BODY, FACE_UI, INK_TEXT, ANCHOR_START,
            w, memory_what(sc, &m, w));
    sc->mark_line = m.now ? m.now->line : 0;
    memory_gutter(sc, m.lanes_y + LANE_H / 2.0f, scene_tr(sc, "lane"));
    memory_clip(sc, &m, m.above);
    if (m.now)
        memory_lines(sc, &m);
    memory_lane_strip(sc, &m);
    memory_unclip(sc, &m);
    memory_head(sc, &m);
    memory_grid(sc, &m);
    memory_told(sc, &m, w);
    if (m.chips && m.now)
        memory_chips(sc, &m, m.end + SAY_H);
    if (m.bars && sc->found->steps.count && m.used.count)
        memory_bars(sc, &m, sc->board.y + sc->board.h - BARS_H);
}

void memory_moving(struct scene *sc)
{
    struct memory m;

    if (sc->part >= 1 || !memory_plan(sc, &m) || !m.now)
        return;
    memory_clip(sc, &m, m.above);
    for (int lane = 0; lane < LANES; lane++) {
        struct spot a, b, at;

        if (!memory_takes(m.now, lane))
            continue;
        memory_way(&m, lane, &a, &b);
        at = m.now->store ? pen_on_arrow(a, b, sc->part)
                          : pen_on_arrow(b, a, sc->part);
        pen_circle(sc, at.x, at.y, 4, paint_both(INK_SOURCE, INK_PANEL, 1.2f));
    }
    memory_unclip(sc, &m);
}

bool memory_fits(const struct findings *found)
{
    const struct workspan *w = &found->workspan;

    return w->shared_loads + w->shared_stores + w->global_loads +
           w->global_stores > 0;
}
