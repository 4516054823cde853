/* Private to analysis: step boundaries of one launch, found in cuts.c, counted
 * in steps.c. */
#ifndef ANALYSIS_STEPS_H
#define ANALYSIS_STEPS_H

#include "analysis/analysis.h"
#include "analysis/walk.h"

/* The steps of one launch, in malloc'd storage. */
struct cut_list {
    uint32_t count;
    struct cut_name { int phase; int32_t number; } *name; /* [count] */
    /* at[(seg - first_seg) * (count + 1) + k], as steps.cuts */
    uint32_t *at;
};
enum { CUT_NO_PHASE = -1 };

/* blocks: those of the launch. False: out of memory, or far too many steps
 * (err says which). cuts_finish frees. */
bool cuts_find(const struct trace *trace, const struct walk_block *block,
               uint32_t blocks, struct cut_list *out, struct err *err);
void cuts_finish(struct cut_list *list);

/* The step of an event whose segment is known. */
uint32_t steps_at(const struct steps *steps, uint32_t seg, uint32_t ordinal);

#endif
