/* One line of the canonical dump at a time; private to the room, shared by
 * the dump and the comparison. */
#ifndef TRACE_DUMP_LINE_H
#define TRACE_DUMP_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "trace/trace.h"

/* Source text as the dump quotes it: without comments, spaces squeezed. */
struct dump_source { size_t *start; uint32_t lines; };

struct dump {
    const struct trace *trace;   /* borrowed */
    struct arena arena;
    struct buf text;             /* all lines of all sources */
    struct dump_source *sources;
};

/* False when out of memory; dump_finish is due in either case. */
bool dump_init(struct dump *dump, const struct trace *trace);
void dump_finish(struct dump *dump);

/* The event's line with its newline; nothing for an EV_HIGH, whose value
 * stands in the line before. */
void dump_event(const struct dump *dump, const struct trace_seg *seg,
                uint32_t ordinal, struct buf *out);
/* The line that says that a segment is cut; nothing when it is whole. */
void dump_cut(const struct trace_seg *seg, struct buf *out);
/* Eight values of the input a line, from input[*at]; moves *at on. */
void dump_input(const struct trace *trace, uint32_t *at, struct buf *out);
/* How the run ended, a line a stop. */
void dump_stops(const struct dump *dump, struct buf *out);

/* Names that stand in dumps ("ld", "shfl-up", "stride", "spin"); "?" for a
 * number that is none. */
const char *dump_kind_name(enum event_kind kind);
const char *dump_meet_name(unsigned meet);
const char *dump_phase_name(unsigned phase);
const char *dump_stop_name(unsigned kind);
const char *dump_space_name(unsigned space);
const char *dump_word_name(unsigned word);
const char *dump_init_name(unsigned init);
const char *dump_role_name(unsigned role);
const char *dump_result_name(unsigned result);

#endif
