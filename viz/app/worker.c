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
    bool ended, left;         /* the thread did; nobody waits for that */
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

/* With the lock held: whether anybody wants the result. */
static bool deliver(struct worker *worker, struct session *session,
                    const struct err *err)
{
    if (worker->stopping || worker->running != worker->wanted)
        return false;
    session_destroy(worker->session);
    worker->session = session;
    worker->err = *err;
    worker->finished = true;
    pthread_cond_broadcast(&worker->changed);
    worker->notify(worker->user);
    return true;
}

/* With the lock held, which is let go of while the work is done and while what it
 * made is thrown away: either may take long. */
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
    if (deliver(worker, session, &err))
        return;
    pthread_mutex_unlock(&worker->lock);
    session_destroy(session);
    pthread_mutex_lock(&worker->lock);
}

static void worker_free(struct worker *worker)
{
    session_destroy(worker->session);
    request_finish(&worker->request);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

static void *work(void *user)
{
    struct worker *worker = user;
    bool left;

    pthread_mutex_lock(&worker->lock);
    while (!worker->stopping) {
        if (worker->pending)
            work_once(worker);
        else
            pthread_cond_wait(&worker->changed, &worker->lock);
    }
    worker->ended = true;
    left = worker->left;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    if (left)
        worker_free(worker);
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

static void stop(struct worker *worker)
{
    worker->stopping = true;
    pthread_cond_broadcast(&worker->changed);
}

void worker_destroy(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    stop(worker);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    worker_free(worker);
}

/* With the lock held, which is let go of while waiting. */
static void wait_until(struct worker *worker, const bool *what, unsigned milliseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    until.tv_sec += (time_t)(milliseconds / 1000) + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!*what && pthread_cond_timedwait(&worker->changed, &worker->lock,
                                            &until) != ETIMEDOUT)
        ;
}

bool worker_leave(struct worker *worker, unsigned milliseconds)
{
    bool ended;

    if (!worker)
        return true;
    pthread_mutex_lock(&worker->lock);
    stop(worker);
    wait_until(worker, &worker->ended, milliseconds);
    ended = worker->ended;
    worker->left = !ended;
    if (!ended)
        pthread_detach(worker->thread);
    pthread_mutex_unlock(&worker->lock); /* its own from here on */
    if (!ended)
        return false;
    pthread_join(worker->thread, NULL);
    worker_free(worker);
    return true;
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
    pthread_mutex_lock(&worker->lock);
    wait_until(worker, &worker->finished, milliseconds);
    pthread_mutex_unlock(&worker->lock);
}
