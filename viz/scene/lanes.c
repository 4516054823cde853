/* The lanes: registers of a warp, and what each shuffle brings.
 *
 * A row a step; between the rows of the current step stands what every lane
 * received, also in lanes that do not use it: their arrows are pale. In a half of
 * compare lanes are as wide as their values, and those seen that there is room
 * for; dragging shows the others. */
#include <math.h>

#include "scene/scene.h"

enum { LANES_HEAD = 28, LANES_FOOT = 66, GOT_H = 22 };

struct lanes {
    struct grid grid;
    struct rows rows;
    float got_y, got_h;     /* top of the received values; 0: no room */
    uint32_t got[32];       /* event received by each lane, FLOW_NONE: none */
    int32_t from[32];
};

static struct box lanes_area(const struct scene *sc)
{
    const struct box b = sc->board;

    return (struct box){ b.x + AXES_GUTTER, b.y + LANES_HEAD, b.w - AXES_GUTTER,
                         b.h - LANES_HEAD - LANES_FOOT };
}

static void lanes_of_seg(const struct scene *sc, uint32_t index, uint32_t step,
                         struct lanes *l)
{
    const struct trace *t = sc->found->trace;
    const struct steps *s = &sc->found->steps;
    const struct trace_seg *seg = &t->segs[index];
    const uint32_t *cut = &s->cuts[(size_t)index * (s->count + 1) + step];

    for (uint32_t o = cut[0]; o < cut[1] && o < seg->count; o++) {
        const struct event *e = &t->events[seg->first + o];

        if (event_kind(e) != EV_SHFL || e->a == EVENT_NO_VALUE)
            continue;
        l->got[seg->thread] = (uint32_t)(seg->first + o);
        l->from[seg->thread] = e->index;
    }
}

/* What every lane received in the step that leads to the aim. */
static void lanes_received(const struct scene *sc, struct lanes *l)
{
    const struct trace *t = sc->found->trace;
    const struct step *step = scene_step(sc);

    for (int i = 0; i < 32; i++) {
        l->got[i] = FLOW_NONE;
        l->from[i] = -1;
    }
    for (uint32_t i = 0; step && i < t->seg_count; i++)
        if (t->segs[i].launch == step->launch && t->segs[i].thread < 32 &&
            t->segs[i].tile == sc->found->board.tile)
            lanes_of_seg(sc, i, sc->aim - 1, l);
}

/* The width of a lane at rest; in a half values have room in any case. */
static float lanes_pitch(struct scene *sc, struct box area)
{
    const float pitch = fminf(area.w / (float)sc->found->board.columns, 104);

    return sc->half ? fmaxf(pitch, value_widest(sc, TEXT_SMALL) + 4) : pitch;
}

/* The lane in the middle where not all are seen: the one looked at, else the first
 * ones are. */
static float lanes_look(const struct scene *sc)
{
    const struct view *v = sc->view;
    const int at = v->lens_column >= 0 ? v->lens_column : v->select_column;

    return at >= 0 && (uint32_t)at < sc->found->board.columns ? (float)at + 0.5f : 0.5f;
}

/* Values grow with the zoom, rows no more than that two of them are seen. */
static void lanes_grow(struct scene *sc, struct lanes *l)
{
    const float most = 4, zoom = sight_zoom(sc, most);
    struct grid *g = &l->grid;
    const float tall = fminf(zoom, fmaxf((g->clip.h - 8) /
                                         (g->step + g->cell_h), 1));
    const bool slides = zoom > 1 || sc->view->unfold;

    if (slides) {
        l->rows.first = 0;
        l->rows.end = l->rows.count;
    }
    g->pitch *= zoom;
    g->cell_w *= zoom;
    g->step *= tall;
    g->cell_h *= tall;
    l->got_h *= fminf(tall, 1.6f);
    g->value_size = fminf(20 * zoom, TEXT_SMALL * (g->cell_w - 4) /
                                         value_widest(sc, TEXT_SMALL));
    g->value_size = fmaxf(fminf(g->value_size, g->cell_h * 0.62f), TEXT_SMALL);
    g->x = g->clip.x + (g->clip.w - g->pitch * (float)g->columns) / 2 + g->pitch / 2;
    sight_grid(sc, &l->rows, g, most, slides);
    g->cut = g->cut || (sc->half && sc->sight.body_w > sc->sight.w + 1);
}

static bool lanes_plan(struct scene *sc, struct lanes *l)
{
    const struct box area = lanes_area(sc);
    struct grid *g = &l->grid;
    const uint32_t columns = sc->found->board.columns;
    float step;

    if (columns == 0 || columns > 32 || !rows_plan(sc, &l->rows))
        return false;
    *g = (struct grid){ .clip = area, .columns = columns, .node = 8 };
    g->pitch = lanes_pitch(sc, area);
    g->look = sc->half ? lanes_look(sc) : 0;
    g->cell_w = g->pitch > 40 ? g->pitch * 0.84f : g->pitch - 1.6f;
    g->x = area.x + (area.w - g->pitch * (float)columns) / 2 + g->pitch / 2;
    g->value_size = fminf(20, TEXT_SMALL * (g->cell_w - 4) /
                                  value_widest(sc, TEXT_SMALL));
    g->value_size = fmaxf(g->value_size, TEXT_SMALL);
    g->cell_h = columns > 16 ? 30 : 36;
    rows_window(sc, &l->rows, (uint32_t)((area.h + 60) / (g->cell_h + 60)));
    step = l->rows.end - l->rows.first > 1
        ? (area.h - g->cell_h) / (float)(l->rows.end - l->rows.first - 1) : 0;
    g->step = fminf(step, 128);
    g->y = area.y;
    l->got_h = GOT_H;
    lanes_grow(sc, l);
    lanes_received(sc, l);
    l->got_y = g->step - g->cell_h >= l->got_h + 40 && l->rows.now > l->rows.first
        ? g->y + (float)(l->rows.now - l->rows.first) * g->step - l->got_h - 7 : 0;
    return true;
}

/* Whether a lane's operator takes what it received. */
static bool lanes_uses(const struct scene *sc, uint32_t lane)
{
    const struct board *b = &sc->found->board;

    for (uint32_t i = b->move_first[sc->aim]; i < b->move_first[sc->aim + 1]; i++)
        if (b->moves[i].to_column == (int32_t)lane &&
            b->moves[i].from_column != b->moves[i].to_column)
            return true;
    return false;
}

static struct box lanes_got_box(const struct lanes *l, uint32_t lane)
{
    struct box box = grid_cell(&l->grid, 0, lane);

    box.y = l->got_y;
    box.h = l->got_h;
    return box;
}

static bool lanes_way(const struct lanes *l, uint32_t lane, struct spot *from,
                      struct spot *to)
{
    const uint32_t line = l->rows.now - l->rows.first;
    const struct box got = lanes_got_box(l, lane);
    struct box source;

    if (l->got[lane] == FLOW_NONE || l->from[lane] < 0 ||
        (uint32_t)l->from[lane] >= l->grid.columns || line == 0)
        return false;
    source = grid_cell(&l->grid, line - 1, (uint32_t)l->from[lane]);
    *from = (struct spot){ source.x + source.w / 2, source.y + source.h + 2 };
    *to = (struct spot){ got.x + got.w / 2, got.y - 2 };
    return true;
}

static void lanes_got(struct scene *sc, const struct lanes *l, uint32_t lane)
{
    const struct box box = lanes_got_box(l, lane);
    const bool uses = lanes_uses(sc, lane);
    const bool here = sc->part >= 1;
    const float size = fminf(TEXT_SMALL * l->got_h / GOT_H, l->grid.value_size);

    if (l->got[lane] == FLOW_NONE)
        return;
    pen_rect(sc, box, 4, uses && here ? paint_both(INK_PANEL, INK_SOURCE, 1.4f)
                         : paint_dash(paint_both(INK_BACK, INK_RULE, 1), 3, 3));
    if (here && grid_sees(&l->grid, box))
        pen_fit(sc, box.x + box.w / 2,
                pen_middle(sc, box.y + box.h / 2, size), size,
                FACE_MONO, uses ? INK_SOURCE_TEXT : INK_MUTED, ANCHOR_MIDDLE,
                box.w - 1, value_event(sc, l->got[lane]));
}

static void lanes_current(struct scene *sc, const struct lanes *l)
{
    struct spot from, to;

    for (uint32_t lane = 0; lane < l->grid.columns; lane++)
        if (lanes_way(l, lane, &from, &to))
            pen_arrow(sc, from, to, INK_SOURCE, l->grid.pitch > 60 ? 2 : 1.5f,
                      lanes_uses(sc, lane) ? 1 : 0.25f);
    for (uint32_t lane = 0; lane < l->grid.columns; lane++)
        lanes_got(sc, l, lane);
}

static void lanes_received_name(struct scene *sc, const struct lanes *l)
{
    const float y = l->got_y + l->got_h / 2;

    if (y < l->grid.clip.y + 9 || y > l->grid.clip.y + l->grid.clip.h - 9)
        return;
    pen_fit(sc, sc->board.x + AXES_GUTTER - 12, pen_middle(sc, y, TEXT_SMALL), TEXT_SMALL,
            FACE_UI, INK_SOURCE_TEXT, ANCHOR_END, AXES_GUTTER - 12,
            pen_print(sc, "%s %s", value_sign(sc), scene_tr(sc, "received")));
}

static bool lanes_any(const struct lanes *l)
{
    for (uint32_t i = 0; i < l->grid.columns; i++)
        if (l->got[i] != FLOW_NONE)
            return true;
    return false;
}

/* Whether what the lanes received stands above row i. */
static bool lanes_at(const struct scene *sc, const struct lanes *l, uint32_t i)
{
    return i == l->rows.now && i > l->rows.first && l->got_y > 0 && lanes_any(l) &&
           l->rows.row[i].first == sc->aim;
}

static void lanes_links(struct scene *sc, const struct lanes *l)
{
    for (uint32_t i = l->rows.first + 1; i < l->rows.end; i++) {
        if (lanes_at(sc, l, i))
            lanes_current(sc, l);
        else
            cells_links(sc, &l->grid, &l->rows.row[i - 1], &l->rows.row[i],
                        i - l->rows.first);
    }
}

/* In a half: which lanes are seen, where not all are. */
static const char *lanes_hint(struct scene *sc, const struct lanes *l)
{
    const struct grid *g = &l->grid;
    const float left = g->x - g->cell_w / 2 - g->clip.x, right = left + g->cell_w - g->clip.w;
    const float first = ceilf(-left / g->pitch - 0.05f);
    const float last = floorf(-right / g->pitch + 0.05f);

    if (!sc->half || last - first + 1 >= (float)g->columns)
        return scene_tr(sc, "Point at a cell to see which inputs it covers.");
    return pen_print(sc, scene_tr(sc, "Lanes %1$u to %2$u of %3$u; drag to see the "
                                      "others."), (unsigned)fmaxf(first, 0),
                     (unsigned)fmaxf(last, 0), g->columns);
}

static void lanes_sentence(struct scene *sc, const struct lanes *l)
{
    const struct box area = lanes_area(sc);
    const struct box note = { area.x, area.y + area.h, area.w, 22 };
    uint32_t row, column;

    rows_notes(sc, &l->rows, note);
    pen_wrap(sc, area.x, note.y + 43, TEXT_BODY, FACE_UI, INK_MUTED, area.w, 2,
             value_focus(sc, &row, &column)
             ? value_sentence(sc, row, column) : lanes_hint(sc, l));
}

void lanes_draw(struct scene *sc)
{
    struct lanes l;

    if (!lanes_plan(sc, &l))
        return;
    l.grid.cone = network_cone(sc);
    pen_text(sc, sc->board.x + AXES_GUTTER - 12, l.grid.clip.y - 8, TEXT_SMALL,
             FACE_UI, INK_MUTED, ANCHOR_END, scene_tr(sc, "lane"));
    axes_columns(sc, &l.grid);
    axes_rows(sc, &l.grid, &l.rows);
    if (lanes_at(sc, &l, l.rows.now))
        lanes_received_name(sc, &l);
    if (l.grid.cut)
        pen_clip(sc, l.grid.clip);
    lanes_links(sc, &l);
    for (uint32_t i = l.rows.first; i < l.rows.end; i++)
        cells_row(sc, &l.grid, &l.rows.row[i], i - l.rows.first);
    if (l.grid.cut)
        pen_unclip(sc);
    lanes_sentence(sc, &l);
}

void lanes_moving(struct scene *sc)
{
    struct chips chips = { .count = 0 };
    struct spot from, to;
    struct lanes l;

    if (sc->part >= 1 || !lanes_plan(sc, &l) || l.rows.now < l.rows.first ||
        l.rows.now >= l.rows.end)
        return;
    if (l.got_y <= 0 || !lanes_any(&l) || l.rows.row[l.rows.now].first != sc->aim) {
        cells_moving(sc, &l.grid, l.rows.row[l.rows.now].first,
                     l.rows.now - l.rows.first);
        return;
    }
    if (l.grid.cut)
        chips.clip = l.grid.clip;
    for (uint32_t lane = 0; lane < l.grid.columns; lane++)
        if (lanes_way(&l, lane, &from, &to) && lanes_uses(sc, lane))
            chips_add(sc, &chips,
                      pen_on_arrow(from, to, chips_pace(sc->part, l.from[lane],
                                                        (int32_t)lane)),
                      value_event(sc, l.got[lane]));
}
