/* Hand-made heads of runs, so that the executor is tested without the rooms
 * above it, and the states that stores leave behind. */
#ifndef TESTS_SIMT_HEAD_H
#define TESTS_SIMT_HEAD_H

#include "simt/simt.h"
#include "trace/trace.h"

enum { HEAD_X = 0, HEAD_Y = 1, HEAD_TOTAL = 2 };

struct head {
    const char *kernel;
    uint32_t n, block, grid;  /* grid 0: 1 */
    int inclusive;
    enum elem_op op;
    enum elem_type type;
    const int *input;         /* NULL: 3 1 4 1 5 9 2 6, repeated */
    const char *shared;       /* names, space separated; `block` elements each */
    bool shared_ints;         /* the shared arrays are of int words */
    const char *ints;         /* global int arrays after total, `grid` or more, zeroed */
    const char *stats;        /* the same for status words */
};

/* Fills a fresh trace: x, y, total, then ints, stats and shared arrays. The
 * kernel's int arguments are n and inclusive. */
void head_fill(struct trace *trace, const struct head *head);

/* head_fill and simt_run with the kernels of the project; fails the test when
 * the run cannot start. */
void head_run(struct trace *trace, const struct head *head,
              const struct simt_options *options);
/* The same with other kernels. */
void head_run_with(struct trace *trace, const struct head *head,
                   const struct simt_entry *table, int entries,
                   const struct simt_options *options);

/* What the stores so far left in array[index]: of all segments, the store with
 * the greatest run-wide sequence number below `before` (traces recorded with
 * `sequence`). False when there is none. */
bool head_stored(const struct trace *trace, uint32_t array, int32_t index,
                 uint64_t before, unsigned char value[ELEM_MAX]);
/* As an int. */
int head_int(const struct trace *trace, uint32_t array, int32_t index, uint64_t before);

/* The sequence number of the last event of this phase kind and number, plus
 * one: with in-order, all that came before the next phase is below it. */
uint64_t head_phase_end(const struct trace *trace, enum event_phase phase, int number);

/* Canonical dump as a fresh string. */
char *head_dump(const struct trace *trace);

#endif
