/* See stack.h. One mapping holds many stacks, and guards are installed without
 * splitting it where the kernel (Linux 6.13) can: mappings of their own were a
 * third of the time of a short run. */
#include "simt/stack.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "simt/switch.h"

enum { STACK_BYTES = 64 * 1024, STACKS_A_SLAB = 64,
       STACK_GUARD_INSTALL = 102 /* MADV_GUARD_INSTALL, not in all headers */ };

static size_t stack_slab_bytes(const struct stack_pool *pool)
{
    return STACKS_A_SLAB * (pool->page + pool->size);
}

void stack_init(struct stack_pool *pool)
{
    const long page = sysconf(_SC_PAGESIZE);
    *pool = (struct stack_pool){ .page = page > 0 ? (size_t)page : 4096,
                                 .slab_used = STACKS_A_SLAB };
    pool->size = (STACK_BYTES + pool->page - 1) / pool->page * pool->page;
#ifdef SWITCH_ASAN
    pool->size *= 4; /* its frames are wider */
#endif
}

void stack_finish(struct stack_pool *pool)
{
    for (size_t i = 0; i < pool->slab_count; i++) {
        switch_forget(pool->slabs[i], stack_slab_bytes(pool));
        munmap(pool->slabs[i], stack_slab_bytes(pool));
    }
    free(pool->slabs);
    free(pool->spare);
    *pool = (struct stack_pool){ 0 };
}

/* One more slab, and room to get all its stacks back, so that giving back
 * cannot fail. */
static bool stack_grow(struct stack_pool *pool)
{
    const size_t count = pool->slab_count + 1;
    char **slabs = realloc(pool->slabs, count * sizeof *slabs);
    if (!slabs)
        return false;
    pool->slabs = slabs;
    void **spare = realloc(pool->spare, count * STACKS_A_SLAB * sizeof *spare);
    if (!spare)
        return false;
    pool->spare = spare;
    char *slab = mmap(NULL, stack_slab_bytes(pool), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED)
        return false;
    pool->slabs[pool->slab_count++] = slab;
    pool->slab_used = 0;
    return true;
}

/* Makes the page unusable. */
static bool stack_guard(const struct stack_pool *pool, void *page)
{
#ifdef __linux__
    if (madvise(page, pool->page, STACK_GUARD_INSTALL) == 0)
        return true;
#endif
    return mprotect(page, pool->page, PROT_NONE) == 0;
}

void *stack_take(struct stack_pool *pool)
{
    if (pool->spares)
        return pool->spare[--pool->spares];
    if (pool->slab_used == STACKS_A_SLAB && !stack_grow(pool))
        return NULL;
    char *guard = pool->slabs[pool->slab_count - 1] +
                  pool->slab_used * (pool->page + pool->size);
    if (!stack_guard(pool, guard))
        return NULL;
    pool->slab_used++;
    return guard + pool->page;
}

void stack_give(struct stack_pool *pool, void *stack)
{
    pool->spare[pool->spares++] = stack;
}
