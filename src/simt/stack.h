/* Stacks of fibres: mapped with a guard page below each, so that a kernel that
 * overflows its stack dies at once instead of writing into another thread's.
 * Stacks that are given back are handed out again, the last one first. */
#ifndef SIMT_STACK_H
#define SIMT_STACK_H

#include <stdbool.h>
#include <stddef.h>

struct stack_pool {
    char **slabs;    /* mappings of many stacks, a guard page below each */
    size_t slab_count, slab_used; /* stacks cut from the last slab */
    void **spare;    /* stacks handed out again */
    size_t spares;
    size_t page, size;
};

void stack_init(struct stack_pool *pool);
void stack_finish(struct stack_pool *pool);
/* The lowest byte of a stack of pool->size bytes; NULL when out of memory. */
void *stack_take(struct stack_pool *pool);
void stack_give(struct stack_pool *pool, void *stack);

#endif
