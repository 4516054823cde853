/* Canonical dump, JSON dump, and the first difference of two traces.
 *
 *     run hillis n 8 op + type int32 inclusive block 8
 *     array 2 s shared value init none role work count 8 width 4 launch 0 ...
 *     launch 0 hillis source kernels/hillis.cu grid 1 1 1 block 8 1 1 ...
 *     input 0: 3 1 4 1 5 9 2 6
 *     0 0 3 17 st s[3] = 9 <- 15 | st(s, i, op(u, v));
 *
 * An event's line: launch, tile, thread, ordinal, what happened, `= value`,
 * `<- ordinals of the operands`, the line of the source without comments.
 *
 * Canonical: one event a line, ordered by (launch, tile, thread, ordinal);
 * without device, schedule, tool version, stamps, sequence and failed polls;
 * a line is given by its source text, so that a comment voids nothing; NaN is
 * `nan`. Equal byte for byte for a race-free kernel on every schedule, on
 * host and GPU. Never translated. */
#ifndef TRACE_DUMP_H
#define TRACE_DUMP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "trace/trace.h"

/* Hands the dump on in pieces, whole lines each. False when take returns false
 * (which ends it) or out of memory. */
typedef bool (*trace_dump_taker)(void *user, const char *text, size_t length);
bool trace_dump_stream(const struct trace *trace, trace_dump_taker take,
                       void *user);

/* The whole dump; buf_ok(out) says whether it all fitted into memory. */
void trace_dump_text(const struct trace *trace, struct buf *out);
bool trace_dump_json(const struct trace *trace, struct buf *out,
                     struct err *err);
/* The head only (run, arrays, launches), a line each. */
void trace_dump_head(const struct trace *trace, struct buf *out);
/* Lower-case hex of SHA-256 of the canonical dump. False, and digest empty,
 * when out of memory. */
bool trace_dump_sha256(const struct trace *trace, char digest[65]);
/* True when canonical dumps are equal; else *out tells the first difference in
 * words: launch, block, thread, ordinal, both lines. */
bool trace_diff(const struct trace *left, const struct trace *right,
                struct buf *out);

#endif
