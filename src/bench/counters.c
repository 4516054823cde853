/* Threads that count. Starting and ending them is part of the time, some tens
 * of microseconds of milliseconds. */
#include "bench/counters.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/machine.h"
#include "bench/measure.h"

enum { WARMUPS = 2, LINE = 128 };

struct counters {
    unsigned char *words;
    size_t apart;
    unsigned threads;
    bool failed;      /* a thread could not be started */
};

static void *count(void *user)
{
    atomic_uint_fast64_t *word = user;
    for (int i = 0; i < COUNTERS_EACH; i++)
        atomic_store_explicit(word,
                              atomic_load_explicit(word, memory_order_relaxed) + 1,
                              memory_order_relaxed);
    return NULL;
}

static void counters_work(void *user)
{
    struct counters *c = user;
    pthread_t thread[COUNTERS_MOST];
    unsigned started = 0;
    memset(c->words, 0, c->apart * c->threads);
    while (started < c->threads &&
           pthread_create(&thread[started], NULL, count,
                          c->words + started * c->apart) == 0)
        started++;
    c->failed |= started < c->threads;
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

static bool counters_check(const struct counters *c, struct err *err)
{
    if (c->failed)
        return err_set(err, ERR_FAILED, "%u threads could not be started", c->threads);
    for (unsigned i = 0; i < c->threads; i++) {
        uint64_t counted;
        memcpy(&counted, c->words + i * c->apart, sizeof counted);
        if (counted != COUNTERS_EACH)
            return err_set(err, ERR_FAILED, "thread %u counted to %llu, not %d", i,
                           (unsigned long long)counted, COUNTERS_EACH);
    }
    return true;
}

static void counters_describe(const struct counters *c, struct timing *out)
{
    memset(out, 0, sizeof *out);
    snprintf(out->row, sizeof out->row, "false-sharing/%zu", c->apart);
    snprintf(out->label, sizeof out->label, "counters %zu bytes apart, %u thread%s",
             c->apart, c->threads, c->threads == 1 ? "" : "s");
    machine_flags(out->shape, sizeof out->shape);
    out->n = (uint64_t)c->threads * COUNTERS_EACH;
    out->op = OP_ADD;
    out->type = ELEM_I64;
    out->bytes = 2 * 8 * out->n;
    out->inclusive = 1;
    out->warm = true;
}

bool bench_counters_run(size_t apart, uint32_t runs, const atomic_bool *cancel,
                        struct timing *out, struct err *err)
{
    const unsigned cores = machine_cores();
    struct counters c = { .apart = apart,
                          .threads = cores < COUNTERS_MOST ? cores : COUNTERS_MOST };
    const struct measure measure = { .work = counters_work, .user = &c, .runs = runs,
                                     .warmups = WARMUPS, .cancel = cancel };
    c.words = aligned_alloc(LINE, (c.threads * apart + LINE - 1) / LINE * LINE);
    if (!c.words)
        return err_set(err, ERR_FAILED, "out of memory");
    counters_describe(&c, out);
    counters_work(&c);
    out->checked = counters_check(&c, err) && measure_run(&measure, out, err)
        && counters_check(&c, err);
    free(c.words);
    return out->checked;
}
