/* Questions about filled shapes and strokes, for the layout check. */
#include "draw/shape.h"

#include <math.h>

enum { ROUND_SLACK = 1 }; /* pixels a glyph's corner may reach over a circle */

static struct box rect_box(const struct draw_cmd *cmd)
{
    float x = cmd->u.rect.x, y = cmd->u.rect.y;
    return (struct box){x, y, x + cmd->u.rect.w, y + cmd->u.rect.h};
}

static bool circle_has(const struct draw_cmd *cmd, float x, float y, float slack)
{
    return hypotf(x - cmd->u.circle.x, y - cmd->u.circle.y) <=
           cmd->u.circle.r + slack;
}

/* Convex, either way round. */
static bool polygon_has(const struct draw_cmd *cmd, float x, float y)
{
    const float *xy = cmd->u.polygon.xy;
    int count = cmd->u.polygon.count, left = 0, right = 0;
    for (int i = 0; i < count; i++) {
        const float *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % count);
        float side = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

bool shape_has(const struct draw_cmd *cmd, float x, float y)
{
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        return box_has(rect_box(cmd), x, y);
    case DRAW_CIRCLE:
        return circle_has(cmd, x, y, 0);
    case DRAW_POLYGON:
        return polygon_has(cmd, x, y);
    default:
        return false;
    }
}

bool shape_covers(const struct draw_cmd *cmd, struct box box)
{
    const float corners[] = {box.x0, box.y0, box.x1, box.y0,
                             box.x0, box.y1, box.x1, box.y1};
    if (cmd->type == DRAW_RECT)
        return box_within(box, rect_box(cmd), 0);
    for (int i = 0; i < 4; i++) {
        float x = corners[2 * i], y = corners[2 * i + 1];
        bool in = cmd->type == DRAW_CIRCLE ? circle_has(cmd, x, y, ROUND_SLACK)
                                           : shape_has(cmd, x, y);
        if (!in)
            return false;
    }
    return true;
}

static bool polygon_touches(const struct draw_cmd *cmd, struct box box)
{
    for (int i = 0; i < cmd->u.polygon.count; i++)
        if (box_has(box, cmd->u.polygon.xy[2 * i], cmd->u.polygon.xy[2 * i + 1]))
            return true;
    for (int i = 0; i < 9; i++) {
        float x = box.x0 + (box.x1 - box.x0) * (float)(i % 3) / 2;
        float y = box.y0 + (box.y1 - box.y0) * (float)(i / 3) / 2;
        if (polygon_has(cmd, x, y))
            return true;
    }
    return false;
}

bool shape_touches(const struct draw_cmd *cmd, struct box box)
{
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        return !box_empty(box_meet(rect_box(cmd), box));
    case DRAW_CIRCLE:
        return hypotf(fmaxf(fmaxf(box.x0 - cmd->u.circle.x,
                                  cmd->u.circle.x - box.x1), 0),
                      fmaxf(fmaxf(box.y0 - cmd->u.circle.y,
                                  cmd->u.circle.y - box.y1), 0)) <
               cmd->u.circle.r;
    case DRAW_POLYGON:
        return polygon_touches(cmd, box);
    default:
        return false;
    }
}

/* Liang and Barsky's test ("A new concept and method for line clipping",
 * 1984): the part of the segment within all four edges is not empty. */
static bool segment_crosses(const float *a, const float *b, struct box box)
{
    float dx = b[0] - a[0], dy = b[1] - a[1], from = 0, to = 1;
    const float p[] = {-dx, dx, -dy, dy};
    const float q[] = {a[0] - box.x0, box.x1 - a[0], a[1] - box.y0, box.y1 - a[1]};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0) {
            if (q[i] <= 0)
                return false;
        } else if (p[i] < 0) {
            from = fmaxf(from, q[i] / p[i]);
        } else {
            to = fminf(to, q[i] / p[i]);
        }
    }
    return from < to;
}

bool stroke_crosses(const struct draw_cmd *cmd, struct box box)
{
    float points[2 * FLAT_POINTS];
    if (box_empty(box))
        return false;
    int count = flat_points(cmd, points);
    for (int i = 0; i + 1 < count; i++)
        if (segment_crosses(points + 2 * i, points + 2 * i + 2, box))
            return true;
    return false;
}
