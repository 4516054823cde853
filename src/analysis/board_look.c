/* Reading a finished board: values, cones, and whether it is a tree. */
#include <stdlib.h>
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
        for (uint32_t c = 0; c < board->columns; c++) {
            size_t at = (size_t)r * board->columns + c;
            if (cone[at] && board->cells[at].state == CELL_SAME)
                cone[at - board->columns] = 1;
        }
    }
}

/* ---- trees -------------------------------------------------------------- */

/* What the moves of one row show. */
struct shape { uint32_t made, plain; bool fans_out; };

/* made: cells made by operators; plain: cells copied; fans_out: some cell is an
 * operand of more than one operator. */
static struct shape row_shape(const struct board *board, uint32_t row,
                              uint32_t *used)
{
    struct shape shape = {0, 0, false};
    int32_t made = -1;
    for (uint32_t m = board->move_first[row]; m < board->move_first[row + 1];
         m++) {
        const struct move *move = &board->moves[m];
        if (move->op == FLOW_NONE) {
            shape.plain++;
            continue;
        }
        shape.made += move->to_column != made;
        made = move->to_column;
        shape.fans_out |= used[move->from_column] == row;
        used[move->from_column] = row;
    }
    return shape;
}

/* Whether a round of this shape can follow one that made `before` cells. */
static bool tree_grows(uint32_t before, bool *down, struct shape now)
{
    if (now.fans_out || now.made == 0)
        return false;
    if (*down)
        return now.plain >= now.made && now.made + 1 >= before * 2
               && now.made <= before * 2 + 1;
    if (before == 1) {
        *down = true;
        return now.plain >= 1 && now.made == 1;
    }
    return before == 0 || now.made == before / 2
           || now.made == (before + 1) / 2;
}

/* Tree-shaped: in every round no cell is an operand twice, and the number of
 * cells made by operators halves from round to round, down to one. Then it may
 * double again from one, each operator with a plain copy beside it: what the
 * left child takes over. Going up alone takes two levels at least. */
bool artist_tree(const struct artist *artist)
{
    const struct board *board = artist->board;
    const struct steps *steps = artist->steps;
    uint32_t before = 0, levels = 0;
    uint32_t *used = calloc(board->columns, sizeof *used);
    bool down = false, tree = used != NULL;
    for (uint32_t k = 0; tree && k < steps->count; k++) {
        if (steps->step[k].kind != STEP_ROUND)
            continue;
        struct shape now = row_shape(board, k + 1, used);
        tree = tree_grows(before, &down, now);
        before = now.made;
        levels++;
    }
    free(used);
    return tree && levels >= 2 && (down || before == 1);
}
