/* What must hold of every event, so that whoever reads a trace may follow its
 * operands without a second look. Private to the room: the recorder mends by
 * these rules, the file reader refuses by them. */
#ifndef TRACE_RULES_H
#define TRACE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

/* How many of a, b are ordinals of this thread: 0, 1 (a) or 2. */
int rules_operands(enum event_kind kind);

/* Whether operand is EVENT_NO_VALUE or an earlier value-making event of seg. */
bool rules_operand_ok(const struct trace *trace, const struct trace_seg *seg,
                      uint32_t ordinal, uint32_t operand);

/* Whether operand of the shuffle seg[ordinal] is EVENT_NO_VALUE or a value of
 * source (NULL: no such lane), made before it where the trace knows order. */
bool rules_shuffle_ok(const struct trace *trace, const struct trace_seg *seg,
                      uint32_t ordinal, const struct trace_seg *source,
                      uint32_t operand);

/* Kinds that read memory (may have a writer) and that write it. */
bool rules_loads(enum event_kind kind);
bool rules_stores(enum event_kind kind);

/* Order of segments: launch, tile, thread, block. Below 0, 0, above 0. */
int rules_seg_compare(const struct trace_seg *a, const struct trace_seg *b);

#endif
