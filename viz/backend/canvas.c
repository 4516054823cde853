/* Replays a display list on pixels: colours by theme, logical pixels times the
 * scale. Edges of still rectangles, of upright and level lines and baselines
 * of still text are moved to whole pixels, which makes them crisp; what moves
 * is drawn exactly where it is, so that it moves smoothly. */
#include "backend/canvas.h"

#include <math.h>

#include "draw/bounds.h"

bool canvas_size(float w, float h, float scale, int *pixels_w, int *pixels_h,
                 struct err *err)
{
    float fw = roundf(w * scale), fh = roundf(h * scale);
    if (!(fw >= 1 && fh >= 1))
        return err_set(err, ERR_USAGE, "a picture of %g x %g pixels has no content",
                       (double)fw, (double)fh);
    if (!(fw <= CANVAS_SIDE && fh <= CANVAS_SIDE && fw * fh <= CANVAS_PIXELS))
        return err_set(err, ERR_USAGE, "a picture of %.0f x %.0f pixels is too "
                       "large: at most %d a side and %d in all", (double)fw,
                       (double)fh, CANVAS_SIDE, CANVAS_PIXELS);
    *pixels_w = (int)fw;
    *pixels_h = (int)fh;
    return true;
}

static struct area canvas_all(const struct canvas *canvas)
{
    return (struct area){0, 0, canvas->pixels.w, canvas->pixels.h};
}

void canvas_clear_in(const struct canvas *canvas, struct area area)
{
    struct rgb back = theme_ink(canvas->theme, INK_BACK);
    raster_aim(canvas->raster, canvas->pixels, area);
    raster_rect(canvas->raster, 0, 0, (float)canvas->pixels.w,
                (float)canvas->pixels.h, 0, back, 1);
}

void canvas_clear(const struct canvas *canvas)
{
    canvas_clear_in(canvas, canvas_all(canvas));
}

static struct rgb canvas_ink(const struct canvas *canvas, uint8_t ink)
{
    return theme_ink(canvas->theme, (enum ink)ink);
}

static float stroke_width(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    return cmd->paint.width * canvas->scale * theme_stroke(canvas->theme);
}

/* Moves the outer edge of a stroke that is half thick at `at` to a pixel edge. */
static float snapped(float at, float half)
{
    return roundf(at - half) + half;
}

static void draw_one_rect(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    const struct draw_paint *paint = &cmd->paint;
    float s = canvas->scale, width = stroke_width(canvas, cmd);
    float x0 = cmd->u.rect.x * s, x1 = x0 + cmd->u.rect.w * s;
    float y0 = cmd->u.rect.y * s, y1 = y0 + cmd->u.rect.h * s;
    float radius = cmd->u.rect.radius * s;
    if (cmd->layer == LAYER_STILL) {
        float half = paint->stroke != INK_NONE ? width / 2 : 0;
        bool thin_w = x1 - x0 < 2, thin_h = y1 - y0 < 2;
        x0 = snapped(x0, half);
        y0 = snapped(y0, half);
        x1 = thin_w ? x0 + cmd->u.rect.w * s : snapped(x1, -half);
        y1 = thin_h ? y0 + cmd->u.rect.h * s : snapped(y1, -half);
    }
    if (paint->fill != INK_NONE)
        raster_rect(canvas->raster, x0, y0, x1 - x0, y1 - y0, radius,
                    canvas_ink(canvas, paint->fill), paint->alpha);
    if (paint->stroke == INK_NONE)
        return;
    struct rgb ink = canvas_ink(canvas, paint->stroke);
    if (paint->dash > 0) {
        float edge[2 * RASTER_EDGE];
        int count = raster_edge_points(x0, y0, x1 - x0, y1 - y0, radius, edge);
        raster_stroke(canvas->raster, edge, count, true, width, paint->dash * s,
                      paint->gap * s, ink, paint->alpha);
    } else {
        raster_frame(canvas->raster, x0, y0, x1 - x0, y1 - y0, radius, width, ink,
                     paint->alpha);
    }
}

static void draw_one_circle(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    const struct draw_paint *paint = &cmd->paint;
    float s = canvas->scale, r = cmd->u.circle.r * s;
    float x = cmd->u.circle.x * s - r, y = cmd->u.circle.y * s - r;
    if (paint->fill != INK_NONE)
        raster_rect(canvas->raster, x, y, 2 * r, 2 * r, r,
                    canvas_ink(canvas, paint->fill), paint->alpha);
    if (paint->stroke == INK_NONE)
        return;
    float edge[2 * RASTER_EDGE];
    int count = raster_edge_points(x, y, 2 * r, 2 * r, r, edge);
    if (paint->dash > 0)
        raster_stroke(canvas->raster, edge, count, true, stroke_width(canvas, cmd),
                      paint->dash * s, paint->gap * s,
                      canvas_ink(canvas, paint->stroke), paint->alpha);
    else
        raster_frame(canvas->raster, x, y, 2 * r, 2 * r, r,
                     stroke_width(canvas, cmd), canvas_ink(canvas, paint->stroke),
                     paint->alpha);
}

static void draw_stroke(const struct canvas *canvas, const struct draw_cmd *cmd,
                        const float *xy, int count)
{
    raster_stroke(canvas->raster, xy, count, cmd->type == DRAW_POLYGON,
                  stroke_width(canvas, cmd), cmd->paint.dash * canvas->scale,
                  cmd->paint.gap * canvas->scale,
                  canvas_ink(canvas, cmd->paint.stroke), cmd->paint.alpha);
}

static void draw_one_line(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    float s = canvas->scale, half = stroke_width(canvas, cmd) / 2;
    float xy[4] = {cmd->u.line.x0 * s, cmd->u.line.y0 * s, cmd->u.line.x1 * s,
                   cmd->u.line.y1 * s};
    if (cmd->layer == LAYER_STILL && xy[0] == xy[2])
        xy[0] = xy[2] = snapped(xy[0], half);
    if (cmd->layer == LAYER_STILL && xy[1] == xy[3])
        xy[1] = xy[3] = snapped(xy[1], half);
    draw_stroke(canvas, cmd, xy, 2);
}

static void draw_one_curve(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    const float *from = (const float *)&cmd->u.curve;
    float corners[8], points[2 * RASTER_CURVE];
    for (int i = 0; i < 8; i++)
        corners[i] = from[i] * canvas->scale;
    draw_stroke(canvas, cmd, points, raster_curve_points(corners, points));
}

static void draw_one_polygon(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    float xy[2 * 256];
    int count = cmd->u.polygon.count;
    for (int i = 0; i < 2 * count; i++)
        xy[i] = cmd->u.polygon.xy[i] * canvas->scale;
    if (cmd->paint.fill != INK_NONE)
        raster_polygon(canvas->raster, xy, count,
                       canvas_ink(canvas, cmd->paint.fill), cmd->paint.alpha);
    if (cmd->paint.stroke != INK_NONE)
        draw_stroke(canvas, cmd, xy, count);
}

/* Splits into whole pixels and the nearest quarter. */
static int quarters(float at, int *quarter)
{
    int four = (int)floorf(fminf(fmaxf(at, -1e6f), 1e6f) * 4 + 0.5f);
    *quarter = four & 3;
    return (four - *quarter) / 4;
}

static void draw_one_text(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    float s = canvas->scale, size = cmd->u.text.size * s, x = cmd->u.text.x;
    float y = cmd->u.text.y * s;
    if (cmd->u.text.anchor == ANCHOR_MIDDLE)
        x -= cmd->u.text.width / 2;
    else if (cmd->u.text.anchor == ANCHOR_END)
        x -= cmd->u.text.width;
    x *= s;
    if (cmd->layer == LAYER_STILL)
        y = roundf(y);
    struct rgb ink = canvas_ink(canvas, cmd->u.text.ink);
    const char *text = cmd->u.text.text;
    for (uint32_t c; (c = draw_char_next(&text)) != 0;) {
        struct glyph glyph = fonts_glyph(canvas->fonts, (enum face)cmd->u.text.face, c);
        struct glyph_picture picture;
        int right, down, px = quarters(x, &right), py = quarters(y, &down);
        if (fonts_picture(canvas->fonts, glyph, size, right, down, &picture))
            raster_mask(canvas->raster, picture.mask, px + picture.left,
                        py + picture.top, picture.w, picture.h, ink,
                        cmd->paint.alpha);
        x += glyph.advance * size;
    }
}

static void draw_one(const struct canvas *canvas, const struct draw_cmd *cmd)
{
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT: draw_one_rect(canvas, cmd); break;
    case DRAW_LINE: draw_one_line(canvas, cmd); break;
    case DRAW_CURVE: draw_one_curve(canvas, cmd); break;
    case DRAW_POLYGON: draw_one_polygon(canvas, cmd); break;
    case DRAW_CIRCLE: draw_one_circle(canvas, cmd); break;
    case DRAW_TEXT: draw_one_text(canvas, cmd); break;
    case DRAW_CLIP: case DRAW_UNCLIP: case DRAW_GROUP: case DRAW_UNGROUP: break;
    }
}

static int clamp_to(float value, int most)
{
    return value < 0 ? 0 : value > (float)most ? most : (int)roundf(value);
}

/* The pixels of a clip within an area. */
static struct area clip_area(const struct canvas *canvas, struct box clip,
                             struct area in)
{
    float s = canvas->scale;
    struct area area = {
        clamp_to(clip.x0 * s, canvas->pixels.w), clamp_to(clip.y0 * s, canvas->pixels.h),
        clamp_to(clip.x1 * s, canvas->pixels.w), clamp_to(clip.y1 * s, canvas->pixels.h)};
    area.x0 = area.x0 > in.x0 ? area.x0 : in.x0;
    area.y0 = area.y0 > in.y0 ? area.y0 : in.y0;
    area.x1 = area.x1 < in.x1 ? area.x1 : in.x1;
    area.y1 = area.y1 < in.y1 ? area.y1 : in.y1;
    return area;
}

/* The area in logical pixels, with room for smooth edges. */
static struct box area_box(const struct canvas *canvas, struct area area)
{
    const float margin = 3, s = canvas->scale;
    return (struct box){(float)area.x0 / s - margin, (float)area.y0 / s - margin,
                        (float)area.x1 / s + margin, (float)area.y1 / s + margin};
}

bool canvas_draw_in(const struct canvas *canvas, const struct draw_list *list,
                    const uint8_t *pick, uint8_t want, struct area area,
                    struct err *err)
{
    const struct box near = area_box(canvas, area);
    const bool whole = area.x1 - area.x0 == canvas->pixels.w &&
        area.y1 - area.y0 == canvas->pixels.h;
    struct clips clips;
    clips_begin(&clips, list);
    raster_aim(canvas->raster, canvas->pixels, clip_area(canvas, clips.clip, area));
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *cmd = &list->cmds[i];
        if (cmd->type == DRAW_CLIP || cmd->type == DRAW_UNCLIP) {
            clips_step(&clips, cmd);
            raster_aim(canvas->raster, canvas->pixels,
                       clip_area(canvas, clips.clip, area));
        } else if ((pick == NULL || pick[i] == want) &&
                   (whole || !box_empty(box_meet(box_of(cmd, list->metric), near)))) {
            draw_one(canvas, cmd);
        }
    }
    if (!raster_ok(canvas->raster))
        return err_set(err, ERR_FAILED, "cannot draw: out of memory");
    return true;
}

bool canvas_draw(const struct canvas *canvas, const struct draw_list *list,
                 const uint8_t *pick, uint8_t want, struct err *err)
{
    return canvas_draw_in(canvas, list, pick, want, canvas_all(canvas), err);
}
