/* Bank conflicts of shared memory: 32 banks of 4-byte words, bank = (byte
 * address / 4) mod 32. Different words in one bank are served one after the
 * other, the same word is read by any number of lanes at once. The degree of a
 * request is the most words that one bank has to serve; its excess the rounds
 * beyond the first.
 *
 * Elements of 8 bytes are served for half a warp at a time, those of 16 for a
 * quarter, each part as a request of its own (as NVIDIA describes it for 64-
 * and 128-bit accesses); elements below 4 bytes share words. */
#include "analysis/access.h"

enum { BANKS = 32, BANK_BYTES = 4 };

/* Rounds that lanes first..end-1 of the request need; 0: none takes part. */
static uint32_t part_degree(const struct access *access, uint32_t first,
                            uint32_t end)
{
    uint64_t word[WARP * 4];
    uint32_t words = 0, degree = 0;
    uint8_t used[BANKS] = {0};
    for (uint32_t lane = first; lane < end; lane++) {
        if (!(access->lanes >> lane & 1))
            continue;
        uint64_t at = access->address[lane] / BANK_BYTES;
        uint64_t last =
            (access->address[lane] + access->width[lane] - 1) / BANK_BYTES;
        for (; at <= last && words < WARP * 4; at++) {
            uint32_t seen = 0;
            while (seen < words && word[seen] != at)
                seen++;
            if (seen < words)
                continue;
            word[words++] = at;
            if (++used[at % BANKS] > degree)
                degree = used[at % BANKS];
        }
    }
    return degree;
}

struct access_banks access_banks(const struct access *access)
{
    struct access_banks out = {.degree = 1};
    uint32_t wide = 4;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (access->lanes >> lane & 1 && access->width[lane] > wide)
            wide = access->width[lane];
    uint32_t part = wide > 8 ? WARP / 4 : wide > 4 ? WARP / 2 : WARP;
    for (uint32_t lane = 0; lane < WARP; lane += part) {
        uint32_t now = part_degree(access, lane, lane + part);
        out.excess += now > 1 ? now - 1 : 0;
        out.degree = now > out.degree ? now : out.degree;
    }
    return out;
}

static void banks_visit(void *user, uint32_t step, const struct access *access)
{
    struct banks *banks = user;
    struct bank_step *into = &banks->step[step];
    struct access_banks now = access_banks(access);
    uint32_t *worst = access->store ? &into->store_degree : &into->load_degree;
    *worst = now.degree > *worst ? now.degree : *worst;
    *(access->store ? &into->store_excess : &into->load_excess) += now.excess;
}

bool analysis_banks(const struct trace *trace, const struct steps *steps,
                    struct arena *arena, struct banks *out, struct err *err)
{
    *out = (struct banks){.cut = steps->cut, .total = {1, 1, 0, 0}};
    out->step = ARENA_NEW(arena, struct bank_step, steps->count + (size_t)1);
    if (!out->step)
        return walk_memory(err);
    for (uint32_t k = 0; k < steps->count; k++)
        out->step[k] = out->total;
    if (!access_walk(trace, steps, SPACE_SHARED, banks_visit, out, err))
        return false;
    struct bank_step *total = &out->total;
    for (uint32_t k = 0; k < steps->count; k++) {
        const struct bank_step *step = &out->step[k];
        if (step->load_degree > total->load_degree)
            total->load_degree = step->load_degree;
        if (step->store_degree > total->store_degree)
            total->store_degree = step->store_degree;
        total->load_excess += step->load_excess;
        total->store_excess += step->store_excess;
    }
    return true;
}
