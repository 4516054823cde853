/* The overlays that hold a text field: the algorithm list (type to filter), the
 * length, the input. What is typed is checked before anything is recorded; a
 * mistake stays in the field with the one line that says what is allowed. */
#include "app.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "run/options.h"

/* ---- the list --------------------------------------------------------------- */

/* How well a filter fits; the better ones stand first in the list. */
enum fit { FIT_PREFIX = 0, FIT_WORD, FIT_WITHIN, FIT_NONE };

static bool starts(const char *text, const char *filter)
{
    return strncasecmp(text, filter, strlen(filter)) == 0;
}

static enum fit fit_text(const char *text, const char *filter)
{
    enum fit fit = FIT_NONE;

    for (const char *at = text; at && (at = strcasestr(at, filter)); at++) {
        fit = FIT_WITHIN;
        if (at == text || !isalnum((unsigned char)at[-1]))
            return FIT_WORD;
        if (!*at)
            break;
    }
    return fit;
}

static enum fit fit_algo(const struct app *app, const struct algo *algo,
                         const char *filter)
{
    const char *const texts[] = {algo->name, algo->alias, algo->title,
                                 app->view.tr(algo->title)};
    enum fit best = FIT_NONE;

    if (starts(algo->name, filter) || (algo->alias && starts(algo->alias, filter)))
        return FIT_PREFIX;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const enum fit fit = texts[i] ? fit_text(texts[i], filter) : FIT_NONE;

        best = fit < best ? fit : best;
    }
    return best;
}

static bool algo_fits(const struct app *app, const struct algo *algo)
{
    uint32_t n = app->session ? app->session->trace.run.n : 0;

    return algo->max_n == 0 || n <= algo->max_n;
}

static void add_choice(struct app *app, const struct algo *algo)
{
    struct view *view = &app->view;

    if (view->choice_count == APP_CHOICES)
        return;
    app->choices[view->choice_count++] = (struct view_choice){
        .name = algo->name, .title = algo->title, .summary = algo->summary,
        .fits = algo_fits(app, algo)};
}

/* Those that fit the filter, the best first and chosen; without a filter the one
 * shown is chosen. It is no rival of its own. */
static void fill_choices(struct app *app, const char *filter)
{
    const struct algo *shown = app->session ? app->session->algo : NULL;
    struct view *view = &app->view;

    view->choice_count = view->choice_now = 0;
    for (int fit = FIT_PREFIX; fit < FIT_NONE; fit++)
        for (int i = 0; i < run_algo_count(); i++) {
            const struct algo *algo = run_algo_at(i);

            if ((int)fit_algo(app, algo, filter) != fit ||
                (view->comparing && algo == shown))
                continue;
            if (!*filter && algo == shown)
                view->choice_now = view->choice_count;
            add_choice(app, algo);
        }
}

/* ---- what a request becomes ------------------------------------------------- */

/* Left open where it is the algorithm's own: as beside a run that was started
 * here, another algorithm then goes in its own direction too. */
static enum run_direction own_direction(const struct trace_run *run,
                                        const struct algo *algo)
{
    const bool usual = algo->flags & ALGO_INCLUSIVE &&
        !(algo->flags & ALGO_EXCLUSIVE_FIRST);

    if ((bool)run->inclusive == usual)
        return RUN_DEFAULT;
    return run->inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE;
}

/* A trace from a file becomes a run of the same kind that can be changed. */
static bool leave_file(struct app *app, struct request *request,
                       struct err *err)
{
    const struct trace_run *run;
    char *list;
    bool ok;

    if (!request->path || !app->session)
        return true;
    if (!app->session->algo)
        return err_set(err, ERR_USAGE, "the algorithm of this trace, %s, is "
                       "not in this program's catalogue",
                       app->session->trace.run.algo);
    run = &app->session->trace.run;
    free(request->path);
    request->path = NULL;
    request->spec.algo = app->session->algo;
    request->spec.n = run->n;
    request->spec.op = (enum elem_op)run->op;
    request->spec.type = (enum elem_type)run->type;
    request->spec.direction = own_direction(run, app->session->algo);
    list = session_input(app->session);
    ok = list ? request_set_input(request, list, err)
              : err_set(err, ERR_USAGE, "the input of this trace is too long to be "
                        "taken over");
    free(list);
    return ok;
}

static bool is_list(const char *input)
{
    return input && input[0] != '@' && strncmp(input, "random:", 7) != 0;
}

/* The list that was given has another length: the default input takes over. */
static bool set_length(struct app *app, struct request *request,
                       const char *text, struct err *err)
{
    struct err list_err = {0};

    if (!run_n_parse("n", text, &request->spec.n, err))
        return false;
    if (is_list(request->input)) {
        if (request_check(request, &list_err))
            return true;
        if (!request_set_input(request, NULL, err) ||
            !request_check(request, err))
            return false;
        app_say(app, app->view.tr("The list has another length; n = %u takes "
                                  "the default input."), request->spec.n);
        return true;
    }
    return request_check(request, err);
}

static bool set_input(struct app *app, struct request *request,
                      const char *text, struct err *err)
{
    bool keeps_length = strncmp(text, "random:", 7) == 0 || text[0] == 0;

    request->spec.n =
        keeps_length && app->session ? app->session->trace.run.n : 0;
    return request_set_input(request, text, err) &&
        request_check(request, err);
}

static bool can_do(const struct algo *algo, enum run_direction direction)
{
    unsigned needs = direction == RUN_INCLUSIVE ? ALGO_INCLUSIVE
        : direction == RUN_EXCLUSIVE            ? ALGO_EXCLUSIVE
                                                : 0;

    return (algo->flags & needs) == needs;
}

static bool set_algo(struct app *app, struct request *request, struct err *err)
{
    const struct view *view = &app->view;
    const struct algo *algo;
    uint32_t n = app->session ? app->session->trace.run.n : 0;

    if (view->choice_count == 0)
        return err_set(err, ERR_USAGE, "no algorithm has '%s' in its name",
                       app->edit.text);
    algo = run_algo_find(app->choices[view->choice_now].name, err);
    if (!algo)
        return false;
    request->spec.algo = algo;
    if (!can_do(algo, request->spec.direction))
        request->spec.direction = RUN_DEFAULT;
    if (algo->max_n == 0 || n <= algo->max_n)
        return request_check(request, err);
    request->spec.n = algo->max_n;
    if (is_list(request->input) && !request_set_input(request, NULL, err))
        return false;
    app_say(app, app->view.tr("%s takes n up to %u: %s. n is now %u."),
            algo->name, algo->max_n,
            algo->max_reason ? app->view.tr(algo->max_reason) : "",
            algo->max_n);
    return request_check(request, err);
}

/* The run to compare with; the one shown stays as it is. */
static bool set_other(struct app *app, struct request *request, struct err *err)
{
    const struct view *view = &app->view;

    if (view->choice_count == 0)
        return err_set(err, ERR_USAGE, "no algorithm has '%s' in its name",
                       app->edit.text);
    request->other = run_algo_find(app->choices[view->choice_now].name, err);
    return request->other && request_check(request, err);
}

static unsigned accept_field(struct app *app)
{
    struct request next;
    bool ok;

    app->edit_error = (struct err){0};
    if (!request_copy(&next, &app->wanted, &app->edit_error))
        return EFFECT_DRAW;
    if (app->view.kind != VIEW_COMPARE)
        next.other = NULL;
    ok = leave_file(app, &next, &app->edit_error);
    if (ok && app->view.overlay == OVERLAY_LIST && app->view.comparing)
        ok = set_other(app, &next, &app->edit_error);
    else if (ok && app->view.overlay == OVERLAY_LIST)
        ok = set_algo(app, &next, &app->edit_error);
    else if (ok && app->view.overlay == OVERLAY_LENGTH)
        ok = set_length(app, &next, app->edit.text, &app->edit_error);
    else if (ok)
        ok = set_input(app, &next, app->edit.text, &app->edit_error);
    if (!ok) {
        app->message[0] = 0;
        request_finish(&next);
        return EFFECT_DRAW;
    }
    request_finish(&app->wanted);
    app->wanted = next;
    ok = app->view.comparing;
    field_close(app);
    app->comparing = ok;
    return EFFECT_DRAW | EFFECT_RECORD;
}

/* ---- the fields --------------------------------------------------------------- */

unsigned field_open(struct app *app, enum overlay overlay)
{
    char number[16] = "", *list = NULL;
    const char *text = "";

    app->motion.playing = false;
    app->view.overlay = overlay;
    app->edit_error = (struct err){0};
    if (overlay == OVERLAY_LENGTH && app->session) {
        snprintf(number, sizeof number, "%u", app->session->trace.run.n);
        text = number;
    } else if (overlay == OVERLAY_INPUT && app->wanted.input) {
        text = app->wanted.input;
    } else if (overlay == OVERLAY_INPUT && app->session) {
        list = session_input(app->session);
        text = list ? list : "";
    }
    edit_set(&app->edit, strlen(text) < EDIT_MAX ? text : "",
             true); /* selected: typing replaces it */
    free(list);
    if (overlay == OVERLAY_LIST)
        fill_choices(app, "");
    return EFFECT_DRAW;
}

unsigned field_close(struct app *app)
{
    app->view.overlay = OVERLAY_NONE;
    app->comparing = app->view.comparing = false;
    app->edit_error = (struct err){0};
    return EFFECT_DRAW;
}

void field_changed(struct app *app)
{
    app->edit_error = (struct err){0};
    if (app->view.overlay == OVERLAY_LIST)
        fill_choices(app, app->edit.text);
}

static void move_choice(struct app *app, int way)
{
    int choice = app->view.choice_now + way;

    if (choice >= 0 && choice < app->view.choice_count)
        app->view.choice_now = choice;
}

unsigned field_act(struct app *app, enum action action)
{
    struct edit *edit = &app->edit;

    switch (action) {
    case ACT_ESCAPE:
        return field_close(app);
    case ACT_ENTER:
        return accept_field(app);
    case ACT_CARET_LEFT:
        edit_move(edit, -1);
        break;
    case ACT_CARET_RIGHT:
        edit_move(edit, 1);
        break;
    case ACT_CARET_HOME:
        edit_home(edit);
        break;
    case ACT_CARET_END:
        edit_end(edit);
        break;
    case ACT_ERASE_BACK:
        edit_erase_back(edit);
        field_changed(app);
        break;
    case ACT_ERASE_FORWARD:
        edit_erase_forward(edit);
        field_changed(app);
        break;
    case ACT_CHOICE_UP:
    case ACT_CHOICE_DOWN:
        move_choice(app, action == ACT_CHOICE_UP ? -1 : 1);
        break;
    case ACT_SELECT_ALL:
        edit_end(edit);
        edit->fresh = edit->length > 0;
        break;
    case ACT_PASTE:
        return EFFECT_PASTE;
    case ACT_COPY:
        return EFFECT_COPY; /* of its text */
    default:
        return 0;
    }
    return EFFECT_DRAW;
}
