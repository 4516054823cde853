/* Which commands of a list may be drawn into a picture that is kept: those of
 * the still layer over no command that is drawn anew. */
#ifndef BACKEND_STILL_H
#define BACKEND_STILL_H

#include "backend/grid.h"
#include "draw/draw.h"

enum { PICK_STILL = 0, PICK_ANEW = 1 };

/* pick takes list->count bytes; returns how many are PICK_ANEW. These touch no
 * more than the tiles of anew. */
int still_pick(const struct draw_list *list, uint8_t *pick, struct grid *anew);

/* A sum over all that the kept picture depends on: equal sums, equal pictures. */
uint64_t still_key(const struct draw_list *list, const uint8_t *pick,
                   enum theme theme, float scale);

#endif
