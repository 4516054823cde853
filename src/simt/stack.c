/* See stack.h. */
#include "simt/stack.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "simt/switch.h"

enum { STACK_BYTES = 64 * 1024, STACK_FIRST_ROOM = 64 };

void stack_init(struct stack_pool *pool)
{
    const long page = sysconf(_SC_PAGESIZE);
    *pool = (struct stack_pool){ .page = page > 0 ? (size_t)page : 4096 };
    pool->size = (STACK_BYTES + pool->page - 1) / pool->page * pool->page;
#ifdef SWITCH_ASAN
    pool->size *= 4; /* its frames are wider */
#endif
}

void stack_finish(struct stack_pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        munmap(pool->maps[i], pool->page + pool->size);
    free(pool->maps);
    free(pool->spare);
    *pool = (struct stack_pool){ 0 };
}

/* Room for one more in both lists, so that giving back cannot fail. */
static bool stack_grow(struct stack_pool *pool)
{
    const size_t room = pool->room ? 2 * pool->room : STACK_FIRST_ROOM;
    void **maps = realloc(pool->maps, room * sizeof *maps);
    if (!maps)
        return false;
    pool->maps = maps;
    void **spare = realloc(pool->spare, room * sizeof *spare);
    if (!spare)
        return false;
    pool->spare = spare;
    pool->room = room;
    return true;
}

void *stack_take(struct stack_pool *pool)
{
    if (pool->spares)
        return pool->spare[--pool->spares];
    if (pool->count == pool->room && !stack_grow(pool))
        return NULL;
    char *map = mmap(NULL, pool->page + pool->size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    if (mprotect(map, pool->page, PROT_NONE) != 0) {
        munmap(map, pool->page + pool->size);
        return NULL;
    }
    pool->maps[pool->count++] = map;
    return map + pool->page;
}

void stack_give(struct stack_pool *pool, void *stack)
{
    pool->spare[pool->spares++] = stack;
}
