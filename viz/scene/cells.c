/* Cells of a board, the arrows between its rows, and the operator nodes.
 *
 * The row being reached is loud, past rows are paler, rows to come are dashed
 * and empty. All shapes come from the board's moves. */
#include <math.h>

#include "scene/scene.h"

enum { CELL_BAD = FLOW_DUPLICATE | FLOW_DISORDER | FLOW_UNWRITTEN | FLOW_RANGE |
                  FLOW_AMBIGUOUS };

struct box grid_cell(const struct grid *grid, uint32_t line, uint32_t column)
{
    const float shift = (float)column - (float)grid->first_column;

    return (struct box){ grid->x + shift * grid->pitch - grid->cell_w / 2,
                         grid->y + (float)line * grid->step, grid->cell_w,
                         grid->cell_h };
}

bool grid_sees(const struct grid *grid, struct box box)
{
    const struct box *c = &grid->clip;

    return box.x >= c->x - 0.5f && box.y >= c->y - 0.5f &&
           box.x + box.w <= c->x + c->w + 0.5f &&
           box.y + box.h <= c->y + c->h + 0.5f;
}

bool grid_touches(const struct grid *grid, struct box box)
{
    const struct box *c = &grid->clip;

    return box.x < c->x + c->w && box.y < c->y + c->h && box.x + box.w > c->x &&
           box.y + box.h > c->y;
}

static bool cells_in_cone(const struct scene *sc, const unsigned char *cone,
                          uint32_t row, int64_t column)
{
    const struct board *board = &sc->found->board;

    return cone && column >= 0 && column < board->columns &&
           cone[(size_t)row * board->columns + (size_t)column];
}

struct draw_paint cells_paint(const struct scene *sc,
                              const struct shown_row *row, uint32_t column,
                              const unsigned char *cone)
{
    const struct cell *cell = value_at(sc, row->row, column);
    const bool fresh = row->now && cell->state == CELL_CHANGED;

    if (row->future || cell->state == CELL_EMPTY)
        return paint_dash(paint_both(INK_BACK, INK_RULE, 1.2f), 4, 4);
    if (row->going && fresh)
        return paint_dash(paint_both(INK_PANEL, INK_CHANGED, 1.6f), 4, 4);
    if (cells_in_cone(sc, cone, row->row, column))
        return paint_both(INK_COVER_FACE, INK_COVER, 2.4f);
    if (cells_bad(sc, row->row, column))
        return paint_both(INK_BAD_FACE, INK_BAD, 2.4f);
    if (cell->flags & FLOW_PADDING)
        return paint_dash(paint_both(INK_IDLE, fresh ? INK_CHANGED : INK_MUTED,
                                     fresh ? 2 : 1), 2, 3);
    if (fresh)
        return paint_both(INK_PANEL, INK_CHANGED, 2.4f);
    return paint_both(INK_PANEL, INK_RULE, 1.2f);
}

bool cells_bad(const struct scene *sc, uint32_t row, uint32_t column)
{
    return (value_at(sc, row, column)->flags & CELL_BAD) != 0 ||
           twin_differs(sc, row, column);
}

/* What is wrong with a cell, in a word; with one of which its inputs do not tell
 * it, what the repaired kernel has there. */
static const char *cells_fault(struct scene *sc, uint32_t row, uint32_t column)
{
    const struct cell *cell = value_at(sc, row, column);

    if ((cell->flags & CELL_BAD) == 0)
        return pen_print(sc, "≠ %s", twin_right(sc, row, column));
    if (cell->flags & FLOW_RANGE)
        return scene_tr(sc, "outside!");
    if (cell->flags & FLOW_UNWRITTEN)
        return scene_tr(sc, "garbage!");
    if (cell->flags & FLOW_DUPLICATE)
        return scene_tr(sc, "twice!");
    return cell->flags & FLOW_DISORDER ? scene_tr(sc, "order!")
                                       : scene_tr(sc, "unsure!");
}

/* Strokes across a corner: padding, and seen without colour. */
static void cells_hatch(struct scene *sc, struct box box)
{
    for (int i = 1; i <= (box.w > 40 ? 2 : 1); i++) {
        const float d = 4.0f * (float)i;

        pen_line(sc, box.x + box.w - d, box.y + 1, box.x + box.w - 1, box.y + d,
                 paint_stroke(INK_MUTED, 1));
    }
}

static const char *cells_caption(struct scene *sc, const struct grid *grid,
                                 uint32_t row, uint32_t column)
{
    const char *cover;

    if (grid->caption == 0)
        return "";
    if (value_at(sc, row, column)->flags & FLOW_PADDING)
        return scene_tr(sc, "pad");
    if (cells_bad(sc, row, column))
        return cells_fault(sc, row, column);
    cover = value_cover(sc, row, column, grid->caption == 1);
    if (!cover[0] && grid->caption == 2 && !value_untold(sc, row, column))
        return scene_tr(sc, "no input");
    return cover;
}

/* Whether a text in the middle of a cell, at height y, would not be cut. */
static bool cells_seen(const struct grid *grid, struct box box, float y, float size)
{
    return !grid->cut ||
           grid_sees(grid, (struct box){ box.x, y - size * 0.7f, box.w, size * 1.4f });
}

static void cells_value(struct scene *sc, const struct grid *grid,
                        const struct shown_row *row, uint32_t column,
                        struct box box)
{
    const struct cell *cell = value_at(sc, row->row, column);
    const bool fresh = row->now && cell->state == CELL_CHANGED;
    const bool pad = (cell->flags & FLOW_PADDING) != 0;
    const char *caption = cells_caption(sc, grid, row->row, column);
    const float size = grid->value_size, mid = box.x + box.w / 2;
    const float small = fmaxf(grid->caption_size, TEXT_SMALL);
    const float y = box.y + box.h * (caption[0] ? 0.36f : 0.5f);
    const enum face face = fresh && !pad ? FACE_MONO_BOLD : FACE_MONO;
    enum ink ink = pad ? INK_MUTED : fresh ? INK_CHANGED_TEXT : INK_TEXT;
    const char *text, *below;
    float line;

    if (cells_in_cone(sc, grid->cone, row->row, column))
        ink = INK_TEXT;
    else if (cells_bad(sc, row->row, column))
        ink = INK_BAD_TEXT;
    text = pair_text(sc, value_cell(sc, row->row, column), grid->form, &below);
    line = below[0] ? size * 0.56f : 0;
    if (cells_seen(grid, box, y, size + 2 * line))
        pen_fit(sc, mid, pen_middle(sc, y - line, size), size, face, ink, ANCHOR_MIDDLE,
                box.w - 1, text);
    if (below[0] && cells_seen(grid, box, y, size + 2 * line))
        pen_fit(sc, mid, pen_middle(sc, y + line, size), size, face, ink, ANCHOR_MIDDLE,
                box.w - 1, below);
    if (caption[0] && cells_seen(grid, box, box.y + box.h - small * 0.8f, small))
        pen_fit(sc, mid, box.y + box.h - 6 * small / TEXT_SMALL, small, FACE_MONO, INK_MUTED,
                ANCHOR_MIDDLE, box.w - 3, caption);
    if (pad)
        cells_hatch(sc, box);
}

static void cells_one(struct scene *sc, const struct grid *grid,
                      const struct shown_row *row, uint32_t line,
                      uint32_t column)
{
    const struct box box = grid_cell(grid, line, column);
    const struct cell *cell = value_at(sc, row->row, column);
    const bool fresh = row->now && cell->state == CELL_CHANGED;
    const bool blank = row->future || (row->going && fresh);
    const float radius = box.w > 40 ? 7 : 4;
    const float size = fmaxf(16, fminf(grid->value_size, 50) * 0.76f);

    if (grid->cut ? !grid_touches(grid, box) : !grid_sees(grid, box))
        return;
    draw_group(sc->list, "cell:%u,%u", row->row, column);
    pen_rect(sc, box, radius, cells_paint(sc, row, column, grid->cone));
    if (blank && cells_seen(grid, box, box.y + box.h / 2, size))
        pen_text(sc, box.x + box.w / 2, pen_middle(sc, box.y + box.h / 2, size),
                 size, FACE_MONO, INK_MUTED, ANCHOR_MIDDLE, "?");
    else if (!blank && cell->state != CELL_EMPTY)
        cells_value(sc, grid, row, column, box);
    draw_ungroup(sc->list);
}

void cells_row(struct scene *sc, const struct grid *grid,
               const struct shown_row *row, uint32_t line)
{
    for (uint32_t i = 0; i < grid->columns; i++)
        cells_one(sc, grid, row, line, grid->first_column + i);
}

void cells_node(struct scene *sc, struct spot at, float r, float alpha,
                enum node_look look)
{
    const bool lit = look == NODE_LIT;
    const float size = TEXT_SMALL + (r > 9 ? (r - 9) : 0);

    pen_circle(sc, at.x, at.y, r, paint_fill(INK_BACK));
    pen_circle(sc, at.x, at.y, r,
               paint_alpha(lit ? paint_fill(INK_OP) : paint_both(INK_PANEL, INK_OP, 1.5f),
                           alpha));
    if (r >= 7.5f && look != NODE_EMPTY && (lit || alpha > 0.3f))
        pen_text(sc, at.x, pen_middle(sc, at.y, size), size, FACE_UI_BOLD,
                 lit ? INK_ON_OP : alpha > 0.5f ? INK_OP_TEXT : INK_MUTED,
                 ANCHOR_MIDDLE, value_sign(sc));
}

/* ---- links ---------------------------------------------------------------- */

struct link { struct spot from, to, node; bool own, op; };

static struct link cells_link(const struct grid *grid, const struct move *move,
                              uint32_t line)
{
    const float x0 = grid->x + ((float)move->from_column -
                                (float)grid->first_column) * grid->pitch;
    const float x1 = grid->x + ((float)move->to_column -
                                (float)grid->first_column) * grid->pitch;
    const float top = grid->y + (float)line * grid->step;
    const float r = grid->node;
    struct link link = { .own = move->from_column == move->to_column,
                         .op = move->op != FLOW_NONE };
    const float side = link.own ? 0 : x0 < x1 ? -r - 4 : r + 4;

    link.node = (struct spot){ x1, top - r - 6 };
    link.from = (struct spot){ x0, top - grid->step + grid->cell_h + 2 };
    link.to = (struct spot){ link.op ? x1 + side : x1, link.op ? link.node.y
                                                             : top - 2 };
    if (link.op && link.own)
        link.to.y = link.node.y - r;
    return link;
}

/* Whether the row before shows another value there: a launch began. */
static bool cells_other(const struct scene *sc, uint32_t row, uint32_t column)
{
    const struct cell *was = value_at(sc, row - 1, column);

    return was->state == CELL_EMPTY || was->value != value_at(sc, row, column)->value;
}

/* Whether any move writes this column in this row. */
static bool cells_written(const struct board *board, uint32_t row, uint32_t column)
{
    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++)
        if (board->moves[i].to_column == (int32_t)column)
            return true;
    return false;
}

static void cells_carry(struct scene *sc, const struct grid *grid, uint32_t row,
                        uint32_t line, float alpha)
{
    for (uint32_t i = 0; i < grid->columns; i++) {
        const uint32_t column = grid->first_column + i;
        const struct box box = grid_cell(grid, line, column);
        const bool hot = cells_in_cone(sc, grid->cone, row, column);

        if (box.x + box.w / 2 < grid->clip.x ||
            box.x + box.w / 2 > grid->clip.x + grid->clip.w ||
            value_at(sc, row, column)->state != CELL_SAME ||
            cells_other(sc, row, column) ||
            cells_written(&sc->found->board, row, column))
            continue;
        pen_line(sc, box.x + box.w / 2, box.y - grid->step + grid->cell_h + 2,
                 box.x + box.w / 2, box.y - 2,
                 paint_alpha(paint_dash(paint_stroke(hot ? INK_TEXT : INK_RULE,
                                                     hot ? 2.2f : 1.6f), 3, 4),
                             hot ? 1 : alpha));
    }
}

enum ink move_ink(const struct move *move)
{
    return move->stale == MOVE_NEWER ? INK_BAD : INK_SOURCE;
}

static void cells_one_link(struct scene *sc, const struct grid *grid,
                           const struct move *move, uint32_t line, float alpha)
{
    const struct link link = cells_link(grid, move, line);
    const bool hot =
        cells_in_cone(sc, grid->cone, move->row, move->to_column) &&
        cells_in_cone(sc, grid->cone, move->row - 1, move->from_column);
    const float width = grid->pitch > 60 ? 2 : 1.5f;

    /* The row before is another launch's: the word read does not stand in it. */
    if (rows_launch(sc, move->row) && move->stale)
        return;
    if (link.own && link.op)
        pen_line(sc, link.from.x, link.from.y, link.to.x, link.to.y,
                 paint_alpha(paint_stroke(hot ? INK_TEXT : INK_RULE,
                                          hot ? 2.4f : 1.6f), hot ? 1 : alpha));
    else
        pen_arrow(sc, link.from, link.to, move_ink(move), hot ? width + 1 : width,
                  hot ? 1 : alpha);
}

static bool cells_near(const struct grid *grid, const struct move *move)
{
    const float x = grid->x + ((float)move->to_column -
                               (float)grid->first_column) * grid->pitch;

    return x >= grid->clip.x && x <= grid->clip.x + grid->clip.w;
}

/* What a node says is left out where it would be cut. */
static bool cells_whole_node(const struct grid *grid, struct spot at)
{
    const float r = grid->node + 2;

    return !grid->cut ||
           grid_sees(grid, (struct box){ at.x - r, at.y - r, 2 * r, 2 * r });
}

static void cells_nodes(struct scene *sc, const struct grid *grid,
                        const struct shown_row *row, uint32_t line, float alpha)
{
    const struct board *board = &sc->found->board;
    const uint32_t r = row->first;
    int32_t last = -1;

    for (uint32_t i = board->move_first[r]; i < board->move_first[r + 1]; i++) {
        const struct move *move = &board->moves[i];
        const struct link link = cells_link(grid, move, line);

        if (!link.op || move->to_column == last || !cells_near(grid, move))
            continue;
        last = move->to_column;
        pen_line(sc, link.node.x, link.node.y + grid->node, link.node.x,
                 link.node.y + grid->node + 4,
                 paint_alpha(paint_stroke(INK_OP, 1.5f), alpha));
        cells_node(sc, link.node, grid->node, alpha,
                   row->going || !cells_whole_node(grid, link.node) ? NODE_EMPTY
                   : row->now && r == row->row ? NODE_LIT : NODE_PLAIN);
    }
}

void cells_links(struct scene *sc, const struct grid *grid,
                 const struct shown_row *above, const struct shown_row *row,
                 uint32_t line)
{
    const struct board *board = &sc->found->board;
    const float alpha = row->future ? 0.2f : row->now ? 1 : 0.45f;
    const uint32_t r = row->first;

    if (!above || r == 0)
        return;
    cells_carry(sc, grid, r, line, row->future ? 0.4f : 1);
    for (int own = 1; own >= 0; own--)
        for (uint32_t i = board->move_first[r]; i < board->move_first[r + 1]; i++) {
            const struct move *move = &board->moves[i];

            if ((move->from_column == move->to_column) == (own != 0) &&
                cells_near(grid, move))
                cells_one_link(sc, grid, move, line, alpha);
        }
    cells_nodes(sc, grid, row, line, alpha);
}

/* ---- moving ---------------------------------------------------------------- */

static void cells_light(struct scene *sc, const struct grid *grid,
                        const struct move *move, uint32_t line,
                        struct chips *chips)
{
    const float lit = (sc->part - 0.55f) / 0.45f;
    const struct link link = cells_link(grid, move, line);

    if (!link.op)
        return;
    if (lit > 0)
        pen_circle(sc, link.node.x, link.node.y, grid->node + 3 * lit,
                   paint_alpha(paint_fill(INK_OP), 0.35f * lit));
    cells_node(sc, link.node, grid->node, 1,
               lit > 0 && cells_whole_node(grid, link.node) ? NODE_LIT : NODE_EMPTY);
    if (lit > 0)
        chips_keep_off(chips, (struct box){ link.node.x - grid->node,
                                            link.node.y - grid->node,
                                            2 * grid->node, 2 * grid->node });
}

/* A step that changes no value: its cells light up where they stand. */
static void cells_glow(struct scene *sc, const struct grid *grid, uint32_t line)
{
    for (uint32_t i = 0; i < grid->columns; i++) {
        const uint32_t column = grid->first_column + i;
        const struct box box = grid_cell(grid, line, column);

        if (value_at(sc, sc->aim, column)->state == CELL_CHANGED &&
            grid_sees(grid, box))
            pen_rect(sc, box, box.w > 40 ? 7 : 4,
                     paint_alpha(paint_stroke(INK_CHANGED, 2.4f), sc->part));
    }
}

void cells_moving(struct scene *sc, const struct grid *grid, uint32_t row,
                  uint32_t line)
{
    const struct board *board = &sc->found->board;
    struct chips chips = { .count = 0, .clip = grid->clip };

    if (row != sc->aim || line == 0) {
        cells_glow(sc, grid, line);
        return;
    }
    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++) {
        const struct move *move = &board->moves[i];

        if (cells_near(grid, move) &&
            (i == board->move_first[row] || move[-1].to_column != move->to_column))
            cells_light(sc, grid, move, line, &chips);
    }
    for (uint32_t i = board->move_first[row]; i < board->move_first[row + 1]; i++) {
        const struct move *move = &board->moves[i];
        const struct link link = cells_link(grid, move, line);
        const float pace = chips_pace(sc->part, move->from_column, move->to_column);

        if (!link.own && cells_near(grid, move))
            chips_add(sc, &chips, pen_on_arrow(link.from, link.to, pace),
                      value_move(sc, move));
    }
}
