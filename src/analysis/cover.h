/* Private to analysis: covers, each kept once.
 *
 * A cover is an ordered list of runs of input indices. Equal covers have equal
 * ids; id 0 is the empty one. */
#ifndef ANALYSIS_COVER_H
#define ANALYSIS_COVER_H

#include "analysis/analysis.h"

enum { COVER_RUNS = 1 << 16 }; /* longer lists keep their first runs only */

struct cover_table {
    struct arena *arena;
    struct cover *cover; uint32_t count, room;
    uint32_t *slot; uint32_t slots; /* open addressing: id + 1 */
    uint64_t runs;                  /* held in all */
    bool failed;                    /* out of memory */
    bool cut;                       /* a list was shortened */
};

bool cover_open(struct cover_table *table, struct arena *arena);
void cover_close(struct cover_table *table); /* keeps what lies in the arena */

uint32_t cover_one(struct cover_table *table, uint32_t input);
uint32_t cover_join(struct cover_table *table, uint32_t left, uint32_t right);

#endif
