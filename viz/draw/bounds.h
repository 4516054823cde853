/* Boxes around commands, and the clips in effect while a list is walked. */
#ifndef DRAW_BOUNDS_H
#define DRAW_BOUNDS_H

#include "draw/draw.h"

enum { DRAW_DEPTH = 32 }; /* of nested clips and of nested groups */

struct box { float x0, y0, x1, y1; };

/* What the command may touch, stroke included; an empty box for commands that
 * draw nothing. A text's box reaches from ascent to descent. */
struct box box_of(const struct draw_cmd *cmd, const struct draw_metric *metric);
struct box box_meet(struct box a, struct box b);
bool box_empty(struct box box);
bool box_has(struct box box, float x, float y);
bool box_within(struct box inner, struct box outer, float slack);

/* The clips that are open at a place in the list; clip is their meet. */
struct clips {
    struct box stack[DRAW_DEPTH];
    int depth;
    struct box clip;
};
void clips_begin(struct clips *clips, const struct draw_list *list);
/* Takes note of DRAW_CLIP and DRAW_UNCLIP, passes over all else. */
void clips_step(struct clips *clips, const struct draw_cmd *cmd);

/* Corners of a flattened line or curve: out takes FLAT_POINTS pairs; returns
 * how many were written. */
enum { FLAT_POINTS = 17 };
int flat_points(const struct draw_cmd *cmd, float out[2 * FLAT_POINTS]);

#endif
