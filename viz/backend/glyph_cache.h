/* Pictures of glyphs, kept by what they were drawn from. When the cache is full
 * it is emptied: what a picture needs fits many times over. Zeroed is empty. */
#ifndef BACKEND_GLYPH_CACHE_H
#define BACKEND_GLYPH_CACHE_H

#include <stddef.h>

#include "backend/fonts.h"

struct glyph_key {
    uint32_t number, size; /* size in 1/64 pixel */
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
/* Copies drawn, whose rows are pitch bytes apart; *kept is the copy. False:
 * out of memory. */
bool glyph_cache_put(struct glyph_cache *cache, const struct glyph_key *key,
                     const struct glyph_picture *drawn, int pitch,
                     struct glyph_picture *kept);

#endif
