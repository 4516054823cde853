/* Traces built by hand: a tiny executor that a test drives call by call.
 *
 * Calls run in the order in which the test makes them; loads read what the
 * stores before them left, so a test decides the schedule. Words return the
 * ordinal of the value they made. `line` is the line of the calls to come.
 * Threads count through all blocks; int32 and +. */
#ifndef TESTS_ANALYSIS_BUILD_H
#define TESTS_ANALYSIS_BUILD_H

#include "analysis/analysis.h"

enum { BUILD_THREADS = 1024, BUILD_EVENTS = 256, BUILD_ARRAYS = 6,
       BUILD_WORDS = 2200 };

struct build {
    struct trace trace;
    uint32_t blocks, threads; /* threads a block */
    uint16_t line;
    bool writers;             /* keep trace->writer (default) */
    struct event (*event)[BUILD_EVENTS];
    uint64_t (*writer)[BUILD_EVENTS]; /* thread * BUILD_EVENTS + ordinal + 1 */
    uint32_t count[BUILD_THREADS];
    uint32_t stopped;         /* barriers already counted for `a` */
    int32_t (*word)[BUILD_ARRAYS][BUILD_WORDS];   /* [block] */
    uint64_t (*last)[BUILD_ARRAYS][BUILD_WORDS];
    int32_t input[BUILD_WORDS];
};

/* n inputs 3 1 4 1 5 9 2 6 repeated; arrays x (0), y (1), total (2). */
void build_open(struct build *b, uint32_t n, uint32_t blocks, uint32_t threads);
/* Adds an array; returns its id. */
int build_array(struct build *b, const char *name, enum trace_space space,
                uint32_t count);
/* Moves all events into b->trace. */
void build_close(struct build *b);
void build_finish(struct build *b);

uint32_t build_ld(struct build *b, uint32_t t, int array, int32_t index);
void build_st(struct build *b, uint32_t t, int array, int32_t index,
              uint32_t value);
uint32_t build_op(struct build *b, uint32_t t, uint32_t left, uint32_t right);
uint32_t build_identity(struct build *b, uint32_t t);
void build_barrier(struct build *b);             /* all threads of all blocks */
void build_phase(struct build *b, enum event_phase phase, int32_t number);
/* All lanes of warp w shuffle up by d; value[lane] becomes what it received. */
void build_shuffle_up(struct build *b, uint32_t w, uint32_t d, uint32_t *value);
void build_syncwarp(struct build *b, uint32_t w);
struct event *build_event(struct build *b, uint32_t t, enum event_kind kind);

/* Whole kernels over what build_open made, as the catalogue's do them. */
void build_hillis(struct build *b, bool notes, bool in_place);
void build_blelloch(struct build *b, bool inclusive);
void build_warp(struct build *b, bool notes, bool inclusive);
void build_serial(struct build *b, bool inclusive);

#endif
