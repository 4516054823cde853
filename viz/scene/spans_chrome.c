/* The timeline as Chrome trace JSON: a process a block, a thread a warp, a span
 * a step, and the waits. Stable, never translated. Names end in a bracket, as a
 * reader may put a number of its own behind them. */
#include "scene/scene.h"
#include "trace/chrome.h"

struct writer {
    const struct findings *found;
    struct chrome chrome;
    uint32_t process;       /* of the block at hand, from 1 */
};

/* "tile 0 (block 4, SM 128)", "launch 2, block 0 (three_kernel_add, host)". */
static void write_block(struct writer *w, const struct warp_row *warp)
{
    const struct trace *trace = w->found->trace;
    const bool tiled = spans_tiled(w->found);
    struct buf name;

    buf_init(&name);
    if (trace->launch_count > 1)
        buf_printf(&name, "launch %u, ", warp->launch + 1);
    buf_printf(&name, "%s %u (", tiled ? "tile" : "block",
               tiled ? warp->tile : warp->block);
    if (trace->launch_count > 1)
        buf_printf(&name, "%s, ", trace->launches[warp->launch].kernel);
    if (tiled)
        buf_printf(&name, "block %u, ", warp->block);
    if (w->found->spans.clock == TILE_NS)
        buf_printf(&name, "SM %u)", warp->sm);
    else
        buf_puts(&name, "host)");
    chrome_process(&w->chrome, ++w->process, buf_text(&name));
    buf_finish(&name);
}

/* "warp 1 (threads 32-63)". */
static void write_thread(struct writer *w, const struct warp_row *warp)
{
    const struct trace_dim *block = &w->found->trace->launches[warp->launch].block;
    const uint32_t threads = block->x * block->y * block->z, first = 32 * warp->warp;
    const uint32_t last = threads > first + 32 ? first + 31 : threads - 1;
    struct buf name;

    buf_init(&name);
    buf_printf(&name, "warp %u (thread", warp->warp);
    if (last > first)
        buf_printf(&name, "s %u-%u)", first, last);
    else
        buf_printf(&name, " %u)", first);
    chrome_thread(&w->chrome, w->process, warp->warp + 1, buf_text(&name));
    buf_finish(&name);
}

static void write_span(struct writer *w, const struct warp_row *warp,
                       const struct warp_span *span)
{
    static const char *const waits[] = { "", "waits at a barrier", "polls in vain" };
    const uint64_t zero = w->found->spans.begin;
    struct buf name;

    buf_init(&name);
    if (span->kind == SPAN_WORK)
        step_text(w->found, span->step, &name);
    else
        buf_puts(&name, waits[span->kind]);
    const struct chrome_span out = { w->process, warp->warp + 1, buf_text(&name),
                                     span->kind == SPAN_WORK ? "step" : "wait",
                                     span->begin - zero, span->end - zero };
    chrome_span(&w->chrome, &out);
    buf_finish(&name);
}

/* By begin; a step before the wait that lies within it. */
static void write_warp(struct writer *w, const struct warp_row *warp)
{
    const struct warp_span *span = w->found->spans.span;
    uint32_t work = warp->work, wait = warp->wait;

    write_thread(w, warp);
    while (work < warp->work + warp->works || wait < warp->wait + warp->waits) {
        const bool steps = work < warp->work + warp->works;
        const bool waits = wait < warp->wait + warp->waits;

        if (steps && (!waits || span[work].begin <= span[wait].begin))
            write_span(w, warp, &span[work++]);
        else
            write_span(w, warp, &span[wait++]);
    }
}

void scene_chrome(const struct findings *findings, struct buf *out)
{
    const struct spans *spans = &findings->spans;
    struct writer w = { .found = findings };

    chrome_begin(&w.chrome, out);
    for (uint32_t i = 0; i < spans->count; i++) {
        const struct warp_row *warp = &spans->warp[i], *last = warp - 1;

        if (i == 0 || last->launch != warp->launch || last->tile != warp->tile ||
            last->block != warp->block)
            write_block(&w, warp);
        write_warp(&w, warp);
    }
    chrome_end(&w.chrome, spans->clock == TILE_NS
               ? "times of a traced run: the order and the waits are real, the "
                 "lengths include the tracing"
               : "no times: an event of the host's order counts as one nanosecond");
}
