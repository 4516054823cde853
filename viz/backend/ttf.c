/* A font file by SDL2_ttf.
 *
 * SDL2_ttf puts glyphs on whole pixels, and its sizes are whole points; text of
 * 14 pixels would be spaced unevenly, and would jump where it moves. So a glyph
 * is drawn without hinting at FINE times its size, and FINE by FINE pixels are
 * averaged from where the wanted quarter of a pixel begins: coverage is exact,
 * so that nothing is lost. Sizes are set as one point at so many dots an inch,
 * which makes fractions of a pixel possible. */
#include "backend/ttf.h"

#include <stdlib.h>
#include <string.h>

#include <SDL_ttf.h>

#include "base/log.h"

enum {
    POINTS_AN_INCH = 72,
    EM = 16000,    /* size at which ems are measured: SDL2_ttf rounds to pixels */
    FINE = 4,
    LARGE = 256    /* pixels; from here on quarters of a pixel do not show */
};
_Static_assert(TTF_UNITS == FINE * POINTS_AN_INCH, "a size is dots an inch, finely");

static bool ttf_set(struct ttf *ttf, unsigned dpi)
{
    if (ttf->dpi == dpi)
        return true;
    ttf->dpi = 0;
    if (TTF_SetFontSizeDPI(ttf->font, 1, dpi, dpi) != 0)
        return false;
    ttf->dpi = dpi;
    return true;
}

bool ttf_open(struct ttf *ttf, const char *file, int index)
{
    *ttf = (struct ttf){.file = strdup(file), .index = index};
    if (ttf->file != NULL)
        ttf->font = TTF_OpenFontIndex(file, 1, index);
    /* A font of ready pictures has them in its own sizes only. */
    if (ttf->font == NULL || !ttf_set(ttf, EM * POINTS_AN_INCH) ||
        TTF_FontHeight(ttf->font) < EM / 4) {
        ttf_close(ttf);
        return false;
    }
    TTF_SetFontHinting(ttf->font, TTF_HINTING_NONE);
    return true;
}

void ttf_close(struct ttf *ttf)
{
    if (ttf->font != NULL)
        TTF_CloseFont(ttf->font);
    free(ttf->file);
    *ttf = (struct ttf){0};
}

/* ---- ems ---- */

bool ttf_has(const struct ttf *ttf, uint32_t c)
{
    return TTF_GlyphIsProvided32(ttf->font, c) != 0;
}

float ttf_advance(struct ttf *ttf, uint32_t c)
{
    int advance;
    if (!ttf_set(ttf, EM * POINTS_AN_INCH) ||
        TTF_GlyphMetrics32(ttf->font, c, NULL, NULL, NULL, NULL, &advance) != 0)
        return 0;
    return (float)advance / EM;
}

void ttf_extent(struct ttf *ttf, float *ascent, float *descent)
{
    bool good = ttf_set(ttf, EM * POINTS_AN_INCH);
    *ascent = good ? (float)TTF_FontAscent(ttf->font) / EM : 1;
    *descent = good ? -(float)TTF_FontDescent(ttf->font) / EM : 0;
}

/* ---- pictures ---- */

/* A glyph drawn finely; its pen stands at (x, y) of the surface. */
struct fine { SDL_Surface *surface; int x, y; };

/* False: not to be had. Glyphs without any ink have no surface. */
static bool fine_draw(struct ttf *ttf, uint32_t c, unsigned dpi, struct fine *fine)
{
    static const SDL_Color white = {255, 255, 255, 255};
    int left, right, bottom, top; /* around the ink, from the pen, y up */
    *fine = (struct fine){0};
    if (!ttf_set(ttf, dpi) ||
        TTF_GlyphMetrics32(ttf->font, c, &left, &right, &bottom, &top, NULL) != 0)
        return false;
    if (left >= right || bottom >= top)
        return true;
    /* The surface reaches from the ascent down, and from the pen rightwards,
     * but further where the ink does. */
    int ascent = TTF_FontAscent(ttf->font);
    fine->x = left < 0 ? -left : 0;
    fine->y = top > ascent ? top : ascent;
    fine->surface = TTF_RenderGlyph32_Blended(ttf->font, c, white);
    if (fine->surface == NULL)
        return false;
    if (fine->surface->format->format == SDL_PIXELFORMAT_ARGB8888 &&
        SDL_LockSurface(fine->surface) == 0)
        return true;
    SDL_FreeSurface(fine->surface);
    return false;
}

static void fine_free(struct fine *fine)
{
    if (fine->surface == NULL)
        return;
    SDL_UnlockSurface(fine->surface);
    SDL_FreeSurface(fine->surface);
}

static const uint32_t *fine_row(const struct fine *fine, int y)
{
    return (const uint32_t *)((const char *)fine->surface->pixels +
                              (ptrdiff_t)y * fine->surface->pitch);
}

/* What lies around all pixels with ink; none: x0 >= x1. */
static SDL_Rect fine_ink(const struct fine *fine)
{
    int w = fine->surface->w, h = fine->surface->h;
    int x0 = w, y0 = h, x1 = 0, y1 = 0;
    for (int y = 0; y < h; y++) {
        const uint32_t *row = fine_row(fine, y);
        int first = 0, end = w;
        while (first < w && row[first] >> 24 == 0)
            first++;
        if (first == w)
            continue;
        while (row[end - 1] >> 24 == 0)
            end--;
        x0 = first < x0 ? first : x0;
        x1 = end > x1 ? end : x1;
        y0 = y < y0 ? y : y0;
        y1 = y + 1;
    }
    return (SDL_Rect){x0, y0, x1 - x0, y1 - y0};
}

static int floor_div(int a, int b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/* Averages fine pixels by step and step; right and down are fine pixels. */
static bool fine_average(const struct fine *fine, int step, int right, int down,
                         struct glyph_picture *picture)
{
    SDL_Rect ink = fine_ink(fine);
    if (ink.w <= 0 || ink.h <= 0)
        return true;
    int x0 = ink.x - fine->x + right, y0 = ink.y - fine->y + down;
    int left = floor_div(x0, step), top = floor_div(y0, step);
    int w = floor_div(x0 + ink.w - 1, step) + 1 - left;
    int h = floor_div(y0 + ink.h - 1, step) + 1 - top;
    uint8_t *mask = malloc((size_t)w * (size_t)h);
    uint16_t *sums = calloc((size_t)w, sizeof *sums);
    for (int y = 0, row = 0; y < ink.h && mask != NULL && sums != NULL; y++) {
        const uint32_t *in = fine_row(fine, ink.y + y) + ink.x;
        for (int x = 0; x < ink.w; x++)
            sums[(x0 + x - left * step) / step] += (uint16_t)(in[x] >> 24);
        if ((y0 + y + 1) % step != 0 && y + 1 < ink.h)
            continue;
        for (int i = 0; i < w; i++)
            mask[row * w + i] = (uint8_t)((sums[i] + step * step / 2) / (step * step));
        memset(sums, 0, (size_t)w * sizeof *sums);
        row++;
    }
    bool good = mask != NULL && sums != NULL;
    free(sums);
    if (good)
        *picture = (struct glyph_picture){left, top, w, h, mask};
    else
        free(mask);
    return good;
}

void ttf_draw(struct ttf *ttf, uint32_t c, unsigned size, int right, int down,
              struct glyph_picture *picture)
{
    int step = size < LARGE * TTF_UNITS ? FINE : 1;
    struct fine fine;
    *picture = (struct glyph_picture){0};
    if (!fine_draw(ttf, c, size * (unsigned)step / FINE, &fine)) {
        log_warn("cannot draw the character U+%04X: %s", (unsigned)c, TTF_GetError());
        return;
    }
    if (fine.surface != NULL &&
        !fine_average(&fine, step, right * step / FINE, down * step / FINE, picture))
        log_warn("cannot draw the character U+%04X: out of memory", (unsigned)c);
    fine_free(&fine);
}
