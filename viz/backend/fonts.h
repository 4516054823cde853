/* Real fonts, for the back ends: which glyph of which file stands for a
 * character, how wide it is, and its picture. */
#ifndef BACKEND_FONTS_H
#define BACKEND_FONTS_H

#include <stdint.h>

#include "backend/backend.h"

struct glyph {
    uint16_t font;    /* index of the file in use */
    bool known;       /* false: no installed font has it, a box stands for it */
    uint32_t c;       /* the character */
    float advance;    /* in ems */
};

/* The glyph for a character; never fails. */
struct glyph fonts_glyph(struct fonts *fonts, enum face face, uint32_t c);

/* Where a font was found; index counts faces in a collection. */
const char *fonts_file(const struct fonts *fonts, unsigned font, int *index);
unsigned fonts_count(const struct fonts *fonts);

/* Coverage of a glyph at a size in pixels, moved right and down by quarters of
 * a pixel (0..3); owned by the cache until the next call. False for blanks. */
struct glyph_picture {
    int left, top;    /* from the pen to the picture's corner, y down */
    int w, h;
    const uint8_t *mask;
};
bool fonts_picture(struct fonts *fonts, struct glyph glyph, float size, int right,
                   int down, struct glyph_picture *picture);

/* The fonts behind a metric; NULL when the metric is another's. */
struct fonts *fonts_of(const struct draw_metric *metric);

#endif
