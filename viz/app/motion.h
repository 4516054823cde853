/* The step shown, as a real number that moves with the clock.
 *
 * Whole numbers are states, between two of them values travel. Every movement
 * is eased and ends on its target exactly; playing is movement after movement
 * with a pause between. Times are seconds of any steadily running clock. */
#ifndef APP_MOTION_H
#define APP_MOTION_H

#include <stdbool.h>

struct motion {
    double step, last;  /* now; the last step there is */
    double speed;       /* 1: normal */
    bool playing;
    /* the movement under way */
    bool moving;
    double from, to, began, takes;
    double hold_until;  /* playing: when the next movement begins */
};

void motion_init(struct motion *motion, double last);
/* Moves to the next (previous) multiple of `by` steps (1 or 0.5). A movement
 * under way is finished first, so that quick key presses add up. */
void motion_move(struct motion *motion, double by, double now);
/* Goes there at once; clamps. Stops a movement, not playing. */
void motion_jump(struct motion *motion, double step, double now);
/* Plays or pauses; at the end playing starts again from the beginning. */
void motion_play(struct motion *motion, bool playing, double now);
/* Advances to `now`; false when nothing moves and nothing will by itself. */
bool motion_tick(struct motion *motion, double now);
/* Faster (up > 0) or slower on a ladder of speeds. */
void motion_change_speed(struct motion *motion, int up);
/* Faster, and from the fastest to a slow one: for a button. */
void motion_next_speed(struct motion *motion);

#endif
