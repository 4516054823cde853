/* A tree read off the board's moves.
 *
 * Up: an operator that combines another column's value into a cell makes a
 * node over both. After the root step the columns are written again from the
 * top: the first write of a column lands on its highest node, each next one on
 * the node below. The algorithm is never asked. */
#include <string.h>

#include "scene/tree.h"

static const struct move *tree_other(const struct board *b, uint32_t first,
                                     uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        if (b->moves[i].op != FLOW_NONE && b->moves[i].from_column >= 0 &&
            (uint32_t)b->moves[i].from_column < b->columns &&
            b->moves[i].from_column != b->moves[i].to_column)
            return &b->moves[i];
    return NULL;
}

static uint32_t tree_group(const struct board *b, uint32_t first, uint32_t end)
{
    uint32_t count = 1;

    while (first + count < end &&
           b->moves[first + count].to_column == b->moves[first].to_column)
        count++;
    return count;
}

static bool tree_join(struct tree *tree, const struct move *move)
{
    const uint32_t a = (uint32_t)move->from_column;
    const uint32_t c = (uint32_t)move->to_column;
    const int left = tree->head[a], right = tree->head[c];
    struct tree_node *node;

    if (tree->node[left].parent >= 0 || tree->node[right].parent >= 0 ||
        tree->count == tree->room)
        return false;
    node = &tree->node[tree->count];
    *node = (struct tree_node){ .column = c, .up = move->row, .left = left,
                                .right = right, .parent = -1 };
    node->level = 1 + (tree->node[left].level > tree->node[right].level
                           ? tree->node[left].level : tree->node[right].level);
    node->x = (tree->node[left].x + tree->node[right].x) / 2;
    node->tier = node->level;
    node->room = 1u << node->level;
    node->rank = c >> node->level;
    tree->node[left].parent = tree->node[right].parent = tree->count;
    tree->head[c] = tree->count++;
    if (node->level > tree->levels)
        tree->tiers = tree->levels = node->level;
    return true;
}

static bool tree_up(struct tree *tree, const struct board *b, uint32_t row)
{
    const uint32_t end = b->move_first[row + 1];
    uint32_t count;

    for (uint32_t i = b->move_first[row]; i < end; i += count) {
        const struct move *other;

        count = tree_group(b, i, end);
        other = tree_other(b, i, count);
        if (other && !tree_join(tree, other))
            return false;
    }
    return true;
}

static void tree_down(struct tree *tree, const struct board *b, uint32_t row)
{
    for (uint32_t c = 0; c < b->columns; c++) {
        struct tree_node *node = &tree->node[tree->head[c]];

        if (b->cells[(size_t)row * b->columns + c].state != CELL_CHANGED)
            continue;
        if (node->down && node->right >= 0) {
            node->until = row - 1;
            tree->head[c] = node->right;
            node = &tree->node[node->right];
        }
        if (!node->down)
            node->down = row;
    }
}

/* The row of the last node. */
static uint32_t tree_top(const struct tree *tree)
{
    uint32_t top = 0;

    for (int i = 0; i < tree->count; i++)
        top = tree->node[i].up > top ? tree->node[i].up : top;
    return top;
}

/* The last row in which a node shows the value it got on the way up; without a
 * way down what is stored after the last node is no part of the tree. */
static void tree_spans(struct tree *tree, const struct board *b)
{
    const uint32_t last = tree->root_row < b->rows ? b->rows - 1 : tree_top(tree);

    for (int i = 0; i < tree->count; i++) {
        struct tree_node *n = &tree->node[i];
        const struct tree_node *p = n->parent < 0 ? NULL : &tree->node[n->parent];

        n->up_until = last;
        if (n->down)
            n->up_until = n->down - 1;
        if (p && p->column == n->column && p->up <= n->up_until)
            n->up_until = p->up - 1;
        if (n->until == 0)
            n->until = b->rows - 1;
    }
}

/* A root after which nothing more is combined leads nowhere down. */
static uint32_t tree_root_row(const struct findings *found)
{
    uint32_t row = found->board.rows;

    for (uint32_t k = found->steps.count; k-- > 0;)
        if (found->steps.step[k].kind == STEP_ROOT)
            row = k + 1;
    for (uint32_t k = row; k < found->steps.count; k++)
        if (found->steps.step[k].kind == STEP_ROUND)
            return row;
    return found->board.rows;
}

bool tree_build(const struct findings *found, struct arena *arena,
                struct tree *tree)
{
    const struct board *b = &found->board;
    const int room = (int)b->columns * 2;

    memset(tree, 0, sizeof(*tree));
    if (b->fills > 0)
        return tree_fill(found, arena, tree);
    tree->room = room;
    tree->node = ARENA_NEW(arena, struct tree_node, (size_t)room + 1);
    tree->head = ARENA_NEW(arena, int, b->columns + 1);
    if (!tree->node || !tree->head)
        return false;
    tree->root_row = tree_root_row(found);
    for (uint32_t c = 0; c < b->columns; c++) {
        tree->node[c] = (struct tree_node){ .column = c, .x = (float)c, .left = -1,
                                            .right = -1, .parent = -1, .room = 1,
                                            .rank = c };
        tree->head[c] = (int)c;
    }
    tree->count = (int)b->columns;
    for (uint32_t row = 1; row < b->rows; row++)
        if (row >= tree->root_row)
            tree_down(tree, b, row);
        else if (!tree_up(tree, b, row))
            return false;
    tree_spans(tree, b);
    return tree->levels > 0;
}

bool tree_fits(const struct findings *found)
{
    struct arena arena;
    struct tree tree;
    bool fits;

    arena_init(&arena, 0);
    fits = tree_build(found, &arena, &tree);
    arena_finish(&arena);
    return fits;
}
