/* Pictures of glyphs, kept by what they were drawn from. */
#include "backend/glyph_cache.h"

#include <stdlib.h>

enum { ENTRIES_MOST = 1 << 14, BYTES_MOST = 8 << 20 };

void glyph_cache_finish(struct glyph_cache *cache)
{
    for (size_t i = 0; i < cache->room; i++)
        free((void *)cache->entries[i].picture.mask);
    free(cache->entries);
    *cache = (struct glyph_cache){0};
}

static bool key_same(const struct glyph_key *a, const struct glyph_key *b)
{
    return a->c == b->c && a->size == b->size && a->font == b->font &&
           a->right == b->right && a->down == b->down;
}

/* The entry of key, or the free one where it would go. */
static struct glyph_entry *cache_slot(struct glyph_entry *entries, size_t room,
                                      const struct glyph_key *key)
{
    uint32_t hash = key->c * 0x9E3779B1u ^ key->size * 0x85EBCA6Bu ^
                    (uint32_t)key->font * 0xC2B2AE35u ^
                    (uint32_t)(key->right * 4 + key->down) * 0x27D4EB2Fu;
    size_t slot = (hash ^ hash >> 15) & (room - 1);
    while (entries[slot].used && !key_same(&entries[slot].key, key))
        slot = (slot + 1) & (room - 1);
    return &entries[slot];
}

bool glyph_cache_get(const struct glyph_cache *cache, const struct glyph_key *key,
                     struct glyph_picture *picture)
{
    if (cache->room == 0)
        return false;
    const struct glyph_entry *entry = cache_slot(cache->entries, cache->room, key);
    if (entry->used)
        *picture = entry->picture;
    return entry->used;
}

static bool cache_grow(struct glyph_cache *cache)
{
    size_t room = cache->room == 0 ? 512 : 2 * cache->room;
    struct glyph_entry *entries = calloc(room, sizeof *entries);
    if (entries == NULL)
        return false;
    for (size_t i = 0; i < cache->room; i++)
        if (cache->entries[i].used)
            *cache_slot(entries, room, &cache->entries[i].key) = cache->entries[i];
    free(cache->entries);
    cache->entries = entries;
    cache->room = room;
    return true;
}

bool glyph_cache_put(struct glyph_cache *cache, const struct glyph_key *key,
                     const struct glyph_picture *picture)
{
    size_t bytes = (size_t)picture->w * (size_t)picture->h;
    if (cache->count >= ENTRIES_MOST || cache->bytes + bytes > BYTES_MOST)
        glyph_cache_finish(cache);
    if (2 * cache->count >= cache->room && !cache_grow(cache)) {
        free((void *)picture->mask);
        return false;
    }
    *cache_slot(cache->entries, cache->room, key) =
        (struct glyph_entry){*key, true, *picture};
    cache->count++;
    cache->bytes += bytes;
    return true;
}
