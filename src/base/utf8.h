/* UTF-8: is it, and where may it be cut. Overlong forms, surrogates and
 * numbers above U+10FFFF are not UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character at the start of text: 1 to 4, or 0 if text does not
 * start with a whole valid one (also when length is 0). */
size_t utf8_char(const char *text, size_t length);

bool utf8_valid(const char *text, size_t length);

/* The length of the longest valid start of text[0..length). */
size_t utf8_fit(const char *text, size_t length);

#endif
