/* Which commands of a list may be drawn into a picture that is kept: those of
 * the still layer over no command that is drawn anew; and which parts of that
 * picture are to be drawn again. */
#ifndef BACKEND_STILL_H
#define BACKEND_STILL_H

#include "backend/grid.h"
#include "draw/draw.h"

enum { PICK_STILL = 0, PICK_ANEW = 1 };

/* pick takes list->count bytes; returns how many are PICK_ANEW. These touch no
 * more than the tiles of anew. */
int still_pick(const struct draw_list *list, uint8_t *pick, struct grid *anew);

/* A sum a tile over all that the kept picture shows there: equal sums, equal
 * pixels. */
struct still_sums { uint64_t tile[GRID_H][GRID_W]; };
void still_sums(const struct draw_list *list, const uint8_t *pick, enum theme theme,
                float scale, struct still_sums *sums);
/* The tiles whose sums differ. */
void still_changed(const struct still_sums *was, const struct still_sums *is,
                   struct grid *changed);

#endif
