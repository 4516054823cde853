/* The mouse: what lies under the pointer is asked of the display list, whose
 * groups name what a click there means. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- controls ----------------------------------------------------------------- */

static const struct { const char *id; enum action action; } controls[] = {
    {"button:first", ACT_FIRST},   {"button:prev", ACT_BACK},
    {"button:play", ACT_PLAY},     {"button:next", ACT_FORWARD},
    {"button:last", ACT_LAST},     {"button:help", ACT_HELP},
    {"button:list", ACT_LIST},     {"button:length", ACT_LENGTH},
    {"button:input", ACT_INPUT},   {"button:speed", ACT_NEXT_SPEED},
    {"overlay:back", ACT_ESCAPE},
};

static unsigned choose(struct app *app, int choice, double now)
{
    if (app->view.overlay != OVERLAY_LIST || choice < 0 ||
        choice >= app->view.choice_count)
        return 0;
    app->view.choice_now = choice;
    return app_act(app, ACT_ENTER, now);
}

/* In the blocks view a tile opens, in a half as well; in look-back it sets what is
 * looked at. */
static unsigned choose_tile(struct app *app, const char *id, double now)
{
    struct view *view = &app->view;
    int launch, tile;
    bool again;

    if (sscanf(id, "tile:%d,%d", &launch, &tile) != 2)
        return 0;
    if (view->kind == VIEW_BLOCKS) {
        app_open_tile(app, launch, tile, now);
        return EFFECT_DRAW;
    }
    if (view->kind == VIEW_COMPARE && view->half[view->half_at == 1] == VIEW_BLOCKS) {
        app_open_half_tile(app, launch, tile, now);
        return EFFECT_DRAW;
    }
    again = view->tile == tile && view->launch == launch;
    view->tile = again ? -1 : tile;
    view->launch = again ? -1 : launch;
    return EFFECT_DRAW;
}

static unsigned choose_request(struct app *app, const char *id)
{
    struct view *view = &app->view;
    int line, warp, nth;

    if (sscanf(id, "request:%d,%d,%d", &line, &warp, &nth) != 3)
        return 0;
    view->pick_line = line;
    view->pick_warp = warp;
    view->pick_nth = nth;
    view->pick_half = app->view.half_at;
    return EFFECT_DRAW;
}

/* The same size once more: the run's again. */
static unsigned choose_size(struct app *app, uint64_t n)
{
    app->view.timing_n = app->view.timing_n == n ? 0 : n;
    return EFFECT_DRAW;
}

/* A column of the chart, or a time in it, whose size is told. */
static unsigned choose_time(struct app *app, const char *id)
{
    unsigned long long n;
    int e;

    if (sscanf(id, "time:%d,%llu", &e, &n) == 2)
        return n ? choose_size(app, n) : 0;
    e = atoi(id + 5);
    return choose_size(app, e > 0 && e < 63 ? 1ull << e : 1);
}

unsigned control_act(struct app *app, const char *id, double now)
{
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (strcmp(controls[i].id, id) == 0)
            return app_act(app, controls[i].action, now);
    if (strncmp(id, "choice:", 7) == 0)
        return choose(app, atoi(id + 7), now);
    if (strncmp(id, "tile:", 5) == 0)
        return choose_tile(app, id, now);
    if (strncmp(id, "request:", 8) == 0)
        return choose_request(app, id);
    if (strncmp(id, "half:", 5) == 0) {
        app_next_half(app, id[5] == '1');
        return EFFECT_DRAW;
    }
    if (strncmp(id, "size:", 5) == 0 || strncmp(id, "time:", 5) == 0)
        return choose_time(app, id);
    if (strncmp(id, "view:", 5) == 0) {
        app_show_view(app, (enum view_kind)atoi(id + 5));
        return EFFECT_DRAW;
    }
    return 0;
}

/* ---- the timeline -------------------------------------------------------------- */

static bool is_timeline(const char *id)
{
    return id && strncmp(id, "timeline", 8) == 0;
}

static void go_to(struct app *app, double step, double now)
{
    app->motion.playing = false;
    motion_jump(&app->motion, step, now);
}

/* Near a whole step the pointer snaps to it. */
static void scrub(struct app *app, float x, double now)
{
    double step = scene_timeline_at(&app->view, x);

    if (fabs(step - round(step)) < 0.15)
        step = round(step);
    go_to(app, step, now);
}

/* A tick or its name is a whole step; the track between is where it is. */
static unsigned press_timeline(struct app *app, const char *id, float x,
                               double now)
{
    app->scrubbing = true;
    if (id[8] == ':')
        go_to(app, atof(id + 9), now);
    else
        scrub(app, x, now);
    return EFFECT_DRAW;
}

/* ---- events -------------------------------------------------------------------- */

static bool cell_under(const char *id, int *row, int *column)
{
    return id && (sscanf(id, "cell:%d,%d", row, column) == 2 ||
                  sscanf(id, "mark:%d,%d", row, column) == 2);
}

/* A time of the timings view under the pointer; true when that changes the
 * picture. */
static bool hover_time(struct view *view, const char *id)
{
    int series = -1;
    unsigned long long n = 0;
    bool changed;

    if (view->overlay != OVERLAY_NONE || !id ||
        sscanf(id, "time:%d,%llu", &series, &n) != 2) {
        series = -1;
        n = 0;
    }
    changed = series != view->hover_time || n != view->hover_time_n;
    view->hover_time = series;
    view->hover_time_n = n;
    return changed;
}

/* Lanes and tiles under the pointer; true when that changes the picture. */
static bool hover_others(struct view *view, const char *id)
{
    int lane = -1, launch = -1, tile = -1;
    bool changed;

    if (view->overlay == OVERLAY_NONE && id) {
        if (sscanf(id, "lane:%d", &lane) != 1)
            lane = -1;
        if (sscanf(id, "tile:%d,%d", &launch, &tile) != 2)
            launch = tile = -1;
    }
    changed = lane != view->hover_lane || tile != view->hover_tile ||
        launch != view->hover_launch;
    view->hover_lane = lane;
    view->hover_tile = tile;
    view->hover_launch = launch;
    return hover_time(view, id) || changed;
}

static unsigned hover(struct app *app, const struct draw_list *list, float x,
                      float y)
{
    struct view *view = &app->view;
    const char *id = draw_hit(list, x, y);
    bool others = hover_others(view, id);
    int row, column;

    if (view->overlay != OVERLAY_NONE || !cell_under(id, &row, &column))
        row = column = -1;
    else if (id[0] == 'm')
        view->lens_column = column;
    if (row == view->hover_row && column == view->hover_column)
        return others ? EFFECT_DRAW : 0;
    view->hover_row = row;
    view->hover_column = column;
    return EFFECT_DRAW;
}

static int half_under(const struct app *app, float x, float y)
{
    return app->view.kind == VIEW_COMPARE ? scene_half_at(&app->view, x, y) : -1;
}

/* A press that becomes a drag was no click: what it chose is given back. */
enum { CLICK_SLACK = 5 };

static void begin_drag(struct app *app)
{
    app->pressed = false;
    app->panning = true;
    app->press_id[0] = 0;
    app->view.select_row = app->kept_row;
    app->view.select_column = app->kept_column;
}

/* Where there is more than is seen, a press may become a drag wherever it is. */
static void may_drag(struct app *app, float x, float y)
{
    app->pressed = app->view.overlay == OVERLAY_NONE && zoom_can_pan(app) &&
        x >= app->sight.x && x < app->sight.x + app->sight.w &&
        y >= app->sight.y && y < app->sight.y + app->sight.h;
    app->press_id[0] = 0;
    app->grab_x = x;
    app->grab_y = y;
    app->kept_row = app->view.select_row;
    app->kept_column = app->view.select_column;
}

unsigned mouse_move(struct app *app, const struct draw_list *list, float x,
                    float y, double now)
{
    const int half = half_under(app, x, y);
    const bool crossed = half != app->view.half_at;

    app->view.half_at = half;
    if (app->scrubbing) {
        scrub(app, x, now);
        return EFFECT_DRAW;
    }
    if (app->pressed && hypotf(x - app->grab_x, y - app->grab_y) > CLICK_SLACK)
        begin_drag(app);
    if (app->panning) {
        zoom_drag(app, x - app->grab_x, y - app->grab_y);
        app->grab_x = x;
        app->grab_y = y;
        return EFFECT_DRAW;
    }
    return hover(app, list, x, y) | (crossed ? EFFECT_DRAW : 0);
}

static unsigned press_cell(struct app *app, const char *id, int row, int column)
{
    struct view *view = &app->view;
    bool again = view->select_row == row && view->select_column == column;

    if (id[0] == 'm')
        view->lens_column = column;
    view->select_row = again ? -1 : row;
    view->select_column = again ? -1 : column;
    return EFFECT_DRAW;
}

unsigned mouse_press(struct app *app, const struct draw_list *list, float x,
                     float y, double now)
{
    const char *id = draw_hit(list, x, y);
    int row, column;

    app->message[0] = 0;
    app->view.focus = -1;
    app->view.half_at = half_under(app, x, y);
    if (app->view.overlay == OVERLAY_NONE && is_timeline(id))
        return press_timeline(app, id, x, now);
    may_drag(app, x, y);
    if (app->view.overlay == OVERLAY_NONE && cell_under(id, &row, &column))
        return press_cell(app, id, row, column);
    if (id && app->pressed && strncmp(id, "tile:", 5) == 0) {
        snprintf(app->press_id, sizeof app->press_id, "%s", id); /* when released */
        return EFFECT_DRAW;
    }
    if (id && strchr(id, ':'))
        return EFFECT_DRAW | control_act(app, id, now);
    if (app->view.overlay != OVERLAY_NONE)
        return EFFECT_DRAW;
    app->pressed = false;
    app->panning = true;
    return EFFECT_DRAW;
}

unsigned mouse_release(struct app *app, double now)
{
    const bool click = app->pressed && app->press_id[0];

    app->panning = app->scrubbing = app->pressed = false;
    return click ? EFFECT_DRAW | control_act(app, app->press_id, now) : 0;
}

unsigned mouse_leave(struct app *app)
{
    struct view *view = &app->view;

    app->view.half_at = -1;
    if (!hover_others(view, NULL) && view->hover_row < 0)
        return 0;
    view->hover_row = view->hover_column = -1;
    return EFFECT_DRAW;
}

unsigned mouse_wheel(struct app *app, float x, float y, float turn)
{
    if (app->view.overlay != OVERLAY_NONE)
        return field_act(app, turn > 0 ? ACT_CHOICE_UP : ACT_CHOICE_DOWN);
    zoom_at(app, powf(app->sight.most > 12 ? 1.4f : 1.2f, turn), x, y);
    return EFFECT_DRAW;
}
