/* The generic plans. */
#include "run/plan_build.h"

static uint32_t block_least(const struct plan_shape *shape, uint32_t n)
{
    switch (shape->block) {
    case PLAN_BLOCK_ONE:
        return 1;
    case PLAN_BLOCK_TILE:
        return 256;
    case PLAN_BLOCK_WARP:
        return 32;
    case PLAN_BLOCK_POW2:
        return plan_next_power(n);
    case PLAN_BLOCK_WARPS:
        return (n + 31) / 32 * 32;
    case PLAN_BLOCK_HALF:
        return n > 2 ? plan_next_power(n) / 2 : 1;
    case PLAN_BLOCK_QUARTER:
        return (n + 3) / 4;
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
    if (kind != PLAN_BLOCK_POW2)
        return err_set(err, ERR_USAGE, "--block %u: %s with n = %u always has a "
                       "block of %u", asked, algo->name, spec->n, least);
    if (asked < least || asked > PLAN_BLOCK_MAX)
        return err_set(err, ERR_USAGE, "--block %u: %s with n = %u takes a block "
                       "of %u to %d threads", asked, algo->name, spec->n, least,
                       PLAN_BLOCK_MAX);
    if (plan_next_power(asked) != asked)
        return err_set(err, ERR_USAGE, "--block %u: %s takes a power of two",
                       asked, algo->name);
    return true;
}

bool plan_one_block(const struct algo *algo, const struct run_spec *spec,
                    struct trace *head, struct err *err)
{
    struct plan_builder builder;
    uint32_t block;
    if (!block_choose(algo, spec, &block, err)
        || !plan_begin(&builder, head, spec, 4 + PLAN_SHARED, 1, err))
        return false;
    plan_array_io(&builder, spec->n);
    if (algo->shape->heads)
        plan_array(&builder, "heads", WORD_INT, ROLE_WORK, INIT_HEADS, spec->n);
    struct trace_launch *launch = plan_launch(&builder, algo->name, 1, block);
    plan_launch_args(launch, (uint8_t[]){ 0, 1, 2, 3 }, algo->shape->heads ? 4 : 3,
                     (int32_t[]){ (int32_t)spec->n,
                                  spec->direction == RUN_INCLUSIVE }, 2);
    plan_shared_arrays(&builder, algo->shape->shared);
    head->run.block = block;
    return plan_end(&builder, err);
}
