/* --text: plain, stable, greppable lines; a paragraph a step; never
 * translated. The first line names the step, of several launches the launch, and
 * its counts, the second the cells after it; a cell of padding stands in parentheses, an empty one is
 * `-`. */
#include "base/elem_info.h"
#include "scene/scene.h"

/* The array whose cells the row is about: what changed, else the first cell's;
 * CELLS_LANES: registers; CELLS_NONE: nothing is there. */
enum { CELLS_LANES = -1, CELLS_NONE = -2 };

static int text_array(const struct findings *found, uint32_t row)
{
    const struct board *board = &found->board;
    const struct trace *trace = found->trace;
    const struct cell *cells = board->cells + (size_t)row * board->columns;

    for (int fresh = 1; fresh >= 0; fresh--)
        for (uint32_t c = 0; c < board->columns; c++) {
            if (cells[c].state == CELL_EMPTY ||
                (fresh && cells[c].state != CELL_CHANGED))
                continue;
            if (cells[c].array < 0)
                return CELLS_LANES;
            if ((uint32_t)cells[c].array < trace->array_count)
                return cells[c].array;
        }
    return CELLS_NONE;
}

static const char *text_array_name(const struct trace *trace, int array)
{
    return array >= 0 ? trace->arrays[array].name
        : array == CELLS_LANES ? "lanes" : "cells";
}

/* Whether the column is one of the global arrays', not of a lane or of what a
 * block shares. */
static bool text_is_global(const struct trace *trace, const struct cell *cell)
{
    return cell->state != CELL_EMPTY && cell->array >= 0 &&
        trace->arrays[cell->array].space == SPACE_GLOBAL;
}

/* How many cells to print: of the output no more than it holds, though other
 * lanes still have values. */
static uint32_t text_columns(const struct findings *found, uint32_t row, int array)
{
    const struct board *board = &found->board;
    const struct cell *cells = board->cells + (size_t)row * board->columns;
    uint32_t columns = board->columns;

    if (array >= 0 && found->trace->arrays[array].role == ROLE_OUTPUT)
        while (columns > 0 && !text_is_global(found->trace, &cells[columns - 1]))
            columns--;
    return columns;
}

static void text_cells(const struct findings *found, uint32_t row, struct buf *out)
{
    const struct board *board = &found->board;
    const struct trace_run *run = &found->trace->run;
    const int array = text_array(found, row);
    const uint32_t columns = text_columns(found, row, array);
    unsigned char value[ELEM_MAX];

    buf_printf(out, "%s:", text_array_name(found->trace, array));
    for (uint32_t c = 0; c < columns; c++) {
        const struct cell *cell = &board->cells[(size_t)row * board->columns + c];
        const bool pad = (cell->flags & FLOW_PADDING) != 0 && c >= run->n;

        if (!board_value(found->trace, board, row, c, value)) {
            buf_puts(out, " -");
            continue;
        }
        buf_puts(out, pad ? " (" : " ");
        elem_format(out, (enum elem_op)run->op, (enum elem_type)run->type, value);
        buf_puts(out, pad ? ")" : "");
    }
    buf_puts(out, "\n");
}

static void text_step(const struct findings *found, uint32_t index, struct buf *out)
{
    const struct step *step = &found->steps.step[index];

    if (step->number)
        buf_printf(out, "step %u/%u  ", step->number, found->steps.rounds);
    step_text(found, index, out);
    if (found->trace->launch_count > 1)
        buf_printf(out, "  launch %u/%u", step->launch + 1, found->trace->launch_count);
    for (uint32_t i = 0; i < step->line_count; i++)
        buf_printf(out, "%s%u", i ? "," : "  line ", step->lines[i]);
    if (step->adds || step->number)
        buf_printf(out, "  adds %u", step->adds);
    if (step->moves && step->number)
        buf_printf(out, "  moves %u", step->moves);
    buf_printf(out, "  active %u/%u\n", step->active, step->threads);
}

static void text_row(const struct findings *found, uint32_t row, struct buf *out)
{
    if (row == 0)
        buf_printf(out, "input  n %u\n", found->trace->run.n);
    else
        text_step(found, row - 1, out);
    text_cells(found, row, out);
}

void scene_text(const struct findings *found, int only, struct buf *out)
{
    const struct board *board = &found->board;

    for (uint32_t row = 0; row < board->rows; row++) {
        if (only >= 0 && (uint32_t)only != row)
            continue;
        if (only < 0 && row > 0)
            buf_puts(out, "\n");
        text_row(found, row, out);
    }
}
