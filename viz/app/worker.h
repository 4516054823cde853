/* A thread that makes sessions, so that the window never waits.
 *
 * One request at a time; a newer one cancels and replaces the older. Results
 * are fetched by the window's thread after `notify` was called (from the
 * worker's thread). */
#ifndef APP_WORKER_H
#define APP_WORKER_H

#include "base/err.h"
#include "session.h"

struct worker;

struct worker *worker_create(void (*notify)(void *user), void *user,
                             struct err *err);
/* Cancels what runs, waits for the thread, frees what was not fetched. */
void worker_destroy(struct worker *worker);
/* The same, but waits at most so long: a stage that cannot be stopped may take
 * seconds. Then the thread goes on by itself, calls nobody and frees all at its
 * end, which may be the program's. False: it was left. */
bool worker_leave(struct worker *worker, unsigned milliseconds);

/* The request is copied. */
bool worker_submit(struct worker *worker, const struct request *request,
                   struct err *err);
/* True once for each finished request that was not replaced: *session is the
 * result, now the caller's, or NULL with *err set. */
bool worker_fetch(struct worker *worker, struct session **session,
                  struct err *err);
/* What was asked for last is no longer wanted; nothing comes of it. */
void worker_cancel(struct worker *worker);
/* Percent done of the request under way, 0 where that is not known. */
int worker_progress(struct worker *worker);
/* Waits at most so long for a result. */
void worker_wait(struct worker *worker, unsigned milliseconds);

#endif
