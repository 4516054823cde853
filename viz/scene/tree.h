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

/* ---- tree_lay.c: where nodes stand ------------------------------------------ */
enum { TREE_HEAD = 58, TREE_FOOT = 66, HALF_HEAD = 32, NODE_H = 46 };
#define FOREST_LINE 1.2f       /* line to line of a value, in its size */

struct forest {
    struct tree tree;
    struct box area;    /* as high as the tree when it fits */
    struct box stage, body; /* what is seen; where all of it stands */
    float pitch, rise;  /* column to column, level to level */
    float under;        /* from the leaves' middle to the numbers below */
    float value;        /* width of the widest value at its size */
    size_t chars;       /* its length */
    float size, small;  /* of values, of captions */
    float node;         /* height of a node, at most */
    bool stagger;       /* leaves in two lines */
    bool named;         /* leaves say what they cover, all of them */
    bool cut;           /* there is more than the stage shows */
    const unsigned char *cone;
    int *target;        /* see forest_targets */
};

bool forest_plan(struct scene *sc, struct forest *f);
/* On how many lines values of a level stand; 0: they have no room. */
int forest_lines(const struct forest *f, int level);
bool forest_fits(const struct forest *f, const struct tree_node *n);
struct spot forest_at(const struct forest *f, const struct tree_node *n);
/* Half the height of a node. */
float forest_half(const struct forest *f, const struct tree_node *n);
/* Whether a box is in sight, any of it or the whole. */
bool forest_seen(const struct forest *f, struct box box, bool whole);
/* A node's value is written in the step that leads to the aim. */
bool forest_fresh(const struct scene *sc, const struct tree_node *n);

#endif
