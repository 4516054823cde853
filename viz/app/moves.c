/* Moving along the run: steps and halves of them, phases, findings, speed. */
#include "app.h"

#include <math.h>

#include "base/say.h"

/* Rows at which a phase begins or ends: the first, the last, and where the
 * phase note of one step differs from that of the step before. */
static bool is_phase_edge(const struct steps *steps, uint32_t row)
{
    return row == 0 || row >= steps->count ||
        steps->step[row - 1].phase != steps->step[row].phase ||
        steps->step[row - 1].launch != steps->step[row].launch;
}

static void move_phase(struct app *app, int way, double now)
{
    const struct steps *steps;
    int row, last;

    if (!app->session)
        return;
    steps = &app->session->findings.steps;
    last = (int)steps->count;
    row = way > 0 ? (int)floor(app->motion.step) + 1
                  : (int)ceil(app->motion.step) - 1;
    while (row > 0 && row < last && !is_phase_edge(steps, (uint32_t)row))
        row += way;
    app->motion.playing = false;
    motion_jump(&app->motion, row, now);
}

/* Whether the picture of its step tells another finding already. */
static bool is_second_at_step(const struct hazards *hazards, int finding)
{
    for (int i = 0; i < finding; i++)
        if (hazards->hazard[i].step == hazards->hazard[finding].step)
            return true;
    return false;
}

static void say_hazard(struct app *app, const struct hazard *hazard)
{
    struct buf line;

    buf_init(&line);
    say_read(hazard->said ? hazard->said : hazard->what, app->view.tr, &line);
    app_say(app, "%s", buf_text(&line));
    buf_finish(&line);
}

/* Goes round the findings: to the step at which each happened. */
static void move_finding(struct app *app, int way, double now)
{
    const struct hazards *hazards;
    int count;

    if (!app->session)
        return;
    hazards = &app_found_in(app)->findings.hazards;
    count = (int)hazards->count;
    if (count == 0) {
        app_say(app, "%s", app->view.tr("Nothing wrong was found in this run."));
        return;
    }
    app->finding = app->finding < 0 && way < 0
        ? count - 1
        : (app->finding + way + count) % count;
    app->motion.playing = false;
    motion_jump(&app->motion, hazards->hazard[app->finding].step + 1.0, now);
    app->view.hazard = app->finding;
    if (app->view.kind != VIEW_HAZARD && is_second_at_step(hazards, app->finding))
        say_hazard(app, &hazards->hazard[app->finding]);
}

bool app_act_motion(struct app *app, enum action action, double now)
{
    struct motion *motion = &app->motion;

    switch (action) {
    case ACT_PLAY:
        motion_play(motion, !motion->playing, now);
        return true;
    case ACT_FORWARD:
        motion_move(motion, 1, now);
        return true;
    case ACT_BACK:
        motion_move(motion, -1, now);
        return true;
    case ACT_HALF_FORWARD:
        motion_move(motion, 0.5, now);
        return true;
    case ACT_HALF_BACK:
        motion_move(motion, -0.5, now);
        return true;
    case ACT_PHASE_FORWARD:
        move_phase(app, 1, now);
        return true;
    case ACT_PHASE_BACK:
        move_phase(app, -1, now);
        return true;
    case ACT_FINDING:
    case ACT_FINDING_BACK:
        move_finding(app, action == ACT_FINDING ? 1 : -1, now);
        return true;
    case ACT_FIRST:
    case ACT_LAST:
        motion->playing = false;
        motion_jump(motion, action == ACT_FIRST ? 0 : motion->last, now);
        return true;
    case ACT_FASTER:
    case ACT_SLOWER:
        motion_change_speed(motion, action == ACT_FASTER ? 1 : -1);
        return true;
    case ACT_NEXT_SPEED:
        motion_next_speed(motion);
        return true;
    default:
        return false;
    }
}
