/* Arena: many allocations, one release. Chunks grow by doubling; nothing moves
 * once handed out. A limit makes the arena refuse instead of eating the
 * machine: arena_alloc then returns NULL, as it does when the system has no
 * memory. Returned memory is zeroed and aligned for any type. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunk; /* newest first; NULL when empty */
    size_t used;               /* bytes handed out */
    size_t limit;              /* 0: none */
};

void arena_init(struct arena *arena, size_t limit);
void arena_finish(struct arena *arena);  /* frees all; may be used again */
void *arena_alloc(struct arena *arena, size_t count, size_t size);
/* Copies bytes and adds a zero byte; NULL as arena_alloc. */
char *arena_strdup(struct arena *arena, const char *text, size_t length);

#define ARENA_NEW(arena, type, count) \
    ((type *)arena_alloc((arena), (count), sizeof(type)))

#endif
