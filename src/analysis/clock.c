/* Order from structure instead of one big vector a thread: intervals between
 * barriers in a block, meetings in a warp, and a list a block of what it
 * learnt from other blocks. */
#include <stdlib.h>
#include <string.h>

#include "analysis/clock.h"

enum { KNOWN_MAX = 1 << 20 };

/* Meetings of a warp: what each lane knows of each other one, as the number of
 * that lane's events that are ordered before its own. */
struct warp_clock {
    uint32_t common[WARP];       /* known to every lane */
    uint32_t (*own)[WARP];       /* [lane]; NULL until a mask leaves some out */
    uint32_t arrived[WARP];      /* events before the meeting waited at, or 0 */
    uint32_t mask[WARP];
    uint32_t lanes;              /* that exist */
};

/* Block `of` is known up to moment `upto`, to the thread of `by` from then on. */
struct known { uint32_t of; struct moment upto, by; };
struct known_list { struct known *known; uint32_t count, room; };

/* A release: what its block knew by then. */
struct release { uint32_t event, block, known; struct moment at; };

struct clock {
    const struct trace *trace;
    const struct flow *flow;
    const struct walk *walk;
    uint32_t *block_of;          /* [seg] */
    uint32_t *interval;          /* [seg] barriers passed */
    bool *fenced;                /* [seg] has made a fence */
    uint32_t *warp_of;           /* [seg] */
    struct warp_clock *warp;
    uint32_t warps;
    struct known_list *list;     /* [block] */
    struct release *release; uint32_t releases, room; /* by time */
    uint64_t known_in_all;
};

/* ---- meetings ----------------------------------------------------------- */

static uint32_t lane_of(const struct clock *clock, uint32_t seg)
{
    return clock->trace->segs[seg].thread % WARP;
}

static uint32_t warp_knows(const struct warp_clock *warp, uint32_t lane,
                           uint32_t other)
{
    uint32_t own = warp->own ? warp->own[lane][other] : 0;
    return own > warp->common[other] ? own : warp->common[other];
}

/* All lanes of mask are there: each learns what the others know. */
static bool warp_join(struct warp_clock *warp, uint32_t mask)
{
    uint32_t joint[WARP] = {0};
    bool full = (warp->lanes & ~mask) == 0;
    if (!full && !warp->own) {
        warp->own = calloc(WARP, sizeof *warp->own);
        if (!warp->own)
            return false;
    }
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(mask & warp->lanes & 1u << lane))
            continue;
        for (uint32_t k = 0; warp->own && k < WARP; k++) {
            uint32_t knows = warp_knows(warp, lane, k);
            joint[k] = knows > joint[k] ? knows : joint[k];
        }
        joint[lane] = warp->arrived[lane];
    }
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(mask & warp->lanes & 1u << lane))
            continue;
        if (!full)
            memcpy(warp->own[lane], joint, sizeof joint);
        warp->arrived[lane] = 0;
    }
    if (full)
        memcpy(warp->common, joint, sizeof joint);
    return true;
}

static bool clock_meet(struct clock *clock, uint32_t seg, uint32_t ordinal,
                       uint32_t mask)
{
    struct warp_clock *warp = &clock->warp[clock->warp_of[seg]];
    uint32_t lane = lane_of(clock, seg);
    warp->arrived[lane] = ordinal + 1;
    warp->mask[lane] = mask;
    for (uint32_t k = 0; k < WARP; k++) {
        bool named = mask & warp->lanes & 1u << k;
        if (named && (warp->arrived[k] == 0 || warp->mask[k] != mask))
            return true;
    }
    return warp_join(warp, mask);
}

/* ---- between blocks ----------------------------------------------------- */

bool clock_synchronises(const struct event *event)
{
    enum event_kind kind = event_kind(event);
    return kind == EV_POLL || kind == EV_PUBLISH || kind == EV_ATOMIC
           || (event->kind & (EVENT_ACQUIRE | EVENT_VOLATILE)) != 0;
}

static bool clock_releases(const struct clock *clock, uint32_t seg,
                           const struct event *event)
{
    if (!walk_writes(event) || !clock_synchronises(event))
        return false;
    return event_kind(event) == EV_PUBLISH
           || (event->kind & EVENT_RELEASE) != 0 || clock->fenced[seg];
}

/* Whether lanes have met since `before`, so that seg knows of it. */
static bool warp_ordered(const struct clock *clock,
                         const struct moment *before, uint32_t seg)
{
    if (clock->warp_of[before->seg] != clock->warp_of[seg])
        return false;
    const struct warp_clock *warp = &clock->warp[clock->warp_of[seg]];
    return warp_knows(warp, lane_of(clock, seg), lane_of(clock, before->seg))
           > before->ordinal;
}

/* Whether what happened at `before` in seg's own block is ordered before what
 * seg does now. */
static bool block_ordered(const struct clock *clock,
                          const struct moment *before, uint32_t seg)
{
    return before->seg == seg || before->interval < clock->interval[seg]
           || warp_ordered(clock, before, seg);
}

static bool known_add(struct clock *clock, struct known_list *list,
                      struct known known)
{
    if (clock->known_in_all == KNOWN_MAX)
        return true;
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 4;
        struct known *grown = realloc(list->known, room * sizeof *grown);
        if (!grown)
            return false;
        list->known = grown;
        list->room = room;
    }
    list->known[list->count++] = known;
    clock->known_in_all++;
    return true;
}

static bool clock_release(struct clock *clock, uint32_t seg, uint32_t ordinal,
                          uint32_t event)
{
    if (clock->releases == clock->room) {
        uint32_t room = clock->room ? clock->room * 2 : 64;
        struct release *grown = realloc(clock->release, room * sizeof *grown);
        if (!grown)
            return false;
        clock->release = grown;
        clock->room = room;
    }
    uint32_t block = clock->block_of[seg];
    clock->release[clock->releases++] = (struct release){
        event, block, clock->list[block].count, clock_now(clock, seg, ordinal)};
    return true;
}

static const struct release *release_find(const struct clock *clock,
                                          uint32_t event)
{
    for (uint32_t r = clock->releases; r > 0; r--)
        if (clock->release[r - 1].event == event)
            return &clock->release[r - 1];
    return NULL;
}

/* Whether the releasing thread knew the entry when it released. */
static bool entry_was_known(const struct clock *clock,
                            const struct known *entry,
                            const struct release *release)
{
    return entry->by.seg == release->at.seg
           || entry->by.interval < release->at.interval
           || warp_ordered(clock, &entry->by, release->at.seg);
}

static bool clock_acquire(struct clock *clock, uint32_t seg, uint32_t ordinal,
                          uint32_t store)
{
    const struct release *release =
        store == FLOW_NONE ? NULL : release_find(clock, store);
    uint32_t block = clock->block_of[seg];
    if (!release || release->at.seg == seg)
        return true;
    struct known_list *mine = &clock->list[block];
    struct moment now = clock_now(clock, seg, ordinal);
    bool ok = known_add(clock, mine,
                        (struct known){release->block, release->at, now});
    for (uint32_t k = 0; ok && k < release->known; k++) {
        struct known entry = clock->list[release->block].known[k];
        if (release->block == block || entry.of == block
            || !entry_was_known(clock, &entry, release))
            continue;
        entry.by = now;
        ok = known_add(clock, mine, entry);
    }
    return ok;
}

/* Whether the list of seg's block says so. Another thread of the releasing warp
 * counts as far as the warp has met by now, which may be later than the release:
 * rather no finding than a false one. */
static bool list_ordered(const struct clock *clock,
                         const struct moment *before, uint32_t seg)
{
    const struct known_list *list = &clock->list[clock->block_of[seg]];
    uint32_t of = clock->block_of[before->seg];
    for (uint32_t k = list->count; k > 0; k--) {
        const struct known *known = &list->known[k - 1];
        if (known->of != of || !block_ordered(clock, &known->by, seg))
            continue;
        if (before->seg == known->upto.seg
                ? before->ordinal <= known->upto.ordinal
                : before->interval < known->upto.interval
                      || warp_ordered(clock, before, known->upto.seg))
            return true;
    }
    return clock->known_in_all == KNOWN_MAX && list->count > 0;
}

/* ---- the clock ---------------------------------------------------------- */

struct moment clock_now(const struct clock *clock, uint32_t seg,
                        uint32_t ordinal)
{
    return (struct moment){seg, ordinal, clock->interval[seg]};
}

bool clock_ordered(const struct clock *clock, const struct moment *before,
                   uint32_t seg)
{
    if (clock->trace->segs[before->seg].launch
        != clock->trace->segs[seg].launch)
        return true;
    if (clock->block_of[before->seg] == clock->block_of[seg]
        && block_ordered(clock, before, seg))
        return true;
    return list_ordered(clock, before, seg);
}

bool clock_event(struct clock *clock, uint32_t seg, uint32_t ordinal)
{
    uint32_t index = (uint32_t)clock->trace->segs[seg].first + ordinal;
    const struct event *event = &clock->trace->events[index];
    switch (event_kind(event)) {
    case EV_BARRIER:
        clock->interval[seg]++;
        return true;
    case EV_MEET:
        return clock_meet(clock, seg, ordinal, event->b);
    case EV_FENCE:
        clock->fenced[seg] = true;
        return true;
    default:
        break;
    }
    if (!clock_synchronises(event))
        return true;
    bool ok = true;
    if (walk_reads(event))
        ok = clock_acquire(clock, seg, ordinal, clock->flow->from[index]);
    if (ok && clock_releases(clock, seg, event))
        ok = clock_release(clock, seg, ordinal, index);
    return ok;
}

static bool clock_open(struct clock *clock)
{
    const struct trace *trace = clock->trace;
    size_t segs = (size_t)trace->seg_count + 1;
    clock->block_of = calloc(segs, sizeof *clock->block_of);
    clock->interval = calloc(segs, sizeof *clock->interval);
    clock->fenced = calloc(segs, sizeof *clock->fenced);
    clock->warp_of = calloc(segs, sizeof *clock->warp_of);
    clock->list = calloc(clock->walk->count + 1u, sizeof *clock->list);
    if (!clock->block_of || !clock->interval || !clock->fenced
        || !clock->warp_of || !clock->list)
        return false;
    for (uint32_t b = 0; b < clock->walk->count; b++) {
        const struct walk_block *block = &clock->walk->block[b];
        uint32_t end = block->first + block->count;
        for (uint32_t s = block->first; s < end; clock->warps++) {
            uint32_t warp_end = walk_warp_end(trace, block, s);
            for (; s < warp_end; s++) {
                clock->block_of[s] = b;
                clock->warp_of[s] = clock->warps;
            }
        }
    }
    clock->warp = calloc(clock->warps + 1u, sizeof *clock->warp);
    for (uint32_t s = 0; clock->warp && s < trace->seg_count; s++)
        clock->warp[clock->warp_of[s]].lanes |= 1u << lane_of(clock, s);
    return clock->warp != NULL;
}

struct clock *clock_create(const struct trace *trace, const struct flow *flow,
                           const struct walk *walk)
{
    struct clock *clock = calloc(1, sizeof *clock);
    if (!clock)
        return NULL;
    clock->trace = trace;
    clock->flow = flow;
    clock->walk = walk;
    if (clock_open(clock))
        return clock;
    clock_destroy(clock);
    return NULL;
}

void clock_destroy(struct clock *clock)
{
    if (!clock)
        return;
    for (uint32_t w = 0; clock->warp && w < clock->warps; w++)
        free(clock->warp[w].own);
    for (uint32_t b = 0; clock->list && b < clock->walk->count; b++)
        free(clock->list[b].known);
    free(clock->block_of);
    free(clock->interval);
    free(clock->fenced);
    free(clock->warp_of);
    free(clock->warp);
    free(clock->list);
    free(clock->release);
    free(clock);
}
