/* A tree whose way down fills in prefixes, read off the board's moves.
 *
 * Nothing is written over in it: every operator has a node of its own, a round a
 * line, in the order of time. So the way up narrows from the leaves down to the
 * root, the way down widens again below it, and at the bottom the prefixes stand
 * side by side, each from the step on that finished it. If they are stored into
 * other columns, what was stored has a line of its own below them. */
#include <string.h>

#include "scene/tree.h"

static bool fill_round(const struct findings *found, uint32_t row)
{
    const struct board *b = &found->board;

    return found->steps.step[row - 1].kind == STEP_ROUND &&
           b->move_first[row] < b->move_first[row + 1];
}

/* The row in which results are stored into other columns; 0: none. */
static uint32_t fill_store(const struct findings *found, uint32_t last)
{
    const struct board *b = &found->board;

    for (uint32_t i = b->move_first[last + 1]; i < b->move_count; i++)
        if (b->moves[i].from_column != b->moves[i].to_column)
            return b->moves[i].row;
    return 0;
}

/* Gives the lines their rows; false: out of memory. */
static bool fill_tiers(const struct findings *found, struct arena *arena,
                       struct tree *tree)
{
    uint32_t rounds = 0, last = 0, store;

    for (uint32_t row = 1; row < found->board.rows; row++)
        if (fill_round(found, row)) {
            rounds++;
            last = row;
        }
    store = fill_store(found, last);
    tree->levels = (int)rounds;
    tree->results = store > 0;
    tree->tiers = (int)rounds + 1 + tree->results;
    tree->tier_row = ARENA_NEW(arena, uint32_t, (size_t)tree->tiers + 1);
    if (!tree->tier_row)
        return false;
    tree->tier_row[0] = store;
    rounds += (uint32_t)tree->results;
    for (uint32_t row = 1; row <= last; row++)
        if (fill_round(found, row))
            tree->tier_row[rounds--] = row;
    return true;
}

static void fill_leaves(struct tree *tree, uint32_t columns)
{
    for (uint32_t c = 0; c < columns; c++) {
        tree->node[c] = (struct tree_node){
            .column = c, .x = (float)c, .left = -1, .right = -1, .parent = -1,
            .tier = tree->tiers, .full = c == 0 };
        tree->head[c] = (int)c;
    }
    tree->count = (int)columns;
}

/* The two operands of a node are the heads of their columns in the row before. */
static bool fill_nodes(struct tree *tree, const struct board *b, int tier)
{
    const uint32_t row = tree->tier_row[tier];

    for (uint32_t i = b->move_first[row]; i + 1 < b->move_first[row + 1]; i += 2) {
        const struct move *two = &b->moves[i];
        const uint32_t c = (uint32_t)two[0].to_column;
        const int left = tree->head[two[0].from_column];

        if (tree->count == tree->room || two[0].from_column == two[0].to_column)
            return false;
        tree->node[tree->head[c]].up_until = row - 1;
        tree->node[tree->count] = (struct tree_node){
            .column = c, .x = (float)c, .up = row, .left = left,
            .right = tree->head[c], .parent = -1, .level = tree->tiers - tier,
            .tier = tier, .full = tree->node[left].full };
        tree->head[c] = tree->count++;
    }
    return true;
}

/* Every column ends in its result; what is stored in the same column is written
 * over it. */
static bool fill_results(struct tree *tree, const struct board *b)
{
    const uint32_t last = tree->tier_row[tree->results + 1];

    for (uint32_t c = 0; c < b->columns; c++) {
        struct tree_node *head = &tree->node[tree->head[c]];
        struct tree_node *n = &tree->node[tree->count];

        if (tree->count == tree->room)
            return false;
        head->up_until = last;
        *n = (struct tree_node){
            .column = c, .x = (float)c, .up = head->up, .up_until = last,
            .left = -1, .right = tree->head[c], .parent = -1,
            .level = tree->tiers - tree->results, .tier = tree->results,
            .full = true, .result = true };
        while (n->up < last && b->cells[(size_t)n->up * b->columns + c].state !=
                                   CELL_CHANGED)
            n->up++;
        for (uint32_t row = last + 1; row < b->rows && !tree->results; row++)
            if (b->cells[(size_t)row * b->columns + c].state == CELL_CHANGED)
                n->down = n->down ? n->down : row;
        n->until = b->rows - 1;
        tree->count++;
    }
    return true;
}

/* What is stored into other columns: `left` is the result it came from. */
static bool fill_stored(struct tree *tree, const struct board *b)
{
    const uint32_t row = tree->tier_row[0];
    const int first = tree->count;

    for (uint32_t c = 0; c < b->columns && tree->results; c++) {
        if (tree->count == tree->room)
            return false;
        tree->node[tree->count++] = (struct tree_node){
            .column = c, .x = (float)c, .up = row, .up_until = b->rows - 1,
            .left = -1, .right = -1, .parent = -1, .level = tree->tiers,
            .full = true, .result = true };
    }
    for (uint32_t i = b->move_first[row]; i < b->move_first[row + 1] && row > 0; i++)
        tree->node[first + b->moves[i].to_column].left =
            first - (int)b->columns + b->moves[i].from_column;
    return true;
}

/* How far neighbours in one line are apart, and which in their line nodes are,
 * counted from the right: the last column is always one of those drawn. */
static void fill_ranks(struct tree *tree, uint32_t columns)
{
    for (int i = tree->count - 1; i >= 0; i--) {
        struct tree_node *n = &tree->node[i];
        const bool right = i + 1 < tree->count && n[1].tier == n->tier;
        const bool left = i > 0 && n[-1].tier == n->tier;

        n->rank = right ? n[1].rank + 1 : 0;
        n->room = right ? n[1].column - n->column : columns;
        if (left && n->column - n[-1].column < n->room)
            n->room = n->column - n[-1].column;
    }
}

bool tree_fill(const struct findings *found, struct arena *arena,
               struct tree *tree)
{
    const struct board *b = &found->board;

    tree->fills = true;
    tree->root_row = b->rows;
    tree->room = (int)b->columns * 5;
    tree->node = ARENA_NEW(arena, struct tree_node, (size_t)tree->room + 1);
    tree->head = ARENA_NEW(arena, int, b->columns + 1);
    if (!tree->node || !tree->head || !fill_tiers(found, arena, tree))
        return false;
    fill_leaves(tree, b->columns);
    for (int tier = tree->tiers - 1; tier > tree->results; tier--)
        if (!fill_nodes(tree, b, tier))
            return false;
    if (!fill_results(tree, b) || !fill_stored(tree, b))
        return false;
    fill_ranks(tree, b->columns);
    return tree->levels > 0;
}

/* Whether an operator of the lowest line stands in the column. */
static bool fill_low(const struct tree *tree, uint32_t column, uint32_t columns)
{
    return column < columns && tree->node[tree->head[column]].tier == 1;
}

/* Gives up the line of what was stored elsewhere. */
static void fill_leave(struct tree *tree, uint32_t columns)
{
    tree->count -= (int)columns;
    tree->results = 0;
    for (int tier = 0; tier < tree->tiers; tier++)
        tree->tier_row[tier] = tree->tier_row[tier + 1];
    tree->tiers--;
    for (int i = 0; i < tree->count; i++)
        tree->node[i].tier--;
}

void tree_fill_split(struct tree *tree, uint32_t columns)
{
    int first;

    if (tree->results > 0)
        fill_leave(tree, columns);
    first = tree->count - (int)columns;
    tree->count = first;
    for (uint32_t c = 0; c < columns; c++) {
        const struct tree_node result = tree->node[first + (int)c];
        struct tree_node *low = &tree->node[tree->head[c]];

        if (low->tier == 1) {
            low->down = result.down;
            low->until = result.until;
            continue;
        }
        tree->node[tree->count] = result;
        if (!fill_low(tree, c + 1, columns) && (c == 0 || !fill_low(tree, c - 1, columns)))
            tree->node[tree->count].tier = 1;
        tree->count++;
    }
    fill_ranks(tree, columns);
}
