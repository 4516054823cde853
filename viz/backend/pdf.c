/* PDF: the list drawn by cairo as vectors, with the fonts embedded and the text
 * kept as text. One logical pixel is 3/4 point (96 a inch) times the scale. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>

#include "backend/fonts.h"
#include "base/buf.h"
#include "base/file.h"

struct pdf {
    cairo_t *cairo;
    enum theme theme;
    struct fonts *fonts;
};

static cairo_status_t take_bytes(void *user, const unsigned char *bytes,
                                 unsigned length)
{
    buf_add(user, (const char *)bytes, length);
    return buf_ok(user) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static void set_ink(const struct pdf *pdf, uint8_t ink, float alpha)
{
    struct rgb c = theme_ink(pdf->theme, (enum ink)ink);
    if (alpha < 1)
        cairo_set_source_rgba(pdf->cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0,
                              (double)alpha);
    else
        cairo_set_source_rgb(pdf->cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0);
}

/* Fills and strokes the current path. */
static void paint_path(const struct pdf *pdf, const struct draw_paint *paint)
{
    if (paint->fill != INK_NONE) {
        set_ink(pdf, paint->fill, paint->alpha);
        cairo_fill_preserve(pdf->cairo);
    }
    if (paint->stroke != INK_NONE) {
        const double dashes[] = {(double)paint->dash, (double)paint->gap};
        set_ink(pdf, paint->stroke, paint->alpha);
        cairo_set_line_width(pdf->cairo, (double)(paint->width * theme_stroke(pdf->theme)));
        cairo_set_dash(pdf->cairo, dashes, paint->dash > 0 ? 2 : 0, 0);
        cairo_stroke_preserve(pdf->cairo);
    }
    cairo_new_path(pdf->cairo);
}

static void rect_path(const struct pdf *pdf, const struct draw_cmd *cmd)
{
    double x = (double)cmd->u.rect.x, y = (double)cmd->u.rect.y;
    double w = (double)fmaxf(cmd->u.rect.w, 0), h = (double)fmaxf(cmd->u.rect.h, 0);
    double r = fmin((double)cmd->u.rect.radius, fmin(w, h) / 2), quarter = 1.5707963267948966;
    if (!(r > 0)) {
        cairo_rectangle(pdf->cairo, x, y, w, h);
        return;
    }
    cairo_new_sub_path(pdf->cairo);
    cairo_arc(pdf->cairo, x + r, y + r, r, 2 * quarter, 3 * quarter);
    cairo_arc(pdf->cairo, x + w - r, y + r, r, 3 * quarter, 4 * quarter);
    cairo_arc(pdf->cairo, x + w - r, y + h - r, r, 0, quarter);
    cairo_arc(pdf->cairo, x + r, y + h - r, r, quarter, 2 * quarter);
    cairo_close_path(pdf->cairo);
}

/* cairo opens the file itself and keeps it as long as it needs it. */
static void set_font(const struct pdf *pdf, int font, double size)
{
    int index;
    const char *file = fonts_file(pdf->fonts, (unsigned)font, &index);
    FcPattern *pattern = FcPatternCreate();
    if (pattern == NULL)
        return;
    FcPatternAddString(pattern, FC_FILE, (const FcChar8 *)file);
    FcPatternAddInteger(pattern, FC_INDEX, index);
    cairo_font_face_t *face = cairo_ft_font_face_create_for_pattern(pattern);
    cairo_set_font_face(pdf->cairo, face);
    cairo_set_font_size(pdf->cairo, size);
    cairo_font_face_destroy(face);
    FcPatternDestroy(pattern);
}

/* Characters that follow each other in one font: their text, a glyph and the
 * bytes of each. */
struct run { cairo_glyph_t *glyphs; cairo_text_cluster_t *clusters; int count;
             char *text; int length; };

static int put_utf8(char *out, uint32_t c)
{
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[more] | c >> 6 * more);
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3F));
    return more + 1;
}

/* The glyph's number in the font that is set; 0 is the box for what the font
 * does not have. */
static unsigned long glyph_number(const struct pdf *pdf, const char *text, int length)
{
    cairo_glyph_t place, *glyphs = &place;
    int count = 1;
    cairo_status_t status = cairo_scaled_font_text_to_glyphs(
        cairo_get_scaled_font(pdf->cairo), 0, 0, text, length, &glyphs, &count, NULL,
        NULL, NULL);
    bool good = status == CAIRO_STATUS_SUCCESS && count == 1;
    unsigned long number = good ? glyphs[0].index : 0;
    if (glyphs != &place)
        cairo_glyph_free(glyphs);
    return number;
}

static void run_add(const struct pdf *pdf, struct run *run, uint32_t c, double x,
                    double y)
{
    char *text = run->text + run->length;
    int length = put_utf8(text, c);
    run->glyphs[run->count] =
        (cairo_glyph_t){glyph_number(pdf, text, length), x, y};
    run->clusters[run->count++] = (cairo_text_cluster_t){length, 1};
    run->length += length;
}

static void run_show(const struct pdf *pdf, struct run *run)
{
    if (run->count > 0)
        cairo_show_text_glyphs(pdf->cairo, run->text, run->length, run->glyphs,
                               run->count, run->clusters, run->count, 0);
    run->count = run->length = 0;
}

static void show_text(const struct pdf *pdf, const struct draw_cmd *cmd,
                      struct run *run)
{
    static const float before[] = {0, 0.5f, 1};
    double size = (double)cmd->u.text.size;
    double x = (double)(cmd->u.text.x - cmd->u.text.width * before[cmd->u.text.anchor]);
    int font = -1;
    const char *text = cmd->u.text.text;
    for (uint32_t c; (c = draw_char_next(&text)) != 0;) {
        struct glyph glyph = fonts_glyph(pdf->fonts, (enum face)cmd->u.text.face, c);
        if (glyph.font != font) {
            run_show(pdf, run);
            set_font(pdf, font = glyph.font, size);
        }
        run_add(pdf, run, c, x, (double)cmd->u.text.y);
        x += (double)glyph.advance * size;
    }
    run_show(pdf, run);
}

static bool draw_text_cmd(const struct pdf *pdf, const struct draw_cmd *cmd)
{
    size_t most = strlen(cmd->u.text.text) + 1; /* bytes; a bad one takes three */
    struct run run = {.glyphs = cairo_glyph_allocate((int)most),
                      .clusters = cairo_text_cluster_allocate((int)most),
                      .text = malloc(3 * most)};
    bool good = run.glyphs != NULL && run.clusters != NULL && run.text != NULL;
    if (good) {
        set_ink(pdf, cmd->u.text.ink, cmd->paint.alpha);
        show_text(pdf, cmd, &run);
    }
    cairo_glyph_free(run.glyphs);
    cairo_text_cluster_free(run.clusters);
    free(run.text);
    return good;
}

static void polygon_path(const struct pdf *pdf, const struct draw_cmd *cmd)
{
    for (int i = 0; i < cmd->u.polygon.count; i++)
        cairo_line_to(pdf->cairo, (double)cmd->u.polygon.xy[2 * i],
                      (double)cmd->u.polygon.xy[2 * i + 1]);
    cairo_close_path(pdf->cairo);
}

static bool draw_one(const struct pdf *pdf, const struct draw_cmd *cmd)
{
    cairo_t *cairo = pdf->cairo;
    switch ((enum draw_type)cmd->type) {
    case DRAW_RECT:
        rect_path(pdf, cmd);
        break;
    case DRAW_LINE:
        cairo_move_to(cairo, (double)cmd->u.line.x0, (double)cmd->u.line.y0);
        cairo_line_to(cairo, (double)cmd->u.line.x1, (double)cmd->u.line.y1);
        break;
    case DRAW_CURVE:
        cairo_move_to(cairo, (double)cmd->u.curve.x0, (double)cmd->u.curve.y0);
        cairo_curve_to(cairo, (double)cmd->u.curve.x1, (double)cmd->u.curve.y1,
                       (double)cmd->u.curve.x2, (double)cmd->u.curve.y2,
                       (double)cmd->u.curve.x3, (double)cmd->u.curve.y3);
        break;
    case DRAW_POLYGON:
        polygon_path(pdf, cmd);
        break;
    case DRAW_CIRCLE:
        cairo_arc(cairo, (double)cmd->u.circle.x, (double)cmd->u.circle.y,
                  (double)cmd->u.circle.r, 0, 6.283185307179586);
        break;
    case DRAW_TEXT:
        return draw_text_cmd(pdf, cmd);
    case DRAW_CLIP:
        cairo_save(cairo);
        rect_path(pdf, cmd);
        cairo_clip(cairo);
        return true;
    case DRAW_UNCLIP:
        cairo_restore(cairo);
        return true;
    case DRAW_GROUP: case DRAW_UNGROUP:
        return true;
    }
    paint_path(pdf, &cmd->paint);
    return true;
}

/* Draws the whole list; false: out of memory or what cairo says. */
static bool pdf_draw(const struct draw_list *list, enum theme theme, float scale,
                     struct fonts *fonts, struct buf *out, struct err *err)
{
    double unit = 0.75 * (double)scale;
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        take_bytes, out, (double)list->w * unit, (double)list->h * unit);
    /* The oldest version, which every reader knows and which leaves the outline
     * of the file legible; and no date, which would make each file differ. */
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   "2000-01-01T00:00:00Z");
    struct pdf pdf = {cairo_create(surface), theme, fonts};
    bool good = true;
    cairo_scale(pdf.cairo, unit, unit);
    set_ink(&pdf, INK_BACK, 1);
    cairo_paint(pdf.cairo);
    for (int i = 0; i < list->count && good; i++)
        good = draw_one(&pdf, &list->cmds[i]);
    cairo_status_t status = cairo_status(pdf.cairo);
    cairo_destroy(pdf.cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (!good)
        return err_set(err, ERR_FAILED, "cannot draw the page: out of memory");
    if (status != CAIRO_STATUS_SUCCESS)
        return err_set(err, ERR_FAILED, "cannot draw the page: %s",
                       cairo_status_to_string(status));
    return true;
}

static bool pdf_write(const struct draw_list *list, enum theme theme, float scale,
                      const char *path, struct err *err)
{
    if (!(list->w * scale >= 1 && list->w * scale <= 16384 &&
          list->h * scale >= 1 && list->h * scale <= 16384))
        return err_set(err, ERR_USAGE, "a page of %g x %g pixels cannot be written: "
                       "1 to 16384 a side", (double)(list->w * scale),
                       (double)(list->h * scale));
    struct fonts *fonts = fonts_of(list->metric), *own = NULL;
    if (fonts == NULL && (fonts = own = fonts_create(err)) == NULL)
        return false;
    struct buf out;
    buf_init(&out);
    bool good = pdf_draw(list, theme, scale, fonts, &out, err) &&
                file_write_whole(path, out.text, out.length, err);
    buf_finish(&out);
    fonts_destroy(own);
    return good;
}

const struct backend backend_pdf = {"pdf", ".pdf", pdf_write};
