/* Which blocks of a launch are recorded, where not all of them are: ranges that
 * are sorted and do not touch. What is recorded needs room for chosen blocks
 * alone; a block's slot says where its room is. C and CUDA. */
#ifndef TRACE_CHOSEN_H
#define TRACE_CHOSEN_H

#include <stdint.h>

#include "base/elem_ops.h"

#define CHOSEN_NONE 0xffffffffu

/* Blocks first to last; slot: how many chosen blocks lie before first. */
struct chosen_range { uint32_t first, last, slot; };

struct chosen {
    const struct chosen_range *range;
    uint32_t ranges;
    uint32_t blocks; /* chosen, in all */
};

/* The slot of a block, or CHOSEN_NONE when it is not among the ranges. */
ELEM_FN uint32_t chosen_slot(const struct chosen_range *range, uint32_t ranges,
                             uint32_t block)
{
    uint32_t low = 0, high = ranges;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (block > range[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == ranges || block < range[low].first)
        return CHOSEN_NONE;
    return range[low].slot + (block - range[low].first);
}

#ifdef __cplusplus
extern "C" {
#endif

/* Sorts ranges (first, last; in any order, they may overlap), joins those that
 * overlap or touch, and numbers slots, all in place. */
struct chosen chosen_close(struct chosen_range *range, uint32_t ranges);

#ifdef __cplusplus
}
#endif

#endif
