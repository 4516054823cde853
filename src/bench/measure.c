/* A run is a batch of calls that lasts at least BATCH_NS, so that the clock's
 * resolution and its cost (tens of nanoseconds) stay below a thousandth. */
#include <stdlib.h>
#include <time.h>

#include "bench/measure.h"

static const double BATCH_NS = 100e3;

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double batch_ns(const struct measure *measure, uint64_t calls)
{
    const double start = now_ns();
    for (uint64_t i = 0; i < calls; i++)
        measure->work(measure->user);
    return now_ns() - start;
}

static bool cancelled(const struct measure *measure, struct err *err)
{
    return measure->cancel && atomic_load(measure->cancel)
        && !err_set(err, ERR_FAILED, "cancelled");
}

/* Calls a batch: doubled until it is long enough. Warms up, too. */
static uint64_t batch_size(const struct measure *measure)
{
    uint64_t calls = 1;
    while (calls < (uint64_t)1 << 30 && batch_ns(measure, calls) < BATCH_NS)
        calls *= 2;
    return calls;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double measure_quantile(const double *sorted, uint32_t count, double q)
{
    const double at = q * (double)(count - 1);
    const uint32_t below = (uint32_t)at;
    if (below + 1 >= count)
        return sorted[count - 1];
    const double part = at - (double)below;
    return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

static void summarise(double *times, uint32_t count, struct timing *out)
{
    qsort(times, count, sizeof *times, compare);
    out->min_ns = times[0];
    out->max_ns = times[count - 1];
    out->median_ns = measure_quantile(times, count, 0.5);
    out->p25_ns = measure_quantile(times, count, 0.25);
    out->p75_ns = measure_quantile(times, count, 0.75);
}

bool measure_run(const struct measure *measure, struct timing *out,
                 struct err *err)
{
    double *times = calloc(measure->runs, sizeof *times);
    if (!times)
        return err_set(err, ERR_FAILED, "out of memory for %u times", measure->runs);
    const uint64_t calls = batch_size(measure);
    bool ok = true;
    for (uint32_t i = 0; ok && i < measure->warmups + measure->runs; i++) {
        const double time = batch_ns(measure, calls) / (double)calls;
        if (i >= measure->warmups)
            times[i - measure->warmups] = time;
        ok = !cancelled(measure, err);
    }
    if (ok) {
        summarise(times, measure->runs, out);
        out->runs = measure->runs;
        out->warmups = measure->warmups;
    }
    free(times);
    return ok;
}
