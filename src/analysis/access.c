/* Gathers the accesses of one warp in one step, lane by lane. Requests of one
 * kind and line are a chain in order of occurrence; each lane goes along it. */
#include <stdlib.h>

#include "analysis/access.h"

#define NO_ACCESS 0xffffffffu

/* All requests of one kind and line. */
struct chain { uint16_t line; bool store; uint32_t head, tail, now; };

struct gatherer {
    const struct trace *trace;
    enum trace_space space;
    struct access *access; uint32_t count, room;
    struct chain *chain; uint32_t chains, chain_room;
};

static struct chain *gatherer_chain(struct gatherer *g, uint16_t line,
                                    bool store)
{
    for (uint32_t c = 0; c < g->chains; c++)
        if (g->chain[c].line == line && g->chain[c].store == store)
            return &g->chain[c];
    if (g->chains == g->chain_room) {
        uint32_t room = g->chain_room ? g->chain_room * 2 : 16;
        struct chain *grown = realloc(g->chain, room * sizeof *grown);
        if (!grown)
            return NULL;
        g->chain = grown;
        g->chain_room = room;
    }
    g->chain[g->chains] =
        (struct chain){line, store, NO_ACCESS, NO_ACCESS, NO_ACCESS};
    return &g->chain[g->chains++];
}

/* A new request at the end of the chain; false: out of memory. */
static bool gatherer_extend(struct gatherer *g, struct chain *chain)
{
    if (g->count == g->room) {
        uint32_t room = g->room ? g->room * 2 : 16;
        struct access *grown = realloc(g->access, room * sizeof *grown);
        if (!grown)
            return false;
        g->access = grown;
        g->room = room;
    }
    g->access[g->count] = (struct access){
        .line = chain->line, .store = chain->store, .next = NO_ACCESS};
    if (chain->head == NO_ACCESS)
        chain->head = g->count;
    else
        g->access[chain->tail].next = g->count;
    chain->tail = chain->now = g->count++;
    return true;
}

static bool gatherer_event(struct gatherer *g, const struct trace_seg *seg,
                           const struct event *event)
{
    bool store = walk_writes(event);
    if (!store && !walk_reads(event))
        return true;
    const struct trace_array *array = walk_array(g->trace, event, seg->launch);
    if (!array || array->space != g->space || array->word == WORD_STATUS
        || !walk_in_range(array, event))
        return true;
    struct chain *chain = gatherer_chain(g, event->line, store);
    if (!chain || (chain->now == NO_ACCESS && !gatherer_extend(g, chain)))
        return false;
    struct access *access = &g->access[chain->now];
    uint32_t lane = seg->thread % WARP;
    uint32_t base = array->space == SPACE_SHARED ? array->offset : 0;
    access->lanes |= 1u << lane;
    access->event[lane] = (uint32_t)(event - g->trace->events);
    access->array[lane] = event->array;
    access->width[lane] = (uint8_t)array->width;
    access->address[lane] =
        base + (uint64_t)(uint32_t)event->index * array->width;
    chain->now = access->next;
    return true;
}

/* One warp in one step: segments first..end-1. */
static bool gatherer_warp(struct gatherer *g, const struct steps *steps,
                          uint32_t step, uint32_t first, uint32_t end)
{
    g->count = g->chains = 0;
    for (uint32_t s = first; s < end; s++) {
        const struct trace_seg *seg = &g->trace->segs[s];
        const uint32_t *cut =
            steps->cuts + (size_t)s * (steps->count + 1) + step;
        for (uint32_t c = 0; c < g->chains; c++)
            g->chain[c].now = g->chain[c].head;
        for (uint32_t i = cut[0]; i < cut[1]; i++)
            if (!gatherer_event(g, seg, &g->trace->events[seg->first + i]))
                return false;
    }
    return true;
}

bool access_walk(const struct trace *trace, const struct steps *steps,
                 enum trace_space space, access_visit visit, void *user,
                 struct err *err)
{
    struct gatherer g = {.trace = trace, .space = space};
    bool ok = true;
    for (uint32_t s = 0; ok && s < trace->seg_count;) {
        const struct trace_seg *seg = &trace->segs[s];
        struct walk_block block = {seg->launch, seg->tile, s,
                                   trace->seg_count - s};
        uint32_t end = s;
        while (end < trace->seg_count && trace->segs[end].tile == seg->tile
               && trace->segs[end].launch == seg->launch && end - s < WARP)
            end++;
        block.count = end - s;
        end = walk_warp_end(trace, &block, s);
        for (uint32_t k = 0; ok && k < steps->count; k++) {
            ok = gatherer_warp(&g, steps, k, s, end);
            for (uint32_t a = 0; ok && a < g.count; a++)
                visit(user, k, &g.access[a]);
        }
        s = end;
    }
    free(g.access);
    free(g.chain);
    return ok || walk_memory(err);
}

bool access_warp(const struct trace *trace, const struct steps *steps,
                 enum trace_space space, uint32_t step, uint32_t first,
                 uint32_t end, access_visit visit, void *user,
                 struct err *err)
{
    struct gatherer g = {.trace = trace, .space = space};
    bool ok = gatherer_warp(&g, steps, step, first, end);
    for (uint32_t a = 0; ok && a < g.count; a++)
        visit(user, step, &g.access[a]);
    free(g.access);
    free(g.chain);
    return ok || walk_memory(err);
}
