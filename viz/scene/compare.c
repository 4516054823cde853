/* Compare: two runs on the same input, side by side and step by step.
 *
 * Each half is a network of its own, with values where there is room for them,
 * else with dots. Both stand at the same step; the shorter run waits at its
 * end. Beside them what was measured, in two columns, and one sentence that
 * weighs it. */
#include <math.h>

#include "scene/scene.h"

enum { HALF_HEAD = 70, HALF_FOOT = 10, BETWEEN = 22, COUNT_LINE = 23, ROWS = 8 };

/* One run: a scene that shows it alone. */
struct half {
    struct view view;
    struct scene sc;
    struct rows rows;
    struct grid grid;
    const char *title;
    uint32_t every; /* dots: every how many columns are drawn */
};

static struct box compare_side(const struct scene *sc)
{
    const float x = sc->board.x + sc->board.w + 18;
    const float bottom = sc->say.h > 0 ? sc->say.y + sc->say.h
                                       : sc->board.y + sc->board.h;

    return (struct box){ x, sc->board.y, sc->w - 20 - x, bottom - sc->board.y };
}

static const struct findings *compare_found(const struct scene *sc, int i)
{
    return i ? sc->view->other : sc->found;
}

static const char *compare_title(const struct scene *sc, int i)
{
    const char *title = i ? sc->view->other_title : sc->view->first_title;

    return title ? title : compare_found(sc, i)->trace->run.title;
}

/* A scene of one run, at the step that both are at. */
static void half_scene(const struct scene *sc, int i, struct half *h)
{
    h->view = *sc->view;
    h->view.findings = compare_found(sc, i);
    h->view.zoom = 1;
    h->title = compare_title(sc, i);
    h->sc = *sc;
    h->sc.view = &h->view;
    h->sc.found = h->view.findings;
    h->sc.rows = NULL;
    h->sc.longest = NULL;
    frame_place(&h->sc);
}

void compare_clock(const struct scene *sc, struct scene *clock, struct view *view)
{
    const struct findings *other = sc->view->other;

    *clock = *sc;
    *view = *sc->view;
    if (other && sc->found && other->steps.count > sc->found->steps.count)
        clock->found = view->findings = other;
    clock->view = view;
    frame_place(clock);
}

/* Whether the values of both runs fit cells of this width. */
static bool compare_values(struct half h[2], float w)
{
    for (int i = 0; i < 2; i++)
        if ((float)h[i].sc.found->board.columns *
            (value_widest(&h[i].sc, TEXT_SMALL) + 7) > w)
            return false;
    return true;
}

static bool half_plan(struct half *h, struct box box, bool values)
{
    const uint32_t columns = h->sc.found->board.columns;
    const float gutter = values || box.w > 300 ? AXES_GUTTER : 0;
    const struct box area = { box.x + gutter, box.y + HALF_HEAD, box.w - gutter,
                              box.h - HALF_HEAD - HALF_FOOT };
    struct grid *g = &h->grid;
    const float gap = values ? 34 : 12;
    uint32_t shown;

    h->sc.board = box;
    if (columns == 0 || area.w < 40 || area.h < 60 || !rows_plan(&h->sc, &h->rows))
        return false;
    *g = (struct grid){ .clip = area, .columns = columns, .node = 7 };
    g->pitch = fminf(area.w / (float)columns, values ? 72 : 40);
    g->cell_w = values ? g->pitch * 0.86f : fmaxf(fminf(g->pitch * 0.5f, 9), 1.6f);
    g->cell_h = values ? 28 : fmaxf(fminf(g->pitch * 0.5f, 9), 4);
    g->x = area.x + g->pitch / 2;
    g->y = area.y;
    g->value_size = values ? fminf(18, TEXT_SMALL * (g->cell_w - 4) /
                                           value_widest(&h->sc, TEXT_SMALL)) : 0;
    g->value_size = fmaxf(g->value_size, TEXT_SMALL);
    rows_window(&h->sc, &h->rows, (uint32_t)((area.h + gap) / (g->cell_h + gap)));
    shown = h->rows.end - h->rows.first;
    g->step = fminf((area.h - g->cell_h) / (float)(shown > 1 ? shown - 1 : 1),
                    values ? 84 : 62);
    h->every = axes_every(3 / g->pitch);
    return true;
}

/* Both halves; false where there is no room. values: cells, else dots. */
static bool compare_plan(struct scene *sc, struct half h[2], bool *values)
{
    const struct box b = sc->board;
    const float w = (b.w - BETWEEN) / 2;

    if (!sc->view->other || w < 90)
        return false;
    half_scene(sc, 0, &h[0]);
    half_scene(sc, 1, &h[1]);
    *values = compare_values(h, w - AXES_GUTTER);
    return half_plan(&h[0], (struct box){ b.x, b.y, w, b.h }, *values) &&
           half_plan(&h[1], (struct box){ b.x + w + BETWEEN, b.y, w, b.h }, *values);
}

/* ---- dots ----------------------------------------------------------------------- */

static bool half_drawn(const struct half *h, int64_t column)
{
    return column >= 0 && (column + 1) % h->every == 0;
}

static void half_dot(struct half *h, const struct shown_row *row, uint32_t line,
                     uint32_t column)
{
    const struct box box = grid_cell(&h->grid, line, column);
    const struct cell *cell = value_at(&h->sc, row->row, column);
    const bool fresh = row->now && cell->state == CELL_CHANGED && !row->going;
    const bool blank = row->future || cell->state == CELL_EMPTY ||
                       (row->going && cell->state == CELL_CHANGED);
    const float r = h->grid.cell_h / 2;
    const bool lit = h->grid.cone && !blank &&
        h->grid.cone[(size_t)row->row * h->sc.found->board.columns + column];

    draw_group(h->sc.list, "cell:%u,%u", row->row, column);
    pen_circle(&h->sc, box.x + box.w / 2, box.y + r, fresh ? r + 1.2f : r,
               blank ? paint_both(INK_BACK, INK_RULE, 1)
               : lit ? paint_both(INK_COVER, INK_COVER, 1)
               : fresh ? paint_fill(INK_CHANGED) : paint_fill(INK_MUTED));
    draw_ungroup(h->sc.list);
}

static void half_spots(const struct half *h, const struct move *move, uint32_t line,
                       struct spot *from, struct spot *to)
{
    const struct box a = grid_cell(&h->grid, line - 1, (uint32_t)move->from_column);
    const struct box b = grid_cell(&h->grid, line, (uint32_t)move->to_column);

    *from = (struct spot){ a.x + a.w / 2, a.y + a.h + 1 };
    *to = (struct spot){ b.x + b.w / 2, b.y - 1 };
}

static void half_lines(struct half *h, uint32_t i)
{
    const struct board *board = &h->sc.found->board;
    const struct shown_row *row = &h->rows.row[i];
    const uint32_t r = row->first;
    const float alpha = row->future ? 0.2f : row->now ? 1 : 0.5f;
    struct spot from, to;

    for (uint32_t m = board->move_first[r]; r > 0 && m < board->move_first[r + 1]; m++) {
        const struct move *move = &board->moves[m];

        if (move->from_column == move->to_column || move->from_column < 0 ||
            !half_drawn(h, move->to_column))
            continue;
        half_spots(h, move, i - h->rows.first, &from, &to);
        pen_line(&h->sc, from.x, from.y, to.x, to.y,
                 paint_alpha(paint_stroke(move->stale ? INK_BAD : INK_SOURCE,
                                          row->now ? 1.8f : 1.2f), alpha));
    }
}

static void half_dots(struct half *h)
{
    for (uint32_t i = h->rows.first + 1; i < h->rows.end; i++)
        half_lines(h, i);
    for (uint32_t i = h->rows.first; i < h->rows.end; i++)
        for (uint32_t c = h->every - 1; c < h->grid.columns; c += h->every)
            half_dot(h, &h->rows.row[i], i - h->rows.first, c);
}

/* ---- one half --------------------------------------------------------------------- */

static const char *half_where(struct half *h)
{
    const uint32_t count = h->sc.found->steps.count;
    const uint32_t rounds = h->sc.found->steps.rounds;
    const struct step *step = scene_step(&h->sc);
    const char *name;
    struct buf buf;

    if (h->sc.done == count)
        return pen_print(&h->sc, scene_trn(&h->sc, "done after %u round",
                                           "done after %u rounds", rounds), rounds);
    if (h->sc.aim == 0)
        return scene_tr(&h->sc, "the input");
    buf_init(&buf);
    scene_step_name(&h->view, h->sc.aim - 1, &buf);
    name = pen_keep(&h->sc, &buf);
    buf_finish(&buf);
    if (!step || !step->number)
        return name;
    return pen_print(&h->sc, scene_tr(&h->sc, "%1$s, round %2$u of %3$u"), name,
                     step->number, rounds);
}

static const char *half_heading(struct half *h)
{
    return pen_print(&h->sc, "%s · %s",
                     h->sc.found->trace->run.inclusive
                         ? scene_tr(&h->sc, "inclusive scan")
                         : scene_tr(&h->sc, "exclusive scan"),
                     half_where(h));
}

static void half_names(struct half *h)
{
    for (uint32_t i = h->rows.first; i < h->rows.end; i++) {
        const struct shown_row *row = &h->rows.row[i];
        const struct box box = grid_cell(&h->grid, i - h->rows.first, 0);

        if (h->grid.step < 17 && !row->now)
            continue;
        pen_fit(&h->sc, h->grid.clip.x - 10,
                pen_middle(&h->sc, box.y + box.h / 2, TEXT_SMALL), TEXT_SMALL,
                row->now ? FACE_UI_BOLD : FACE_UI, row->future ? INK_MUTED : INK_TEXT,
                ANCHOR_END, AXES_GUTTER - 12, rows_name(&h->sc, row));
    }
}

static void half_draw(struct half *h, bool values)
{
    const struct box b = h->sc.board;

    pen_fit(&h->sc, b.x + 4, b.y + 16, 17, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            b.w - 8, h->title);
    pen_fit(&h->sc, b.x + 4, b.y + 38, TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_START,
            b.w - 8, half_heading(h));
    h->grid.cone = network_cone(&h->sc);
    axes_columns(&h->sc, &h->grid);
    if (h->grid.clip.x > b.x)
        half_names(h);
    if (!values) {
        half_dots(h);
        return;
    }
    for (uint32_t i = h->rows.first + 1; i < h->rows.end; i++)
        cells_links(&h->sc, &h->grid, &h->rows.row[i - 1], &h->rows.row[i],
                    i - h->rows.first);
    for (uint32_t i = h->rows.first; i < h->rows.end; i++)
        cells_row(&h->sc, &h->grid, &h->rows.row[i], i - h->rows.first);
}

static void half_moving(struct half *h, bool values)
{
    const struct board *board = &h->sc.found->board;
    const uint32_t line = h->rows.now - h->rows.first, row = h->sc.aim;
    struct spot from, to;

    if (h->sc.part >= 1 || h->rows.now < h->rows.first || h->rows.now >= h->rows.end)
        return;
    if (values) {
        cells_moving(&h->sc, &h->grid, h->rows.row[h->rows.now].first, line);
        return;
    }
    for (uint32_t m = board->move_first[row];
         line > 0 && h->rows.row[h->rows.now].first == row &&
         m < board->move_first[row + 1]; m++) {
        const struct move *move = &board->moves[m];

        if (move->from_column == move->to_column || move->from_column < 0 ||
            !half_drawn(h, move->to_column))
            continue;
        half_spots(h, move, line, &from, &to);
        pen_circle(&h->sc, from.x + (to.x - from.x) * h->sc.part,
                   from.y + (to.y - from.y) * h->sc.part, 3,
                   paint_both(INK_SOURCE, INK_PANEL, 1));
    }
}

/* ---- what was measured -------------------------------------------------------------- */

struct measure { const char *name, *value[2]; };

static const char *compare_number(struct scene *sc, uint64_t value)
{
    return pen_print(sc, "%llu", (unsigned long long)value);
}

static const char *compare_share(struct scene *sc, uint64_t part, uint64_t all)
{
    return all ? pen_print(sc, "%.0f %%", 100 * (double)part / (double)all) : "–";
}

static int compare_measures(struct scene *sc, struct measure row[ROWS])
{
    const bool add = sc->found->trace->run.op == OP_ADD;

    row[0].name = scene_tr(sc, "rounds");
    row[1].name = add ? scene_tr(sc, "additions") : scene_tr(sc, "operator applied");
    row[2].name = scene_tr(sc, "depth");
    row[3].name = scene_tr(sc, "barriers");
    row[4].name = scene_tr(sc, "active of issued lanes");
    row[5].name = scene_tr(sc, "shared accesses");
    row[6].name = scene_tr(sc, "bank conflict turns");
    row[7].name = scene_tr(sc, "global sectors");
    for (int i = 0; i < 2; i++) {
        const struct findings *f = compare_found(sc, i);
        const struct workspan *w = &f->workspan;

        row[0].value[i] = compare_number(sc, f->steps.rounds);
        row[1].value[i] = compare_number(sc, w->adds);
        row[2].value[i] = compare_number(sc, w->depth);
        row[3].value[i] = compare_number(sc, w->barriers);
        row[4].value[i] = compare_share(sc, w->active, w->slots);
        row[5].value[i] = compare_number(sc, w->shared_loads + w->shared_stores);
        row[6].value[i] = compare_number(sc, f->banks.total.load_excess +
                                                 f->banks.total.store_excess);
        row[7].value[i] = compare_number(sc, f->coalescing.total.load.sectors +
                                                 f->coalescing.total.store.sectors);
    }
    return ROWS;
}

/* The runs' titles, where both fit; else which side they are on. */
static const char *compare_head(struct scene *sc, int i, float wide)
{
    for (int k = 0; k < 2; k++)
        if (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, compare_title(sc, k)) > wide)
            return i ? scene_tr(sc, "right") : scene_tr(sc, "left");
    return compare_title(sc, i);
}

static void compare_counts(struct scene *sc, struct box p)
{
    const float right = p.x + p.w - 14, wide = (p.w - 28) * 0.24f;
    const float mid = right - wide - 10;
    struct measure row[ROWS];
    const int count = compare_measures(sc, row);
    float y = p.y + 48;

    draw_group(sc->list, "counts");
    pen_panel(sc, p, scene_tr(sc, "MEASURED ON THESE RUNS"), "");
    for (int i = 0; i < 2; i++)
        pen_fit(sc, i ? right : mid, y, TEXT_SMALL, FACE_UI_BOLD, INK_TEXT, ANCHOR_END,
                wide, compare_head(sc, i, wide));
    for (int k = 0; k < count && y + COUNT_LINE + 6 <= p.y + p.h; k++) {
        y += COUNT_LINE;
        pen_fit(sc, p.x + 14, y, TEXT_BODY, FACE_UI, INK_TEXT, ANCHOR_START,
                mid - wide - p.x - 18, row[k].name);
        for (int i = 0; i < 2; i++)
            pen_fit(sc, i ? right : mid, y, TEXT_BODY, FACE_MONO_BOLD, INK_TEXT,
                    ANCHOR_END, wide, row[k].value[i]);
    }
    draw_ungroup(sc->list);
}

static unsigned long long compare_lost(const struct findings *f)
{
    return f->banks.total.load_excess + f->banks.total.store_excess;
}

/* The run with fewer rounds first; with as many, the one with fewer operators. */
static const char *compare_weigh(struct scene *sc)
{
    const struct findings *a = sc->found, *b = sc->view->other;
    const bool swap = a->steps.rounds != b->steps.rounds
        ? a->steps.rounds > b->steps.rounds : a->workspan.adds > b->workspan.adds;
    const struct findings *f = swap ? b : a, *s = swap ? a : b;
    const char *first = compare_title(sc, swap), *second = compare_title(sc, !swap);
    const unsigned fr = f->steps.rounds, sr = s->steps.rounds;
    const unsigned long long fa = f->workspan.adds, sa = s->workspan.adds;

    if (fr == sr && fa == sa && compare_lost(f) != compare_lost(s))
        return pen_print(sc, scene_tr(sc, "Both take %3$u rounds and apply the operator "
                                          "%4$llu times, but bank conflicts cost %1$s "
                                          "%5$llu turns and %2$s %6$llu."), first, second,
                         fr, fa, compare_lost(f), compare_lost(s));
    if (fr == sr && fa == sa)
        return pen_print(sc, scene_tr(sc, "%1$s and %2$s take equally many rounds, %3$u, "
                                          "and apply the operator equally often, %4$llu "
                                          "times."), first, second, fr, fa);
    if (fr == sr)
        return pen_print(sc, scene_tr(sc, "Both take %3$u rounds; %1$s applies the operator "
                                          "%4$llu times, %2$s %5$llu times."), first,
                         second, fr, fa, sa);
    if (fa > sa)
        return pen_print(sc, scene_tr(sc, "%1$s is done in %3$u rounds where %2$s needs "
                                          "%4$u, but pays for it: it applies the operator "
                                          "%5$llu times against %6$llu."), first, second,
                         fr, sr, fa, sa);
    return pen_print(sc, scene_tr(sc, "%1$s needs fewer rounds than %2$s, %3$u against "
                                      "%4$u, and no more work: it applies the operator "
                                      "%5$llu times against %6$llu."), first, second, fr, sr,
                     fa, sa);
}

static void compare_panels(struct scene *sc)
{
    const struct box side = compare_side(sc);
    const float words = 150, counts = 48 + COUNT_LINE * (ROWS + 1);
    struct box p = side;

    if (side.w < 200 || side.h < 140)
        return;
    p.h = fminf(counts, side.h);
    compare_counts(sc, p);
    p.y += p.h + 12;
    p.h = fminf(words, side.y + side.h - p.y);
    if (p.h < 70)
        return;
    pen_panel(sc, p, scene_tr(sc, "IN WORDS"), "");
    pen_wrap(sc, p.x + 14, p.y + 50, TEXT_BODY, FACE_UI, INK_TEXT, p.w - 28,
             (int)((p.h - 46) / 21) + 1, compare_weigh(sc));
}

void compare_draw(struct scene *sc)
{
    struct half h[2];
    bool values;

    if (!sc->view->other)
        return;
    compare_panels(sc);
    if (!compare_plan(sc, h, &values))
        return;
    for (int i = 0; i < 2; i++)
        half_draw(&h[i], values);
}

void compare_moving(struct scene *sc)
{
    struct half h[2];
    bool values;

    if (!compare_plan(sc, h, &values))
        return;
    for (int i = 0; i < 2; i++)
        half_moving(&h[i], values);
}

/* ---- what it says -------------------------------------------------------------------- */

const char *compare_say(struct scene *sc)
{
    struct half h[2];
    bool over[2];

    if (!sc->view->other)
        return NULL;
    for (int i = 0; i < 2; i++) {
        half_scene(sc, i, &h[i]);
        over[i] = h[i].sc.done == h[i].sc.found->steps.count;
    }
    if (over[0] && over[1])
        return pen_print(sc, scene_tr(sc, "Both have finished. %s"), compare_weigh(sc));
    if (over[0] || over[1])
        return pen_print(sc, scene_tr(sc, "%1$s has finished, %2$s goes on: %3$s."),
                         h[over[1]].title, h[over[0]].title, half_where(&h[over[0]]));
    if (h[0].sc.aim == 0)
        return scene_tr(sc, "Two runs on the same input, step by step.");
    return pen_print(sc, scene_tr(sc, "%1$s: %2$s. %3$s: %4$s."), h[0].title,
                     half_where(&h[0]), h[1].title, half_where(&h[1]));
}
