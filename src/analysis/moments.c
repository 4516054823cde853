/* The clocks, best first. */
#include "analysis/moments.h"

#include <stdlib.h>

bool moments_open(struct moments *moments, const struct trace *trace,
                  const struct flow *flow)
{
    uint64_t rank = 0;
    *moments = (struct moments){.trace = trace};
    moments->clock = trace->stamps ? TILE_NS
                     : trace->sequence ? TILE_EXECUTION : TILE_ORDER;
    if (moments->clock != TILE_ORDER)
        return true;
    moments->rank = calloc(trace->event_count + 1, sizeof *moments->rank);
    for (uint32_t r = 0; moments->rank && r < flow->order_count; r++) {
        const struct flow_run *run = &flow->order[r];
        for (uint32_t i = 0; i < run->count; i++)
            moments->rank[trace->segs[run->seg].first + run->first + i] = rank++;
    }
    return moments->rank != NULL;
}

void moments_close(struct moments *moments)
{
    free(moments->rank);
    *moments = (struct moments){.trace = NULL};
}
