/* The narration's box: the sentence of the view that is shown, or a message in
 * its place, and below it what is wrong in this step. */
#include "scene/scene.h"

const struct hazard *say_hazard(const struct scene *sc)
{
    const struct hazards *h = sc->found ? &sc->found->hazards : NULL;

    for (uint32_t i = 0; h && sc->aim > 0 && i < h->count; i++)
        if (h->hazard[i].step == sc->aim - 1 && h->hazard[i].what[0])
            return &h->hazard[i];
    return NULL;
}

/* What is wrong in this step; NULL: nothing, or the view tells it itself. */
static const char *say_wrong(struct scene *sc)
{
    const struct hazard *hazard;

    if (sc->view->kind == VIEW_HAZARD)
        return NULL;
    if (sc->view->kind == VIEW_COMPARE)
        return compare_wrong(sc);
    hazard = say_hazard(sc);
    return hazard ? scene_what(sc, hazard) : NULL;
}

static const char *say_text(struct scene *sc)
{
    struct buf buf;
    const char *text;

    if (sc->view->message && sc->view->message[0])
        return sc->view->message;
    if (!sc->found)
        return "";
    buf_init(&buf);
    narrate_row(sc, sc->aim, &buf);
    text = pen_keep(sc, &buf);
    buf_finish(&buf);
    return text;
}

/* The sentence of the view shown. */
static const char *say_view(struct scene *sc)
{
    const char *own = NULL;

    if (sc->view->kind == VIEW_TIMINGS)
        own = chart_say(sc);
    else if (sc->view->kind == VIEW_LOOK_BACK)
        own = lookback_say(sc);
    else if (sc->view->kind == VIEW_BLOCKS)
        own = blocks_say(sc);
    else if (sc->view->kind == VIEW_COMPARE)
        own = compare_say(sc);
    else if (sc->view->kind == VIEW_TIMELINE)
        own = spans_say(sc);
    else if (sc->view->kind == VIEW_HAZARD)
        own = hazard_say(sc);
    return own ? own : say_text(sc);
}

const char *say_words(struct scene *sc)
{
    return sc->found && !(sc->view->message && sc->view->message[0])
        ? say_view(sc) : say_text(sc);
}

/* What is wrong, alone: where one line does not hold it, or there is but one. */
static void say_only_wrong(struct scene *sc, const char *wrong, bool low)
{
    const struct box b = sc->say;

    pen_wrap(sc, b.x + 18, b.y + (low ? b.h / 2 + 6 : 24), TEXT_BODY, FACE_UI_BOLD,
             INK_BAD_TEXT, b.w - 36, low ? 1 : 2, wrong);
}

/* What the step does and, below it, what is wrong. */
static void say_both(struct scene *sc, const char *text, const char *wrong, bool low)
{
    const struct box b = sc->say;
    const float room = b.w - 36, wide = pen_width(sc, FACE_UI, TEXT_SAY, text);
    const bool two = !low && (wrong || wide > room);
    const float y = b.y + (two ? 24 : b.h / 2 + 6);
    const bool small = low || wide > (wrong ? room : 1.9f * room); /* lines end early */

    pen_wrap(sc, b.x + 18, y, small ? TEXT_BODY : TEXT_SAY, FACE_UI, INK_TEXT, room,
             wrong || low ? 1 : 2, text);
    if (wrong)
        pen_fit(sc, b.x + 18, y + 23, TEXT_BODY, FACE_UI_BOLD, INK_BAD_TEXT,
                ANCHOR_START, room, wrong);
}

void say_draw(struct scene *sc)
{
    const struct box b = sc->say;
    const char *wrong = say_wrong(sc);
    const bool low = b.h < 50; /* room for one line */
    const bool alone = wrong && (low || pen_width(sc, FACE_UI_BOLD, TEXT_BODY, wrong) >
                                            b.w - 36);

    draw_group(sc->list, "narration");
    pen_rect(sc, b, 8, paint_both(INK_PANEL, wrong ? INK_BAD : INK_RULE,
                                  wrong ? 2 : 1));
    if (alone)
        say_only_wrong(sc, wrong, low);
    else
        say_both(sc, say_words(sc), wrong, low);
    draw_ungroup(sc->list);
}
