/* Request in, everything derived from it out: record or read, analyse, check,
 * and the few titles around the picture. Nothing here knows of a window. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/say.h"
#include "check/adversarial.h"
#include "run/options.h"
#include "simt/simt.h"
#include "trace/file.h"

enum { TWIN_MOST = 4096 }; /* elements */

/* ---- requests ------------------------------------------------------------ */

void request_init(struct request *request)
{
    memset(request, 0, sizeof *request);
}

void request_finish(struct request *request)
{
    free(request->input);
    free(request->schedule);
    free(request->path);
    request_init(request);
}

static bool copy_text(char **to, const char *from, struct err *err)
{
    char *copy = NULL;

    if (from && !(copy = strdup(from)))
        return err_set(err, ERR_FAILED, "out of memory");
    free(*to);
    *to = copy;
    return true;
}

bool request_copy(struct request *to, const struct request *from,
                  struct err *err)
{
    request_init(to);
    to->spec = from->spec;
    to->other = from->other;
    to->found = from->found;
    if (!copy_text(&to->input, from->spec.input, err) ||
        !copy_text(&to->schedule, from->spec.schedule, err) ||
        !copy_text(&to->path, from->path, err)) {
        request_finish(to);
        return false;
    }
    to->spec.input = to->input;
    to->spec.schedule = to->schedule;
    return true;
}

bool request_set_input(struct request *request, const char *text,
                       struct err *err)
{
    if (!copy_text(&request->input, text && *text ? text : NULL, err))
        return false;
    request->spec.input = request->input;
    return true;
}

/* There has to be what a schedule names that somebody asked for: block and thread
 * in the head of a trace, the phase as well in a run that was made. */
static bool schedule_met(const struct request *request, const struct trace *trace,
                         struct err *err)
{
    const char *schedule = request->spec.schedule;

    return !schedule || request->found || adversarial_is(schedule) ||
        simt_schedule_met(trace, err);
}

static bool spec_check(const struct request *request, struct run_spec spec,
                       struct err *err)
{
    struct trace trace;
    bool ok;

    if (adversarial_is(spec.schedule))
        spec.schedule = NULL; /* searched when it is run */
    trace_init(&trace);
    if (!run_prepare(&spec, &trace, err))
        return false;
    ok = schedule_met(request, &trace, err);
    trace_finish(&trace);
    return ok;
}

/* The run compared with: the same, each in its usual direction unless one was
 * asked for, which both must have. */
static struct run_spec other_spec(const struct request *request)
{
    struct run_spec spec = request->spec;

    spec.algo = request->other;
    return spec;
}

bool request_check(const struct request *request, struct err *err)
{
    if (request->path)
        return true;
    return spec_check(request, request->spec, err) &&
        (!request->other || spec_check(request, other_spec(request), err));
}

/* ---- sessions ------------------------------------------------------------ */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* An adversarial schedule becomes the one that was found, in the request too,
 * so that a repaired twin meets the same one. */
static bool session_schedule(struct request *request, struct err *err)
{
    struct adversarial search;

    if (!adversarial_resolve(&request->spec, &search, err))
        return false;
    if (search.tries == 0)
        return true;
    if (!copy_text(&request->schedule, search.schedule, err))
        return false;
    request->spec.schedule = request->schedule;
    request->found = true;
    return true;
}

static bool session_load(struct session *session, struct err *err)
{
    struct request *request = &session->request;
    struct run_spec spec; /* recording fills in what was left open */

    if (request->path)
        return trace_read(&session->trace, request->path, err);
    request->spec.sequence = true; /* the axis of look-back and timeline */
    if (!session_schedule(request, err))
        return false;
    spec = request->spec;
    return run_record(&spec, &session->trace, session->fallback, err) &&
        schedule_met(request, &session->trace, err);
}

/* ---- the same run of another kernel --------------------------------------- */

char *session_input(const struct session *session)
{
    const struct trace *trace = &session->trace;
    enum elem_op op = (enum elem_op)trace->run.op;
    enum elem_type type = (enum elem_type)trace->run.type;
    size_t width = elem_width(op, type);
    struct buf text;

    buf_init(&text);
    for (uint32_t i = 0; i < trace->run.n; i++) {
        unsigned char value[ELEM_MAX] = {0};

        memcpy(value, trace->input + i * width, width);
        buf_puts(&text, i > 0 ? " " : "");
        elem_format(&text, op, type, value);
    }
    if (!buf_ok(&text) || text.length >= SESSION_INPUT_MAX) {
        buf_finish(&text);
        return NULL;
    }
    return text.text;
}

bool session_repeat(const struct session *session, const struct algo *algo,
                    struct request *request, struct err *err)
{
    const struct trace_run *run = &session->trace.run;
    char *list = session->request.input ? NULL : session_input(session);
    bool ok;

    ok = request_copy(request, &session->request, err) &&
        (!list || request_set_input(request, list, err));
    free(list);
    free(request->path);
    request->path = NULL;
    request->other = NULL;
    request->spec.algo = algo;
    request->spec.n = run->n;
    request->spec.op = (enum elem_op)run->op;
    request->spec.type = (enum elem_type)run->type;
    request->spec.direction = run->inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE;
    if (!ok)
        request_finish(request);
    return ok;
}

static bool same_input(const struct trace *a, const struct trace *b)
{
    const size_t width = elem_width((enum elem_op)a->run.op, (enum elem_type)a->run.type);

    return a->run.n == b->run.n && a->run.op == b->run.op &&
        a->run.type == b->run.type && memcmp(a->input, b->input, a->run.n * width) == 0;
}

/* Two numbers to add, or values with head flags, are no input for others. */
static bool own_input(enum trace_result result)
{
    return result == RESULT_SUM || result == RESULT_SEGMENTS;
}

/* The run compared with: as many elements as the first turned out to have, and
 * its values, where both take such. */
static bool other_request(const struct session *session, struct request *request,
                          struct err *err)
{
    const bool own = own_input((enum trace_result)session->trace.run.result) ||
        own_input(session->request.other->result);
    char *list = own || session->request.input ? NULL : session_input(session);
    bool ok;

    ok = request_copy(request, &session->request, err) &&
        (!list || request_set_input(request, list, err));
    free(list);
    request->spec.algo = request->other;
    request->spec.n = session->trace.run.n;
    request->other = NULL;
    if (!ok)
        request_finish(request);
    return ok;
}

static bool session_load_other(struct session *session, struct err *err)
{
    struct request request;

    if (!session->request.other || session->request.path)
        return true;
    if (!other_request(session, &request, err))
        return false;
    session->other = session_create(&request, err);
    request_finish(&request);
    return session->other != NULL;
}

/* The repaired kernel's run, for its right values; where it cannot be had, or
 * is large, the picture does without. */
static void session_load_twin(struct session *session)
{
    const struct algo *twin = session->algo && session->algo->twin
        ? run_algo_find(session->algo->twin, NULL) : NULL;
    struct request request;

    if (!twin || session->request.path || session->trace.run.n > TWIN_MOST ||
        !session_repeat(session, twin, &request, NULL))
        return;
    request.spec.device = RUN_HOST;
    session->twin = session_create(&request, NULL);
    request_finish(&request);
    if (session->twin && !same_input(&session->trace, &session->twin->trace)) {
        session_destroy(session->twin);
        session->twin = NULL;
    }
}

/* Between the stages, which cannot be stopped themselves. */
static bool goes_on(const struct session *session, struct err *err)
{
    const struct run_spec *spec = &session->request.spec;

    return !spec->progress || spec->progress(spec->user, 1, 1) ||
        err_set(err, ERR_FAILED, "the recording was stopped");
}

struct session *session_create(const struct request *request, struct err *err)
{
    struct session *session = calloc(1, sizeof *session);

    if (!session) {
        err_set(err, ERR_FAILED, "out of memory");
        return NULL;
    }
    trace_init(&session->trace);
    if (!request_copy(&session->request, request, err) ||
        !session_load(session, err) || !goes_on(session, err) ||
        !analyse(&session->trace, &session->findings, err) ||
        !findings_raise(&session->findings, err) || !goes_on(session, err) ||
        !check_run(&session->trace, &session->check, err) ||
        !session_load_other(session, err)) {
        session_destroy(session);
        return NULL;
    }
    session->algo = run_algo_find(session->trace.run.algo, NULL);
    session_load_twin(session);
    return session;
}

void session_destroy(struct session *session)
{
    if (!session)
        return;
    session_destroy(session->other);
    session_destroy(session->twin);
    analysis_finish(&session->findings);
    trace_finish(&session->trace);
    request_finish(&session->request);
    free(session);
}

/* ---- showing ------------------------------------------------------------- */

static struct view_formula formula_at(const struct algo_formula *formula,
                                      const struct trace_run *run)
{
    struct view_formula shown = {formula->text, 0, false};

    if (formula->value) {
        shown.value = formula->value(run->n, run->inclusive);
        shown.known = true;
    }
    return shown;
}

static void show_formulas(const struct session *session, struct view *view)
{
    static const struct algo_formulas none;
    const struct algo_formulas *formulas =
        session->algo ? &session->algo->formulas : &none;
    const struct trace_run *run = &session->trace.run;

    view->adds = formula_at(&formulas->adds, run);
    view->moves = formula_at(&formulas->moves, run);
    view->depth = formula_at(&formulas->depth, run);
    view->rounds = formula_at(&formulas->rounds, run);
    view->barriers = formula_at(&formulas->barriers, run);
    view->shuffles = formula_at(&formulas->shuffles, run);
    view->words = formula_at(&formulas->words, run);
}

static void name_run(struct session *session, const struct view *view)
{
    const struct trace_run *run = &session->trace.run;
    const struct session *other = view->kind == VIEW_COMPARE ? session->other : NULL;
    const char *problem = view_problem(view, run);
    const char *second = other ? view_problem(view, &other->trace.run) : problem;
    const bool differs = strcmp(problem, second) != 0;

    snprintf(session->subtitle, sizeof session->subtitle,
             "%s%s%s · n = %u · %s · %s", problem, differs ? " / " : "",
             differs ? second : "", run->n,
             elem_type_name((enum elem_type)run->type),
             elem_op_name((enum elem_op)run->op));
}

/* Of a run whose blocks are not all in the trace, how many are. */
static void name_blocks(const struct session *session, const struct view *view,
                        struct buf *out)
{
    uint64_t traced, blocks;

    if (!run_blocks_traced(&session->trace, &traced, &blocks) || traced == blocks)
        return;
    buf_printf(out, view->tr("%1$u of %2$u blocks traced"), (unsigned)traced,
               (unsigned)blocks);
    buf_puts(out, " · ");
}

/* What is not in the trace, before all that may be cut off; then where it comes
 * from: device, and the file or why there is no GPU. */
static void name_source(struct session *session, const struct view *view)
{
    const char *path = session->request.path;
    const char *device = view->tr(session->trace.run.device_name);
    struct buf blocks, more;

    buf_init(&blocks);
    buf_init(&more);
    name_blocks(session, view, &blocks);
    if (path)
        buf_puts(&more, base_name(path));
    else
        say_read(session->fallback, view->tr, &more);
    snprintf(session->badge, sizeof session->badge, "%.80s%s%s%.200s", buf_text(&blocks),
             device, more.length ? " · " : "", buf_text(&more));
    buf_finish(&blocks);
    buf_finish(&more);
}

void session_show(struct session *session, struct view *view)
{
    name_run(session, view);
    name_source(session, view);
    view->findings = &session->findings;
    view->title = view->first_title = view->tr(session->trace.run.title);
    view->other = session->other ? &session->other->findings : NULL;
    view->twin = session->twin ? &session->twin->findings : NULL;
    view->other_twin = session->other && session->other->twin
        ? &session->other->twin->findings : NULL;
    view->other_title =
        session->other ? view->tr(session->other->trace.run.title) : NULL;
    view->subtitle = session->subtitle;
    view->badge = session->badge;
    view->check_text = session->check.cut ? NULL : session->check.what;
    view->check_ok = session->check.ok;
    view->check_part = session->check.part;
    view->row_now = session->trace.run.algo;
    show_formulas(session, view);
}

bool session_table_fits(const struct session *session)
{
    const struct board *board = &session->findings.board;

    return (uint64_t)board->rows * board->columns <= SESSION_TABLE_MAX;
}

void session_table(const struct session *session, enum scene_table form,
                   struct buf *out)
{
    scene_table(&session->findings, form, out);
}
