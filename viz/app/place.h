/* Where the window was when it was closed, kept from one start to the next in
 * the user's state folder (base/xdg.h). */
#ifndef APP_PLACE_H
#define APP_PLACE_H

#include <stdbool.h>

#include "base/err.h"

enum { PLACE_LEAST_W = 640, PLACE_LEAST_H = 400 }; /* no window is smaller */

struct place {
    int x, y, w, h;  /* logical pixels of the desktop; of the plain window even
                        while it is maximized */
    bool known;      /* x and y are; else the desktop chooses */
    bool maximized;
};
struct place_area { int x, y, w, h; }; /* what a display has room for windows */

/* False, and place as it was, where nothing usable is kept. */
bool place_read(struct place *place);
bool place_write(const struct place *place, struct err *err);
/* Keeps where the window is when it closes. A size w x h that was asked for (w 0:
 * none was) is for that start alone: unless it was changed, what is kept stays. */
void place_keep(const struct place *place, int w, int h);

/* Moves and shrinks the window so that it lies on one of the displays, its
 * whole upper edge included: on the one that shows most of it, or on the first
 * where it is seen nowhere any more. */
void place_fit(struct place *place, const struct place_area *areas, int count);

#endif
