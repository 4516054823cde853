/* The generic plans. */
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "run/plan.h"

static uint32_t next_power(uint32_t n)
{
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

static uint32_t block_least(const struct plan_shape *shape, uint32_t n)
{
    switch (shape->block) {
    case PLAN_BLOCK_ONE:
        return 1;
    case PLAN_BLOCK_WARP:
        return 32;
    case PLAN_BLOCK_POW2:
        return next_power(n);
    default:
        return n;
    }
}

/* The block that was asked for, or the algorithm's choice. */
static bool block_choose(const struct algo *algo, const struct run_spec *spec,
                         uint32_t *block, struct err *err)
{
    const uint32_t least = block_least(algo->shape, spec->n);
    const uint32_t asked = spec->block;
    const enum plan_block kind = algo->shape->block;
    *block = asked ? asked : least;
    if (asked == 0 || asked == least)
        return true;
    if (kind != PLAN_BLOCK_N && kind != PLAN_BLOCK_POW2)
        return err_set(err, ERR_USAGE, "--block %u: %s with n = %u always has a "
                       "block of %u", asked, algo->name, spec->n, least);
    if (asked < least || asked > PLAN_BLOCK_MAX)
        return err_set(err, ERR_USAGE, "--block %u: %s with n = %u takes a block "
                       "of %u to %d threads", asked, algo->name, spec->n, least,
                       PLAN_BLOCK_MAX);
    if (kind == PLAN_BLOCK_POW2 && next_power(asked) != asked)
        return err_set(err, ERR_USAGE, "--block %u: %s takes a power of two",
                       asked, algo->name);
    return true;
}

static void array_set(struct trace_array *array, const char *name,
                      enum trace_role role, enum trace_init init, uint32_t count,
                      uint32_t width)
{
    snprintf(array->name, sizeof array->name, "%s", name);
    array->space = SPACE_GLOBAL;
    array->word = WORD_VALUE;
    array->role = (uint8_t)role;
    array->init = (uint8_t)init;
    array->launch = -1;
    array->count = count;
    array->width = width;
}

/* Appends the launch's shared arrays; they lie one behind the other. */
static void shared_set(struct trace *head, const struct plan_shape *shape,
                       uint32_t block, uint32_t width)
{
    uint32_t offset = 0;
    for (int i = 0; i < PLAN_SHARED && shape->shared[i].name; i++) {
        const struct plan_shared *shared = &shape->shared[i];
        struct trace_array *array = &head->arrays[head->array_count++];
        const uint32_t count = shared->blocks * block + shared->more;
        array_set(array, shared->name, ROLE_WORK, INIT_NONE, count, width);
        array->space = SPACE_SHARED;
        array->launch = 0;
        array->offset = offset;
        offset += count * width;
    }
    head->launches[0].shared_bytes = offset;
}

static void launch_set(struct trace_launch *launch, const struct algo *algo,
                       const struct run_spec *spec, uint32_t block)
{
    snprintf(launch->kernel, sizeof launch->kernel, "%s", algo->name);
    for (char *at = launch->kernel; *at; at++)
        if (*at == '-')
            *at = '_';
    launch->grid = (struct trace_dim){ 1, 1, 1 };
    launch->block = (struct trace_dim){ block, 1, 1 };
    launch->array_count = 3;
    for (uint8_t i = 0; i < 3; i++)
        launch->array[i] = i;
    launch->number_count = 2;
    launch->number[0] = (int32_t)spec->n;
    launch->number[1] = spec->direction == RUN_INCLUSIVE;
}

bool plan_one_block(const struct algo *algo, const struct run_spec *spec,
                    struct trace *head, struct err *err)
{
    const uint32_t width = (uint32_t)elem_width(spec->op, spec->type);
    uint32_t block;
    if (!block_choose(algo, spec, &block, err))
        return false;
    head->arrays = ARENA_NEW(&head->arena, struct trace_array, 3 + PLAN_SHARED);
    head->launches = ARENA_NEW(&head->arena, struct trace_launch, 1);
    if (!head->arrays || !head->launches)
        return err_set(err, ERR_FAILED, "out of memory for the plan");
    array_set(&head->arrays[0], "x", ROLE_INPUT, INIT_INPUT, spec->n, width);
    array_set(&head->arrays[1], "y", ROLE_OUTPUT, INIT_NONE, spec->n, width);
    array_set(&head->arrays[2], "total", ROLE_TOTAL, INIT_NONE, 1, width);
    head->array_count = 3;
    head->launch_count = 1;
    launch_set(&head->launches[0], algo, spec, block);
    shared_set(head, algo->shape, block, width);
    head->run.block = block;
    return true;
}
