/* Questions about filled shapes and strokes, for the layout check. */
#ifndef DRAW_SHAPE_H
#define DRAW_SHAPE_H

#include "draw/bounds.h"

/* Whether the shape's area holds the point, the whole box, a part of the box.
 * False for what has no area: lines, curves, text. */
bool shape_has(const struct draw_cmd *cmd, float x, float y);
bool shape_covers(const struct draw_cmd *cmd, struct box box);
bool shape_touches(const struct draw_cmd *cmd, struct box box);
/* Whether a line or curve runs through the box. */
bool stroke_crosses(const struct draw_cmd *cmd, struct box box);

#endif
