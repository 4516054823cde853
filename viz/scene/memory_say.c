/* What the memory view says: captions and verdicts, the lines of the step, the
 * worst degree of each step so far. */
#include <math.h>

#include "scene/memory.h"

/* ---- words about it ------------------------------------------------------------------ */

static const char *memory_what_whole(struct scene *sc, const struct memory *m)
{
    const struct warp_request *r = m->now;

    if (sc->aim == 0)
        return scene_tr(sc, "Memory before any thread has run; a step shows what "
                            "it asks for.");
    if (!r)
        return scene_tr(sc, "This step asks nothing of memory.");
    if (m->global)
        return pen_print(sc, r->store
            ? scene_tr(sc, "global memory in 32-byte sectors: warp %1$u stores at "
                           "line %2$u")
            : scene_tr(sc, "global memory in 32-byte sectors: warp %1$u loads at "
                           "line %2$u"), r->warp, r->line);
    return pen_print(sc, r->store
        ? scene_tr(sc, "shared memory as 32 banks: warp %1$u stores at line %2$u")
        : scene_tr(sc, "shared memory as 32 banks: warp %1$u loads at line %2$u"),
        r->warp, r->line);
}

const char *memory_what(struct scene *sc, const struct memory *m, float room)
{
    const struct warp_request *r = m->now;
    const char *whole = memory_what_whole(sc, m);

    if (!r || sc->aim == 0 || pen_width(sc, FACE_UI, TEXT_BODY, whole) <= room)
        return whole;
    return pen_print(sc, r->store ? scene_tr(sc, "warp %1$u stores at line %2$u")
                                  : scene_tr(sc, "warp %1$u loads at line %2$u"),
                     r->warp, r->line);
}

/* How many lanes are served at a time: wide elements in halves or quarters. */
static uint32_t memory_part(const struct warp_request *r)
{
    uint32_t wide = 4;

    for (int lane = 0; lane < LANES; lane++)
        if (memory_takes(r, lane) && r->width[lane] > wide)
            wide = r->width[lane];
    return wide > 8 ? LANES / 4 : wide > 4 ? LANES / 2 : LANES;
}

/* Nothing to pack: what a single lane asks for lies together. */
static const char *memory_one_lane(struct scene *sc, const struct warp_request *r)
{
    return pen_print(sc, scene_trn(sc, "One lane touches one sector.",
                                   "One lane touches %u sectors.", r->sectors),
                     r->sectors);
}

static const char *memory_verdict_whole(struct scene *sc, const struct memory *m)
{
    const struct warp_request *r = m->now;
    const uint32_t lanes = memory_lanes(r);

    if (m->global && lanes == 1)
        return memory_one_lane(sc, r);
    if (m->global)
        return pen_print(sc, scene_trn(sc,
            "%2$u lanes touch one sector; their data would fill %3$u.",
            "%2$u lanes touch %1$u sectors; packed, their data would fill %3$u.",
            r->sectors), r->sectors, lanes, r->least);
    if (memory_part(r) < LANES && r->degree > 1)
        return pen_print(sc, scene_tr(sc, "%1$u-way conflict: of %2$u lanes served at a "
                                          "time some want different words of one bank."),
                         r->degree, memory_part(r));
    if (memory_part(r) < LANES && lanes > 1)
        return pen_print(sc, scene_tr(sc, "No conflict: so wide elements are served %u "
                                          "lanes at a time, in banks of their own."),
                         memory_part(r));
    if (r->degree > 1)
        return pen_print(sc, scene_trn(sc,
            "%1$u-way conflict: %2$u lanes want %4$u words of one bank. The "
            "access takes %1$u turns instead of 1.",
            "%1$u-way conflict: %2$u lanes want %4$u words of %3$u banks. The "
            "access takes %1$u turns instead of 1.", m->banks), r->degree, lanes,
            m->banks, m->different);
    if (lanes == 1)
        return scene_tr(sc, "No conflict: only one lane asks.");
    if (m->different < lanes && m->different == 1)
        return pen_print(sc, scene_tr(sc, "No conflict: %u lanes read the same "
                                          "word, a broadcast."), lanes);
    if (m->different < lanes)
        return pen_print(sc, scene_tr(sc, "No conflict: %1$u lanes want %2$u words, "
                                          "each in a bank of its own."), lanes,
                         m->different);
    return pen_print(sc, scene_tr(sc, "No conflict: each of the %u lanes has a "
                                      "bank to itself."), lanes);
}

const char *memory_verdict(struct scene *sc, const struct memory *m, float room)
{
    const char *whole = memory_verdict_whole(sc, m);
    const struct warp_request *r = m->now;

    if (pen_width(sc, FACE_UI_BOLD, TEXT_BODY, whole) <= room)
        return whole;
    if (m->global && memory_lanes(r) == 1)
        return memory_one_lane(sc, r);
    if (m->global)
        return pen_print(sc, scene_trn(sc, "%2$u lanes touch one sector.",
                                       "%2$u lanes touch %1$u sectors.", r->sectors),
                         r->sectors, memory_lanes(r));
    if (r->degree > 1)
        return pen_print(sc, scene_tr(sc, "%1$u-way conflict: %1$u turns instead of 1."),
                         r->degree);
    return scene_tr(sc, "No conflict.");
}

static bool memory_has_spare(const struct scene *sc, const struct memory *m)
{
    for (uint32_t line = 0; line < m->rows; line++)
        for (uint32_t w = m->row[line] * LANES; w < (m->row[line] + 1) * LANES; w++)
            if (memory_spare(sc, m, w))
                return true;
    return false;
}

/* The word of an event, also where that is a number and no value. */
static const char *memory_value(struct scene *sc, uint32_t at)
{
    const struct event *event = &sc->found->trace->events[at];

    switch (event_kind(event)) {
    case EV_LDW:
    case EV_STW:
    case EV_ATOMIC:
        return pen_print(sc, "%d", (int)(int32_t)(uint32_t)event->bits);
    default:
        return value_event(sc, at);
    }
}

const char *memory_pointed(struct scene *sc, const struct memory *m)
{
    const struct warp_request *r = m->now;
    const int lane = sc->view->hover_lane;
    const struct event *event;

    if (!r || lane < 0 || lane >= LANES || !memory_takes(r, lane))
        return "";
    event = &sc->found->trace->events[r->event[lane]];
    return pen_print(sc, r->store
        ? scene_tr(sc, "Lane %1$d, thread %2$u, writes %3$s[%4$d] = %5$s.")
        : scene_tr(sc, "Lane %1$d, thread %2$u, reads %3$s[%4$d] = %5$s."),
        lane, r->warp * LANES + (uint32_t)lane,
        sc->found->trace->arrays[event->array].name, (int)event->index,
        memory_value(sc, r->event[lane]));
}

/* What is not plain from the picture: idle lanes, rows left out, padding. */
const char *memory_note(struct scene *sc, const struct memory *m)
{
    const uint32_t idle = m->now ? LANES - memory_lanes(m->now) : 0;

    if (m->hidden)
        return pen_print(sc, scene_trn(sc, "%u more row is asked for and not shown.",
                                       "%u more rows are asked for and not shown.",
                                       m->hidden), m->hidden);
    if (memory_has_spare(sc, m))
        return scene_tr(sc, "Struck-out words are never used: padding.");
    if (idle)
        return pen_print(sc, scene_trn(sc, "%u lane of the warp is idle.",
                                       "%u lanes of the warp are idle.", idle),
                         idle);
    return "";
}

/* ---- the requests of the step --------------------------------------------------------- */

/* Whether request i is the worst of its line. */
static bool memory_leads(const struct requests *all, uint32_t i)
{
    const struct warp_request *a = &all->request[i];

    for (uint32_t j = 0; j < all->count; j++) {
        const struct warp_request *b = &all->request[j];
        const uint32_t x = a->degree + a->sectors, y = b->degree + b->sectors;

        if (b->line == a->line && b->store == a->store && b->space == a->space &&
            (y > x || (y == x && j < i)))
            return false;
    }
    return true;
}

static const char *memory_chip_text(struct scene *sc, const struct warp_request *r)
{
    if (r->space == SPACE_GLOBAL)
        return pen_print(sc, scene_trn(sc, "line %1$u: %2$u sector",
                                       "line %1$u: %2$u sectors", r->sectors),
                         r->line, r->sectors);
    if (r->degree < 2)
        return pen_print(sc, scene_tr(sc, "line %u: no conflict"), r->line);
    return pen_print(sc, scene_tr(sc, "line %1$u: %2$u-way"), r->line, r->degree);
}

void memory_chips(struct scene *sc, const struct memory *m, float y)
{
    float x = m->left;

    for (uint32_t i = 0; i < m->all.count; i++) {
        const struct warp_request *r = &m->all.request[i];
        const bool now = m->now->line == r->line && m->now->store == r->store &&
                         m->now->space == r->space;
        const char *text = memory_chip_text(sc, r);
        const float w = pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, text) + 20;

        if (!memory_leads(&m->all, i))
            continue;
        if (x + w > sc->board.x + sc->board.w)
            break;
        draw_group(sc->list, "request:%u,%u,%u", r->line, r->warp, r->nth);
        pen_rect(sc, (struct box){ x, y, w, 24 }, 12,
                 now ? paint_both(INK_PANEL, INK_SOURCE, 2)
                     : paint_both(INK_PANEL, INK_RULE, 1));
        pen_text(sc, x + w / 2, pen_middle(sc, y + 12, TEXT_SMALL), TEXT_SMALL,
                 now ? FACE_UI_BOLD : FACE_UI,
                 r->degree > 1 ? INK_BAD_TEXT : INK_TEXT, ANCHOR_MIDDLE, text);
        draw_ungroup(sc->list);
        x += w + 8;
    }
}

/* ---- the steps of the run --------------------------------------------------------------- */

static uint32_t memory_degree(const struct scene *sc, uint32_t step)
{
    const struct bank_step *s = &sc->found->banks.step[step];

    return s->load_degree > s->store_degree ? s->load_degree : s->store_degree;
}

struct span { float x0, x1; };

static struct span memory_name_span(struct scene *sc, float x, uint32_t step)
{
    const char *name = step_label(sc, step);

    return (struct span){ x, x + pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) + 8 };
}

static void memory_bar(struct scene *sc, struct box bar, uint32_t step, bool named)
{
    const uint32_t degree = memory_degree(sc, step);
    const bool now = step + 1 == sc->aim;
    const char *number = pen_print(sc, "%u", degree);
    const float base = bar.y + bar.h;

    if (step < sc->done)
        pen_rect(sc, bar, 2, paint_alpha(paint_fill(degree > 1 ? INK_BAD : INK_BAR),
                                         now ? 1 : 0.6f));
    if (step < sc->done && bar.w * 1.6f > pen_width(sc, FACE_MONO_BOLD, TEXT_SMALL, number) + 3)
        pen_text(sc, bar.x, base + 15, TEXT_SMALL, now ? FACE_MONO_BOLD : FACE_MONO,
                 degree > 1 ? INK_BAD_TEXT : INK_MUTED, ANCHOR_START, number);
    if (named)
        pen_text(sc, bar.x, base + 32, TEXT_SMALL, now ? FACE_UI_BOLD : FACE_UI,
                 now ? INK_TEXT : INK_MUTED, ANCHOR_START,
                 step_label(sc, step));
}

/* A bar a step: the worst degree; of the step under way there is only the name,
 * and steps to come are not known yet. */
void memory_bars(struct scene *sc, const struct memory *m, float y)
{
    const uint32_t count = sc->found->steps.count;
    const float pitch = fminf((sc->board.w - GUTTER - 60) / (float)count, 84);
    const uint32_t aim = sc->aim ? sc->aim - 1 : 0;
    const struct span now = memory_name_span(sc, m->left + pitch * (float)aim, aim);
    uint32_t most = 2;
    float free = 0;

    for (uint32_t k = 0; k < count; k++)
        most = memory_degree(sc, k) > most ? memory_degree(sc, k) : most;
    pen_fit(sc, m->left, y + 12, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            sc->board.w - GUTTER, scene_tr(sc, "worst degree of each step"));
    for (uint32_t k = 0; k < sc->aim && k < count; k++) {
        const float x = m->left + pitch * (float)k;
        const float h = 34 * (float)memory_degree(sc, k) / (float)most;
        const struct span own = memory_name_span(sc, x, k);
        const bool named = k == aim || (x >= free && own.x1 <= now.x0);

        memory_bar(sc, (struct box){ x, y + 56 - h, pitch * 0.62f, h }, k,
                   named && own.x1 - 8 <= sc->board.x + sc->board.w);
        free = named ? own.x1 : free;
    }
}
