/* What was measured on both runs, in two columns, and the sentence that weighs
 * it. */
#include <math.h>

#include "scene/compare.h"

enum { COUNT_LINE = 23, ROWS = 8 };

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
    const bool add = sc->found->trace->run.op == OP_ADD &&
                     sc->view->other->trace->run.op == OP_ADD;

    row[0].name = scene_tr(sc, "rounds");
    row[1].name = add ? scene_tr(sc, "additions") : scene_tr(sc, "operator applied");
    row[2].name = scene_tr(sc, "depth");
    row[3].name = scene_tr(sc, "barriers");
    row[4].name = scene_tr(sc, "active of issued lanes");
    row[5].name = scene_tr(sc, "shared accesses");
    row[6].name = scene_tr(sc, "bank conflict turns");
    row[7].name = scene_tr(sc, "global sectors");
    for (int i = 0; i < 2; i++) {
        const struct findings *f = half_found(sc, i);
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
        if (pen_width(sc, FACE_UI_BOLD, TEXT_SMALL, half_title(sc, k)) > wide)
            return i ? scene_tr(sc, "right half") : scene_tr(sc, "left half");
    return half_title(sc, i);
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

/* Counts of different problems stand beside each other, no more. */
static const char *compare_apart(struct scene *sc)
{
    return pen_print(sc, scene_tr(sc, "They solve different problems (%1$s: %3$s; %2$s: "
                                      "%4$s), so their counts stand side by side and are "
                                      "not weighed."),
                     half_title(sc, 0), half_title(sc, 1),
                     view_problem(sc->view, &sc->found->trace->run),
                     view_problem(sc->view, &sc->view->other->trace->run));
}

bool compare_forms(const struct scene *sc)
{
    const struct trace_run *one = &sc->found->trace->run;
    const struct trace_run *two = &sc->view->other->trace->run;

    return trace_problem_directed(one->result) &&
           trace_problem(one->result) == trace_problem(two->result) &&
           one->inclusive != two->inclusive;
}

const char *compare_title(struct scene *sc, int i)
{
    if (!compare_forms(sc))
        return half_title(sc, i);
    return pen_print(sc, half_found(sc, i)->trace->run.inclusive
                             ? scene_tr(sc, "%s (inclusive)")
                             : scene_tr(sc, "%s (exclusive)"), half_title(sc, i));
}

/* The run with fewer rounds first; with as many, the one with fewer operators. */
const char *compare_weigh(struct scene *sc)
{
    const struct findings *a = sc->found, *b = sc->view->other;
    const bool swap = a->steps.rounds != b->steps.rounds
        ? a->steps.rounds > b->steps.rounds : a->workspan.adds > b->workspan.adds;
    const struct findings *f = swap ? b : a, *s = swap ? a : b;
    const char *first = compare_title(sc, swap), *second = compare_title(sc, !swap);
    const unsigned fr = f->steps.rounds, sr = s->steps.rounds;
    const unsigned long long fa = f->workspan.adds, sa = s->workspan.adds;

    if (!problem_same(a, b))
        return compare_apart(sc);
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

void compare_panels(struct scene *sc, struct box side)
{
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
