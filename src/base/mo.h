/* Translations out of a catalogue that msgfmt made (GNU gettext's .mo file).
 *
 * They are read here rather than by the C library, which asks for an installed
 * locale of its own before it translates anything: newer ones take C.UTF-8 for
 * C, and a bare machine has no other. The file is read with distrust. */
#ifndef BASE_MO_H
#define BASE_MO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct mo;

/* ERR_USAGE when the file cannot be read or is no such catalogue. */
bool mo_open(const char *path, struct mo **out, struct err *err);
/* NULL is fine. Every text taken from it goes with it. */
void mo_close(struct mo *mo);

/* The translation, msgid itself where there is none or mo is NULL; "" for "",
 * whose entry is the catalogue's head. */
const char *mo_text(const struct mo *mo, const char *msgid);
/* The form that the catalogue's rule (Plural-Forms) gives n; without a
 * translation `one` for 1 and `many` for all else. */
const char *mo_plural(const struct mo *mo, const char *one, const char *many,
                      unsigned long n);

#endif
