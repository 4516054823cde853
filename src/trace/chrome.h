/* Timelines as Chrome trace JSON, which Perfetto and chrome://tracing open.
 *
 * A writer of text, span by span: processes and threads are numbers with
 * names, a span lies in one of each. Times are nanoseconds from any start;
 * the file holds microseconds with three digits. A span is written as its begin
 * and its end, not as begin and duration: readers that add the two as floating
 * numbers see neighbours overlap. They want the spans of a thread to lie side by
 * side or inside each other, which is the caller's care; spans of a thread come by
 * their begin, outer ones first. Memory that ran out is the buf's to report. */
#ifndef TRACE_CHROME_H
#define TRACE_CHROME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum { CHROME_DEPTH = 16, CHROME_NAME = 96 /* longer ones are cut */ };

struct chrome {
    struct buf *out;
    bool more;       /* something stands in the list already */
    /* Begun and not yet ended, of one thread, the innermost last. */
    struct chrome_open { uint32_t process, thread; uint64_t end_ns;
                         char name[CHROME_NAME]; } open[CHROME_DEPTH];
    int depth;
};

struct chrome_span {
    uint32_t process, thread;
    const char *name, *category;
    uint64_t begin_ns, end_ns; /* begin <= end */
};

void chrome_begin(struct chrome *chrome, struct buf *out);
void chrome_process(struct chrome *chrome, uint32_t process, const char *name);
void chrome_thread(struct chrome *chrome, uint32_t process, uint32_t thread,
                   const char *name);
void chrome_span(struct chrome *chrome, const struct chrome_span *span);
/* Ends what is open, too. note: what the times mean, and where they were taken. */
void chrome_end(struct chrome *chrome, const char *note);

#endif
