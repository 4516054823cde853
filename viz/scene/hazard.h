/* Inside the hazard view: who touched the word of a finding, in run order. */
#ifndef SCENE_HAZARD_H
#define SCENE_HAZARD_H

#include "scene/scene.h"

enum { TOUCH_LINES = 4, TOUCHES = 12 };

/* One access of one thread. */
struct touch {
    uint32_t event, line;  /* line: index into seg */
    uint64_t at;           /* run-wide order, else that of the thread */
    bool on_word;          /* of the finding's word */
    bool told;             /* one of the finding's own two */
};
struct touches {
    uint32_t seg[TOUCH_LINES], segs; /* threads, the finding's first */
    uint32_t others;       /* more threads that touched the word */
    struct touch touch[TOUCHES]; uint32_t count; /* in run order */
    bool ordered;          /* the order between threads was recorded */
};

/* Accesses in the finding's step: those of its own threads, and those of others
 * to its word. At most `lines` threads and `room` accesses; where they are more,
 * those to the word stay, the finding's own always. */
void touches_find(const struct findings *found, const struct hazard *hazard,
                  uint32_t lines, uint32_t room, struct touches *out);
/* 'R', 'W', or 'A' for an atomic; 0: no access to memory. */
char touch_letter(const struct event *event);

#endif
