/* The pen: drawing in units, and the viewer's language.
 *
 * Every length is multiplied by the scene's scale here and nowhere else. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "scene/scene.h"

const char *scene_tr(const struct scene *sc, const char *msgid)
{
    return sc->view->tr(msgid);
}

const char *scene_trn(const struct scene *sc, const char *one, const char *many,
                      unsigned long n)
{
    return sc->view->trn(one, many, n);
}

/* Chinese sentences follow each other without a space. */
static void pen_close_up(char *text)
{
    static const char stop[] = "\xE3\x80\x82 "; /* an ideographic full stop */
    char *at = text;

    while ((at = strstr(at, stop)) != NULL) {
        at += strlen(stop) - 1;
        memmove(at, at + 1, strlen(at));
    }
}

char *pen_keep(struct scene *sc, const struct buf *buf)
{
    static char nothing[1];
    char *text = buf_ok(buf) ? arena_strdup(&sc->list->arena, buf_text(buf),
                                            buf->length) : NULL;

    if (!text) {
        sc->list->failed = true;
        nothing[0] = 0;
        return nothing;
    }
    pen_close_up(text);
    return text;
}

const char *scene_untraced(struct scene *sc, uint32_t first, uint32_t last)
{
    return first == last
        ? pen_print(sc, scene_tr(sc, "Tile %u was not traced: what it did is not known."),
                    first)
        : pen_print(sc, scene_tr(sc, "Tiles %1$u to %2$u were not traced: what they did "
                                     "is not known."), first, last);
}

const char *scene_what(struct scene *sc, const struct hazard *hazard)
{
    struct buf text;
    const char *kept;

    buf_init(&text);
    say_read(hazard->said ? hazard->said : hazard->what, sc->view->tr, &text);
    kept = pen_keep(sc, &text);
    buf_finish(&text);
    return kept;
}

static bool pen_wide(const char *text)
{
    for (uint32_t c; (c = draw_char_next(&text)) != 0;)
        if (draw_char_wide(c))
            return true;
    return false;
}

/* A translation leaves a blank before and after an argument, which may be Latin;
 * between two wide characters it goes away again. */
static void pen_squeeze(struct buf *out, const char *text)
{
    uint32_t before = 0, c;

    for (const char *next = text; (c = draw_char_next(&next)) != 0; text = next) {
        const char *ahead = next;

        if (c != ' ' || !draw_char_wide(before) ||
            !draw_char_wide(draw_char_next(&ahead)))
            buf_add(out, text, (size_t)(next - text));
        before = c;
    }
}

char *pen_print(struct scene *sc, const char *fmt, ...)
{
    char text[1024];
    struct buf buf;
    va_list args;
    int length;
    char *kept;

    va_start(args, fmt);
    length = vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    buf_init(&buf);
    if (length > 0 && pen_wide(fmt))
        pen_squeeze(&buf, text);
    else if (length > 0)
        buf_add(&buf, text, strnlen(text, sizeof(text) - 1));
    kept = pen_keep(sc, &buf);
    buf_finish(&buf);
    return kept;
}

static struct draw_paint pen_paint(const struct scene *sc, struct draw_paint paint)
{
    paint.width *= sc->scale;
    paint.dash *= sc->scale;
    paint.gap *= sc->scale;
    return paint;
}

void pen_rect(struct scene *sc, struct box box, float radius,
              struct draw_paint paint)
{
    const float k = sc->scale;

    draw_rect(sc->list, box.x * k, box.y * k, box.w * k, box.h * k, radius * k,
              pen_paint(sc, paint));
}

void pen_line(struct scene *sc, float x0, float y0, float x1, float y1,
              struct draw_paint paint)
{
    const float k = sc->scale;

    draw_line(sc->list, x0 * k, y0 * k, x1 * k, y1 * k, pen_paint(sc, paint));
}

void pen_curve(struct scene *sc, const struct spot at[4], struct draw_paint paint)
{
    float xy[8];

    for (int i = 0; i < 4; i++) {
        xy[2 * i] = at[i].x * sc->scale;
        xy[2 * i + 1] = at[i].y * sc->scale;
    }
    draw_curve(sc->list, xy, pen_paint(sc, paint));
}

void pen_shape(struct scene *sc, const struct spot *at, int count,
               enum ink ink, float alpha)
{
    float xy[16];

    for (int i = 0; i < count && i < 8; i++) {
        xy[2 * i] = at[i].x * sc->scale;
        xy[2 * i + 1] = at[i].y * sc->scale;
    }
    draw_polygon(sc->list, xy, count < 8 ? count : 8,
                 paint_alpha(paint_fill(ink), alpha));
}

void pen_circle(struct scene *sc, float x, float y, float r,
                struct draw_paint paint)
{
    draw_circle(sc->list, x * sc->scale, y * sc->scale, r * sc->scale,
                pen_paint(sc, paint));
}

float pen_width(const struct scene *sc, enum face face, float size,
                const char *text)
{
    return draw_width(sc->list, face, size * sc->scale, text) / sc->scale;
}

float pen_middle(const struct scene *sc, float y, float size)
{
    (void)sc;
    return y + size * 0.36f;
}

void pen_text(struct scene *sc, float x, float y, float size, enum face face,
              enum ink ink, enum anchor anchor, const char *text)
{
    if (text[0])
        draw_text(sc->list, x * sc->scale, y * sc->scale, size * sc->scale, face,
                  ink, anchor, 1, text);
}

void pen_fit(struct scene *sc, float x, float y, float size, enum face face,
             enum ink ink, enum anchor anchor, float width, const char *text)
{
    if (text[0] && (width > size || pen_width(sc, face, size, text) <= width))
        draw_text_fit(sc->list, x * sc->scale, y * sc->scale, size * sc->scale,
                      face, ink, anchor, 1, width * sc->scale, text);
}

int pen_wrap(struct scene *sc, float x, float y, float size, enum face face,
             enum ink ink, float width, int max_lines, const char *text)
{
    if (!text[0])
        return 0;
    return draw_text_wrap(sc->list, x * sc->scale, y * sc->scale,
                          size * sc->scale, face, ink, width * sc->scale,
                          size * 1.36f * sc->scale, max_lines, text);
}

void pen_panel(struct scene *sc, struct box box, const char *name,
               const char *right)
{
    const float title = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name);
    const float base = box.y + 23;

    pen_rect(sc, box, 8, paint_both(INK_PANEL, INK_RULE, 1));
    pen_fit(sc, box.x + 14, base, TEXT_SMALL, FACE_UI_BOLD, INK_MUTED,
            ANCHOR_START, box.w - 28, name);
    if (right && right[0])
        pen_fit(sc, box.x + box.w - 14, base, TEXT_SMALL, FACE_UI, INK_MUTED,
                ANCHOR_END, box.w - title - 44, right);
}

static void pen_bend(struct spot from, struct spot to, struct spot at[4])
{
    const float bend = (from.y + to.y) / 2;

    at[0] = from;
    at[1] = (struct spot){ from.x, bend };
    at[2] = (struct spot){ to.x, bend };
    at[3] = to;
}

void pen_arrow(struct scene *sc, struct spot from, struct spot to,
               enum ink ink, float width, float alpha)
{
    const float half = 2.4f + width * 0.9f, tall = 4.5f + width * 1.5f;
    const float down = to.y >= from.y ? 1 : -1;
    struct spot at[4];
    const struct spot neck = { to.x, to.y - down * tall * 0.8f };
    const struct spot head[3] = { { to.x - half, to.y - down * tall }, to,
                                  { to.x + half, to.y - down * tall } };

    if (fabsf(from.x - to.x) < 0.5f) {
        pen_line(sc, from.x, from.y, neck.x, neck.y,
                 paint_alpha(paint_stroke(ink, width), alpha));
    } else {
        pen_bend(from, neck, at);
        pen_curve(sc, at, paint_alpha(paint_stroke(ink, width), alpha));
    }
    pen_shape(sc, head, 3, ink, alpha);
}

void pen_link(struct scene *sc, struct spot from, struct spot to,
              struct draw_paint paint)
{
    struct spot at[4];

    pen_bend(from, to, at);
    pen_curve(sc, at, paint);
}

struct spot pen_on_arrow(struct spot from, struct spot to, float t)
{
    const float s = 1 - t;
    const float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    struct spot at[4];

    pen_bend(from, to, at);
    return (struct spot){
        a * at[0].x + b * at[1].x + c * at[2].x + d * at[3].x,
        a * at[0].y + b * at[1].y + c * at[2].y + d * at[3].y };
}

void pen_clip(struct scene *sc, struct box box)
{
    const float k = sc->scale;

    draw_clip(sc->list, box.x * k, box.y * k, box.w * k, box.h * k);
}

void pen_unclip(struct scene *sc)
{
    draw_unclip(sc->list);
}
