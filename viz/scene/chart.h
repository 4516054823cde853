/* What the timings view shows: series of measured points, grouped by the device
 * and day they were measured on. */
#ifndef SCENE_CHART_H
#define SCENE_CHART_H

#include "scene/scene.h"

enum { SERIES_MAX = 14, POINTS_MAX = 32 };

/* A time and the set it was taken in, with whose copy it may be compared. */
struct point { const struct timing *time; const struct timing_set *set; };

struct series {
    const char *row, *label;
    struct point point[POINTS_MAX]; /* by n, each n once */
    int count, style; /* style: 0 for the copy and the shown algorithm; for others
                         the same for a row's name or label in all groups */
    bool limit, now, other; /* other: of the algorithm compared with */
    int place;              /* among the rows of its group */
    bool later;             /* of another group than the first */
};

/* Sets of one device, day and compiler; at: the size that the table shows. */
struct group { const struct timing_set *set; uint64_t at; int first, end; };

struct chart {
    struct series series[SERIES_MAX];
    struct group group[SERIES_MAX];
    int count, groups;
    double n0, n1, g0, g1; /* ranges, log2 and log10 */
    struct box plot, table;
};

void chart_collect(const struct scene *sc, struct chart *c);
/* The point of a series at n, NULL if there is none. */
const struct point *chart_point(const struct series *s, uint64_t n);
/* The copy of the same bytes in the point's own set, NULL if there is none. */
const struct timing *chart_copy(const struct point *p);
/* GB/s, bytes read and written. */
double chart_speed(const struct timing *t);
/* How a series is drawn, here and in the table; a mark at a point. */
struct draw_paint chart_stroke(const struct series *s);
void chart_mark(struct scene *sc, const struct series *s, struct spot at);
/* A size as it stands at the axis: "2^20". */
const char *chart_count(struct scene *sc, uint64_t n);

/* ---- chart_table.c ---- */
float chart_table_height(const struct chart *c);
void chart_table(struct scene *sc, const struct chart *c);
/* What there is to say of the time under the pointer; NULL: none is. */
const char *chart_told(struct scene *sc, const struct chart *c);

#endif
