/* The tree: values combined on the way up, handed down again.
 *
 * Leaves stand below, every node over the columns it was made of. A node shows
 * the value of its cell at the time: on the way up the sum of its span, on the
 * way down what lies left of it. Levels too narrow for values become marks.
 * Where all of it stands tree_lay.c says. */
#include <math.h>
#include <string.h>

#include "scene/tree.h"

/* The row whose value a node shows now; false: it does not exist yet. */
static bool forest_row(const struct scene *sc, const struct tree_node *n,
                       uint32_t *row)
{
    if (n->down && sc->done >= n->down)
        *row = sc->done < n->until ? sc->done : n->until;
    else if (sc->done >= n->up)
        *row = sc->done < n->up_until ? sc->done : n->up_until;
    else
        return false;
    return value_at(sc, *row, n->column)->state != CELL_EMPTY;
}

/* ---- nodes ------------------------------------------------------------------ */

/* Whether the value that a node shows lies in the cone, in whichever of the
 * rows it stood there: a cone marks it only up to where it was read. */
static bool forest_lit(const struct scene *sc, const struct forest *f,
                       const struct tree_node *n, uint32_t row)
{
    const uint32_t columns = sc->found->board.columns;
    uint32_t r = n->down && row >= n->down ? n->down : n->up;

    for (; f->cone && r <= row; r++)
        if (f->cone[(size_t)r * columns + n->column])
            return true;
    return false;
}

/* Pointed at as a cell is, with some room around it. */
static void forest_mark(struct scene *sc, const struct forest *f,
                        const struct tree_node *n)
{
    const struct spot at = forest_at(f, n);
    const float r = f->pitch * (float)n->room > 10 ? 4 : 2.5f;
    const float wide = fmaxf(fminf(f->pitch * (float)n->room, 20), 2 * r);
    const float high = fminf(f->rise, 20);
    uint32_t row;

    if (!forest_row(sc, n, &row)) {
        pen_circle(sc, at.x, at.y, r, paint_both(INK_BACK, INK_RULE, 1));
        return;
    }
    draw_group(sc->list, "cell:%u,%u", row, n->column);
    pen_rect(sc, (struct box){ at.x - wide / 2, at.y - high / 2, wide, high }, 0,
             paint_fill(INK_NONE));
    pen_circle(sc, at.x, at.y, r,
                   paint_fill(forest_lit(sc, f, n, row) ? INK_COVER
                              : cells_bad(sc, row, n->column) ? INK_BAD
                              : forest_fresh(sc, n) && sc->part >= 1
                              ? INK_CHANGED : INK_BAR));
    draw_ungroup(sc->list);
}

static bool forest_has_caption(const struct forest *f, float high)
{
    return high >= 42 * fmaxf(fmaxf(f->size / 20, f->small / TEXT_SMALL), 1);
}

static const char *forest_caption(struct scene *sc, const struct tree_node *n,
                                  uint32_t row)
{
    const char *cover;

    if (n->level == 0 && !n->down)
        return "";
    if (value_at(sc, row, n->column)->flags & FLOW_PADDING)
        return row >= n->down && n->down ? scene_tr(sc, "no input")
                                         : scene_tr(sc, "pad");
    cover = value_cover(sc, row, n->column, false);
    return cover[0] || value_untold(sc, row, n->column) ? cover
                                                        : scene_tr(sc, "no input");
}

static struct draw_paint forest_paint(struct scene *sc, const struct forest *f,
                                      const struct tree_node *n, uint32_t row)
{
    const struct cell *cell = value_at(sc, row, n->column);

    if (forest_lit(sc, f, n, row))
        return paint_both(INK_COVER_FACE, INK_COVER, 2.4f);
    if (cells_bad(sc, row, n->column))
        return paint_both(INK_BAD_FACE, INK_BAD, 2.4f);
    if (forest_fresh(sc, n) && sc->part >= 1)
        return paint_both(INK_PANEL, INK_CHANGED, 2.8f);
    if (cell->flags & FLOW_PADDING && n->level == 0 && !(n->down && row >= n->down))
        return paint_dash(paint_both(INK_IDLE, INK_MUTED, 1), 2, 3);
    return paint_both(n->full || (n->down && row >= n->down) ? INK_PANEL : INK_IDLE,
                      n->result ? INK_MUTED : INK_RULE, 1.4f);
}

/* Where a line of least..most bytes ends: behind a comma or a blank, if that does
 * not make it much shorter. Values are ASCII. */
static size_t forest_cut(const char *text, size_t least, size_t most)
{
    for (size_t i = most; i > most * 2 / 3 && i >= least; i--)
        if (text[i - 1] == ',' || text[i - 1] == ' ' || text[i - 1] == ';')
            return i;
    return most;
}

/* A value too wide for its node stands on several lines, each of at most `each`
 * bytes. */
static void forest_lines_of(struct scene *sc, const struct forest *f, struct box box,
                            size_t each, enum ink ink, const char *value)
{
    const size_t length = strlen(value);
    size_t lines = (length + each - 1) / each;
    float y = box.y + box.h / 2 - f->size * FOREST_LINE * (float)(lines - 1) / 2;

    for (size_t at = 0; at < length; lines--) {
        const size_t left = length - at, rest = (lines - 1) * each;
        const size_t take = lines > 1
            ? forest_cut(value + at, left > rest ? left - rest : 1, each) : left;

        pen_fit(sc, box.x + box.w / 2, pen_middle(sc, y, f->size), f->size,
                FACE_MONO_BOLD, ink, ANCHOR_MIDDLE, box.w,
                pen_print(sc, "%.*s", (int)take, value + at));
        at += take;
        y += f->size * FOREST_LINE;
    }
}

static void forest_text(struct scene *sc, const struct forest *f,
                        const struct tree_node *n, uint32_t row, struct box box)
{
    const int lines = forest_lines(f, n);
    const bool fresh = forest_fresh(sc, n) && sc->part >= 1;
    const enum ink ink = forest_lit(sc, f, n, row) ? INK_TEXT
        : cells_bad(sc, row, n->column) ? INK_BAD_TEXT
        : fresh ? INK_CHANGED_TEXT : INK_TEXT;
    const char *caption = forest_has_caption(f, box.h) && (n->level > 0 || f->named)
        ? forest_caption(sc, n, row) : "";
    const float mid = box.x + box.w / 2;

    if (lines > 1) {
        forest_lines_of(sc, f, box, (forest_chars(f, n) + (size_t)lines - 1) / (size_t)lines,
                        ink, value_cell(sc, row, n->column));
        return;
    }
    if (pen_width(sc, FACE_MONO, f->small, caption) > box.w - 4)
        caption = "";
    pen_fit(sc, mid, pen_middle(sc, box.y + box.h * (caption[0] ? 0.36f : 0.5f),
                                f->size),
            f->size, FACE_MONO_BOLD, ink, ANCHOR_MIDDLE, box.w,
            value_cell(sc, row, n->column));
    if (caption[0])
        pen_text(sc, mid, box.y + box.h - 6 * f->small / TEXT_SMALL, f->small, FACE_MONO,
                 INK_MUTED, ANCHOR_MIDDLE, caption);
}

static struct box forest_box(struct scene *sc, const struct forest *f,
                             const struct tree_node *n)
{
    const struct spot at = forest_at(f, n);
    const float half = forest_half(f, n);
    const bool cell = n->level == 0 || n->result; /* one of a row of cells */
    const float room = forest_room(f, n) *
                       (!cell ? 0.88f : f->stagger ? 1.9f : f->pitch > 70 ? 0.74f : 0.88f);
    const float most = cell && !f->stagger
        ? fmaxf(forest_room(f, n) - 4, room)
        : fmaxf(room, fminf(forest_value(f, n) + 4, forest_room(f, n) - 1));
    float w = forest_value(f, n) + 14;

    if (cell && !f->stagger)
        w = fmaxf(room, w);
    if (forest_has_caption(f, half * 2) && n->level > 0)
        w = fmaxf(w, pen_width(sc, FACE_MONO, f->small, "x[00..00]") + 12);
    w = fminf(w, most);
    if (forest_lines(f, n) > 1)
        w = forest_room(f, n) - 4;
    return (struct box){ at.x - w / 2, at.y - half, w, half * 2 };
}

static void forest_node(struct scene *sc, const struct forest *f,
                        const struct tree_node *n)
{
    const struct box box = forest_box(sc, f, n);
    const bool low = box.h < 20;
    const float ask = low ? TEXT_SMALL : fmaxf(16, fminf(f->size, 40) * 0.76f);
    const float radius = low ? 4 : 8;
    uint32_t row;

    if (!forest_seen(f, box, false))
        return;
    if (!forest_fits(f, n)) {
        forest_mark(sc, f, n);
        return;
    }
    if (!forest_row(sc, n, &row)) {
        pen_rect(sc, box, radius, paint_dash(paint_both(INK_BACK, INK_RULE, 1.2f), 4, 4));
        if (forest_seen(f, box, true))
            pen_text(sc, box.x + box.w / 2, pen_middle(sc, box.y + box.h / 2, ask), ask,
                     FACE_MONO, INK_MUTED, ANCHOR_MIDDLE, "?");
        return;
    }
    draw_group(sc->list, "cell:%u,%u", row, n->column);
    pen_rect(sc, box, radius, forest_paint(sc, f, n, row));
    if (forest_seen(f, box, true))
        forest_text(sc, f, n, row, box);
    draw_ungroup(sc->list);
}

/* ---- edges -------------------------------------------------------------------- */

static void forest_edge(struct scene *sc, const struct forest *f,
                        const struct tree_node *p, const struct tree_node *c)
{
    const struct spot a = forest_at(f, p), b = forest_at(f, c);
    const struct box over = { fminf(a.x, b.x) - 1, a.y, fabsf(a.x - b.x) + 2, b.y - a.y };

    if (!forest_seen(f, over, false))
        return;
    pen_line(sc, a.x, a.y + forest_half(f, p), b.x, b.y - forest_half(f, c),
             paint_stroke(INK_RULE, 1.6f));
}

/* The way of a move of the current row, between nodes. */
static bool forest_way(const struct scene *sc, const struct forest *f, int target,
                       const struct move *move, struct way *way)
{
    const struct tree *t = &f->tree;
    const struct tree_node *n = &t->node[target];
    const struct tree_node *s;
    const bool down = n->down == sc->aim;

    if (t->fills && !down)
        wires_way(f, n, move, way);
    if (t->fills || (down && n->parent < 0))
        return t->fills && !down;
    if (down)
        s = &t->node[n->parent];
    else
        s = &t->node[move->from_column == (int32_t)n->column ? n->right : n->left];
    way->sum = way->own = false;
    if (down && (uint32_t)move->from_column != s->column) {
        s = &t->node[t->node[n->parent].left];
        way->sum = s != n;
    }
    if ((uint32_t)move->from_column != s->column || s == n)
        return false;
    way->from = forest_at(f, s);
    way->to = forest_at(f, n);
    if (!way->sum) {
        const int upper = down ? n->level + 1 : n->level;
        const float most = fminf(12, f->pitch * (float)(1u << upper) * 0.2f);
        const float lean = way->to.x > way->from.x ? most : -most;

        way->from.x += down ? lean : 0;
        way->to.x -= down ? 0 : lean;
        way->from.y += (down ? 1 : -1) * (forest_half(f, s) + 1);
        way->to.y -= (down ? 1 : -1) * (forest_half(f, n) + 2);
    }
    return true;
}

/* "+ 14 (left sum)", or as much of it as there is room for; NULL: none of it. */
static const char *forest_added(struct scene *sc, float room, const char *value)
{
    const char *sum = pen_print(sc, "%s %s", value_sign(sc), value);
    const char *told = pen_print(sc, scene_tr(sc, "%s (left sum)"), sum);

    if (pen_width(sc, FACE_UI, TEXT_SMALL, told) + 8 <= room)
        return told;
    return pen_width(sc, FACE_UI, TEXT_SMALL, sum) + 8 <= room ? sum : NULL;
}

static void forest_pill(struct scene *sc, const struct forest *f, struct spot at,
                        const char *text)
{
    const float w = pen_width(sc, FACE_UI, TEXT_SMALL, text) + 8;

    if (!forest_seen(f, (struct box){ at.x - w / 2, at.y - 10, w, 20 }, true))
        return;
    pen_rect(sc, (struct box){ at.x - w / 2, at.y - 10, w, 20 }, 6,
             paint_both(INK_PANEL, INK_OP, 1));
    pen_text(sc, at.x, pen_middle(sc, at.y, TEXT_SMALL), TEXT_SMALL, FACE_UI,
             INK_TEXT, ANCHOR_MIDDLE, text);
}

/* What is added from the left stands on the curve or below it: the node that
 * had it shows a new value. While it is on its way there is the sign alone. */
static void forest_sum_text(struct scene *sc, const struct forest *f, struct spot at,
                            float gap, const struct tree_node *n,
                            const struct move *move)
{
    const char *value = value_move(sc, move);
    const char *on = sc->part >= 1 ? forest_added(sc, gap - 4, value) : NULL;
    const float wide = n->level > 0 ? f->pitch * (float)(1u << n->level) * 0.62f
                       : f->stagger ? 0 : f->pitch - 40; /* between axis numbers */
    const char *below = sc->part >= 1 ? forest_added(sc, wide, value) : NULL;
    const float under = forest_at(f, n).y + forest_half(f, n) + 13;

    if (on)
        forest_pill(sc, f, at, on);
    else if (below && f->rise > 60)
        forest_pill(sc, f, (struct spot){ at.x, under }, below);
    else if (gap > 22 && forest_seen(f, (struct box){ at.x - 10, at.y - 10, 20, 20 }, true))
        cells_node(sc, at, 9, 1, sc->part >= 1 ? NODE_LIT : NODE_EMPTY);
}

static void forest_sum(struct scene *sc, const struct forest *f,
                       const struct way *way, const struct tree_node *n,
                       const struct move *move)
{
    const float half = forest_fits(f, n) ? forest_box((struct scene *)sc, f, n).w / 2
                                         : 5;
    const float x0 = way->from.x + half, x1 = way->to.x - half, y = way->to.y;
    const float sag = fminf(22, f->rise * 0.22f), mid = (x0 + x1) / 2;
    const float drop = f->rise < 45 ? -4 : 6; /* clear of the level below */
    const float lean = fminf(20, (x1 - x0) * 0.3f);
    const struct spot at[4] = { { x0, y + drop }, { x0 + lean, y + drop + sag },
                                { x1 - lean, y + drop + sag }, { x1, y + drop } };

    if (x1 - x0 >= 10)
        pen_curve(sc, at, paint_stroke(INK_OP, 2.6f));
    if (forest_fits(f, n))
        forest_sum_text(sc, f, (struct spot){ mid, y + drop + sag * 0.75f }, x1 - x0, n,
                        move);
}

/* The node that each column's write of the current row lands on, -1: none. */
static bool forest_targets(struct scene *sc, struct forest *f)
{
    const uint32_t columns = sc->found->board.columns;

    f->target = ARENA_NEW(&sc->list->arena, int, columns);
    if (!f->target) {
        sc->list->failed = true;
        return false;
    }
    for (uint32_t c = 0; c < columns; c++)
        f->target[c] = -1;
    for (int i = 0; i < f->tree.count; i++)
        if (forest_fresh(sc, &f->tree.node[i]) &&
            (!f->tree.node[i].result || f->tree.node[i].left >= 0))
            f->target[f->tree.node[i].column] = i;
    return true;
}

typedef void (*forest_visit)(struct scene *, const struct forest *,
                             const struct tree_node *, const struct move *,
                             const struct way *, void *);

static void forest_moves(struct scene *sc, struct forest *f,
                         forest_visit visit, void *user)
{
    const struct board *b = &sc->found->board;
    struct way way;

    if (sc->aim == 0 || !forest_targets(sc, f))
        return;
    for (uint32_t i = b->move_first[sc->aim]; i < b->move_first[sc->aim + 1]; i++) {
        const struct move *move = &b->moves[i];
        const int target = move->to_column >= 0 &&
            (uint32_t)move->to_column < b->columns ? f->target[move->to_column] : -1;

        if (target >= 0 && forest_kept(f, &f->tree.node[target]) &&
            forest_way(sc, f, target, move, &way))
            visit(sc, f, &f->tree.node[target], move, &way, user);
    }
}

static void forest_arrow(struct scene *sc, const struct forest *f,
                         const struct tree_node *n, const struct move *move,
                         const struct way *way, void *user)
{
    (void)user;
    if (way->sum)
        forest_sum(sc, f, way, n, move);
    else if (way->own)
        pen_line(sc, way->from.x, way->from.y, way->to.x, way->to.y,
                 paint_stroke(move_ink(move), forest_fits(f, n) ? 1.6f : 1));
    else
        pen_arrow(sc, way->from, way->to, move_ink(move),
                  forest_fits(f, n) ? 2.8f : 1.4f, 1);
}

static void forest_chip(struct scene *sc, const struct forest *f,
                        const struct tree_node *n, const struct move *move,
                        const struct way *way, void *user)
{
    const float t = chips_pace(sc->part, 0, way->sum ? -1 : 0);

    if (!forest_fits(f, n))
        return;
    if (way->sum)
        chips_add(sc, user, (struct spot){
            way->from.x + (way->to.x - way->from.x) * t,
            way->to.y + 6 + fminf(22, f->rise * 0.22f) * 0.75f },
            value_move(sc, move));
    else
        chips_add(sc, user, pen_on_arrow(way->from, way->to, t),
                  value_move(sc, move));
}

/* ---- words --------------------------------------------------------------------- */

/* "up 2 · level 2 of 3" and the total. */
static void forest_head(struct scene *sc)
{
    const bool one = sc->half || sc->found->board.fills > 0;
    const struct step *step = scene_step(sc);
    const struct board *b = &sc->found->board;
    const float y = sc->board.y + 16;
    struct shown_row row = { .first = sc->aim };
    uint32_t of = 0, at = 0;
    float x = sc->board.x + 4;
    const char *level;

    for (uint32_t k = 0; step && k < sc->found->steps.count; k++)
        if (sc->found->steps.step[k].phase == step->phase) {
            of++;
            at += k < sc->aim;
        }
    level = rows_name(sc, &row);
    if (of > 1)
        level = pen_print(sc, scene_tr(sc, "%1$s · level %2$u of %3$u"), level, at, of);
    pen_fit(sc, x, y, TEXT_BODY, FACE_UI_BOLD, INK_SOURCE_TEXT, ANCHOR_START,
            sc->board.w - 8, level);
    if (b->total_value == FLOW_NONE ||
        steps_of_event(&sc->found->steps, sc->found->trace, b->total_value) >= sc->done)
        return;
    if (one) /* on one line, for the tree begins below it */
        x += pen_width(sc, FACE_UI_BOLD, TEXT_BODY, level) + 14;
    pen_fit(sc, x, one ? y : y + 22, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START,
            sc->board.x + sc->board.w - x - 4,
            pen_print(sc, scene_tr(sc, "total %s saved"),
                      value_event(sc, b->total_value)));
}

static void forest_foot(struct scene *sc, const struct forest *f)
{
    const struct board *b = &sc->found->board;
    const float y = f->area.y + f->area.h;
    const char *last = pen_print(sc, "%u", b->first_input + b->columns);
    const float w = fmaxf(pen_width(sc, FACE_MONO, TEXT_SMALL, "00000"),
                          pen_width(sc, FACE_MONO, TEXT_SMALL, last) + 4);
    const uint32_t every = axes_every(w / f->pitch);
    uint32_t row, column;

    for (uint32_t c = 0; c < b->columns; c += every) {
        const float x = f->body.x + f->pitch * ((float)c + 0.5f);

        if (!f->cut || (x > f->stage.x + w / 2 && x < f->stage.x + f->stage.w - w / 2))
            pen_text(sc, x, y, TEXT_SMALL, FACE_MONO, INK_MUTED, ANCHOR_MIDDLE,
                     pen_print(sc, "%u", b->first_input + c));
    }
    pen_wrap(sc, sc->board.x + 4, y + 32, TEXT_BODY, FACE_UI, INK_MUTED,
             sc->board.w - 8, 2, value_focus(sc, &row, &column)
             ? value_sentence(sc, row, column) : sc->say.h <= 0 ? say_words(sc)
             : scene_tr(sc, "Point at a cell to see which inputs it covers."));
}

void tree_draw(struct scene *sc)
{
    struct forest f;

    if (!forest_plan(sc, &f))
        return;
    forest_head(sc);
    if (f.cut)
        pen_clip(sc, f.stage);
    if (f.tree.fills)
        wires_draw(sc, &f);
    for (int i = 0; i < f.tree.count && !f.tree.fills; i++) {
        const struct tree_node *n = &f.tree.node[i];

        if (n->left >= 0 && forest_kept(&f, n)) {
            forest_edge(sc, &f, n, &f.tree.node[n->left]);
            forest_edge(sc, &f, n, &f.tree.node[n->right]);
        }
    }
    forest_moves(sc, &f, forest_arrow, NULL);
    for (int i = 0; i < f.tree.count; i++)
        if (forest_kept(&f, &f.tree.node[i]))
            forest_node(sc, &f, &f.tree.node[i]);
    if (f.cut)
        pen_unclip(sc);
    if (f.names > 0)
        wires_names(sc, &f);
    forest_foot(sc, &f);
}

/* Where no chip is to lie: a node, but where lines are near each other on its
 * value alone. */
static struct box forest_kept_off(struct scene *sc, const struct forest *f,
                                  const struct tree_node *n)
{
    struct box box = forest_box(sc, f, n);

    if (f->tree.fills && !forest_has_caption(f, box.h) && forest_lines(f, n) == 1) {
        const float value = fminf(f->size * 1.2f, box.h);

        box.y += (box.h - value) / 2;
        box.h = value;
    }
    return box;
}

void tree_moving(struct scene *sc)
{
    struct chips chips = { .count = 0 };
    struct forest f;

    if (sc->part >= 1 || !forest_plan(sc, &f))
        return;
    if (f.cut)
        chips.clip = f.stage;
    for (int i = 0; i < f.tree.count; i++)
        if (forest_kept(&f, &f.tree.node[i]) && forest_fits(&f, &f.tree.node[i]) &&
            forest_seen(&f, forest_box(sc, &f, &f.tree.node[i]), false))
            chips_keep_off(&chips, forest_kept_off(sc, &f, &f.tree.node[i]));
    forest_moves(sc, &f, forest_chip, &chips);
}
