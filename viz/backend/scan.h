/* A scan converter: closed outlines to rows of coverage. The area that each
 * pixel shares with the outline is computed exactly, so that edges are smooth.
 * What is inside counts once however often an outline runs around it in one
 * direction; contours in the opposite direction cut holes. */
#ifndef BACKEND_SCAN_H
#define BACKEND_SCAN_H

#include <stdbool.h>
#include <stdint.h>

struct area { int x0, y0, x1, y1; }; /* whole pixels, ends excluded */

/* y0 < y1; slope is dx/dy; down is 1 or -1. */
struct scan_edge { float x0, y0, x1, y1, slope, down; };

struct scan {
    struct area clip;
    struct scan_edge *edges;
    int count, room;
    int *next;              /* edges that start in one row, a list each */
    int *first, *active;    /* by row of the clip; edges in the current row */
    int rows;
    float *cells;           /* changes of coverage along the current row */
    uint64_t *touched;      /* which cells are not 0 */
    int width;
    int low, high;          /* words of touched the outline can reach */
    bool failed;            /* out of memory: shapes are left out */
};

void scan_finish(struct scan *scan); /* a zeroed scan is ready for use */

/* Shapes that follow are seen within clip only. */
void scan_clip(struct scan *scan, struct area clip);
/* Adds an edge of the outline; contours must close. */
void scan_line(struct scan *scan, float x0, float y0, float x1, float y1);
/* Hands out the outline's coverage, 0 < coverage <= 255, in runs of equal
 * pixels, and forgets the outline. */
typedef void scan_run(void *user, int x, int y, int count, unsigned coverage);
void scan_fill(struct scan *scan, scan_run *run, void *user);

#endif
