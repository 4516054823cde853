/* pscan-viz: plays a scan back step by step, in a window, as text or as one
 * picture. This file chooses which and turns errors into exit statuses. */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "still.h"
#include "translate.h"
#include "window.h"

static bool make_request(const struct app_options *options,
                         struct request *request, struct err *err)
{
    struct request borrowed;

    request_init(&borrowed);
    borrowed.spec = options->run.spec;
    borrowed.path = (char *)options->trace;
    if (options->run.algo_count == 2)
        borrowed.other = options->run.algos[1];
    if (request_copy(request, &borrowed, err) && request_check(request, err))
        return true;
    request_finish(request);
    return false;
}

static int help(void)
{
    struct buf text;
    int status;

    buf_init(&text);
    app_options_help(&text);
    status = still_print(buf_text(&text));
    buf_finish(&text);
    return status;
}

static void set_up(struct app *app, const struct app_options *options)
{
    app->theme = options->theme;
    app->view_chosen = options->view_given;
    app->view.kind = options->view;
    memcpy(app->view.half, options->half, sizeof options->half);
    app->motion.speed = options->speed;
    app->first_step = options->step;
    app->first_play = options->play;
}

/* A trace file is read before the window opens, so that a bad one ends here; a
 * run is recorded while the window opens. */
static bool fill(struct app *app, const struct request *request,
                 struct err *err)
{
    struct session *session;

    timings_load(&app->timings);
    if (!request_copy(&app->wanted, request, err))
        return false;
    if (!request->path)
        return true;
    session = session_create(request, err);
    if (session)
        app_show(app, session, 0);
    return session != NULL;
}

static int play(const struct app_options *options,
                const struct request *request)
{
    const struct window_options window = {
        options->w, options->h, options->size_given, true};
    struct err err = {0};
    struct app app;
    enum window_end end = WINDOW_FAILED;

    app_init(&app);
    set_up(&app, options);
    if (fill(&app, request, &err))
        end = window_run(&app, &window, &err);
    app_finish(&app);
    if (end == WINDOW_FAILED)
        return still_fail(&err);
    if (end == WINDOW_CLOSED)
        return 0;
    fprintf(stderr, "pscan-viz: %s; playing the steps as text\n", err.what);
    return still_text(options, request);
}

static int show(const struct app_options *options)
{
    struct request request;
    struct err err = {0};
    int status;

    if (!make_request(options, &request, &err))
        return still_fail(&err);
    if (options->text)
        status = still_text(options, &request);
    else if (options->render)
        status = still_render(options, &request);
    else
        status = play(options, &request);
    request_finish(&request);
    return status;
}

int main(int argc, char **argv)
{
    struct app_options options;
    struct err err = {0};
    int status;

    setlocale(LC_CTYPE, "");
    log_init("pscan-viz");
    if (!app_options_parse(&options, argc, argv, &err))
        return still_fail(&err);
    if (options.help)
        return help();
    if (options.version)
        return still_print("pscan-viz " PSCAN_VERSION "\n");
    if (options.list)
        return still_list();
    if (!translate_start(options.language, &err))
        return still_fail(&err);
    status = show(&options);
    translate_finish();
    return status;
}
