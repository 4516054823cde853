/* Covers by hash: joining two covers appends the runs of the right one to the
 * left one's, merges the two at the seam when they are neighbours in order, and
 * looks the result up. A sound scan's covers are one run each, so a join costs
 * a look-up; kernels that shuffle their inputs pay for the runs they make. */
#include <stdlib.h>
#include <string.h>

#include "analysis/cover.h"

enum { RUNS_IN_ALL = 1 << 23 };

bool cover_open(struct cover_table *table, struct arena *arena)
{
    *table = (struct cover_table){.arena = arena, .count = 1, .room = 256,
                                  .slots = 1024};
    table->cover = calloc(table->room, sizeof *table->cover);
    table->slot = calloc(table->slots, sizeof *table->slot);
    if (table->cover && table->slot)
        return true;
    cover_close(table);
    return false;
}

void cover_close(struct cover_table *table)
{
    free(table->cover);
    free(table->slot);
    table->cover = NULL;
    table->slot = NULL;
}

static uint64_t cover_hash(const struct cover_run *run, uint32_t count)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < count; i++) {
        hash ^= (uint64_t)run[i].first << 32 | run[i].last;
        hash *= 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Where the list is, or the empty slot where it belongs. */
static uint32_t *cover_slot(const struct cover_table *table,
                            const struct cover_run *run, uint32_t count,
                            uint64_t inputs)
{
    uint64_t at = cover_hash(run, count) + inputs;
    for (;; at++) {
        uint32_t *slot = &table->slot[at & (table->slots - 1)];
        const struct cover *cover = *slot ? &table->cover[*slot - 1] : NULL;
        if (!cover)
            return slot;
        if (cover->count == count && cover->inputs == inputs
            && memcmp(cover->run, run, count * sizeof *run) == 0)
            return slot;
    }
}

static bool cover_grow(struct cover_table *table)
{
    if (table->count == table->room) {
        size_t room = (size_t)table->room * 2;
        struct cover *grown = realloc(table->cover, room * sizeof *grown);
        if (!grown)
            return false;
        table->cover = grown;
        table->room = (uint32_t)room;
    }
    if (table->count * 2 < table->slots)
        return true;
    free(table->slot);
    table->slots *= 2;
    table->slot = calloc(table->slots, sizeof *table->slot);
    if (!table->slot)
        return false;
    for (uint32_t id = 1; id < table->count; id++) {
        const struct cover *c = &table->cover[id];
        *cover_slot(table, c->run, c->count, c->inputs) = id + 1;
    }
    return true;
}

static int run_compare(const void *left, const void *right)
{
    uint32_t a = ((const struct cover_run *)left)->first;
    uint32_t b = ((const struct cover_run *)right)->first;
    return (a > b) - (a < b);
}

/* FLOW_DISORDER and FLOW_DUPLICATE of a list. */
static uint8_t cover_flags(const struct cover_run *run, uint32_t count)
{
    bool ascends = true, twice = false;
    for (uint32_t i = 1; i < count; i++)
        ascends = ascends && run[i].first > run[i - 1].last;
    if (ascends)
        return 0;
    struct cover_run *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        return FLOW_DISORDER;
    memcpy(sorted, run, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, run_compare);
    for (uint32_t i = 1; i < count; i++) {
        twice = twice || sorted[i].first <= sorted[i - 1].last;
        if (sorted[i - 1].last > sorted[i].last)
            sorted[i].last = sorted[i - 1].last;
    }
    free(sorted);
    return (uint8_t)(FLOW_DISORDER | (twice ? FLOW_DUPLICATE : 0));
}

static uint32_t cover_add(struct cover_table *table,
                          const struct cover_run *run, uint32_t count,
                          uint64_t inputs, uint8_t flags)
{
    uint32_t *slot = cover_slot(table, run, count, inputs);
    if (*slot)
        return *slot - 1;
    struct cover_run *kept = ARENA_NEW(table->arena, struct cover_run, count);
    if (!kept || !cover_grow(table)) {
        table->failed = true;
        return 0;
    }
    memcpy(kept, run, count * sizeof *run);
    slot = cover_slot(table, run, count, inputs);
    *slot = table->count + 1;
    table->runs += count;
    table->cover[table->count] = (struct cover){
        kept, count, inputs, (uint8_t)(flags | cover_flags(run, count))};
    return table->count++;
}

uint32_t cover_one(struct cover_table *table, uint32_t input)
{
    struct cover_run run = {input, input};
    return cover_add(table, &run, 1, 1, 0);
}

/* Joins into out, which has room for all runs of both; returns how many. */
static uint32_t runs_join(const struct cover *left, const struct cover *right,
                          struct cover_run *out)
{
    memcpy(out, left->run, left->count * sizeof *out);
    struct cover_run *last = &out[left->count - 1];
    const struct cover_run *next = right->run;
    uint32_t skip = last->last + 1 == next->first && next->first != 0;
    if (skip)
        last->last = next->last;
    memcpy(last + 1, next + skip, (right->count - skip) * sizeof *out);
    return left->count + right->count - skip;
}

uint32_t cover_join(struct cover_table *table, uint32_t left, uint32_t right)
{
    if (left == 0 || right == 0)
        return left + right;
    const struct cover *a = &table->cover[left], *b = &table->cover[right];
    uint64_t inputs = a->inputs + b->inputs;
    uint8_t flags = 0;
    if (inputs < a->inputs)
        inputs = UINT64_MAX;
    struct cover_run few[8], *run = few;
    if (a->count + b->count > 8)
        run = malloc((a->count + b->count) * sizeof *run);
    if (!run) {
        table->failed = true;
        return 0;
    }
    uint32_t count = runs_join(a, b, run);
    uint32_t limit = table->runs > RUNS_IN_ALL ? 1 : COVER_RUNS;
    if (count > limit) {
        count = limit;
        table->cut = true;
        flags = (uint8_t)((a->flags | b->flags) | FLOW_DISORDER);
    }
    uint32_t id = cover_add(table, run, count, inputs, flags);
    if (run != few)
        free(run);
    return id;
}
