/* Private to the room: whether an output is what its own additions give.
 *
 * The order of additions is free, so a sum whose parts overflow has no one right
 * value. What can be said of an output is that the recorded dataflow behind it
 * joins the inputs that it has to, each once and in order, and that every
 * operator, load and shuffle on that way holds what it makes of its operands. */
#ifndef CHECK_TREE_H
#define CHECK_TREE_H

#include "analysis/analysis.h"

struct check_tree {
    struct arena arena;
    const struct trace *trace;
    struct flow flow;
    unsigned char *sound;  /* [event]: this value follows from the inputs */
};

/* Looks at a whole trace of a real type. Fails when out of memory; then there
 * is nothing to close. */
bool check_tree_open(struct check_tree *tree, const struct trace *trace,
                     struct err *err);
void check_tree_close(struct check_tree *tree);
/* Whether the store, an event, holds what its tree gives. */
bool check_tree_holds(const struct check_tree *tree, uint64_t store);

#endif
