/* The frame: regions of the picture, title bar, and the order of drawing.
 *
 * A board too wide for its column takes the whole width and the panels stand
 * below it; in a small window panels fold away, timings first, source last. A
 * window too small even for that shows the upper left of the picture. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

enum { TITLE = 46, MARGIN = 20, GAP = 12, SAY = 58, SAY_LINE = 34, TIME = 74,
       SIDE = 386, SIDE_GIVES = 60, SIDE_TABLE = 490, STRIP = 176, BOARD_LEAST = 150 };

/* A network of a few columns whose values are no pairs, which have narrower forms. */
static bool frame_few(struct scene *sc)
{
    return sc->found && sc->view->kind == VIEW_NETWORK && sc->found->board.columns <= 8 &&
           pair_form(sc, TEXT_SMALL, 0) == PAIR_FULL;
}

static bool frame_wide(struct scene *sc, float column)
{
    const struct board *board;
    float wants;
    const bool tree = sc->view->kind == VIEW_TREE;

    if (!sc->found || (sc->view->kind != VIEW_NETWORK &&
                       sc->view->kind != VIEW_LANES && !tree))
        return false;
    board = &sc->found->board;
    if ((tree || board->columns <= 8) &&
        sc->h - TITLE - TIME - SAY - 2 * GAP < 2 * STRIP + 60)
        return false; /* the panels would have no room */
    if (board->columns > 32 || (board->columns <= 8 && !frame_few(sc)))
        return false;
    wants = tree ? tree_wants(sc) : network_wants(sc);
    return wants > column && wants <= sc->w - 2 * MARGIN;
}

/* What the column at the right leaves to a network whose few values have room then
 * and else would not. */
static float frame_gives(struct scene *sc, float column)
{
    float wants;

    if (!frame_few(sc))
        return 0;
    wants = network_wants(sc) - column;
    return wants > 0 && wants <= SIDE_GIVES ? wants : 0;
}

static struct box *frame_panels(struct scene *sc, int i)
{
    struct box *panels[3] = { &sc->source, &sc->counts, &sc->timings };

    return panels[i];
}

/* Panels in a strip below a wide board. */
static void frame_strip(struct scene *sc, float top, float bottom)
{
    const float share[3] = { 0.40f, 0.32f, 0.28f };
    const float all = sc->w - 2 * MARGIN - 2 * GAP;
    float x = MARGIN;

    sc->board = (struct box){ MARGIN, top, sc->w - 2 * MARGIN, bottom - top };
    if (bottom - top < 2 * STRIP + 60)
        return;
    sc->board.h -= STRIP + GAP;
    for (int i = sc->view->source_hidden ? 1 : 0; i < 3; i++) {
        *frame_panels(sc, i) = (struct box){ x, bottom - STRIP, all * share[i],
                                             STRIP };
        x += all * share[i] + GAP;
    }
}

/* Panels in a column at the right. */
static void frame_column(struct scene *sc, float top, float bottom, float side)
{
    const float x = sc->w - MARGIN - side;
    float counts = counts_height(sc), timings = timings_height(sc), y = top;
    float left = bottom - top;

    if (side <= 0)
        return;
    if (left - counts - timings - 2 * GAP < 130)
        timings = 0;
    if (left - counts - (timings > 0 ? timings + GAP : 0) - GAP < 100)
        counts = 0;
    left -= (counts > 0 ? counts + GAP : 0) + (timings > 0 ? timings + GAP : 0);
    if (!sc->view->source_hidden) {
        sc->source = (struct box){ x, y, side, left };
        y += left + GAP;
    } else if (counts > 0) {
        counts = fmaxf(counts, fminf(counts_wants(sc, side), counts + left + GAP));
    }
    if (counts > 0) {
        sc->counts = (struct box){ x, y, side, counts };
        y += counts + GAP;
    }
    if (timings > 0)
        sc->timings = (struct box){ x, y, side, timings };
}

/* The height of the narration: two lines, in a low window one, if that leaves
 * a board; where the board tells it itself none. */
static float frame_say(const struct scene *sc, float high)
{
    const bool tells = sc->view->kind == VIEW_NETWORK || sc->view->kind == VIEW_TREE;

    if (sc->h >= (tells ? 440 : 400))
        return SAY;
    return tells || high - SAY_LINE - GAP < BOARD_LEAST ? 0 : SAY_LINE;
}

/* The column at the right; the table of timings has four columns of its own. */
static float frame_side(const struct scene *sc)
{
    if (sc->view->kind == VIEW_TIMINGS && sc->w >= 660)
        return fminf(sc->w * 0.46f, SIDE_TABLE);
    if (sc->w < 860)
        return 0;
    return sc->w < 1160 ? sc->w * 0.3f + 38 : SIDE;
}

void frame_layout(struct scene *sc)
{
    const float top = TITLE + GAP, end = sc->h - TIME;
    float side = frame_side(sc);
    float left = sc->w - 2 * MARGIN - (side > 0 ? side + 18 : 0);
    const float gives = side > 300 ? frame_gives(sc, left) : 0;
    const float say = frame_say(sc, end - top);

    side -= gives;
    left += gives;
    sc->time = (struct box){ 0, end, sc->w, TIME };
    sc->dense = frame_wide(sc, left);
    if (sc->dense)
        left = sc->w - 2 * MARGIN;
    sc->say = (struct box){ MARGIN, end - say, left, say };
    sc->board = (struct box){ MARGIN, top, left, end - say - GAP - top };
    if (say <= 0)
        sc->board.h = end - top;
    if (sc->view->kind == VIEW_TIMINGS || sc->view->kind == VIEW_COMPARE)
        return;
    if (sc->dense)
        frame_strip(sc, top, end - say - (say > 0 ? GAP : 0));
    else
        frame_column(sc, top, end, side);
}

/* ---- title bar -------------------------------------------------------------- */

void frame_focus(struct scene *sc, const char *id, struct box box)
{
    const char *now = scene_control(sc->view->focus);
    const struct box ring = { box.x - 3, box.y - 3, box.w + 6, box.h + 6 };

    if (now && strcmp(now, id) == 0)
        pen_rect(sc, ring, 8, paint_stroke(INK_FOCUS, 2.4f));
}

/* Something to click: a rounded face with text; returns its width. */
static float frame_button(struct scene *sc, float x, float w, const char *id,
                          const char *text, bool on)
{
    const struct box box = { x, 9, w, 28 };

    draw_group(sc->list, "%s", id);
    pen_rect(sc, box, 14, on ? paint_fill(INK_SOURCE)
                             : paint_both(INK_PANEL, INK_RULE, 1));
    pen_text(sc, x + w / 2, pen_middle(sc, 23, TEXT_SMALL), TEXT_SMALL,
             on ? FACE_UI_BOLD : FACE_UI, on ? INK_ON_SOURCE : INK_TEXT,
             ANCHOR_MIDDLE, text);
    frame_focus(sc, id, box);
    draw_ungroup(sc->list);
    return w;
}

const char *view_title(const struct view *view, enum view_kind kind)
{
    switch (kind) {
    case VIEW_NETWORK: return view->tr("Network");
    case VIEW_TREE:    return view->tr("Tree");
    case VIEW_LANES:   return view->tr("Lanes");
    case VIEW_MEMORY:  return view->tr("Memory");
    case VIEW_LOOK_BACK: return view->tr("Look-back");
    case VIEW_BLOCKS:  return view->tr("Blocks");
    case VIEW_TABLE:   return view->tr("Table");
    case VIEW_COMPARE: return view->tr("Compare");
    case VIEW_TIMELINE: return view->tr("Timeline");
    case VIEW_HAZARD:  return view->tr("Hazard");
    default:           return view->tr("Timings");
    }
}

/* On the host a run has no times: its timeline is there, but no tab invites. */
static bool frame_tab_there(const struct scene *sc, int kind)
{
    return view_shows(sc->view, (enum view_kind)kind) &&
           (kind != VIEW_TIMELINE || sc->view->kind == VIEW_TIMELINE ||
            sc->found->spans.clock == TILE_NS);
}

static float frame_tab_width(const struct scene *sc, int kind)
{
    const char *name = view_title(sc->view, (enum view_kind)kind);

    return pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, name) + 24;
}

/* Which tabs there is room for, a bit each; the last ones give way first, the
 * current one never. *width becomes what they take. */
static unsigned frame_tabs_shown(const struct scene *sc, float room, float *width)
{
    unsigned shown = 0;

    *width = 0;
    for (int k = 0; k < VIEW_KINDS; k++)
        if (frame_tab_there(sc, k)) {
            shown |= 1u << k;
            *width += frame_tab_width(sc, k) + 6;
        }
    for (int k = VIEW_KINDS - 1; k >= 0 && *width > room; k--)
        if ((shown >> k & 1) && (int)sc->view->kind != k) {
            shown &= ~(1u << k);
            *width -= frame_tab_width(sc, k) + 6;
        }
    return *width > room ? 0 : shown;
}

/* Tabs, right-aligned at x; returns the x where they begin. */
static float frame_tabs(struct scene *sc, float x, float least)
{
    float w, at;
    const unsigned shown = frame_tabs_shown(sc, x - least, &w);

    if (!shown)
        return x;
    at = x - w;
    for (int k = 0; k < VIEW_KINDS; k++)
        if (shown >> k & 1)
            at += frame_button(sc, at, frame_tab_width(sc, k),
                               pen_print(sc, "view:%d", k),
                               view_title(sc->view, (enum view_kind)k),
                               (int)sc->view->kind == k) + 6;
    return x - w;
}

/* The badge on two lines, as wide as they need. */
static float frame_badge_two(struct scene *sc, float x, float most, const char *text)
{
    const float half = pen_width(sc, FACE_UI, TEXT_SMALL, text) * 0.56f + 44;
    const float w = half < most ? half : most;

    pen_rect(sc, (struct box){ x - w, 4, w, 38 }, 10, paint_fill(INK_IDLE));
    pen_wrap(sc, x - w + 12, 18.5f, TEXT_SMALL, FACE_UI, INK_TEXT, w - 22, 2, text);
    return x - w - 10;
}

/* On two lines where one has not enough room, for it says why; left out where
 * there is next to none. */
static float frame_badge(struct scene *sc, float x, float least)
{
    const char *text = sc->view->badge ? sc->view->badge : "";
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, text) + 28;

    if (!text[0] || x - least < 120)
        return x;
    if (w > x - least)
        return frame_badge_two(sc, x, x - least, text);
    pen_rect(sc, (struct box){ x - w, 9, w, 28 }, 14, paint_fill(INK_IDLE));
    pen_fit(sc, x - w / 2, pen_middle(sc, 23, TEXT_SMALL), TEXT_SMALL, FACE_UI,
            INK_TEXT, ANCHOR_MIDDLE, w - 27, text);
    return x - w - 10;
}

/* The title and the run; both are ways to change them. Returns their end. */
static float frame_names(struct scene *sc, float most)
{
    const char *title = sc->view->title ? sc->view->title : "pscan-viz";
    const char *sub = sc->view->subtitle ? sc->view->subtitle : "";
    float w = pen_width(sc, FACE_UI_BOLD, 19, title), x = MARGIN, s;

    if (w > most - x)
        w = most - x;
    draw_group(sc->list, "button:list");
    pen_fit(sc, x, 30, 19, FACE_UI_BOLD, INK_TEXT, ANCHOR_START, w + 1, title);
    frame_focus(sc, "button:list", (struct box){ x, 11, w, 25 });
    draw_ungroup(sc->list);
    x += w + 22;
    s = pen_width(sc, FACE_UI, TEXT_BODY, sub);
    if (s > most - x)
        s = most - x;
    if (s < 60)
        return x;
    draw_group(sc->list, "button:length");
    pen_fit(sc, x, 29, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START, s + 1, sub);
    frame_focus(sc, "button:length", (struct box){ x, 11, s, 25 });
    draw_ungroup(sc->list);
    return x + s + 16;
}

void frame_title(struct scene *sc)
{
    float x = sc->w - MARGIN, end;

    pen_rect(sc, (struct box){ 0, 0, sc->w, TITLE }, 0, paint_fill(INK_PANEL));
    pen_line(sc, 0, TITLE, sc->w, TITLE, paint_stroke(INK_RULE, 1));
    x -= frame_button(sc, x - 28, 28, "button:help", "?", false) + 10;
    end = frame_names(sc, x - 20);
    x = frame_tabs(sc, x, end);
    frame_badge(sc, x - 6, end);
}

/* ---- the whole picture --------------------------------------------------------- */

/* Units: the window's smaller relation to 1280 x 720, but readable. */
void frame_units(struct scene *sc)
{
    const struct view *v = sc->view;
    const float across = v->w / 1280, down = v->h / 720;
    float unit = across < down ? across : down;
    float text = v->text_scale;

    if (!(unit > 0.72f))
        unit = 0.72f;
    if (!(text > 0.5f))
        text = 0.5f;
    sc->scale = unit * (text > 2 ? 2 : text);
    sc->w = fmaxf(v->w / sc->scale, 280);
    sc->h = fmaxf(v->h / sc->scale, 260);
}

/* Where the run stands: aim, part, done. */
void frame_place(struct scene *sc)
{
    const uint32_t count = sc->found ? sc->found->steps.count : 0;
    double step = sc->view->step;

    if (!(step > 0))
        step = 0;
    if (step > count)
        step = count;
    sc->done = (uint32_t)floor(step);
    sc->aim = (uint32_t)ceil(step);
    sc->part = sc->aim == sc->done ? 1 : (float)(step - floor(step));
}

const struct step *scene_step(const struct scene *sc)
{
    if (!sc->found || sc->aim == 0 || sc->aim > sc->found->steps.count)
        return NULL;
    return &sc->found->steps.step[sc->aim - 1];
}

/* What the timeline shows: the run, in compare the longer one. */
static void frame_clock(const struct scene *sc, struct scene *clock,
                        struct view *view)
{
    if (sc->view->kind == VIEW_COMPARE)
        compare_clock(sc, clock, view);
    else
        *clock = *sc;
}

static void frame_still(struct scene *sc)
{
    struct scene clock;
    struct view clock_view;

    frame_title(sc);
    if (!sc->found) {
        if (sc->view->kind == VIEW_TIMINGS)
            chart_draw(sc);
        say_draw(sc);
        return;
    }
    switch (sc->view->kind) {
    case VIEW_TREE:    tree_draw(sc); break;
    case VIEW_LANES:   lanes_draw(sc); break;
    case VIEW_TIMINGS: chart_draw(sc); break;
    case VIEW_MEMORY:  memory_draw(sc); break;
    case VIEW_LOOK_BACK: lookback_draw(sc); break;
    case VIEW_BLOCKS:  blocks_draw(sc); break;
    case VIEW_TABLE:   table_draw(sc); break;
    case VIEW_COMPARE: compare_draw(sc); break;
    case VIEW_TIMELINE: spans_draw(sc); break;
    case VIEW_HAZARD:  hazard_draw(sc); break;
    default:           network_draw(sc); break;
    }
    if (sc->source.w > 0)
        source_draw(sc);
    if (sc->counts.w > 0)
        counts_draw(sc);
    if (sc->timings.w > 0)
        timings_draw(sc);
    if (sc->say.h > 0)
        say_draw(sc);
    frame_clock(sc, &clock, &clock_view);
    timeline_draw(&clock);
}

static void frame_moving(struct scene *sc)
{
    struct scene clock;
    struct view clock_view;

    sc->list->layer = LAYER_MOVING;
    if (sc->found) {
        switch (sc->view->kind) {
        case VIEW_TREE:    tree_moving(sc); break;
        case VIEW_LANES:   lanes_moving(sc); break;
        case VIEW_TIMINGS: break;
        case VIEW_TIMELINE: case VIEW_HAZARD: break;
        case VIEW_MEMORY:  memory_moving(sc); break;
        case VIEW_LOOK_BACK: lookback_moving(sc); break;
        case VIEW_BLOCKS:  blocks_moving(sc); break;
        case VIEW_TABLE:   table_moving(sc); break;
        case VIEW_COMPARE: compare_moving(sc); break;
        default:           network_moving(sc); break;
        }
        frame_clock(sc, &clock, &clock_view);
        timeline_moving(&clock);
    }
    if (sc->view->overlay != OVERLAY_NONE)
        overlay_draw(sc);
    sc->list->layer = LAYER_STILL;
}

void scene_draw(const struct view *view, struct draw_list *list,
                const struct draw_metric *metric)
{
    struct view_sight seen;

    scene_draw_seen(view, list, metric, &seen);
}

void scene_draw_seen(const struct view *view, struct draw_list *list,
                     const struct draw_metric *metric, struct view_sight *seen)
{
    struct scene sc = { .view = view, .found = view->findings, .list = list };
    struct view safe = *view;

    if (sc.found && !view_shows(view, safe.kind))
        safe.kind = VIEW_NETWORK;
    if (safe.kind == VIEW_TABLE)
        safe.unfold = true; /* every row counts */
    if (safe.kind == VIEW_COMPARE)
        safe.title = view->tr("Compare");
    sc.view = &safe;
    draw_begin(list, view->w, view->h, metric);
    list->layer = LAYER_STILL;
    frame_units(&sc);
    frame_place(&sc);
    frame_layout(&sc);
    draw_rect(list, 0, 0, view->w, view->h, 0, paint_fill(INK_BACK));
    frame_still(&sc);
    frame_moving(&sc);
    *seen = sc.sight;
    draw_end(list);
}
