/* A half of compare: which view it shows, its heading, and where it stands.
 *
 * A half is a whole scene with a small board, so that every view that draws on
 * its board alone can stand in it. One that does not suit the run, or has no
 * room, gives way to the network, and the heading says so. */
#include <string.h>

#include "scene/compare.h"

enum { HEAD = 48, NOTE = 21, BETWEEN = 22, CHIP_H = 24 };

/* What may stand in a half, and the least board it needs. */
static const struct { enum view_kind kind; float w, h; } rooms[] = {
    { VIEW_NETWORK, 0, 0 },      { VIEW_TREE, 200, 220 },   { VIEW_LANES, 240, 200 },
    { VIEW_MEMORY, 300, 200 },   { VIEW_LOOK_BACK, 260, 150 },
    { VIEW_BLOCKS, 240, 150 },   { VIEW_TABLE, 200, 160 },
    { VIEW_TIMELINE, 320, 140 }, { VIEW_HAZARD, 320, 240 },
};

enum { ROOMS = sizeof(rooms) / sizeof(rooms[0]) };

bool view_halves(enum view_kind kind)
{
    for (int i = 0; i < ROOMS; i++)
        if (rooms[i].kind == kind)
            return true;
    return false;
}

/* ---- one run ------------------------------------------------------------------- */

const struct findings *half_found(const struct scene *sc, int i)
{
    return i ? sc->view->other : sc->found;
}

const char *half_title(const struct scene *sc, int i)
{
    const char *title = i ? sc->view->other_title : sc->view->first_title;

    return title ? title : half_found(sc, i)->trace->run.title;
}

/* A run that has ended waits in its last state, which a cell pointed at in the
 * other one stands beside. */
static int half_row(const struct findings *found, int row)
{
    const int last = (int)found->steps.count;

    return row > last ? last : row;
}

void half_scene(const struct scene *sc, int i, struct half *h)
{
    const struct view *v = sc->view;

    memset(h, 0, sizeof(*h));
    h->side = i;
    h->view = *v;
    h->view.findings = half_found(sc, i);
    h->view.twin = i ? v->other_twin : v->twin;
    if (v->hazard >= (int)h->view.findings->hazards.count)
        h->view.hazard = -1;
    h->view.hover_row = half_row(h->view.findings, v->hover_row);
    h->view.select_row = half_row(h->view.findings, v->select_row);
    if (v->pick_half >= 0 && v->pick_half != i)
        h->view.pick_line = -1;
    h->title = half_title(sc, i);
    h->sc = *sc;
    h->sc.view = &h->view;
    h->sc.found = h->view.findings;
    h->sc.half = true;
    h->sc.sight = (struct view_sight){ .there = false };
    h->sc.rows = NULL;
    h->sc.longest = NULL;
    h->asked = view_halves(v->half[i]) ? v->half[i] : VIEW_NETWORK;
    frame_place(&h->sc);
}

/* ---- which view ------------------------------------------------------------------ */

static enum half_fit half_fits(const struct half *h, enum view_kind kind)
{
    const float w = h->box.w, high = h->box.h - HEAD - NOTE;

    if (kind == VIEW_NETWORK)
        return HALF_FITS;
    if (!view_halves(kind) || !view_fits(h->sc.found, kind))
        return HALF_OF_OTHER_RUNS;
    for (int i = 0; i < ROOMS; i++)
        if (rooms[i].kind == kind && (w < rooms[i].w || high < rooms[i].h))
            return HALF_TOO_SMALL;
    return HALF_FITS;
}

static void half_choose(struct half *h, struct box box)
{
    h->box = box;
    h->fit = half_fits(h, h->asked);
    h->kind = h->fit == HALF_FITS ? h->asked : VIEW_NETWORK;
    h->view.kind = h->kind;
    if (h->kind == VIEW_TABLE)
        h->view.unfold = true; /* every row counts */
}

static struct box half_box(const struct scene *sc, int i)
{
    const struct box b = sc->board;
    const float w = (b.w - BETWEEN) / 2;

    return (struct box){ b.x + (w + BETWEEN) * (float)i, b.y, w, b.h };
}

/* The point held under the pointer is that of one half; sideways the other one
 * holds the point at the same place of its own. */
static void half_hold(const struct scene *sc, struct half h[2])
{
    const int other = sc->view->half_at != 1;

    h[other].sc.aside = sc->view->held;
    if (sc->view->held)
        h[other].view.held_x += (h[other].box.x - h[!other].box.x) * sc->scale;
}

/* Both networks print values, or neither does; their rows stand level. */
bool half_plan_both(const struct scene *sc, struct half h[2])
{
    enum net_room room = NET_VALUES, own;
    bool note;

    if (!sc->view->other || half_box(sc, 0).w < 90)
        return false;
    for (int i = 0; i < 2; i++) {
        half_scene(sc, i, &h[i]);
        half_choose(&h[i], half_box(sc, i));
        own = h[i].kind == VIEW_NETWORK ? net_values(&h[i], h[i].box.w) : NET_VALUES;
        room = own < room ? own : room;
    }
    half_hold(sc, h);
    note = h[0].fit != HALF_FITS || h[1].fit != HALF_FITS;
    for (int i = 0; i < 2; i++) {
        const float head = HEAD + (note ? NOTE : 0);
        const struct box b = h[i].box;

        h[i].values = room != NET_DOTS;
        h[i].tight = room == NET_TIGHT;
        h[i].sc.board = (struct box){ b.x, b.y + head, b.w, b.h - head };
    }
    return true;
}

/* ---- what the player asks ---------------------------------------------------------- */

/* The picture as compare lays it out, without drawing. */
static void half_layout(const struct view *view, struct view *own, struct scene *sc,
                        struct draw_list *scratch)
{
    *own = *view;
    own->kind = VIEW_COMPARE;
    draw_init(scratch);
    *sc = (struct scene){ .view = own, .found = view->findings, .list = scratch };
    frame_units(sc);
    frame_place(sc);
    frame_layout(sc);
}

int scene_half_at(const struct view *view, float x, float y)
{
    struct draw_list scratch;
    struct view own;
    struct scene sc;
    int at = -1;

    if (!view->findings || !view->other)
        return -1;
    half_layout(view, &own, &sc, &scratch);
    for (int i = 0; i < 2; i++) {
        const struct box b = half_box(&sc, i);

        if (x / sc.scale >= b.x && x / sc.scale < b.x + b.w && y / sc.scale >= b.y &&
            y / sc.scale < b.y + b.h)
            at = i;
    }
    draw_finish(&scratch);
    return at;
}

bool scene_half_shows(const struct view *view, int half, enum view_kind kind)
{
    struct draw_list scratch;
    struct view own;
    struct scene sc;
    struct half h;
    bool shows;

    if (!view->findings || !view->other)
        return false;
    half_layout(view, &own, &sc, &scratch);
    half_scene(&sc, half, &h);
    h.box = half_box(&sc, half);
    shows = half_fits(&h, kind) == HALF_FITS;
    draw_finish(&scratch);
    return shows;
}

/* ---- heading --------------------------------------------------------------------------- */

const char *half_where(struct half *h)
{
    const uint32_t count = h->sc.found->steps.count;
    const uint32_t rounds = h->sc.found->steps.rounds;
    const struct step *step = scene_step(&h->sc);
    const char *name;

    if (h->sc.done == count)
        return pen_print(&h->sc, scene_trn(&h->sc, "done after %u round",
                                           "done after %u rounds", rounds), rounds);
    if (h->sc.aim == 0)
        return scene_tr(&h->sc, "the input");
    name = step_label(&h->sc, h->sc.aim - 1);
    if (!step || !step->number)
        return name;
    return pen_print(&h->sc, scene_tr(&h->sc, "%1$s, round %2$u of %3$u"), name,
                     step->number, rounds);
}

/* The view shown, and a way to the next one; returns its width. */
static float half_chip(struct half *h)
{
    const struct box b = h->box;
    const char *text = view_title(&h->view, h->kind);
    const float w = pen_width(&h->sc, FACE_UI, TEXT_SMALL, text) + 24;
    const struct box chip = { b.x + b.w - w, b.y, w, CHIP_H };

    if (w > b.w * 0.5f)
        return 0;
    draw_group(h->sc.list, "half:%d", h->side);
    pen_rect(&h->sc, chip, 12, paint_both(INK_PANEL, INK_RULE, 1));
    pen_text(&h->sc, chip.x + w / 2, pen_middle(&h->sc, chip.y + CHIP_H / 2.0f, TEXT_SMALL),
             TEXT_SMALL, FACE_UI, INK_TEXT, ANCHOR_MIDDLE, text);
    frame_focus(&h->sc, pen_print(&h->sc, "half:%d", h->side), chip);
    draw_ungroup(h->sc.list);
    return w;
}

/* Why it is not the view asked for. */
static const char *half_note(struct half *h)
{
    const char *asked = view_title(&h->view, h->asked);

    if (h->fit == HALF_TOO_SMALL)
        return pen_print(&h->sc, scene_tr(&h->sc, "No room here for “%s”: the network."),
                         asked);
    return pen_print(&h->sc, scene_tr(&h->sc, "“%s” does not suit this run: the network."),
                     asked);
}

/* Of several tiles: which one the board is of. NULL: all are shown, or one is all. */
static const char *half_tile(struct half *h)
{
    const struct findings *found = h->sc.found;
    bool more = false;

    if (h->kind != VIEW_NETWORK && h->kind != VIEW_TREE && h->kind != VIEW_LANES &&
        h->kind != VIEW_TABLE)
        return NULL;
    for (uint32_t i = 0; i < found->blocks.count && !more; i++)
        more = found->blocks.block[i].tile > 0;
    return more ? pen_print(&h->sc, scene_tr(&h->sc, "tile %u"), found->board.tile) : NULL;
}

static void half_heading(struct half *h)
{
    const struct box b = h->box;
    const float room = b.w - 14 - half_chip(h);
    const float title = pen_width(&h->sc, FACE_UI_BOLD, 17, h->title) + 12;
    const char *tile = half_tile(h);

    pen_fit(&h->sc, b.x + 4, b.y + 17, 17, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            room, h->title);
    if (tile && title + pen_width(&h->sc, FACE_UI, TEXT_BODY, tile) <= room)
        pen_text(&h->sc, b.x + 4 + title, b.y + 17, TEXT_BODY, FACE_UI, INK_MUTED,
                 ANCHOR_START, tile);
    pen_fit(&h->sc, b.x + 4, b.y + 40, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            b.w - 8, pen_print(&h->sc, "%s · %s",
                               view_problem(&h->view, &h->sc.found->trace->run),
                               half_where(h)));
    if (h->fit != HALF_FITS)
        pen_fit(&h->sc, b.x + 4, b.y + 60, TEXT_SMALL, FACE_UI_BOLD, INK_MUTED,
                ANCHOR_START, b.w - 8, half_note(h));
}

/* ---- drawing -------------------------------------------------------------------------- */

void half_draw(struct half *h)
{
    half_heading(h);
    switch (h->kind) {
    case VIEW_TREE:      tree_draw(&h->sc); break;
    case VIEW_LANES:     lanes_draw(&h->sc); break;
    case VIEW_MEMORY:    memory_draw(&h->sc); break;
    case VIEW_LOOK_BACK: lookback_draw(&h->sc); break;
    case VIEW_BLOCKS:    blocks_draw(&h->sc); break;
    case VIEW_TABLE:     table_draw(&h->sc); break;
    case VIEW_TIMELINE:  spans_draw(&h->sc); break;
    case VIEW_HAZARD:    hazard_draw(&h->sc); break;
    default:             net_draw(h); break;
    }
}

void half_moving(struct half *h)
{
    switch (h->kind) {
    case VIEW_TREE:      tree_moving(&h->sc); break;
    case VIEW_LANES:     lanes_moving(&h->sc); break;
    case VIEW_MEMORY:    memory_moving(&h->sc); break;
    case VIEW_LOOK_BACK: lookback_moving(&h->sc); break;
    case VIEW_BLOCKS:    blocks_moving(&h->sc); break;
    case VIEW_TABLE:     table_moving(&h->sc); break;
    case VIEW_TIMELINE: case VIEW_HAZARD: break;
    default:             net_moving(h); break;
    }
}
