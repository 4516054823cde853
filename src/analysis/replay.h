/* Private to analysis: one order of all events that the run's own rules allow,
 * and for every load the store it read.
 *
 * The order keeps program order, barriers, warp meetings, kernel boundaries
 * and reads after the store they read; among what these leave open, lower
 * tiles and threads go first. It is the same for every schedule of a race-free
 * kernel, and needs neither sequence numbers nor stamps.
 *
 * Where the trace names writers they are used, if they agree in word and bits.
 * Else a load reads the last store in this order; when the bits differ, an
 * earlier store with the right bits (a race let it through), or one that is
 * still to come: the thread waits for it. What stays open is FLOW_AMBIGUOUS. */
#ifndef ANALYSIS_REPLAY_H
#define ANALYSIS_REPLAY_H

#include "analysis/analysis.h"
#include "analysis/walk.h"

/* Fills out->order, and ->from and ->flags, which the caller has allocated. */
bool replay_order(const struct trace *trace, const struct walk *walk,
                  struct arena *arena, struct flow *out, struct err *err);

#endif
