/* A finding made visible: the array after its step, right against wrong values;
 * who touched the word, thread by thread; what is wrong and how it is repaired.
 *
 * Wrong cells are those whose inputs tell it, and those that differ from the
 * repaired kernel's run where the view has one; its values are the right ones.
 * Where there is little room the cells give way first, then the threads. */
#include <math.h>
#include <string.h>

#include "scene/hazard.h"

enum { GUTTER = 92, HEAD = 26, CELL_H = 44, NOTE_H = 24, LINE_LEAST = 54, LINE_MOST = 76, BOX_H = 30,
       PAD = 18, SLOT_MOST = 150 };

struct plan {
    const struct hazard *hazard;
    const char *title, *sentence, *hint, *more;
    float x, w;            /* right of the gutter */
    float box_h;
    bool cells;
    uint32_t lines;        /* threads there is room for; 0: none shown */
    float room, line_h;    /* for them, and what each takes */
};

/* ---- which finding, in words -------------------------------------------------- */

static const struct hazard *hazard_now(const struct scene *sc)
{
    const struct hazards *all = &sc->found->hazards;
    const int chosen = sc->view->hazard;
    const bool has = chosen >= 0 && (uint32_t)chosen < all->count;

    if (has && all->hazard[chosen].step + 1 == sc->aim)
        return &all->hazard[chosen];
    for (uint32_t i = 0; i < all->count; i++)
        if (all->hazard[i].step + 1 == sc->aim)
            return &all->hazard[i];
    if (has)
        return &all->hazard[chosen];
    for (uint32_t i = all->count; i-- > 0;)
        if (all->hazard[i].step + 1 < sc->aim)
            return &all->hazard[i];
    return &all->hazard[0];
}

static const char *const titles[HAZARD_KINDS] = {
    [HAZARD_READ_WRITE] = N_("Read/write race"),
    [HAZARD_WRITE_WRITE] = N_("Write/write race"),
    [HAZARD_UNWRITTEN] = N_("A read of what nobody wrote"),
    [HAZARD_RANGE] = N_("An index out of range"),
    [HAZARD_STOP] = N_("The run cannot go on"),
    [HAZARD_MASK] = N_("Mask and lanes disagree"),
    [HAZARD_COVER] = N_("A result of the wrong inputs"),
    [HAZARD_OUTPUT] = N_("An output that nobody wrote"),
    [HAZARD_STALE] = N_("A status word of an earlier run"),
    [HAZARD_WAIT] = N_("A wait for a block that may not have started"),
    [HAZARD_OVERFLOW] = N_("A value that left its type"),
};

static const char *hazard_word(struct scene *sc, const struct hazard *h)
{
    const struct trace *trace = sc->found->trace;

    return h->array < 0 || (uint32_t)h->array >= trace->array_count ? ""
        : pen_print(sc, "%s[%d]", trace->arrays[h->array].name, h->index);
}

static const char *hazard_title(struct scene *sc, const struct hazard *h)
{
    const char *kind = h->kind < HAZARD_KINDS && titles[h->kind]
        ? titles[h->kind] : hazard_name(h);
    const char *word = hazard_word(sc, h);

    if (!word[0])
        return scene_tr(sc, kind);
    return pen_print(sc, scene_tr(sc, "%1$s: %2$s"), scene_tr(sc, kind), word);
}

static const char *hazard_order(struct scene *sc, const struct hazard *h)
{
    if (strcmp(h->happened, "RAW") == 0)
        return scene_tr(sc, "Here the read came after the write (RAW).");
    if (strcmp(h->happened, "WAR") == 0)
        return scene_tr(sc, "Here the write came after the read (WAR).");
    return strcmp(h->happened, "WAW") == 0
        ? scene_tr(sc, "Which value stays depends on who comes last (WAW).") : "";
}

/* A race in the viewer's language; other findings say it themselves. */
static const char *hazard_sentence(struct scene *sc, const struct hazard *h)
{
    const struct hazard_place *a = &h->place[0], *b = &h->place[1];
    const bool race = h->kind == HAZARD_READ_WRITE || h->kind == HAZARD_WRITE_WRITE;
    const struct trace *trace = sc->found->trace;
    const char *fmt;

    if (!race || h->places < 2 || h->first >= trace->event_count ||
        a->block != b->block || a->tile != b->tile)
        return scene_what(sc, h);
    fmt = h->kind == HAZARD_WRITE_WRITE
        ? scene_tr(sc, "Thread %1$u writes on line %2$u, thread %3$u writes on "
                       "line %4$u, and nothing orders them.")
        : touch_letter(&trace->events[h->first]) == 'R'
        ? scene_tr(sc, "Thread %1$u reads on line %2$u, thread %3$u writes on "
                       "line %4$u, and nothing orders them.")
        : scene_tr(sc, "Thread %1$u writes on line %2$u, thread %3$u reads on "
                       "line %4$u, and nothing orders them.");
    return pen_print(sc, "%s %s", pen_print(sc, fmt, a->thread, a->line, b->thread,
                                            b->line), hazard_order(sc, h));
}

const char *hazard_say(struct scene *sc)
{
    const struct hazard *h = hazard_now(sc);
    const struct hazards *all = &sc->found->hazards;
    const char *where = pen_print(sc, scene_tr(sc, "Finding %1$u of %2$u, in the "
                                                   "step %3$s."),
                                  (uint32_t)(h - all->hazard) + 1, all->count,
                                  step_label(sc, h->step));

    return pen_print(sc, "%s %s", where, sc->view->twin
                     ? scene_tr(sc, "Press R to run the repaired kernel on the "
                                    "same input and schedule.")
                     : scene_tr(sc, "F goes to the next one."));
}

/* ---- the cells ------------------------------------------------------------------ */

struct strip { uint32_t row, first, count; float pitch, size; bool words; };

/* Cells around the word, as many as there is room for. */
static struct strip strip_plan(struct scene *sc, const struct plan *p)
{
    const uint32_t columns = sc->found->board.columns;
    const float least = fmaxf(value_widest(sc, 18) + 16, 42);
    struct strip s = { .row = p->hazard->step + 1 };
    uint32_t at = 0;

    s.count = (uint32_t)fmaxf(fminf((float)columns, p->w / least), 1);
    s.pitch = fminf(p->w / (float)s.count, 104);
    for (uint32_t c = 0; c < columns; c++)
        if (value_at(sc, s.row, c)->array == p->hazard->array &&
            value_at(sc, s.row, c)->index == p->hazard->index)
            at = c;
    s.first = at > s.count / 2 ? at - s.count / 2 : 0;
    if (s.first + s.count > columns)
        s.first = columns - s.count;
    s.size = value_widest(sc, 18) > s.pitch - 10 ? TEXT_SMALL : 18;
    s.words = s.pitch >= 90;
    return s;
}

static bool strip_cell(struct scene *sc, const struct strip *s, uint32_t column,
                       struct box box)
{
    const char *right = twin_right(sc, s->row, column);
    const bool bad = right[0] || cells_bad(sc, s->row, column);
    const char *note = !right[0] ? ""
        : s->words ? pen_print(sc, scene_tr(sc, "should be %s"), right) : right;

    draw_group(sc->list, "cell:%u,%u", s->row, column);
    pen_rect(sc, box, 7, bad ? paint_both(INK_BAD_FACE, INK_BAD, 2.4f)
                             : paint_both(INK_PANEL, INK_RULE, 1.2f));
    pen_fit(sc, box.x + box.w / 2, pen_middle(sc, box.y + box.h / 2, s->size), s->size,
            bad ? FACE_MONO_BOLD : FACE_MONO, bad ? INK_BAD_TEXT : INK_TEXT,
            ANCHOR_MIDDLE, box.w - 4, value_cell(sc, s->row, column));
    draw_ungroup(sc->list);
    pen_fit(sc, box.x + box.w / 2, box.y + box.h + 18, TEXT_SMALL, FACE_UI,
            INK_BAD_TEXT, ANCHOR_MIDDLE, s->pitch - 4, note);
    return right[0] != 0;
}

static void hazard_cells(struct scene *sc, const struct plan *p, float y)
{
    const struct strip s = strip_plan(sc, p);
    bool told = false;

    pen_fit(sc, p->x, y + 16, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START, p->w,
            pen_print(sc, scene_tr(sc, "values after the step %s, in this run"),
                      step_label(sc, p->hazard->step)));
    for (uint32_t i = 0; i < s.count; i++)
        told |= strip_cell(sc, &s, s.first + i,
                           (struct box){ p->x + s.pitch * (float)i + 3, y + HEAD,
                                         s.pitch - 6, CELL_H });
    if (told && !s.words)
        pen_fit(sc, p->x - 10, y + HEAD + CELL_H + 18, TEXT_SMALL, FACE_UI,
                INK_BAD_TEXT, ANCHOR_END, GUTTER - 14, scene_tr(sc, "should be"));
    if (s.first > 0)
        pen_text(sc, p->x - 10, y + HEAD + CELL_H / 2.0f + 5, TEXT_SMALL, FACE_MONO,
                 INK_MUTED, ANCHOR_END, "…");
}

/* ---- who touched the word -------------------------------------------------------- */

static const char *touch_text(struct scene *sc, const struct touch *t)
{
    const struct event *e = &sc->found->trace->events[t->event];
    const char *word = pen_print(sc, "%c %s[%d]", touch_letter(e),
                                 sc->found->trace->arrays[e->array].name, e->index);
    const enum event_kind kind = event_kind(e);

    if (!t->told || (kind != EV_LD && kind != EV_ST))
        return word;
    return pen_print(sc, "%s = %s", word, value_event(sc, t->event));
}

static float touch_width(struct scene *sc, const struct touches *all)
{
    float w = 60;

    for (uint32_t i = 0; i < all->count; i++)
        w = fmaxf(w, pen_width(sc, FACE_MONO_BOLD, TEXT_SMALL,
                               touch_text(sc, &all->touch[i])) + 14);
    return w;
}

static const char *touch_name(struct scene *sc, uint32_t seg)
{
    const struct trace_seg *s = &sc->found->trace->segs[seg];
    const struct trace_dim grid = sc->found->trace->launches[s->launch].grid;

    return grid.x > 1 ? pen_print(sc, scene_tr(sc, "block %1$u, %2$u"), s->tile,
                                  s->thread)
                      : pen_print(sc, scene_tr(sc, "thread %u"), s->thread);
}

static struct box touch_box(const struct plan *p, const struct touch *t, uint32_t i,
                            float pitch, float w, float y)
{
    return (struct box){ p->x + pitch * (float)i + (pitch - w) / 2,
                         y + HEAD + p->line_h * (float)t->line + 6, w, BOX_H };
}

/* From the one of the finding's two that ran first to the other. */
static void touch_arrow(struct scene *sc, const struct box *from,
                        const struct box *to)
{
    const bool down = to->y > from->y;

    if (to->y == from->y)
        return;
    pen_arrow(sc, (struct spot){ from->x + from->w / 2, down ? from->y + from->h
                                                             : from->y },
              (struct spot){ to->x + to->w / 2, down ? to->y - 1
                                                     : to->y + to->h + 1 },
              INK_BAD, 2.4f, 1);
}

static void touch_draw(struct scene *sc, const struct touch *t, struct box box)
{
    const struct draw_paint paint = t->told ? paint_both(INK_BAD_FACE, INK_BAD, 2.4f)
        : t->on_word ? paint_both(INK_PANEL, INK_BAD, 1.4f)
                     : paint_both(INK_PANEL, INK_SOURCE, 1.4f);

    pen_rect(sc, box, 6, paint);
    pen_fit(sc, box.x + box.w / 2, pen_middle(sc, box.y + BOX_H / 2.0f, TEXT_SMALL),
            TEXT_SMALL, t->told ? FACE_MONO_BOLD : FACE_MONO,
            t->told || t->on_word ? INK_BAD_TEXT : INK_SOURCE_TEXT, ANCHOR_MIDDLE,
            box.w - 4, touch_text(sc, t));
}

static void touch_lines(struct scene *sc, const struct plan *p,
                        const struct touches *all, float y)
{
    for (uint32_t i = 0; i < all->segs; i++) {
        const float mid = y + HEAD + p->line_h * (float)i + 6 + BOX_H / 2.0f;

        pen_fit(sc, p->x - 12, pen_middle(sc, mid, TEXT_BODY), TEXT_BODY, FACE_UI,
                INK_TEXT, ANCHOR_END, GUTTER - 12, touch_name(sc, all->seg[i]));
        pen_line(sc, p->x, mid, p->x + p->w, mid, paint_stroke(INK_RULE, 2));
    }
}

static void hazard_touches(struct scene *sc, const struct plan *p,
                           const struct touches *all, float y)
{
    const float w = touch_width(sc, all);
    const float pitch = fminf(p->w / (float)all->count, SLOT_MOST);
    const char *what = pen_print(sc, scene_tr(sc, "who touched %s in this step"),
                                 hazard_word(sc, p->hazard));
    struct box told[2];
    int tolds = 0;

    if (all->others)
        what = pen_print(sc, scene_trn(sc, "%1$s, and %2$u thread more",
                                       "%1$s, and %2$u threads more", all->others),
                         what, all->others);
    pen_fit(sc, p->x, y + 16, TEXT_BODY, FACE_UI, INK_MUTED, ANCHOR_START, p->w,
            all->ordered ? what
            : pen_print(sc, scene_tr(sc, "%s; their order was not recorded"), what));
    touch_lines(sc, p, all, y);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct box box = touch_box(p, &all->touch[i], i, pitch,
                                         fminf(w, pitch - 4), y);

        touch_draw(sc, &all->touch[i], box);
        if (all->touch[i].told && tolds < 2)
            told[tolds++] = box;
    }
    if (tolds == 2 && all->ordered)
        touch_arrow(sc, &told[0], &told[1]);
}

/* As many accesses as stand beside each other with their whole names. */
static void hazard_who(struct scene *sc, const struct plan *p, struct touches *all)
{
    float w;

    if (!p->lines)
        return;
    touches_find(sc->found, p->hazard, p->lines, TOUCHES, all);
    w = touch_width(sc, all) + 4;
    if (all->count && w * (float)all->count > p->w)
        touches_find(sc->found, p->hazard, p->lines, (uint32_t)fmaxf(p->w / w, 2), all);
}

/* ---- the box and the whole ---------------------------------------------------------- */

static int box_lines(struct scene *sc, const struct plan *p, float size,
                     const char *text)
{
    const float w = pen_width(sc, FACE_UI, size, text);

    const float most = sc->half ? 5 : 3;

    return text[0] ? (int)fminf(1 + w / (p->w - 2 * PAD) * 1.08f, most) : 0;
}

static void hazard_box(struct scene *sc, const struct plan *p, float y)
{
    const float w = p->w - 2 * PAD, x = p->x + PAD;
    const int say = box_lines(sc, p, TEXT_BODY, p->sentence);
    const int hint = box_lines(sc, p, TEXT_SMALL, p->hint);
    const float more = pen_width(sc, FACE_UI, TEXT_SMALL, p->more);

    pen_rect(sc, (struct box){ p->x, y, p->w, p->box_h }, 8,
             paint_both(INK_BAD_FACE, INK_BAD, 1.6f));
    pen_fit(sc, x, y + 26, 16, FACE_UI_BOLD, INK_BAD_TEXT, ANCHOR_START,
            w - more - 16, p->title);
    pen_fit(sc, x + w, y + 26, TEXT_SMALL, FACE_UI, INK_BAD_TEXT, ANCHOR_END, w / 2,
            p->more);
    pen_wrap(sc, x, y + 50, TEXT_BODY, FACE_UI, INK_TEXT, w, say, p->sentence);
    pen_wrap(sc, x, y + 54 + 20.4f * (float)say, TEXT_SMALL, FACE_UI, INK_TEXT, w,
             hint, p->hint);
}

static void plan_fill(struct scene *sc, struct plan *p)
{
    const struct hazard *h = p->hazard = hazard_now(sc);
    const float fixed = HEAD + CELL_H + NOTE_H + 8;

    p->x = sc->board.x + GUTTER;
    p->w = sc->board.w - GUTTER;
    p->title = hazard_title(sc, h);
    p->sentence = hazard_sentence(sc, h);
    p->hint = h->hint && h->hint[0]
        ? pen_print(sc, scene_tr(sc, "Repair: %s"), scene_tr(sc, h->hint)) : "";
    p->more = h->count > 1 ? pen_print(sc, scene_tr(sc, "the first of %u"), h->count)
                           : "";
    p->box_h = 48 + 20.4f * (float)box_lines(sc, p, TEXT_BODY, p->sentence) +
               19.1f * (float)box_lines(sc, p, TEXT_SMALL, p->hint);
    p->room = sc->board.h - p->box_h - 8;
    p->cells = sc->found->board.columns > 0 && h->step + 1 < sc->found->board.rows &&
               p->room >= fixed;
    p->room -= HEAD + (p->cells ? fixed : 0);
    p->lines = p->room < 2 * LINE_LEAST ? 0 : (uint32_t)(p->room / LINE_LEAST);
}

void hazard_draw(struct scene *sc)
{
    const struct hazard *h;
    struct touches all = { .count = 0 };
    float y = sc->board.y;
    struct plan p;

    plan_fill(sc, &p);
    h = p.hazard;
    for (uint32_t i = 0; i < h->places && i < 2 && h->step + 1 == sc->aim; i++)
        if (h->place[i].line)
            *(sc->mark_line ? &sc->mark_also : &sc->mark_line) = h->place[i].line;
    if (p.cells) {
        hazard_cells(sc, &p, y);
        y += HEAD + CELL_H + NOTE_H + 8;
    }
    hazard_who(sc, &p, &all);
    if (all.count) {
        p.line_h = fminf(p.room / (float)all.segs, LINE_MOST);
        hazard_touches(sc, &p, &all, y);
        y += HEAD + p.line_h * (float)all.segs;
    }
    hazard_box(sc, &p, y + (p.cells || all.count ? 6 : 0));
}

bool hazard_fits(const struct findings *found)
{
    return found->hazards.count > 0;
}
