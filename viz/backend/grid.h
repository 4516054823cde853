/* Which parts of a picture something touches, in coarse tiles. A zeroed grid
 * touches nothing. */
#ifndef BACKEND_GRID_H
#define BACKEND_GRID_H

#include "backend/scan.h"
#include "draw/bounds.h"

enum { GRID_W = 128, GRID_H = 80, GRID_GAP = 8,
       GRID_AREAS = GRID_H / 2 * (GRID_W / (GRID_GAP + 1) + 1) };

struct grid { uint64_t rows[GRID_H][GRID_W / 64]; };

/* The tiles a box in a picture of w by h touches, with a margin for smooth
 * edges; ends included. */
struct tiles { int x0, y0, x1, y1; };
struct tiles grid_tiles(float w, float h, struct box box);

bool grid_get(const struct grid *grid, struct tiles tiles); /* any of them? */
void grid_set(struct grid *grid, struct tiles tiles);
void grid_set_all(struct grid *grid);
struct grid grid_join(const struct grid *a, const struct grid *b);

/* Areas of a picture of w by h pixels that hold all tiles of the grid, at least
 * GRID_GAP tiles apart in a band of rows; returns how many. */
int grid_areas(const struct grid *grid, int w, int h, struct area areas[GRID_AREAS]);

#endif
