/* All passes in order, into one arena. */
#include <string.h>

#include "analysis/analysis.h"

uint32_t findings_first_tile(const struct trace *trace)
{
    for (uint32_t s = 0; s < trace->seg_count; s++)
        if (trace->segs[s].count > 0)
            return trace->segs[s].tile;
    return 0;
}

bool findings_tile_traced(const struct findings *findings, uint32_t tile)
{
    for (uint32_t b = 0; b < findings->blocks.count; b++)
        if (findings->blocks.block[b].traced && findings->blocks.block[b].tile == tile)
            return true;
    return false;
}

static bool findings_fill(const struct trace *trace, struct findings *f,
                          struct err *err)
{
    struct arena *arena = &f->arena;
    return analysis_steps(trace, arena, &f->steps, err)
           && analysis_flow(trace, arena, &f->flow, err)
           && analysis_workspan(trace, &f->steps, &f->flow, arena,
                                &f->workspan, err)
           && analysis_board(trace, &f->steps, &f->flow, findings_first_tile(trace),
                             arena, &f->board, err)
           && analysis_banks(trace, &f->steps, arena, &f->banks, err)
           && analysis_coalescing(trace, &f->steps, arena, &f->coalescing, err)
           && analysis_hazards(trace, &f->steps, &f->flow, arena, &f->hazards,
                               err)
           && analysis_advice(trace, &f->steps, &f->flow, arena, &f->advice,
                              err)
           && analysis_blocks(trace, &f->steps, &f->flow, arena, &f->blocks,
                              err)
           && analysis_tiles(trace, &f->steps, &f->flow, arena, &f->tiles,
                             err)
           && analysis_spans(trace, &f->steps, &f->flow, arena, &f->spans,
                             err);
}

bool analyse(const struct trace *trace, struct findings *findings,
             struct err *err)
{
    *findings = (struct findings){.trace = trace};
    arena_init(&findings->arena, 0);
    arena_init(&findings->board_arena, 0);
    if (findings_fill(trace, findings, err))
        return true;
    analysis_finish(findings);
    return false;
}

void analysis_finish(struct findings *findings)
{
    arena_finish(&findings->arena);
    arena_finish(&findings->board_arena);
    *findings = (struct findings){.trace = NULL};
}

/* Puts a finding behind those of its step and of earlier ones. */
static void hazards_put(struct hazards *hazards, const struct hazard *hazard)
{
    uint32_t at = hazards->count++;
    for (; at > 0 && hazards->hazard[at - 1].step > hazard->step; at--)
        hazards->hazard[at] = hazards->hazard[at - 1];
    hazards->hazard[at] = *hazard;
}

bool findings_raise(struct findings *findings, struct err *err)
{
    const struct hazards was = findings->hazards;
    struct hazards *advice = &findings->advice;
    const uint32_t most = was.count + advice->count;
    uint32_t kept = 0;
    struct hazard *all = ARENA_NEW(&findings->arena, struct hazard, most ? most : 1);
    if (!all)
        return err_set(err, ERR_FAILED, "out of memory");
    if (was.count)
        memcpy(all, was.hazard, was.count * sizeof *all);
    findings->hazards = (struct hazards){ all, was.count, was.cut };
    for (uint32_t i = 0; i < advice->count; i++)
        if (advice->hazard[i].rank == RANK_OVERFLOW)
            hazards_put(&findings->hazards, &advice->hazard[i]);
        else
            advice->hazard[kept++] = advice->hazard[i];
    advice->count = kept;
    return true;
}

bool findings_show_tile(struct findings *findings, uint32_t tile,
                        struct err *err)
{
    struct arena arena;
    struct board board;
    if (findings->board.tile == tile)
        return true;
    arena_init(&arena, 0);
    if (!analysis_board(findings->trace, &findings->steps, &findings->flow,
                        tile, &arena, &board, err)) {
        arena_finish(&arena);
        return false;
    }
    arena_finish(&findings->board_arena);
    findings->board_arena = arena;
    findings->board = board;
    return true;
}
