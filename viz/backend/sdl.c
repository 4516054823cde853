/* Replays a list on an SDL_Renderer: drawn on pixels here, handed over as one
 * texture, so that every renderer shows the same picture. The part of the
 * picture that stands still is kept, and drawn again only where its commands
 * have changed; a frame is the kept picture with the rest drawn over it. Only
 * where that rest is or was are pixels put back, drawn and handed over, which
 * matters most where the texture lies in the memory of a GPU. */
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
    struct still_sums sums[2]; /* one is of what it shows, one of the next */
    int shown;              /* which of them */
    bool still_good;        /* it is what the sums say */
    struct canvas frame;    /* with the rest over it */
    struct grid over;       /* where frame and texture may differ from still */
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
    painter->frame = painter->still;
    return painter;
}

static void painter_drop(struct painter *painter)
{
    if (painter->texture != NULL)
        SDL_DestroyTexture(painter->texture);
    free(painter->still.pixels.at);
    free(painter->frame.pixels.at);
    painter->texture = NULL;
    painter->still.pixels = painter->frame.pixels = (struct pixels){0};
    painter->still_good = false;
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
    size_t bytes = (size_t)w * (size_t)h * 4;
    painter->still.pixels = (struct pixels){malloc(bytes), w, h, w};
    painter->frame.pixels = (struct pixels){malloc(bytes), w, h, w};
    if (painter->still.pixels.at == NULL || painter->frame.pixels.at == NULL) {
        painter_drop(painter);
        return err_set(err, ERR_FAILED, "cannot draw %d x %d pixels: out of memory",
                       w, h);
    }
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

/* Brings the kept picture up to date where it is not. */
static bool painter_keep(struct painter *painter, const struct draw_list *list,
                         struct err *err)
{
    const struct canvas *still = &painter->still;
    struct still_sums *was = &painter->sums[painter->shown];
    struct still_sums *is = &painter->sums[!painter->shown];
    struct area areas[GRID_AREAS];
    struct grid changed;
    still_sums(list, painter->pick, still->theme, still->scale, is);
    still_changed(was, is, &changed);
    if (!painter->still_good)
        grid_set_all(&changed);
    painter->shown = !painter->shown;
    painter->still_good = true;
    int count = grid_areas(&changed, painter->w, painter->h, areas);
    for (int i = 0; i < count && painter->still_good; i++) {
        canvas_clear_in(still, areas[i]);
        painter->still_good = canvas_draw_in(still, list, painter->pick, PICK_STILL,
                                             areas[i], err);
    }
    painter->over = grid_join(&painter->over, &changed);
    return painter->still_good;
}

static void copy_rows(uint32_t *to, int to_stride, const uint32_t *from,
                      int from_stride, struct area area)
{
    for (int row = 0; row < area.y1 - area.y0; row++)
        memcpy(to + (ptrdiff_t)row * to_stride, from + (ptrdiff_t)row * from_stride,
               (size_t)(area.x1 - area.x0) * 4);
}

static uint32_t *pixel_at(const struct pixels *pixels, struct area area)
{
    return pixels->at + (ptrdiff_t)area.y0 * pixels->stride + area.x0;
}

/* The kept picture with the rest over it. */
static bool painter_compose(struct painter *painter, const struct draw_list *list,
                            struct err *err)
{
    struct area areas[GRID_AREAS];
    const struct pixels *still = &painter->still.pixels, *frame = &painter->frame.pixels;
    int count = grid_areas(&painter->over, painter->w, painter->h, areas);
    for (int i = 0; i < count; i++)
        copy_rows(pixel_at(frame, areas[i]), frame->stride, pixel_at(still, areas[i]),
                  still->stride, areas[i]);
    return canvas_draw(&painter->frame, list, painter->pick, PICK_ANEW, err);
}

/* Hands over the frame's pixels in area. What is locked can be written only. */
static bool painter_upload(struct painter *painter, struct area area, struct err *err)
{
    const SDL_Rect place = {area.x0, area.y0, area.x1 - area.x0, area.y1 - area.y0};
    const struct pixels *frame = &painter->frame.pixels;
    void *at;
    int pitch;
    if (SDL_LockTexture(painter->texture, &place, &at, &pitch) != 0)
        return sdl_failed(err, "hand over the picture");
    copy_rows(at, pitch / 4, pixel_at(frame, area), frame->stride, area);
    SDL_UnlockTexture(painter->texture);
    return true;
}

/* Draws the frame and hands over where it may differ from the last one; anew
 * is where the rest lies this time. */
static bool painter_advance(struct painter *painter, const struct draw_list *list,
                            const struct grid *anew, struct err *err)
{
    struct area areas[GRID_AREAS];
    struct grid changed = grid_join(&painter->over, anew);
    bool good = painter_compose(painter, list, err);
    int count = grid_areas(&changed, painter->w, painter->h, areas);
    for (int i = 0; i < count && good; i++)
        good = painter_upload(painter, areas[i], err);
    painter->over = *anew;
    if (!good)
        grid_set_all(&painter->over);
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
    painter->still.theme = painter->frame.theme = theme;
    painter->still.scale = painter->frame.scale = scale;
    struct grid anew;
    still_pick(list, painter->pick, &anew);
    return painter_keep(painter, list, err) &&
           painter_advance(painter, list, &anew, err) && painter_show(painter, err);
}
