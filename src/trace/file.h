/* Trace files: magic, version, the run, sections with lengths and checksums.
 *
 * Written to a temporary name in the same folder and renamed, so that a file
 * is whole or absent. The reader treats every file as hostile: every count,
 * offset, id and index is checked before use; an unknown version is refused
 * with a message that says so. After trace_read every index in the trace is
 * safe to follow (array ids, launch and source ids, operand ordinals that
 * point forward are refused). */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include <stddef.h>

#include "base/err.h"
#include "trace/trace.h"

bool trace_write(const struct trace *trace, const char *path, struct err *err);
/* trace must be freshly trace_init-ed; on failure it is finished again. */
bool trace_read(struct trace *trace, const char *path, struct err *err);
/* The same from memory; the fuzz entry. name stands in messages. */
bool trace_read_bytes(struct trace *trace, const void *bytes, size_t length,
                      const char *name, struct err *err);

#endif
