/* What lies under a point: the list is walked once, the last group that was
 * touched wins. */
#include "draw/draw.h"

#include <assert.h>
#include <math.h>

#include "draw/bounds.h"

enum { REACH = 4 }; /* pixels around thin strokes */

/* Squared distance of (x, y) from the segment a..b. */
static float distance2(const float *a, const float *b, float x, float y)
{
    float dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    float t = length2 > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length2 : 0;
    t = fminf(fmaxf(t, 0), 1);
    float ex = a[0] + t * dx - x, ey = a[1] + t * dy - y;
    return ex * ex + ey * ey;
}

static bool stroke_hit(const struct draw_cmd *cmd, float x, float y)
{
    float points[2 * FLAT_POINTS], reach = cmd->paint.width / 2 + REACH;
    int count = flat_points(cmd, points);
    for (int i = 0; i + 1 < count; i++)
        if (distance2(points + 2 * i, points + 2 * i + 2, x, y) <= reach * reach)
            return true;
    return false;
}

static bool cmd_hit(const struct draw_cmd *cmd, const struct draw_metric *metric,
                    float x, float y)
{
    if (cmd->type == DRAW_LINE || cmd->type == DRAW_CURVE)
        return stroke_hit(cmd, x, y);
    return box_has(box_of(cmd, metric), x, y);
}

const char *draw_hit(const struct draw_list *list, float x, float y)
{
    const char *groups[DRAW_DEPTH], *found = NULL;
    int depth = 0;
    struct clips clips;
    clips_begin(&clips, list);
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        clips_step(&clips, cmd);
        if (cmd->type == DRAW_GROUP) {
            assert(depth < DRAW_DEPTH && "groups nest too deeply");
            groups[depth++] = cmd->u.group.id;
        } else if (cmd->type == DRAW_UNGROUP) {
            depth--;
        } else if (depth > 0 && box_has(clips.clip, x, y) &&
                   cmd_hit(cmd, list->metric, x, y)) {
            found = groups[depth - 1];
        }
    }
    return found;
}
