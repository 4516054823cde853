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
 * sequence, writer: also record those optional sections. */
struct recorder *record_create(uint32_t limit, bool sequence, bool writer);
void record_destroy(struct recorder *recorder); /* NULL is fine */

/* NULL when out of memory. */
struct record_seg *record_open(struct recorder *recorder, uint32_t launch,
                               uint32_t block, uint32_t thread);
/* Appends; returns the event's ordinal, also for a dropped event (ordinals go
 * on counting, so ids of later events do not shift). */
uint32_t record_event(struct record_seg *seg, const struct event *event);
/* As record_event for a load: writer = record_last of the store, or 0. */
uint32_t record_load(struct record_seg *seg, const struct event *event,
                     uint64_t writer);
/* A handle of the last event appended to seg, to be kept in shadow memory and
 * given to record_load; never 0. */
uint64_t record_last(const struct record_seg *seg);
void record_tile(struct record_seg *seg, uint32_t tile);
bool record_stop(struct recorder *recorder, const struct trace_stop *stop);

/* Moves everything into trace (whose head is filled already): sorts segments,
 * resolves writers. The recorder is empty afterwards. */
bool record_finish(struct recorder *recorder, struct trace *trace,
                   struct err *err);

#endif
