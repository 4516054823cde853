/* Fonts: fontconfig finds files, FreeType reads them. A face is a wish (families
 * in order and a weight); each character is looked up once: in the face's first
 * font, else fontconfig is asked for the font that has it. Widths are those of
 * the outlines in ems, so that layout does not depend on the scale of drawing. */
#include "backend/fonts.h"

#include <stdlib.h>
#include <string.h>

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include "backend/glyph_cache.h"
#include "base/log.h"

enum { FONTS_MOST = 64, DIRECT = 256 };

struct font {
    FT_Face ft;
    char *file;
    int index;
};

/* Glyphs of characters from DIRECT on, by open addressing; c 0 is free. */
struct far_glyph { uint32_t c; uint8_t face; struct glyph glyph; };

struct fonts {
    FcConfig *config;
    FT_Library library;
    struct font fonts[FONTS_MOST];
    unsigned count;
    unsigned first[FACES]; /* index of each face's first font */
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
        if (fonts->fonts[i].index == index && strcmp(fonts->fonts[i].file, file) == 0)
            return (int)i;
    if (fonts->count == FONTS_MOST)
        return -1;
    struct font font = {.file = strdup(file), .index = index};
    if (font.file == NULL ||
        FT_New_Face(fonts->library, file, index, &font.ft) != 0) {
        free(font.file);
        return -1;
    }
    if (!FT_IS_SCALABLE(font.ft) || font.ft->units_per_EM == 0) {
        FT_Done_Face(font.ft);
        free(font.file);
        return -1;
    }
    fonts->fonts[fonts->count] = font;
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

static struct glyph glyph_of(const struct fonts *fonts, unsigned font, uint32_t c)
{
    FT_Face ft = fonts->fonts[font].ft;
    struct glyph glyph = {.font = (uint16_t)font,
                          .number = FT_Get_Char_Index(ft, c)};
    glyph.known = glyph.number != 0;
    if (FT_Load_Glyph(ft, glyph.number, FT_LOAD_NO_SCALE) == 0)
        glyph.advance = (float)ft->glyph->metrics.horiAdvance /
                        (float)ft->units_per_EM;
    return glyph;
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
    *index = fonts->fonts[font].index;
    return fonts->fonts[font].file;
}

unsigned fonts_count(const struct fonts *fonts)
{
    return fonts->count;
}

/* ---- pictures ---- */

static bool glyph_draw(const struct fonts *fonts, const struct glyph_key *key,
                       FT_GlyphSlot *slot)
{
    FT_Face ft = fonts->fonts[key->font].ft;
    if (FT_Set_Char_Size(ft, 0, (FT_F26Dot6)key->size, 72, 72) != 0 ||
        FT_Load_Glyph(ft, key->number, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
        return false;
    *slot = ft->glyph;
    if (ft->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
        FT_Outline_Translate(&ft->glyph->outline, key->right * 16, -key->down * 16);
    return FT_Render_Glyph(ft->glyph, FT_RENDER_MODE_NORMAL) == 0 &&
           ft->glyph->bitmap.pixel_mode == FT_PIXEL_MODE_GRAY;
}

bool fonts_picture(struct fonts *fonts, struct glyph glyph, float size, int right,
                   int down, struct glyph_picture *picture)
{
    if (!(size > 0.5f && size < 2000))
        return false;
    struct glyph_key key = {.number = glyph.number, .font = glyph.font,
                            .size = (uint32_t)(size * 64 + 0.5f),
                            .right = (uint8_t)right, .down = (uint8_t)down};
    if (!glyph_cache_get(&fonts->cache, &key, picture)) {
        FT_GlyphSlot slot = NULL;
        struct glyph_picture drawn = {0};
        int pitch = 0;
        if (glyph_draw(fonts, &key, &slot)) {
            drawn = (struct glyph_picture){slot->bitmap_left, -slot->bitmap_top,
                                           (int)slot->bitmap.width,
                                           (int)slot->bitmap.rows,
                                           slot->bitmap.buffer};
            pitch = slot->bitmap.pitch;
        }
        if (!glyph_cache_put(&fonts->cache, &key, &drawn, pitch, picture))
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
    FT_Face ft = fonts->fonts[fonts->first[face]].ft;
    float em = (float)ft->units_per_EM;
    *ascent = (float)ft->ascender / em * size;
    *descent = -(float)ft->descender / em * size;
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
    if (fonts->config == NULL || FT_Init_FreeType(&fonts->library) != 0)
        return err_set(err, ERR_FAILED, "cannot look for fonts: "
                       "fontconfig or FreeType did not start");
    for (int face = 0; face < FACES; face++) {
        int font = fonts_find(fonts, &wishes[face], 0);
        if (font < 0)
            return err_set(err, ERR_FAILED, "no usable %s font is installed; "
                           "install DejaVu Sans (package fonts-dejavu-core)",
                           wishes[face].mono ? "monospaced" : "sans-serif");
        fonts->first[face] = (unsigned)font;
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
    for (unsigned i = 0; i < fonts->count; i++) {
        FT_Done_Face(fonts->fonts[i].ft);
        free(fonts->fonts[i].file);
    }
    if (fonts->library != NULL)
        FT_Done_FreeType(fonts->library);
    if (fonts->config != NULL)
        FcConfigDestroy(fonts->config);
    free(fonts->far);
    free(fonts);
}
