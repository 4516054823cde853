/* Inside the blocks view: what its files share. */
#ifndef SCENE_BLOCKS_H
#define SCENE_BLOCKS_H

#include "scene/scene.h"

/* MORE: a second line below, in a half. */
enum { FOOT = 30, MORE = 21, HEAD = 24, SIDE = 78, GAP = 30, A_LINE = 16, NOBODY = -1 };

/* blocks first..first+count-1; tiles: with those that were left out */
struct band { uint32_t launch, first, count, tiles; };
struct blocks_plan {
    const struct blocks *all;
    struct band *band; uint32_t bands;
    uint32_t from, to;         /* bands shown: from..to-1 */
    uint32_t *out;             /* [block] 1 + its first link out; 0: none */
    struct box area, body;     /* where boxes are seen; where all of them stand */
    float band_h, box_h;
    float mag;                 /* how much text has grown */
    bool cut;                  /* there is more than the area shows */
    uint32_t lines;            /* an only band of many blocks is wrapped */
    int64_t focus;             /* block pointed at or chosen; NOBODY */
};

/* ---- blocks_plan.c: where bands and boxes stand -------------------------------- */
/* False where there is no room, or no memory. */
bool blocks_plan(struct scene *sc, struct blocks_plan *p);
/* The launch that the step shown belongs to. */
uint32_t blocks_launch(const struct scene *sc);
/* False for a block of a band that is folded away. */
bool blocks_box(const struct blocks_plan *p, uint32_t block, struct box *box);
/* What is seen of all, with room for edges. */
struct box blocks_stage(const struct blocks_plan *p);
/* Whether a box is in sight, any of it or the whole. */
bool blocks_seen(const struct blocks_plan *p, struct box box, bool whole);

#endif
