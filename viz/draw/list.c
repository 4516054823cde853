/* The display list: commands appended to one growing array, everything they
 * point to in one arena that the next picture takes over. Out of memory marks
 * the list and makes the calls that follow no-ops; the counts of open clips and
 * groups go on, so that unbalanced scenes are found either way. */
#include "draw/draw.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void draw_init(struct draw_list *list)
{
    *list = (struct draw_list){.metric = &draw_metric_fixed};
    arena_init(&list->arena, 0);
}

void draw_finish(struct draw_list *list)
{
    arena_finish(&list->arena);
    free(list->cmds);
    *list = (struct draw_list){.metric = &draw_metric_fixed};
}

void draw_begin(struct draw_list *list, float w, float h,
                const struct draw_metric *metric)
{
    arena_finish(&list->arena);
    list->count = 0;
    list->w = w;
    list->h = h;
    list->metric = metric != NULL ? metric : &draw_metric_fixed;
    list->layer = LAYER_STILL;
    list->clips = 0;
    list->groups = 0;
    list->failed = false;
}

bool draw_end(struct draw_list *list)
{
    assert(list->clips == 0 && "a clip was left open");
    assert(list->groups == 0 && "a group was left open");
    return !list->failed;
}

static bool list_grow(struct draw_list *list)
{
    int room = list->room == 0 ? 256 : list->room * 2;
    struct draw_cmd *cmds = realloc(list->cmds, (size_t)room * sizeof *cmds);
    if (cmds == NULL) {
        list->failed = true;
        return false;
    }
    list->cmds = cmds;
    list->room = room;
    return true;
}

/* Appends a zeroed command; NULL once the list has failed. */
static struct draw_cmd *list_push(struct draw_list *list, enum draw_type type,
                                  struct draw_paint paint)
{
    if (list->failed || (list->count == list->room && !list_grow(list)))
        return NULL;
    struct draw_cmd *cmd = &list->cmds[list->count++];
    memset(cmd, 0, sizeof *cmd);
    cmd->type = (uint8_t)type;
    cmd->layer = list->layer;
    cmd->paint = paint;
    return cmd;
}

void draw_rect(struct draw_list *list, float x, float y, float w, float h,
               float radius, struct draw_paint paint)
{
    struct draw_cmd *cmd = list_push(list, DRAW_RECT, paint);
    if (cmd == NULL)
        return;
    cmd->u.rect.x = x;
    cmd->u.rect.y = y;
    cmd->u.rect.w = w;
    cmd->u.rect.h = h;
    cmd->u.rect.radius = radius;
}

void draw_line(struct draw_list *list, float x0, float y0, float x1, float y1,
               struct draw_paint paint)
{
    struct draw_cmd *cmd = list_push(list, DRAW_LINE, paint);
    if (cmd == NULL)
        return;
    cmd->u.line.x0 = x0;
    cmd->u.line.y0 = y0;
    cmd->u.line.x1 = x1;
    cmd->u.line.y1 = y1;
}

void draw_curve(struct draw_list *list, const float xy[8], struct draw_paint paint)
{
    struct draw_cmd *cmd = list_push(list, DRAW_CURVE, paint);
    if (cmd == NULL)
        return;
    cmd->u.curve.x0 = xy[0];
    cmd->u.curve.y0 = xy[1];
    cmd->u.curve.x1 = xy[2];
    cmd->u.curve.y1 = xy[3];
    cmd->u.curve.x2 = xy[4];
    cmd->u.curve.y2 = xy[5];
    cmd->u.curve.x3 = xy[6];
    cmd->u.curve.y3 = xy[7];
}

void draw_polygon(struct draw_list *list, const float *xy, int count,
                  struct draw_paint paint)
{
    assert(count >= 3 && count <= 256);
    size_t numbers = (size_t)count * 2;
    float *copy = list->failed ? NULL : ARENA_NEW(&list->arena, float, numbers);
    if (copy == NULL) {
        list->failed = true;
        return;
    }
    memcpy(copy, xy, numbers * sizeof *copy);
    struct draw_cmd *cmd = list_push(list, DRAW_POLYGON, paint);
    if (cmd == NULL)
        return;
    cmd->u.polygon.xy = copy;
    cmd->u.polygon.count = count;
}

void draw_circle(struct draw_list *list, float x, float y, float r,
                 struct draw_paint paint)
{
    struct draw_cmd *cmd = list_push(list, DRAW_CIRCLE, paint);
    if (cmd == NULL)
        return;
    cmd->u.circle.x = x;
    cmd->u.circle.y = y;
    cmd->u.circle.r = r;
}

static const char *list_keep(struct draw_list *list, const char *text)
{
    char *copy = list->failed
        ? NULL : arena_strdup(&list->arena, text, strlen(text));
    if (copy == NULL)
        list->failed = true;
    return copy;
}

float draw_text(struct draw_list *list, float x, float y, float size,
                enum face face, enum ink ink, enum anchor anchor, float alpha,
                const char *text)
{
    if (*text == '\0')
        return 0;
    float width = draw_width(list, face, size, text);
    const char *copy = list_keep(list, text);
    struct draw_paint paint = {.fill = (uint8_t)ink, .alpha = alpha};
    struct draw_cmd *cmd = list_push(list, DRAW_TEXT, paint);
    if (cmd == NULL)
        return width;
    cmd->u.text.x = x;
    cmd->u.text.y = y;
    cmd->u.text.size = size;
    cmd->u.text.text = copy;
    cmd->u.text.width = width;
    cmd->u.text.face = (uint8_t)face;
    cmd->u.text.anchor = (uint8_t)anchor;
    cmd->u.text.ink = (uint8_t)ink;
    return width;
}

/* The formatted text in the list's arena; NULL marks the list. */
static const char *list_format(struct draw_list *list, const char *fmt,
                               va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, fmt, args);
    char *text = list->failed || length < 0
        ? NULL : ARENA_NEW(&list->arena, char, (size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, fmt, again);
    else
        list->failed = true;
    va_end(again);
    return text;
}

float draw_textf(struct draw_list *list, float x, float y, float size,
                 enum face face, enum ink ink, enum anchor anchor, float alpha,
                 const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *text = list_format(list, fmt, args);
    va_end(args);
    if (text == NULL)
        return 0;
    return draw_text(list, x, y, size, face, ink, anchor, alpha, text);
}

void draw_clip(struct draw_list *list, float x, float y, float w, float h)
{
    list->clips++;
    struct draw_cmd *cmd = list_push(list, DRAW_CLIP, (struct draw_paint){0});
    if (cmd == NULL)
        return;
    cmd->u.rect.x = x;
    cmd->u.rect.y = y;
    cmd->u.rect.w = w;
    cmd->u.rect.h = h;
}

void draw_unclip(struct draw_list *list)
{
    assert(list->clips > 0 && "no clip is open");
    list->clips--;
    list_push(list, DRAW_UNCLIP, (struct draw_paint){0});
}

void draw_group(struct draw_list *list, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *id = list_format(list, fmt, args);
    va_end(args);
    list->groups++;
    struct draw_cmd *cmd = list_push(list, DRAW_GROUP, (struct draw_paint){0});
    if (cmd != NULL)
        cmd->u.group.id = id;
}

void draw_ungroup(struct draw_list *list)
{
    assert(list->groups > 0 && "no group is open");
    list->groups--;
    list_push(list, DRAW_UNGROUP, (struct draw_paint){0});
}
