/* Text, one picture, the list. Recorded timings only, no clock: the same
 * command gives the same bytes. */
#include "still.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "base/elem_info.h"
#include "base/file.h"
#include "backend/backend.h"

int still_fail(const struct err *err)
{
    fprintf(stderr, "pscan-viz: %s\n", err->what);
    return err->code ? (int)err->code : ERR_FAILED;
}

int still_print(const char *text)
{
    struct err err = {0};

    if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
        return 0;
    err_set(&err, ERR_FAILED, "standard output: %s", strerror(errno));
    return still_fail(&err);
}

static int result_status(const struct session *session)
{
    const struct check_result *check = &session->check;

    if (!check->ok || check->part)
        fprintf(stderr, "pscan-viz: %s\n", check->what);
    return check->ok || check->cut ? ERR_NONE : ERR_FAILED;
}

static uint32_t last_step(const struct session *session)
{
    uint32_t last = session->findings.steps.count;
    const struct session *other = session->other;

    return other && other->findings.steps.count > last
        ? other->findings.steps.count : last;
}

static bool step_exists(const struct session *session, double step,
                        struct err *err)
{
    uint32_t last = last_step(session);

    if (step <= last)
        return true;
    return err_set(err, ERR_USAGE, "--step %g: this run has steps 0 to %u",
                   step, last);
}

enum { TOLD_MOST = 12 };

static int tell_findings(const struct hazards *hazards, int told)
{
    for (uint32_t i = 0; i < hazards->count && told < TOLD_MOST; i++) {
        if (hazards->hazard[i].kind == HAZARD_DIVERGENCE)
            continue; /* nearly every kernel has it */
        fprintf(stderr, "pscan-viz: %s\n", hazards->hazard[i].what);
        told++;
    }
    return told;
}

/* A kernel that is wrong on purpose says what is wrong, though its result may
 * be right on this schedule. */
static void tell_fault(const struct session *session)
{
    int told;

    if (!session->algo || !(session->algo->flags & ALGO_BROKEN))
        return;
    told = tell_findings(&session->findings.hazards, 0);
    told = tell_findings(&session->findings.advice, told);
    if (told == 0)
        fprintf(stderr, "pscan-viz: the fault of %s does not show in this run; "
                "try another --n, --block or --schedule\n", session->algo->name);
}

/* What was run, in one line: "hillis  inclusive  +  int32  n 8". */
static void text_head(const struct session *session, struct buf *out)
{
    const struct trace_run *run = &session->trace.run;

    buf_printf(out, "%s  %s  %s  %s  n %u\n\n", run->algo,
               run->inclusive ? "inclusive" : "exclusive",
               elem_op_name((enum elem_op)run->op),
               elem_type_name((enum elem_type)run->type), run->n);
}

int still_text(const struct app_options *options, const struct request *request)
{
    struct err err = {0};
    struct session *session = session_create(request, &err);
    struct buf text;
    int status;

    if (!session)
        return still_fail(&err);
    buf_init(&text);
    if (step_exists(session, options->step, &err)) {
        if (options->step < 0)
            text_head(session, &text);
        scene_text(&session->findings, (int)options->step, &text);
        status = still_print(buf_text(&text));
        if (status == 0) {
            tell_fault(session);
            status = result_status(session);
        }
    } else {
        status = still_fail(&err);
    }
    buf_finish(&text);
    session_destroy(session);
    return status;
}

/* ---- one picture --------------------------------------------------------------- */

static bool view_exists(const struct app_options *options,
                        const struct session *session, struct err *err)
{
    struct view view = {.findings = &session->findings};

    if (session->other)
        view.other = &session->other->findings;
    if (!options->view_given || view_shows(&view, options->view))
        return true;
    return err_set(err, ERR_USAGE, "--view %s does not fit a run of %s",
                   view_name(options->view), session->trace.run.algo);
}

static bool render(struct app *app, const struct app_options *options,
                   const struct backend *backend, struct err *err)
{
    struct fonts *fonts = fonts_create(err);
    struct draw_list list;
    bool ok;

    if (!fonts)
        return false;
    draw_init(&list);
    app->view.w = (float)options->w;
    app->view.h = (float)options->h;
    app_draw(app, &list, fonts_metric(fonts));
    if (options->zoom > 1) {
        zoom_now(app, (float)options->zoom);
        app_draw(app, &list, fonts_metric(fonts));
    }
    ok = !list.failed || err_set(err, ERR_FAILED, "out of memory");
    ok = ok && backend->write(&list, options->theme, 1, options->render, err);
    draw_finish(&list);
    fonts_destroy(fonts);
    return ok;
}

static int render_session(const struct app_options *options,
                          const struct backend *backend,
                          struct session *session)
{
    struct err err = {0};
    struct app app;
    int status;

    app_init(&app);
    timings_load(&app.timings);
    app.view_chosen = options->view_given;
    app.view.kind = options->view;
    memcpy(app.view.half, options->half, sizeof options->half);
    app.first_step = options->step;
    if (options->step < 0)
        app.first_step = last_step(session);
    app_show(&app, session, 0);
    status = render(&app, options, backend, &err) ? result_status(session)
                                                  : still_fail(&err);
    app_finish(&app);
    return status;
}

int still_render(const struct app_options *options,
                 const struct request *request)
{
    struct err err = {0};
    const struct backend *backend = backend_for(options->render, &err);
    struct session *session = backend && file_may_write(options->render, &err)
        ? session_create(request, &err) : NULL;

    if (!session)
        return still_fail(&err);
    if (!step_exists(session, options->step, &err) ||
        !view_exists(options, session, &err)) {
        session_destroy(session);
        return still_fail(&err);
    }
    return render_session(options, backend, session);
}

static int widest_name(void)
{
    size_t widest = 0;

    for (int i = 0; i < run_algo_count(); i++) {
        size_t length = strlen(run_algo_at(i)->name);

        widest = length > widest ? length : widest;
    }
    return (int)widest;
}

int still_list(void)
{
    const int width = widest_name();
    struct buf text;
    int status;

    buf_init(&text);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);

        buf_printf(&text, "%-*s  %s", width, algo->name, algo->summary);
        if (algo->alias)
            buf_printf(&text, " (also: %s)", algo->alias);
        buf_puts(&text, "\n");
    }
    status = still_print(buf_text(&text));
    buf_finish(&text);
    return status;
}
