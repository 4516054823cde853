/* What every plan does: name arrays, lay out shared memory, set launches.
 *
 * A builder appends to a head whose arrays and launches it has made room for;
 * the first array or launch too many marks it failed, so that a plan checks
 * once, at its end. */
#ifndef RUN_PLAN_BUILD_H
#define RUN_PLAN_BUILD_H

#include "run/plan.h"

struct plan_builder {
    struct trace *head;
    uint32_t width;         /* bytes of a value in the plain build */
    uint32_t arrays, launches; /* room */
    bool failed;
};

bool plan_begin(struct plan_builder *builder, struct trace *head,
                const struct run_spec *spec, uint32_t arrays,
                uint32_t launches, struct err *err);

/* A global array; returns its id. */
uint8_t plan_array(struct plan_builder *builder, const char *name,
                   enum trace_word word, enum trace_role role,
                   enum trace_init init, uint32_t count);

/* x (input), y (output) and total: ids 0, 1, 2. */
void plan_array_io(struct plan_builder *builder, uint32_t n);

/* A launch of `grid` blocks of `block` threads; kernel: the entry's name. */
struct trace_launch *plan_launch(struct plan_builder *builder,
                                 const char *kernel, uint32_t grid,
                                 uint32_t block);
void plan_launch_args(struct trace_launch *launch, const uint8_t *arrays,
                      uint32_t array_count, const int32_t *numbers,
                      uint32_t number_count);

/* Appends the shared arrays of the newest launch, one behind the other. */
void plan_shared_arrays(struct plan_builder *builder,
                        const struct plan_shared *shared);

/* Whether all fitted. */
bool plan_end(const struct plan_builder *builder, struct err *err);

uint32_t plan_next_power(uint32_t n);

#endif
