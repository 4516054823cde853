/* Line breaks. The simple rule knows blanks and CJK characters, and keeps
 * closing signs at the end and opening ones at the start of a line. */
#include "draw/breaks.h"

#include <string.h>

#include "draw/draw.h"

#ifdef HAVE_UNIBREAK
#include <linebreak.h>
#endif

static bool char_among(const char *set, uint32_t c)
{
    for (uint32_t s; (s = draw_char_next(&set)) != 0;)
        if (s == c)
            return true;
    return false;
}

static bool may_break(uint32_t before, uint32_t after)
{
    if (after == ' ' || after == '\n')
        return false;
    if (before == ' ')
        return true;
    if (!draw_char_wide(before) && !draw_char_wide(after))
        return false;
    return !char_among("（「『【《〈“‘(", before) &&
           !char_among("）」』】》〉”’)、。，；：！？,.;:!?…", after);
}

void breaks_find_simply(const char *text, size_t length, char *breaks)
{
    memset(breaks, BREAK_NOT, length);
    const char *next = text;
    uint32_t before = draw_char_next(&next);
    while (before != 0 && (size_t)(next - text) < length) {
        size_t last = (size_t)(next - text) - 1;
        uint32_t after = draw_char_next(&next);
        if (before == '\n')
            breaks[last] = BREAK_MUST;
        else if (may_break(before, after))
            breaks[last] = BREAK_MAY;
        before = after;
    }
    if (length > 0)
        breaks[length - 1] = BREAK_MUST;
}

/* A number and its unit stay on one line: "52 %". */
static void breaks_join(const char *text, size_t length, char *breaks)
{
    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == ' ' && text[i + 1] == '%' && breaks[i] == BREAK_MAY)
            breaks[i] = BREAK_NOT;
}

#ifdef HAVE_UNIBREAK
void breaks_find(const char *text, size_t length, char *breaks)
{
    init_linebreak();
    set_linebreaks_utf8((const utf8_t *)text, length, NULL, breaks);
    for (size_t i = 0; i < length; i++)
        breaks[i] = breaks[i] == LINEBREAK_MUSTBREAK    ? BREAK_MUST
                    : breaks[i] == LINEBREAK_ALLOWBREAK ? BREAK_MAY
                                                        : BREAK_NOT;
    breaks_join(text, length, breaks);
}
#else
void breaks_find(const char *text, size_t length, char *breaks)
{
    breaks_find_simply(text, length, breaks);
    breaks_join(text, length, breaks);
}
#endif
