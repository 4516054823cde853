/* Status words over time: when a tile said what, who read it, who waited.
 *
 * Time is what the trace offers: nanoseconds of a GPU, the order in which the
 * host ran the events, or else an order that the run allows. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/moments.h"
#include "analysis/steps.h"
#include "analysis/walk.h"

struct keeper {
    const struct trace *trace;
    const struct steps *steps;
    const struct flow *flow;
    struct tiles *out;
    struct moments moments;
};

static uint64_t keeper_time(const struct keeper *k, uint64_t event)
{
    return moments_at(&k->moments, event);
}

static bool speaks(const struct event *event)
{
    return walk_is(event, 1u << EV_PUBLISH | 1u << EV_POLL);
}

/* Counts publications and polls of a launch's blocks. */
static uint32_t launch_words(const struct trace *trace, const struct walk *walk,
                             uint32_t launch)
{
    uint32_t words = 0;
    for (uint32_t b = 0; b < walk->count; b++)
        for (uint32_t s = 0;
             walk->block[b].launch == launch && s < walk->block[b].count; s++) {
            const struct trace_seg *seg =
                &trace->segs[walk->block[b].first + s];
            for (uint32_t i = 0; i < seg->count; i++)
                words += speaks(&trace->events[seg->first + i]);
        }
    return words;
}

static void keeper_word(struct keeper *k, const struct trace_seg *seg,
                        uint32_t ordinal, uint32_t life)
{
    struct tiles *out = k->out;
    uint32_t e = (uint32_t)seg->first + ordinal;
    const struct event *event = &k->trace->events[e];
    uint64_t at = keeper_time(k, e);
    if (event_kind(event) == EV_PUBLISH) {
        out->state[out->state_count++] =
            (struct tile_state){e, life, (uint8_t)event->b, at};
        return;
    }
    out->read[out->read_count++] = (struct tile_read){
        .event = e, .life = life, .of = (uint32_t)event->index,
        .publish = k->flow->from[e], .failed = event->b,
        .kind = (uint8_t)event->a,
        .since = ordinal ? keeper_time(k, e - 1) : at, .at = at};
    out->life[life].failed += event->b;
    out->failed += event->b;
}

static int state_before(const void *a, const void *b)
{
    const struct tile_state *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->event < y->event ? -1 : x->event > y->event;
}

static int read_before(const void *a, const void *b)
{
    const struct tile_read *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->event < y->event ? -1 : x->event > y->event;
}

/* When the steps of one thread were done, into its tile's row. */
static void keeper_steps(struct keeper *k, uint32_t seg, uint64_t *row)
{
    const struct trace_seg *s = &k->trace->segs[seg];
    const uint32_t count = k->steps->count;
    const uint32_t *cut = k->steps->cuts + (size_t)seg * (count + 1);
    for (uint32_t step = 0; step < count; step++)
        if (cut[step + 1] > cut[step] && cut[step + 1] <= s->count) {
            uint64_t at = keeper_time(k, s->first + cut[step + 1] - 1);
            row[step + 1] = at > row[step + 1] ? at : row[step + 1];
        }
}

/* Tiles that were left out: those side by side are one. */
static void keeper_left_out(struct keeper *k, const struct walk_block *block)
{
    struct tiles *out = k->out;
    struct tile_life *last = out->life + out->count;
    if (out->count > 0 && !last[-1].traced && last[-1].launch == block->launch) {
        last[-1].until = block->tile;
        return;
    }
    *last = (struct tile_life){.launch = block->launch, .tile = block->tile,
                               .until = block->tile, .state = out->state_count,
                               .read = out->read_count};
    out->count++;
}

static void keeper_life(struct keeper *k, const struct walk_block *block)
{
    struct tiles *out = k->out;
    const uint32_t life = out->count++, columns = k->steps->count + 1;
    struct tile_life *l = &out->life[life];
    uint64_t *row = out->step_at + (size_t)life * columns;
    *l = (struct tile_life){.launch = block->launch, .tile = block->tile,
                            .until = block->tile, .traced = true,
                            .begin = UINT64_MAX, .state = out->state_count,
                            .read = out->read_count};
    for (uint32_t s = block->first; s < block->first + block->count; s++) {
        const struct trace_seg *seg = &k->trace->segs[s];
        for (uint32_t i = 0; i < seg->count; i++)
            if (speaks(&k->trace->events[seg->first + i]))
                keeper_word(k, seg, i, life);
        if (seg->count == 0)
            continue;
        uint64_t begin = keeper_time(k, seg->first);
        uint64_t end = keeper_time(k, seg->first + seg->count - 1);
        l->begin = begin < l->begin ? begin : l->begin;
        l->end = end > l->end ? end : l->end;
        keeper_steps(k, s, row);
    }
    l->begin = l->begin == UINT64_MAX ? 0 : l->begin;
    row[0] = l->begin;
    for (uint32_t c = 1; c < columns; c++)
        row[c] = row[c] > row[c - 1] ? row[c] : row[c - 1];
    l->states = out->state_count - l->state;
    l->reads = out->read_count - l->read;
    qsort(out->state + l->state, l->states, sizeof *out->state, state_before);
    qsort(out->read + l->read, l->reads, sizeof *out->read, read_before);
}

static bool keeper_room(struct keeper *k, struct arena *arena, uint32_t lives,
                        uint32_t words)
{
    struct tiles *out = k->out;
    size_t columns = k->steps->count + (size_t)1;
    out->life = ARENA_NEW(arena, struct tile_life, lives);
    out->state = ARENA_NEW(arena, struct tile_state, words);
    out->read = ARENA_NEW(arena, struct tile_read, words);
    out->step_at = ARENA_NEW(arena, uint64_t, lives * columns);
    return out->life && out->state && out->read && out->step_at;
}

/* All tiles of launches in which anybody publishes or polls. */
static bool keeper_fill(struct keeper *k, const struct walk *walk,
                        struct arena *arena)
{
    uint32_t words = 0;
    for (uint32_t launch = 0; launch < k->trace->launch_count; launch++)
        words += launch_words(k->trace, walk, launch);
    if (words == 0)
        return true;
    if (!moments_open(&k->moments, k->trace, k->flow) || !keeper_room(k, arena, walk->count, words))
        return false;
    k->out->clock = k->moments.clock;
    for (uint32_t b = 0; b < walk->count; b++) {
        bool same = b > 0 && walk->block[b].launch == walk->block[b - 1].launch;
        bool told = same ? k->out->count > 0
                               && k->out->life[k->out->count - 1].launch
                                      == walk->block[b].launch
                         : launch_words(k->trace, walk, walk->block[b].launch);
        const bool traced = walk_traced(k->trace, &walk->block[b]);
        if (told && traced)
            keeper_life(k, &walk->block[b]);
        else if (told)
            keeper_left_out(k, &walk->block[b]);
        k->out->tiles += told;
        k->out->traced += told && traced;
    }
    return true;
}

static void keeper_span(struct tiles *out)
{
    bool first = true;
    for (uint32_t i = 0; i < out->count; i++) {
        const struct tile_life *l = &out->life[i];
        if (!l->traced)
            continue;
        out->begin = first || l->begin < out->begin ? l->begin : out->begin;
        out->end = first || l->end > out->end ? l->end : out->end;
        first = false;
    }
}

bool analysis_tiles(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, struct arena *arena,
                    struct tiles *out, struct err *err)
{
    struct keeper k = {.trace = trace, .steps = steps, .flow = flow, .out = out};
    struct walk walk;
    *out = (struct tiles){.cut = steps->cut || flow->cut};
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    bool ok = keeper_fill(&k, &walk, arena);
    keeper_span(out);
    moments_close(&k.moments);
    return ok || walk_memory(err);
}
