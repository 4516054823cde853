/* Where the nodes of a tree stand.
 *
 * All leaves stand on one line. Values too wide for that are broken into lines if
 * they are long; only short ones are staggered. Zoom first makes room for the
 * values of the leaves, then all grows, but two levels stay in sight. */
#include <math.h>
#include <string.h>

#include "scene/tree.h"

enum { MAG = 3, LONG = 8, LINES_MOST = 3, LINE_LEAST = 15 };
#define FILLS_HALF 0.34f /* of a tree filled in: half a node, in its line */

/* From line to line, above which values have room: of a tree filled in, whose lines are
 * many, nodes are then as low as their values. */
static float forest_low(const struct forest *f)
{
    return f->tree.fills ? 19.5f : 29;
}

static float forest_half_least(const struct forest *f)
{
    return f->tree.fills ? 8 : 13;
}

static int forest_lines_in(const struct forest *f, size_t chars, float wide)
{
    const float glyph = f->chars ? f->value / (float)f->chars : 0;

    if (glyph * (float)chars + 5 <= wide)
        return 1;
    for (int lines = 2; chars >= LONG && lines <= LINES_MOST; lines++)
        if (ceilf((float)chars / (float)lines) * glyph + 12 <= wide)
            return lines;
    return 0;
}

static float forest_tall(const struct forest *f, int lines)
{
    return f->size * FOREST_LINE * (float)lines + 8;
}

size_t forest_chars(const struct forest *f, const struct tree_node *n)
{
    return f->tier_chars ? f->tier_chars[n->tier] : f->chars;
}

float forest_value(const struct forest *f, const struct tree_node *n)
{
    return f->chars ? f->value * (float)forest_chars(f, n) / (float)f->chars : f->value;
}

/* In a tree that is filled in nodes stand in their columns: that of the last one
 * reaches beyond it as far as there is room. */
float forest_room(const struct forest *f, const struct tree_node *n)
{
    const float room = f->pitch * (float)n->room;
    const float right = f->pitch * (2 * ((float)f->columns - n->x) - 1) + f->over;
    const float left = f->pitch * (2 * n->x + 1) + f->over;

    return f->tree.fills ? fminf(room, fminf(left, right)) : room;
}

int forest_lines(const struct forest *f, const struct tree_node *n)
{
    const int lines = f->stagger && n->level == 0
        ? 1 : forest_lines_in(f, forest_chars(f, n), forest_room(f, n));

    if (f->rise <= forest_low(f) || (lines > 1 && f->rise < forest_tall(f, lines) + 12))
        return 0;
    return lines;
}

bool forest_fits(const struct forest *f, const struct tree_node *n)
{
    return forest_lines(f, n) > 0;
}

float forest_y(const struct forest *f, int tier)
{
    return f->body.y + f->body.h - f->under - f->rise * (float)tier;
}

struct spot forest_at(const struct forest *f, const struct tree_node *n)
{
    float y = forest_y(f, n->tier);

    if (f->stagger)
        y -= n->level > 0 || n->column % 2 == 0 ? 34 : 0;
    return (struct spot){ f->body.x + f->pitch * (n->x + 0.5f), y };
}

float forest_half(const struct forest *f, const struct tree_node *n)
{
    const int lines = forest_lines(f, n);
    const float tall = fminf(f->rise * (f->tree.fills ? FILLS_HALF : 0.3f), f->node / 2);

    if (lines == 0)
        return 4;
    if (lines > 1)
        return forest_tall(f, lines) / 2;
    return f->stagger && n->level == 0 ? 13 : fmaxf(tall, forest_half_least(f));
}

/* Every how many nodes of a line one is drawn; of wires a power of two, so that
 * they go on from line to line. */
static uint32_t forest_thin(const struct forest *f, const struct tree_node *n)
{
    const float pitch = f->pitch * (float)n->room, every = ceilf(6 / pitch);

    if (f->tree.fills)
        return axes_every(8 / pitch);
    return every > 1 ? (uint32_t)every : 1;
}

bool forest_kept(const struct forest *f, const struct tree_node *n)
{
    return n->rank % forest_thin(f, n) == 0;
}

bool forest_seen(const struct forest *f, struct box box, bool whole)
{
    const struct box s = f->stage;

    if (!f->cut)
        return true;
    if (whole)
        return box.x >= s.x && box.x + box.w <= s.x + s.w && box.y >= s.y &&
               box.y + box.h <= s.y + s.h;
    return box.x < s.x + s.w && box.x + box.w > s.x && box.y < s.y + s.h &&
           box.y + box.h > s.y;
}

bool forest_fresh(const struct scene *sc, const struct tree_node *n)
{
    return sc->aim > 0 && (n->down == sc->aim || (n->level > 0 && n->up == sc->aim));
}

/* One that is filled in has many lines: it wants height. */
float tree_wants(struct scene *sc)
{
    if (sc->found->board.fills > 0)
        return 0;
    return (float)sc->found->board.columns * (value_widest(sc, TEXT_SMALL) + 5.5f);
}

/* ---- the plan ------------------------------------------------------------------ */

/* The longest value of every tier, while they are few. */
static void forest_widths(struct scene *sc, struct forest *f)
{
    size_t *chars;

    if (!f->tree.fills || f->columns > 64)
        return;
    chars = ARENA_NEW(&sc->list->arena, size_t, (size_t)f->tree.tiers + 1);
    for (int i = 0; chars && i < f->tree.count; i++) {
        const struct tree_node *n = &f->tree.node[i];
        const size_t then = strlen(value_cell(sc, n->up, n->column));
        const size_t last = strlen(value_cell(sc, n->until, n->column));

        chars[n->tier] = then > chars[n->tier] ? then : chars[n->tier];
        if (n->down && last > chars[n->tier])
            chars[n->tier] = last;
    }
    f->tier_chars = chars;
}

/* Lays the levels out under a heading; top: half a root's height. */
static void forest_levels(struct forest *f, struct box b, float head, float top,
                          float under)
{
    f->area.y = b.y + head;
    f->area.h = b.h - head - TREE_FOOT;
    f->under = under;
    f->rise = (f->area.h - top - under - (f->stagger ? 34 : 0)) /
              (float)f->tree.tiers;
}

/* How far the outer nodes reach beyond their columns. */
static float forest_over(const struct forest *f)
{
    if (f->tree.fills)
        return f->columns > 512 ? 0 : fmaxf(fminf(f->value + 14 - f->pitch,
                                                  f->area.w * 0.1f), 0);
    return f->stagger ? fmaxf(fminf(f->value + 14, f->pitch * 1.9f) - f->pitch, 0) : 0;
}

/* Columns and values at rest. */
static void forest_columns(struct scene *sc, struct forest *f)
{
    const float columns = (float)f->columns;

    f->pitch = fminf(f->area.w / columns, 104);
    f->size = f->columns <= 16 ? 20 : TEXT_BODY;
    f->value = value_widest(sc, f->size);
    f->chars = strlen(sc->longest);
    if (f->columns > 16 || f->value + 4 > f->pitch)
        f->size = TEXT_SMALL;
    f->value = value_widest(sc, f->size);
    f->stagger = !f->tree.fills && !forest_lines_in(f, f->chars, f->pitch) &&
                 f->value + 5 <= 1.9f * f->pitch;
    f->over = forest_over(f);
    if (f->pitch < 104)
        f->pitch -= f->over / columns; /* the outer ones stay inside */
    f->area.x += (f->area.w - f->pitch * columns) / 2;
    forest_widths(sc, f);
}

/* Results too wide to stand side by side stand on two lines, if that helps. */
static void forest_split(struct scene *sc, struct forest *f)
{
    const struct tree_node *any = &f->tree.node[f->tree.count - 1];

    if (!f->tree.fills || forest_value(f, any) + 5 <= f->pitch ||
        forest_value(f, any) + 5 > 2 * f->pitch)
        return;
    tree_fill_split(&f->tree, f->columns);
    forest_widths(sc, f);
}

/* Levels at rest: the least air that values need, or more where there is room. */
static void forest_rows(struct scene *sc, struct forest *f)
{
    const struct box b = sc->board;
    const int lines = forest_lines_in(f, f->chars, f->pitch);
    const float leaf = lines > 1 ? forest_tall(f, lines) / 2 : 0;
    const bool low = b.h < 380;

    forest_levels(f, b, sc->half || f->tree.fills ? HALF_HEAD : 4, 13,
                  fmaxf(27, leaf + 14));
    if (f->tree.fills) {
        const float half = fmaxf(fmaxf(fminf(f->rise * FILLS_HALF, NODE_H / 2.0f), leaf), 13);

        forest_levels(f, b, HALF_HEAD, half, half + 16);
    } else if (!(f->rise > 29 && f->rise < 40))
        forest_levels(f, b, sc->half ? HALF_HEAD : low ? TREE_HEAD / 2.0f : TREE_HEAD,
                      low ? 15 : NODE_H / 2.0f, fmaxf(NODE_H / 2.0f, leaf) + 18);
    f->rise = fminf(f->rise, 132);
    if (f->tree.fills) { /* nodes leave air for the branches, values go by them */
        const float half = fmaxf(f->rise * FILLS_HALF, forest_half_least(f));

        f->size = fmaxf(fminf(f->size, floorf(1.75f * half)), TEXT_SMALL);
        f->value = value_widest(sc, f->size);
    }
}

/* Where things happen: in levels above the bottom, and in columns. In a tree that
 * is filled in also what an operator reads belongs to that. */
static struct spot forest_action(const struct scene *sc, const struct forest *f)
{
    const struct tree *t = &f->tree;
    struct spot sum = { 0, 0 };
    float count = 0;

    for (int i = 0; i < t->count; i++) {
        const struct tree_node *n = &t->node[i];

        if (!forest_fresh(sc, n) || (t->fills && n->left < 0))
            continue;
        sum.x += t->fills ? (n->x + t->node[n->left].x) / 2 : 0;
        sum.y += (float)n->tier + (t->fills || n->down == sc->aim ? 0.5f : -0.5f);
        count++;
    }
    if (count > 0 && t->fills)
        return (struct spot){ sum.x / count + 0.5f, sum.y / count };
    return (struct spot){ (float)f->columns / 2, count > 0 ? sum.y / count
                          : t->fills ? (float)t->tiers - 0.5f : 0.5f };
}

/* Grows; returns the largest zoom. */
static float forest_grow(struct scene *sc, struct forest *f)
{
    const bool roomy = !f->stagger && forest_lines_in(f, f->chars, f->pitch) > 0 &&
                       f->rise > forest_low(f);
    const float least = roomy ? 1 : fmaxf((f->value + 6) / f->pitch, 1);
    const float zoom = sight_zoom(sc, MAG * least), mag = fmaxf(zoom / least, 1);
    const float air = roomy ? 1 : fmaxf(fminf(zoom, 70 / f->rise), 1);
    const float high = fmaxf(f->area.h / (2.2f * f->rise), 1);
    const float tall = fminf(air * mag, high), text = fminf(mag, fmaxf(tall / air, 1));

    if (zoom > 1 && least > 1 && zoom >= least)
        f->stagger = false;
    f->pitch *= zoom;
    f->rise *= tall;
    f->node = NODE_H * text;
    f->under = fmaxf(f->under, f->under * text);
    if (zoom > 1) {
        const float inside = 1.24f * fmaxf(fminf(f->rise * 0.3f, f->node / 2), 13);
        const float size = fmaxf(fminf(f->size * text, inside), TEXT_SMALL);

        f->value *= size / f->size;
        f->size = size;
    }
    f->small = fminf(TEXT_SMALL * text, 20);
    return MAG * least;
}

/* Where all of it stands. */
static void forest_place(struct scene *sc, struct forest *f, float most)
{
    const float zoom = sight_zoom(sc, most), bottom = f->area.y + f->area.h;
    const struct spot at = forest_action(sc, f);
    struct sight s = { .stage = f->area, .most = most,
                       .w = f->pitch * (float)f->columns };

    f->cut = zoom > 1;
    if (f->cut) {
        const float head = fmaxf(sc->board.y + 46 - f->area.y, 0);

        s.stage = (struct box){ sc->board.x, f->area.y + head, sc->board.w,
                                f->area.h - head - 16 };
    }
    f->stage = s.stage;
    s.h = f->rise * (float)f->tree.tiers + f->under + f->node / 2 +
          (f->stagger ? 34 : 0) - (f->cut ? 12 : 0);
    s.rest = (struct spot){ s.stage.x + (s.stage.w - s.w) / 2,
                            bottom - (f->cut ? 16 : 0) - s.h };
    s.fixed = !f->cut;
    if (f->cut)
        f->under -= 12;
    s.look = (struct spot){ f->pitch * at.x, s.h - f->under - f->rise * at.y };
    f->body = sight_place(sc, &s);
}

/* On how many lines results would stand; 0: they would be marks. */
static int forest_results(struct scene *sc, const struct forest *f, float width)
{
    const float pitch = width / (float)f->columns, value = value_widest(sc, TEXT_SMALL) + 5;

    return value <= pitch ? 1 : value <= 2 * pitch ? 2 : 0;
}

/* Room for the names of lines, where these are not too close for names; in a half
 * where it costs no values. */
static float forest_names(struct scene *sc, const struct forest *f)
{
    const float high = sc->board.h - HALF_HEAD - TREE_FOOT - NODE_H;
    const float wide = f->tree.fills ? fmaxf(FOREST_NAMES, wires_names_width(sc, f) + 14) : 0;

    if (!f->tree.fills || sc->view->zoom > 1 || high / (float)f->tree.tiers < LINE_LEAST ||
        (sc->half && forest_results(sc, f, sc->board.w - wide) !=
                         forest_results(sc, f, sc->board.w)))
        return 0;
    return wide;
}

bool forest_plan(struct scene *sc, struct forest *f)
{
    float most;

    *f = (struct forest){ .columns = sc->found->board.columns };
    if (!tree_build(sc->found, &sc->list->arena, &f->tree))
        return false;
    f->area = sc->board;
    f->names = forest_names(sc, f);
    f->area.x += f->names;
    f->area.w -= f->names;
    forest_columns(sc, f);
    forest_split(sc, f);
    forest_rows(sc, f);
    most = forest_grow(sc, f);
    f->area.w = f->pitch * (float)f->columns;
    forest_place(sc, f, most);
    f->named = pen_width(sc, FACE_MONO, f->small,
                         pen_print(sc, "x[%u]", f->columns - 1)) + 4 <=
               f->pitch * (f->pitch > 70 ? 0.74f : 0.88f);
    f->cone = network_cone(sc);
    return true;
}
