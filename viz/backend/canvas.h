/* Replays a display list on pixels. */
#ifndef BACKEND_CANVAS_H
#define BACKEND_CANVAS_H

#include "backend/fonts.h"
#include "backend/raster.h"

enum { CANVAS_SIDE = 16384, CANVAS_PIXELS = 1 << 26 };

/* The pixels a picture takes at a scale; ERR_USAGE when it has none or more
 * than CANVAS_SIDE a side or CANVAS_PIXELS in all. */
bool canvas_size(float w, float h, float scale, int *pixels_w, int *pixels_h,
                 struct err *err);

struct canvas {
    struct pixels pixels;
    struct raster *raster;
    struct fonts *fonts;
    enum theme theme;
    float scale;
};

/* Fills with the page's colour. */
void canvas_clear(const struct canvas *canvas);
void canvas_clear_in(const struct canvas *canvas, struct area area);
/* Draws the commands i with pick[i] == want; all of them when pick is NULL.
 * False: out of memory, something was left out. */
bool canvas_draw(const struct canvas *canvas, const struct draw_list *list,
                 const uint8_t *pick, uint8_t want, struct err *err);
/* The same within an area of the pixels; all else stays as it is. */
bool canvas_draw_in(const struct canvas *canvas, const struct draw_list *list,
                    const uint8_t *pick, uint8_t want, struct area area,
                    struct err *err);

#endif
