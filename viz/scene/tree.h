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
    int tier;          /* its line, from the bottom */
    uint32_t room;     /* columns between it and its neighbours there, at least */
    uint32_t rank;     /* its place there */
    float x;           /* in columns */
    /* of trees that are filled in */
    bool full;         /* a finished prefix */
    bool result;       /* the column's last word, below all operators */
};

struct tree {
    struct tree_node *node; int count, room;
    int *head;         /* of each column: its node now */
    int levels;        /* of the top node */
    int tiers;         /* highest tier */
    uint32_t root_row; /* first row of the way down; board rows: none */
    bool fills;        /* see tree_fill */
    int results;       /* tier of their results: 1 above what was stored, else 0 */
    uint32_t *tier_row; /* [tiers + 1] row made there, of leaves and results 0 */
};

/* False: the moves are no tree, or out of memory. */
bool tree_build(const struct findings *found, struct arena *arena,
                struct tree *tree);

/* ---- tree_fill.c: the way down fills in prefixes ---------------------------- */
/* The leaves of such a tree stand on top and results at the bottom. Between
 * them every round has a tier, where each operator has a node in its column:
 * `right` is the node above in that column, `left` the other one it read. */
bool tree_fill(const struct findings *found, struct arena *arena,
               struct tree *tree);
/* Puts results on two lines: the lowest operators are their own results, and what
 * they leave free is taken by those that need not stand below. What was stored
 * elsewhere has no line any more. */
void tree_fill_split(struct tree *tree, uint32_t columns);

/* ---- tree_lay.c: where nodes stand ------------------------------------------ */
enum { FOREST_NAMES = 74, TREE_HEAD = 58, TREE_FOOT = 66, HALF_HEAD = 32, NODE_H = 46 };
#define FOREST_LINE 1.2f       /* line to line of a value, in its size */

struct forest {
    struct tree tree;
    uint32_t columns;
    float names;        /* room for the names of lines at the left */
    struct box area;    /* as high as the tree when it fits */
    struct box stage, body; /* what is seen; where all of it stands */
    float pitch, rise;  /* column to column, level to level */
    float under;        /* from the leaves' middle to the numbers below */
    float value;        /* width of the widest value at its size */
    size_t chars;       /* its length */
    size_t *tier_chars; /* the same of each tier; NULL: all alike */
    float over;         /* how far the outer nodes reach beyond their columns */
    float size, small;  /* of values, of captions */
    float node;         /* height of a node, at most */
    bool stagger;       /* leaves in two lines */
    bool named;         /* leaves say what they cover, all of them */
    bool cut;           /* there is more than the stage shows */
    const unsigned char *cone;
    int *target;        /* see forest_targets */
};

bool forest_plan(struct scene *sc, struct forest *f);
/* How wide a node may be. */
float forest_room(const struct forest *f, const struct tree_node *n);
/* How wide the values of its tier are, and how long. */
float forest_value(const struct forest *f, const struct tree_node *n);
size_t forest_chars(const struct forest *f, const struct tree_node *n);
/* On how many lines its value stands; 0: it has no room. */
int forest_lines(const struct forest *f, const struct tree_node *n);
bool forest_fits(const struct forest *f, const struct tree_node *n);
float forest_y(const struct forest *f, int tier);
struct spot forest_at(const struct forest *f, const struct tree_node *n);
/* Half the height of a node. */
float forest_half(const struct forest *f, const struct tree_node *n);
/* Whether a box is in sight, any of it or the whole. */
bool forest_seen(const struct forest *f, struct box box, bool whole);
/* A node's value is written in the step that leads to the aim. */
bool forest_fresh(const struct scene *sc, const struct tree_node *n);
/* Whether it is drawn: where they are too many for their line, not all are. */
bool forest_kept(const struct forest *f, const struct tree_node *n);

/* ---- tree_wires.c: lines of a tree that is filled in -------------------------- */
struct way { struct spot from, to; bool sum, own; }; /* own: straight down a wire */
/* Its columns, and which of them operators read. */
void wires_draw(struct scene *sc, const struct forest *f);
/* The way of a move into a node of it. */
void wires_way(const struct forest *f, const struct tree_node *n,
               const struct move *move, struct way *way);
/* The names of its lines, and how wide they are. */
float wires_names_width(struct scene *sc, const struct forest *f);
void wires_names(struct scene *sc, const struct forest *f);

#endif
