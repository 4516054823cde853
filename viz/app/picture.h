/* Pictures and where they go: names that say what they show and never
 * overwrite. */
#ifndef APP_PICTURE_H
#define APP_PICTURE_H

#include <limits.h>
#include <stdbool.h>

#include "app.h"
#include "base/err.h"

/* A free name for a picture of what app shows, in the user's folder of
 * pictures where there is one, else in the current one. */
bool picture_name(const struct app *app, char path[PATH_MAX],
                  struct err *err);
/* Saves list, the picture on screen, as PNG under such a name; path says which. */
bool picture_save(const struct app *app, const struct draw_list *list,
                  float scale, char path[PATH_MAX], struct err *err);

#endif
