/* Fonts: fontconfig finds files, SDL2_ttf reads them. A face is a wish (families
 * in order and a weight). SDL2_ttf knows no fallback, so each character is looked
 * up once: in the face's first font, else fontconfig is asked for the font that
 * has it. Widths are in ems, so that layout does not depend on the scale of
 * drawing. */
#include "backend/fonts.h"

#include <stdlib.h>
#include <string.h>

#include <fontconfig/fontconfig.h>

#include "backend/glyph_cache.h"
#include "backend/ttf.h"
#include "base/log.h"

enum { FONTS_MOST = 64, DIRECT = 256 };

/* Glyphs of characters from DIRECT on, by open addressing; c 0 is free. */
struct far_glyph { uint32_t c; uint8_t face; struct glyph glyph; };

struct fonts {
    FcConfig *config;
    bool started;          /* SDL2_ttf is */
    struct ttf files[FONTS_MOST];
    unsigned count;
    unsigned first[FACES]; /* index of each face's first font */
    float ascent[FACES], descent[FACES]; /* of these, in ems */
    struct glyph near[FACES][DIRECT];
    bool near_set[FACES][DIRECT];
    struct far_glyph *far;
    size_t far_count, far_room; /* room is a power of two */
    struct glyph_cache cache;
    struct draw_metric metric;
};

static const struct wish { const char *families[5]; int weight; bool mono; }
wishes[FACES] = {
    [FACE_UI] = {{"Inter", "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC"},
                 FC_WEIGHT_REGULAR, false},
    [FACE_UI_BOLD] = {{"Inter", "Noto Sans", "DejaVu Sans", "Noto Sans CJK SC"},
                      FC_WEIGHT_DEMIBOLD, false},
    [FACE_MONO] = {{"DejaVu Sans Mono", "Noto Sans Mono", "Noto Sans Mono CJK SC",
                    "Noto Sans CJK SC"}, FC_WEIGHT_REGULAR, true},
    [FACE_MONO_BOLD] = {{"DejaVu Sans Mono", "Noto Sans Mono",
                         "Noto Sans Mono CJK SC", "Noto Sans CJK SC"},
                        FC_WEIGHT_BOLD, true},
};

/* What fontconfig is asked: an upright outline font of the wish; one that has
 * the character c unless c is 0. NULL: out of memory. */
static FcPattern *wish_pattern(const struct wish *wish, uint32_t c)
{
    FcPattern *pattern = FcPatternCreate();
    if (pattern == NULL)
        return NULL;
    bool good = true;
    for (int i = 0; wish->families[i] != NULL; i++)
        good &= FcPatternAddString(pattern, FC_FAMILY,
                                   (const FcChar8 *)wish->families[i]);
    good &= FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)
                               (wish->mono ? "monospace" : "sans-serif"));
    good &= FcPatternAddInteger(pattern, FC_WEIGHT, wish->weight);
    good &= FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    good &= FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    good &= FcPatternAddBool(pattern, FC_COLOR, FcFalse);
    good &= FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
    if (c != 0) {
        FcCharSet *set = FcCharSetCreate();
        good &= set != NULL && FcCharSetAddChar(set, c) &&
                FcPatternAddCharSet(pattern, FC_CHARSET, set);
        if (set != NULL)
            FcCharSetDestroy(set);
    }
    if (!good) {
        FcPatternDestroy(pattern);
        return NULL;
    }
    return pattern;
}

/* Opens file (or finds it open); -1 when it cannot be read. */
static int fonts_open(struct fonts *fonts, const char *file, int index)
{
    for (unsigned i = 0; i < fonts->count; i++)
        if (fonts->files[i].index == index && strcmp(fonts->files[i].file, file) == 0)
            return (int)i;
    if (fonts->count == FONTS_MOST ||
        !ttf_open(&fonts->files[fonts->count], file, index))
        return -1;
    return (int)fonts->count++;
}

/* The best font for the wish that has c (any, when c is 0); -1: none. */
static int fonts_find(struct fonts *fonts, const struct wish *wish, uint32_t c)
{
    int found = -1;
    FcPattern *pattern = wish_pattern(wish, c);
    if (pattern == NULL)
        return -1;
    FcPattern *match = NULL;
    if (FcConfigSubstitute(fonts->config, pattern, FcMatchPattern)) {
        FcResult result;
        FcDefaultSubstitute(pattern);
        match = FcFontMatch(fonts->config, pattern, &result);
    }
    FcChar8 *file;
    int index = 0;
    if (match != NULL &&
        FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch) {
        FcPatternGetInteger(match, FC_INDEX, 0, &index);
        found = fonts_open(fonts, (const char *)file, index);
    }
    if (match != NULL)
        FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    return found;
}

static struct glyph glyph_of(struct fonts *fonts, unsigned font, uint32_t c)
{
    struct ttf *ttf = &fonts->files[font];
    return (struct glyph){.font = (uint16_t)font, .known = ttf_has(ttf, c), .c = c,
                          .advance = ttf_advance(ttf, c)};
}

static struct glyph glyph_find(struct fonts *fonts, enum face face, uint32_t c)
{
    struct glyph glyph = glyph_of(fonts, fonts->first[face], c);
    if (glyph.known || c < ' ')
        return glyph;
    int font = fonts_find(fonts, &wishes[face], c);
    struct glyph other = glyph;
    if (font >= 0)
        other = glyph_of(fonts, (unsigned)font, c);
    if (!other.known)
        log_warn("no installed font has the character U+%04X", (unsigned)c);
    return other.known ? other : glyph;
}

static size_t far_slot(const struct far_glyph *far, size_t room, uint32_t c,
                       enum face face)
{
    size_t slot = (c * 0x9E3779B1u ^ (uint32_t)face * 0x85EBCA6Bu) & (room - 1);
    while (far[slot].c != 0 && (far[slot].c != c || far[slot].face != face))
        slot = (slot + 1) & (room - 1);
    return slot;
}

static bool far_grow(struct fonts *fonts)
{
    size_t room = fonts->far_room == 0 ? 256 : 2 * fonts->far_room;
    struct far_glyph *far = calloc(room, sizeof *far);
    if (far == NULL)
        return false;
    for (size_t i = 0; i < fonts->far_room; i++) {
        const struct far_glyph *old = &fonts->far[i];
        if (old->c != 0)
            far[far_slot(far, room, old->c, (enum face)old->face)] = *old;
    }
    free(fonts->far);
    fonts->far = far;
    fonts->far_room = room;
    return true;
}

struct glyph fonts_glyph(struct fonts *fonts, enum face face, uint32_t c)
{
    if (c < DIRECT) {
        if (!fonts->near_set[face][c]) {
            fonts->near[face][c] = glyph_find(fonts, face, c);
            fonts->near_set[face][c] = true;
        }
        return fonts->near[face][c];
    }
    if (2 * fonts->far_count >= fonts->far_room && !far_grow(fonts))
        return glyph_find(fonts, face, c);
    struct far_glyph *far = &fonts->far[far_slot(fonts->far, fonts->far_room, c, face)];
    if (far->c == 0) {
        *far = (struct far_glyph){c, (uint8_t)face, glyph_find(fonts, face, c)};
        fonts->far_count++;
    }
    return far->glyph;
}

const char *fonts_file(const struct fonts *fonts, unsigned font, int *index)
{
    *index = fonts->files[font].index;
    return fonts->files[font].file;
}

unsigned fonts_count(const struct fonts *fonts)
{
    return fonts->count;
}

/* ---- pictures ---- */

bool fonts_picture(struct fonts *fonts, struct glyph glyph, float size, int right,
                   int down, struct glyph_picture *picture)
{
    if (!(size > 0.5f && size < 2000))
        return false;
    struct glyph_key key = {.c = glyph.c, .font = glyph.font,
                            .size = (uint32_t)(size * TTF_UNITS + 0.5f),
                            .right = (uint8_t)right, .down = (uint8_t)down};
    if (!glyph_cache_get(&fonts->cache, &key, picture)) {
        ttf_draw(&fonts->files[key.font], key.c, key.size, right, down, picture);
        if (!glyph_cache_put(&fonts->cache, &key, picture))
            return false;
    }
    return picture->mask != NULL;
}

/* ---- the metric ---- */

static float fonts_width(void *user, enum face face, float size, const char *text)
{
    float ems = 0;
    for (uint32_t c; (c = draw_char_next(&text)) != 0;)
        ems += fonts_glyph(user, face, c).advance;
    return ems * size;
}

static void fonts_extent(void *user, enum face face, float size, float *ascent,
                         float *descent)
{
    const struct fonts *fonts = user;
    *ascent = fonts->ascent[face] * size;
    *descent = fonts->descent[face] * size;
}

const struct draw_metric *fonts_metric(struct fonts *fonts)
{
    return &fonts->metric;
}

struct fonts *fonts_of(const struct draw_metric *metric)
{
    return metric->width == fonts_width ? metric->user : NULL;
}

/* ---- making ---- */

static bool fonts_load(struct fonts *fonts, struct err *err)
{
    fonts->config = FcInitLoadConfigAndFonts();
    if (fonts->config == NULL)
        return err_set(err, ERR_FAILED, "cannot look for fonts: "
                       "fontconfig did not start");
    fonts->started = TTF_Init() == 0;
    if (!fonts->started)
        return err_set(err, ERR_FAILED, "cannot read fonts: %s", TTF_GetError());
    for (int face = 0; face < FACES; face++) {
        int font = fonts_find(fonts, &wishes[face], 0);
        if (font < 0)
            return err_set(err, ERR_FAILED, "no usable %s font is installed; "
                           "install DejaVu Sans (package fonts-dejavu-core)",
                           wishes[face].mono ? "monospaced" : "sans-serif");
        fonts->first[face] = (unsigned)font;
        ttf_extent(&fonts->files[font], &fonts->ascent[face], &fonts->descent[face]);
    }
    return true;
}

struct fonts *fonts_create(struct err *err)
{
    struct fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        err_set(err, ERR_FAILED, "cannot load fonts: out of memory");
        return NULL;
    }
    fonts->metric = (struct draw_metric){fonts_width, fonts_extent, fonts};
    if (!fonts_load(fonts, err)) {
        fonts_destroy(fonts);
        return NULL;
    }
    return fonts;
}

void fonts_destroy(struct fonts *fonts)
{
    if (fonts == NULL)
        return;
    glyph_cache_finish(&fonts->cache);
    for (unsigned i = 0; i < fonts->count; i++)
        ttf_close(&fonts->files[i]);
    if (fonts->started)
        TTF_Quit();
    if (fonts->config != NULL)
        FcConfigDestroy(fonts->config);
    free(fonts->far);
    free(fonts);
}
