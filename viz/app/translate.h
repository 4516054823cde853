/* The viewer's languages: English, which the program speaks, and those of po/.
 * Only text for people goes through here. */
#ifndef APP_TRANSLATE_H
#define APP_TRANSLATE_H

#include "base/err.h"

/* Chooses the language: "en", "zh" (also "zh_CN" and the like), or what the
 * environment asks for when NULL. ERR_USAGE lists those there are. */
bool translate_start(const char *language, struct err *err);
/* Every text that was translated goes. */
void translate_finish(void);
/* The next language of the list; its own name. */
const char *translate_next(void);

/* As view.tr and view.trn want them. */
const char *translate(const char *msgid);
const char *translate_plural(const char *one, const char *many,
                             unsigned long n);

#endif
