/* Arena: a list of chunks, the newest in front; allocations are cut from the
 * front chunk. What is larger than the next chunk would be gets one of its own
 * behind the front, so that the rest of the front is not wasted. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_FIRST = 4096, CHUNK_LAST = 4 << 20 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t room, used;
    alignas(max_align_t) unsigned char bytes[];
};

void arena_init(struct arena *arena, size_t limit)
{
    *arena = (struct arena){.limit = limit};
}

void arena_finish(struct arena *arena)
{
    struct arena_chunk *chunk = arena->chunk;
    while (chunk != NULL) {
        struct arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    arena_init(arena, arena->limit);
}

static struct arena_chunk *chunk_create(size_t room)
{
    if (room > SIZE_MAX - sizeof(struct arena_chunk))
        return NULL;
    struct arena_chunk *chunk = calloc(1, sizeof *chunk + room);
    if (chunk != NULL)
        chunk->room = room;
    return chunk;
}

/* A chunk with size bytes free, put in its place in the list; NULL when out
 * of memory. */
static struct arena_chunk *chunk_for(struct arena *arena, size_t size)
{
    struct arena_chunk *front = arena->chunk;
    if (front != NULL && front->room - front->used >= size)
        return front;
    size_t room = CHUNK_FIRST;
    while (front != NULL && room <= front->room && room < CHUNK_LAST)
        room *= 2;
    struct arena_chunk *chunk = chunk_create(size > room ? size : room);
    if (chunk == NULL)
        return NULL;
    if (size > room && front != NULL) {
        chunk->next = front->next;
        front->next = chunk;
    } else {
        chunk->next = front;
        arena->chunk = chunk;
    }
    return chunk;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    size_t unit = alignof(max_align_t);
    if (size != 0 && count > (SIZE_MAX - unit) / size)
        return NULL;
    size_t want = count * size == 0 ? unit : count * size;
    want = (want + unit - 1) / unit * unit;
    if (arena->limit != 0 &&
        (want > arena->limit || arena->used > arena->limit - want))
        return NULL;
    struct arena_chunk *chunk = chunk_for(arena, want);
    if (chunk == NULL)
        return NULL;
    void *start = chunk->bytes + chunk->used;
    chunk->used += want;
    arena->used += want;
    return start;
}

char *arena_strdup(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = arena_alloc(arena, length + 1, 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}
