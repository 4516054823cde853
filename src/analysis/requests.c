/* The requests of one step, warp by warp: what the memory view shows. Degrees
 * and sectors are those of banks.c and coalescing.c. Asked for when needed: a
 * run has far more requests than anybody looks at. */
#include "analysis/access.h"

struct clerk {
    struct arena *arena;
    struct requests *out;
    uint32_t room, warp;
    enum trace_space space;
    bool failed;
};

/* How often this line of the same warp was met already. */
static uint32_t clerk_nth(const struct clerk *clerk, const struct access *a)
{
    const struct requests *out = clerk->out;
    uint32_t nth = 0;
    for (uint32_t i = 0; i < out->count; i++)
        nth += out->request[i].warp == clerk->warp
               && out->request[i].line == a->line
               && out->request[i].store == a->store
               && out->request[i].space == clerk->space;
    return nth;
}

static bool clerk_grow(struct clerk *clerk)
{
    struct requests *out = clerk->out;
    if (out->count < clerk->room)
        return true;
    uint32_t room = clerk->room ? 2 * clerk->room : 16;
    struct warp_request *grown = ARENA_NEW(clerk->arena, struct warp_request, room);
    if (!grown)
        return false;
    for (uint32_t i = 0; i < out->count; i++)
        grown[i] = out->request[i];
    out->request = grown;
    clerk->room = room;
    return true;
}

static void clerk_visit(void *user, uint32_t step, const struct access *access)
{
    struct clerk *clerk = user;
    (void)step;
    if (clerk->failed || !clerk_grow(clerk)) {
        clerk->failed = true;
        return;
    }
    struct access_banks banks = access_banks(access);
    struct access_sectors sectors = access_sectors(access);
    struct warp_request *to = &clerk->out->request[clerk->out->count];
    bool shared = clerk->space == SPACE_SHARED;
    *to = (struct warp_request){
        .warp = clerk->warp, .line = access->line, .store = access->store,
        .nth = clerk_nth(clerk, access), .space = clerk->space,
        .lanes = access->lanes, .degree = shared ? banks.degree : 1,
        .excess = shared ? banks.excess : 0,
        .sectors = shared ? 0 : sectors.sectors,
        .least = shared ? 0 : sectors.least};
    for (uint32_t lane = 0; lane < WARP; lane++) {
        to->event[lane] = FLOW_NONE;
        if (!(access->lanes >> lane & 1))
            continue;
        to->event[lane] = access->event[lane];
        to->array[lane] = access->array[lane];
        to->width[lane] = access->width[lane];
        to->address[lane] = access->address[lane];
    }
    clerk->out->count++;
}

static uint32_t lane_count(uint32_t lanes)
{
    uint32_t count = 0;
    for (; lanes; lanes &= lanes - 1)
        count++;
    return count;
}

/* Shared before global; then the more turns or wasted sectors, then the more
 * lanes, then the earlier. */
static bool request_worse(const struct warp_request *a, const struct warp_request *b)
{
    if (a->space != b->space)
        return a->space == SPACE_SHARED;
    if (a->degree != b->degree)
        return a->degree > b->degree;
    if (a->sectors - a->least != b->sectors - b->least)
        return a->sectors - a->least > b->sectors - b->least;
    return lane_count(a->lanes) > lane_count(b->lanes);
}

static void requests_rank(struct requests *out)
{
    for (uint32_t i = 1; i < out->count; i++)
        if (request_worse(&out->request[i], &out->request[out->worst]))
            out->worst = i;
}

bool analysis_requests(const struct trace *trace, const struct steps *steps,
                       uint32_t step, uint32_t tile, struct arena *arena,
                       struct requests *out, struct err *err)
{
    struct clerk clerk = {.arena = arena, .out = out};
    struct walk walk;
    *out = (struct requests){.cut = steps->cut};
    if (step >= steps->count)
        return true;
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    const struct walk_block *block =
        walk_find(&walk, steps->step[step].launch, tile);
    bool ok = true;
    for (uint32_t s = block ? block->first : 0, end;
         ok && block && s < block->first + block->count; s = end) {
        end = walk_warp_end(trace, block, s);
        clerk.warp = trace->segs[s].thread / WARP;
        clerk.space = SPACE_SHARED;
        ok = access_warp(trace, steps, SPACE_SHARED, step, s, end, clerk_visit,
                         &clerk, err);
        clerk.space = SPACE_GLOBAL;
        ok = ok && access_warp(trace, steps, SPACE_GLOBAL, step, s, end,
                               clerk_visit, &clerk, err);
    }
    requests_rank(out);
    return ok && (!clerk.failed || walk_memory(err));
}

bool analysis_words(const struct trace *trace, uint32_t launch, uint32_t tile,
                    struct arena *arena, struct words_used *out,
                    struct err *err)
{
    struct walk walk;
    *out = (struct words_used){.count = 0};
    for (uint32_t a = 0; a < trace->array_count; a++) {
        const struct trace_array *array = &trace->arrays[a];
        uint64_t end = array->offset + (uint64_t)array->count * array->width;
        if (array->space == SPACE_SHARED && array->launch == (int32_t)launch
            && (end + 3) / 4 > out->count)
            out->count = (uint32_t)((end + 3) / 4);
    }
    out->used = ARENA_NEW(arena, uint8_t, out->count + (size_t)1);
    if (!out->used)
        return walk_memory(err);
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    const struct walk_block *block = walk_find(&walk, launch, tile);
    for (uint32_t s = 0; block && s < block->count; s++) {
        const struct trace_seg *seg = &trace->segs[block->first + s];
        for (uint32_t i = 0; i < seg->count; i++) {
            const struct event *event = &trace->events[seg->first + i];
            if (!walk_reads(event) && !walk_writes(event))
                continue;
            const struct trace_array *array = walk_array(trace, event, launch);
            if (!array || array->space != SPACE_SHARED
                || !walk_in_range(array, event))
                continue;
            uint64_t at = array->offset
                          + (uint64_t)(uint32_t)event->index * array->width;
            for (uint64_t w = at / 4; w <= (at + array->width - 1) / 4; w++)
                if (w < out->count)
                    out->used[w] = 1;
        }
    }
    return true;
}
