/* A session: one run and all that is derived from it, ready to be shown.
 *
 * Made whole (recorded or read, analysed, checked) or not at all, away from
 * the window if need be; afterwards read only, but for the tile whose board
 * its findings hold (findings_show_tile). */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include <stdbool.h>

#include "analysis/analysis.h"
#include "base/buf.h"
#include "base/err.h"
#include "check/check.h"
#include "run/run.h"
#include "trace/trace.h"
#include "scene/view.h"

/* What is to be shown: a run to record, or a trace file to read. Strings are
 * owned; request_copy makes an independent one. */
struct request {
    struct run_spec spec;  /* its strings point at those below, or are NULL */
    char *input, *schedule;
    char *path;            /* trace file; NULL: record spec */
    bool found;            /* nobody asked for the blocks and phases that the
                              schedule names: a search found it, on one kernel */
    const struct algo *other; /* runs as well, to compare with; NULL: none */
};

void request_init(struct request *request);
void request_finish(struct request *request);
bool request_copy(struct request *to, const struct request *from,
                  struct err *err);
/* Replaces the input ("" and NULL: the default one). */
bool request_set_input(struct request *request, const char *text,
                       struct err *err);
/* Whether the run could be made: right n, list, file, ... (not its result, and not
 * whether it comes to the phase that the schedule names). */
bool request_check(const struct request *request, struct err *err);

struct session {
    struct request request;
    struct trace trace;
    struct findings findings;
    struct check_result check;
    struct session *other;    /* the run compared with, or NULL */
    struct session *twin;     /* of a broken kernel: the repaired one's run, or NULL */
    const struct algo *algo;  /* NULL: the trace's is not in the catalogue */
    char fallback[256];       /* why the host executor took over, or "" */
    char subtitle[160], badge[320]; /* in the language of the last show */
};

/* The run that `algo` makes of the same input, in the same order and direction;
 * request is freshly initialised, finished again on failure. */
bool session_repeat(const struct session *session, const struct algo *algo,
                    struct request *request, struct err *err);
/* The input as a list that --input reads, to be freed; NULL: longer than that. */
enum { SESSION_INPUT_MAX = 1 << 24 };
char *session_input(const struct session *session);

/* NULL on failure: also ERR_USAGE where there was not what the schedule names.
 * progress of the request's spec may cancel it. */
struct session *session_create(const struct request *request, struct err *err);
void session_destroy(struct session *session);

/* Shows the session in view: findings, titles in the view's language, check,
 * formulas. The view borrows from the session; of its kind, compare names the
 * directions of both runs. */
void session_show(struct session *session, struct view *view);

/* The table of all states, one row a line: a name, then each cell's value.
 * Not translated. */
/* SESSION_TABLE_MAX: more cells than that are no table for a clipboard. */
enum { SESSION_TABLE_MAX = 500000, SESSION_TABLE_BYTES = 8 << 20 };
bool session_table_fits(const struct session *session);
void session_table(const struct session *session, enum scene_table form,
                   struct buf *out);

#endif
