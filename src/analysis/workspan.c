/* Work and span: sums over the steps, and the longest chain of operators up to
 * each of them. */
#include "analysis/analysis.h"
#include "analysis/walk.h"

static void span_counts(const struct steps *steps, struct workspan *out)
{
    for (uint32_t k = 0; k < steps->count; k++) {
        const struct step *step = &steps->step[k];
        out->adds_until[k] = out->adds;
        out->adds += step->adds;
        out->shared_loads += step->loads;
        out->shared_stores += step->stores;
        out->global_loads += step->gloads;
        out->global_stores += step->gstores;
        if (step->kind != STEP_ROUND)
            continue;
        out->moves += step->moves;
        out->active += step->active;
        out->slots += UINT64_C(32) * step->warps_active;
        out->thread_slots += step->threads;
    }
    out->adds_until[steps->count] = out->adds;
}

/* The longest chain that ends in step k, into depth_until[k + 1]. */
static void span_depth(const struct trace *trace, const struct steps *steps,
                       const struct flow *flow, struct workspan *out)
{
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        const uint32_t *cut = steps->cuts + (size_t)s * (steps->count + 1);
        for (uint32_t k = 0; k < steps->count; k++) {
            uint32_t *deepest = &out->depth_until[k + 1];
            for (uint64_t e = seg->first + cut[k]; e < seg->first + cut[k + 1];
                 e++)
                if (event_kind(&trace->events[e]) == EV_OP
                    && flow->depth[e] > *deepest)
                    *deepest = flow->depth[e];
        }
    }
    for (uint32_t k = 0; k < steps->count; k++)
        if (out->depth_until[k] > out->depth_until[k + 1])
            out->depth_until[k + 1] = out->depth_until[k];
    out->depth = out->depth_until[steps->count];
}

/* The most barriers that one thread of a launch has passed up to each step:
 * threads may pass the same barrier in different steps, so steps do not add up. */
static void span_passed(const struct trace *trace, const struct steps *steps, uint32_t s,
                        uint32_t *most)
{
    const struct trace_seg *seg = &trace->segs[s];
    const uint32_t *cut = steps->cuts + (size_t)s * (steps->count + 1);
    uint32_t passed = 0, e = 0;

    for (uint32_t k = 0; k <= steps->count; k++) {
        for (; e < cut[k]; e++)
            passed += event_kind(&trace->events[seg->first + e]) == EV_BARRIER;
        if (passed > most[k])
            most[k] = passed;
    }
}

/* The most shuffles of one lane and barriers of one thread, launches added.
 * `most` has room for a count before each step and one at the end. */
static void span_waits(const struct trace *trace, const struct steps *steps,
                       uint32_t *most, struct workspan *out)
{
    uint32_t shuffles = 0;

    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        uint32_t mine = 0;
        for (uint64_t e = seg->first; e < seg->first + seg->count; e++)
            mine += walk_shuffles(&trace->events[e]);
        shuffles = mine > shuffles ? mine : shuffles;
        span_passed(trace, steps, s, most);
        if (s + 1 < trace->seg_count && seg[1].launch == seg->launch)
            continue;
        out->shuffles_per_lane += shuffles;
        shuffles = 0;
        for (uint32_t k = 0; k <= steps->count; k++) {
            out->barriers_until[k] += most[k];
            most[k] = 0;
        }
    }
    out->barriers = out->barriers_until[steps->count];
}

bool analysis_workspan(const struct trace *trace, const struct steps *steps,
                       const struct flow *flow, struct arena *arena,
                       struct workspan *out, struct err *err)
{
    size_t count = steps->count + (size_t)1;
    *out = (struct workspan){.cut = steps->cut || flow->cut};
    out->adds_until = ARENA_NEW(arena, uint64_t, count);
    out->depth_until = ARENA_NEW(arena, uint32_t, count);
    out->barriers_until = ARENA_NEW(arena, uint32_t, count);
    uint32_t *most = ARENA_NEW(arena, uint32_t, count);
    if (!out->adds_until || !out->depth_until || !out->barriers_until || !most)
        return walk_memory(err);
    span_counts(steps, out);
    span_depth(trace, steps, flow, out);
    span_waits(trace, steps, most, out);
    return true;
}
