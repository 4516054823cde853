/* Fitting and wrapping. A line is as much as fits up to the last place where it
 * may break; a word too long for a line is cut between characters. Where text is
 * left out after the last line, it ends with a whole word if it can. */
#include "draw/draw.h"

#include <string.h>

#include "base/utf8.h"
#include "draw/breaks.h"

static const char ellipsis[] = "\xE2\x80\xA6";

/* Width of text[0..length), using scratch of length + 4 bytes; with the
 * ellipsis behind it if asked. */
static float width_of(const struct draw_list *list, enum face face, float size,
                      const char *text, size_t length, bool dots, char *scratch)
{
    memcpy(scratch, text, length);
    strcpy(scratch + length, dots ? ellipsis : "");
    return draw_width(list, face, size, scratch);
}

/* The end of the last whole character that ends at or before at. */
static size_t char_floor(const char *text, size_t at)
{
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

/* The most bytes of text[0..length) that fit, cut between characters. */
static size_t fit_bytes(const struct draw_list *list, enum face face, float size,
                        const char *text, size_t length, bool dots, float width,
                        char *scratch)
{
    size_t low = 0, high = length; /* low fits, or is 0 */
    while (low < high) {
        size_t mid = char_floor(text, low + (high - low + 1) / 2);
        if (mid <= low) { /* the middle lies within one character */
            mid = low + 1;
            while (mid < high && ((unsigned char)text[mid] & 0xC0) == 0x80)
                mid++;
        }
        if (width_of(list, face, size, text, mid, dots, scratch) <= width)
            low = mid;
        else if (char_floor(text, mid - 1) <= low)
            break;
        else
            high = char_floor(text, mid - 1);
    }
    return low;
}

static char *scratch_for(struct draw_list *list, size_t length)
{
    char *scratch = list->failed
        ? NULL : ARENA_NEW(&list->arena, char, length + sizeof ellipsis);
    if (scratch == NULL)
        list->failed = true;
    return scratch;
}

float draw_text_fit(struct draw_list *list, float x, float y, float size,
                    enum face face, enum ink ink, enum anchor anchor, float alpha,
                    float width, const char *text)
{
    if (draw_width(list, face, size, text) <= width)
        return draw_text(list, x, y, size, face, ink, anchor, alpha, text);
    size_t length = strlen(text);
    char *scratch = scratch_for(list, length);
    if (scratch == NULL)
        return 0;
    size_t keep = fit_bytes(list, face, size, text, length, true, width, scratch);
    while (keep > 0 && text[keep - 1] == ' ')
        keep--;
    if (width_of(list, face, size, text, keep, true, scratch) > width)
        return 0;
    return draw_text(list, x, y, size, face, ink, anchor, alpha, scratch);
}

/* A text being cut into lines. */
struct wrap {
    struct draw_list *list;
    enum face face;
    float size, width;
    const char *text;
    size_t length, at;        /* the next line starts at `at` */
    char *breaks, *scratch;
    size_t line, line_length; /* the line just found, without its spaces */
};

static bool wrap_begin(struct wrap *wrap)
{
    wrap->length = strlen(wrap->text);
    wrap->scratch = scratch_for(wrap->list, wrap->length);
    wrap->breaks = wrap->scratch == NULL
        ? NULL : ARENA_NEW(&wrap->list->arena, char, wrap->length + 1);
    if (wrap->breaks == NULL) {
        wrap->list->failed = true;
        return false;
    }
    breaks_find(wrap->text, wrap->length, wrap->breaks);
    return true;
}

/* Bytes before the trailing blanks of text[0..length). */
static size_t without_blanks(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n'))
        length--;
    return length;
}

static bool wrap_fits(struct wrap *wrap, size_t end)
{
    size_t length = without_blanks(wrap->text + wrap->at, end - wrap->at);
    return width_of(wrap->list, wrap->face, wrap->size, wrap->text + wrap->at,
                    length, false, wrap->scratch) <= wrap->width;
}

/* Where a line ends that holds not even one word: at least one character. */
static size_t wrap_cut(struct wrap *wrap, size_t end)
{
    const char *start = wrap->text + wrap->at;
    size_t keep = fit_bytes(wrap->list, wrap->face, wrap->size, start,
                            end - wrap->at, false, wrap->width, wrap->scratch);
    if (keep == 0) {
        const char *next = start;
        draw_char_next(&next);
        keep = (size_t)(next - start);
    }
    return wrap->at + keep;
}

/* Finds the next line; false at the end of the text. */
static bool wrap_next(struct wrap *wrap)
{
    if (wrap->at >= wrap->length)
        return false;
    size_t best = wrap->at, i = wrap->at;
    for (; i < wrap->length; i++) {
        bool last = i + 1 == wrap->length || wrap->breaks[i] == BREAK_MUST;
        if (!last && wrap->breaks[i] != BREAK_MAY)
            continue;
        if (!wrap_fits(wrap, i + 1)) {
            best = best > wrap->at ? best : wrap_cut(wrap, i + 1);
            break;
        }
        best = i + 1;
        if (last)
            break;
    }
    wrap->line = wrap->at;
    wrap->line_length = without_blanks(wrap->text + wrap->at, best - wrap->at);
    while (best < wrap->length && wrap->text[best] == ' ')
        best++;
    wrap->at = best;
    return true;
}

/* How much of the line stays, cut behind a word, when an ellipsis ends it; 0
 * where words are so long that it is better to cut one. */
static size_t wrap_words(struct wrap *wrap)
{
    const char *text = wrap->text + wrap->line;
    for (size_t i = wrap->line_length; i > 0 && 2 * i > wrap->line_length; i--) {
        size_t keep = without_blanks(text, i);
        const bool whole = i == wrap->line_length ||
            wrap->breaks[wrap->line + i - 1] != BREAK_NOT;
        if (whole && keep > 0 &&
            width_of(wrap->list, wrap->face, wrap->size, text, keep, true,
                     wrap->scratch) <= wrap->width)
            return keep;
    }
    return 0;
}

int draw_text_wrap(struct draw_list *list, float x, float y, float size,
                   enum face face, enum ink ink, float width, float line_height,
                   int max_lines, const char *text)
{
    struct wrap wrap = {.list = list, .face = face, .size = size, .width = width,
                        .text = text};
    if (max_lines <= 0 || !wrap_begin(&wrap))
        return 0;
    int lines = 0;
    while (lines < max_lines && wrap_next(&wrap)) {
        float at = y + line_height * (float)lines++;
        bool cut = lines == max_lines && wrap.at < wrap.length;
        size_t words = cut ? wrap_words(&wrap) : 0;
        size_t length = words > 0 ? words
            : cut ? wrap.length - wrap.line : wrap.line_length;
        memcpy(wrap.scratch, text + wrap.line, length);
        strcpy(wrap.scratch + length, words > 0 ? ellipsis : "");
        for (char *c = wrap.scratch; (c = strchr(c, '\n')) != NULL;)
            *c = ' ';
        draw_text_fit(list, x, at, size, face, ink, ANCHOR_START, 1,
                      cut ? width : 1e9f, wrap.scratch);
    }
    return lines;
}

int draw_text_lines(struct draw_list *list, float size, enum face face,
                    float width, const char *text)
{
    struct wrap wrap = {.list = list, .face = face, .size = size, .width = width,
                        .text = text};
    int lines = 0;
    if (wrap_begin(&wrap))
        while (wrap_next(&wrap))
            lines++;
    return lines;
}
