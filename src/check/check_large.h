/* Large runs, block by block: each block is recorded, analysed and checked as
 * soon as it ends, and forgotten. What is kept is what the outputs hold, who
 * wrote which global word, and sums.
 *
 * Looked for: wrong, missing or stray outputs; within a block, everything that
 * analysis finds in a part of a trace (races, ranges, divergence, masks);
 * between blocks of a launch, global words that one writes and another reads
 * or writes. The last is left out for algorithms that poll: what orders their
 * blocks are status words, which a part does not show. */
#ifndef CHECK_LARGE_H
#define CHECK_LARGE_H

#include "check/check.h"
#include "run/run.h"

enum { CHECK_LARGE_NOTES = 8 };

struct check_large {
    struct trace_run run;
    struct check_result result;
    bool cut;                /* some thread had more events than are kept */
    uint64_t blocks, events;
    uint64_t adds, barriers; /* barriers: of all blocks together */
    uint64_t shared_excess;  /* bank conflicts: accesses beyond the first */
    uint64_t global_words;   /* loaded and stored */
    uint32_t findings;
    char note[CHECK_LARGE_NOTES][240]; /* the first of them */
};

/* spec as for run_record_parts; its progress may be NULL. */
bool check_large_run(const struct run_spec *spec, struct check_large *out,
                     struct err *err);

#endif
