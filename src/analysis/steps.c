/* Steps: boundaries come from cuts.c, one launch after the other; here each is
 * named, numbered and counted, warp by warp. */
#include <string.h>

#include "analysis/steps.h"

enum { LINES_MAX = 64 };

/* Lanes that did a thing, warps with such lanes, those with others too; warps that
 * are enough for them. In the block being counted: runs of neighbours, whether the
 * last lane is in one; what was counted before it. */
struct tally {
    uint32_t lanes, warps, divergent, least, runs;
    bool in_run;
    uint32_t lanes_before, warps_before;
};

/* Words that are no values, such as flags, as the lanes of a block read them. */
struct words_read { bool any; uint8_t array; int32_t index; };

struct counter {
    const struct trace *trace;
    const struct steps *steps;
    struct step *step;      /* the one being counted */
    uint16_t line[LINES_MAX]; uint32_t lines;
    struct tally applied, stored, loaded; /* stored: or received */
    struct words_read words;
};

/* What one lane did in the step. */
struct deed { bool applied, stored, loaded; uint32_t barriers; };

/* ---- counting ----------------------------------------------------------- */

static void counter_line(struct counter *c, uint16_t line)
{
    uint32_t at = c->lines;
    while (at > 0 && c->line[at - 1] > line)
        at--;
    if ((at > 0 && c->line[at - 1] == line) || c->lines == LINES_MAX)
        return;
    memmove(c->line + at + 1, c->line + at,
            (c->lines - at) * sizeof *c->line);
    c->line[at] = line;
    c->lines++;
}

/* Whether the store passes on what its thread got in this step, unchanged. */
static bool store_moves(const struct event *events, uint32_t begin,
                        uint32_t end, const struct event *store)
{
    if (event_kind(store) != EV_ST || store->a < begin || store->a >= end)
        return false;
    enum event_kind made_by = event_kind(&events[store->a]);
    return made_by == EV_LD || made_by == EV_SHFL;
}

static void counter_memory(struct counter *c, const struct event *event,
                           uint32_t launch)
{
    const struct trace_array *array = walk_array(c->trace, event, launch);
    bool shared = array && array->space == SPACE_SHARED;
    bool stores = walk_writes(event);
    bool loads = walk_reads(event) && event_kind(event) != EV_ATOMIC;
    *(shared ? &c->step->stores : &c->step->gstores) += stores;
    c->step->tickets += event_kind(event) == EV_ATOMIC && array
                        && array->role == ROLE_COUNTER;
    *(shared ? &c->step->loads : &c->step->gloads) += loads;
}

/* Notes what a lane may decide by that another lane of its block does not see the
 * same: votes, and words if they are not all one. */
static void counter_word(struct counter *c, const struct event *event)
{
    struct words_read *words = &c->words;
    const bool vote = event_kind(event) == EV_MEET && event->array == MEET_BALLOT;
    if (!vote && event_kind(event) != EV_LDW)
        return;
    c->step->by_data |= vote || (words->any && (words->array != event->array
                                                || words->index != event->index));
    *words = (struct words_read){true, event->array, event->index};
}

static struct deed counter_lane(struct counter *c, const struct trace_seg *seg,
                                uint32_t begin, uint32_t end)
{
    const struct event *events = c->trace->events + seg->first;
    struct step *step = c->step;
    struct deed deed = {false, false, false, 0};
    for (uint32_t i = begin; i < end; i++) {
        const struct event *event = &events[i];
        enum event_kind kind = event_kind(event);
        bool writes = walk_writes(event);
        bool applied = kind == EV_OP, received = kind == EV_SHFL;
        if (writes || walk_reads(event))
            counter_memory(c, event, seg->launch);
        if (writes || applied || received)
            counter_line(c, event->line);
        counter_word(c, event);
        step->adds += applied;
        step->shuffles += received;
        step->moves += store_moves(events, begin, end, event);
        deed.barriers += kind == EV_BARRIER;
        deed.applied |= applied;
        deed.stored |= writes || received;
        deed.loaded |= walk_reads(event);
    }
    return deed;
}

static void tally_warp(struct tally *tally, uint32_t lanes, uint32_t of)
{
    tally->lanes += lanes;
    tally->warps += lanes > 0;
    tally->divergent += lanes > 0 && lanes < of;
}

static void tally_lane(struct tally *tally, bool did)
{
    tally->runs += did && !tally->in_run;
    tally->in_run = did;
}

/* After the last warp of a block. */
static void tally_block(struct tally *tally)
{
    tally->least += tally->runs > 1
        ? (tally->lanes - tally->lanes_before + WARP - 1) / WARP
        : tally->warps - tally->warps_before;
    tally->lanes_before = tally->lanes;
    tally->warps_before = tally->warps;
    tally->runs = 0;
    tally->in_run = false;
}

/* Counts the lanes of one warp: segments first..end-1. */
static void counter_warp(struct counter *c, uint32_t k, uint32_t first,
                         uint32_t end)
{
    uint32_t applied = 0, stored = 0, loaded = 0;
    for (uint32_t s = first; s < end; s++) {
        const uint32_t *cut =
            c->steps->cuts + (size_t)s * (c->steps->count + 1) + k;
        struct deed deed =
            counter_lane(c, &c->trace->segs[s], cut[0], cut[1]);
        applied += deed.applied;
        stored += deed.stored;
        loaded += deed.loaded;
        tally_lane(&c->applied, deed.applied);
        tally_lane(&c->stored, deed.stored);
        tally_lane(&c->loaded, deed.loaded);
        if (deed.barriers > c->step->barriers)
            c->step->barriers = deed.barriers;
    }
    tally_warp(&c->applied, applied, end - first);
    tally_warp(&c->stored, stored, end - first);
    tally_warp(&c->loaded, loaded, end - first);
}

/* ---- naming ------------------------------------------------------------- */

static enum step_kind step_kind_of(const struct step *step)
{
    bool works = step->adds > 0 || step->shuffles > 0;
    switch (step->phase) {
    case PHASE_LOAD: return STEP_LOAD;
    case PHASE_STORE: return STEP_STORE;
    case PHASE_ROOT: case PHASE_TOTAL: return STEP_ROOT;
    case PHASE_SHIFT: case PHASE_SCATTER: return STEP_OTHER;
    case PHASE_STRIDE: case PHASE_UP: case PHASE_DOWN: case PHASE_SHUFFLE:
        return STEP_ROUND;
    default: break;
    }
    if (works)
        return STEP_ROUND;
    if (step->phase != CUT_NO_PHASE)
        return STEP_OTHER;
    if (step->tickets > 0)
        return STEP_OTHER;
    if (step->gstores > 0)
        return STEP_STORE;
    return step->gloads > 0 ? STEP_LOAD : STEP_OTHER;
}

/* Of a block that was not recorded there is one segment, without threads. */
static bool seg_left_out(const struct trace_seg *seg)
{
    return seg->count == 0 && seg->dropped > 0;
}

static void step_active(struct step *step, const struct tally *tally)
{
    step->active = tally->lanes;
    step->warps_active = tally->warps;
    step->divergent = tally->divergent;
    step->warps_least = tally->least;
}

static bool counter_step(struct counter *c, uint32_t k,
                         const struct walk_block *block, uint32_t blocks,
                         struct arena *arena)
{
    struct step *step = c->step = &c->steps->step[k];
    c->lines = 0;
    c->applied = c->stored = c->loaded = (struct tally){0};
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t end = block[b].first + block[b].count;
        c->words.any = false;
        for (uint32_t s = block[b].first; s < end;) {
            if (seg_left_out(&c->trace->segs[s])) {
                s++;
                continue;
            }
            uint32_t warp_end = walk_warp_end(c->trace, &block[b], s);
            counter_warp(c, k, s, warp_end);
            step->threads += warp_end - s;
            step->warps++;
            s = warp_end;
        }
        tally_block(&c->applied);
        tally_block(&c->stored);
        tally_block(&c->loaded);
    }
    step_active(step, step->adds > 0 ? &c->applied
                      : c->stored.lanes > 0 ? &c->stored : &c->loaded);
    if (step->tickets < step->gstores || step->gloads > 0)
        step->tickets = 0;
    step->kind = step_kind_of(step);
    step->line_count = c->lines;
    step->lines = ARENA_NEW(arena, uint32_t, c->lines + 1);
    if (!step->lines)
        return false;
    for (uint32_t i = 0; i < c->lines; i++)
        step->lines[i] = c->line[i];
    return true;
}

/* ---- all launches ------------------------------------------------------- */

struct launch_cuts {
    const struct walk_block *block; uint32_t blocks;
    uint32_t base; /* its first step */
    struct cut_list list;
};

/* The blocks of each launch that has any; returns how many launches. */
static uint32_t launches_split(const struct walk *walk,
                               struct launch_cuts *launch)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < walk->count; b++) {
        if (count == 0
            || launch[count - 1].block->launch != walk->block[b].launch)
            launch[count++].block = &walk->block[b];
        launch[count - 1].blocks++;
    }
    return count;
}

/* Copies one launch's cuts and names into place. */
static void launch_place(const struct launch_cuts *launch, struct steps *out)
{
    uint32_t count = launch->list.count;
    const struct walk_block *last = &launch->block[launch->blocks - 1];
    uint32_t first = launch->block->first, end = last->first + last->count;
    for (uint32_t k = 0; k < count; k++) {
        struct step *step = &out->step[launch->base + k];
        step->launch = launch->block->launch;
        step->phase = launch->list.name[k].phase;
        step->phase_number = launch->list.name[k].number;
    }
    for (uint32_t s = first; s < end; s++) {
        uint32_t *to = out->cuts + (size_t)s * (out->count + 1);
        const uint32_t *from =
            launch->list.at + (size_t)(s - first) * (count + 1);
        for (uint32_t k = 0; k <= out->count; k++) {
            uint32_t own = k < launch->base ? 0 : k - launch->base;
            to[k] = from[own < count ? own : count];
        }
    }
}

static void steps_number(struct steps *steps)
{
    for (uint32_t k = 0; k < steps->count; k++)
        if (steps->step[k].kind == STEP_ROUND)
            steps->step[k].number = ++steps->rounds;
}

static bool steps_fill(const struct trace *trace, struct arena *arena,
                       const struct launch_cuts *launch, uint32_t launches,
                       struct steps *out)
{
    size_t cuts = (size_t)trace->seg_count * (out->count + 1) + 1;
    struct counter counter = {.trace = trace, .steps = out};
    out->step = ARENA_NEW(arena, struct step, out->count + 1u);
    out->cuts = ARENA_NEW(arena, uint32_t, cuts);
    if (!out->step || !out->cuts)
        return false;
    for (uint32_t l = 0; l < launches; l++)
        launch_place(&launch[l], out);
    for (uint32_t l = 0; l < launches; l++)
        for (uint32_t k = 0; k < launch[l].list.count; k++)
            if (!counter_step(&counter, launch[l].base + k, launch[l].block,
                              launch[l].blocks, arena))
                return false;
    steps_number(out);
    return true;
}

bool analysis_steps(const struct trace *trace, struct arena *arena,
                    struct steps *out, struct err *err)
{
    struct walk walk;
    *out = (struct steps){.cut = trace->dropped > 0};
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    struct launch_cuts *launch =
        ARENA_NEW(arena, struct launch_cuts, walk.count + 1u);
    if (!launch)
        return walk_memory(err);
    uint32_t launches = launches_split(&walk, launch), found = 0;
    bool ok = true;
    while (ok && found < launches) {
        struct launch_cuts *now = &launch[found];
        now->base = out->count;
        ok = cuts_find(trace, now->block, now->blocks, &now->list, err);
        out->count += now->list.count;
        found++;
    }
    if (ok)
        ok = steps_fill(trace, arena, launch, launches, out)
             || walk_memory(err);
    for (uint32_t l = 0; l < found; l++)
        cuts_finish(&launch[l].list);
    return ok;
}

uint32_t steps_at(const struct steps *steps, uint32_t seg, uint32_t ordinal)
{
    const uint32_t *cut = steps->cuts + (size_t)seg * (steps->count + 1);
    uint32_t low = 0, high = steps->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (cut[middle] <= ordinal)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t steps_of_event(const struct steps *steps, const struct trace *trace,
                        uint64_t event)
{
    const struct trace_seg *seg = trace_seg_of(trace, event);
    return steps_at(steps, (uint32_t)(seg - trace->segs),
                    (uint32_t)(event - seg->first));
}
