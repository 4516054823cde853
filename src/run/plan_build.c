/* The plan builder: arrays, shared layout, launches. */
#include <stdio.h>

#include "base/elem_info.h"
#include "run/plan_build.h"

bool plan_begin(struct plan_builder *builder, struct trace *head,
                const struct run_spec *spec, uint32_t arrays,
                uint32_t launches, struct err *err)
{
    *builder = (struct plan_builder){
        .head = head, .width = (uint32_t)elem_width(spec->op, spec->type),
        .arrays = arrays, .launches = launches,
    };
    head->arrays = ARENA_NEW(&head->arena, struct trace_array, arrays);
    head->launches = ARENA_NEW(&head->arena, struct trace_launch, launches);
    if (!head->arrays || !head->launches)
        return err_set(err, ERR_FAILED, "out of memory for the plan");
    return true;
}

static uint32_t word_width(const struct plan_builder *builder,
                           enum trace_word word)
{
    switch (word) {
    case WORD_INT:
        return 4;
    case WORD_STATUS: /* kind, aggregate and prefix, aligned to 8 */
        return builder->width <= 4 ? 8 : 8 + 2 * ((builder->width + 7) / 8 * 8);
    default:
        return builder->width;
    }
}

static struct trace_array *array_new(struct plan_builder *builder,
                                     const char *name, enum trace_word word)
{
    struct trace *head = builder->head;
    if (head->array_count == builder->arrays) {
        builder->failed = true;
        return &head->arrays[head->array_count - 1];
    }
    struct trace_array *array = &head->arrays[head->array_count++];
    snprintf(array->name, sizeof array->name, "%s", name);
    array->word = (uint8_t)word;
    array->width = word_width(builder, word);
    array->launch = -1;
    return array;
}

uint8_t plan_array(struct plan_builder *builder, const char *name,
                   enum trace_word word, enum trace_role role,
                   enum trace_init init, uint32_t count)
{
    struct trace_array *array = array_new(builder, name, word);
    array->space = SPACE_GLOBAL;
    array->role = (uint8_t)role;
    array->init = (uint8_t)init;
    array->count = count;
    return (uint8_t)(array - builder->head->arrays);
}

void plan_array_io(struct plan_builder *builder, uint32_t n)
{
    plan_array(builder, "x", WORD_VALUE, ROLE_INPUT, INIT_INPUT, n);
    plan_array(builder, "y", WORD_VALUE, ROLE_OUTPUT, INIT_NONE, n);
    plan_array(builder, "total", WORD_VALUE, ROLE_TOTAL, INIT_NONE, 1);
}

struct trace_launch *plan_launch(struct plan_builder *builder,
                                 const char *kernel, uint32_t grid,
                                 uint32_t block)
{
    struct trace *head = builder->head;
    if (head->launch_count == builder->launches) {
        builder->failed = true;
        return &head->launches[head->launch_count - 1];
    }
    struct trace_launch *launch = &head->launches[head->launch_count++];
    snprintf(launch->kernel, sizeof launch->kernel, "%s", kernel);
    for (char *at = launch->kernel; *at; at++)
        if (*at == '-' || *at == '/')
            *at = '_';
    launch->grid = (struct trace_dim){ grid, 1, 1 };
    launch->block = (struct trace_dim){ block, 1, 1 };
    return launch;
}

void plan_launch_args(struct trace_launch *launch, const uint8_t *arrays,
                      uint32_t array_count, const int32_t *numbers,
                      uint32_t number_count)
{
    launch->array_count = array_count;
    launch->number_count = number_count;
    for (uint32_t i = 0; i < array_count; i++)
        launch->array[i] = arrays[i];
    for (uint32_t i = 0; i < number_count; i++)
        launch->number[i] = numbers[i];
}

void plan_shared_arrays(struct plan_builder *builder,
                        const struct plan_shared *shared)
{
    struct trace *head = builder->head;
    struct trace_launch *launch = &head->launches[head->launch_count - 1];
    uint32_t offset = 0;
    for (int i = 0; i < PLAN_SHARED && shared[i].name; i++) {
        struct trace_array *array =
            array_new(builder, shared[i].name, shared[i].word);
        array->space = SPACE_SHARED;
        array->launch = (int32_t)head->launch_count - 1;
        array->count = shared[i].blocks * launch->block.x + shared[i].more
            + (shared[i].sixteenth ? launch->block.x / 16 : 0);
        array->offset = offset;
        offset += array->count * array->width;
    }
    launch->shared_bytes = offset;
}

bool plan_end(const struct plan_builder *builder, struct err *err)
{
    if (builder->failed)
        return err_set(err, ERR_FAILED, "the plan needs more than %u arrays or "
                       "%u launches", builder->arrays, builder->launches);
    return true;
}

uint32_t plan_next_power(uint32_t n)
{
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}
