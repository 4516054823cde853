/* The trace in memory: what was run, and every event of it.
 *
 * The plan of a run and its record are the same structure: src/run fills the
 * head (run, arrays, launches, sources), an executor adds segments and events.
 * Everything is owned by the arena. Segments are sorted by
 * (launch, tile, thread); the events of a segment are contiguous. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/elem.h"
#include "trace/event.h"

enum { TRACE_MAX_ARGS = 8, TRACE_MAX_ARRAYS = 200, TRACE_NAME = 48 };

enum trace_space { SPACE_GLOBAL = 0, SPACE_SHARED = 1 };
enum trace_word { WORD_VALUE = 0, WORD_INT = 1, WORD_STATUS = 2 };
enum trace_init { INIT_NONE = 0, INIT_INPUT = 1, INIT_ZERO = 2,
                  INIT_HEADS = 3 /* ints: the head flags of the input */ };
/* What an array is for: scenes find input and output by it, never by name. */
enum trace_role { ROLE_WORK = 0, ROLE_INPUT = 1, ROLE_OUTPUT = 2, ROLE_TOTAL = 3,
                  ROLE_STATUS = 4, ROLE_COUNTER = 5 };

struct trace_array {
    char name[TRACE_NAME];  /* as in the kernel source */
    uint8_t space, word, init, role;
    int32_t launch;         /* shared: the launch that declares it; global: -1 */
    uint32_t count;         /* elements */
    uint32_t width;         /* bytes an element in the plain build */
    uint32_t offset;        /* shared: byte offset in the block's arena */
};

struct trace_dim { uint32_t x, y, z; };

struct trace_launch {
    char kernel[TRACE_NAME]; /* entry name; also the host kernel table's key */
    uint32_t source;         /* index of its source text */
    struct trace_dim grid, block;
    uint32_t shared_bytes;   /* plain build */
    uint32_t array_count, number_count;
    uint8_t array[TRACE_MAX_ARGS];   /* ids of the global arrays, in order */
    int32_t number[TRACE_MAX_ARGS];  /* the int arguments, in order */
};

struct trace_source { char name[TRACE_NAME]; /* "kernels/hillis.cu" */
                      const char *text; uint32_t length; };

/* What the outputs are:
 *   SCAN      prefixes
 *   TOTAL     each of them the total of all
 *   COMPACT   the elements greater than 2, in order; the total: their number
 *   SEGMENTS  prefixes that begin anew at every head flag; the total: the last
 *             one, inclusive
 *   SPARSE    prefixes; inputs equal to the identity may have been left out
 *   SPLIT     elements with bit 0 clear, then those with it set, each in order;
 *             the total: how many are clear
 *   SUM       input i is (generate, propagate) of bit i of two numbers, lowest
 *             first; output i is (bit i of their sum, 0), the total the carry
 *             out of the last one */
enum trace_result { RESULT_SCAN = 0, RESULT_TOTAL = 1, RESULT_COMPACT = 2,
                    RESULT_SEGMENTS = 3, RESULT_SPARSE = 4, RESULT_SPLIT = 5,
                    RESULT_SUM = 6, TRACE_RESULTS = 7 };
/* The same for those that solve one problem: a sparse input is scanned as any
 * other. */
unsigned trace_problem(unsigned result);
/* Whether such a problem has an inclusive and an exclusive form. */
bool trace_problem_directed(unsigned result);

enum trace_device { DEVICE_HOST = 0, DEVICE_CUDA = 1 };

struct trace_run {
    char algo[TRACE_NAME];      /* catalogue name */
    char title[TRACE_NAME];     /* "Hillis–Steele" */
    char schedule[64];          /* as --schedule reads it; "" on a GPU */
    char device_name[64];       /* "host executor", "NVIDIA H200" */
    char tool[32];              /* version of the program that recorded */
    char input_text[64];        /* "list", "@file", "random:7" */
    uint32_t n;                 /* elements of the input */
    uint32_t block;             /* threads a block */
    uint32_t resident;          /* resident blocks on the host */
    uint8_t op, type, inclusive, device;
    uint8_t result;             /* enum trace_result */
};

struct trace_seg {
    uint32_t launch, block; /* physical block */
    uint32_t tile;          /* logical block: last EV_TILE, else block */
    uint32_t thread;        /* linear in the block */
    uint64_t first;         /* index of its first event in trace->events */
    uint32_t count;         /* events kept */
    uint32_t dropped;       /* events that are not kept: the trace is cut. Of a
                               block that was left out there is one segment */
};

/* How a run ended badly, from the executor; never a hang. */
enum trace_stop_kind {
    STOP_BARRIER_DIVERGENCE = 1, /* some threads wait at a barrier, others left
                                    or wait elsewhere */
    STOP_MASK_ABSENT = 2,        /* a lane named in a mask never arrives */
    STOP_SPIN = 3,               /* a spin that can never end */
    STOP_EVENT_LIMIT = 4, STOP_ARRAY_MISMATCH = 5, STOP_LANE_RANGE = 6,
    TRACE_STOP_KINDS = 7
};
struct trace_stop {
    uint32_t kind, launch, block, thread; /* a thread that waits */
    uint32_t line;                        /* where it waits */
    uint32_t other_thread, other_line;    /* who is missing; line 0: it left */
    uint32_t mask;                        /* lanes missing, for warp meetings */
    int32_t array, index;                 /* spin: the word; else -1 */
};

struct trace_stamp { uint64_t ns; uint64_t cycle; uint32_t sm, pad; };

struct trace {
    struct arena arena;
    struct trace_run run;
    const unsigned char *input;  /* run.n values of elem_width bytes, packed;
                                    behind them, of a run whose result is
                                    SEGMENTS, run.n head flags of a byte */
    struct trace_array *arrays;  uint32_t array_count;
    struct trace_launch *launches; uint32_t launch_count;
    struct trace_source *sources; uint32_t source_count;
    struct trace_seg *segs; uint32_t seg_count;
    struct event *events; uint64_t event_count;
    struct trace_stop *stops; uint32_t stop_count;
    /* Optional, parallel to events; NULL when not recorded. */
    uint64_t *sequence; /* host: run-wide order, a permutation of
                           0 .. event_count - 1 that ascends in a segment */
    uint64_t *writer;   /* host, loads only: 1 + event index of the store that
                           was read; 0: initial contents or garbage */
    struct trace_stamp *stamps; /* GPU */
    uint64_t dropped;   /* sum over segs */
    /* What the output and the total held in the end, of a run that has dropped
     * events: run.n values and one, packed as the input; zero where there is no
     * such word. NULL: not known. Never in a file. */
    const unsigned char *results;
};

void trace_init(struct trace *trace);
void trace_finish(struct trace *trace);

/* The segment that holds event `index` (binary search; index < event_count). */
const struct trace_seg *trace_seg_of(const struct trace *trace, uint64_t index);

/* The event `ordinal` of seg, or NULL when out of range or EVENT_NO_VALUE. */
const struct event *trace_event(const struct trace *trace,
                                const struct trace_seg *seg, uint32_t ordinal);

/* The segment of the lane (0..31) of seg's warp, or NULL when there is none:
 * where operand `a` of an EV_SHFL lies. */
const struct trace_seg *trace_seg_lane(const struct trace *trace,
                                       const struct trace_seg *seg,
                                       uint32_t lane);

/* The 16 payload bytes of a value-making (or storing) event, its EV_HIGH
 * included. */
void trace_value(const struct trace *trace, const struct trace_seg *seg,
                 uint32_t ordinal, unsigned char value[ELEM_MAX]);

/* The head flags of the input, run.n bytes; NULL where it has none. */
const unsigned char *trace_heads(const struct trace *trace);

/* The id of the first array with this role, or -1. */
int trace_array_by_role(const struct trace *trace, enum trace_role role);

/* The text of one source line, 1-based, without newline; length 0 if none. */
const char *trace_source_line(const struct trace *trace, uint32_t source,
                              uint32_t line, size_t *length);

static inline enum event_kind event_kind(const struct event *event)
{
    return (enum event_kind)(event->kind & EVENT_KIND_MASK);
}
static inline bool event_makes_value(const struct event *event)
{
    enum event_kind kind = event_kind(event);
    return kind >= EV_LD && kind <= EV_POLL;
}

#endif
