/* Blocks: launches as bands, tiles as boxes, and the values that pass between
 * them through global memory.
 *
 * In a box stands on top what the block took from others, below what it tells
 * them, once it has done so. A line is drawn when its value has been read; in
 * that step the value travels along it. */
#include <math.h>

#include "scene/blocks.h"

enum { LINKS_DRAWN = 500 };

/* ---- what has happened ------------------------------------------------------------- */

/* Whether step k is over. */
static bool blocks_over(const struct scene *sc, uint32_t k)
{
    return k < sc->done;
}

static bool blocks_going(const struct scene *sc, uint32_t k)
{
    return sc->part < 1 && k + 1 == sc->aim;
}

static bool blocks_made(const struct scene *sc, uint32_t event)
{
    return event != FLOW_NONE &&
           blocks_over(sc, steps_of_event(&sc->found->steps, sc->found->trace, event));
}

/* Values read so far by a block, *one an example. */
static uint32_t blocks_taken(const struct scene *sc, const struct blocks_plan *p,
                             const struct block_info *block, uint32_t *one)
{
    uint32_t values = 0;

    for (uint32_t i = block->in; i < block->in + block->ins; i++)
        if (blocks_over(sc, p->all->link[i].read)) {
            values += p->all->link[i].values;
            *one = p->all->link[i].store;
        }
    return values;
}

/* What it took: the prefix where it knows one, a single value, or how many. */
static const char *blocks_takes(struct scene *sc, const struct blocks_plan *p,
                                const struct block_info *block)
{
    uint32_t one = FLOW_NONE;
    const uint32_t values = blocks_taken(sc, p, block, &one);

    if (values == 0)
        return "";
    if (blocks_made(sc, block->prefix))
        return value_event(sc, block->prefix);
    if (values == 1)
        return value_event(sc, one);
    return pen_print(sc, "×%u", values);
}

/* What it tells: the sum of its own inputs, else the only value others read. */
static const char *blocks_tells(struct scene *sc, const struct blocks_plan *p, uint32_t block)
{
    const struct block_info *info = &p->all->block[block];
    const struct block_link *link;

    if (info->total != FLOW_NONE)
        return blocks_made(sc, info->total) ? value_event(sc, info->total) : "";
    if (info->outs == 0 || !p->out[block])
        return "";
    link = &p->all->link[p->out[block] - 1];
    if (!blocks_over(sc, link->made))
        return "";
    if (info->outs == 1 && link->values == 1)
        return value_event(sc, link->store);
    return pen_print(sc, "×%u", info->outs == 1 ? link->values : info->outs);
}

/* ---- boxes ---------------------------------------------------------------------------- */

static void blocks_text(struct scene *sc, struct box box, float y, float size,
                        enum face face, enum ink ink, const char *text)
{
    if (pen_width(sc, face, size, text) > box.w - 3)
        size = TEXT_SMALL;
    if (pen_width(sc, face, size, text) <= box.w - 1)
        pen_text(sc, box.x + box.w / 2, pen_middle(sc, y, size), size, face, ink,
                 ANCHOR_MIDDLE, text);
}

/* The number alone where the widest name of a band would not fit. */
static const char *blocks_name(struct scene *sc, const struct block_info *info, float w)
{
    const char *widest = pen_print(sc, scene_tr(sc, "tile %u"), 88);
    const char *name = pen_print(sc, scene_tr(sc, "tile %u"), info->tile);

    if (info->until > info->tile) {
        name = pen_print(sc, scene_tr(sc, "tiles %1$u–%2$u"), info->tile, info->until);
        return pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) <= w - 4
            ? name : pen_print(sc, "%u–%u", info->tile, info->until);
    }
    return pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, widest) > w - 4 ||
                   pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) > w - 1
        ? pen_print(sc, "%u", info->tile) : name;
}

static struct draw_paint blocks_paint(const struct scene *sc,
                                      const struct block_info *info, bool focus)
{
    const uint32_t now = blocks_launch(sc);

    if (!info->traced)
        return paint_dash(paint_stroke(focus ? INK_SOURCE : INK_RULE, focus ? 2 : 1), 3, 5);
    if (sc->aim == 0 || info->launch > now)
        return paint_dash(paint_both(INK_BACK, focus ? INK_SOURCE : INK_RULE,
                                     focus ? 2.4f : 1.2f), 4, 4);
    if (focus)
        return paint_both(INK_PANEL, INK_SOURCE, 2.6f);
    return info->launch == now ? paint_both(INK_PANEL, INK_CHANGED, 1.8f)
                               : paint_both(INK_PANEL, INK_MUTED, 1.2f);
}

static void blocks_one(struct scene *sc, const struct blocks_plan *p, uint32_t block)
{
    const struct block_info *info = &p->all->block[block];
    const bool tall = p->box_h >= 54 * p->mag;
    struct box box;

    if (!blocks_box(p, block, &box) || !blocks_seen(p, box, false))
        return;
    draw_group(sc->list, "tile:%u,%u", info->launch, info->tile);
    pen_rect(sc, box, box.w > 24 ? 7 : 1, blocks_paint(sc, info, block == p->focus));
    if (box.w >= 20 && p->box_h >= 18 && blocks_seen(p, box, true)) {
        blocks_text(sc, box, box.y + box.h / 2, TEXT_SMALL * p->mag,
                    block == p->focus ? FACE_UI_BOLD : FACE_UI, INK_MUTED,
                    blocks_name(sc, info, box.w));
        if (tall && !info->traced)
            blocks_text(sc, box, box.y + box.h - 12 * p->mag, TEXT_SMALL * p->mag, FACE_UI,
                        INK_MUTED, scene_tr(sc, "not traced"));
        else if (tall) {
            blocks_text(sc, box, box.y + 12 * p->mag, TEXT_BODY * p->mag, FACE_MONO_BOLD,
                        INK_SOURCE_TEXT, blocks_takes(sc, p, info));
            blocks_text(sc, box, box.y + box.h - 12 * p->mag, TEXT_BODY * p->mag,
                        FACE_MONO_BOLD, INK_TEXT, blocks_tells(sc, p, block));
        }
    }
    draw_ungroup(sc->list);
}

/* More blocks than pixels: every so many stand for all. */
static void blocks_row(struct scene *sc, const struct blocks_plan *p, const struct band *band)
{
    const uint32_t across = p->lines > 1 ? A_LINE : band->count;
    const uint32_t every = axes_every(3 / (p->body.w / (float)across));

    for (uint32_t b = 0; b < band->count; b++)
        if (b % every == 0 || band->first + b == p->focus)
            blocks_one(sc, p, band->first + b);
}

/* Beside the band: which launch, how many blocks. */
static void blocks_title(struct scene *sc, const struct blocks_plan *p, uint32_t i)
{
    const struct band *band = &p->band[i];
    const float mid = p->body.y + p->band_h * (float)i + p->box_h / 2;
    const bool now = sc->aim > 0 && band->launch == blocks_launch(sc);
    const bool two = p->box_h >= 34;
    const char *count = pen_print(sc, scene_trn(sc, "one block", "%u blocks", band->tiles),
                                  band->tiles);

    if (p->cut && (mid < p->area.y + 16 || mid > p->area.y + p->area.h - 16))
        return;
    pen_fit(sc, sc->board.x, pen_middle(sc, mid - (two ? 9 : 0), TEXT_SMALL),
            TEXT_SMALL, now ? FACE_UI_BOLD : FACE_UI, now ? INK_TEXT : INK_MUTED,
            ANCHOR_START, SIDE - 6,
            pen_print(sc, scene_tr(sc, "launch %u"), band->launch + 1));
    if (!two)
        return;
    if (band->tiles > 99 || pen_width(sc, FACE_UI, TEXT_SMALL, count) > SIDE - 6)
        count = pen_print(sc, "×%u", band->tiles);
    pen_fit(sc, sc->board.x, pen_middle(sc, mid + 9, TEXT_SMALL), TEXT_SMALL,
            FACE_UI, INK_MUTED, ANCHOR_START, SIDE - 6, count);
}

/* Above all bands: the launch that runs. */
static void blocks_head(struct scene *sc, const struct blocks_plan *p)
{
    const uint32_t now = blocks_launch(sc), out = p->cut ? 0 : p->bands - (p->to - p->from);
    const struct trace_launch *launch = &sc->found->trace->launches[now];
    const char *note = pen_print(sc, scene_trn(sc, "%u launch folded",
                                               "%u launches folded", out), out);
    const float left = out ? pen_width(sc, FACE_UI, TEXT_SMALL, note) + 12 : 0;
    const char *text = pen_print(sc, scene_trn(sc,
        "launch %2$u of %3$u: %4$s, one block of %5$u threads",
        "launch %2$u of %3$u: %4$s, %1$u blocks of %5$u threads", launch->grid.x),
        launch->grid.x, now + 1, sc->found->trace->launch_count, launch->kernel,
        launch->block.x);

    pen_fit(sc, sc->board.x, sc->board.y + 14, TEXT_BODY, FACE_UI, INK_TEXT,
            ANCHOR_START, sc->board.w - left, text);
    if (out)
        pen_text(sc, sc->board.x + sc->board.w, sc->board.y + 14, TEXT_SMALL, FACE_UI,
                 INK_MUTED, ANCHOR_END, note);
}

/* ---- links ------------------------------------------------------------------------------ */

/* Within a launch an arc below the boxes, else from the box above to that below. */
static bool blocks_way(const struct blocks_plan *p, const struct block_link *link,
                       struct spot at[4], bool *arc)
{
    struct box a, b;
    float deep;

    if (!blocks_box(p, link->from, &a) || !blocks_box(p, link->to, &b))
        return false;
    *arc = a.y == b.y;
    at[0] = (struct spot){ a.x + a.w / 2, a.y + a.h + 1 };
    at[3] = (struct spot){ b.x + b.w / 2, *arc ? b.y + b.h + 1 : b.y - 1 };
    deep = *arc ? fminf(10 + fabsf(at[3].x - at[0].x) * 0.22f,
                        fmaxf(p->band_h - p->box_h - 6, 12) * 1.3f)
                : (at[3].y - at[0].y) / 2;
    at[1] = (struct spot){ at[0].x, at[0].y + deep };
    at[2] = (struct spot){ at[3].x, *arc ? at[3].y + deep : at[3].y - deep };
    return true;
}

static void blocks_link(struct scene *sc, const struct blocks_plan *p,
                        const struct block_link *link)
{
    const bool lit = p->focus == NOBODY || p->focus == link->from ||
                     p->focus == link->to;
    const bool many = link->values > 1;
    const float way = 1, alpha = !lit ? 0.2f : many ? 0.5f : 0.9f;
    struct spot at[4];
    float up;
    bool arc;

    if (!blocks_way(p, link, at, &arc))
        return;
    up = arc ? way : -way;
    pen_curve(sc, at, paint_alpha(paint_stroke(INK_SOURCE, many ? 3.2f : 1.6f), alpha));
    pen_shape(sc, (struct spot[3]){ { at[3].x - 4, at[3].y + 7 * up }, at[3],
                                    { at[3].x + 4, at[3].y + 7 * up } }, 3,
              INK_SOURCE, alpha);
}

/* A link that there is to see: read or being read, and not beside the area. */
static bool blocks_shows(const struct scene *sc, const struct blocks_plan *p,
                         const struct block_link *link)
{
    const struct box s = blocks_stage(p);
    struct spot at[4];
    bool arc;

    if (!blocks_over(sc, link->read) && !blocks_going(sc, link->read))
        return false;
    return !p->cut || (blocks_way(p, link, at, &arc) &&
                       fmaxf(at[0].x, at[3].x) > s.x &&
                       fminf(at[0].x, at[3].x) < s.x + s.w);
}

static uint32_t blocks_drawn(const struct scene *sc, const struct blocks_plan *p)
{
    uint32_t count = 0;

    for (uint32_t i = 0; p->cut && i < p->all->link_count; i++)
        count += blocks_shows(sc, p, &p->all->link[i]);
    return p->cut ? count : p->all->link_count;
}

/* All that were read so far or are being read; thinned when there are many. */
static void blocks_links(struct scene *sc, const struct blocks_plan *p)
{
    const uint32_t count = p->all->link_count;
    const uint32_t every = blocks_drawn(sc, p) / LINKS_DRAWN + 1;
    uint32_t seen = 0;

    for (int lit = 0; lit < 2; lit++)
        for (uint32_t i = 0; i < count; i++) {
            const struct block_link *link = &p->all->link[i];
            const bool own = p->focus == link->from || p->focus == link->to;

            if (own == (lit != 0) && blocks_shows(sc, p, link) &&
                (own || seen++ % every == 0))
                blocks_link(sc, p, link);
        }
}

/* ---- below ------------------------------------------------------------------------------- */

static const char *blocks_own(struct scene *sc, const struct block_info *info)
{
    if (!info->owns)
        return pen_print(sc, scene_tr(sc, "Tile %1$u of launch %2$u touches neither "
                                          "input nor output."), info->tile,
                         info->launch + 1);
    return pen_print(sc, scene_tr(sc, "Tile %1$u of launch %2$u stands for elements "
                                      "%3$u to %4$u."), info->tile, info->launch + 1,
                     info->first, info->last);
}

static const char *blocks_sentence(struct scene *sc, const struct blocks_plan *p)
{
    const struct block_info *info;
    const char *takes, *tells, *text;

    if (p->focus == NOBODY) {
        text = scene_tr(sc, "In a box: on top what the block took, below what it tells "
                            "others. A click opens the block.");
        return p->all->traced == p->all->tiles ? text
            : pen_print(sc, "%s %s", scene_tr(sc, "Faint blocks were not traced."), text);
    }
    info = &p->all->block[p->focus];
    if (!info->traced)
        return scene_untraced(sc, info->tile, info->until);
    takes = blocks_takes(sc, p, info);
    tells = blocks_tells(sc, p, (uint32_t)p->focus);
    text = blocks_own(sc, info);
    if (takes[0])
        text = pen_print(sc, "%s %s", text,
                         pen_print(sc, scene_tr(sc, "It took %s."), takes));
    if (tells[0])
        text = pen_print(sc, "%s %s", text,
                         pen_print(sc, scene_tr(sc, "It tells others %s."), tells));
    return text;
}

void blocks_draw(struct scene *sc)
{
    struct blocks_plan p;

    if (!blocks_plan(sc, &p))
        return;
    if (p.cut)
        pen_clip(sc, blocks_stage(&p));
    blocks_links(sc, &p);
    for (uint32_t i = p.from; i < p.to; i++)
        blocks_row(sc, &p, &p.band[i]);
    if (p.cut)
        pen_unclip(sc);
    for (uint32_t i = p.from; i < p.to; i++)
        blocks_title(sc, &p, i);
    blocks_head(sc, &p);
    pen_wrap(sc, sc->board.x, sc->board.y + sc->board.h - 8 - (sc->half ? MORE : 0),
             TEXT_BODY, FACE_UI, INK_MUTED, sc->board.w, sc->half ? 2 : 1,
             blocks_sentence(sc, &p));
}

static struct spot blocks_on(const struct spot at[4], float t)
{
    const float s = 1 - t;
    const float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;

    return (struct spot){ a * at[0].x + b * at[1].x + c * at[2].x + d * at[3].x,
                          a * at[0].y + b * at[1].y + c * at[2].y + d * at[3].y };
}

/* Values do not travel over what is written in the boxes: a strip a line of
 * boxes, or a box where a value passes beside it. */
static void blocks_keep_off(const struct blocks_plan *p, struct chips *chips)
{
    const bool strips = p->lines > 1;

    for (uint32_t i = p->from; i < p->to; i++)
        for (uint32_t b = 0; b < p->band[i].count; b += strips ? A_LINE : 1) {
            struct box box;

            if (!blocks_box(p, p->band[i].first + b, &box) || chips->count > 128)
                continue;
            if (strips) {
                box.x = p->area.x;
                box.w = p->area.w;
            }
            if (blocks_seen(p, box, false))
                chips_keep_off(chips, box);
        }
}

void blocks_moving(struct scene *sc)
{
    struct chips chips = { .count = 0 };
    struct spot at[4];
    struct blocks_plan p;
    bool arc;

    if (sc->part >= 1 || !blocks_plan(sc, &p))
        return;
    chips.clip = (struct box){ p.area.x, p.area.y, p.area.w, p.area.h + 8 };
    blocks_keep_off(&p, &chips);
    for (uint32_t i = 0; i < p.all->link_count; i++) {
        const struct block_link *link = &p.all->link[i];

        if (!blocks_going(sc, link->read) || !blocks_way(&p, link, at, &arc))
            continue;
        chips_add(sc, &chips, blocks_on(at, chips_pace(sc->part, 0, 1)),
                  link->values == 1 ? value_event(sc, link->store)
                                    : pen_print(sc, "×%u", link->values));
    }
}

bool blocks_fits(const struct findings *found)
{
    return found->blocks.count > 1;
}

/* Who hands what to whom in this step; NULL when nobody does. */
const char *blocks_say(struct scene *sc)
{
    const struct blocks *all = &sc->found->blocks;
    uint32_t takers = 0, values = 0, last = FLOW_NONE;

    for (uint32_t i = 0; sc->aim > 0 && i < all->link_count; i++) {
        const struct block_link *link = &all->link[i];

        if (link->read + 1 != sc->aim)
            continue;
        takers += link->to != last;
        values += link->values;
        last = link->to;
    }
    if (takers == 0)
        return NULL;
    return pen_print(sc, "%s %s",
        pen_print(sc, scene_trn(sc, "One block takes what other blocks left behind.",
                                "%u blocks take what other blocks left behind.", takers),
                  takers),
        pen_print(sc, scene_trn(sc, "One value passes from block to block.",
                                "%u values pass from block to block.", values), values));
}
