/* The list as text: one command a line, indented by open groups and clips,
 * what is usual (alpha 1, still layer, solid stroke) left out. */
#include "draw/draw.h"

#include <math.h>
#include <stdlib.h>

void draw_number(struct buf *out, double value)
{
    if (!isfinite(value)) {
        buf_puts(out, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return;
    }
    long long cents = llround(fmin(fmax(value, -1e15), 1e15) * 100);
    if (cents < 0)
        buf_puts(out, "-");
    cents = llabs(cents);
    buf_printf(out, "%lld", cents / 100);
    if (cents % 10 != 0)
        buf_printf(out, ".%02lld", cents % 100);
    else if (cents % 100 != 0)
        buf_printf(out, ".%lld", cents % 100 / 10);
}

static void dump_numbers(struct buf *out, const float *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        buf_puts(out, " ");
        draw_number(out, (double)numbers[i]);
    }
}

static void dump_field(struct buf *out, const char *name, float value)
{
    buf_printf(out, " %s", name);
    dump_numbers(out, &value, 1);
}

static void dump_paint(struct buf *out, const struct draw_paint *paint)
{
    if (paint->fill != INK_NONE)
        buf_printf(out, " fill %s", ink_name((enum ink)paint->fill));
    if (paint->stroke != INK_NONE) {
        buf_printf(out, " stroke %s", ink_name((enum ink)paint->stroke));
        dump_numbers(out, &paint->width, 1);
        if (paint->dash > 0)
            dump_numbers(out, (float[]){paint->dash, paint->gap}, 2);
    }
}

static void dump_quoted(struct buf *out, const char *text)
{
    buf_puts(out, " \"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            buf_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            buf_printf(out, "\\x%02x", (unsigned char)*text);
        else
            buf_add(out, text, 1);
    }
    buf_puts(out, "\"");
}

static void dump_text(struct buf *out, const struct draw_cmd *cmd)
{
    static const char *const faces[] = {"ui", "ui-bold", "mono", "mono-bold"};
    static const char *const anchors[] = {"start", "middle", "end"};
    buf_puts(out, "text");
    dump_numbers(out, (float[]){cmd->u.text.x, cmd->u.text.y}, 2);
    dump_field(out, "size", cmd->u.text.size);
    buf_printf(out, " %s %s %s", faces[cmd->u.text.face],
               ink_name((enum ink)cmd->u.text.ink), anchors[cmd->u.text.anchor]);
    dump_quoted(out, cmd->u.text.text);
}

static void dump_shape(struct buf *out, const struct draw_cmd *cmd)
{
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        buf_puts(out, "rect");
        dump_numbers(out, (const float *)&cmd->u.rect, 4);
        if (cmd->u.rect.radius > 0)
            dump_field(out, "radius", cmd->u.rect.radius);
        break;
    case DRAW_LINE:
        buf_puts(out, "line");
        dump_numbers(out, (const float *)&cmd->u.line, 4);
        break;
    case DRAW_CURVE:
        buf_puts(out, "curve");
        dump_numbers(out, (const float *)&cmd->u.curve, 8);
        break;
    case DRAW_POLYGON:
        buf_puts(out, "polygon");
        dump_numbers(out, cmd->u.polygon.xy, 2 * cmd->u.polygon.count);
        break;
    case DRAW_CIRCLE:
        buf_puts(out, "circle");
        dump_numbers(out, (const float *)&cmd->u.circle, 3);
        break;
    default:
        break;
    }
    dump_paint(out, &cmd->paint);
}

static void dump_cmd(struct buf *out, const struct draw_cmd *cmd)
{
    switch ((enum draw_type)cmd->type) {
    case DRAW_GROUP:
        buf_printf(out, "group %s", cmd->u.group.id);
        return;
    case DRAW_CLIP:
        buf_puts(out, "clip");
        dump_numbers(out, (const float *)&cmd->u.rect, 4);
        return;
    case DRAW_UNGROUP: case DRAW_UNCLIP:
        buf_puts(out, "end");
        return;
    case DRAW_TEXT:
        dump_text(out, cmd);
        break;
    default:
        dump_shape(out, cmd);
        break;
    }
    if (cmd->paint.alpha < 1)
        dump_field(out, "alpha", cmd->paint.alpha);
    if (cmd->layer == LAYER_MOVING)
        buf_puts(out, " moving");
}

void draw_dump(const struct draw_list *list, struct buf *out)
{
    int depth = 0;
    buf_puts(out, "picture");
    dump_numbers(out, (float[]){list->w, list->h}, 2);
    buf_puts(out, "\n");
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        depth -= cmd->type == DRAW_UNGROUP || cmd->type == DRAW_UNCLIP;
        buf_printf(out, "%*s", 2 * depth, "");
        dump_cmd(out, cmd);
        buf_puts(out, "\n");
        depth += cmd->type == DRAW_GROUP || cmd->type == DRAW_CLIP;
    }
}
