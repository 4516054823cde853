/* Back ends: one constant table of functions each. A still back end writes one
 * display list to one file; whole or absent (temporary name, then rename). The
 * same list gives the same bytes. Lists laid out with fonts_metric are drawn
 * with those fonts, others with fonts found anew for each file.
 *
 * Without the viewer (-Dviewer=disabled) only svg, html and backend_for are
 * built. */
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
extern const struct backend backend_png;  /* off-screen, needs no display */
extern const struct backend backend_pdf;  /* vectors, fonts embedded */
extern const struct backend backend_svg;
extern const struct backend backend_html; /* one page around the SVG */
/* By the path's ending; ERR_USAGE otherwise. */
const struct backend *backend_for(const char *path, struct err *err);

/* ---- fonts.c: real fonts (fontconfig + SDL2_ttf), shared by sdl, png and pdf ---- */
struct fonts;
struct fonts *fonts_create(struct err *err); /* NULL: no usable font, said so */
void fonts_destroy(struct fonts *fonts);
const struct draw_metric *fonts_metric(struct fonts *fonts);

/* ---- sdl.c: replays a list on an SDL_Renderer ----
 * The fonts must outlive the painter; one fonts serves one thread. */
struct SDL_Renderer;
struct painter; /* caches: glyph atlas, still layer */
struct painter *painter_create(struct SDL_Renderer *renderer, struct fonts *fonts,
                               struct err *err);
void painter_destroy(struct painter *painter);
/* Draws list over the whole output; reuses the cached still layer when its
 * commands are unchanged. scale: output pixels a logical pixel. The caller
 * presents. */
bool painter_draw(struct painter *painter, const struct draw_list *list,
                  enum theme theme, float scale, struct err *err);
/* To be called on SDL_RENDER_TARGETS_RESET and SDL_RENDER_DEVICE_RESET. */
void painter_forget(struct painter *painter);

#endif
