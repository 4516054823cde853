/* How long recording takes: plan, host executor, trace. Prints the median and
 * the least of many runs for a few kernels at their greatest common length. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "run/run.h"

enum { RUNS = 21 };

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Milliseconds of one recording; negative when it failed. */
static double record_once(struct run_spec spec, unsigned long long *events)
{
    struct trace trace;
    struct err err = { 0 };
    trace_init(&trace);
    const double start = now_ms();
    if (!run_record(&spec, &trace, NULL, &err)) {
        fprintf(stderr, "%s\n", err.what);
        return -1;
    }
    const double took = now_ms() - start;
    *events = trace.event_count;
    trace_finish(&trace);
    return took;
}

static int measure(const char *algo, uint32_t n, const char *schedule,
                   const char *limit)
{
    const struct run_spec spec = {
        .algo = run_algo_find(algo, NULL), .n = n, .schedule = schedule,
        .device = RUN_HOST, .sequence = true, .writer = true,
    };
    unsigned long long events = 0;
    double times[RUNS];
    for (int i = 0; i < RUNS; i++)
        if ((times[i] = record_once(spec, &events)) < 0)
            return 1;
    qsort(times, RUNS, sizeof *times, compare);
    printf("record %-14s n %5u  %-11s  %7llu events  median %6.2f ms  least %6.2f ms%s\n",
           algo, n, schedule, events, times[RUNS / 2], times[0], limit);
    return 0;
}

int main(void)
{
    return measure("serial", 1024, "in-order", "")
        + measure("hillis", 1024, "in-order", "  limit 25 ms")
        + measure("hillis", 1024, "round-robin", "")
        + measure("hillis", 1024, "random:1", "")
        + measure("blelloch", 1024, "in-order", "")
        + measure("warp", 32, "in-order", "");
}
