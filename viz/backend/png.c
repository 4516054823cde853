/* PNG: the list replayed on pixels in memory, without any display, and encoded
 * by cairo. The same list gives the same bytes. */
#include <stdlib.h>

#include <cairo.h>

#include "backend/canvas.h"
#include "base/buf.h"
#include "base/file.h"

static cairo_status_t take_bytes(void *user, const unsigned char *bytes,
                                 unsigned length)
{
    buf_add(user, (const char *)bytes, length);
    return buf_ok(user) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static bool png_encode(struct pixels pixels, struct buf *out, struct err *err)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)pixels.at, CAIRO_FORMAT_RGB24, pixels.w, pixels.h,
        4 * pixels.stride);
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, take_bytes, out);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS)
        return err_set(err, ERR_FAILED, "cannot encode the picture: %s",
                       cairo_status_to_string(status));
    return true;
}

static bool png_write(const struct draw_list *list, enum theme theme, float scale,
                      const char *path, struct err *err)
{
    struct canvas canvas = {.theme = theme, .scale = scale};
    if (!canvas_size(list->w, list->h, scale, &canvas.pixels.w, &canvas.pixels.h, err))
        return false;
    canvas.pixels.stride = canvas.pixels.w;
    struct buf out;
    struct fonts *own = NULL;
    bool good = false;
    buf_init(&out);
    canvas.fonts = fonts_of(list->metric);
    if (canvas.fonts == NULL)
        canvas.fonts = own = fonts_create(err);
    canvas.raster = raster_create(err);
    canvas.pixels.at = malloc((size_t)canvas.pixels.w * (size_t)canvas.pixels.h * 4);
    if (canvas.pixels.at == NULL)
        err_set(err, ERR_FAILED, "cannot draw the picture: out of memory");
    if (canvas.fonts != NULL && canvas.raster != NULL && canvas.pixels.at != NULL) {
        canvas_clear(&canvas);
        good = canvas_draw(&canvas, list, NULL, 0, err) &&
               png_encode(canvas.pixels, &out, err) &&
               file_write_whole(path, out.text, out.length, err);
    }
    free(canvas.pixels.at);
    raster_destroy(canvas.raster);
    fonts_destroy(own);
    buf_finish(&out);
    return good;
}

const struct backend backend_png = {"png", ".png", png_write};
