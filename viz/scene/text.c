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

/* "0-2,7 of 8": the blocks traced of a launch; returns where the next one begins. */
static uint32_t text_traced(const struct blocks *blocks, uint32_t first, struct buf *out)
{
    const uint32_t launch = blocks->block[first].launch;
    uint32_t last = 0, i = first;
    bool any = false;

    for (; i < blocks->count && blocks->block[i].launch == launch; i++) {
        const struct block_info *block = &blocks->block[i];
        const bool goes_on = i + 1 < blocks->count && block[1].launch == launch &&
                             block[1].traced;

        last = block->until;
        if (!block->traced || (i > first && block[-1].traced && goes_on))
            continue;
        if (i > first && block[-1].traced)
            buf_printf(out, "-%u", block->tile);
        else
            buf_printf(out, "%s%u", any ? "," : "", block->tile);
        any = true;
    }
    buf_printf(out, "%s of %u", any ? "" : "none", last + 1);
    return i;
}

/* Of a trace of some blocks: which, and whose values follow. */
static void text_blocks(const struct findings *found, struct buf *out)
{
    const struct blocks *blocks = &found->blocks;
    const struct board *board = &found->board;

    if (blocks->traced == blocks->tiles)
        return;
    buf_puts(out, "blocks traced: ");
    for (uint32_t i = 0; i < blocks->count;) {
        if (i > 0)
            buf_puts(out, ", ");
        if (found->trace->launch_count > 1)
            buf_printf(out, "launch %u: ", blocks->block[i].launch + 1);
        i = text_traced(blocks, i, out);
    }
    buf_printf(out, "; shown: block %u, columns %u to %u\n\n", board->tile,
               board->first_input, board->first_input + board->columns - 1);
}

void scene_text(const struct findings *found, int only, struct buf *out)
{
    const struct board *board = &found->board;

    if (only < 0)
        text_blocks(found, out);
    for (uint32_t row = 0; row < board->rows; row++) {
        if (only >= 0 && (uint32_t)only != row)
            continue;
        if (only < 0 && row > 0)
            buf_puts(out, "\n");
        text_row(found, row, out);
    }
}
