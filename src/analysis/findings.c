/* All passes in order, into one arena. */
#include "analysis/analysis.h"

static bool findings_fill(const struct trace *trace, struct findings *f,
                          struct err *err)
{
    struct arena *arena = &f->arena;
    return analysis_steps(trace, arena, &f->steps, err)
           && analysis_flow(trace, arena, &f->flow, err)
           && analysis_workspan(trace, &f->steps, &f->flow, arena,
                                &f->workspan, err)
           && analysis_board(trace, &f->steps, &f->flow, 0, arena, &f->board,
                             err)
           && analysis_banks(trace, &f->steps, arena, &f->banks, err)
           && analysis_coalescing(trace, &f->steps, arena, &f->coalescing, err)
           && analysis_hazards(trace, &f->steps, &f->flow, arena, &f->hazards,
                               err);
}

bool analyse(const struct trace *trace, struct findings *findings,
             struct err *err)
{
    *findings = (struct findings){.trace = trace};
    arena_init(&findings->arena, 0);
    if (findings_fill(trace, findings, err))
        return true;
    analysis_finish(findings);
    return false;
}

void analysis_finish(struct findings *findings)
{
    arena_finish(&findings->arena);
    *findings = (struct findings){.trace = NULL};
}
