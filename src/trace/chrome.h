/* Timelines as Chrome trace JSON, which Perfetto and chrome://tracing open.
 *
 * A writer of text, span by span. Processes come one behind the other; the threads
 * of one are numbered from 1 and all named before its first span. Readers want
 * more of numbers than that: one number a thread in the whole file (some look
 * names up by it alone), none of them 0 (which stands for the process), and the
 * thread that bears its process's number comes first in the picture. So a
 * process is given the next free number and its threads those from there on. Both
 * say their place in the picture, too: readers order by length or by name otherwise,
 * and some put the number behind the name, which a name must allow for.
 *
 * Times are nanoseconds from any start; the file holds microseconds with three
 * digits. A span is written as its begin and its end, not as begin and duration:
 * readers that add the two as floating numbers see neighbours overlap. They want
 * the spans of a thread to lie side by side or inside each other, which is the
 * caller's care; spans of a thread come by their begin, outer ones first. Memory
 * that ran out is the buf's to report. */
#ifndef TRACE_CHROME_H
#define TRACE_CHROME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum { CHROME_DEPTH = 16, CHROME_NAME = 96 /* longer ones are cut */ };

struct chrome {
    struct buf *out;
    bool more;             /* something stands in the list already */
    uint32_t process;      /* the one at hand, as the caller numbers it */
    uint32_t pid, last;    /* its number in the file; the last one given */
    /* Begun and not yet ended, of one thread, the innermost last. */
    struct chrome_open { uint32_t tid; uint64_t end_ns;
                         char name[CHROME_NAME]; } open[CHROME_DEPTH];
    int depth;
};

struct chrome_span {
    uint32_t process, thread;  /* the process at hand; its thread, from 1 */
    const char *name, *category;
    uint64_t begin_ns, end_ns; /* begin <= end */
};

void chrome_begin(struct chrome *chrome, struct buf *out);
/* Names end in no digit. */
void chrome_process(struct chrome *chrome, uint32_t process, const char *name);
void chrome_thread(struct chrome *chrome, uint32_t process, uint32_t thread,
                   const char *name);
void chrome_span(struct chrome *chrome, const struct chrome_span *span);
/* Ends what is open, too. note: what the times mean, and where they were taken. */
void chrome_end(struct chrome *chrome, const char *note);

#endif
