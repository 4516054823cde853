/* The player without its window: what is shown, and what each action does to
 * it. No clock, no display, no thread of its own: the window hands in time,
 * finished recordings and timings, and carries out the effects asked for. So
 * all of it is tested without a display. */
#ifndef APP_APP_H
#define APP_APP_H

#include "draw/draw.h"
#include "scene/view.h"
#include "edit.h"
#include "motion.h"
#include "session.h"
#include "timings.h"

enum action {
    ACT_NONE = 0,
    ACT_PLAY, ACT_FORWARD, ACT_BACK, ACT_HALF_FORWARD, ACT_HALF_BACK,
    ACT_PHASE_FORWARD, ACT_PHASE_BACK, ACT_FIRST, ACT_LAST,
    ACT_FASTER, ACT_SLOWER, ACT_NEXT_SPEED,
    ACT_VIEW, ACT_HALF, ACT_LIST, ACT_LENGTH, ACT_INPUT,
    ACT_ZOOM, ACT_ZOOM_OUT, ACT_PAN_LEFT, ACT_PAN_RIGHT, ACT_PAN_UP, ACT_PAN_DOWN,
    ACT_UNFOLD, ACT_TIMINGS, ACT_SOURCE, ACT_LANGUAGE, ACT_THEME, ACT_COMPARE,
    ACT_TEXT_LARGER, ACT_TEXT_SMALLER, ACT_TEXT_NORMAL,
    ACT_FULLSCREEN, ACT_SAVE, ACT_COPY, ACT_COPY_AS,
    ACT_FINDING, ACT_FINDING_BACK, ACT_REPAIR,
    ACT_HELP, ACT_ESCAPE, ACT_QUIT, ACT_FOCUS_NEXT, ACT_FOCUS_BACK, ACT_ENTER,
    /* in a field */
    ACT_CARET_LEFT, ACT_CARET_RIGHT, ACT_CARET_HOME, ACT_CARET_END,
    ACT_ERASE_BACK, ACT_ERASE_FORWARD, ACT_CHOICE_UP, ACT_CHOICE_DOWN, ACT_PASTE,
    ACT_SELECT_ALL,
    ACTIONS
};

/* What the window is to do after an action; or-ed together. */
enum effect {
    EFFECT_DRAW = 1,
    EFFECT_RECORD = 2,      /* app->wanted is to be recorded */
    EFFECT_FULLSCREEN = 4,
    EFFECT_SAVE = 8,
    EFFECT_COPY = 16,
    EFFECT_COPY_AS = 32,     /* in the form copy_as */
    EFFECT_PASTE = 64,
    EFFECT_QUIT = 128,
    EFFECT_CANCEL = 256     /* what is being recorded is no longer wanted */
};

enum { APP_CHOICES = 128 };

struct app {
    struct view view;
    struct motion motion;
    enum theme theme;
    struct session *session;   /* shown; NULL before the first one */
    struct request wanted;     /* the last request: recorded or under way */
    struct timings timings;
    struct edit edit;
    struct err edit_error;
    char message[512], measuring[128];
    char telling[128];         /* of a recording that takes its time */
    char note[512];            /* edit_error in the language of the view */
    struct view_choice choices[APP_CHOICES]; /* those the filter lets through */
    enum overlay under_help;   /* what help covers, and gives way to again */
    bool comparing;            /* the list open or accepted chooses the run to
                                  compare with */
    bool view_chosen;          /* by the user: not changed by a new run */
    enum view_kind chosen;     /* that view, also while a run does not have it and */
    bool stands_in;            /* view.kind stands in for it */
    bool recording;            /* app->wanted is under way, since recording_since */
    double recording_since;
    int tells;                 /* percent of it done, once it takes so long that
                                  the picture says so; -1: it does not */
    double first_step;         /* --step of the first session; -1: none */
    int first_finding;         /* that R comes back to; -1: none */
    bool first_play;           /* --play */
    uint32_t controls;         /* bit i: the picture has scene_control(i) */
    bool lens;                 /* the picture has marks with a lens below them */
    int finding;               /* hazard last gone to; -1: none */
    enum scene_table copy_as;  /* copied last, in a row; SCENE_TABLE_TABS: none */
    const struct algo *broken; /* whose repaired twin R put in its place */
    double left_step;          /* the step that R left it at */
    int left_finding;          /* and the finding, -1: none */
    struct view_sight sight;   /* what of the last picture zooms */
    bool pressed;              /* a drag that begins now moves the picture */
    char press_id[32];         /* what a click on it means, if it is none; or "" */
    bool panning, scrubbing;
    float grab_x, grab_y;
    int kept_row, kept_column; /* selected before the press */
};

/* theme, view and the like may be set in app->view afterwards. */
void app_init(struct app *app);
void app_finish(struct app *app);

/* Takes over session. */
void app_show(struct app *app, struct session *session, double now);
/* The recording asked for failed: the old picture stays, and is what the next
 * change starts from; the message says why. */
void app_failed(struct app *app, const struct err *err);
/* app->wanted is being recorded from now on, until app_show, app_failed or
 * EFFECT_CANCEL; percent of it are done. */
void app_recording(struct app *app, double now);
void app_progress(struct app *app, int percent);

/* One line in the view's language, until the next action. */
void app_say(struct app *app, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void app_say_err(struct app *app, const struct err *err);

/* row: title of what is being timed (msgid); NULL: nothing is. */
void app_measuring(struct app *app, const char *row);

bool app_in_field(const struct app *app); /* a focused field takes the keys */
/* Whether the action is about the whole window, so that a field lets it through. */
bool app_is_window_action(enum action action);
unsigned app_act(struct app *app, enum action action, double now);
unsigned app_type(struct app *app, const char *text);
/* Advances animation; true while the picture changes, or soon may, by itself. */
bool app_tick(struct app *app, double now);
void app_show_view(struct app *app, enum view_kind kind);
/* ---- moves.c: along the run ---------------------------------------------- */
/* False: the action is no move. */
bool app_act_motion(struct app *app, enum action action, double now);

/* ---- compose.c: the picture ---------------------------------------------- */
/* Draws the picture as it stands into list and remembers its controls. */
void app_draw(struct app *app, struct draw_list *list,
              const struct draw_metric *metric);

/* The form of a table that is copied when one is copied in this form already. */
enum scene_table app_table_after(enum scene_table form);

/* ---- other.c: another tile, another run ---------------------------------- */
/* Shows a block of the blocks view as a network; -1: back to all blocks. */
void app_open_tile(struct app *app, int launch, int tile, double now);
/* The same in the half of compare under the pointer. */
void app_open_half_tile(struct app *app, int launch, int tile, double now);
/* Shows all blocks again in a half that shows one, the one under the pointer
 * first; false: none does. */
bool app_close_half_tile(struct app *app);
/* Out of compare, or to a list of what to compare with. */
unsigned app_compare(struct app *app);
/* Compare: the next view in half 0 or 1, -1: in both. */
void app_next_half(struct app *app, int half);
/* Compare: the run in the half under the pointer; else the one shown. */
const struct session *app_pointed(const struct app *app);
/* The run whose findings F goes to: the same, or the other one if it has none. */
const struct session *app_found_in(const struct app *app);
/* A broken kernel and its repaired twin, no padding and padding: the other one of
 * the two on the same input and schedule. */
unsigned app_repair(struct app *app);

/* ---- fields.c: the overlays with a text field ---------------------------- */
unsigned field_open(struct app *app, enum overlay overlay);
unsigned field_close(struct app *app);
unsigned field_act(struct app *app, enum action action);
void field_changed(struct app *app); /* after the text changed */

/* ---- zoom.c -------------------------------------------------------------- */
/* Zooms in or out by a factor about a point of the last picture. */
void zoom_at(struct app *app, float factor, float x, float y);
/* The same about what happens now, if that is in sight; it moves off the edges. */
void zoom_now(struct app *app, float factor);
void zoom_by_key(struct app *app, int way);
/* Moves what is seen by so many pixels; by key also the lens. */
void zoom_drag(struct app *app, float x, float y);
void zoom_pan(struct app *app, float x, float y);
/* Whether there is more than is seen. */
bool zoom_can_pan(const struct app *app);
/* After drawing: zoom and pan become what was shown, so that a drag past the end
 * is not to be taken back. */
void zoom_settle(struct app *app);

/* ---- mouse.c ------------------------------------------------------------- */
/* x, y: logical pixels; list: the picture under the pointer. */
unsigned mouse_move(struct app *app, const struct draw_list *list, float x,
                    float y, double now);
unsigned mouse_press(struct app *app, const struct draw_list *list, float x,
                     float y, double now);
unsigned mouse_release(struct app *app, double now);
unsigned mouse_leave(struct app *app);
unsigned mouse_wheel(struct app *app, float x, float y, float turn);
/* What clicking the control `id` does. */
unsigned control_act(struct app *app, const char *id, double now);

#endif
