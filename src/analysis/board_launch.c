/* What a row no longer shows: shared memory and registers end with their launch,
 * and what lies in shared memory beside the outputs is no result. */
#include <string.h>

#include "analysis/board.h"

static bool launch_given(const struct trace_launch *launch, int16_t array)
{
    for (uint32_t a = 0; a < launch->array_count; a++)
        if (launch->array[a] == array)
            return true;
    return false;
}

static bool cell_is(const struct artist *artist, const struct cell *cell,
                    enum trace_space space)
{
    return cell->state != CELL_EMPTY && cell->array >= 0
           && artist->trace->arrays[cell->array].space == space;
}

/* The latest word of global memory that the column showed above the row, of an
 * array that the tile's block is given; of any where the launch has no such
 * block. */
static struct cell launch_cell(const struct artist *artist, uint32_t row,
                               uint32_t column)
{
    const struct step *step = &artist->steps->step[artist->step];
    const struct trace_launch *launch = &artist->trace->launches[step->launch];
    while (row-- > 0) {
        const struct cell *cell = artist_cell(artist, row, column);
        if (!cell_is(artist, cell, SPACE_GLOBAL)
            || (artist->block && !launch_given(launch, cell->array)))
            continue;
        struct cell held = *cell;
        held.state = CELL_SAME;
        return held;
    }
    return (struct cell){.value = FLOW_NONE, .array = -1};
}

bool artist_launched(const struct artist *artist)
{
    const struct step *step = &artist->steps->step[artist->step];
    return artist->step > 0 && step[-1].launch != step->launch;
}

void artist_launch(struct artist *artist)
{
    const uint32_t row = artist->step + 1;
    for (uint32_t c = 0; c < artist->board->columns; c++)
        *artist_cell(artist, row, c) = launch_cell(artist, row, c);
}

/* Whether the row holds an output that its column did not show before, and
 * nothing else was put down. */
static bool row_delivers(const struct artist *artist, uint32_t row)
{
    const struct board *board = artist->board;
    unsigned char now[ELEM_MAX], was[ELEM_MAX];
    bool differs = false;
    for (uint32_t c = 0; c < board->columns; c++) {
        const struct cell *cell = artist_cell(artist, row, c);
        if (cell->state != CELL_CHANGED)
            continue;
        if (cell->array < 0
            || artist->trace->arrays[cell->array].role != ROLE_OUTPUT)
            return false;
        board_value(artist->trace, board, row, c, now);
        differs = differs
            || !board_value(artist->trace, board, row - 1, c, was)
            || memcmp(now, was, ELEM_MAX) != 0;
    }
    return differs;
}

void artist_clear(struct artist *artist)
{
    const uint32_t row = artist->step + 1;
    if (!row_delivers(artist, row))
        return;
    for (uint32_t c = 0; c < artist->board->columns; c++) {
        struct cell *cell = artist_cell(artist, row, c);
        if (cell->state == CELL_SAME && cell_is(artist, cell, SPACE_SHARED)
            && (cell->flags & FLOW_PADDING) == 0)
            *cell = (struct cell){.value = FLOW_NONE, .array = -1};
    }
}
