/* A tree as the board's moves spell it: nodes over columns. */
#ifndef SCENE_TREE_H
#define SCENE_TREE_H

#include "scene/scene.h"

struct tree_node {
    uint32_t column;   /* whose cell it is: the right end of its span */
    uint32_t up;       /* row that made it; leaves: 0 */
    uint32_t up_until; /* last row in which it shows that value */
    uint32_t down;     /* row in which it is written from above; 0: never */
    uint32_t until;    /* last row in which it shows that one */
    int left, right, parent; /* -1: none */
    int level;         /* leaves: 0 */
    float x;           /* in columns */
};

struct tree {
    struct tree_node *node; int count, room;
    int *head;         /* of each column: its node now */
    int levels;        /* of the top node */
    uint32_t root_row; /* first row of the way down; board rows: none */
};

/* False: the moves are no tree, or out of memory. */
bool tree_build(const struct findings *found, struct arena *arena,
                struct tree *tree);

#endif
