/* SVG: one element a command, groups and clips as nested elements, colours as
 * the theme gives them. Text names families and carries its measured length, so
 * that it keeps its place with whatever font the reader has. */
#include "backend/svg.h"

#include <stdlib.h>

#include "backend/backend.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/utf8.h"

struct svg {
    struct buf *out;
    enum theme theme;
    int clips; /* given out so far */
};

static void put_number(struct svg *svg, const char *name, float value)
{
    buf_printf(svg->out, " %s=\"", name);
    draw_number(svg->out, (double)value);
    buf_puts(svg->out, "\"");
}

static void put_colour(struct svg *svg, const char *name, uint8_t ink)
{
    struct rgb c = theme_ink(svg->theme, (enum ink)ink);
    if (ink == INK_NONE)
        buf_printf(svg->out, " %s=\"none\"", name);
    else
        buf_printf(svg->out, " %s=\"#%02x%02x%02x\"", name, c.r, c.g, c.b);
}

static void put_paint(struct svg *svg, const struct draw_paint *paint)
{
    put_colour(svg, "fill", paint->fill);
    if (paint->alpha < 1 && paint->fill != INK_NONE)
        put_number(svg, "fill-opacity", paint->alpha);
    if (paint->stroke != INK_NONE) {
        put_colour(svg, "stroke", paint->stroke);
        put_number(svg, "stroke-width", paint->width * theme_stroke(svg->theme));
        if (paint->alpha < 1)
            put_number(svg, "stroke-opacity", paint->alpha);
        if (paint->dash > 0) {
            buf_puts(svg->out, " stroke-dasharray=\"");
            draw_number(svg->out, (double)paint->dash);
            buf_puts(svg->out, " ");
            draw_number(svg->out, (double)paint->gap);
            buf_puts(svg->out, "\"");
        }
    }
    buf_puts(svg->out, "/>\n");
}

/* Characters XML 1.0 allows. */
static bool char_allowed(uint32_t c)
{
    return c >= 0x20 ? c != 0xFFFE && c != 0xFFFF : c == '\t' || c == '\n';
}

void svg_put_escaped(struct buf *out, const char *text)
{
    for (;;) {
        const char *start = text;
        uint32_t c = draw_char_next(&text);
        size_t length = (size_t)(text - start);
        if (c == 0)
            return;
        if (c == '&')
            buf_puts(out, "&amp;");
        else if (c == '<')
            buf_puts(out, "&lt;");
        else if (c == '>')
            buf_puts(out, "&gt;");
        else if (c == '"')
            buf_puts(out, "&quot;");
        else if (char_allowed(c) && utf8_char(start, length) == length)
            buf_add(out, start, length);
        else
            buf_puts(out, "\xEF\xBF\xBD");
    }
}

static void put_points(struct svg *svg, const float *xy, int count)
{
    for (int i = 0; i < 2 * count; i++) {
        buf_puts(svg->out, i == 0 ? "" : i % 2 == 1 ? "," : " ");
        draw_number(svg->out, (double)xy[i]);
    }
}

static void put_text(struct svg *svg, const struct draw_cmd *cmd)
{
    static const char *const families[] = {
        [FACE_UI] = "Inter, 'Noto Sans', 'DejaVu Sans', 'Noto Sans CJK SC', sans-serif",
        [FACE_MONO] = "'DejaVu Sans Mono', 'Noto Sans Mono', 'Noto Sans Mono CJK SC', "
                      "monospace",
    };
    static const char *const anchors[] = {"start", "middle", "end"};
    bool mono = cmd->u.text.face == FACE_MONO || cmd->u.text.face == FACE_MONO_BOLD;
    bool bold = cmd->u.text.face == FACE_UI_BOLD || cmd->u.text.face == FACE_MONO_BOLD;
    buf_puts(svg->out, "<text xml:space=\"preserve\"");
    put_number(svg, "x", cmd->u.text.x);
    put_number(svg, "y", cmd->u.text.y);
    buf_printf(svg->out, " font-family=\"%s\"", families[mono ? FACE_MONO : FACE_UI]);
    put_number(svg, "font-size", cmd->u.text.size);
    if (bold)
        buf_printf(svg->out, " font-weight=\"%d\"", mono ? 700 : 600);
    put_colour(svg, "fill", cmd->u.text.ink);
    if (cmd->paint.alpha < 1)
        put_number(svg, "fill-opacity", cmd->paint.alpha);
    if (cmd->u.text.anchor != ANCHOR_START)
        buf_printf(svg->out, " text-anchor=\"%s\"", anchors[cmd->u.text.anchor]);
    put_number(svg, "textLength", cmd->u.text.width);
    buf_puts(svg->out, ">");
    svg_put_escaped(svg->out, cmd->u.text.text);
    buf_puts(svg->out, "</text>\n");
}

static void put_rect(struct svg *svg, const struct draw_cmd *cmd)
{
    buf_puts(svg->out, "<rect");
    put_number(svg, "x", cmd->u.rect.x);
    put_number(svg, "y", cmd->u.rect.y);
    put_number(svg, "width", cmd->u.rect.w > 0 ? cmd->u.rect.w : 0);
    put_number(svg, "height", cmd->u.rect.h > 0 ? cmd->u.rect.h : 0);
    if (cmd->u.rect.radius > 0)
        put_number(svg, "rx", cmd->u.rect.radius);
}

static void put_clip(struct svg *svg, const struct draw_cmd *cmd)
{
    buf_printf(svg->out, "<clipPath id=\"clip%d\">", ++svg->clips);
    put_rect(svg, cmd);
    buf_printf(svg->out, "/></clipPath>\n<g clip-path=\"url(#clip%d)\">\n", svg->clips);
}

static void put_cmd(struct svg *svg, const struct draw_cmd *cmd)
{
    const float *line = (const float *)&cmd->u.line;
    const float *curve = (const float *)&cmd->u.curve;
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        put_rect(svg, cmd);
        break;
    case DRAW_LINE:
        buf_puts(svg->out, "<path d=\"M");
        put_points(svg, line, 1);
        buf_puts(svg->out, " L");
        put_points(svg, line + 2, 1);
        buf_puts(svg->out, "\"");
        break;
    case DRAW_CURVE:
        buf_puts(svg->out, "<path d=\"M");
        put_points(svg, curve, 1);
        buf_puts(svg->out, " C");
        put_points(svg, curve + 2, 3);
        buf_puts(svg->out, "\"");
        break;
    case DRAW_POLYGON:
        buf_puts(svg->out, "<polygon points=\"");
        put_points(svg, cmd->u.polygon.xy, cmd->u.polygon.count);
        buf_puts(svg->out, "\"");
        break;
    case DRAW_CIRCLE:
        buf_puts(svg->out, "<circle");
        put_number(svg, "cx", cmd->u.circle.x);
        put_number(svg, "cy", cmd->u.circle.y);
        put_number(svg, "r", cmd->u.circle.r);
        break;
    case DRAW_TEXT:
        put_text(svg, cmd);
        return;
    case DRAW_CLIP:
        put_clip(svg, cmd);
        return;
    case DRAW_GROUP:
        buf_puts(svg->out, "<g data-id=\"");
        svg_put_escaped(svg->out, cmd->u.group.id);
        buf_puts(svg->out, "\">\n");
        return;
    case DRAW_UNCLIP: case DRAW_UNGROUP:
        buf_puts(svg->out, "</g>\n");
        return;
    }
    put_paint(svg, &cmd->paint);
}

void svg_put(struct buf *out, const struct draw_list *list, enum theme theme,
             float scale)
{
    struct svg svg = {.out = out, .theme = theme};
    buf_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_number(&svg, "width", list->w * scale);
    put_number(&svg, "height", list->h * scale);
    buf_puts(out, " viewBox=\"0 0 ");
    draw_number(out, (double)list->w);
    buf_puts(out, " ");
    draw_number(out, (double)list->h);
    buf_puts(out, "\" style=\"font-kerning:none;font-variant-ligatures:none;"
                  "font-feature-settings:'liga' 0,'calt' 0\">\n"
                  "<rect width=\"100%\" height=\"100%\"");
    put_colour(&svg, "fill", INK_BACK);
    buf_puts(out, "/>\n");
    for (int i = 0; i < list->count; i++)
        put_cmd(&svg, &list->cmds[i]);
    buf_puts(out, "</svg>\n");
}

static bool svg_write(const struct draw_list *list, enum theme theme, float scale,
                      const char *path, struct err *err)
{
    struct buf out;
    buf_init(&out);
    buf_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    svg_put(&out, list, theme, scale);
    bool good = buf_ok(&out)
        ? file_write_whole(path, out.text, out.length, err)
        : err_set(err, ERR_FAILED, "cannot write %s: out of memory", path);
    buf_finish(&out);
    return good;
}

const struct backend backend_svg = {"svg", ".svg", svg_write};
