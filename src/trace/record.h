/* The recorder: where events go while a kernel runs.
 *
 * It does not know where events come from: today the kernel words call it,
 * tomorrow a compiler's instrumentation. Each (launch, block, thread) opens a
 * segment and appends; a segment is bounded, what does not fit is counted.
 * Not thread-safe: one executor, one recorder. */
#ifndef TRACE_RECORD_H
#define TRACE_RECORD_H

#include "base/err.h"
#include "trace/trace.h"

struct record_seg; /* opaque, owned by the recorder */
struct recorder;

/* limit: events a segment may hold (0: default, 1 << 22).
 * sequence, writer: also record those optional sections; writer implies
 * sequence, by which stores come before the loads that read them. NULL when
 * out of memory. */
struct recorder *record_create(uint32_t limit, bool sequence, bool writer);
void record_destroy(struct recorder *recorder); /* NULL is fine */

/* NULL when out of memory. */
struct record_seg *record_open(struct recorder *recorder, uint32_t launch,
                               uint32_t block, uint32_t thread);
/* Appends; returns the event's ordinal, also for a dropped event (ordinals go
 * on counting, so ids of later events do not shift). An operand that names no
 * earlier value of its thread, as that of a variable nobody set, is kept as
 * EVENT_NO_VALUE. A full segment and one out of memory drop alike. */
uint32_t record_event(struct record_seg *seg, const struct event *event);
/* As record_event for a load: writer = record_last of the store, or 0. */
uint32_t record_load(struct record_seg *seg, const struct event *event,
                     uint64_t writer);
/* A handle of the last event appended to seg (of the event an EV_HIGH belongs
 * to; 0 while there is none), to be kept in shadow memory and
 * given to record_load. */
uint64_t record_last(const struct record_seg *seg);
/* The segment belongs to this logical block from now on (beside EV_TILE). */
void record_tile(struct record_seg *seg, uint32_t tile);
/* A block that is not to be recorded, with all its threads: one segment, that of
 * its thread 0, which says how many events are missing. False when out of
 * memory. */
bool record_left_out(struct recorder *recorder, uint32_t launch, uint32_t block,
                     uint32_t tile, uint64_t events);
/* Notes how the run ended; false when out of memory. */
bool record_stop(struct recorder *recorder, const struct trace_stop *stop);

/* Moves everything into trace (whose head is filled already): sorts segments,
 * resolves writers. The recorder is empty afterwards, also on failure (out of
 * memory, or 2^32 - 1 events and more); the trace then has no segments. */
bool record_finish(struct recorder *recorder, struct trace *trace,
                   struct err *err);

#endif
