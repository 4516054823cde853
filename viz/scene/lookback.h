/* Inside the look-back view: what its files share. */
#ifndef SCENE_LOOKBACK_H
#define SCENE_LOOKBACK_H

#include "scene/scene.h"

enum { ROWS_MOST = 16, HALF_MOST = 9, GUTTER = 72, GUTTER_MOST = 170,
       STRIP_H = 152, BOX_H = 46, AXIS_H = 22,
       LEGEND_H = 30, STATE_AGGREGATE = 1, STATE_PREFIX = 2, SHOWN_READS = 5, MAG = 8 };

struct lookback {
    const struct tiles *tiles;
    uint32_t first, rows;      /* window of lives */
    uint32_t focus, lit;       /* life that sets the time; life pointed at */
    double now;
    uint64_t *moment; uint32_t moments; /* ascending, host only */
    struct box strip, chart, legend;
    float row_h;
    float left, wide;          /* of all time; more than the chart when zoomed */
    float size;                /* of letters in the chart */
    float gutter;              /* for the names of tiles, left of the chart */
    bool cut;                  /* the chart shows a part of the time */
};

/* ---- lookback_plan.c: time and who is looked at ------------------------------- */
/* False where there is no room, or no memory. */
bool lookback_plan(struct scene *sc, struct lookback *l);
/* Whether a life is one of the rows shown. */
bool lookback_shown(const struct lookback *l, uint32_t life);
/* "tile 7", "tiles 2–6" of those left out together. */
const char *lookback_name(struct scene *sc, const struct tile_life *life);
/* Where a moment lies on the chart. */
float lookback_x(const struct lookback *l, double at);
/* The moment at which a tile had done a step; 0: the run's begin, past the last:
 * its end. */
double lookback_step_at(const struct scene *sc, uint32_t life, uint32_t step);
/* The moment that is shown, between two steps too. */
double lookback_now(const struct scene *sc, uint32_t life);
/* The life that sets the time. */
uint32_t lookback_focus(const struct scene *sc);
/* The publication that a tile's word holds now, NULL: none yet. */
const struct tile_state *lookback_word(const struct lookback *l, uint32_t i);
/* The reads of a tile that have been answered by now. */
const struct tile_read *lookback_reads(const struct lookback *l, uint32_t life,
                                       uint32_t *count);
/* The life that published what a read met, and when. */
bool lookback_publisher(const struct lookback *l, const struct tile_read *r,
                        uint32_t *life, double *at);

/* ---- lookback_words.c: the status words, and what the view says ---------------- */
const char *lookback_kind(struct scene *sc, int kind);   /* "aggregate" */
const char *lookback_letter(struct scene *sc, int kind); /* "A" */
enum ink lookback_ink(int kind);
void lookback_strip(struct scene *sc, const struct lookback *l);

#endif
