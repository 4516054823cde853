/* Compare: two runs on the same input, side by side and step by step.
 *
 * Each half shows its run as a network, or as another view that was asked for
 * (compare_half.c). Both stand at the same step; the shorter run waits at its
 * end. Beside them stands what was measured (compare_words.c). */
#include <math.h>

#include "scene/compare.h"

void compare_clock(const struct scene *sc, struct scene *clock, struct view *view)
{
    const struct findings *other = sc->view->other;

    *clock = *sc;
    *view = *sc->view;
    if (other && sc->found && other->steps.count > sc->found->steps.count) {
        clock->found = view->findings = other;
        view->other = sc->found;
    }
    clock->view = view;
    frame_place(clock);
}

/* Right of the halves, as high as they are with the narration. */
static struct box compare_side(const struct scene *sc)
{
    const float x = sc->board.x + sc->board.w + 18;
    const float bottom = sc->say.h > 0 ? sc->say.y + sc->say.h
                                       : sc->board.y + sc->board.h;

    return (struct box){ x, sc->board.y, sc->w - 20 - x, bottom - sc->board.y };
}

static float compare_far(float a, float b)
{
    return fabsf(a) > fabsf(b) ? a : b;
}

/* What zooms, as the half under the pointer has it; the other one goes along as
 * far as it can. */
static void compare_sight(struct scene *sc, const struct half h[2])
{
    const int under = sc->view->half_at == 1;
    const int at = h[under].sc.sight.there ? under : !under;
    const struct view_sight *own = &h[at].sc.sight, *other = &h[!at].sc.sight;

    if (!own->there)
        return;
    sc->sight = *own;
    if (!other->there)
        return;
    sc->sight.most = fmaxf(own->most, other->most);
    sc->sight.zoom = fmaxf(own->zoom, other->zoom);
    if (sc->view->held)
        return;
    sc->sight.pan_x = compare_far(own->pan_x, other->pan_x);
    sc->sight.pan_y = compare_far(own->pan_y, other->pan_y);
}

void compare_draw(struct scene *sc)
{
    struct half h[2];

    if (!sc->view->other)
        return;
    compare_panels(sc, compare_side(sc));
    if (!half_plan_both(sc, h))
        return;
    for (int i = 0; i < 2; i++)
        half_draw(&h[i]);
    compare_sight(sc, h);
}

void compare_moving(struct scene *sc)
{
    struct half h[2];

    if (!half_plan_both(sc, h))
        return;
    for (int i = 0; i < 2; i++)
        half_moving(&h[i]);
    compare_sight(sc, h);
}

/* ---- what it says -------------------------------------------------------------------- */

/* What the cell pointed at covers, in one run or in both. */
static const char *compare_cell(struct scene *sc, struct half h[2])
{
    const char *told[2] = { "", "" };
    uint32_t row, column;

    for (int i = 0; i < 2; i++)
        if (value_focus(&h[i].sc, &row, &column))
            told[i] = pen_print(sc, scene_tr(sc, "%1$s: %2$s"), h[i].title,
                                value_story(&h[i].sc, row, column));
    if (!told[0][0] && !told[1][0])
        return NULL;
    return pen_print(sc, "%s%s%s", told[0], told[0][0] && told[1][0] ? " " : "", told[1]);
}

static const char *compare_input(struct scene *sc)
{
    if (!problem_same_input(sc->found, sc->view->other))
        return scene_tr(sc, "Two runs, each on an input of its own, step by step.");
    if (!compare_forms(sc))
        return scene_tr(sc, "Two runs on the same input, step by step.");
    return pen_print(sc, scene_tr(sc, "Two runs on the same input, step by step: %1$s and "
                                      "%2$s."), compare_title(sc, 0), compare_title(sc, 1));
}

const char *compare_say(struct scene *sc)
{
    const char *cell;
    struct half h[2];
    bool over[2];

    if (!sc->view->other)
        return NULL;
    for (int i = 0; i < 2; i++) {
        half_scene(sc, i, &h[i]);
        over[i] = h[i].sc.done == h[i].sc.found->steps.count;
    }
    cell = compare_cell(sc, h);
    if (cell)
        return cell;
    if (over[0] && over[1])
        return pen_print(sc, scene_tr(sc, "Both have finished. %s"), compare_weigh(sc));
    if (over[0] || over[1])
        return pen_print(sc, scene_tr(sc, "%1$s has finished, %2$s goes on: %3$s."),
                         h[over[1]].title, h[over[0]].title, half_where(&h[over[0]]));
    if (h[0].sc.aim == 0)
        return compare_input(sc);
    return pen_print(sc, scene_tr(sc, "%1$s: %2$s. %3$s: %4$s."), h[0].title,
                     half_where(&h[0]), h[1].title, half_where(&h[1]));
}

const char *compare_wrong(struct scene *sc)
{
    for (int i = 0; i < 2 && sc->view->other; i++) {
        const struct hazard *hazard;
        struct half h;

        half_scene(sc, i, &h);
        hazard = say_hazard(&h.sc);
        if (hazard)
            return pen_print(sc, scene_tr(sc, "%1$s: %2$s"), h.title,
                             scene_what(&h.sc, hazard));
    }
    return NULL;
}
