/* Counted from the trace, beside the formula of the literature.
 *
 * Rows stand in order of importance; what does not fit is left out from the end,
 * and all fit where the source is hidden; the check's word has the last line. At
 * the end of the run a measured figure that differs from its formula carries a
 * sign: formulas hold for certain n, so this is no error yet. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

enum { COUNT_LINE = 20, COUNT_HEAD = 34, COUNT_ROWS = 20 };

struct count_row {
    const char *name, *value, *formula;
    bool bad, differs;
};

struct count_table { struct count_row row[COUNT_ROWS]; int count; };

static void count_add(struct count_table *table, const char *name,
                      const char *value, const char *formula, bool bad)
{
    if (table->count < COUNT_ROWS)
        table->row[table->count++] = (struct count_row){ name, value, formula, bad, false };
}

static bool count_over(const struct scene *sc)
{
    return sc->done == sc->found->steps.count;
}

/* A formula that says itself that it is no exact one. */
static bool count_about(const struct view_formula *f)
{
    return f->text && strncmp(f->text, "about", 5) == 0;
}

/* Whether what stands in brackets behind a formula, such as "(n = 2^k ≥ 4)", is
 * true of n. The value is right for every n. */
static bool count_holds(const char *text, uint64_t n)
{
    static const char least[] = "≥ ", above[] = "> ";
    const char *when = strstr(text, " (n "), *bound;

    if (!when)
        return true;
    if (strstr(when, "2^k") && (n & (n - 1)))
        return false;
    if ((bound = strstr(when, least)))
        return n >= strtoull(bound + strlen(least), NULL, 10);
    bound = strstr(when, above);
    return !bound || n > strtoull(bound + strlen(above), NULL, 10);
}

/* "n·lg n − (n−1) = 17"; at the end "≠" where the measured one differs. */
static const char *count_formula(struct scene *sc, const struct view_formula *f,
                                 int64_t measured, bool *bad)
{
    *bad = false;
    if (!f->known)
        return "";
    *bad = count_over(sc) && measured != f->value && !count_about(f);
    if (!f->text || !f->text[strspn(f->text, "0123456789")] /* a bare number */ ||
        !count_holds(f->text, sc->found->trace->run.n))
        return pen_print(sc, "%s%lld", *bad ? "≠ " : "", (long long)f->value);
    return pen_print(sc, "%s%s = %lld", *bad ? "≠ " : "", scene_tr(sc, f->text),
                     (long long)f->value);
}

static void count_measured(struct scene *sc, struct count_table *table,
                           const char *name, int64_t value,
                           const struct view_formula *formula)
{
    bool bad;
    const char *text = count_formula(sc, formula, value, &bad);

    count_add(table, name, pen_print(sc, "%lld", (long long)value), text, false);
    table->row[table->count - 1].differs = bad;
}

static void count_threads(struct scene *sc, struct count_table *table)
{
    const struct step *step = scene_step(sc);
    const uint32_t lanes = step ? 32 * step->warps_active : 0;

    if (!step)
        return;
    count_add(table, scene_tr(sc, "active threads"),
              pen_print(sc, "%u / %u", step->active, step->threads),
              pen_print(sc, scene_tr(sc, "of %u lanes issued"), lanes),
              false);
}

/* The last round that is complete. */
static uint32_t count_rounds(const struct scene *sc)
{
    uint32_t rounds = 0;

    for (uint32_t k = 0; k < sc->done; k++)
        if (sc->found->steps.step[k].number > rounds)
            rounds = sc->found->steps.step[k].number;
    return rounds;
}

static void count_memory(struct scene *sc, struct count_table *table)
{
    const struct findings *f = sc->found;
    const struct bank_step *total = &f->banks.total;
    const uint32_t degree = total->load_degree > total->store_degree
        ? total->load_degree : total->store_degree;
    uint32_t hazards = 0;

    for (uint32_t i = 0; i < f->hazards.count; i++)
        hazards += f->hazards.hazard[i].count ? 1 : 0;
    count_add(table, scene_tr(sc, "hazards found"), pen_print(sc, "%u", hazards),
              hazards ? scene_tr(sc, "F shows them")
              : degree > 1 ? pen_print(sc, scene_tr(sc, "bank conflicts: %u-way"),
                                       degree)
                           : scene_tr(sc, "no bank conflicts"), hazards > 0);
}

/* Warps of the step in which some lanes work and others do not. */
static void count_divergent(struct scene *sc, struct count_table *table)
{
    const struct step *step = scene_step(sc);

    if (step)
        count_add(table, scene_tr(sc, "divergent warps"),
                  pen_print(sc, "%u / %u", step->divergent, step->warps_active),
                  scene_tr(sc, "of those at work"), false);
}

/* What the step's requests cost in banks and in sectors. */
static void count_requests(struct scene *sc, struct count_table *table)
{
    const struct findings *f = sc->found;
    const struct bank_step *b;
    const struct sector_step *s;
    uint32_t degree;

    if (!scene_step(sc))
        return;
    b = &f->banks.step[sc->aim - 1];
    s = &f->coalescing.step[sc->aim - 1];
    degree = b->load_degree > b->store_degree ? b->load_degree : b->store_degree;
    if (scene_step(sc)->loads + scene_step(sc)->stores > 0) {
        count_add(table, scene_tr(sc, "bank conflict, worst"),
                  degree > 1 ? pen_print(sc, scene_tr(sc, "%u-way"), degree)
                             : scene_tr(sc, "none"),
                  scene_tr(sc, "this step"), false);
        count_add(table, scene_tr(sc, "turns lost to conflicts"),
                  pen_print(sc, "%llu", (unsigned long long)
                            (b->load_excess + b->store_excess)),
                  scene_tr(sc, "this step"), false);
    }
    if (s->load.requests + s->store.requests > 0)
        count_add(table, scene_tr(sc, "global sectors"),
                  pen_print(sc, "%llu", (unsigned long long)
                            (s->load.sectors + s->store.sectors)),
                  pen_print(sc, scene_tr(sc, "least possible: %llu"),
                            (unsigned long long)(s->load.least + s->store.least)),
                  false);
}

/* Words that moved so far: copies within rounds, shared and global accesses. */
static void count_traffic(struct scene *sc, struct count_table *table)
{
    const struct view *v = sc->view;
    uint64_t moves = 0, shared = 0, global = 0;

    for (uint32_t k = 0; k < sc->done; k++) {
        const struct step *step = &sc->found->steps.step[k];

        moves += step->kind == STEP_ROUND ? step->moves : 0;
        shared += (uint64_t)step->loads + step->stores;
        global += (uint64_t)step->gloads + step->gstores;
    }
    if (sc->found->workspan.moves)
        count_measured(sc, table, scene_tr(sc, "copies in rounds"), (int64_t)moves,
                       &v->moves);
    count_add(table, scene_tr(sc, "shared accesses"),
              pen_print(sc, "%llu", (unsigned long long)shared), "", false);
    count_measured(sc, table, scene_tr(sc, "global accesses"), (int64_t)global, &v->words);
}

/* Status words, of the whole run as far as it was traced. */
static void count_status(struct scene *sc, struct count_table *table)
{
    const struct tiles *t = &sc->found->tiles;
    const double a_tile = t->traced ? (double)t->read_count / t->traced : 0;
    const bool all = t->traced == t->tiles;

    if (t->count == 0)
        return;
    count_add(table, scene_tr(sc, "status words read, in all"),
              pen_print(sc, "%u", t->read_count),
              all ? pen_print(sc, scene_tr(sc, "%.1f a tile"), a_tile)
                  : pen_print(sc, scene_trn(sc, "%1$.1f a tile, one traced",
                                            "%1$.1f a tile, %2$u traced", t->traced),
                              a_tile, t->traced), false);
    count_add(table, scene_tr(sc, "polls in vain"),
              pen_print(sc, "%llu", (unsigned long long)t->failed),
              all ? scene_tr(sc, "whole run")
                  : pen_print(sc, scene_trn(sc, "in the tile traced",
                                            "in the %u tiles traced", t->traced),
                              t->traced), false);
}

static void count_fill(struct scene *sc, struct count_table *table)
{
    const struct view *v = sc->view;
    const struct workspan *w = &sc->found->workspan;
    const bool add = sc->found->trace->run.op == OP_ADD;

    table->count = 0;
    if (v->kind == VIEW_MEMORY)
        count_requests(sc, table);
    if (v->kind == VIEW_LOOK_BACK)
        count_status(sc, table);
    count_measured(sc, table, add ? scene_tr(sc, "additions so far")
                                  : scene_tr(sc, "operator applied so far"),
                   (int64_t)w->adds_until[sc->done], &v->adds);
    count_measured(sc, table, scene_tr(sc, "depth (longest chain)"),
                   w->depth_until[sc->done], &v->depth);
    count_threads(sc, table);
    if (scene_step(sc) && scene_step(sc)->divergent > 0)
        count_divergent(sc, table);
    if (w->shuffles_per_lane)
        count_measured(sc, table, scene_tr(sc, "shuffles a lane, in all"),
                       w->shuffles_per_lane, &v->shuffles);
    count_measured(sc, table, scene_tr(sc, "barriers passed"),
                   w->barriers_until[sc->done], &v->barriers);
    count_memory(sc, table);
    count_measured(sc, table, scene_tr(sc, "steps done"), count_rounds(sc),
                   &v->rounds);
    if (v->kind != VIEW_LOOK_BACK)
        count_status(sc, table);
    if (v->kind != VIEW_MEMORY)
        count_requests(sc, table);
    if (scene_step(sc) && scene_step(sc)->divergent == 0)
        count_divergent(sc, table);
    count_traffic(sc, table);
}

/* Where a row's figure ends, in a panel so wide. */
static float count_end(const struct scene *sc, const struct count_row *row, float w)
{
    const float name = pen_width(sc, FACE_UI, TEXT_BODY, row->name);
    const float value = pen_width(sc, FACE_MONO_BOLD, TEXT_BODY, row->value);

    return fminf(fmaxf(w * 0.54f, 14 + name + 12 + value), w - 14);
}

/* A formula that has no room beside its figure stands below it. */
static bool count_below(const struct scene *sc, const struct count_row *row, float w)
{
    return pen_width(sc, FACE_UI, TEXT_SMALL, row->formula) >
           w - 14 - count_end(sc, row, w) - 10;
}

float counts_height(const struct scene *sc)
{
    const int rows = sc->h >= 640 ? 8 : 5;

    return sc->found ? COUNT_HEAD + COUNT_LINE * (float)rows + 6 : 0;
}

float counts_wants(struct scene *sc, float w)
{
    struct count_table table;
    int lines = 0;

    if (!sc->found)
        return 0;
    count_fill(sc, &table);
    for (int i = 0; i < table.count; i++)
        lines += count_below(sc, &table.row[i], w) ? 2 : 1;
    return COUNT_HEAD + COUNT_LINE * (float)(lines + (sc->view->check_text != NULL)) + 6;
}

/* Draws a row above `last`; returns the lines it took. */
static int count_draw_row(struct scene *sc, const struct count_row *row, float y,
                          float last)
{
    const struct box p = sc->counts;
    const float value = pen_width(sc, FACE_MONO_BOLD, TEXT_BODY, row->value);
    const float right = p.x + p.w - 14, end = p.x + count_end(sc, row, p.w);
    const bool below = count_below(sc, row, p.w);
    const enum ink ink = row->bad ? INK_BAD_TEXT
                         : row->differs ? INK_TEXT : INK_MUTED;

    pen_fit(sc, p.x + 14, y, TEXT_BODY, FACE_UI, INK_TEXT, ANCHOR_START,
            end - value - p.x - 22, row->name);
    pen_text(sc, end, y, TEXT_BODY, FACE_MONO_BOLD,
             row->bad ? INK_BAD_TEXT : INK_TEXT, ANCHOR_END, row->value);
    if (!below)
        pen_fit(sc, right, y, TEXT_SMALL, FACE_UI, ink, ANCHOR_END,
                right - end - 9, row->formula);
    else if (y + COUNT_LINE <= last + 1)
        pen_fit(sc, right, y + COUNT_LINE - 1, TEXT_SMALL, FACE_UI, ink,
                ANCHOR_END, p.w - 28, row->formula);
    return below ? 2 : 1;
}

/* What the check of the whole run said: always the last line, at any step. */
static void count_check(struct scene *sc, float y)
{
    const struct count_row row = {
        sc->view->check_part ? scene_tr(sc, "results of the blocks traced")
                             : scene_tr(sc, "result of the whole run"),
        sc->view->check_ok ? scene_tr(sc, "right") : scene_tr(sc, "wrong"), "",
        !sc->view->check_ok, false
    };

    count_draw_row(sc, &row, y, y);
}

/* At the panel's right: what formulas stand under, or what is not in the trace. */
static const char *count_right(struct scene *sc)
{
    const struct blocks *blocks = &sc->found->blocks;

    if (blocks->traced < blocks->tiles)
        return pen_print(sc, scene_tr(sc, "%1$u of %2$u blocks"), blocks->traced,
                         blocks->tiles);
    return sc->found->workspan.cut ? scene_tr(sc, "trace cut: incomplete")
                                   : scene_tr(sc, "formula");
}

void counts_draw(struct scene *sc)
{
    const struct box p = sc->counts;
    struct count_table table;
    const int lines = (int)((p.h - COUNT_HEAD - 18) / COUNT_LINE);
    float y = p.y + COUNT_HEAD + 12, last = y + COUNT_LINE * (float)lines;

    count_fill(sc, &table);
    draw_group(sc->list, "counts");
    pen_panel(sc, p, scene_tr(sc, "COUNTED FROM THE TRACE"), count_right(sc));
    if (sc->view->check_text) {
        count_check(sc, last);
        last -= COUNT_LINE;
    }
    for (int i = 0; i < table.count && y <= last + 1; i++)
        y += COUNT_LINE * (float)count_draw_row(sc, &table.row[i], y, last);
    draw_ungroup(sc->list);
}
