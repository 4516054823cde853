/* Random values of every operator and type, the same on every run. */
#ifndef ELEM_VALUES_H
#define ELEM_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"

uint64_t values_random(uint64_t *state);

/* Any value that elem_parse could have read. Reals that are added or
 * multiplied are small whole numbers, so that no association rounds; those
 * that are compared are anything, NaN, infinities and -0 among them. */
void values_make(enum elem_op op, enum elem_type type, uint64_t *state,
                 unsigned char value[ELEM_MAX]);

#endif
