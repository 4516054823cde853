/* Characters and the metric of tests: every ASCII glyph 0.6 em wide, every CJK
 * glyph one em, marks that combine nothing. */
#include "draw/draw.h"

#include <string.h>

#include "base/utf8.h"

uint32_t draw_char_next(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    if (*s == 0)
        return 0;
    size_t length = utf8_char(*text, strnlen(*text, 4));
    if (length == 0) {
        (*text)++;
        return 0xFFFD;
    }
    *text += length;
    static const unsigned char lead[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t c = s[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        c = c << 6 | (s[i] & 0x3F);
    return c;
}

struct range { uint32_t from, to; };

static bool range_has(const struct range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].from && c <= ranges[i].to)
            return true;
    return false;
}

bool draw_char_wide(uint32_t c)
{
    static const struct range wide[] = {
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
        {0x20000, 0x3FFFD},
    };
    return c >= 0x1100 && range_has(wide, sizeof wide / sizeof *wide, c);
}

static bool char_joins(uint32_t c)
{
    static const struct range joins[] = {
        {0x0300, 0x036F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F},
    };
    return c >= 0x300 && range_has(joins, sizeof joins / sizeof *joins, c);
}

static float fixed_width(void *user, enum face face, float size, const char *text)
{
    (void)user;
    (void)face;
    float ems = 0;
    for (uint32_t c; (c = draw_char_next(&text)) != 0;)
        ems += char_joins(c) ? 0 : draw_char_wide(c) ? 1.0f : 0.6f;
    return ems * size;
}

static void fixed_extent(void *user, enum face face, float size, float *ascent,
                         float *descent)
{
    (void)user;
    (void)face;
    *ascent = 0.8f * size;
    *descent = 0.2f * size;
}

const struct draw_metric draw_metric_fixed = {fixed_width, fixed_extent, NULL};

float draw_width(const struct draw_list *list, enum face face, float size,
                 const char *text)
{
    return list->metric->width(list->metric->user, face, size, text);
}
