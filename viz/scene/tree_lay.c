/* Where the nodes of a tree stand.
 *
 * All leaves stand on one line. Values too wide for that are broken into lines if
 * they are long; only short ones are staggered. Zoom first makes room for the
 * values of the leaves, then all grows, but two levels stay in sight. */
#include <math.h>
#include <string.h>

#include "scene/tree.h"

enum { MAG = 3, LONG = 8, LINES_MOST = 3 };

static int forest_lines_in(const struct forest *f, float wide)
{
    const float glyph = f->chars ? f->value / (float)f->chars : 0;

    if (f->value + 5 <= wide)
        return 1;
    for (int lines = 2; f->chars >= LONG && lines <= LINES_MOST; lines++)
        if (ceilf((float)f->chars / (float)lines) * glyph + 12 <= wide)
            return lines;
    return 0;
}

static float forest_tall(const struct forest *f, int lines)
{
    return f->size * FOREST_LINE * (float)lines + 8;
}

int forest_lines(const struct forest *f, int level)
{
    const int lines = f->stagger && level == 0
        ? 1 : forest_lines_in(f, f->pitch * (float)(1u << level));

    if (f->rise <= 29 || (lines > 1 && f->rise < forest_tall(f, lines) + 12))
        return 0;
    return lines;
}

bool forest_fits(const struct forest *f, const struct tree_node *n)
{
    return forest_lines(f, n->level) > 0;
}

struct spot forest_at(const struct forest *f, const struct tree_node *n)
{
    const float leaf = f->body.y + f->body.h - f->under;
    float y = leaf - f->rise * (float)n->level;

    if (f->stagger)
        y -= n->level > 0 || n->column % 2 == 0 ? 34 : 0;
    return (struct spot){ f->body.x + f->pitch * (n->x + 0.5f), y };
}

float forest_half(const struct forest *f, const struct tree_node *n)
{
    const int lines = forest_lines(f, n->level);
    const float tall = fminf(f->rise * 0.3f, f->node / 2);

    if (lines == 0)
        return 4;
    if (lines > 1)
        return forest_tall(f, lines) / 2;
    return f->stagger && n->level == 0 ? 13 : tall < 13 ? 13 : tall;
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

float tree_wants(struct scene *sc)
{
    return (float)sc->found->board.columns * (value_widest(sc, TEXT_SMALL) + 5.5f);
}

/* ---- the plan ------------------------------------------------------------------ */

/* Lays the levels out under a heading; top: half a root's height. */
static void forest_levels(struct forest *f, struct box b, float head, float top,
                          float under)
{
    f->area.y = b.y + head;
    f->area.h = b.h - head - TREE_FOOT;
    f->under = under;
    f->rise = (f->area.h - top - under - (f->stagger ? 34 : 0)) /
              (float)f->tree.levels;
}

/* Columns and values at rest. */
static void forest_columns(struct scene *sc, struct forest *f)
{
    const uint32_t columns = sc->found->board.columns;
    float over;

    f->pitch = fminf(f->area.w / (float)columns, 104);
    f->size = columns <= 16 ? 20 : TEXT_BODY;
    f->value = value_widest(sc, f->size);
    f->chars = strlen(sc->longest);
    if (columns > 16 || f->value + 4 > f->pitch)
        f->size = TEXT_SMALL;
    f->value = value_widest(sc, f->size);
    f->stagger = !forest_lines_in(f, f->pitch) && f->value + 5 <= 1.9f * f->pitch;
    over = f->stagger ? fmaxf(fminf(f->value + 14, f->pitch * 1.9f) - f->pitch, 0) : 0;
    if (f->pitch < 104)
        f->pitch -= over / (float)columns; /* the outer ones stay inside */
    f->area.x += (f->area.w - f->pitch * (float)columns) / 2;
}

/* Levels at rest: the least air that values need, or more where there is room. */
static void forest_rows(struct scene *sc, struct forest *f)
{
    const struct box b = sc->board;
    const int lines = forest_lines_in(f, f->pitch);
    const float leaf = lines > 1 ? forest_tall(f, lines) / 2 : 0;
    const bool low = b.h < 380;

    forest_levels(f, b, sc->half ? HALF_HEAD : 4, 13, fmaxf(27, leaf + 14));
    if (!(f->rise > 29 && f->rise < 40))
        forest_levels(f, b, sc->half ? HALF_HEAD : low ? TREE_HEAD / 2.0f : TREE_HEAD,
                      low ? 15 : NODE_H / 2.0f, fmaxf(NODE_H / 2.0f, leaf) + 18);
    f->rise = fminf(f->rise, 132);
}

/* The level where things happen, in levels above the leaves. */
static float forest_level(const struct scene *sc, const struct forest *f)
{
    float sum = 0, count = 0;

    for (int i = 0; i < f->tree.count; i++)
        if (forest_fresh(sc, &f->tree.node[i])) {
            const bool down = f->tree.node[i].down == sc->aim;

            sum += (float)f->tree.node[i].level + (down ? 0.5f : -0.5f);
            count++;
        }
    return count > 0 ? sum / count : 0.5f;
}

/* Grows; returns the largest zoom. */
static float forest_grow(struct scene *sc, struct forest *f)
{
    const bool roomy = !f->stagger && forest_lines(f, 0) > 0;
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
    const uint32_t columns = sc->found->board.columns;
    const float zoom = sight_zoom(sc, most), bottom = f->area.y + f->area.h;
    struct sight s = { .stage = f->area, .most = most,
                       .w = f->pitch * (float)columns };

    f->cut = zoom > 1;
    if (f->cut) {
        const float head = fmaxf(sc->board.y + 46 - f->area.y, 0);

        s.stage = (struct box){ sc->board.x, f->area.y + head, sc->board.w,
                                f->area.h - head - 16 };
    }
    f->stage = s.stage;
    s.h = f->rise * (float)f->tree.levels + f->under + f->node / 2 +
          (f->stagger ? 34 : 0) - (f->cut ? 12 : 0);
    s.rest = (struct spot){ s.stage.x + (s.stage.w - s.w) / 2,
                            bottom - (f->cut ? 16 : 0) - s.h };
    s.fixed = !f->cut;
    if (f->cut)
        f->under -= 12;
    s.look = (struct spot){ s.w / 2, s.h - f->under - f->rise * forest_level(sc, f) };
    f->body = sight_place(sc, &s);
}

bool forest_plan(struct scene *sc, struct forest *f)
{
    const uint32_t columns = sc->found->board.columns;
    float most;

    if (!tree_build(sc->found, &sc->list->arena, &f->tree))
        return false;
    f->area = sc->board;
    forest_columns(sc, f);
    forest_rows(sc, f);
    most = forest_grow(sc, f);
    f->area.w = f->pitch * (float)columns;
    forest_place(sc, f, most);
    f->named = pen_width(sc, FACE_MONO, f->small,
                         pen_print(sc, "x[%u]", columns - 1)) + 4 <=
               f->pitch * (f->pitch > 70 ? 0.74f : 0.88f);
    f->cone = network_cone(sc);
    return true;
}
