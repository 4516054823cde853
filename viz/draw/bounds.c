/* Boxes around commands, and the clips in effect while a list is walked. */
#include "draw/bounds.h"

#include <assert.h>
#include <math.h>

bool box_empty(struct box box)
{
    return !(box.x0 < box.x1 && box.y0 < box.y1);
}

bool box_has(struct box box, float x, float y)
{
    return x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
}

bool box_within(struct box inner, struct box outer, float slack)
{
    return inner.x0 >= outer.x0 - slack && inner.x1 <= outer.x1 + slack &&
           inner.y0 >= outer.y0 - slack && inner.y1 <= outer.y1 + slack;
}

struct box box_meet(struct box a, struct box b)
{
    return (struct box){fmaxf(a.x0, b.x0), fmaxf(a.y0, b.y0),
                        fminf(a.x1, b.x1), fminf(a.y1, b.y1)};
}

static struct box box_around(const float *xy, int count)
{
    struct box box = {xy[0], xy[1], xy[0], xy[1]};
    for (int i = 1; i < count; i++) {
        box.x0 = fminf(box.x0, xy[2 * i]);
        box.x1 = fmaxf(box.x1, xy[2 * i]);
        box.y0 = fminf(box.y0, xy[2 * i + 1]);
        box.y1 = fmaxf(box.y1, xy[2 * i + 1]);
    }
    return box;
}

static struct box box_of_text(const struct draw_cmd *cmd,
                              const struct draw_metric *metric)
{
    float ascent, descent, width = cmd->u.text.width, x = cmd->u.text.x;
    metric->extent(metric->user, (enum face)cmd->u.text.face, cmd->u.text.size,
                   &ascent, &descent);
    if (cmd->u.text.anchor == ANCHOR_MIDDLE)
        x -= width / 2;
    else if (cmd->u.text.anchor == ANCHOR_END)
        x -= width;
    return (struct box){x, cmd->u.text.y - ascent, x + width,
                        cmd->u.text.y + descent};
}

static struct box box_grown(struct box box, float by)
{
    return (struct box){box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
}

struct box box_of(const struct draw_cmd *cmd, const struct draw_metric *metric)
{
    float grow = cmd->paint.stroke != INK_NONE ? cmd->paint.width / 2 : 0;
    const float *line = (const float *)&cmd->u.line;
    const float *curve = (const float *)&cmd->u.curve;
    float x = cmd->u.rect.x, y = cmd->u.rect.y;
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        return box_grown((struct box){x, y, x + cmd->u.rect.w, y + cmd->u.rect.h},
                         grow);
    case DRAW_LINE:
        return box_grown(box_around(line, 2), grow);
    case DRAW_CURVE:
        return box_grown(box_around(curve, 4), grow);
    case DRAW_POLYGON:
        return box_grown(box_around(cmd->u.polygon.xy, cmd->u.polygon.count), grow);
    case DRAW_CIRCLE:
        return box_grown((struct box){cmd->u.circle.x, cmd->u.circle.y,
                                      cmd->u.circle.x, cmd->u.circle.y},
                         cmd->u.circle.r + grow);
    case DRAW_TEXT:
        return box_of_text(cmd, metric);
    case DRAW_CLIP: case DRAW_UNCLIP: case DRAW_GROUP: case DRAW_UNGROUP:
        break;
    }
    return (struct box){0, 0, 0, 0};
}

void clips_begin(struct clips *clips, const struct draw_list *list)
{
    clips->depth = 0;
    clips->clip = (struct box){0, 0, list->w, list->h};
}

void clips_step(struct clips *clips, const struct draw_cmd *cmd)
{
    if (cmd->type == DRAW_CLIP) {
        assert(clips->depth < DRAW_DEPTH && "clips nest too deeply");
        clips->stack[clips->depth++] = clips->clip;
        float x = cmd->u.rect.x, y = cmd->u.rect.y;
        struct box box = {x, y, x + cmd->u.rect.w, y + cmd->u.rect.h};
        clips->clip = box_meet(clips->clip, box);
    } else if (cmd->type == DRAW_UNCLIP) {
        clips->clip = clips->stack[--clips->depth];
    }
}

int flat_points(const struct draw_cmd *cmd, float out[2 * FLAT_POINTS])
{
    if (cmd->type == DRAW_LINE) {
        out[0] = cmd->u.line.x0;
        out[1] = cmd->u.line.y0;
        out[2] = cmd->u.line.x1;
        out[3] = cmd->u.line.y1;
        return 2;
    }
    for (int i = 0; i < FLAT_POINTS; i++) {
        float t = (float)i / (FLAT_POINTS - 1), s = 1 - t;
        float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        out[2 * i] = a * cmd->u.curve.x0 + b * cmd->u.curve.x1 +
                     c * cmd->u.curve.x2 + d * cmd->u.curve.x3;
        out[2 * i + 1] = a * cmd->u.curve.y0 + b * cmd->u.curve.y1 +
                         c * cmd->u.curve.y2 + d * cmd->u.curve.y3;
    }
    return FLAT_POINTS;
}
