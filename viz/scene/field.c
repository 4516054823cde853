/* The field: boards with more columns than values have room for.
 *
 * A row is a strip of marks (tall: written in this step, low: carried over);
 * columns narrower than a few units share a mark whose height tells how many
 * of them were written. Arrows are thinned evenly. A lens below magnifies the
 * columns around the one in focus, with values and arrows. */
#include <math.h>

#include "scene/scene.h"

enum { LENS_COLUMNS = 15, LENS_HEIGHT = 164, FIELD_ARROWS = 40 };

struct field { struct grid grid; struct box lens; uint32_t bucket; };

static uint32_t field_focus(const struct scene *sc)
{
    const struct board *b = &sc->found->board;

    if (sc->view->lens_column >= 0 && (uint32_t)sc->view->lens_column < b->columns)
        return (uint32_t)sc->view->lens_column;
    if (sc->view->select_column >= 0 && (uint32_t)sc->view->select_column < b->columns)
        return (uint32_t)sc->view->select_column;
    for (uint32_t c = 0; c < b->columns; c++)
        if (value_at(sc, sc->aim, c)->state == CELL_CHANGED)
            return c + LENS_COLUMNS / 2;
    return 0;
}

/* A zoom by keys is about the lens. */
static void field_look_at(struct scene *sc, const struct grid *grid)
{
    sc->sight.look_x = (grid->x + grid->pitch * (float)field_focus(sc)) * sc->scale;
}

static struct field field_plan(struct scene *sc, struct rows *rows, struct box area)
{
    const uint32_t columns = sc->found->board.columns;
    const float high = area.h - LENS_HEIGHT;
    const float most = network_most(sc), zoom = sight_zoom(sc, most);
    struct field f = { .bucket = 1 };
    struct grid *g = &f.grid;
    float step;

    g->clip = (struct box){ area.x, area.y, area.w, high };
    g->columns = columns;
    g->pitch = fmaxf(area.w, 1) / (float)columns * zoom;
    g->cell_w = g->pitch > 5 ? g->pitch - 1.5f : g->pitch;
    g->x = area.x + g->pitch / 2;
    f.bucket = (uint32_t)ceilf(3.0f / g->pitch);
    g->cell_h = 12;
    rows_window(sc, rows, (uint32_t)(fmaxf(high + 12, 24) / 24));
    step = rows->end - rows->first > 1
        ? (high - g->cell_h) / (float)(rows->end - rows->first - 1) : 52;
    g->step = step > 52 ? 52 : step;
    g->y = area.y;
    if (sc->view->unfold) {
        rows->first = 0;
        rows->end = rows->count;
    }
    sight_grid(sc, rows, g, most, sc->view->unfold);
    field_look_at(sc, g);
    f.lens = (struct box){ area.x, area.y + high + 14, area.w, LENS_HEIGHT - 14 };
    return f;
}

struct marks { uint32_t count, changed, padding, empty, cone, bad; };

static struct marks field_marks(const struct scene *sc, const struct field *f,
                                const struct shown_row *row, uint32_t first)
{
    const uint32_t columns = sc->found->board.columns;
    struct marks m = { 0 };

    for (uint32_t c = first; c < first + f->bucket && c < columns; c++) {
        const struct cell *cell = value_at(sc, row->row, c);

        m.count++;
        m.changed += cell->state == CELL_CHANGED;
        m.empty += cell->state == CELL_EMPTY;
        m.padding += (cell->flags & FLOW_PADDING) != 0;
        m.bad += cells_bad(sc, row->row, c);
        m.cone += f->grid.cone &&
                  f->grid.cone[(size_t)row->row * columns + c] != 0;
    }
    return m;
}

/* How a mark looks; marks that look alike are drawn as one. */
struct look { float high, alpha; enum ink ink; };

static struct look field_look(const struct shown_row *row, const struct marks *m)
{
    const float part = m->count ? (float)m->changed / (float)m->count : 0;
    struct look look = { 0.35f + 0.65f * part, 1, INK_BAR };

    if (m->empty == m->count || row->future)
        return (struct look){ 0, 0, INK_NONE };
    if (m->padding == m->count)
        look.high = 0.18f;
    if (m->changed && !row->going) {
        look.ink = INK_CHANGED;
        look.alpha = row->now ? 1 : 0.5f;
    }
    if (m->bad && !row->going)
        look.ink = INK_BAD;
    if (m->cone)
        look = (struct look){ 1, 1, INK_COVER };
    return look;
}

static bool field_alike(struct look a, struct look b)
{
    return a.ink == b.ink && fabsf(a.high - b.high) < 0.01f &&
           fabsf(a.alpha - b.alpha) < 0.01f;
}

static void field_bar(struct scene *sc, const struct field *f, struct look look,
                      float x0, float x1, float y)
{
    const struct box *clip = &f->grid.clip;
    const float high = f->grid.cell_h * look.high;

    x0 = fmaxf(x0, clip->x - 4);
    x1 = fminf(x1, clip->x + clip->w + 4);
    if (look.ink != INK_NONE && x1 > x0)
        pen_rect(sc, (struct box){ x0, y + f->grid.cell_h - high, x1 - x0, high },
                 0, paint_alpha(paint_fill(look.ink), look.alpha));
}

static void field_bars(struct scene *sc, const struct field *f,
                       const struct shown_row *row, uint32_t line)
{
    const struct grid *g = &f->grid;
    const bool apart = g->pitch > 5;
    const float y = g->y + (float)line * g->step, left = g->x - g->pitch / 2;
    struct look look = { 0, 0, INK_NONE };
    float from = left;

    for (uint32_t c = 0; c < g->columns; c += f->bucket) {
        const struct marks m = field_marks(sc, f, row, c);
        const struct look next = field_look(row, &m);
        const float x = left + g->pitch * (float)c;

        if (apart)
            field_bar(sc, f, next, x + 0.75f, x + g->pitch - 0.75f, y);
        else if (!field_alike(look, next)) {
            field_bar(sc, f, look, from, x, y);
            from = x;
        }
        look = next;
    }
    if (!apart)
        field_bar(sc, f, look, from, left + g->pitch * (float)g->columns, y);
}

/* Unseen rectangles to point at, a bucket each; with the room between the rows,
 * so that the pointer never falls through. */
static void field_targets(struct scene *sc, const struct field *f,
                          const struct shown_row *row, uint32_t line)
{
    const struct grid *g = &f->grid;
    const float room = fmaxf(g->step - g->cell_h, 0);
    const float y = g->y + (float)line * g->step - room / 2;

    for (uint32_t c = 0; c < g->columns; c += f->bucket) {
        const float x = g->x + g->pitch * ((float)c - 0.5f);

        if (x < g->clip.x - g->pitch || x > g->clip.x + g->clip.w)
            continue;
        draw_group(sc->list, "mark:%u,%u", row->row, c);
        pen_rect(sc, (struct box){ x, y, g->pitch * (float)f->bucket,
                                   g->cell_h + room },
                 0, paint_fill(INK_NONE));
        draw_ungroup(sc->list);
    }
}

static void field_row(struct scene *sc, const struct field *f,
                      const struct shown_row *row, uint32_t line)
{
    const struct grid *g = &f->grid;
    const float y = g->y + (float)line * g->step + g->cell_h + 1;

    field_bars(sc, f, row, line);
    field_targets(sc, f, row, line);
    pen_line(sc, g->clip.x, y, g->clip.x + g->clip.w, y,
             row->future ? paint_dash(paint_stroke(INK_RULE, 1), 4, 4)
                         : paint_stroke(INK_RULE, 1));
}

static bool field_lit(const struct scene *sc, const struct field *f,
                      const struct move *move)
{
    const struct board *b = &sc->found->board;
    const unsigned char *cone = f->grid.cone;

    return cone && move->from_column >= 0 && move->to_column >= 0 &&
           (uint32_t)move->from_column < b->columns &&
           (uint32_t)move->to_column < b->columns &&
           cone[(size_t)move->row * b->columns + (size_t)move->to_column] &&
           cone[(size_t)(move->row - 1) * b->columns + (size_t)move->from_column];
}

static void field_arrow(struct scene *sc, const struct field *f,
                        const struct move *move, uint32_t line, float alpha,
                        bool hot)
{
    const struct grid *g = &f->grid;
    const float top = g->y + (float)line * g->step;
    const float x0 = g->x + g->pitch * (float)move->from_column;
    const float x1 = g->x + g->pitch * (float)move->to_column;
    const float bend = top - (g->step - g->cell_h) / 2;
    const struct spot at[4] = { { x0, top - g->step + g->cell_h + 2 },
                                { x0, bend }, { x1, bend }, { x1, top } };

    pen_curve(sc, at, paint_alpha(paint_stroke(move_ink(move),
                                               hot ? 2 : 1.2f), alpha));
}

/* Whether any of a move from one column to another is in sight. */
static bool field_crosses(const struct field *f, const struct move *move)
{
    const struct grid *g = &f->grid;
    const float x0 = g->x + g->pitch * (float)move->from_column;
    const float x1 = g->x + g->pitch * (float)move->to_column;

    return move->from_column != move->to_column &&
           fmaxf(x0, x1) > g->clip.x && fminf(x0, x1) < g->clip.x + g->clip.w;
}

static uint32_t field_across(const struct field *f, const struct board *board,
                             uint32_t row)
{
    uint32_t count = 0;

    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++)
        count += field_crosses(f, &board->moves[i]);
    return count;
}

static void field_links(struct scene *sc, const struct field *f,
                        const struct shown_row *row, uint32_t line)
{
    const struct board *b = &sc->found->board;
    const uint32_t r = row->first;
    const uint32_t across = r ? field_across(f, b, r) : 0;
    const uint32_t every = across / FIELD_ARROWS + 1;
    uint32_t seen = 0;

    if (r == 0)
        return;
    for (uint32_t i = b->move_first[r]; i < b->move_first[r + 1]; i++) {
        const struct move *move = &b->moves[i];
        const bool hot = field_lit(sc, f, move);

        if (!hot && !field_crosses(f, move))
            continue;
        if (hot || seen % every == 0)
            field_arrow(sc, f, move, line,
                        hot ? 1 : row->future ? 0.15f : row->now ? 0.9f : 0.3f, hot);
        seen += !hot;
    }
}

/* Where rows stand too close for a name beside the line between two launches it
 * stands on the line, at the end that the lens is not at. */
static void field_launches(struct scene *sc, const struct field *f, const struct rows *rows)
{
    const struct grid *g = &f->grid;
    const float focus = g->x + g->pitch * (float)field_focus(sc);
    const bool right = focus < g->clip.x + g->clip.w / 2;

    if (axes_launch_room(g))
        return;
    for (uint32_t i = rows->first + 1; i < rows->end; i++) {
        const char *name = axes_launch_name(sc, &rows->row[i]);
        const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) + 10;
        const float y = g->y + (float)(i - rows->first) * g->step - (g->step - g->cell_h) / 2;
        const struct box box = { right ? g->clip.x + g->clip.w - w - 8 : g->clip.x + 8,
                                 y - 7, w, 14 };

        if (!rows_launch(sc, rows->row[i].first) || !grid_sees(g, box))
            continue;
        pen_rect(sc, box, 3, paint_fill(INK_BACK));
        pen_text(sc, box.x + w / 2, pen_middle(sc, y - 1, TEXT_SMALL), TEXT_SMALL,
                 FACE_UI_BOLD, INK_MUTED, ANCHOR_MIDDLE, name);
    }
}

/* ---- the lens --------------------------------------------------------------- */

static struct grid field_lens(struct scene *sc, const struct field *f)
{
    const uint32_t columns = f->grid.columns, focus = field_focus(sc);
    struct grid g = f->grid;
    const float row_h = 44, top = f->lens.y + 30;

    g.columns = columns < LENS_COLUMNS ? columns : LENS_COLUMNS;
    g.first_column = focus > g.columns / 2 ? focus - g.columns / 2 : 0;
    if (g.first_column + g.columns > columns)
        g.first_column = columns - g.columns;
    g.clip = (struct box){ f->lens.x + 4, top - 2, f->lens.w - 8,
                           f->lens.y + f->lens.h - top };
    g.pitch = g.clip.w / (float)g.columns;
    g.cell_w = g.pitch - 4;
    g.x = g.clip.x + g.pitch / 2;
    g.y = top;
    g.cell_h = row_h - 14;
    g.step = f->lens.h - 30 - g.cell_h - 6;
    g.node = 8;
    g.caption = 0;
    g.value_size = TEXT_BODY;
    g.form = pair_form(sc, TEXT_BODY, g.cell_w - 1);
    if (g.form == PAIR_STACKED)
        g.form = PAIR_SPACED;
    return g;
}

/* Room for edges around the rows. */
static struct box field_inside(const struct field *f)
{
    const struct box c = f->grid.clip;

    return (struct box){ c.x - 2, c.y - 4, c.w + 4, c.h + 10 };
}

static void field_frame(struct scene *sc, const struct field *f,
                        const struct grid *lens, const struct rows *rows)
{
    const struct grid *g = &f->grid;
    const float x = g->x + g->pitch * ((float)lens->first_column - 0.5f);
    const uint32_t lines = rows->end - rows->first;
    const char *title = pen_print(sc, scene_tr(sc, "columns %1$u to %2$u"),
                                  lens->first_column,
                                  lens->first_column + lens->columns - 1);
    const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, title);

    pen_clip(sc, field_inside(f));
    pen_rect(sc, (struct box){ x, g->y - 3, g->pitch * (float)lens->columns,
                               g->step * (float)(lines - 1) + g->cell_h + 6 },
             3, paint_stroke(INK_TEXT, 1.4f));
    pen_unclip(sc);
    pen_rect(sc, f->lens, 8, paint_both(INK_PANEL, INK_TEXT, 1.4f));
    pen_text(sc, f->lens.x + 12, f->lens.y + 20, TEXT_SMALL, FACE_UI_BOLD,
             INK_TEXT, ANCHOR_START, title);
    pen_fit(sc, f->lens.x + f->lens.w - 12, f->lens.y + 20, TEXT_SMALL, FACE_UI,
            INK_MUTED, ANCHOR_END, f->lens.w - w - 48,
            scene_tr(sc, "tall marks: written in the step · low marks: carried "
                         "over"));
}

/* Between the two rows of the lens: a launch begins with the lower. */
static void field_lens_launch(struct scene *sc, const struct grid *g,
                              const struct shown_row *row)
{
    const char *name = axes_launch_name(sc, row);
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, name) + 16;
    const float x = g->clip.x + g->clip.w / 2, y = g->y + (g->step + g->cell_h) / 2;

    pen_line(sc, g->clip.x, y, g->clip.x + g->clip.w, y,
             paint_dash(paint_stroke(INK_MUTED, 1.4f), 8, 4));
    pen_rect(sc, (struct box){ x - w / 2, y - 9, w, 18 }, 3, paint_fill(INK_PANEL));
    pen_text(sc, x, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL, FACE_UI, INK_MUTED,
             ANCHOR_MIDDLE, name);
}

static void field_lens_draw(struct scene *sc, const struct field *f,
                            const struct rows *rows)
{
    const struct grid g = field_lens(sc, f);
    const struct shown_row *row = &rows->row[rows->now];

    field_frame(sc, f, &g, rows);
    pen_clip(sc, g.clip);
    if (rows->now > 0 && rows_launch(sc, row->first))
        field_lens_launch(sc, &g, row);
    if (rows->now > 0) {
        cells_links(sc, &g, &rows->row[rows->now - 1], row, 1);
        cells_row(sc, &g, &rows->row[rows->now - 1], 0);
        cells_row(sc, &g, row, 1);
    } else {
        cells_row(sc, &g, row, 0);
    }
    pen_unclip(sc);
}

void field_draw(struct scene *sc, struct rows *rows, struct box area)
{
    struct field f = field_plan(sc, rows, area);

    f.grid.cone = network_cone(sc);
    axes_rows(sc, &f.grid, rows);
    axes_columns(sc, &f.grid);
    pen_clip(sc, field_inside(&f));
    for (uint32_t i = rows->first + 1; i < rows->end; i++)
        field_links(sc, &f, &rows->row[i], i - rows->first);
    for (uint32_t i = rows->first; i < rows->end; i++)
        field_row(sc, &f, &rows->row[i], i - rows->first);
    field_launches(sc, &f, rows);
    pen_unclip(sc);
    field_lens_draw(sc, &f, rows);
}

static void field_dots(struct scene *sc, const struct field *f, uint32_t line)
{
    const struct board *b = &sc->found->board;
    const struct grid *g = &f->grid;
    const uint32_t r = sc->aim, every = field_across(f, b, r) / FIELD_ARROWS + 1;
    const float top = g->y + (float)line * g->step;
    uint32_t seen = 0;

    for (uint32_t i = b->move_first[r]; i < b->move_first[r + 1]; i++) {
        const struct move *m = &b->moves[i];
        struct spot at;

        if (!field_crosses(f, m) || seen++ % every)
            continue;
        at = pen_on_arrow(
            (struct spot){ g->x + g->pitch * (float)m->from_column,
                           top - g->step + g->cell_h + 2 },
            (struct spot){ g->x + g->pitch * (float)m->to_column, top },
            chips_pace(sc->part, m->from_column, m->to_column));
        pen_circle(sc, at.x, at.y, 3, paint_both(INK_SOURCE, INK_BACK, 1));
    }
}

void field_moving(struct scene *sc, struct rows *rows, struct box area)
{
    const struct field f = field_plan(sc, rows, area);
    const struct grid lens = field_lens(sc, &f);
    const struct shown_row *row = &rows->row[rows->now];

    if (rows->now >= rows->first && rows->now < rows->end && rows->now > 0 &&
        row->first == sc->aim) {
        pen_clip(sc, f.grid.clip);
        field_dots(sc, &f, rows->now - rows->first);
        pen_unclip(sc);
    }
    pen_clip(sc, lens.clip);
    cells_moving(sc, &lens, row->first, rows->now > 0 ? 1 : 0);
    pen_unclip(sc);
}
