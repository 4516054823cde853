/* One font file, read by SDL2_ttf: which characters it has, how wide they are,
 * and their pictures. Widths and heights are in ems and do not depend on the
 * size of drawing. TTF_Init comes first, TTF_Quit after the last ttf_close. */
#ifndef BACKEND_TTF_H
#define BACKEND_TTF_H

#include <SDL_ttf.h>

#include "backend/fonts.h"

struct ttf {
    TTF_Font *font;
    char *file;
    int index;      /* of the face, where the file is a collection */
    unsigned dpi;   /* the size that is set */
};

/* False: the file is no font that scales; there is nothing to close then. */
bool ttf_open(struct ttf *ttf, const char *file, int index);
void ttf_close(struct ttf *ttf);

bool ttf_has(const struct ttf *ttf, uint32_t c);
float ttf_advance(struct ttf *ttf, uint32_t c);
void ttf_extent(struct ttf *ttf, float *ascent, float *descent);

/* Sizes count in 1/TTF_UNITS of a pixel. The mask is malloced and the
 * caller's; NULL for blanks, and where a picture cannot be made (logged). */
enum { TTF_UNITS = 288 };
void ttf_draw(struct ttf *ttf, uint32_t c, unsigned size, int right, int down,
              struct glyph_picture *picture);

#endif
