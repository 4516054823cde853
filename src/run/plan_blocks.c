/* Plans of many blocks: two kernels over levels of totals, or one pass. */
#include "run/plan_build.h"

enum { LEVELS = 32, LEAST_BLOCK = 4, USUAL_BLOCK = 256, ABOUT_BLOCKS = 16 };

/* Block size: what was asked for, or about sixteen blocks of 4 to 256. */
static bool blocks_choose(const struct algo *algo, const struct run_spec *spec,
                          uint32_t least, uint32_t *block, struct err *err)
{
    const uint32_t asked = spec->block;
    *block = asked;
    if (asked == 0) {
        *block = plan_next_power((spec->n + ABOUT_BLOCKS - 1) / ABOUT_BLOCKS);
        if (*block < LEAST_BLOCK)
            *block = LEAST_BLOCK;
        if (*block > USUAL_BLOCK)
            *block = USUAL_BLOCK;
        if (*block < least)
            *block = least;
        return true;
    }
    if (asked < least || asked > PLAN_BLOCK_MAX || plan_next_power(asked) != asked)
        return err_set(err, ERR_USAGE, "--block %u: %s takes a power of two "
                       "from %u to %d", asked, algo->name, least, PLAN_BLOCK_MAX);
    return true;
}

/* The sizes of the levels: size[0] = n, each next one the number of blocks of
 * the one before, down to 1. Returns the number of levels that are launched. */
static uint32_t levels_of(uint32_t n, uint32_t block, uint32_t size[LEVELS])
{
    uint32_t count = 0;
    size[0] = n;
    do {
        size[count + 1] = (size[count] + block - 1) / block;
        count++;
    } while (size[count] > 1);
    return count;
}

/* Arrays that hold levels: id[0] the input; id[k] the totals of level k - 1;
 * the last one is the total of everything. */
static void levels_arrays(struct plan_builder *builder, const uint32_t *size,
                          uint32_t levels, uint8_t id[LEVELS])
{
    plan_array_io(builder, size[0]);
    id[0] = 0;
    for (uint32_t k = 1; k < levels; k++)
        id[k] = plan_array(builder, "totals", WORD_VALUE, ROLE_WORK, INIT_NONE,
                           size[k]);
    id[levels] = 2;
}

static const struct plan_shared shared_s[PLAN_SHARED] = { { "s", 1, 0, WORD_VALUE, false } };

bool plan_three_kernel(const struct algo *algo, const struct run_spec *spec,
                       struct trace *head, struct err *err)
{
    struct plan_builder builder;
    uint32_t block, size[LEVELS];
    uint8_t id[LEVELS];
    if (!blocks_choose(algo, spec, 2, &block, err)
        || !plan_begin(&builder, head, spec, 3 + 2 * LEVELS, 2 * LEVELS, err))
        return false;
    const uint32_t levels = levels_of(spec->n, block, size);
    levels_arrays(&builder, size, levels, id);
    for (uint32_t k = 0; k < levels; k++) {
        struct trace_launch *launch =
            plan_launch(&builder, "three_kernel_scan", size[k + 1], block);
        plan_launch_args(launch, (uint8_t[]){ id[k], k ? id[k] : 1, id[k + 1] }, 3,
                         (int32_t[]){ (int32_t)size[k],
                                      k == 0 && spec->direction == RUN_INCLUSIVE }, 2);
        plan_shared_arrays(&builder, shared_s);
    }
    for (uint32_t k = levels - 1; k-- > 0;) {
        struct trace_launch *launch =
            plan_launch(&builder, "three_kernel_add", size[k + 1], block);
        plan_launch_args(launch, (uint8_t[]){ k ? id[k] : 1, id[k + 1] }, 2,
                         (int32_t[]){ (int32_t)size[k] }, 1);
    }
    head->run.block = block;
    return plan_end(&builder, err);
}

bool plan_reduce_then_scan(const struct algo *algo, const struct run_spec *spec,
                           struct trace *head, struct err *err)
{
    struct plan_builder builder;
    uint32_t block, size[LEVELS];
    uint8_t id[LEVELS];
    if (!blocks_choose(algo, spec, 2, &block, err)
        || !plan_begin(&builder, head, spec, 3 + 3 * LEVELS, 2 * LEVELS, err))
        return false;
    const uint32_t levels = levels_of(spec->n, block, size);
    levels_arrays(&builder, size, levels, id);
    for (uint32_t k = 0; k + 1 < levels; k++) {
        struct trace_launch *launch =
            plan_launch(&builder, "reduce_then_scan_reduce", size[k + 1], block);
        plan_launch_args(launch, (uint8_t[]){ id[k], id[k + 1] }, 2,
                         (int32_t[]){ (int32_t)size[k] }, 1);
        plan_shared_arrays(&builder, shared_s);
    }
    for (uint32_t k = levels; k-- > 0;) {
        struct trace_launch *launch =
            plan_launch(&builder, "reduce_then_scan_scan", size[k + 1], block);
        plan_launch_args(launch,
                         (uint8_t[]){ id[k], k ? id[k] : 1, id[k + 1], 2 }, 4,
                         (int32_t[]){ (int32_t)size[k],
                                      k == 0 && spec->direction == RUN_INCLUSIVE }, 2);
        plan_shared_arrays(&builder, shared_s);
    }
    head->run.block = block;
    return plan_end(&builder, err);
}

/* Begins a one-pass plan: block size, x, y, total, arrivals. */
static bool one_pass_begin(struct plan_builder *builder, const struct algo *algo,
                           const struct run_spec *spec, struct trace *head,
                           uint32_t *block, struct err *err)
{
    const bool warp = algo->shape->block == PLAN_BLOCK_WARP;
    if (!blocks_choose(algo, spec, warp ? 32 : 2, block, err)
        || !plan_begin(builder, head, spec, 7 + 2 * PLAN_SHARED, 2, err))
        return false;
    plan_array_io(builder, spec->n);
    plan_array(builder, "arrivals", WORD_INT, ROLE_COUNTER, INIT_ZERO, 1);
    head->run.block = *block;
    return true;
}

static void one_pass_launch(struct plan_builder *builder,
                            const struct algo *algo, const struct run_spec *spec,
                            uint32_t tiles, uint32_t block,
                            const uint8_t *arrays, uint32_t array_count)
{
    struct trace_launch *launch = plan_launch(builder, algo->name, tiles, block);
    plan_launch_args(launch, arrays, array_count,
                     (int32_t[]){ (int32_t)spec->n,
                                  spec->direction == RUN_INCLUSIVE }, 2);
    plan_shared_arrays(builder, algo->shape->shared);
}

static bool one_pass(const struct algo *algo, const struct run_spec *spec,
                     struct trace *head, bool floor, struct err *err)
{
    struct plan_builder builder;
    uint32_t block;
    if (!one_pass_begin(&builder, algo, spec, head, &block, err))
        return false;
    uint32_t tiles = floor ? spec->n / block : (spec->n + block - 1) / block;
    if (tiles == 0)
        tiles = 1;
    plan_array(&builder, "status", WORD_STATUS, ROLE_STATUS, INIT_ZERO, tiles);
    one_pass_launch(&builder, algo, spec, tiles, block,
                    (uint8_t[]){ 0, 1, 2, 3, 4 }, 5);
    return plan_end(&builder, err);
}

bool plan_one_pass(const struct algo *algo, const struct run_spec *spec,
                   struct trace *head, struct err *err)
{
    return one_pass(algo, spec, head, false, err);
}

bool plan_one_pass_floor(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err)
{
    return one_pass(algo, spec, head, true, err);
}

bool plan_one_pass_flags(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err)
{
    struct plan_builder builder;
    uint32_t block;
    if (!one_pass_begin(&builder, algo, spec, head, &block, err))
        return false;
    const uint32_t tiles = (spec->n + block - 1) / block;
    plan_array(&builder, "flags", WORD_INT, ROLE_WORK, INIT_ZERO, tiles);
    plan_array(&builder, "prefix", WORD_VALUE, ROLE_WORK, INIT_NONE, tiles);
    one_pass_launch(&builder, algo, spec, tiles, block,
                    (uint8_t[]){ 0, 1, 2, 3, 4, 5 }, 6);
    return plan_end(&builder, err);
}

bool plan_one_pass_twice(const struct algo *algo, const struct run_spec *spec,
                         struct trace *head, struct err *err)
{
    struct plan_builder builder;
    uint32_t block;
    if (!one_pass_begin(&builder, algo, spec, head, &block, err))
        return false;
    const uint32_t tiles = (spec->n + block - 1) / block;
    plan_array(&builder, "status", WORD_STATUS, ROLE_STATUS, INIT_ZERO, tiles);
    plan_array(&builder, "zeros", WORD_VALUE, ROLE_WORK, INIT_ZERO, spec->n);
    one_pass_launch(&builder, algo, spec, tiles, block,
                    (uint8_t[]){ 5, 1, 2, 3, 4 }, 5);
    one_pass_launch(&builder, algo, spec, tiles, block,
                    (uint8_t[]){ 0, 1, 2, 3, 4 }, 5);
    return plan_end(&builder, err);
}
