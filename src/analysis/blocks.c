/* Values that pass from block to block through global memory: totals, offsets,
 * prefixes, and whole arrays between two launches. All of it is read off the
 * loads whose store was made by another block. */
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/steps.h"
#include "analysis/walk.h"

struct linker {
    const struct trace *trace;
    const struct steps *steps;
    const struct flow *flow;
    struct blocks *out;
    uint32_t *of_seg;   /* [segment] its block */
    uint32_t *known;    /* [block] 1 + link from it into the block looked at,
                           valid when stamp says so */
    uint32_t *stamp;    /* [block] 1 + the block looked at */
    uint32_t *seen;     /* [event] 1 + the block that read this store last */
    uint32_t room;      /* of links, malloc'd until the end */
    struct block_link *link;
};

static void own_word(struct block_info *block, uint32_t index)
{
    if (!block->owns || index < block->first)
        block->first = index;
    if (!block->owns || index > block->last)
        block->last = index;
    block->owns = true;
}

/* What the block stands for: the inputs it loads, else the outputs it stores. */
static void linker_own(const struct linker *l, const struct walk_block *walk,
                       struct block_info *block)
{
    for (int pass = 0; pass < 2 && !block->owns; pass++) {
        int role = pass == 0 ? ROLE_INPUT : ROLE_OUTPUT;
        for (uint32_t s = walk->first; s < walk->first + walk->count; s++) {
            const struct trace_seg *seg = &l->trace->segs[s];
            for (uint32_t i = 0; i < seg->count; i++) {
                const struct event *event = &l->trace->events[seg->first + i];
                if (pass == 0 ? !walk_reads(event) : !walk_writes(event))
                    continue;
                const struct trace_array *array =
                    walk_array(l->trace, event, seg->launch);
                if (array && array->role == role && walk_in_range(array, event))
                    own_word(block, (uint32_t)event->index);
            }
        }
    }
}

/* Whether a value is made of exactly the inputs first..last, in order. */
static bool covers(const struct flow *flow, uint32_t value, uint32_t first,
                   uint32_t last)
{
    const struct cover *cover = flow_cover(flow, value);
    return cover->count == 1 && cover->run[0].first == first
           && cover->run[0].last == last;
}

static struct block_link *linker_link(struct linker *l, uint32_t from,
                                      uint32_t to)
{
    struct blocks *out = l->out;
    if (l->stamp[from] == to + 1)
        return &l->link[l->known[from] - 1];
    if (out->link_count == l->room) {
        uint32_t room = l->room ? 2 * l->room : 64;
        struct block_link *grown = realloc(l->link, room * sizeof *grown);
        if (!grown)
            return NULL;
        l->link = grown;
        l->room = room;
    }
    l->stamp[from] = to + 1;
    l->known[from] = ++out->link_count;
    out->block[from].outs++;
    out->block[to].ins++;
    struct block_link *link = &l->link[out->link_count - 1];
    *link = (struct block_link){.from = from, .to = to, .store = FLOW_NONE};
    return link;
}

/* A read in block `to`; false: out of memory. */
static bool linker_read(struct linker *l, uint32_t to, uint32_t seg,
                        uint32_t ordinal)
{
    const struct trace *trace = l->trace;
    uint32_t load = (uint32_t)trace->segs[seg].first + ordinal;
    uint32_t store = l->flow->from[load];
    enum event_kind kind = event_kind(&trace->events[load]);
    if (store == FLOW_NONE || kind == EV_SHFL || !walk_reads(&trace->events[load])
        || kind == EV_ATOMIC || kind == EV_LDW)
        return true;
    uint32_t source = walk_seg_near(trace, seg, store);
    uint32_t from = l->of_seg[source];
    if (from == to || l->seen[store] == to + 1)
        return true;
    struct block_link *link = linker_link(l, from, to);
    if (!link)
        return false;
    uint32_t step = steps_at(l->steps, seg, ordinal);
    l->seen[store] = to + 1;
    link->values++;
    link->read = step > link->read ? step : link->read;
    link->status = kind == EV_POLL;
    if (link->store == FLOW_NONE) {
        link->store = store;
        link->load = load;
        link->made = steps_at(l->steps, source,
                              store - (uint32_t)trace->segs[source].first);
    }
    return true;
}

/* Whether an event tells other blocks something: a status word, or a global
 * array that is neither input nor output. */
static bool tells(const struct linker *l, const struct trace_seg *seg,
                  const struct event *event)
{
    if (event_kind(event) == EV_PUBLISH)
        return true;
    if (event_kind(event) != EV_ST)
        return false;
    const struct trace_array *array = walk_array(l->trace, event, seg->launch);
    return array && array->space == SPACE_GLOBAL && array->role != ROLE_OUTPUT;
}

/* The first value made of all inputs before the block's own, and the first
 * that tells the sum of its own. */
static void linker_sums(struct linker *l, const struct walk_block *walk,
                        struct block_info *block)
{
    for (uint32_t s = walk->first; s < walk->first + walk->count; s++) {
        const struct trace_seg *seg = &l->trace->segs[s];
        for (uint32_t i = 0; block->owns && i < seg->count; i++) {
            uint32_t e = (uint32_t)seg->first + i;
            const struct event *event = &l->trace->events[e];
            if (block->prefix == FLOW_NONE && block->first > 0
                && event_makes_value(event)
                && covers(l->flow, e, 0, block->first - 1))
                block->prefix = e;
            if (block->total == FLOW_NONE && tells(l, seg, event)
                && covers(l->flow, e, block->first, block->last))
                block->total = e;
        }
    }
}

static bool linker_block(struct linker *l, uint32_t index,
                         const struct walk_block *walk)
{
    struct block_info *block = &l->out->block[index];
    block->in = l->out->link_count;
    for (uint32_t s = walk->first; s < walk->first + walk->count; s++)
        for (uint32_t i = 0; i < l->trace->segs[s].count; i++)
            if (!linker_read(l, index, s, i))
                return false;
    linker_sums(l, walk, block);
    return true;
}

/* Of blocks that were left out those side by side are one; returns its number. */
static uint32_t linker_info(struct linker *l, const struct walk_block *from)
{
    struct blocks *out = l->out;
    struct block_info *last = out->block + out->count;
    const bool traced = walk_traced(l->trace, from);
    out->tiles++;
    out->traced += traced;
    if (!traced && out->count > 0 && !last[-1].traced
        && last[-1].launch == from->launch) {
        last[-1].until = from->tile;
        return out->count - 1;
    }
    *last = (struct block_info){
        .launch = from->launch, .tile = from->tile, .until = from->tile,
        .traced = traced, .total = FLOW_NONE, .prefix = FLOW_NONE};
    linker_own(l, from, last);
    return out->count++;
}

static bool linker_run(struct linker *l, const struct walk *walk)
{
    for (uint32_t b = 0; b < walk->count; b++) {
        const struct walk_block *from = &walk->block[b];
        const uint32_t index = linker_info(l, from);
        for (uint32_t s = from->first; s < from->first + from->count; s++)
            l->of_seg[s] = index;
    }
    for (uint32_t b = 0; walk->count > 1 && b < walk->count; b++)
        if (walk_traced(l->trace, &walk->block[b])
            && !linker_block(l, l->of_seg[walk->block[b].first], &walk->block[b]))
            return false;
    return true;
}

bool analysis_blocks(const struct trace *trace, const struct steps *steps,
                     const struct flow *flow, struct arena *arena,
                     struct blocks *out, struct err *err)
{
    struct linker l = {.trace = trace, .steps = steps, .flow = flow, .out = out};
    struct walk walk;
    bool ok = false;
    *out = (struct blocks){.cut = steps->cut || flow->cut};
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    out->block = ARENA_NEW(arena, struct block_info, walk.count + (size_t)1);
    l.of_seg = calloc(trace->seg_count + (size_t)1, sizeof *l.of_seg);
    l.known = calloc(walk.count + (size_t)1, sizeof *l.known);
    l.stamp = calloc(walk.count + (size_t)1, sizeof *l.stamp);
    l.seen = calloc(walk.count > 1 ? trace->event_count + 1 : 1, sizeof *l.seen);
    if (out->block && l.of_seg && l.known && l.stamp && l.seen)
        ok = linker_run(&l, &walk);
    if (ok)
        out->link =
            ARENA_NEW(arena, struct block_link, out->link_count + (size_t)1);
    ok = ok && out->link;
    if (ok && out->link_count > 0)
        memcpy(out->link, l.link, out->link_count * sizeof *out->link);
    free(l.link);
    free(l.of_seg);
    free(l.known);
    free(l.stamp);
    free(l.seen);
    return ok || walk_memory(err);
}
