/* Coalescing in global memory: the 32-byte sectors that each request touches.
 * Arrays are taken to begin at a sector, as allocations do. The least that a
 * request could need is its distinct bytes, packed. */
#include "analysis/access.h"

enum { SECTOR = 32 };

/* Adds `value` to a set of at most WARP members unless it is in it. */
static uint32_t set_add(uint64_t *set, uint32_t count, uint64_t value)
{
    uint32_t at = 0;
    while (at < count && set[at] != value)
        at++;
    if (at == count)
        set[count++] = value;
    return count;
}

struct access_sectors access_sectors(const struct access *access)
{
    uint64_t sector[WARP], element[WARP], bytes = 0;
    uint32_t sectors = 0, elements = 0;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(access->lanes >> lane & 1))
            continue;
        uint64_t array = (uint64_t)access->array[lane] << 40;
        uint32_t known = elements;
        sectors = set_add(sector, sectors,
                          array | access->address[lane] / SECTOR);
        elements = set_add(element, elements, array | access->address[lane]);
        bytes += elements > known ? access->width[lane] : 0;
    }
    return (struct access_sectors){
        sectors, (uint32_t)((bytes + SECTOR - 1) / SECTOR)};
}

static void sectors_visit(void *user, uint32_t step,
                          const struct access *access)
{
    struct coalescing *coalescing = user;
    struct sector_step *into = &coalescing->step[step];
    struct access_sectors now = access_sectors(access);
    struct sector_count *count = access->store ? &into->store : &into->load;
    count->requests++;
    count->sectors += now.sectors;
    count->least += now.least;
}

static void sectors_add(struct sector_count *total,
                        const struct sector_count *step)
{
    total->requests += step->requests;
    total->sectors += step->sectors;
    total->least += step->least;
}

bool analysis_coalescing(const struct trace *trace, const struct steps *steps,
                         struct arena *arena, struct coalescing *out,
                         struct err *err)
{
    *out = (struct coalescing){.cut = steps->cut};
    out->step = ARENA_NEW(arena, struct sector_step, steps->count + (size_t)1);
    if (!out->step)
        return walk_memory(err);
    if (!access_walk(trace, steps, SPACE_GLOBAL, sectors_visit, out, err))
        return false;
    for (uint32_t k = 0; k < steps->count; k++) {
        sectors_add(&out->total.load, &out->step[k].load);
        sectors_add(&out->total.store, &out->step[k].store);
    }
    return true;
}
