/* The status words of the look-back view, who read them, and what it says. */
#include <math.h>

#include "scene/lookback.h"

/* ---- status words ------------------------------------------------------------------ */

const char *lookback_kind(struct scene *sc, int kind)
{
    switch (kind) {
    case 0:               return scene_tr(sc, "invalid");
    case STATE_AGGREGATE: return scene_tr(sc, "aggregate");
    case STATE_PREFIX:    return scene_tr(sc, "prefix");
    default:              return pen_print(sc, "%d", kind);
    }
}

const char *lookback_letter(struct scene *sc, int kind)
{
    switch (kind) {
    case 0:               return "–";
    case STATE_AGGREGATE: return scene_tr(sc, "A");
    case STATE_PREFIX:    return scene_tr(sc, "P");
    default:              return pen_print(sc, "%d", kind);
    }
}

enum ink lookback_ink(int kind)
{
    return kind == STATE_AGGREGATE ? INK_SERIES_2
           : kind == STATE_PREFIX ? INK_SERIES_3 : INK_RULE;
}

static struct box lookback_word_box(const struct lookback *l, uint32_t i)
{
    const float pitch = fminf(l->strip.w / (float)l->rows, 100);
    const float gap = pitch > 60 ? 8 : 4;

    return (struct box){ l->strip.x + pitch * (float)(i - l->first) + gap / 2,
                         l->strip.y + 22, pitch - gap, BOX_H };
}

/* Whether the names of all states that occur fit a box; else letters stand. */
static bool lookback_wordy(struct scene *sc, const struct lookback *l, float w)
{
    bool fits = pen_width(sc, FACE_UI, TEXT_SMALL, lookback_kind(sc, 0)) <= w &&
                (l->tiles->traced == l->tiles->tiles ||
                 pen_width(sc, FACE_UI, TEXT_SMALL, scene_tr(sc, "not traced")) <= w);

    for (uint32_t i = 0; fits && i < l->tiles->state_count; i++) {
        const int kind = l->tiles->state[i].kind;

        if (i == 0 || kind != l->tiles->state[i - 1].kind)
            fits = pen_width(sc, FACE_UI, TEXT_SMALL, lookback_kind(sc, kind)) <= w;
    }
    return fits;
}

/* What stands in a box about its word; of a tile left out it is not known. */
static const char *lookback_state(struct scene *sc, const struct tile_life *life, int kind,
                                  bool wordy)
{
    if (!life->traced)
        return wordy ? scene_tr(sc, "not traced") : "…";
    return wordy ? lookback_kind(sc, kind) : lookback_letter(sc, kind);
}

static void lookback_under(struct scene *sc, const struct lookback *l, uint32_t i,
                           struct box box)
{
    const struct tile_life *life = &l->tiles->life[i];
    const bool lit = i == l->lit;
    const char *name = lookback_name(sc, life);

    if (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) > box.w + 2)
        name = life->until == life->tile
            ? pen_print(sc, "%u", life->tile)
            : pen_print(sc, "%u–%u", life->tile, life->until);
    if (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) <= box.w + 4)
        pen_text(sc, box.x + box.w / 2, box.y + box.h + 18, TEXT_SMALL,
                 lit ? FACE_UI_BOLD : FACE_UI, lit ? INK_SOURCE_TEXT : INK_MUTED,
                 ANCHOR_MIDDLE, name);
}

static void lookback_box(struct scene *sc, const struct lookback *l, uint32_t i)
{
    const struct tile_state *word = lookback_word(l, i);
    const struct tile_life *life = &l->tiles->life[i];
    const struct box box = lookback_word_box(l, i);
    const int kind = word ? word->kind : 0;
    const float mid = box.x + box.w / 2;
    const bool wordy = lookback_wordy(sc, l, box.w - 6), lit = i == l->lit;

    draw_group(sc->list, "tile:%u,%u", life->launch, life->tile);
    if (lit)
        pen_rect(sc, (struct box){ box.x - 3, box.y - 3, box.w + 6, box.h + 6 }, 9,
                 paint_both(INK_BACK, INK_SOURCE, 2));
    pen_rect(sc, box, 7, kind ? paint_both(INK_PANEL, lookback_ink(kind), 2.4f)
                 : paint_dash(paint_both(INK_BACK, INK_RULE, 1.2f), 4, 4));
    pen_text(sc, mid, box.y + 18, TEXT_SMALL, FACE_UI, kind ? INK_TEXT : INK_MUTED,
             ANCHOR_MIDDLE, lookback_state(sc, life, kind, wordy));
    if (word)
        pen_fit(sc, mid, box.y + 38, TEXT_BODY, FACE_MONO_BOLD, INK_TEXT,
                ANCHOR_MIDDLE, box.w - 4, value_event(sc, word->event));
    lookback_under(sc, l, i, box);
    draw_ungroup(sc->list);
}

/* Arcs below the words, from each that was read to the reader. */
static void lookback_arcs(struct scene *sc, const struct lookback *l)
{
    uint32_t count, from;
    const struct tile_read *read = lookback_reads(l, l->lit, &count);
    bool known = false;
    double at;

    for (uint32_t i = 0; i < count; i++) {
        struct box a, b;
        float y, deep;

        known = known || read[i].publish != FLOW_NONE;
        if (!lookback_publisher(l, &read[i], &from, &at) || !lookback_shown(l, from))
            continue;
        a = lookback_word_box(l, from);
        b = lookback_word_box(l, l->lit);
        y = a.y + a.h + 25;
        deep = 8 + 12 * fminf(fabsf(b.x - a.x) / l->strip.w * 4, 1);
        pen_curve(sc, (struct spot[4]){ { a.x + a.w / 2, y },
                                        { a.x + a.w / 2, y + deep },
                                        { b.x + b.w / 2, y + deep },
                                        { b.x + b.w / 2, y + 4 } },
                  paint_stroke(INK_SOURCE, 1.8f));
    }
    if (known) {
        const struct box b = lookback_word_box(l, l->lit);
        const float x = b.x + b.w / 2, y = b.y + b.h + 24;

        pen_shape(sc, (struct spot[3]){ { x - 4, y + 7 }, { x, y }, { x + 4, y + 7 } },
                  3, INK_SOURCE, 1);
    }
}

/* The read of the greatest status word below `below`; NULL: none. */
static const struct tile_read *lookback_nearest(const struct tile_read *read,
                                                uint32_t count, uint32_t below)
{
    const struct tile_read *best = NULL;

    for (uint32_t i = 0; i < count; i++)
        if (read[i].of < below && (!best || read[i].of > best->of))
            best = &read[i];
    return best;
}

static void lookback_item(struct scene *sc, const struct tile_read *read, bool first,
                          struct buf *out)
{
    buf_printf(out, "%s%s %s", first ? "" : ", ", lookback_kind(sc, read->kind),
               value_event(sc, read->event));
}

/* "aggregate 31, aggregate 31, …, prefix 93": the nearest tile first, and always
 * the last, which ended the walk. */
static const char *lookback_list(struct scene *sc, const struct tile_read *read,
                                 uint32_t count)
{
    const uint32_t shown = count > SHOWN_READS ? SHOWN_READS - 2 : count;
    const struct tile_read *last = read;
    uint32_t below = FLOW_NONE;
    const char *text;
    struct buf buf;

    buf_init(&buf);
    for (uint32_t i = 0; i < shown; i++) {
        const struct tile_read *r = lookback_nearest(read, count, below);

        if (!r)
            break;
        lookback_item(sc, r, i == 0, &buf);
        below = r->of;
    }
    for (uint32_t i = 0; i < count; i++)
        if (read[i].of < last->of)
            last = &read[i];
    if (shown < count) {
        buf_puts(&buf, ", …");
        lookback_item(sc, last, false, &buf);
    }
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

static const char *lookback_sum(struct scene *sc, const struct lookback *l)
{
    const uint32_t tile = l->tiles->life[l->lit].tile;
    uint32_t count;
    const struct tile_read *read = lookback_reads(l, l->lit, &count);

    if (!l->tiles->life[l->lit].traced)
        return scene_untraced(sc, tile, l->tiles->life[l->lit].until);
    if (count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %u has read no status word so far."),
                         tile);
    return pen_print(sc, scene_trn(sc, "Tile %2$u has read one status word: %3$s.",
                                   "Tile %2$u has read %1$u status words: %3$s.",
                                   count),
                     count, tile, lookback_list(sc, read, count));
}

void lookback_strip(struct scene *sc, const struct lookback *l)
{
    if (l->strip.h <= 0)
        return;
    pen_fit(sc, l->strip.x, l->strip.y + 13, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_START, l->strip.w, scene_tr(sc, "status words in global memory, "
                                                   "now"));
    if (lookback_shown(l, l->lit))
        lookback_arcs(sc, l);
    for (uint32_t i = l->first; i < l->first + l->rows; i++)
        lookback_box(sc, l, i);
    pen_fit(sc, l->strip.x, l->strip.y + STRIP_H - 12, TEXT_BODY, FACE_UI_BOLD,
            INK_SOURCE_TEXT, ANCHOR_START, l->strip.w, lookback_sum(sc, l));
}

/* ---- what it says -------------------------------------------------------------------------- */

static const char *lookback_told(struct scene *sc, const struct lookback *l)
{
    const struct tile_life *life = &l->tiles->life[l->focus];
    const struct tile_state *word = lookback_word(l, l->focus);
    uint32_t count;

    lookback_reads(l, l->focus, &count);
    if (!life->traced)
        return scene_untraced(sc, life->tile, life->until);
    if ((double)life->begin > l->now)
        return pen_print(sc, scene_tr(sc, "Tile %u has not begun yet."), life->tile);
    if (!word)
        return pen_print(sc, scene_tr(sc, "Tile %u works on its own inputs; its status "
                                          "word is still invalid."), life->tile);
    if (word->kind == STATE_PREFIX && count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %1$u has nothing before it and publishes "
                                          "its prefix %2$s at once."), life->tile,
                         value_event(sc, word->event));
    if (word->kind == STATE_PREFIX)
        return pen_print(sc, scene_trn(sc,
            "Tile %2$u knows all inputs up to its end: it publishes the prefix %3$s "
            "after reading one status word.",
            "Tile %2$u knows all inputs up to its end: it publishes the prefix %3$s "
            "after reading %1$u status words.", count), count, life->tile,
            value_event(sc, word->event));
    if (count == 0)
        return pen_print(sc, scene_tr(sc, "Tile %1$u has published its aggregate %2$s and "
                                          "has not looked back yet."), life->tile,
                         value_event(sc, word->event));
    return pen_print(sc, scene_trn(sc,
        "Tile %2$u has published its aggregate %3$s and has read one status word.",
        "Tile %2$u has published its aggregate %3$s and has read %1$u status words.",
        count), count, life->tile, value_event(sc, word->event));
}

/* The latest tile that has begun by the moment shown. */
static uint32_t lookback_latest(const struct lookback *l)
{
    uint32_t latest = l->focus;
    uint64_t begin = 0;

    for (uint32_t i = 0; i < l->tiles->count; i++) {
        const struct tile_life *life = &l->tiles->life[i];

        if (life->traced && (double)life->begin <= l->now && life->begin >= begin) {
            begin = life->begin;
            latest = i;
        }
    }
    return latest;
}

/* Between two steps the tile in focus may not have begun in what is shown: then
 * one that has is told of, unless this one was chosen. */
static void lookback_subject(const struct scene *sc, struct lookback *l)
{
    const double shown = lookback_now(sc, l->focus);

    l->now = lookback_step_at(sc, l->focus, sc->aim); /* as all narration: the aim */
    if ((double)l->tiles->life[l->focus].begin <= shown)
        return;
    l->now = shown;
    if (sc->view->tile < 0)
        l->focus = l->lit = lookback_latest(l);
}

const char *lookback_say(struct scene *sc)
{
    uint32_t failed = 0, count;
    const struct tile_read *read;
    struct lookback l = { .tiles = &sc->found->tiles };
    const char *told;

    if (l.tiles->count == 0 || sc->aim == 0)
        return NULL;
    l.focus = l.lit = lookback_focus(sc);
    lookback_subject(sc, &l);
    told = lookback_told(sc, &l);
    read = lookback_reads(&l, l.focus, &count);
    for (uint32_t i = 0; i < count; i++)
        failed += read[i].failed;
    if (!failed)
        return told;
    return pen_print(sc, "%s %s", told,
                     pen_print(sc, scene_trn(sc, "One poll met an invalid word.",
                                             "%u polls met an invalid word.", failed),
                               failed));
}
