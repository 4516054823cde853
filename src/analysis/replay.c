/* The run once more, from its events: every thread goes on until a barrier, a
 * meeting or a word that is not yet what it read holds it back. When nobody can
 * go on (a run that ended badly, a cut trace, a race the bits do not settle),
 * the first thread that waits is let go. */
#include <stdlib.h>
#include <string.h>

#include "analysis/replay.h"

#define UNSEEN (FLOW_NONE - 1) /* in from: not yet happened */
enum { HISTORY = 16 };
enum lane_state { GOING = 0, AT_BARRIER, AT_MEET, AT_WORD, DONE };

struct lane { uint32_t next; uint32_t mask; uint8_t state; bool forced; };

struct player {
    const struct trace *trace;
    uint32_t *from;
    uint8_t *flags;
    struct flow_run *run; size_t run_count, run_room;
    uint32_t *global;      /* last store + 1 of every global word */
    uint64_t *global_base; /* [array] where its words begin; modulo 2^64, since
                              only words that events name have a place */
    uint32_t *shared;      /* the same for the blocks of this launch */
    uint64_t *shared_base;
    uint64_t shared_words; /* of one block */
    struct lane *lane;     /* [segment] */
    const struct walk_block *block; /* the one that runs */
    uint32_t block_index;  /* in its launch */
    bool failed;
};

static const struct trace_seg *player_seg(const struct player *p, uint32_t s)
{
    return &p->trace->segs[s];
}

/* The slot of the word the event names, or NULL: out of range. */
static uint32_t *player_word(const struct player *p, const struct event *event)
{
    const struct trace_array *array =
        walk_array(p->trace, event, p->block->launch);
    if (!array || !walk_in_range(array, event))
        return NULL;
    uint64_t index = (uint32_t)event->index;
    if (array->space == SPACE_GLOBAL)
        return p->global + (p->global_base[event->array] + index);
    return p->shared + p->block_index * p->shared_words
           + p->shared_base[event->array] + index;
}

/* ---- which store was read ----------------------------------------------- */

/* What the word holds after this store. */
static uint64_t store_bits(const struct event *store)
{
    bool atomic = event_kind(store) == EV_ATOMIC;
    return atomic ? (uint32_t)(store->bits + store->a) : store->bits;
}

static bool store_fits(const struct event *store, const struct event *load)
{
    if (event_kind(load) == EV_POLL && event_kind(store) == EV_PUBLISH
        && load->a != store->b)
        return false;
    return store_bits(store) == load->bits;
}

/* Whether the initial contents can be what was read; garbage can be anything. */
static bool initial_fits(const struct player *p, const struct event *load)
{
    const struct trace_array *array = &p->trace->arrays[load->array];
    uint64_t bits = 0;
    if (array->init == INIT_NONE)
        return true;
    if (array->init == INIT_INPUT) {
        uint64_t index = (uint32_t)load->index;
        size_t size = array->width < 8 ? array->width : 8;
        if (index >= p->trace->run.n || !p->trace->input)
            return true;
        memcpy(&bits, p->trace->input + index * array->width, size);
    }
    if (array->init == INIT_HEADS) {
        const unsigned char *heads = trace_heads(p->trace);
        if ((uint32_t)load->index >= p->trace->run.n || !heads)
            return true;
        bits = heads[load->index];
    }
    return bits == load->bits;
}

/* Among the word's last stores the newest that fits, or UNSEEN; FLOW_NONE:
 * the initial contents do. */
static uint32_t history_find(const struct player *p, uint32_t last,
                             const struct event *load)
{
    uint32_t store = last;
    for (int i = 0; i < HISTORY; i++) {
        if (store == FLOW_NONE)
            return initial_fits(p, load) ? FLOW_NONE : UNSEEN;
        if (store_fits(&p->trace->events[store], load))
            return store;
        store = p->from[store];
    }
    return UNSEEN;
}

/* The writer the trace names: FLOW_NONE for initial contents; UNSEEN when it
 * names none or one that cannot be true. */
static uint32_t named_writer(const struct player *p, uint32_t index)
{
    const struct event *load = &p->trace->events[index];
    if (!p->trace->writer)
        return UNSEEN;
    uint64_t writer = p->trace->writer[index];
    if (writer == 0)
        return FLOW_NONE;
    if (writer > p->trace->event_count)
        return UNSEEN;
    const struct event *store = &p->trace->events[writer - 1];
    bool agrees = walk_writes(store) && store->array == load->array
                  && store->index == load->index && store_fits(store, load);
    return agrees ? (uint32_t)(writer - 1) : UNSEEN;
}

/* Resolves a read; false: it has to wait for a store to come. */
static bool player_read(struct player *p, uint32_t index, uint32_t *word,
                        bool forced)
{
    const struct event *load = &p->trace->events[index];
    bool patient = event_kind(load) != EV_LD
                   || (load->kind & ~EVENT_KIND_MASK) != 0;
    uint32_t last = *word ? *word - 1 : FLOW_NONE;
    uint32_t named = event_kind(load) == EV_ATOMIC ? UNSEEN
                                                   : named_writer(p, index);
    if (named != UNSEEN) {
        if (named != FLOW_NONE && p->from[named] == UNSEEN && !forced)
            return false;
        p->from[index] = named;
        return true;
    }
    bool first = last == FLOW_NONE ? initial_fits(p, load)
                                   : store_fits(&p->trace->events[last], load);
    uint32_t found = first ? last : UNSEEN;
    if (!first && event_kind(load) != EV_ATOMIC)
        found = history_find(p, last, load);
    if (found == UNSEEN && !forced)
        return false;
    if (found == UNSEEN || (!first && !patient))
        p->flags[index] |= FLOW_AMBIGUOUS;
    p->from[index] = found == UNSEEN ? last : found;
    return true;
}

/* ---- one thread --------------------------------------------------------- */

static void player_emit(struct player *p, uint32_t seg, uint32_t ordinal)
{
    struct flow_run *last = p->run_count ? &p->run[p->run_count - 1] : NULL;
    if (last && last->seg == seg && last->first + last->count == ordinal) {
        last->count++;
        return;
    }
    if (p->run_count == p->run_room) {
        size_t room = p->run_room ? p->run_room * 2 : 4096;
        struct flow_run *grown = realloc(p->run, room * sizeof *grown);
        if (!grown) {
            p->failed = true;
            return;
        }
        p->run = grown;
        p->run_room = room;
    }
    p->run[p->run_count++] = (struct flow_run){seg, ordinal, 1};
}

/* Performs the memory side of an event; false: the thread must wait. */
static bool player_event(struct player *p, const struct trace_seg *seg,
                         uint32_t index, bool forced)
{
    const struct event *event = &p->trace->events[index];
    bool reads = walk_reads(event), writes = walk_writes(event);
    uint32_t *word = reads || writes ? player_word(p, event) : NULL;
    if (event_kind(event) == EV_SHFL) {
        uint32_t source = walk_source(p->trace, p->block, seg, event);
        bool seen = source == FLOW_NONE || p->from[source] != UNSEEN;
        if (!seen && !forced)
            return false;
        p->from[index] = source;
        return true;
    }
    if (word && reads && !player_read(p, index, word, forced))
        return false;
    if (!word || !reads)
        p->from[index] = FLOW_NONE;
    if (word && writes) {
        p->from[index] = *word ? *word - 1 : FLOW_NONE;
        *word = index + 1;
    }
    return true;
}

/* Runs a thread until it waits; true when it did anything. */
static bool player_lane(struct player *p, uint32_t s)
{
    const struct trace_seg *seg = player_seg(p, s);
    struct lane *lane = &p->lane[s];
    uint32_t start = lane->next;
    lane->state = GOING;
    while (lane->state == GOING && lane->next < seg->count) {
        uint32_t index = (uint32_t)seg->first + lane->next;
        const struct event *event = &p->trace->events[index];
        if (!player_event(p, seg, index, lane->forced)) {
            lane->state = AT_WORD;
            break;
        }
        lane->forced = false;
        player_emit(p, s, lane->next++);
        if (event_kind(event) == EV_BARRIER)
            lane->state = AT_BARRIER;
        if (event_kind(event) == EV_MEET) {
            lane->state = AT_MEET;
            lane->mask = event->b;
        }
    }
    if (lane->next == seg->count)
        lane->state = DONE;
    return lane->next != start;
}

/* ---- warps, blocks, launches -------------------------------------------- */

/* Lets the lanes of a full meeting go; true when there was one. */
static bool warp_meet(struct player *p, uint32_t first, uint32_t end)
{
    bool any = false;
    for (uint32_t s = first; s < end; s++) {
        if (p->lane[s].state != AT_MEET)
            continue;
        uint32_t mask = p->lane[s].mask, there = 0, live = 0;
        for (uint32_t o = first; o < end; o++) {
            uint32_t bit = 1u << (player_seg(p, o)->thread % WARP);
            live |= p->lane[o].state != DONE ? bit : 0;
            there |= p->lane[o].state == AT_MEET && p->lane[o].mask == mask
                         ? bit : 0;
        }
        if ((mask & live & ~there) != 0)
            continue;
        for (uint32_t o = first; o < end; o++)
            if (p->lane[o].state == AT_MEET && p->lane[o].mask == mask)
                p->lane[o].state = GOING;
        any = true;
    }
    return any;
}

static bool player_warp(struct player *p, uint32_t first, uint32_t end)
{
    bool any = false, now = true;
    while (now) {
        now = false;
        for (uint32_t s = first; s < end; s++)
            if (p->lane[s].state == GOING || p->lane[s].state == AT_WORD)
                now |= player_lane(p, s);
        now |= warp_meet(p, first, end);
        any |= now;
    }
    return any;
}

static bool block_barrier(struct player *p)
{
    uint32_t end = p->block->first + p->block->count, waiting = 0;
    for (uint32_t s = p->block->first; s < end; s++) {
        if (p->lane[s].state != AT_BARRIER && p->lane[s].state != DONE)
            return false;
        waiting += p->lane[s].state == AT_BARRIER;
    }
    for (uint32_t s = p->block->first; s < end; s++)
        if (p->lane[s].state == AT_BARRIER)
            p->lane[s].state = GOING;
    return waiting > 0;
}

static bool player_block(struct player *p)
{
    uint32_t end = p->block->first + p->block->count;
    bool any = false, now = true;
    while (now) {
        now = false;
        for (uint32_t s = p->block->first; s < end;) {
            uint32_t warp_end = walk_warp_end(p->trace, p->block, s);
            now |= player_warp(p, s, warp_end);
            s = warp_end;
        }
        now |= block_barrier(p);
        any |= now;
    }
    return any;
}

/* The first waiting thread of the launch goes on; false: all are done. */
static bool launch_force(struct player *p, const struct walk_block *block,
                         uint32_t count)
{
    uint32_t first = block[0].first;
    uint32_t end = block[count - 1].first + block[count - 1].count;
    for (uint32_t s = first; s < end; s++) {
        struct lane *lane = &p->lane[s];
        if (lane->state == DONE)
            continue;
        lane->forced = lane->state == AT_WORD;
        lane->state = GOING;
        return true;
    }
    return false;
}

static bool launch_play(struct player *p, const struct walk_block *block,
                        uint32_t count)
{
    p->shared_words = 0;
    for (uint32_t a = 0; a < p->trace->array_count; a++) {
        const struct trace_array *array = &p->trace->arrays[a];
        p->shared_base[a] = p->shared_words;
        if (array->space == SPACE_SHARED
            && array->launch == (int32_t)block[0].launch)
            p->shared_words += array->count;
    }
    free(p->shared);
    p->shared = calloc(count * p->shared_words + 1, sizeof *p->shared);
    if (!p->shared)
        return false;
    bool any = true;
    while (any && !p->failed) {
        any = false;
        for (uint32_t b = 0; b < count; b++) {
            p->block = &block[b];
            p->block_index = b;
            any |= player_block(p);
        }
        any = any || launch_force(p, block, count);
    }
    return !p->failed;
}

static bool player_open(struct player *p, struct arena *arena)
{
    const struct trace *trace = p->trace;
    struct walk_windows windows;
    uint64_t words = 0;
    walk_windows(trace, &windows);
    p->global_base = ARENA_NEW(arena, uint64_t, trace->array_count + 1);
    p->shared_base = ARENA_NEW(arena, uint64_t, trace->array_count + 1);
    if (!p->global_base || !p->shared_base)
        return false;
    for (uint32_t a = 0; a < trace->array_count; a++) {
        p->global_base[a] = words - windows.first[a];
        if (trace->arrays[a].space == SPACE_GLOBAL)
            words += windows.count[a];
    }
    p->global = calloc(words + 1, sizeof *p->global);
    p->lane = calloc((size_t)trace->seg_count + 1, sizeof *p->lane);
    for (uint64_t e = 0; e < trace->event_count; e++)
        p->from[e] = UNSEEN;
    return p->global && p->lane;
}

static bool player_play(struct player *p, const struct walk *walk,
                        struct arena *arena, struct flow *out)
{
    if (!player_open(p, arena))
        return false;
    for (uint32_t b = 0; b < walk->count;) {
        uint32_t end = b;
        while (end < walk->count
               && walk->block[end].launch == walk->block[b].launch)
            end++;
        if (!launch_play(p, &walk->block[b], end - b))
            return false;
        b = end;
    }
    for (uint64_t e = 0; e < p->trace->event_count; e++)
        if (p->from[e] == UNSEEN)
            p->from[e] = FLOW_NONE;
    out->order = ARENA_NEW(arena, struct flow_run, p->run_count + 1);
    out->order_count = (uint32_t)p->run_count;
    if (!out->order)
        return false;
    if (p->run_count > 0)
        memcpy(out->order, p->run, p->run_count * sizeof *p->run);
    return true;
}

bool replay_order(const struct trace *trace, const struct walk *walk,
                  struct arena *arena, struct flow *out, struct err *err)
{
    struct player p = {.trace = trace, .from = out->from,
                       .flags = out->flags};
    bool ok = player_play(&p, walk, arena, out);
    free(p.run);
    free(p.global);
    free(p.shared);
    free(p.lane);
    return ok || walk_memory(err);
}
