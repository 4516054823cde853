/* Inside the memory view: what its files share. */
#ifndef SCENE_MEMORY_H
#define SCENE_MEMORY_H

#include "scene/scene.h"

enum { LANES = 32, ROWS_MOST = 48, GUTTER = 52, CAPTION = 24, LANE_H = 22,
       MAG = 4, HEADER = 20, SAY_H = 50, CHIPS_H = 34, BARS_H = 92, WORD = 4, SECTOR = 8 };

struct memory {
    struct requests all;
    struct words_used used;
    const struct warp_request *now;     /* NULL: the step asks nothing of memory */
    bool global;
    uint32_t words;                /* of the block's arena, or of the array */
    uint32_t row[ROWS_MOST], rows; /* shown rows, ascending */
    uint32_t hidden;               /* touched rows that found no room */
    uint32_t serves[LANES];        /* different words of each column */
    uint32_t banks;                /* columns asked */
    uint32_t different;            /* words asked */
    float left;                    /* of all that is not zoomed */
    float x, pitch, lanes_y, head_y, grid_y, row_h, end;
    float rows_h;                  /* height of the words' stage */
    float rows_y;                  /* top of the first row, when zoomed anywhere */
    struct box above, below;       /* stages: lanes, lines and banks; words */
    float size;                    /* of what stands in the words */
    bool cut;                      /* there is more than the stages show */
    bool chips, bars;
};

/* ---- memory_plan.c: which request, which rows of words ---------------------- */
/* False where there is no room, or no memory. */
bool memory_plan(struct scene *sc, struct memory *m);
uint32_t memory_lanes(const struct warp_request *r);
bool memory_takes(const struct warp_request *r, int lane);
/* First word that a lane asks for. */
uint32_t memory_first(const struct warp_request *r, int lane);
/* Whether all of a box is within a stage. */
bool memory_sees(struct box stage, struct box box);
/* Whether a word is left out for ever; before the run nobody can tell. */
bool memory_spare(const struct scene *sc, const struct memory *m, uint32_t word);
/* How many lanes ask for a word; *lane becomes the lowest of them. */
uint32_t memory_askers(const struct warp_request *r, uint32_t word, int *lane);

/* ---- memory_say.c: what is written around the words -------------------------- */
/* Shorter than a whole sentence where that has not as much room. */
const char *memory_what(struct scene *sc, const struct memory *m, float room);
const char *memory_verdict(struct scene *sc, const struct memory *m, float room);
/* What is not plain from the picture; "" for nothing. */
const char *memory_note(struct scene *sc, const struct memory *m);
/* What the lane under the pointer asks for, with the value; "" for none. */
const char *memory_pointed(struct scene *sc, const struct memory *m);
/* The step's lines as things to click, and the worst degree of each step. */
void memory_chips(struct scene *sc, const struct memory *m, float y);
void memory_bars(struct scene *sc, const struct memory *m, float y);

#endif
