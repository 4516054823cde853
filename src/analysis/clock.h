/* Private to analysis: which events of a run happen before which.
 *
 * Fed with all events in replay order, a clock answers whether an earlier
 * access of another thread is ordered before what the current thread does now:
 * by a barrier or meeting of the warp, by a kernel boundary, or between blocks
 * by a release that was read with an acquire. A store is a release if it says
 * so, publishes, or is volatile or atomic behind a fence; a load acquires if it
 * says so, polls, or is volatile or atomic. A fence alone orders nothing. */
#ifndef ANALYSIS_CLOCK_H
#define ANALYSIS_CLOCK_H

#include "analysis/analysis.h"
#include "analysis/walk.h"

/* An access as the clock needs it: where in which thread. */
struct moment { uint32_t seg, ordinal, interval; };

struct clock;
/* NULL: out of memory. */
struct clock *clock_create(const struct trace *trace, const struct flow *flow,
                           const struct walk *walk);
void clock_destroy(struct clock *clock);

/* Performs the ordering side of an event; false: out of memory. */
bool clock_event(struct clock *clock, uint32_t seg, uint32_t ordinal);
/* The moment of an event of seg that happens now. */
struct moment clock_now(const struct clock *clock, uint32_t seg,
                        uint32_t ordinal);
/* Whether `before`, which happened already, is ordered before what seg does
 * now. */
bool clock_ordered(const struct clock *clock, const struct moment *before,
                   uint32_t seg);
/* Whether an access is made for synchronisation between blocks. */
bool clock_synchronises(const struct event *event);

#endif
