/* The kernel's source, quietly coloured, the lines of the step marked.
 *
 * Indentation is drawn at half width so that long lines fit; what still does
 * not fit ends in an ellipsis. The window of lines follows the marked ones. */
#include <ctype.h>
#include <string.h>

#include "scene/scene.h"

enum { LINE = 20, NUMBERS = 40 };

struct code { const char *text; size_t length; bool in_note; };

static const struct { const char *word; enum ink ink; } code_words[] = {
    { "for", INK_CODE_WORD }, { "if", INK_CODE_WORD }, { "else", INK_CODE_WORD },
    { "while", INK_CODE_WORD }, { "do", INK_CODE_WORD },
    { "return", INK_CODE_WORD }, { "break", INK_CODE_WORD },
    { "continue", INK_CODE_WORD }, { "const", INK_CODE_WORD },
    { "#include", INK_CODE_WORD }, { "KERNEL", INK_CODE_WORD },
    { "SHARED", INK_CODE_WORD }, { "SHARED_INTS", INK_CODE_WORD },
    { "val", INK_CODE_TYPE }, { "vals", INK_CODE_TYPE }, { "int", INK_CODE_TYPE },
    { "ints", INK_CODE_TYPE }, { "stats", INK_CODE_TYPE },
    { "unsigned", INK_CODE_TYPE }, { "bool", INK_CODE_TYPE },
};

static enum ink code_word_ink(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof(code_words) / sizeof(code_words[0]); i++)
        if (strlen(code_words[i].word) == length &&
            memcmp(code_words[i].word, text, length) == 0)
            return code_words[i].ink;
    return isdigit((unsigned char)text[0]) ? INK_CODE_NUMBER : INK_TEXT;
}

static size_t code_note(const struct code *code, size_t at, bool *in_note)
{
    size_t i = *in_note ? at : at + 2;

    for (; i + 1 < code->length; i++)
        if (code->text[i] == '*' && code->text[i + 1] == '/') {
            *in_note = false;
            return i + 2;
        }
    *in_note = true;
    return code->length;
}

static bool code_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '#';
}

/* The end of the token that begins at `at`, and its ink. */
static size_t code_token(const struct code *code, size_t at, bool *in_note,
                         enum ink *ink)
{
    const char *t = code->text;
    const bool more = at + 1 < code->length;
    size_t end = at;

    *ink = INK_CODE_NOTE;
    if (*in_note || (more && t[at] == '/' && t[at + 1] == '*'))
        return code_note(code, at, in_note);
    if (more && t[at] == '/' && t[at + 1] == '/')
        return code->length;
    if (code_word_byte(t[at])) {
        while (end < code->length && code_word_byte(t[end]))
            end++;
        *ink = code_word_ink(t + at, end - at);
        return end;
    }
    *ink = INK_TEXT;
    while (end < code->length && !code_word_byte(t[end]) &&
           (end == at || t[end] != '/'))
        end++;
    return end;
}

static size_t code_indent(const struct code *code)
{
    size_t i = 0;

    while (i < code->length && code->text[i] == ' ')
        i++;
    return i;
}

/* Where the line must end to fit; its length when all fits. */
static size_t code_fit(struct scene *sc, const struct code *code, size_t from,
                       float width)
{
    const float one = pen_width(sc, FACE_MONO, TEXT_SMALL, "m");
    const size_t room = width > 2 * one ? (size_t)(width / one) : 1;
    size_t glyphs = 0;

    for (size_t i = from; i < code->length; i++)
        if (((unsigned char)code->text[i] & 0xc0) != 0x80 && ++glyphs > room)
            break;
    if (glyphs <= room)
        return code->length;
    glyphs = 0;
    for (size_t i = from; i < code->length; i++)
        if (((unsigned char)code->text[i] & 0xc0) != 0x80 && glyphs++ == room - 1)
            return i;
    return code->length;
}

static void code_draw(struct scene *sc, struct code code, size_t strip,
                      struct box at)
{
    const float one = pen_width(sc, FACE_MONO, TEXT_SMALL, "m");
    size_t i = code_indent(&code), end;
    float x = at.x + (float)(i > strip ? i - strip : 0) * one / 2;
    const size_t stop = code_fit(sc, &code, i, at.x + at.w - x);
    bool note = code.in_note;
    enum ink ink;

    for (; i < stop; i = end) {
        char *text;

        end = code_token(&code, i, &note, &ink);
        if (end > stop)
            end = stop;
        text = pen_print(sc, "%.*s", (int)(end - i), code.text + i);
        pen_text(sc, x, at.y, TEXT_SMALL, FACE_MONO, ink, ANCHOR_START, text);
        x += pen_width(sc, FACE_MONO, TEXT_SMALL, text);
    }
    if (stop < code.length)
        pen_text(sc, x, at.y, TEXT_SMALL, FACE_MONO, INK_MUTED, ANCHOR_START, "…");
}

/* ---- the window of lines ------------------------------------------------------ */

struct listing {
    const struct trace_source *source;
    uint32_t index, lines, first, rows;
    const struct step *step;
};

static uint32_t source_lines(const struct trace_source *source)
{
    uint32_t lines = 0;

    for (uint32_t i = 0; i < source->length; i++)
        lines += source->text[i] == '\n';
    return lines + (source->length > 0 && source->text[source->length - 1] != '\n');
}

/* The step whose lines are looked at: the current one, else the next. */
static const struct step *source_step(const struct scene *sc)
{
    const struct steps *steps = &sc->found->steps;

    for (uint32_t k = sc->aim ? sc->aim - 1 : 0; k < steps->count; k++)
        if (steps->step[k].line_count > 0)
            return &steps->step[k];
    return NULL;
}

static void source_window(struct listing *list, uint32_t mark, uint32_t also)
{
    const struct step *step = list->step;
    uint32_t first = 1, last = 1;

    if (step && step->line_count) {
        first = step->lines[0];
        last = step->lines[step->line_count - 1];
    }
    if (mark)
        first = last = mark;
    if (mark && also) {
        first = also < mark ? also : mark;
        last = also < mark ? mark : also;
    }
    if (last - first + 1 >= list->rows)
        list->first = first > 1 ? first - 1 : 1;
    else
        list->first = first > (list->rows - (last - first)) / 2
            ? first - (list->rows - (last - first)) / 2 : 1;
    if (list->lines > list->rows && list->first > list->lines - list->rows + 1)
        list->first = list->lines - list->rows + 1;
    if (list->lines <= list->rows)
        list->first = 1;
}

static bool source_plan(struct scene *sc, struct listing *list)
{
    const struct trace *trace = sc->found->trace;
    uint32_t launch;

    memset(list, 0, sizeof(*list));
    list->step = source_step(sc);
    launch = list->step ? list->step->launch : 0;
    if (launch >= trace->launch_count ||
        trace->launches[launch].source >= trace->source_count)
        return false;
    list->index = trace->launches[launch].source;
    list->source = &trace->sources[list->index];
    list->lines = source_lines(list->source);
    list->rows = (uint32_t)((sc->source.h - 40) / LINE);
    source_window(list, sc->mark_line, sc->mark_also);
    return list->rows > 0;
}

static bool source_marked(const struct scene *sc, const struct listing *list,
                          uint32_t line)
{
    if (!list->step || sc->aim == 0)
        return false;
    if (sc->mark_line)
        return line == sc->mark_line || line == sc->mark_also;
    for (uint32_t i = 0; i < list->step->line_count; i++)
        if (list->step->lines[i] == line)
            return true;
    return false;
}

static struct code source_line(const struct scene *sc, const struct listing *list,
                               uint32_t line)
{
    struct code code = { .text = "" };

    code.text = trace_source_line(sc->found->trace, list->index, line,
                                  &code.length);
    return code;
}

static size_t source_strip(const struct scene *sc, const struct listing *list)
{
    size_t least = 64;

    for (uint32_t i = 0; i < list->rows && list->first + i <= list->lines; i++) {
        const struct code code = source_line(sc, list, list->first + i);
        const size_t indent = code_indent(&code);

        if (indent < code.length && indent < least)
            least = indent;
    }
    return least == 64 ? 0 : least;
}

/* Whether line `line` begins inside a comment. */
static bool source_in_note(const struct scene *sc, const struct listing *list,
                           uint32_t line)
{
    bool note = false;
    enum ink ink;

    for (uint32_t l = 1; l < line; l++) {
        const struct code code = source_line(sc, list, l);

        for (size_t i = 0; i < code.length;)
            i = code_token(&code, i, &note, &ink);
    }
    return note;
}

static void source_row(struct scene *sc, const struct listing *list, uint32_t i,
                       size_t strip, bool *note)
{
    const struct box p = sc->source;
    const uint32_t line = list->first + i;
    const float base = p.y + 50 + (float)i * LINE;
    struct code code = source_line(sc, list, line);
    enum ink ink;

    code.in_note = *note;
    for (size_t at = 0; at < code.length;)
        at = code_token(&code, at, note, &ink);
    if (source_marked(sc, list, line)) {
        pen_rect(sc, (struct box){ p.x + 1, base - 15, p.w - 2, LINE }, 0,
                 paint_fill(INK_MARK));
        pen_rect(sc, (struct box){ p.x + 1, base - 15, 4, LINE }, 0,
                 paint_fill(INK_OP));
    }
    pen_text(sc, p.x + NUMBERS - 8, base, TEXT_SMALL, FACE_MONO, INK_MUTED,
             ANCHOR_END, pen_print(sc, "%u", line));
    code_draw(sc, code, strip, (struct box){ p.x + NUMBERS + 4, base,
                                             p.w - NUMBERS - 14, LINE });
}

void source_draw(struct scene *sc)
{
    struct listing list;
    size_t strip;
    bool note;

    if (!source_plan(sc, &list))
        return;
    draw_group(sc->list, "source");
    pen_panel(sc, sc->source, scene_tr(sc, "SOURCE"), list.source->name);
    strip = source_strip(sc, &list);
    note = source_in_note(sc, &list, list.first);
    for (uint32_t i = 0; i < list.rows && list.first + i <= list.lines; i++)
        source_row(sc, &list, i, strip, &note);
    draw_ungroup(sc->list);
}
