/* The lines of a tree that is filled in: a wire a column, and branches from it
 * into the operators that read it.
 *
 * A wire is heavier from where its column has its prefix. A branch leaves just
 * above the line of its operator, wherever the value was made. */
#include <math.h>

#include "scene/tree.h"

enum { TAP = 3 };

/* Where a column's wire leaves the line above a node, below what stands there. */
static struct spot wires_above(const struct forest *f, const struct tree_node *n,
                               const struct tree_node *source)
{
    const struct tree_node at = { .x = source->x, .tier = n->tier + 1 };
    struct spot spot = forest_at(f, &at);

    if (source->tier == at.tier)
        spot.y += forest_half(f, source) + 1;
    return spot;
}

/* Where a node takes in an operand: its own column's in the middle. */
static struct spot wires_into(const struct forest *f, const struct tree_node *n,
                              const struct tree_node *source)
{
    const float lean = forest_fits(f, n) ? fminf(14, forest_value(f, n) * 0.2f + 5)
                                         : fminf(3, f->pitch * 0.3f);
    struct spot spot = forest_at(f, n);

    spot.x -= source->column < n->column ? lean : 0;
    spot.y -= forest_half(f, n) + 2;
    return spot;
}

void wires_way(const struct forest *f, const struct tree_node *n,
               const struct move *move, struct way *way)
{
    const bool right = move->from_column == (int32_t)n->column && n->right >= 0;
    const struct tree_node *source = &f->tree.node[right ? n->right : n->left];
    const bool own = source->column == n->column;

    way->sum = false;
    way->own = own;
    way->from = wires_above(f, n, source);
    way->to = wires_into(f, n, source);
    if (own && forest_fits(f, n))
        way->from.y = forest_at(f, source).y + forest_half(f, source) + 1;
    way->to.y += own ? 2 : 0;
}

static bool wires_done(const struct scene *sc, const struct tree_node *n)
{
    return n->full && n->up <= sc->done;
}

/* The piece of a column's wire above a node. */
static void wires_piece(struct scene *sc, const struct forest *f,
                        const struct tree_node *n)
{
    const struct tree_node *above = &f->tree.node[n->right];
    const struct spot a = forest_at(f, above), b = forest_at(f, n);
    const bool done = wires_done(sc, above);
    const struct box over = { a.x - 1, a.y, 2, b.y - a.y };

    if (forest_seen(f, over, false))
        pen_line(sc, a.x, a.y + forest_half(f, above), b.x, b.y - forest_half(f, n),
                 paint_stroke(done ? INK_MUTED : INK_RULE, done ? 1.8f : 1.2f));
}

static void wires_branch(struct scene *sc, const struct forest *f,
                         const struct tree_node *n)
{
    const struct tree_node *source = &f->tree.node[n->left];
    const struct spot a = wires_above(f, n, source), b = wires_into(f, n, source);
    const struct box over = { a.x, a.y, b.x - a.x, b.y - a.y };

    if (!forest_seen(f, over, false))
        return;
    if (n->up == sc->aim) /* there is an arrow */
        ;
    else if (forest_fits(f, n))
        pen_link(sc, a, b, paint_stroke(INK_RULE, 1.6f));
    else
        pen_line(sc, a.x, a.y, b.x, b.y, paint_stroke(INK_RULE, 1.2f));
    if (forest_fits(f, n) && source->tier != n->tier + 1)
        pen_circle(sc, a.x, a.y, TAP, paint_fill(n->up == sc->aim ? INK_SOURCE
                                                                  : INK_MUTED));
}

void wires_draw(struct scene *sc, const struct forest *f)
{
    for (int i = 0; i < f->tree.count; i++) {
        const struct tree_node *n = &f->tree.node[i];

        if (n->right >= 0 && forest_kept(f, n))
            wires_piece(sc, f, n);
        if (n->left >= 0 && forest_kept(f, n))
            wires_branch(sc, f, n);
    }
}

/* ---- names --------------------------------------------------------------------- */

static const char *wires_name(struct scene *sc, const struct forest *f, int tier)
{
    if (tier == f->tree.tiers)
        return scene_tr(sc, "input");
    return tier == f->tree.results ? scene_tr(sc, "prefixes")
                                   : step_row_label(sc, f->tree.tier_row[tier]);
}

float wires_names_width(struct scene *sc, const struct forest *f)
{
    float most = 0;

    for (int tier = 0; tier <= f->tree.tiers; tier++)
        most = fmaxf(most, pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, wires_name(sc, f, tier)));
    return most;
}

void wires_names(struct scene *sc, const struct forest *f)
{
    const float right = f->body.x - f->over / 2 - 10;

    for (int tier = 0; tier <= f->tree.tiers; tier++) {
        const bool now = sc->aim > 0 && f->tree.tier_row[tier] == sc->aim;

        pen_fit(sc, right, pen_middle(sc, forest_y(f, tier), TEXT_SMALL), TEXT_SMALL,
                now ? FACE_UI_BOLD : FACE_UI, now ? INK_TEXT : INK_MUTED, ANCHOR_END,
                right - sc->board.x, wires_name(sc, f, tier));
    }
}
