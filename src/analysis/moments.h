/* Private to analysis: when events happened, by the best clock a trace has.
 * Nanoseconds of a GPU, the order in which the host ran the events, or else an
 * order that the run allows. */
#ifndef ANALYSIS_MOMENTS_H
#define ANALYSIS_MOMENTS_H

#include "analysis/analysis.h"

struct moments {
    const struct trace *trace;
    uint64_t *rank;         /* of events in flow->order; NULL: the trace has times */
    enum tile_clock clock;
};

/* false: out of memory. */
bool moments_open(struct moments *moments, const struct trace *trace,
                  const struct flow *flow);
void moments_close(struct moments *moments);

static inline uint64_t moments_at(const struct moments *moments, uint64_t event)
{
    if (moments->rank)
        return moments->rank[event];
    return moments->clock == TILE_NS ? moments->trace->stamps[event].ns
                                     : moments->trace->sequence[event];
}

#endif
