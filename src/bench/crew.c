/* The crew meets at barriers: a run begins, sums are known, the run is over.
 * A barrier spins a little before it sleeps, since a pass can be as short as a
 * wake-up. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bench/crew.h"

enum { SPINS = 20000, SHARE_ALIGN = 64 };

struct barrier {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    unsigned count, waiting;
    atomic_uint round;
};

struct member {
    struct crew *crew;
    unsigned index;
    pthread_t thread;
    _Alignas(64) unsigned char sum[16]; /* own cache line */
};

struct crew {
    const struct scan_set *set;
    unsigned threads, started;
    struct barrier barrier;
    bool quit;
    const unsigned char *x;
    unsigned char *y;
    size_t n;
    struct member *member;
};

static void barrier_wait(struct barrier *barrier)
{
    const unsigned round = atomic_load(&barrier->round);
    pthread_mutex_lock(&barrier->mutex);
    if (++barrier->waiting == barrier->count) {
        barrier->waiting = 0;
        atomic_store(&barrier->round, round + 1);
        pthread_cond_broadcast(&barrier->all_here);
        pthread_mutex_unlock(&barrier->mutex);
        return;
    }
    pthread_mutex_unlock(&barrier->mutex);
    for (int i = 0; i < SPINS; i++)
        if (atomic_load(&barrier->round) != round)
            return;
    pthread_mutex_lock(&barrier->mutex);
    while (atomic_load(&barrier->round) == round)
        pthread_cond_wait(&barrier->all_here, &barrier->mutex);
    pthread_mutex_unlock(&barrier->mutex);
}

/* The share of a member: equal ones, cut at cache lines; the last may be
 * short or empty. */
static void share_of(const struct crew *crew, unsigned index, size_t *first,
                     size_t *count)
{
    size_t each = (crew->n + crew->threads - 1) / crew->threads;
    each = (each + SHARE_ALIGN - 1) / SHARE_ALIGN * SHARE_ALIGN;
    *first = each * index < crew->n ? each * index : crew->n;
    *count = crew->n - *first < each ? crew->n - *first : each;
}

static void member_scan(struct member *member)
{
    struct crew *crew = member->crew;
    const struct scan_set *set = crew->set;
    unsigned char offset[16] = { 0 };
    size_t first, count;
    share_of(crew, member->index, &first, &count);
    set->reduce(crew->x + first * set->width, count, member->sum);
    barrier_wait(&crew->barrier);
    for (unsigned i = 0; i < member->index; i++)
        set->add(offset, crew->member[i].sum);
    set->scan_from(crew->x + first * set->width, crew->y + first * set->width,
                   count, offset);
}

static void *member_main(void *user)
{
    struct member *member = user;
    struct crew *crew = member->crew;
    for (;;) {
        barrier_wait(&crew->barrier);
        if (crew->quit)
            return NULL;
        member_scan(member);
        barrier_wait(&crew->barrier);
    }
}

void crew_scan(struct crew *crew, const void *x, void *y, size_t n)
{
    crew->x = x;
    crew->y = y;
    crew->n = n;
    barrier_wait(&crew->barrier);
    member_scan(&crew->member[0]);
    barrier_wait(&crew->barrier);
}

/* Ends what was started: waiting members need the barrier to be complete. */
static void crew_dismiss(struct crew *crew)
{
    crew->quit = true;
    pthread_mutex_lock(&crew->barrier.mutex);
    crew->barrier.count = crew->started + 1;
    pthread_mutex_unlock(&crew->barrier.mutex);
    barrier_wait(&crew->barrier);
    for (unsigned i = 1; i <= crew->started; i++)
        pthread_join(crew->member[i].thread, NULL);
}

void crew_destroy(struct crew *crew)
{
    if (!crew)
        return;
    crew_dismiss(crew);
    pthread_cond_destroy(&crew->barrier.all_here);
    pthread_mutex_destroy(&crew->barrier.mutex);
    free(crew->member);
    free(crew);
}

static bool crew_start(struct crew *crew)
{
    for (unsigned i = 0; i < crew->threads; i++) {
        struct member *member = &crew->member[i];
        member->crew = crew;
        member->index = i;
        if (i == 0)
            continue;
        if (pthread_create(&member->thread, NULL, member_main, member) != 0)
            return false;
        crew->started++;
    }
    return true;
}

struct crew *crew_create(const struct scan_set *set, unsigned threads,
                         struct err *err)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew)
        crew->member = aligned_alloc(64, threads * sizeof *crew->member);
    if (!crew || !crew->member) {
        free(crew);
        err_set(err, ERR_FAILED, "out of memory for %u threads", threads);
        return NULL;
    }
    memset(crew->member, 0, threads * sizeof *crew->member);
    crew->set = set;
    crew->threads = threads;
    pthread_mutex_init(&crew->barrier.mutex, NULL);
    pthread_cond_init(&crew->barrier.all_here, NULL);
    crew->barrier.count = threads;
    if (!crew_start(crew)) {
        crew_destroy(crew);
        err_set(err, ERR_FAILED, "cannot start %u threads", threads);
        return NULL;
    }
    return crew;
}
