/* Ranges of blocks, put in order. */
#include "trace/chosen.h"

#include <stdlib.h>

static int range_order(const void *a, const void *b)
{
    const struct chosen_range *left = a, *right = b;
    return (left->first > right->first) - (left->first < right->first);
}

struct chosen chosen_close(struct chosen_range *range, uint32_t ranges)
{
    struct chosen chosen = { .range = range };
    if (ranges > 0)
        qsort(range, ranges, sizeof *range, range_order);
    for (uint32_t i = 0; i < ranges; i++) {
        struct chosen_range *last = range + chosen.ranges;
        if (chosen.ranges > 0 && range[i].first <= (uint64_t)last[-1].last + 1) {
            if (range[i].last > last[-1].last)
                last[-1].last = range[i].last;
            continue;
        }
        *last = range[i];
        chosen.ranges++;
    }
    for (uint32_t i = 0; i < chosen.ranges; i++) {
        range[i].slot = chosen.blocks;
        chosen.blocks += range[i].last - range[i].first + 1;
    }
    return chosen;
}
