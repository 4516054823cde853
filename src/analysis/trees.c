/* Whether a board's moves are a tree, told from the dataflow alone.
 *
 * All trees begin with a way up: from round to round half as many cells are
 * made by operators, down to one, and no value is an operand twice. Then nothing
 * more is combined (a reduction); or the root's value is handed down, each
 * operator with a plain copy beside it; or the prefixes between those that the
 * way up has finished are filled in. */
#include <stdlib.h>

#include "analysis/board.h"

/* ---- handed down --------------------------------------------------------- */

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

static bool tree_halves(uint32_t before, uint32_t made)
{
    return before == 0 || made == before / 2 || made == (before + 1) / 2;
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
    return tree_halves(before, now.made);
}

/* A way up, and perhaps one on which values are handed down: from one operator
 * on twice as many from round to round, each with a plain copy beside it, what
 * the left child takes over. Going up alone takes two levels at least. */
static bool tree_hands(const struct artist *artist, uint32_t *used)
{
    const struct board *board = artist->board;
    const struct steps *steps = artist->steps;
    uint32_t before = 0, levels = 0;
    bool down = false, tree = true;
    for (uint32_t k = 0; tree && k < steps->count; k++) {
        if (steps->step[k].kind != STEP_ROUND)
            continue;
        struct shape now = row_shape(board, k + 1, used);
        tree = tree_grows(before, &down, now);
        before = now.made;
        levels++;
    }
    return tree && levels >= 2 && (down || before == 1);
}

/* ---- summed up, filled in ------------------------------------------------- */

enum { LEVELS_LEAST = 2 }; /* of the way up: fewer make a chain */

/* A way up whose nodes are followed, and perhaps a way down after it. */
struct grove {
    const struct artist *artist;
    const struct board *board;
    bool fills;            /* after one operator comes the way down; else more of
                              the way up, for columns left over */
    uint8_t *taken;        /* [column] its value is part of a node above */
    uint32_t *used;        /* [column] row in which it was an operand last */
    uint32_t before, ups;  /* cells that the last round made; rounds of the way up */
    uint32_t row, down;    /* this row; first row of the way down, 0: not yet */
};

/* Whether the value covers the inputs of columns first..last, and in order. */
static bool grove_covers(const struct grove *grove, uint32_t value, int32_t first,
                         int32_t last)
{
    const struct flow *flow = grove->artist->flow;
    const uint32_t own = grove->board->first_input;
    if (value == FLOW_NONE)
        return first == last;
    const struct cover *cover = flow_cover(flow, value);
    return (flow->flags[value] & FLOW_INT) == 0 && cover->count == 1
           && cover->flags == 0 && cover->run->first == own + (uint32_t)first
           && cover->run->last == own + (uint32_t)last;
}

/* The other column of an operator that joins it with its own, by two moves; -1:
 * it does not, or one of them is an operand of this round already. */
static int32_t grove_other(struct grove *grove, const struct move *two)
{
    const int32_t to = two[0].to_column;
    const int32_t from = two[two[0].from_column == to].from_column;
    const bool joins = two[0].op != FLOW_NONE && two[1].op == two[0].op
                       && two[1].to_column == to && from != to
                       && two[from > to ? 0 : 1].from_column == to
                       && !two[0].stale && !two[1].stale
                       && grove->used[from] != grove->row
                       && grove->used[to] != grove->row;
    if (joins)
        grove->used[from] = grove->used[to] = grove->row;
    return joins ? from : -1;
}

/* On the way up two values become a node that no other has a part of; on the
 * way down a finished prefix and what lies behind it become the next one. */
static bool grove_join(struct grove *grove, const struct move *two)
{
    const int32_t from = grove_other(grove, two), to = two[0].to_column;
    if (from < 0 || (grove->fills && from > to))
        return false;
    if (grove->down)
        return grove_covers(grove, two[0].from_value, 0, from)
               && grove_covers(grove, two[1].from_value, from + 1, to)
               && grove_covers(grove, two[0].to_value, 0, to);
    if (grove->taken[from] || grove->taken[to])
        return false;
    grove->taken[from] = 1;
    return true;
}

static bool grove_round(struct grove *grove)
{
    const struct board *board = grove->board;
    const uint32_t first = board->move_first[grove->row];
    const uint32_t moves = board->move_first[grove->row + 1] - first;
    const uint32_t made = moves / 2;
    if (moves == 0 || moves % 2 != 0)
        return false;
    if (grove->fills && grove->before == 1 && !grove->down)
        grove->down = grove->row;
    if (!grove->down && (!tree_halves(grove->before, made)
                         || (grove->before == 0 && made == 1)))
        return false;
    grove->ups += !grove->down;
    grove->before = made;
    for (uint32_t m = first; m < first + moves; m += 2)
        if (!grove_join(grove, &board->moves[m]))
            return false;
    return true;
}

static bool grove_rounds(struct grove *grove)
{
    const struct steps *steps = grove->artist->steps;
    for (uint32_t k = 0; k < steps->count; k++) {
        if (steps->step[k].kind != STEP_ROUND)
            continue;
        grove->row = k + 1;
        if (!grove_round(grove))
            return false;
    }
    return grove->ups >= LEVELS_LEAST;
}

/* Whether the way up joined all columns in no more levels than it takes. */
static bool grove_sums(struct grove *grove)
{
    uint32_t roots = 0;
    if (!grove_rounds(grove)
        || (uint64_t)1 << (grove->ups - 1) >= grove->board->columns)
        return false;
    for (uint32_t c = 0; c < grove->board->columns; c++)
        roots += !grove->taken[c];
    return roots == 1;
}

/* The first row of the way down, after which every column has its prefix; 0:
 * there is none, or it leads elsewhere. */
static uint32_t grove_fills(struct grove *grove)
{
    const struct board *board = grove->board;
    grove->fills = true;
    if (!grove_rounds(grove))
        return 0;
    for (uint32_t c = 0; c < board->columns; c++) {
        const struct cell *cell =
            &board->cells[(size_t)grove->row * board->columns + c];
        if (cell->state == CELL_EMPTY
            || !grove_covers(grove, cell->value, 0, (int32_t)c))
            return 0;
    }
    return grove->down;
}

/* ---- any of them ----------------------------------------------------------- */

static bool grove_open(struct grove *grove, const struct artist *artist)
{
    const uint32_t columns = artist->board->columns;
    *grove = (struct grove){.artist = artist, .board = artist->board,
                            .taken = calloc(columns, sizeof *grove->taken),
                            .used = calloc(columns, sizeof *grove->used)};
    return grove->taken && grove->used;
}

static void grove_close(struct grove *grove)
{
    free(grove->taken);
    free(grove->used);
}

bool artist_tree(struct artist *artist)
{
    struct board *board = artist->board;
    uint32_t *used = calloc(board->columns, sizeof *used);
    struct grove fills, sums;
    bool ok = grove_open(&fills, artist);
    ok = grove_open(&sums, artist) && ok && used;
    if (ok) {
        board->fills = board->cut ? 0 : grove_fills(&fills);
        board->tree = board->fills > 0 || grove_sums(&sums)
                      || tree_hands(artist, used);
    }
    grove_close(&fills);
    grove_close(&sums);
    free(used);
    return ok;
}
