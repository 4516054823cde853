/* The network of a half: cells with values where they fit, else dots.
 *
 * Zoomed, the dots come apart until values have room. Many columns are thinned: of
 * dots so close that they touch, every second, fourth, ... is drawn with the lines
 * that lead to it. */
#include <math.h>

#include "scene/compare.h"

enum { NAMES = 22, NET_FOOT = 10, NAMES_MOST = 32, MAG = 4 }; /* MAG: how much values may grow */

/* Room for the names of rows, left of the columns: as wide as they are, if there
 * are few, where columns are tight. */
static float net_gutter(struct half *h, bool tight)
{
    const uint32_t rows = h->sc.found->board.rows;
    float widest = 0;

    if (!tight || rows > NAMES_MOST)
        return AXES_GUTTER;
    for (uint32_t row = 0; row < rows; row++) {
        const char *name = step_row_label(&h->sc, row);

        widest = fmaxf(widest, fmaxf(pen_width(&h->sc, FACE_UI, TEXT_SMALL, name),
                                     pen_width(&h->sc, FACE_UI_BOLD, TEXT_SMALL, name)));
    }
    return fminf(widest + 14, AXES_GUTTER);
}

enum net_room net_values(struct half *h, float w)
{
    const float columns = (float)h->sc.found->board.columns;
    const float value = value_widest(&h->sc, TEXT_SMALL);

    if (columns * (value + 7) <= w - AXES_GUTTER)
        return NET_VALUES;
    return columns * (value + 4) <= w - net_gutter(h, true) ? NET_TIGHT : NET_DOTS;
}

/* The zoom from which on values have room; 1 where they always have. */
static float net_least(struct half *h, float rest)
{
    return fmaxf((value_widest(&h->sc, TEXT_SMALL) + (h->tight ? 4 : 7)) / rest, 1);
}

/* Columns and cells at a zoom; dots become cells where values have room. */
static void net_columns(struct half *h, struct box area, float rest, float zoom)
{
    const uint32_t columns = h->sc.found->board.columns;
    const float least = net_least(h, rest), mag = fmaxf(zoom / least, 1);
    struct grid *g = &h->grid;

    *g = (struct grid){ .clip = area, .columns = columns,
                        .node = (h->tight ? 6 : 7) * fminf(mag, 2) };
    h->values = h->values || (zoom > 1 && zoom >= least);
    g->pitch = rest * zoom;
    g->cell_w = h->values ? g->pitch * (h->tight ? 0.94f : 0.86f)
                          : fmaxf(fminf(g->pitch * 0.5f, 9), 1.6f);
    g->cell_h = h->values ? (h->tight ? 22 : 28) * fminf(mag, 2)
                          : fmaxf(fminf(g->pitch * 0.5f, 9), 4);
    g->x = area.x + g->pitch / 2;
    g->y = area.y;
    g->value_size = h->values ? fminf(18 * fminf(mag, 2), TEXT_SMALL * (g->cell_w - 4) /
                                      value_widest(&h->sc, TEXT_SMALL)) : 0;
    g->value_size = fmaxf(g->value_size, TEXT_SMALL);
    h->every = axes_every(3 / g->pitch);
}

/* Rows: as many as fit; zoomed or unfolded all of them, and they slide. */
static void net_rows(struct half *h, struct box area, float mag, bool slides)
{
    const float gap = h->tight ? 26 : h->values ? 34 : 12, most = h->values ? 84 : 62;
    struct grid *g = &h->grid;
    uint32_t shown;

    rows_window(&h->sc, &h->rows, (uint32_t)((area.h + gap) / (g->cell_h + gap)));
    shown = h->rows.end - h->rows.first;
    g->step = fminf((area.h - g->cell_h) / (float)(shown > 1 ? shown - 1 : 1), most);
    if (!slides)
        return;
    g->step *= fminf(mag, fmaxf((area.h - 8) / (g->step + g->cell_h), 1));
    g->step = fmaxf(g->step, g->cell_h + gap);
    h->rows.first = 0;
    h->rows.end = h->rows.count;
}

bool net_plan(struct half *h)
{
    const struct box b = h->sc.board;
    const uint32_t columns = h->sc.found->board.columns;
    const float gutter = h->values || b.w > 300 ? net_gutter(h, h->tight) : 0;
    const struct box area = { b.x + gutter, b.y + NAMES, b.w - gutter,
                              b.h - NAMES - NET_FOOT };
    float rest, most, zoom;
    bool slides;

    if (columns == 0 || area.w < 40 || area.h < 60 || !rows_plan(&h->sc, &h->rows))
        return false;
    rest = fminf(area.w / (float)columns, h->values ? 72 : 40);
    most = MAG * net_least(h, rest);
    zoom = sight_zoom(&h->sc, most);
    slides = zoom > 1 || h->view.unfold;
    net_columns(h, area, rest, zoom);
    net_rows(h, area, fmaxf(zoom / net_least(h, rest), 1), slides);
    sight_grid(&h->sc, &h->rows, &h->grid, most, slides);
    return true;
}

static bool net_over(const struct half *h, float x0, float x1)
{
    const struct box *c = &h->grid.clip;

    return fmaxf(x0, x1) >= c->x - 8 && fminf(x0, x1) <= c->x + c->w + 8;
}

static void net_clip(struct half *h)
{
    const struct box c = h->grid.clip;

    if (h->grid.cut)
        pen_clip(&h->sc, (struct box){ c.x - 2, c.y - 3, c.w + 4, c.h + 6 });
}

static void net_unclip(struct half *h)
{
    if (h->grid.cut)
        pen_unclip(&h->sc);
}

/* ---- dots --------------------------------------------------------------------- */

static bool net_shows(const struct half *h, int64_t column)
{
    return column >= 0 && (column + 1) % h->every == 0;
}

static void net_dot(struct half *h, const struct shown_row *row, uint32_t line,
                    uint32_t column)
{
    const struct box box = grid_cell(&h->grid, line, column);
    const struct cell *cell = value_at(&h->sc, row->row, column);
    const bool fresh = row->now && cell->state == CELL_CHANGED && !row->going;
    const bool blank = row->future || cell->state == CELL_EMPTY ||
                       (row->going && cell->state == CELL_CHANGED);
    const float r = h->grid.cell_h / 2;
    const bool lit = h->grid.cone && !blank &&
        h->grid.cone[(size_t)row->row * h->sc.found->board.columns + column];

    if (!net_over(h, box.x, box.x + box.w))
        return;
    draw_group(h->sc.list, "cell:%u,%u", row->row, column);
    pen_circle(&h->sc, box.x + box.w / 2, box.y + r, fresh ? r + 1.2f : r,
               blank ? paint_both(INK_BACK, INK_RULE, 1)
               : lit ? paint_both(INK_COVER, INK_COVER, 1)
               : cells_bad(&h->sc, row->row, column) ? paint_fill(INK_BAD)
               : fresh ? paint_fill(INK_CHANGED) : paint_fill(INK_MUTED));
    draw_ungroup(h->sc.list);
}

static void net_spots(const struct half *h, const struct move *move, uint32_t line,
                      struct spot *from, struct spot *to)
{
    const struct box a = grid_cell(&h->grid, line - 1, (uint32_t)move->from_column);
    const struct box b = grid_cell(&h->grid, line, (uint32_t)move->to_column);

    *from = (struct spot){ a.x + a.w / 2, a.y + a.h + 1 };
    *to = (struct spot){ b.x + b.w / 2, b.y - 1 };
}

/* Whether a move is a line between two dots that are drawn. */
static bool net_line(const struct half *h, const struct move *move)
{
    return move->from_column != move->to_column && move->from_column >= 0 &&
           net_shows(h, move->to_column);
}

static void net_lines(struct half *h, uint32_t i)
{
    const struct board *board = &h->sc.found->board;
    const struct shown_row *row = &h->rows.row[i];
    const uint32_t r = row->first;
    const float alpha = row->future ? 0.2f : row->now ? 1 : 0.5f;
    struct spot from, to;

    for (uint32_t m = board->move_first[r]; r > 0 && m < board->move_first[r + 1]; m++) {
        const struct move *move = &board->moves[m];

        if (!net_line(h, move))
            continue;
        net_spots(h, move, i - h->rows.first, &from, &to);
        if (!net_over(h, from.x, to.x))
            continue;
        pen_line(&h->sc, from.x, from.y, to.x, to.y,
                 paint_alpha(paint_stroke(move_ink(move),
                                          row->now ? 1.8f : 1.2f), alpha));
    }
}

static void net_dots(struct half *h)
{
    for (uint32_t i = h->rows.first + 1; i < h->rows.end; i++)
        net_lines(h, i);
    for (uint32_t i = h->rows.first; i < h->rows.end; i++)
        for (uint32_t c = h->every - 1; c < h->grid.columns; c += h->every)
            net_dot(h, &h->rows.row[i], i - h->rows.first, c);
}

/* ---- the picture ---------------------------------------------------------------- */

static void net_names(struct half *h)
{
    for (uint32_t i = h->rows.first; i < h->rows.end; i++) {
        const struct shown_row *row = &h->rows.row[i];
        const struct box box = grid_cell(&h->grid, i - h->rows.first, 0);

        if ((h->grid.step < 17 && !row->now) || box.y < h->grid.clip.y - 1 ||
            box.y + box.h > h->grid.clip.y + h->grid.clip.h + 1)
            continue;
        pen_fit(&h->sc, h->grid.clip.x - 10,
                pen_middle(&h->sc, box.y + box.h / 2, TEXT_SMALL), TEXT_SMALL,
                row->now ? FACE_UI_BOLD : FACE_UI, row->future ? INK_MUTED : INK_TEXT,
                ANCHOR_END, h->grid.clip.x - h->sc.board.x - 12, rows_name(&h->sc, row));
    }
}

static void net_cells(struct half *h)
{
    for (uint32_t i = h->rows.first + 1; i < h->rows.end; i++)
        cells_links(&h->sc, &h->grid, &h->rows.row[i - 1], &h->rows.row[i],
                    i - h->rows.first);
    for (uint32_t i = h->rows.first; i < h->rows.end; i++)
        cells_row(&h->sc, &h->grid, &h->rows.row[i], i - h->rows.first);
}

void net_draw(struct half *h)
{
    if (!net_plan(h))
        return;
    h->grid.cone = network_cone(&h->sc);
    axes_columns(&h->sc, &h->grid);
    if (h->grid.clip.x > h->sc.board.x)
        net_names(h);
    net_clip(h);
    if (h->values)
        net_cells(h);
    else
        net_dots(h);
    net_unclip(h);
}

static void net_dots_moving(struct half *h, uint32_t line)
{
    const struct board *board = &h->sc.found->board;
    const uint32_t row = h->sc.aim;
    struct spot from, to;

    for (uint32_t m = board->move_first[row];
         line > 0 && h->rows.row[h->rows.now].first == row &&
         m < board->move_first[row + 1]; m++) {
        const struct move *move = &board->moves[m];

        if (!net_line(h, move))
            continue;
        net_spots(h, move, line, &from, &to);
        pen_circle(&h->sc, from.x + (to.x - from.x) * h->sc.part,
                   from.y + (to.y - from.y) * h->sc.part, 3,
                   paint_both(INK_SOURCE, INK_PANEL, 1));
    }
}

void net_moving(struct half *h)
{
    if (h->sc.part >= 1 || !net_plan(h) || h->rows.now < h->rows.first ||
        h->rows.now >= h->rows.end)
        return;
    net_clip(h);
    if (h->values)
        cells_moving(&h->sc, &h->grid, h->rows.row[h->rows.now].first,
                     h->rows.now - h->rows.first);
    else
        net_dots_moving(h, h->rows.now - h->rows.first);
    net_unclip(h);
}
