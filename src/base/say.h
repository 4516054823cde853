/* Sentences as data: a msgid with its arguments in place of finished text, so
 * that what a pass found or why a call failed can be told in any language, when
 * it is shown. The rooms below the viewer speak through here and know of no
 * translator.
 *
 * A said text is a plain string in which a sentence stands as
 *   \1 msgid \2 argument \2 argument ... \3
 * and all other bytes stand for themselves. An argument is a said text too: a
 * noun or a clause that is to be translated stands in its sentence as one. A
 * text that was cut short reads as far as it goes. */
#ifndef BASE_SAY_H
#define BASE_SAY_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Marks a msgid that stands in a table or a choice. */
#define N_(text) (text)

enum { SAY_ARGS = 12 }; /* of one sentence at most; more are left out */

/* Appends the sentence; msgid is a printf format in English. Numbers are formed
 * here, as the format asks; a translation only places them. A msgid of nothing
 * but "%s" is its argument and needs no translation. */
void say_print(struct buf *out, const char *msgid, ...)
    __attribute__((format(printf, 2, 3)));
void say_vprint(struct buf *out, const char *msgid, va_list args);

/* Whether text can be printed with the arguments of msgid: it takes none but
 * those, in any order, each as what it is. */
bool say_fits(const char *msgid, const char *text);

/* say_print into a room of `size` bytes, cut where it ends; returns room. */
const char *say_make(char *room, size_t size, const char *msgid, ...)
    __attribute__((format(printf, 3, 4)));

/* A noun or clause that comes out of a table: the msgid alone, as said text. */
const char *say_msgid(char *room, size_t size, const char *msgid);

/* Appends what was said, each msgid through tr; NULL: in English. Translations
 * may take arguments in another order ("%2$s"). */
void say_read(const char *said, const char *(*tr)(const char *msgid),
              struct buf *out);

#endif
