/* Where the steps of a launch begin and end.
 *
 * Phase notes decide where there are any. The notes of all threads are merged
 * into one sequence: each thread's notes are looked for in it in order, and
 * what is missing is put in where the thread has it. Events before the first
 * note make a step of their own if they touch memory or values; notes with
 * nothing after them are dropped.
 *
 * Without notes a step closes at a barrier once its block has stored, and at
 * each shuffle. Steps are (barrier group, shuffle) pairs, aligned over threads
 * and blocks by both numbers. */
#include <stdlib.h>
#include <string.h>

#include "analysis/steps.h"

#define CUTS_MAX (UINT64_C(1) << 28)

struct finder {
    const struct trace *trace;
    const struct walk_block *block; uint32_t blocks;
    uint32_t first_seg, segs;
    struct cut_list *list;
    uint32_t room;
};

static const struct trace_seg *finder_seg(const struct finder *f, uint32_t s)
{
    return &f->trace->segs[f->first_seg + s];
}

static const struct event *finder_events(const struct finder *f, uint32_t s)
{
    return f->trace->events + finder_seg(f, s)->first;
}

/* Whether the event is something to look at, not only a note or a wait. */
static bool event_acts(const struct event *event)
{
    enum event_kind kind = event_kind(event);
    return kind != EV_NONE && kind != EV_HIGH && kind != EV_BARRIER
           && kind != EV_PHASE && kind != EV_TILE && kind != EV_EXIT
           && kind != EV_FENCE
           && !(kind == EV_MEET && event->array == MEET_SYNCWARP);
}

/* ---- names from phase notes --------------------------------------------- */

static bool name_insert(struct finder *f, uint32_t at, struct cut_name name)
{
    struct cut_list *list = f->list;
    if (list->count == f->room) {
        uint32_t room = f->room ? f->room * 2 : 64;
        struct cut_name *grown = realloc(list->name, room * sizeof *grown);
        if (!grown)
            return false;
        list->name = grown;
        f->room = room;
    }
    memmove(list->name + at + 1, list->name + at,
            (list->count - at) * sizeof *list->name);
    list->name[at] = name;
    list->count++;
    return true;
}

/* Where the note is in the sequence from `from` on; count when it is not. */
static uint32_t name_find(const struct cut_list *list, uint32_t from,
                          const struct event *note)
{
    for (uint32_t k = from; k < list->count; k++)
        if (list->name[k].phase == note->array
            && list->name[k].number == note->index)
            return k;
    return list->count;
}

/* Merges the notes of one thread into the sequence. */
static bool names_merge(struct finder *f, uint32_t s)
{
    const struct event *event = finder_events(f, s);
    uint32_t at = 1, count = finder_seg(f, s)->count;
    for (uint32_t i = 0; i < count; i++) {
        if (event_kind(&event[i]) != EV_PHASE)
            continue;
        uint32_t found = name_find(f->list, at, &event[i]);
        struct cut_name name = {event[i].array, event[i].index};
        if (found == f->list->count) {
            found = at;
            if (!name_insert(f, found, name))
                return false;
        }
        at = found + 1;
    }
    return true;
}

/* ---- storage ------------------------------------------------------------ */

static bool cuts_alloc(struct finder *f, struct err *err)
{
    uint64_t size = (uint64_t)f->segs * (f->list->count + 1);
    if (size > CUTS_MAX)
        return err_set(err, ERR_FAILED, "the run has too many steps (%u) for "
                       "%u threads to be analysed at once",
                       (unsigned)f->list->count, (unsigned)f->segs);
    f->list->at = calloc(size + 1, sizeof *f->list->at);
    return f->list->at || walk_memory(err);
}

static uint32_t *cuts_of(const struct finder *f, uint32_t s)
{
    return f->list->at + (size_t)s * (f->list->count + 1);
}

/* Cuts of a thread from its own notes; cut[0] is 0. */
static void cuts_from_notes(struct finder *f, uint32_t s)
{
    const struct event *event = finder_events(f, s);
    uint32_t *cut = cuts_of(f, s), at = 0, count = finder_seg(f, s)->count;
    for (uint32_t i = 0; i < count; i++) {
        if (event_kind(&event[i]) != EV_PHASE)
            continue;
        uint32_t found = name_find(f->list, at + 1, &event[i]);
        if (found == f->list->count)
            continue;
        while (at < found)
            cut[++at] = i;
    }
    while (at < f->list->count)
        cut[++at] = count;
}

/* Drops steps in which no thread acts: their events join the step before, or
 * the first step that is kept. */
static void cuts_drop_idle(struct finder *f, bool *acts)
{
    struct cut_list *list = f->list;
    uint32_t kept = 0, count = list->count;
    for (uint32_t k = 0; k < count; k++)
        kept += acts[k];
    for (uint32_t s = 0; s < f->segs; s++) {
        const uint32_t *from = list->at + (size_t)s * (count + 1);
        uint32_t *to = list->at + (size_t)s * (kept + 1), n = 0;
        uint32_t end = from[count];
        for (uint32_t k = 0; k < count; k++) {
            if (!acts[k])
                continue;
            to[n] = n == 0 ? 0 : from[k];
            n++;
        }
        to[n] = end;
    }
    for (uint32_t k = 0, n = 0; k < count; k++)
        if (acts[k])
            list->name[n++] = list->name[k];
    list->count = kept;
}

static bool cuts_tidy(struct finder *f, struct err *err)
{
    uint32_t count = f->list->count;
    bool *acts = calloc((size_t)count + 1, sizeof *acts);
    if (!acts)
        return walk_memory(err);
    for (uint32_t s = 0; s < f->segs; s++) {
        const struct event *event = finder_events(f, s);
        const uint32_t *cut = cuts_of(f, s);
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t i = cut[k]; i < cut[k + 1] && !acts[k]; i++)
                acts[k] = event_acts(&event[i]);
    }
    cuts_drop_idle(f, acts);
    free(acts);
    return true;
}

static bool find_by_notes(struct finder *f, struct err *err)
{
    struct cut_name before = {CUT_NO_PHASE, 0};
    if (!name_insert(f, 0, before))
        return walk_memory(err);
    for (uint32_t s = 0; s < f->segs; s++)
        if (!names_merge(f, s))
            return walk_memory(err);
    if (!cuts_alloc(f, err))
        return false;
    for (uint32_t s = 0; s < f->segs; s++)
        cuts_from_notes(f, s);
    return cuts_tidy(f, err);
}

/* ---- steps from barriers and shuffles ----------------------------------- */

/* Barrier intervals of a block gathered into groups that end once the block
 * has stored: group[b * intervals + interval]. */
struct groups {
    uint32_t intervals; /* the most that one thread has */
    uint32_t *group;
    uint32_t count;     /* the most that one block has */
    uint32_t *parts;    /* [count] 1 + the most shuffles a thread does there */
    uint32_t *base;     /* [count + 1] first step of the group */
};

static uint32_t intervals_of(const struct finder *f, uint32_t s)
{
    const struct event *event = finder_events(f, s);
    uint32_t intervals = 1, count = finder_seg(f, s)->count;
    for (uint32_t i = 0; i < count; i++)
        intervals += event_kind(&event[i]) == EV_BARRIER;
    return intervals;
}

static void groups_of_block(const struct finder *f, struct groups *g,
                            uint32_t b)
{
    uint32_t *group = g->group + (size_t)b * g->intervals;
    const struct walk_block *block = &f->block[b];
    for (uint32_t t = 0; t < block->count; t++) {
        uint32_t s = block->first - f->first_seg + t, interval = 0;
        const struct event *event = finder_events(f, s);
        for (uint32_t i = 0; i < finder_seg(f, s)->count; i++) {
            if (walk_writes(&event[i]))
                group[interval] = 1; /* for now: the block stored here */
            interval += event_kind(&event[i]) == EV_BARRIER;
        }
    }
    uint32_t now = 0;
    for (uint32_t k = 0; k < g->intervals; k++) {
        bool stored = group[k] != 0;
        group[k] = now;
        if (now + 1 > g->count)
            g->count = now + 1;
        now += stored;
    }
}

static uint32_t block_of(const struct finder *f, uint32_t s)
{
    uint32_t b = 0, high = f->blocks;
    while (high - b > 1) {
        uint32_t middle = b + (high - b) / 2;
        if (f->block[middle].first <= f->first_seg + s)
            b = middle;
        else
            high = middle;
    }
    return b;
}

/* Goes through a thread's events; cut NULL: measures parts, else writes cuts. */
static void groups_thread(const struct finder *f, struct groups *g, uint32_t s,
                          uint32_t *cut)
{
    const struct event *event = finder_events(f, s);
    const uint32_t *group = g->group + (size_t)block_of(f, s) * g->intervals;
    uint32_t interval = 0, now = 0, part = 0, at = 0;
    uint32_t count = finder_seg(f, s)->count;
    for (uint32_t i = 0; i < count; i++) {
        part += walk_shuffles(&event[i]);
        if (!cut && part + 1 > g->parts[now])
            g->parts[now] = part + 1;
        for (uint32_t k = g->base[now] + part; cut && at < k;)
            cut[++at] = i;
        interval += event_kind(&event[i]) == EV_BARRIER;
        if (group[interval] != now) {
            now = group[interval];
            part = 0;
        }
    }
    while (cut && at < f->list->count)
        cut[++at] = count;
}

static bool groups_lay(struct finder *f, struct groups *g, struct err *err)
{
    struct cut_name none = {CUT_NO_PHASE, 0};
    g->parts = calloc((size_t)g->count + 1, sizeof *g->parts);
    g->base = calloc((size_t)g->count + 1, sizeof *g->base);
    if (!g->parts || !g->base)
        return walk_memory(err);
    for (uint32_t s = 0; s < f->segs; s++)
        groups_thread(f, g, s, NULL);
    for (uint32_t k = 0; k < g->count; k++) {
        g->base[k + 1] = g->base[k] + (g->parts[k] ? g->parts[k] : 1);
        while (f->list->count < g->base[k + 1])
            if (!name_insert(f, f->list->count, none))
                return walk_memory(err);
    }
    if (!cuts_alloc(f, err))
        return false;
    for (uint32_t s = 0; s < f->segs; s++)
        groups_thread(f, g, s, cuts_of(f, s));
    return cuts_tidy(f, err);
}

static bool find_by_barriers(struct finder *f, struct err *err)
{
    struct groups g = {0};
    for (uint32_t s = 0; s < f->segs; s++) {
        uint32_t intervals = intervals_of(f, s);
        g.intervals = intervals > g.intervals ? intervals : g.intervals;
    }
    g.group = calloc((size_t)f->blocks * g.intervals + 1, sizeof *g.group);
    bool ok = g.group != NULL || walk_memory(err);
    for (uint32_t b = 0; ok && b < f->blocks; b++)
        groups_of_block(f, &g, b);
    ok = ok && groups_lay(f, &g, err);
    free(g.group);
    free(g.parts);
    free(g.base);
    return ok;
}

/* ---- one launch --------------------------------------------------------- */

static bool finder_has_notes(const struct finder *f)
{
    for (uint32_t s = 0; s < f->segs; s++) {
        const struct event *event = finder_events(f, s);
        for (uint32_t i = 0; i < finder_seg(f, s)->count; i++)
            if (event_kind(&event[i]) == EV_PHASE)
                return true;
    }
    return false;
}

bool cuts_find(const struct trace *trace, const struct walk_block *block,
               uint32_t blocks, struct cut_list *out, struct err *err)
{
    const struct walk_block *last = &block[blocks - 1];
    struct finder f = {.trace = trace, .block = block, .blocks = blocks,
                       .first_seg = block->first, .list = out};
    *out = (struct cut_list){0};
    f.segs = last->first + last->count - block->first;
    bool ok = finder_has_notes(&f) ? find_by_notes(&f, err)
                                   : find_by_barriers(&f, err);
    if (!ok)
        cuts_finish(out);
    return ok;
}

void cuts_finish(struct cut_list *list)
{
    free(list->name);
    free(list->at);
    *list = (struct cut_list){0};
}
