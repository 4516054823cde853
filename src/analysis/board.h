/* Private to analysis: a board while it is drawn up. board.c fills its rows,
 * arrows.c finds the arrows into a cell, trees.c says whether they are a tree,
 * board_look.c reads a finished board. */
#ifndef ANALYSIS_BOARD_H
#define ANALYSIS_BOARD_H

#include "analysis/analysis.h"
#include "analysis/walk.h"

enum { ARROW_OPERANDS = 64 }; /* more into one cell are left out */

struct artist {
    const struct trace *trace;
    const struct steps *steps;
    const struct flow *flow;
    struct walk walk;
    struct board *board;
    uint32_t share;        /* inputs that are the tile's own */
    uint32_t *home;        /* [event] 1 + store that holds the value, from
                              earlier steps; 0: none */
    uint32_t *now;         /* the same for the step being drawn */
    struct move *move; size_t moves, room;
    /* the step being drawn */
    const struct walk_block *block; /* NULL: the tile has no part in it */
    uint32_t step;
    uint32_t hint;         /* segment looked at last */
    bool failed;
};

/* The segment of an event. */
const struct trace_seg *artist_seg(struct artist *artist, uint32_t event);

/* The column of the word an event names, or -1: not on the board. */
int32_t artist_column(const struct artist *artist, const struct event *event,
                      uint32_t launch);
/* Whether an array's words are on the board at all. */
bool artist_shows(const struct artist *artist, const struct trace_array *array);
struct cell *artist_cell(const struct artist *artist, uint32_t row,
                         uint32_t column);

/* Adds the moves into cell (step + 1, column), whose value is set already. */
void artist_arrows(struct artist *artist, uint32_t column);

/* board_launch.c. Whether the step is the first of a launch after the first. */
bool artist_launched(const struct artist *artist);
/* Leaves of the row being drawn what global memory holds: of the arrays that the
 * tile's block is given, or of all where the launch has no such block. */
void artist_launch(struct artist *artist);
/* To be called for the last step of a launch in which the tile puts anything on
 * the board: where outputs came to stand in place of other values, words of
 * shared memory beside them are no results, and their cells become empty. */
void artist_clear(struct artist *artist);

/* Says of the finished board whether its moves are tree-shaped; false: out of
 * memory. */
bool artist_tree(struct artist *artist);

#endif
