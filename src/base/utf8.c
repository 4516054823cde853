/* UTF-8 by the table of well-formed byte sequences of the Unicode standard
 * (chapter 3, table 3-7): only the second byte's range depends on the first. */
#include "base/utf8.h"

size_t utf8_char(const char *text, size_t length)
{
    const unsigned char *p = (const unsigned char *)text;
    if (length == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    size_t size = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    unsigned low = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : 0x80;
    unsigned high = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : 0xbf;
    if (length < size || p[1] < low || p[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if (p[i] < 0x80 || p[i] > 0xbf)
            return 0;
    return size;
}

size_t utf8_fit(const char *text, size_t length)
{
    size_t at = 0, step;
    while ((step = utf8_char(text + at, length - at)) != 0)
        at += step;
    return at;
}

bool utf8_valid(const char *text, size_t length)
{
    return utf8_fit(text, length) == length;
}
