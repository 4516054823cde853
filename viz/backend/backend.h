/* Back ends: one constant table of functions each. A still back end writes one
 * display list to one file; whole or absent (temporary name, then rename). */
#ifndef BACKEND_BACKEND_H
#define BACKEND_BACKEND_H

#include "base/err.h"
#include "draw/draw.h"

struct backend {
    const char *name;       /* "png" */
    const char *ending;     /* ".png" */
    /* scale: output pixels a logical pixel. */
    bool (*write)(const struct draw_list *list, enum theme theme, float scale,
                  const char *path, struct err *err);
};
extern const struct backend backend_png; /* SDL software renderer, off-screen */
extern const struct backend backend_svg; /* no SDL needed */
/* By the path's ending; ERR_USAGE otherwise. */
const struct backend *backend_for(const char *path, struct err *err);

/* ---- fonts.c: real fonts (fontconfig + SDL2_ttf), shared by sdl and png ---- */
struct fonts;
struct fonts *fonts_create(struct err *err); /* NULL: no usable font, said so */
void fonts_destroy(struct fonts *fonts);
const struct draw_metric *fonts_metric(struct fonts *fonts);

/* ---- sdl.c: replays a list on an SDL_Renderer ---- */
struct SDL_Renderer;
struct painter; /* caches: glyph atlas, still layer */
struct painter *painter_create(struct SDL_Renderer *renderer, struct fonts *fonts,
                               struct err *err);
void painter_destroy(struct painter *painter);
/* Draws list; reuses the cached still layer when its commands are unchanged. */
bool painter_draw(struct painter *painter, const struct draw_list *list,
                  enum theme theme, float scale, struct err *err);

#endif
