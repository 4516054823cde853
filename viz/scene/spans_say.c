/* The timeline in words: how long the step shown took, from its first warp to its
 * last, and who waited longest; of the input, the whole run. */
#include "scene/scene.h"

/* "640 ns", "12.3 µs", not to be parted; on the host "640 events". */
static const char *spans_long(struct scene *sc, uint64_t length)
{
    const char *text;
    struct buf buf;

    if (sc->found->spans.clock != TILE_NS)
        return pen_print(sc, scene_trn(sc, "%llu event", "%llu events", length),
                         (unsigned long long)length);
    buf_init(&buf);
    draw_number(&buf, length < 10000 ? (double)length : (double)length / 1000);
    buf_puts(&buf, length < 10000 ? "\u00a0ns" : "\u00a0µs");
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

struct told { uint64_t begin, end, first_done, wait; uint32_t waiter, warps; };

/* The step over all warps: begin, end, and the longest wait in it. */
static bool spans_told(const struct spans *spans, uint32_t step, struct told *told)
{
    *told = (struct told){ .begin = UINT64_MAX, .first_done = UINT64_MAX };
    for (uint32_t i = 0; i < spans->count; i++) {
        const struct warp_row *warp = &spans->warp[i];
        const struct warp_span *span = spans_step(spans, warp, step);

        if (!span)
            continue;
        told->warps++;
        told->begin = span->begin < told->begin ? span->begin : told->begin;
        told->end = span->end > told->end ? span->end : told->end;
        told->first_done = span->end < told->first_done ? span->end : told->first_done;
        for (uint32_t k = warp->wait; k < warp->wait + warp->waits; k++) {
            const struct warp_span *wait = &spans->span[k];

            if (wait->step == step && wait->end - wait->begin > told->wait) {
                told->wait = wait->end - wait->begin;
                told->waiter = i;
            }
        }
    }
    return told->begin != UINT64_MAX;
}

static const char *spans_whole(struct scene *sc)
{
    const struct spans *spans = &sc->found->spans;
    const char *took = spans_long(sc, spans->end - spans->begin);

    const char *ran;

    if (spans->clock == TILE_NS) {
        ran = pen_print(sc, scene_trn(sc, "One warp ran for %2$s, tracing included.",
                                      "%1$u warps ran for %2$s in all, tracing included.",
                                      spans->count), spans->count, took);
        return pen_print(sc, "%s %s", ran,
                         pen_print(sc, scene_trn(sc, "One multiprocessor was at work.",
                                                 "%u multiprocessors were at work.",
                                                 spans->multiprocessors),
                                   spans->multiprocessors));
    }
    return pen_print(sc, scene_trn(sc,
        "One warp, in the order in which the host ran its events: %2$s, no times.",
        "%1$u warps, in the order in which the host ran their events: %2$s, no times.",
        spans->count), spans->count, took);
}

/* "None waited in it", and those who polled in vain at other times. */
static const char *spans_polled(struct scene *sc, const char *took, const char *late)
{
    const struct spans *spans = &sc->found->spans;
    const char *none = pen_print(sc, scene_tr(sc, "This step took %1$s; its last warp was "
                                                  "done %2$s after the first. None waited "
                                                  "in it."), took, late);
    uint32_t warps = 0;
    uint64_t most = 0;

    for (uint32_t i = 0; i < spans->count; i++) {
        const struct warp_row *warp = &spans->warp[i];
        bool polls = false;

        for (uint32_t k = warp->wait; k < warp->wait + warp->waits; k++) {
            const struct warp_span *wait = &spans->span[k];

            if (wait->kind != SPAN_POLL)
                continue;
            polls = true;
            most = wait->end - wait->begin > most ? wait->end - wait->begin : most;
        }
        warps += polls;
    }
    if (!warps)
        return none;
    return pen_print(sc, "%s %s", none, pen_print(sc, scene_trn(sc,
        "In the whole run one warp polled in vain, for up to %2$s.",
        "In the whole run %1$u warps polled in vain, for up to %2$s.", warps),
        warps, spans_long(sc, most)));
}

const char *spans_say(struct scene *sc)
{
    const struct spans *spans = &sc->found->spans;
    const char *took, *late, *wait;
    struct told told;

    if (sc->aim == 0 || !spans_told(spans, sc->aim - 1, &told))
        return spans_whole(sc);
    took = spans_long(sc, told.end - told.begin);
    late = spans_long(sc, told.end - told.first_done);
    if (told.warps == 1 && !told.wait)
        return pen_print(sc, scene_tr(sc, "This step took %s. One warp was at work; it "
                                          "waited for nobody."), took);
    if (told.warps == 1)
        return pen_print(sc, scene_tr(sc, "This step took %1$s. One warp was at work; it "
                                          "waited %2$s."), took,
                         spans_long(sc, told.wait));
    if (!told.wait)
        return spans_polled(sc, took, late);
    wait = spans_long(sc, told.wait);
    return pen_print(sc, scene_tr(sc, "This step took %1$s; its last warp was done %2$s "
                                      "after the first. Warp %3$u of block %4$u waited "
                                      "longest, %5$s."), took, late,
                     spans->warp[told.waiter].warp, spans->warp[told.waiter].block, wait);
}
