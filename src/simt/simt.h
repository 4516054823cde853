/* The host executor: runs a plan's kernels as fibres and records them.
 *
 * Every thread of a block is a fibre; `resident` blocks are resident at once
 * and interleave; the next block starts when one ends. A thread may be
 * switched before every memory event. The schedule is an input (design,
 * section 5) and stands in the trace. */
#ifndef SIMT_SIMT_H
#define SIMT_SIMT_H

#include "base/err.h"
#include "trace/chosen.h"
#include "trace/trace.h"

/* Arguments of a launch as a kernel's trampoline takes them apart. An array
 * handle is what the words call `vals`, `ints`, `stats`. */
struct simt_args {
    const struct simt_array *array[TRACE_MAX_ARGS];
    int number[TRACE_MAX_ARGS];
};
typedef void (*simt_kernel)(const struct simt_args *args);
struct simt_entry { const char *name; simt_kernel kernel; };

struct simt_options {
    const char *schedule;  /* "in-order", "round-robin", "random:SEED",
                              "hold:BLOCK@PHASE" (PHASE: name[:number]),
                              "first:BLOCK.THREAD", "last:BLOCK.THREAD",
                              NULL: in-order */
    uint32_t resident;     /* blocks resident at once; 0: 4 */
    uint32_t event_limit;  /* a thread; 0: default */
    uint32_t endless;      /* a thread with this many events never ends
                              (STOP_EVENT_LIMIT); 0: 2^27 */
    bool portable;         /* ucontext even where a faster switch exists */
    bool sequence, writer; /* record those sections */
    const struct chosen *chosen; /* a launch each: of these blocks alone the
                              events are kept; the others do the same work, and
                              each has one segment that tells how many events
                              are missing. NULL: all */
    /* Large runs: every block that ended is handed over as a trace of its own,
     * which has the run's head, that block's segments and `dropped` above 0
     * (it is a part), and is freed when the call returns. One block is resident
     * at a time, and writers are not recorded. What is left in the run's trace
     * is the block a stop ended. False ends the run: it has set err. NULL: all
     * events stay in the run's trace. */
    bool (*block)(void *user, const struct trace *part, struct err *err);
    /* Called now and then with blocks done of all; NULL: none. Returning
     * false cancels the run (ERR_FAILED, "cancelled"). */
    bool (*progress)(void *user, uint64_t done, uint64_t of);
    void *user;
};

/* Whether text is a schedule; else ERR_USAGE with what is allowed. */
bool simt_schedule_check(const char *text, struct err *err);

/* Whether the finished run had what its schedule names: the block, the thread, the
 * phase; else ERR_USAGE with what there was. The phase is not asked for where
 * the run was stopped or the block's events are not all there. */
bool simt_schedule_met(const struct trace *trace, struct err *err);

/* Runs all launches of trace (head filled: run, arrays, launches, input;
 * nothing else) and adds segments, events and stops to it, and results where
 * events were dropped. `table` finds entries by launch kernel name. Deadlock,
 * absent lanes and endless spins end the run with a trace_stop and true: the
 * trace up to there is the finding. */
bool simt_run(struct trace *trace, const struct simt_entry *table, int entries,
              const struct simt_options *options, struct err *err);

#endif
