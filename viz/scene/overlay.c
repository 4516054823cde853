/* Overlays: help, the algorithm list with its filter, length and input. A veil
 * dims the picture; a click on it goes back. Drawn last, on the moving layer,
 * so that it lies over everything. */
#include <math.h>
#include <string.h>

#include "scene/scene.h"

struct help_line { const char *keys, *what; };

static const struct help_line help[] = {
    { N_("Space"), N_("play, pause") },
    { N_("← →"), N_("one step back, one step on") },
    { N_("Alt ← →"), N_("half a step back, half a step on") },
    { N_("Shift ← →"), N_("to the previous, next phase") },
    { N_("Home End"), N_("to the input, to the result") },
    { N_("PageUp PageDown"), N_("one step back, one step on") },
    { N_("+ −"), N_("faster, slower") },
    { N_("V"), N_("next view") },
    { N_("A"), N_("choose an algorithm") },
    { N_("C"), N_("compare with another algorithm") },
    { N_("Shift+V"), N_("next view in a half of compare") },
    { N_("N"), N_("change the length") },
    { N_("I"), N_("edit the input") },
    { N_("Z, wheel"), N_("zoom in, Shift+Z out") },
    { N_("drag, Ctrl+arrows"), N_("move the picture") },
    { N_("U"), N_("fold and unfold rows") },
    { N_("T"), N_("real timings") },
    { N_("S"), N_("source, or all counts") },
    { N_("R"), N_("the repaired kernel and back; padding on and off") },
    { N_("F"), N_("next finding, Shift+F previous") },
    { N_("L"), N_("language") },
    { N_("D"), N_("light, dark, projector") },
    { N_("F11"), N_("full screen") },
    { N_("Ctrl + −"), N_("size of text; Ctrl+0: as it was") },
    { N_("Ctrl+S"), N_("save the picture") },
    { N_("Ctrl+C"), N_("copy the table") },
    { N_("Ctrl+Shift+C"), N_("copy it as Markdown, then LaTeX, then CSV") },
    { N_("Tab Enter"), N_("move the focus, press") },
    { N_("F1 ?"), N_("this help") },
    { N_("Esc"), N_("back") },
    { N_("Ctrl+Q"), N_("quit") },
};

enum { HELP_LINES = sizeof(help) / sizeof(help[0]), FIELD_HEIGHT = 38, EDIT_TEXT = 18 };

static struct box overlay_box(struct scene *sc, float w, float h)
{
    if (w > sc->w - 24)
        w = sc->w - 24;
    if (h > sc->h - 24)
        h = sc->h - 24;
    return (struct box){ (sc->w - w) / 2, (sc->h - h) / 2, w, h };
}

static void overlay_face(struct scene *sc, struct box b, const char *title)
{
    pen_rect(sc, b, 12, paint_both(INK_PANEL, INK_RULE, 1.2f));
    pen_fit(sc, b.x + 24, b.y + 38, 20, FACE_UI_BOLD, INK_TEXT, ANCHOR_START,
            b.w * 0.5f, title);
    pen_fit(sc, b.x + b.w - 24, b.y + 37, TEXT_SMALL, FACE_UI, INK_MUTED,
            ANCHOR_END, b.w * 0.4f, scene_tr(sc, "Esc goes back"));
}

/* ---- help -------------------------------------------------------------------- */

static float help_keys_width(struct scene *sc)
{
    float widest = 0;

    for (int i = 0; i < HELP_LINES; i++) {
        const float w = pen_width(sc, FACE_UI_BOLD, TEXT_BODY,
                                  scene_tr(sc, help[i].keys));

        widest = w > widest ? w : widest;
    }
    return widest;
}

/* Large text gives way, down to its normal size, so that all keys are there. */
static struct scene help_scene(const struct scene *sc)
{
    const float least = 1 / fmaxf(1, fminf(2, sc->view->text_scale));
    const float f = fmaxf(least, fminf(1, fminf(sc->w / 904, sc->h / 480)));
    struct scene scene = *sc;

    scene.scale *= f;
    scene.w /= f;
    scene.h /= f;
    return scene;
}

static void help_draw(struct scene *full)
{
    struct scene small = help_scene(full), *sc = &small;
    const float keys = help_keys_width(sc);
    const float line = fminf(25, fmaxf(18, (sc->h - 118) / ((HELP_LINES + 1) / 2)));
    const struct box b = overlay_box(sc, 880, 78 + line * (HELP_LINES + 1) / 2.0f);
    const int columns = b.w > 620 ? 2 : 1;
    const int rows = (HELP_LINES + columns - 1) / columns;
    const float wide = (b.w - 48) / (float)columns;

    overlay_face(sc, b, scene_tr(sc, "Keys"));
    for (int i = 0; i < HELP_LINES; i++) {
        const float x = b.x + 24 + wide * (float)(i / rows);
        const float y = b.y + 76 + line * (float)(i % rows);

        if (y + 8 > b.y + b.h)
            continue;
        pen_text(sc, x, y, TEXT_BODY, FACE_UI_BOLD, INK_SOURCE_TEXT, ANCHOR_START,
                 scene_tr(sc, help[i].keys));
        pen_fit(sc, x + keys + 18, y, TEXT_BODY, FACE_UI, INK_TEXT, ANCHOR_START,
                wide - keys - 30, scene_tr(sc, help[i].what));
    }
}

/* ---- edit field ------------------------------------------------------------------ */

/* The part of the text that there is room for, around the caret. */
struct edit_part {
    const char *text;
    int from, caret, end; /* bytes */
    float before, after;  /* units from the caret to both ends of the part */
};

static int char_before(const char *text, int at)
{
    do
        at--;
    while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

static int char_after(const char *text, int at)
{
    do
        at++;
    while (((unsigned char)text[at] & 0xc0) == 0x80);
    return at;
}

static float edit_width(struct scene *sc, const char *text, int from, int end)
{
    return pen_width(sc, FACE_MONO, EDIT_TEXT,
                     pen_print(sc, "%.*s", end - from, text + from));
}

/* Grows the part to the left, then to the right, as far as it fits. */
static void edit_grow_left(struct scene *sc, struct edit_part *p, float room)
{
    while (p->from > 0) {
        const int from = char_before(p->text, p->from);
        const float w = edit_width(sc, p->text, from, p->caret);

        if (w > room)
            return;
        p->from = from;
        p->before = w;
    }
}

static void edit_grow_right(struct scene *sc, struct edit_part *p, float room)
{
    while (p->text[p->end]) {
        const int end = char_after(p->text, p->end);
        const float w = edit_width(sc, p->text, p->caret, end);

        if (w > room)
            return;
        p->end = end;
        p->after = w;
    }
}

/* What follows the caret keeps up to a third of the room, and gets all that
 * what stands before it leaves. */
static struct edit_part edit_part(struct scene *sc, float room)
{
    const char *text = sc->view->edit ? sc->view->edit : "";
    const int length = (int)strlen(text), caret = sc->view->edit_caret;
    struct edit_part p = { .text = text };

    p.from = p.caret = p.end = caret < 0 ? 0 : caret > length ? length : caret;
    edit_grow_right(sc, &p, room / 3);
    edit_grow_left(sc, &p, room - p.after);
    edit_grow_right(sc, &p, room - p.before);
    return p;
}

/* Marks of what is cut off stand at the field's ends. */
static void edit_cuts(struct scene *sc, const struct edit_part *p, struct box b)
{
    const float y = pen_middle(sc, b.y + b.h / 2, EDIT_TEXT);

    if (p->from > 0)
        pen_text(sc, b.x + 5, y, EDIT_TEXT, FACE_MONO, INK_MUTED, ANCHOR_START, "…");
    if (p->text[p->end])
        pen_text(sc, b.x + b.w - 5, y, EDIT_TEXT, FACE_MONO, INK_MUTED, ANCHOR_END,
                 "…");
}

static void edit_draw(struct scene *sc, struct box b)
{
    const float side = 5 + pen_width(sc, FACE_MONO, EDIT_TEXT, "…");
    const struct edit_part p = edit_part(sc, b.w - 2 * side - 4);
    const float left = b.x + side, x = left + p.before;
    const float y = pen_middle(sc, b.y + b.h / 2, EDIT_TEXT);

    draw_group(sc->list, "overlay:edit");
    pen_rect(sc, b, 7, paint_both(INK_BACK, sc->view->edit_error ? INK_BAD
                                                                : INK_SOURCE, 2));
    if (sc->view->edit_all)
        pen_rect(sc, (struct box){ left - 2, b.y + 7, p.before + p.after + 4,
                                   b.h - 14 }, 3,
                 paint_alpha(paint_fill(INK_SOURCE), 0.28f));
    pen_clip(sc, b);
    pen_text(sc, left, y, EDIT_TEXT, FACE_MONO, INK_TEXT, ANCHOR_START,
             pen_print(sc, "%.*s", p.caret - p.from, p.text + p.from));
    pen_text(sc, x + 2, y, EDIT_TEXT, FACE_MONO, INK_TEXT, ANCHOR_START,
             pen_print(sc, "%.*s", p.end - p.caret, p.text + p.caret));
    pen_rect(sc, (struct box){ x + 0.5f, b.y + 8, 1.8f, b.h - 16 }, 0,
             paint_fill(INK_TEXT));
    edit_cuts(sc, &p, b);
    pen_unclip(sc);
    draw_ungroup(sc->list);
}

static void edit_note(struct scene *sc, struct box b, const char *hint)
{
    const char *error = sc->view->edit_error;

    pen_wrap(sc, b.x, b.y + b.h + 24, TEXT_BODY, FACE_UI,
             error ? INK_BAD_TEXT : INK_MUTED, b.w, 3, error ? error : hint);
}

static void field_overlay(struct scene *sc, const char *title, const char *hint)
{
    const struct box b = overlay_box(sc, 700, 190);
    const struct box field = { b.x + 24, b.y + 58, b.w - 48, FIELD_HEIGHT };

    overlay_face(sc, b, title);
    edit_draw(sc, field);
    edit_note(sc, field, hint);
}

/* ---- list of algorithms --------------------------------------------------------- */

static void list_line(struct scene *sc, struct box row, int index)
{
    const struct view_choice *c = &sc->view->choices[index];
    const bool now = index == sc->view->choice_now;
    const enum ink ink = now ? INK_ON_SOURCE : c->fits ? INK_TEXT : INK_MUTED;
    const char *title = c->title ? scene_tr(sc, c->title) : c->name;
    const float name = pen_width(sc, FACE_UI_BOLD, TEXT_BODY, title);

    draw_group(sc->list, "choice:%d", index);
    pen_rect(sc, row, 7, now ? paint_fill(INK_SOURCE) : paint_fill(INK_PANEL));
    pen_fit(sc, row.x + 12, row.y + 20, TEXT_BODY, FACE_UI_BOLD, ink,
            ANCHOR_START, row.w - 24, title);
    pen_fit(sc, row.x + row.w - 12, row.y + 20, TEXT_SMALL, FACE_MONO, ink,
            ANCHOR_END, row.w - name - 40, c->name);
    if (c->summary)
        pen_fit(sc, row.x + 12, row.y + 41, TEXT_SMALL, FACE_UI,
                now ? INK_ON_SOURCE : INK_MUTED, ANCHOR_START, row.w - 24,
                scene_tr(sc, c->summary));
    draw_ungroup(sc->list);
}

static void list_draw(struct scene *sc)
{
    const struct box b = overlay_box(sc, 700, 560);
    const struct box field = { b.x + 24, b.y + 56, b.w - 48, FIELD_HEIGHT };
    const float line = 50, top = field.y + field.h + 34;
    const int room = (int)((b.y + b.h - 12 - top) / line);
    int first = sc->view->choice_now - room / 2;

    if (first > sc->view->choice_count - room)
        first = sc->view->choice_count - room;
    if (first < 0)
        first = 0;
    overlay_face(sc, b, sc->view->comparing ? scene_tr(sc, "Compare with")
                                            : scene_tr(sc, "Algorithm"));
    edit_draw(sc, field);
    pen_fit(sc, field.x, field.y + field.h + 22, TEXT_SMALL, FACE_UI,
            sc->view->edit_error ? INK_BAD_TEXT : INK_MUTED, ANCHOR_START, field.w,
            sc->view->edit_error ? sc->view->edit_error
            : sc->view->choice_count == 0
            ? scene_tr(sc, "no algorithm's name contains this")
            : scene_tr(sc, "type to filter, ↑ ↓ to choose, Enter to run"));
    for (int i = 0; i < room && first + i < sc->view->choice_count; i++)
        list_line(sc, (struct box){ b.x + 12, top + line * (float)i, b.w - 24,
                                    line - 2 }, first + i);
}

void overlay_draw(struct scene *sc)
{
    draw_group(sc->list, "overlay:back");
    pen_rect(sc, (struct box){ 0, 0, sc->w, sc->h }, 0,
             paint_alpha(paint_fill(INK_SHADE), 0.55f));
    draw_ungroup(sc->list);
    draw_group(sc->list, "overlay");
    switch (sc->view->overlay) {
    case OVERLAY_HELP:
        help_draw(sc);
        break;
    case OVERLAY_LIST:
        list_draw(sc);
        break;
    case OVERLAY_LENGTH:
        field_overlay(sc, scene_tr(sc, "Length n"),
                      scene_tr(sc, "a whole number from 1 up, also as 2^10, Enter runs it"));
        break;
    default:
        field_overlay(sc, scene_tr(sc, "Input"),
                      scene_tr(sc, "values with spaces or commas between them, "
                                   "@file or random:SEED, Enter runs it"));
    }
    draw_ungroup(sc->list);
}
