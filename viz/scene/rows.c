/* Which rows of a board a view shows.
 *
 * A step that changes no value (a load, a store) is merged into the row before
 * it, unless a launch begins with it; when there are still more rows than fit, a window around the current
 * one is shown with a note. Unfolded, every row counts and panning scrolls. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

static bool rows_same(const struct scene *sc, uint32_t row, uint32_t column)
{
    const struct board *board = &sc->found->board;
    const struct cell *now = value_at(sc, row, column);
    const struct cell *was = value_at(sc, row - 1, column);
    unsigned char a[ELEM_MAX] = { 0 }, b[ELEM_MAX] = { 0 };

    if (now->state == CELL_SAME || now->state == CELL_EMPTY)
        return true;
    if (was->state == CELL_EMPTY)
        return (now->flags & FLOW_PADDING) != 0;
    board_value(sc->found->trace, board, row - 1, column, a);
    board_value(sc->found->trace, board, row, column, b);
    return memcmp(a, b, ELEM_MAX) == 0;
}

bool rows_launch(const struct scene *sc, uint32_t row)
{
    const struct step *step = sc->found->steps.step;

    return row > 1 && step[row - 1].launch != step[row - 2].launch;
}

static bool rows_quiet(const struct scene *sc, uint32_t row)
{
    const enum step_kind kind = sc->found->steps.step[row - 1].kind;

    if (kind == STEP_ROUND || rows_launch(sc, row))
        return false;
    for (uint32_t column = 0; column < sc->found->board.columns; column++)
        if (!rows_same(sc, row, column) ||
            (kind == STEP_ROOT &&
             value_at(sc, row, column)->state == CELL_CHANGED))
            return false;
    return true;
}

/* What a shown row shows now. */
static void rows_state(const struct scene *sc, struct shown_row *shown)
{
    const bool inside = sc->aim > shown->first && sc->aim <= shown->last;

    shown->future = shown->first > sc->aim;
    shown->going = shown->first == sc->aim && sc->part < 1;
    shown->now = shown->first <= sc->aim && sc->aim <= shown->last;
    shown->row = shown->last < sc->aim ? shown->last : sc->aim;
    if (inside && sc->part < 1)
        shown->row = sc->aim - 1;
    if (shown->row < shown->first)
        shown->row = shown->first;
}

/* Merges rows of the board into shown ones. */
static void rows_merge(struct scene *sc, struct rows *rows)
{
    for (uint32_t row = 0; row < sc->found->board.rows; row++) {
        if (row == 0 || sc->view->unfold || !rows_quiet(sc, row))
            rows->row[rows->count++].first = row;
        rows->row[rows->count - 1].last = row;
        if (row == sc->aim)
            rows->now = rows->count - 1;
    }
    for (uint32_t i = 0; i < rows->count; i++)
        rows_state(sc, &rows->row[i]);
}

bool rows_plan(struct scene *sc, struct rows *rows)
{
    const struct board *board = &sc->found->board;

    if (!sc->rows) {
        struct rows *made = ARENA_NEW(&sc->list->arena, struct rows, 1);

        if (made)
            made->row = ARENA_NEW(&sc->list->arena, struct shown_row,
                                  board->rows + 1);
        if (!made || !made->row) {
            sc->list->failed = true;
            return false;
        }
        rows_merge(sc, made);
        sc->rows = made;
    }
    *rows = *sc->rows;
    return true;
}

void rows_window(struct scene *sc, struct rows *rows, uint32_t room)
{
    int64_t first;

    if (room < 2)
        room = 2;
    rows->first = 0;
    rows->end = rows->count;
    if (rows->count <= room)
        return;
    first = (int64_t)rows->now - (int64_t)room + (room > 2 ? 2 : 1);
    if (sc->view->unfold)
        first = (int64_t)rows->now - room / 2 -
                lroundf(sc->view->pan_y / (60 * sc->scale));
    if (first > (int64_t)(rows->count - room))
        first = rows->count - room;
    rows->first = first < 0 ? 0 : (uint32_t)first;
    rows->end = rows->first + room;
}

const char *rows_name(struct scene *sc, const struct shown_row *row)
{
    return step_row_label(sc, row->first);
}

const char *rows_number(struct scene *sc, const struct shown_row *row)
{
    const struct step *step;

    if (row->first == 0)
        return "";
    step = &sc->found->steps.step[row->first - 1];
    if (step->number == 0)
        return "";
    return pen_print(sc, scene_tr(sc, "step %u"), step->number);
}

void rows_notes(struct scene *sc, const struct rows *rows, struct box area)
{
    const uint32_t before = rows->first, after = rows->count - rows->end;
    const char *note = "";

    if (before && after)
        note = pen_print(sc, scene_tr(sc, "%1$u earlier and %2$u later rows "
                                          "folded, U unfolds"), before, after);
    else if (before)
        note = pen_print(sc, scene_trn(sc, "%u earlier row folded, U unfolds",
                                       "%u earlier rows folded, U unfolds",
                                       before), before);
    else if (after)
        note = pen_print(sc, scene_trn(sc, "%u later row folded, U unfolds",
                                       "%u later rows folded, U unfolds",
                                       after), after);
    if (rows->slides && (before || after))
        note = pen_print(sc, scene_tr(sc, "rows %1$u to %2$u of %3$u, drag to scroll"),
                         rows->first + 1, rows->end, rows->count);
    if (sc->view->unfold && (before || after))
        note = pen_print(sc, scene_tr(sc, "rows %1$u to %2$u of %3$u, drag to "
                                          "scroll, U folds"), rows->first + 1,
                         rows->end, rows->count);
    pen_fit(sc, area.x, area.y + area.h, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, area.w, note);
}
