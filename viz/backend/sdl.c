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
    int w, h;               /* of the texture */
    struct canvas still;    /* the picture that is kept */
    uint64_t still_key;
    bool still_good;        /* it is what still_key says */
    bool shown;             /* the texture holds it and nothing else */
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
    painter->still.fonts = fonts;
    painter->still.raster = raster_create(err);
    if (painter->still.raster == NULL) {
        painter_destroy(painter);
        return NULL;
    }
    return painter;
}

static void painter_drop(struct painter *painter)
{
    if (painter->texture != NULL)
        SDL_DestroyTexture(painter->texture);
    free(painter->still.pixels.at);
    painter->texture = NULL;
    painter->still.pixels = (struct pixels){0};
    painter->still_good = false;
    painter->shown = false;
}

void painter_destroy(struct painter *painter)
{
    if (painter == NULL)
        return;
    painter_drop(painter);
    raster_destroy(painter->still.raster);
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
    if (painter->texture != NULL && painter->w == w && painter->h == h)
        return true;
    painter_drop(painter);
    painter->w = w;
    painter->h = h;
    painter->still.pixels = (struct pixels){malloc((size_t)w * (size_t)h * 4), w, h, w};
    if (painter->still.pixels.at == NULL)
        return err_set(err, ERR_FAILED, "cannot draw %d x %d pixels: out of memory",
                       w, h);
    painter->texture = SDL_CreateTexture(painter->renderer, SDL_PIXELFORMAT_ARGB8888,
                                         SDL_TEXTUREACCESS_STREAMING, w, h);
    if (painter->texture == NULL ||
        SDL_SetTextureBlendMode(painter->texture, SDL_BLENDMODE_NONE) != 0) {
        sdl_failed(err, "make a texture for the picture");
        painter_drop(painter);
        return false;
    }
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
static bool painter_keep(struct painter *painter, const struct draw_list *list,
                         struct err *err)
{
    const struct canvas *still = &painter->still;
    uint64_t key = still_key(list, painter->pick, still->theme, still->scale);
    if (painter->still_good && key == painter->still_key)
        return true;
    canvas_clear(still);
    painter->shown = false;
    painter->still_key = key;
    painter->still_good = canvas_draw(still, list, painter->pick, PICK_STILL, err);
    return painter->still_good;
}

static bool painter_upload(struct painter *painter, struct err *err)
{
    if (painter->shown)
        return true;
    if (SDL_UpdateTexture(painter->texture, NULL, painter->still.pixels.at,
                          4 * painter->w) != 0)
        return sdl_failed(err, "hand over the picture");
    painter->shown = true;
    return true;
}

/* The kept picture with the rest over it, straight into the texture. */
static bool painter_compose(struct painter *painter, const struct draw_list *list,
                            struct err *err)
{
    struct canvas frame = painter->still;
    void *at;
    int pitch;
    painter->shown = false;
    if (SDL_LockTexture(painter->texture, NULL, &at, &pitch) != 0)
        return sdl_failed(err, "reach the picture's texture");
    frame.pixels.at = at;
    frame.pixels.stride = pitch / 4;
    for (int row = 0; row < painter->h; row++)
        memcpy((char *)at + (size_t)row * (size_t)pitch,
               painter->still.pixels.at + (size_t)row * (size_t)painter->w,
               (size_t)painter->w * 4);
    bool good = canvas_draw(&frame, list, painter->pick, PICK_ANEW, err);
    SDL_UnlockTexture(painter->texture);
    return good;
}

static bool painter_show(struct painter *painter, struct err *err)
{
    SDL_Rect place = {0, 0, painter->w, painter->h};
    int w, h;
    if (SDL_GetRendererOutputSize(painter->renderer, &w, &h) != 0)
        return sdl_failed(err, "ask for the window's size");
    if (w > painter->w || h > painter->h) { /* a pixel left over by rounding */
        struct rgb back = theme_ink(painter->still.theme, INK_BACK);
        if (SDL_SetRenderDrawColor(painter->renderer, back.r, back.g, back.b, 255) != 0 ||
            SDL_RenderClear(painter->renderer) != 0)
            return sdl_failed(err, "clear the window");
    }
    if (SDL_RenderCopy(painter->renderer, painter->texture, NULL, &place) != 0)
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
    painter->still.theme = theme;
    painter->still.scale = scale;
    int anew = still_pick(list, painter->pick);
    return painter_keep(painter, list, err) &&
           (anew == 0 ? painter_upload(painter, err)
                      : painter_compose(painter, list, err)) &&
           painter_show(painter, err);
}
