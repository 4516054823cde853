/* Reading a finished board: values and cones. */
#include <string.h>

#include "analysis/board.h"

bool board_value(const struct trace *trace, const struct board *board,
                 uint32_t row, uint32_t column, unsigned char value[ELEM_MAX])
{
    const struct cell *cell =
        &board->cells[(size_t)row * board->columns + column];
    memset(value, 0, ELEM_MAX);
    if (cell->state == CELL_EMPTY)
        return false;
    if (cell->value != FLOW_NONE) {
        const struct trace_seg *seg = trace_seg_of(trace, cell->value);
        trace_value(trace, seg, cell->value - (uint32_t)seg->first, value);
        return true;
    }
    size_t width = trace->arrays[cell->array].width;
    size_t size = width < ELEM_MAX ? width : ELEM_MAX;
    memcpy(value, trace->input + (size_t)cell->index * width, size);
    return true;
}

/* ---- the cone ----------------------------------------------------------- */

/* The row at or above `row` in which the column showed the value: the row
 * before for a true move, else the move's own or an older one; -1: none. */
static int64_t move_source(const struct board *board, const struct move *move)
{
    size_t column = (size_t)move->from_column;
    if (!move->stale)
        return (int64_t)move->row - 1;
    for (int64_t row = move->row; row >= 0; row--) {
        const struct cell *cell =
            &board->cells[(size_t)row * board->columns + column];
        if (cell->state != CELL_EMPTY && cell->value == move->from_value)
            return row;
    }
    return -1;
}

/* Follows the moves into marked cells of the row; true when a cell of the same
 * row was marked by that. */
static bool cone_row(const struct board *board, uint32_t row,
                     unsigned char *cone)
{
    bool again = false;
    for (uint32_t m = board->move_first[row]; m < board->move_first[row + 1];
         m++) {
        const struct move *move = &board->moves[m];
        if (!cone[(size_t)row * board->columns + (size_t)move->to_column])
            continue;
        int64_t source = move_source(board, move);
        if (source < 0)
            continue;
        unsigned char *mark = &cone[(size_t)source * board->columns
                                    + (size_t)move->from_column];
        again = again || (source == row && !*mark);
        *mark = 1;
    }
    return again;
}

/* A cell carried over is made of the one above that showed the same, which is
 * further up where a launch began. */
static void cone_held(const struct board *board, uint32_t row, uint32_t column,
                      unsigned char *cone)
{
    size_t at = (size_t)row * board->columns + column;
    const struct cell *cell = &board->cells[at];
    if (cell->state != CELL_SAME)
        return;
    while (row-- > 0) {
        at -= board->columns;
        const struct cell *above = &board->cells[at];
        if (above->state == CELL_EMPTY || above->value != cell->value
            || above->array != cell->array)
            continue;
        cone[at] = 1;
        return;
    }
}

void board_cone(const struct board *board, uint32_t row, uint32_t column,
                unsigned char *cone)
{
    memset(cone, 0, (size_t)board->rows * board->columns);
    if (row >= board->rows || column >= board->columns)
        return;
    cone[(size_t)row * board->columns + column] = 1;
    for (uint32_t r = row; r > 0; r--) {
        while (cone_row(board, r, cone))
            ;
        for (uint32_t c = 0; c < board->columns; c++)
            if (cone[(size_t)r * board->columns + c])
                cone_held(board, r, c, cone);
    }
}
