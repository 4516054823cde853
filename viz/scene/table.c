/* The table: all states of the run, a line a step, to be read aloud and copied.
 *
 * Every row counts here, none is merged. Where rows or columns do not fit, a
 * window is shown: rows around the current one, columns around the one in
 * focus; dragging moves it. */
#include <math.h>

#include "scene/scene.h"

enum { HEAD = 46, FOOT = 66, LINE = 26, NAMES = 104, MAG = 3 };

struct sheet {
    struct rows rows;
    struct box area;           /* of the values */
    uint32_t first, columns;   /* window of columns */
    float pitch, line, size;   /* size: of values */
};

/* The column that the window is put around. */
static uint32_t sheet_lens(const struct scene *sc)
{
    const struct view *v = sc->view;
    const struct board *board = &sc->found->board;

    if (v->lens_column >= 0)
        return (uint32_t)v->lens_column;
    if (v->select_column >= 0)
        return (uint32_t)v->select_column;
    for (uint32_t c = 0; sc->aim > 0 && sc->aim < board->rows && c < board->columns; c++)
        if (value_at(sc, sc->aim, c)->state == CELL_CHANGED)
            return c;
    return 0;
}

/* Moves the windows as zoom and pan ask, by whole columns and rows. */
static void sheet_place(struct scene *sc, struct sheet *s)
{
    const uint32_t all = sc->found->board.columns, shown = s->rows.end - s->rows.first;
    const struct sight sight = {
        .stage = { s->area.x, s->area.y, s->pitch * (float)s->columns,
                   s->line * (float)shown },
        .w = s->pitch * (float)all, .h = s->line * (float)s->rows.count, .most = MAG,
        .rest = { s->area.x, s->area.y },
        .look = { s->pitch * ((float)s->first + (float)s->columns / 2),
                  s->line * ((float)s->rows.first + (float)shown / 2) } };
    const struct box body = sight_place(sc, &sight);
    const float x = roundf((s->area.x - body.x) / s->pitch);
    const float y = roundf((s->area.y - body.y) / s->line);

    s->first = (uint32_t)fminf(fmaxf(x, 0), (float)(all - s->columns));
    s->rows.first = (uint32_t)fminf(fmaxf(y, 0), (float)(s->rows.count - shown));
    s->rows.end = s->rows.first + shown;
}

/* Rows around the current one. */
static void sheet_rows(struct sheet *s, float line)
{
    const uint32_t room = (uint32_t)fmaxf(s->area.h / line, 2);
    const uint32_t before = room / 2, count = s->rows.count;

    s->rows.first = s->rows.now > before ? s->rows.now - before : 0;
    if (count <= room)
        s->rows.first = 0;
    else if (s->rows.first > count - room)
        s->rows.first = count - room;
    s->rows.end = count <= room ? count : s->rows.first + room;
    s->line = fminf(s->area.h / (float)(s->rows.end - s->rows.first), line * 36 / LINE);
}

static bool sheet_plan(struct scene *sc, struct sheet *s)
{
    const struct box b = sc->board;
    const uint32_t all = sc->found->board.columns;
    float wants, zoom;
    uint32_t fit, lens;

    if (all == 0 || b.w < NAMES + 60 || b.h < HEAD + FOOT + LINE ||
        !rows_plan(sc, &s->rows))
        return false;
    s->area = (struct box){ b.x + NAMES, b.y + HEAD, b.w - NAMES, b.h - HEAD - FOOT };
    zoom = sight_zoom(sc, MAG);
    s->size = TEXT_BODY * zoom;
    wants = value_widest(sc, s->size) + 12;
    if (wants < pen_width(sc, FACE_MONO, TEXT_SMALL, "0000") + 6 && all > 1000)
        wants = pen_width(sc, FACE_MONO, TEXT_SMALL, "0000") + 6;
    if (wants < 28)
        wants = 28;
    fit = (uint32_t)fmaxf(s->area.w / wants, 1);
    s->columns = all < fit ? all : fit;
    lens = sheet_lens(sc);
    s->first = lens > s->columns / 2 ? lens - s->columns / 2 : 0;
    s->pitch = fminf(s->area.w / (float)s->columns, fmaxf(wants, 96 * zoom));
    if (s->first > all - s->columns)
        s->first = all - s->columns;
    sheet_rows(s, LINE * zoom);
    sheet_place(sc, s);
    return true;
}

static float sheet_x(const struct sheet *s, int64_t column)
{
    return s->area.x + s->pitch * ((float)(column - (int64_t)s->first) + 0.8f);
}

static float sheet_y(const struct sheet *s, uint32_t i)
{
    return s->area.y + s->line * (float)(i - s->rows.first);
}

static void sheet_cell(struct scene *sc, const struct sheet *s, uint32_t i,
                       uint32_t column)
{
    const struct shown_row *row = &s->rows.row[i];
    const struct cell *cell = value_at(sc, row->row, column);
    const bool fresh = cell->state == CELL_CHANGED;
    const bool pad = (cell->flags & FLOW_PADDING) != 0;
    const bool bad = cells_bad(sc, row->row, column);
    const struct box box = { sheet_x(s, column) - s->pitch * 0.8f, sheet_y(s, i),
                             s->pitch, s->line };
    const char *text = value_cell(sc, row->row, column);
    uint32_t at_row, at_column;

    if (row->future || row->going)
        return;
    draw_group(sc->list, "cell:%u,%u", row->row, column);
    pen_rect(sc, (struct box){ box.x + 1, box.y + 2, box.w - 2, box.h - 4 }, 4,
             value_focus(sc, &at_row, &at_column) && at_row == row->row &&
             at_column == column ? paint_both(INK_COVER_FACE, INK_COVER, 2)
             : bad ? paint_both(INK_BAD_FACE, INK_BAD, 1.6f)
             : row->now && fresh ? paint_both(INK_PANEL, INK_CHANGED, 1.6f)
                                 : paint_fill(row->now ? INK_PANEL : INK_BACK));
    if (cell->state != CELL_EMPTY)
        pen_fit(sc, box.x + box.w - 6, pen_middle(sc, box.y + box.h / 2, s->size),
                s->size, fresh && !pad ? FACE_MONO_BOLD : FACE_MONO,
                bad ? INK_BAD_TEXT : pad ? INK_MUTED
                : fresh && row->now ? INK_CHANGED_TEXT : INK_TEXT,
                ANCHOR_END, box.w - 8, pad ? pen_print(sc, "(%s)", text) : text);
    draw_ungroup(sc->list);
}

static void sheet_row(struct scene *sc, const struct sheet *s, uint32_t i)
{
    const struct shown_row *row = &s->rows.row[i];
    const float y = sheet_y(s, i), right = s->area.x + s->pitch * (float)s->columns;
    const bool dim = row->future || row->going;

    if (row->now)
        pen_rect(sc, (struct box){ sc->board.x, y, right - sc->board.x, s->line }, 4,
                 paint_fill(INK_PANEL));
    pen_line(sc, sc->board.x, y + s->line, right, y + s->line, paint_stroke(INK_RULE, 1));
    pen_fit(sc, sc->board.x + 6, pen_middle(sc, y + s->line / 2, TEXT_BODY), TEXT_BODY,
            row->now ? FACE_UI_BOLD : FACE_UI, dim ? INK_MUTED : INK_TEXT,
            ANCHOR_START, NAMES - 14, rows_name(sc, row));
    for (uint32_t c = s->first; c < s->first + s->columns; c++)
        sheet_cell(sc, s, i, c);
}

/* How many blocks the run had, as far as they were traced. */
static uint32_t sheet_blocks(const struct trace *trace)
{
    uint32_t blocks = 0;

    for (uint32_t i = 0; i < trace->seg_count; i++)
        if (trace->segs[i].tile >= blocks)
            blocks = trace->segs[i].tile + 1;
    return blocks;
}

/* Whose states these are: of the run, or of the one block of it that is shown. */
static const char *sheet_caption(struct scene *sc, const struct sheet *s)
{
    const struct board *board = &sc->found->board;
    const uint32_t blocks = sheet_blocks(sc->found->trace);
    const uint32_t first = board->first_input + s->first, last = first + s->columns - 1;

    if (s->columns == board->columns && blocks > 1)
        return pen_print(sc, scene_tr(sc, "all states of block %1$u of %2$u; bold: "
                                          "written in that step"), board->tile, blocks);
    if (s->columns == board->columns)
        return scene_tr(sc, "all states of the run; bold: written in that step");
    if (blocks > 1)
        return pen_print(sc, scene_tr(sc, "all states of block %1$u of %2$u, elements "
                                          "%3$u to %4$u; bold: written in that step"),
                         board->tile, blocks, first, last);
    if (sc->half)
        return pen_print(sc, scene_tr(sc, "elements %1$u to %2$u of %3$u; bold: written "
                                          "then"), first, last, board->columns);
    return pen_print(sc, scene_tr(sc, "all states of the run, elements %1$u to %2$u of "
                                      "%3$u; bold: written in that step"), first, last,
                     board->columns);
}

static void sheet_head(struct scene *sc, const struct sheet *s)
{
    const float y = s->area.y - 10, right = s->area.x + s->pitch * (float)s->columns;
    const struct board *board = &sc->found->board;

    pen_fit(sc, sc->board.x + 6, sc->board.y + 14, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, sc->board.w - 8,
            sheet_caption(sc, s));
    pen_text(sc, sc->board.x + 6, y, TEXT_SMALL, FACE_UI_BOLD, INK_MUTED, ANCHOR_START,
             scene_tr(sc, "step"));
    for (uint32_t c = s->first; c < s->first + s->columns; c++)
        pen_fit(sc, sheet_x(s, c) + s->pitch * 0.2f - 6, y, TEXT_SMALL, FACE_MONO,
                INK_MUTED, ANCHOR_END, s->pitch - 2,
                pen_print(sc, "%u", board->first_input + c));
    pen_line(sc, sc->board.x, s->area.y, right, s->area.y, paint_stroke(INK_MUTED, 1.4f));
}

static void sheet_foot(struct scene *sc, const struct sheet *s)
{
    const float y = s->area.y + s->area.h;
    const uint32_t shown = s->rows.end - s->rows.first;
    uint32_t row, column;

    if (shown < s->rows.count)
        pen_fit(sc, sc->board.x + 6, y + 20, TEXT_SMALL, FACE_UI, INK_MUTED,
                ANCHOR_START, sc->board.w - 8,
                pen_print(sc, scene_tr(sc, "rows %1$u to %2$u of %3$u, drag to scroll"),
                          s->rows.first + 1, s->rows.end, s->rows.count));
    pen_wrap(sc, sc->board.x + 6, y + 43, TEXT_BODY, FACE_UI, INK_MUTED,
             sc->board.w - 8, 2,
             value_focus(sc, &row, &column) ? value_sentence(sc, row, column)
             : scene_tr(sc, "Ctrl+C copies this table, Ctrl+Shift+C as Markdown, "
                            "once more as LaTeX, then as CSV."));
}

void table_draw(struct scene *sc)
{
    struct sheet s = { .first = 0 };

    if (!sheet_plan(sc, &s))
        return;
    sheet_head(sc, &s);
    for (uint32_t i = s.rows.first; i < s.rows.end; i++)
        sheet_row(sc, &s, i);
    sheet_foot(sc, &s);
}

/* Values go from the line above into the one being filled. */
void table_moving(struct scene *sc)
{
    const struct board *board = &sc->found->board;
    struct sheet s = { .first = 0 };
    struct chips chips = { .count = 0 };

    if (sc->part >= 1 || sc->aim >= board->rows || !sheet_plan(sc, &s) ||
        s.rows.now <= s.rows.first || s.rows.now >= s.rows.end)
        return;
    chips.clip = s.area;
    for (uint32_t i = board->move_first[sc->aim]; i < board->move_first[sc->aim + 1];
         i++) {
        const struct move *move = &board->moves[i];
        const float pace = chips_pace(sc->part, move->from_column, move->to_column);
        const float x0 = sheet_x(&s, move->from_column);
        const float x1 = sheet_x(&s, move->to_column);
        const float y = sheet_y(&s, s.rows.now) + 10;

        chips_add(sc, &chips, (struct spot){ x0 + (x1 - x0) * pace - 4,
                                             y + (s.line / 2 - 10) * pace }, value_move(sc, move));
    }
}
