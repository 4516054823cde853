/* Pictures of glyphs, kept by what they were drawn from. When the cache is full
 * it is emptied: what a picture needs fits many times over. Zeroed is empty. */
#ifndef BACKEND_GLYPH_CACHE_H
#define BACKEND_GLYPH_CACHE_H

#include <stddef.h>

#include "backend/fonts.h"

struct glyph_key {
    uint32_t c, size;      /* the character; size as ttf_draw takes it */
    uint16_t font;
    uint8_t right, down;   /* quarters of a pixel */
};

struct glyph_entry {
    struct glyph_key key;
    bool used;
    struct glyph_picture picture; /* mask is ours; NULL: blank */
};

struct glyph_cache {
    struct glyph_entry *entries; /* open addressing; room a power of two */
    size_t count, room, bytes;
};

void glyph_cache_finish(struct glyph_cache *cache);
bool glyph_cache_get(const struct glyph_cache *cache, const struct glyph_key *key,
                     struct glyph_picture *picture);
/* Takes over the picture, whose mask is malloced. False: out of memory, the
 * mask is freed. */
bool glyph_cache_put(struct glyph_cache *cache, const struct glyph_key *key,
                     const struct glyph_picture *picture);

#endif
