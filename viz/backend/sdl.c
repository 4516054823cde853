/* Replays a list on an SDL_Renderer: drawn on pixels here, handed over as one
 * texture, so that every renderer shows the same picture. The part of the
 * picture that stands still is kept and copied while its commands' sum stays. */
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "backend/canvas.h"
#include "backend/still.h"

struct painter {
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    struct canvas canvas;   /* the frame */
    uint32_t *still;        /* as many pixels */
    uint64_t still_key;
    bool still_good;
    uint8_t *pick;
    int pick_room;
};

static bool sdl_failed(struct err *err, const char *what)
{
    return err_set(err, ERR_FAILED, "cannot %s: %s", what, SDL_GetError());
}

struct painter *painter_create(struct SDL_Renderer *renderer, struct fonts *fonts,
                               struct err *err)
{
    struct painter *painter = calloc(1, sizeof *painter);
    if (painter == NULL) {
        err_set(err, ERR_FAILED, "cannot draw: out of memory");
        return NULL;
    }
    painter->renderer = renderer;
    painter->canvas.fonts = fonts;
    painter->canvas.raster = raster_create(err);
    if (painter->canvas.raster == NULL) {
        painter_destroy(painter);
        return NULL;
    }
    return painter;
}

static void painter_drop(struct painter *painter)
{
    if (painter->texture != NULL)
        SDL_DestroyTexture(painter->texture);
    free(painter->canvas.pixels.at);
    free(painter->still);
    painter->texture = NULL;
    painter->still = NULL;
    painter->still_good = false;
    painter->canvas.pixels = (struct pixels){0};
}

void painter_destroy(struct painter *painter)
{
    if (painter == NULL)
        return;
    painter_drop(painter);
    raster_destroy(painter->canvas.raster);
    free(painter->pick);
    free(painter);
}

void painter_forget(struct painter *painter)
{
    painter_drop(painter);
}

/* Pixels and texture of the picture's size. */
static bool painter_fit(struct painter *painter, int w, int h, struct err *err)
{
    struct pixels *pixels = &painter->canvas.pixels;
    if (painter->texture != NULL && pixels->w == w && pixels->h == h)
        return true;
    painter_drop(painter);
    size_t bytes = (size_t)w * (size_t)h * 4;
    *pixels = (struct pixels){malloc(bytes), w, h};
    painter->still = malloc(bytes);
    if (pixels->at == NULL || painter->still == NULL)
        return err_set(err, ERR_FAILED, "cannot draw %d x %d pixels: out of memory",
                       w, h);
    painter->texture = SDL_CreateTexture(painter->renderer, SDL_PIXELFORMAT_ARGB8888,
                                         SDL_TEXTUREACCESS_STREAMING, w, h);
    if (painter->texture == NULL ||
        SDL_SetTextureBlendMode(painter->texture, SDL_BLENDMODE_NONE) != 0)
        return sdl_failed(err, "make a texture for the picture");
    return true;
}

static bool painter_room(struct painter *painter, int count, struct err *err)
{
    if (count <= painter->pick_room)
        return true;
    uint8_t *pick = realloc(painter->pick, (size_t)count * 2);
    if (pick == NULL)
        return err_set(err, ERR_FAILED, "cannot draw: out of memory");
    painter->pick = pick;
    painter->pick_room = count * 2;
    return true;
}

/* Brings the kept picture up to date. */
static void painter_still(struct painter *painter, const struct draw_list *list)
{
    const struct canvas *canvas = &painter->canvas;
    uint64_t key = still_key(list, painter->pick, canvas->theme, canvas->scale);
    if (painter->still_good && key == painter->still_key)
        return;
    struct canvas kept = *canvas;
    kept.pixels.at = painter->still;
    canvas_clear(&kept);
    canvas_draw(&kept, list, painter->pick, PICK_STILL);
    painter->still_key = key;
    painter->still_good = true;
}

static bool painter_show(struct painter *painter, const uint32_t *at, struct err *err)
{
    struct pixels pixels = painter->canvas.pixels;
    SDL_Rect place = {0, 0, pixels.w, pixels.h};
    int w, h;
    if (SDL_GetRendererOutputSize(painter->renderer, &w, &h) != 0)
        return sdl_failed(err, "ask for the window's size");
    if (w > pixels.w || h > pixels.h) { /* a pixel left over by rounding */
        struct rgb back = theme_ink(painter->canvas.theme, INK_BACK);
        if (SDL_SetRenderDrawColor(painter->renderer, back.r, back.g, back.b, 255) != 0 ||
            SDL_RenderClear(painter->renderer) != 0)
            return sdl_failed(err, "clear the window");
    }
    if (SDL_UpdateTexture(painter->texture, NULL, at, 4 * pixels.w) != 0 ||
        SDL_RenderCopy(painter->renderer, painter->texture, NULL, &place) != 0)
        return sdl_failed(err, "show the picture");
    return true;
}

bool painter_draw(struct painter *painter, const struct draw_list *list,
                  enum theme theme, float scale, struct err *err)
{
    int w, h;
    if (!canvas_size(list->w, list->h, scale, &w, &h, err) ||
        !painter_room(painter, list->count, err) || !painter_fit(painter, w, h, err))
        return false;
    struct pixels pixels = painter->canvas.pixels;
    painter->canvas.theme = theme;
    painter->canvas.scale = scale;
    int anew = still_pick(list, painter->pick);
    painter_still(painter, list);
    if (anew == 0)
        return painter_show(painter, painter->still, err);
    memcpy(pixels.at, painter->still, (size_t)w * (size_t)h * 4);
    canvas_draw(&painter->canvas, list, painter->pick, PICK_ANEW);
    return painter_show(painter, pixels.at, err);
}
