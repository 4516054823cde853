/* Where a text may be broken into lines: by libunibreak where it is built in,
 * else after blanks and between CJK characters. */
#ifndef DRAW_BREAKS_H
#define DRAW_BREAKS_H

#include <stddef.h>

enum { BREAK_MUST = 0, BREAK_MAY = 1, BREAK_NOT = 2 };

/* breaks[i] says whether a line may end behind byte i of text. */
void breaks_find(const char *text, size_t length, char *breaks);
/* The simple rule, whatever is built in. */
void breaks_find_simply(const char *text, size_t length, char *breaks);

#endif
