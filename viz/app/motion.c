/* Eased movement between steps. The window asks once a frame where things
 * stand; nothing here waits or draws. */
#include "motion.h"

#include <math.h>

static const double step_takes = 0.75; /* seconds a step at speed 1 */
static const double step_holds = 0.55; /* and the look at its result */

void motion_init(struct motion *motion, double last)
{
    *motion = (struct motion){.last = last, .speed = 1};
}

/* Slow, fast, slow: a cubic with flat ends. */
static double ease(double t)
{
    return t * t * (3 - 2 * t);
}

static double clamp(const struct motion *motion, double step)
{
    return fmin(fmax(step, 0), motion->last);
}

static void settle(struct motion *motion)
{
    if (motion->moving)
        motion->step = motion->to;
    motion->moving = false;
}

static void start(struct motion *motion, double to, double now)
{
    motion->moving = to != motion->step;
    motion->from = motion->step;
    motion->to = to;
    motion->began = now;
    motion->takes =
        step_takes * fmin(fabs(to - motion->step), 1) / motion->speed;
}

void motion_move(struct motion *motion, double by, double now)
{
    double unit = fabs(by), units;

    settle(motion);
    units = motion->step / unit;
    units = by > 0 ? floor(units + 1e-9) + 1 : ceil(units - 1e-9) - 1;
    motion->playing = false;
    start(motion, clamp(motion, units * unit), now);
}

void motion_jump(struct motion *motion, double step, double now)
{
    motion->moving = false;
    motion->step = clamp(motion, step);
    motion->hold_until = now + step_holds / motion->speed;
}

void motion_play(struct motion *motion, bool playing, double now)
{
    if (playing && motion->step >= motion->last)
        motion_jump(motion, 0, now);
    motion->playing = playing && motion->last > 0;
    motion->hold_until = now;
}

static void next_movement(struct motion *motion, double now)
{
    if (motion->step >= motion->last)
        motion->playing = false;
    else
        start(motion, clamp(motion, floor(motion->step + 1e-9) + 1), now);
}

bool motion_tick(struct motion *motion, double now)
{
    if (motion->moving) {
        double t = (now - motion->began) / motion->takes;

        if (t < 1) {
            motion->step = motion->from +
                (motion->to - motion->from) * ease(fmax(t, 0));
        } else {
            settle(motion);
            motion->hold_until = now + step_holds / motion->speed;
        }
    } else if (motion->playing && now >= motion->hold_until) {
        next_movement(motion, now);
    }
    if (!motion->moving && motion->step >= motion->last)
        motion->playing = false;
    return motion->moving || motion->playing;
}

static const double ladder[] = {0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 8};
enum { RUNGS = sizeof ladder / sizeof *ladder };

void motion_change_speed(struct motion *motion, int up)
{
    int at = 0;

    while (at < RUNGS - 1 && ladder[at] < motion->speed - 1e-9)
        at++;
    if (up > 0 && ladder[at] <= motion->speed + 1e-9)
        at++;
    else if (up <= 0)
        at--;
    at = at < 0 ? 0 : at >= RUNGS ? RUNGS - 1 : at;
    motion->speed = ladder[at];
}

void motion_next_speed(struct motion *motion)
{
    if (motion->speed >= ladder[RUNGS - 1])
        motion->speed = ladder[1];
    else
        motion_change_speed(motion, 1);
}
