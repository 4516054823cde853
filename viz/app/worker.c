/* One mutex, one condition; `wanted` counts requests, so that a result is known
 * to be stale when its number is no longer the last. */
#include "worker.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void (*notify)(void *user);
    void *user;
    struct request request;   /* the last one, while `pending` */
    bool pending, stopping, finished;
    unsigned wanted, running; /* numbers of requests */
    int percent;              /* of the one that runs */
    struct session *session;  /* result, while `finished` */
    struct err err;
};

static bool may_go_on(void *user, uint64_t done, uint64_t of)
{
    struct worker *worker = user;
    bool go_on;

    pthread_mutex_lock(&worker->lock);
    worker->percent = of > 0 ? (int)(done * 100 / of) : 0;
    go_on = !worker->stopping && worker->running == worker->wanted;
    pthread_mutex_unlock(&worker->lock);
    return go_on;
}

/* With the lock held: puts the result in, unless nobody wants it any more. */
static void deliver(struct worker *worker, struct session *session,
                    const struct err *err)
{
    if (worker->stopping || worker->running != worker->wanted) {
        session_destroy(session);
        return;
    }
    session_destroy(worker->session);
    worker->session = session;
    worker->err = *err;
    worker->finished = true;
    pthread_cond_broadcast(&worker->changed);
    worker->notify(worker->user);
}

/* With the lock held, which is let go of while the work is done. */
static void work_once(struct worker *worker)
{
    struct request request = worker->request;
    struct session *session;
    struct err err = {0};

    request_init(&worker->request);
    worker->pending = false;
    worker->running = worker->wanted;
    worker->percent = 0;
    request.spec.progress = may_go_on;
    request.spec.user = worker;
    pthread_mutex_unlock(&worker->lock);
    session = session_create(&request, &err);
    request_finish(&request);
    pthread_mutex_lock(&worker->lock);
    deliver(worker, session, &err);
}

static void *work(void *user)
{
    struct worker *worker = user;

    pthread_mutex_lock(&worker->lock);
    while (!worker->stopping) {
        if (worker->pending)
            work_once(worker);
        else
            pthread_cond_wait(&worker->changed, &worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

struct worker *worker_create(void (*notify)(void *user), void *user,
                             struct err *err)
{
    struct worker *worker = calloc(1, sizeof *worker);

    if (!worker) {
        err_set(err, ERR_FAILED, "out of memory");
        return NULL;
    }
    worker->notify = notify;
    worker->user = user;
    request_init(&worker->request);
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->lock);
        free(worker);
        err_set(err, ERR_FAILED, "a thread could not be started");
        return NULL;
    }
    return worker;
}

void worker_destroy(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    session_destroy(worker->session);
    request_finish(&worker->request);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

bool worker_submit(struct worker *worker, const struct request *request,
                   struct err *err)
{
    struct request copy;

    if (!request_copy(&copy, request, err))
        return false;
    pthread_mutex_lock(&worker->lock);
    request_finish(&worker->request);
    worker->request = copy;
    worker->pending = true;
    worker->wanted++;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    return true;
}

void worker_cancel(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    request_finish(&worker->request);
    session_destroy(worker->session);
    worker->session = NULL;
    worker->pending = worker->finished = false;
    worker->wanted++;
    pthread_mutex_unlock(&worker->lock);
}

int worker_progress(struct worker *worker)
{
    int percent;

    pthread_mutex_lock(&worker->lock);
    percent = worker->pending ? 0 : worker->percent;
    pthread_mutex_unlock(&worker->lock);
    return percent;
}

bool worker_fetch(struct worker *worker, struct session **session,
                  struct err *err)
{
    bool finished;

    pthread_mutex_lock(&worker->lock);
    finished = worker->finished && !worker->pending;
    if (finished) {
        *session = worker->session;
        *err = worker->err;
        worker->session = NULL;
        worker->finished = false;
    }
    pthread_mutex_unlock(&worker->lock);
    return finished;
}

void worker_wait(struct worker *worker, unsigned milliseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&worker->lock);
    while (!worker->finished &&
           pthread_cond_timedwait(&worker->changed, &worker->lock, &until) !=
               ETIMEDOUT)
        ;
    pthread_mutex_unlock(&worker->lock);
}
