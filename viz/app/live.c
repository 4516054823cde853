/* Rows are measured one after the other, never two at once, and only after the
 * first picture stands. `cancel` stops the measurement under way; `target`
 * counts targets, so that a row measured for an old one is thrown away. */
#include "live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/log.h"
#include "bench/bench.h"

struct live {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void (*notify)(void *user);
    void *user;
    atomic_bool cancel;
    bool stopping, fresh;
    unsigned target;
    uint64_t n;
    enum elem_type type;
    int next;                 /* row to measure; past the last one: done */
    struct timing row[16];    /* of the target so far */
    int rows;
};

enum { ROWS_MAX = sizeof((struct live *)0)->row / sizeof(struct timing) };

static int row_count(void)
{
    int count = bench_cpu_rows();

    return count < ROWS_MAX ? count : ROWS_MAX;
}

/* With the lock held, which is let go of while the clock runs. */
static void measure_next(struct live *live)
{
    const struct bench_options options = {.cancel = &live->cancel};
    unsigned target = live->target;
    uint64_t n = live->n;
    enum elem_type type = live->type;
    int row = live->next;
    struct timing timing;
    struct err err = {0};
    bool ok;

    atomic_store(&live->cancel, false);
    pthread_mutex_unlock(&live->lock);
    live->notify(live->user);
    ok = bench_cpu_run(row, n, type, &options, &timing, &err);
    pthread_mutex_lock(&live->lock);
    if (live->stopping || target != live->target)
        return;
    live->next++;
    if (ok)
        live->row[live->rows++] = timing;
    else
        log_warn("%s", err.what);
    live->fresh = true;
    live->notify(live->user);
}

static void *measure(void *user)
{
    struct live *live = user;

    pthread_mutex_lock(&live->lock);
    while (!live->stopping) {
        if (live->n > 0 && live->next < row_count())
            measure_next(live);
        else
            pthread_cond_wait(&live->changed, &live->lock);
    }
    pthread_mutex_unlock(&live->lock);
    return NULL;
}

struct live *live_create(void (*notify)(void *user), void *user)
{
    struct live *live = calloc(1, sizeof *live);

    if (!live)
        return NULL;
    live->notify = notify;
    live->user = user;
    pthread_mutex_init(&live->lock, NULL);
    pthread_cond_init(&live->changed, NULL);
    if (pthread_create(&live->thread, NULL, measure, live) == 0)
        return live;
    pthread_cond_destroy(&live->changed);
    pthread_mutex_destroy(&live->lock);
    free(live);
    return NULL;
}

void live_destroy(struct live *live)
{
    if (!live)
        return;
    pthread_mutex_lock(&live->lock);
    live->stopping = true;
    atomic_store(&live->cancel, true);
    pthread_cond_broadcast(&live->changed);
    pthread_mutex_unlock(&live->lock);
    pthread_join(live->thread, NULL);
    pthread_cond_destroy(&live->changed);
    pthread_mutex_destroy(&live->lock);
    free(live);
}

/* The flag ends the measurement under way, if there is one; the thread takes it
 * down, with the lock held, before it begins the next. */
void live_measure(struct live *live, uint64_t n, enum elem_type type)
{
    if (!live || (n == live->n && type == live->type))
        return;
    pthread_mutex_lock(&live->lock);
    live->target++;
    atomic_store(&live->cancel, true);
    live->n = n;
    live->type = type;
    live->next = live->rows = 0;
    live->fresh = false;
    pthread_cond_broadcast(&live->changed);
    pthread_mutex_unlock(&live->lock);
}

struct timing_set *live_fetch(struct live *live)
{
    struct timing_set *set = live ? malloc(sizeof *set) : NULL;
    struct err err = {0};
    bool ok;

    if (!set)
        return NULL;
    timing_init(set);
    pthread_mutex_lock(&live->lock);
    ok = live->fresh;
    live->fresh = false;
    for (int i = 0; ok && i < live->rows; i++)
        ok = timing_add(set, &live->row[i], &err);
    pthread_mutex_unlock(&live->lock);
    if (ok) {
        bench_cpu_describe(set);
        return set;
    }
    timing_finish(set);
    free(set);
    return NULL;
}

const char *live_waits(struct live *live)
{
    const struct bench_row *row = NULL;

    if (!live)
        return NULL;
    pthread_mutex_lock(&live->lock);
    if (live->n > 0 && live->next < row_count())
        row = bench_cpu_row(live->next);
    pthread_mutex_unlock(&live->lock);
    return row ? row->title : NULL;
}
