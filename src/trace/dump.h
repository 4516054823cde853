/* Canonical dump, JSON dump, and the first difference of two traces.
 *
 * Canonical: one event a line, ordered by (launch, tile, thread, ordinal);
 * without device, schedule, tool version, stamps, sequence and failed polls;
 * a line is given by its source text, so that a comment voids nothing; NaN is
 * `nan`. Equal byte for byte for a race-free kernel on every schedule, on
 * host and GPU. Never translated. */
#ifndef TRACE_DUMP_H
#define TRACE_DUMP_H

#include "base/buf.h"
#include "base/err.h"
#include "trace/trace.h"

void trace_dump_text(const struct trace *trace, struct buf *out);
bool trace_dump_json(const struct trace *trace, struct buf *out, struct err *err);
/* The head only (run, arrays, launches), a line each. */
void trace_dump_head(const struct trace *trace, struct buf *out);
/* Lower-case hex of SHA-256 of the canonical dump; digest[65]. */
bool trace_dump_sha256(const struct trace *trace, char digest[65]);
/* True when canonical dumps are equal; else *out tells the first difference in
 * words: launch, block, thread, ordinal, both lines. */
bool trace_diff(const struct trace *left, const struct trace *right,
                struct buf *out);

#endif
