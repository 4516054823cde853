/* When each warp executed each step, and when it waited.
 *
 * A step of a warp lasts from the first event that one of its lanes has in it
 * to the last one. A warp waits at a barrier from the arrival of its last lane
 * to the first event of any lane behind it, and for a status word while a lane
 * polls in vain. All of it is read off the moments of events; what happened
 * between two events of a thread belongs to the later one. */
#include "analysis/analysis.h"

#include <stdlib.h>

#include "analysis/moments.h"
#include "analysis/walk.h"

struct spanner {
    const struct trace *trace;
    const struct steps *steps;
    struct moments moments;
    struct spans *out;
    struct warp_span *span; uint32_t count, room;
    struct meeting { uint64_t arrived, left; uint32_t step; } *meeting;
    uint32_t meetings;         /* room for barriers of one thread */
};

static bool span_add(struct spanner *s, struct warp_span span)
{
    if (s->count == s->room) {
        uint32_t room = s->room ? s->room * 2 : 256;
        struct warp_span *grown = realloc(s->span, room * sizeof *grown);
        if (!grown)
            return false;
        s->span = grown;
        s->room = room;
    }
    s->span[s->count++] = span;
    return true;
}

static uint64_t event_at(const struct spanner *s, const struct trace_seg *seg,
                         uint32_t ordinal)
{
    return moments_at(&s->moments, seg->first + ordinal);
}

/* ---- steps ---------------------------------------------------------------- */

/* The step as the lanes first .. end - 1 have it; false: no lane does. */
static bool step_of(const struct spanner *s, uint32_t first, uint32_t end,
                    uint32_t step, struct warp_span *span)
{
    const uint32_t columns = s->steps->count + 1;
    *span = (struct warp_span){.kind = SPAN_WORK, .step = step, .begin = UINT64_MAX};
    for (uint32_t i = first; i < end; i++) {
        const struct trace_seg *seg = &s->trace->segs[i];
        const uint32_t *cut = s->steps->cuts + (size_t)i * columns + step;
        if (cut[1] <= cut[0] || cut[1] > seg->count)
            continue;
        uint64_t begin = event_at(s, seg, cut[0]);
        uint64_t last = event_at(s, seg, cut[1] - 1);
        span->begin = begin < span->begin ? begin : span->begin;
        span->end = last > span->end ? last : span->end;
    }
    return span->begin != UINT64_MAX;
}

static bool warp_steps(struct spanner *s, uint32_t first, uint32_t end,
                       struct warp_row *warp)
{
    uint64_t done = 0;
    warp->work = s->count;
    for (uint32_t step = 0; step < s->steps->count; step++) {
        struct warp_span span;
        if (!step_of(s, first, end, step, &span))
            continue;
        span.begin = span.begin > done ? span.begin : done;
        span.end = span.end > span.begin ? span.end : span.begin;
        done = span.end;
        if (!span_add(s, span))
            return false;
    }
    warp->works = s->count - warp->work;
    return true;
}

/* ---- waits ------------------------------------------------------------------ */

static uint32_t step_at(const struct spanner *s, uint32_t seg, uint32_t ordinal)
{
    const uint32_t *cut = s->steps->cuts + (size_t)seg * (s->steps->count + 1);
    uint32_t step = 0;
    while (step + 1 < s->steps->count && cut[step + 1] <= ordinal)
        step++;
    return step;
}

static uint32_t barriers_most(const struct trace *trace)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < trace->seg_count; i++) {
        uint32_t own = 0;
        for (uint32_t k = 0; k < trace->segs[i].count; k++)
            own += event_kind(&trace->events[trace->segs[i].first + k]) == EV_BARRIER;
        most = own > most ? own : most;
    }
    return most;
}

/* One lane's barriers, into the warp's; returns how many. */
static uint32_t lane_meets(struct spanner *s, uint32_t index)
{
    const struct trace_seg *seg = &s->trace->segs[index];
    uint32_t nth = 0;
    for (uint32_t k = 0; k + 1 < seg->count; k++) {
        if (event_kind(&s->trace->events[seg->first + k]) != EV_BARRIER)
            continue;
        struct meeting *m = &s->meeting[nth++];
        uint64_t arrived = event_at(s, seg, k), left = event_at(s, seg, k + 1);
        m->step = step_at(s, index, k);
        m->arrived = arrived > m->arrived ? arrived : m->arrived;
        m->left = left < m->left ? left : m->left;
    }
    return nth;
}

static bool warp_barriers(struct spanner *s, uint32_t first, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->meetings; i++)
        s->meeting[i] = (struct meeting){.left = UINT64_MAX};
    for (uint32_t i = first; i < end; i++) {
        uint32_t own = lane_meets(s, i);
        count = own > count ? own : count;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct meeting *m = &s->meeting[i];
        if (m->left > m->arrived
            && !span_add(s, (struct warp_span){SPAN_BARRIER, m->step, m->arrived, m->left}))
            return false;
    }
    return true;
}

static bool warp_polls(struct spanner *s, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        const struct trace_seg *seg = &s->trace->segs[i];
        for (uint32_t k = 1; k < seg->count; k++) {
            const struct event *event = &s->trace->events[seg->first + k];
            if (event_kind(event) == EV_POLL && event->b > 0
                && !span_add(s, (struct warp_span){SPAN_POLL, step_at(s, i, k),
                                              event_at(s, seg, k - 1),
                                              event_at(s, seg, k)}))
                return false;
        }
    }
    return true;
}

static int span_before(const void *left, const void *right)
{
    const struct warp_span *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

/* The part of a wait that lies within one step or between two. */
static void wait_fit(const struct spanner *s, const struct warp_row *warp,
                     struct warp_span *wait)
{
    for (uint32_t i = warp->work; i < warp->work + warp->works; i++) {
        const struct warp_span *work = &s->span[i];
        if (work->end <= wait->begin || work->begin >= wait->end)
            continue;
        if (work->step < wait->step || (wait->kind == SPAN_BARRIER && work->step
                                        == wait->step && wait->end > work->end)) {
            wait->begin = work->end;
        } else if (work->step > wait->step) {
            wait->end = work->begin;
        } else {
            wait->begin = wait->begin < work->begin ? work->begin : wait->begin;
            wait->end = wait->end > work->end ? work->end : wait->end;
        }
    }
}

/* In time, fitted, those that overlap made one. */
static void warp_settle(struct spanner *s, struct warp_row *warp)
{
    uint32_t kept = warp->wait;
    if (s->count == warp->wait)
        return; /* no span, and perhaps no room for any yet */
    for (uint32_t i = warp->wait; i < s->count; i++)
        wait_fit(s, warp, &s->span[i]);
    qsort(s->span + warp->wait, s->count - warp->wait, sizeof *s->span, span_before);
    for (uint32_t i = warp->wait; i < s->count; i++) {
        const struct warp_span span = s->span[i];
        if (span.end <= span.begin)
            continue;
        if (kept > warp->wait && span.begin < s->span[kept - 1].end) {
            if (span.end > s->span[kept - 1].end && span.step == s->span[kept - 1].step)
                s->span[kept - 1].end = span.end;
            continue;
        }
        s->span[kept++] = span;
    }
    s->count = kept;
    warp->waits = kept - warp->wait;
    for (uint32_t i = warp->wait; i < kept; i++)
        warp->waited += s->span[i].end - s->span[i].begin;
}

/* ---- warps -------------------------------------------------------------------- */

static void warp_life(const struct spanner *s, uint32_t first, uint32_t end,
                      struct warp_row *warp)
{
    warp->begin = UINT64_MAX;
    for (uint32_t i = first; i < end; i++) {
        const struct trace_seg *seg = &s->trace->segs[i];
        if (seg->count == 0)
            continue;
        uint64_t begin = event_at(s, seg, 0), last = event_at(s, seg, seg->count - 1);
        warp->begin = begin < warp->begin ? begin : warp->begin;
        warp->end = last > warp->end ? last : warp->end;
        if (s->trace->stamps)
            warp->sm = s->trace->stamps[seg->first].sm;
    }
    warp->begin = warp->begin == UINT64_MAX ? 0 : warp->begin;
}

static bool warp_fill(struct spanner *s, const struct walk_block *block,
                      uint32_t first, uint32_t end)
{
    const struct trace_seg *seg = &s->trace->segs[first];
    struct warp_row warp = {.launch = block->launch, .tile = block->tile,
                             .block = seg->block, .warp = seg->thread / WARP};
    warp_life(s, first, end, &warp);
    if (!warp_steps(s, first, end, &warp))
        return false;
    warp.wait = s->count;
    if (!warp_barriers(s, first, end) || !warp_polls(s, first, end))
        return false;
    warp_settle(s, &warp);
    if (warp.works)
        s->out->warp[s->out->count++] = warp;
    return true;
}

static bool blocks_fill(struct spanner *s, const struct walk *walk)
{
    for (uint32_t b = 0; b < walk->count; b++) {
        const struct walk_block *block = &walk->block[b];
        const uint32_t before = s->out->count;
        for (uint32_t i = block->first; i < block->first + block->count;) {
            const uint32_t end = walk_warp_end(s->trace, block, i);
            if (!warp_fill(s, block, i, end))
                return false;
            i = end;
        }
        s->out->blocks += s->out->count > before;
    }
    return true;
}

static uint32_t warps_all(const struct trace *trace, const struct walk *walk)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < walk->count; b++) {
        const uint32_t end = walk->block[b].first + walk->block[b].count;
        for (uint32_t i = walk->block[b].first; i < end; count++)
            i = walk_warp_end(trace, &walk->block[b], i);
    }
    return count;
}

static void spans_sum(struct spans *out)
{
    for (uint32_t i = 0; i < out->count; i++) {
        const struct warp_row *warp = &out->warp[i];
        bool known = false;
        out->begin = i == 0 || warp->begin < out->begin ? warp->begin : out->begin;
        out->end = warp->end > out->end ? warp->end : out->end;
        for (uint32_t k = i; out->clock == TILE_NS && k > 0 && !known; k--)
            known = out->warp[k - 1].sm == warp->sm;
        out->multiprocessors += out->clock == TILE_NS && !known;
    }
}

static bool spans_keep(struct spanner *s, struct arena *arena)
{
    struct spans *out = s->out;
    out->span = ARENA_NEW(arena, struct warp_span, s->count + (size_t)1);
    if (!out->span)
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        out->span[i] = s->span[i];
    out->span_count = s->count;
    spans_sum(out);
    return true;
}

bool analysis_spans(const struct trace *trace, const struct steps *steps,
                    const struct flow *flow, struct arena *arena,
                    struct spans *out, struct err *err)
{
    struct spanner s = {.trace = trace, .steps = steps, .out = out};
    struct walk walk;
    *out = (struct spans){.cut = steps->cut || flow->cut};
    if (!walk_blocks(trace, arena, &walk, err))
        return false;
    bool ok = moments_open(&s.moments, trace, flow);
    out->clock = s.moments.clock;
    s.meetings = barriers_most(trace);
    s.meeting = calloc(s.meetings + (size_t)1, sizeof *s.meeting);
    out->warp = ARENA_NEW(arena, struct warp_row, warps_all(trace, &walk) + (size_t)1);
    ok = ok && s.meeting && out->warp && blocks_fill(&s, &walk)
        && spans_keep(&s, arena);
    free(s.meeting);
    free(s.span);
    moments_close(&s.moments);
    return ok || err_set(err, ERR_FAILED, "out of memory for the spans of warps");
}

const struct warp_span *spans_step(const struct spans *spans,
                              const struct warp_row *warp, uint32_t step)
{
    for (uint32_t i = warp->work; i < warp->work + warp->works; i++)
        if (spans->span[i].step == step)
            return &spans->span[i];
    return NULL;
}
