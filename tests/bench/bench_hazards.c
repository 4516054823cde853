/* How long the search for hazards takes, by the length of the trace: linear in
 * the events up to a logarithm. Prints a line a length. */
#include <stdio.h>
#include <time.h>

#include "analysis/analysis.h"
#include "run/run.h"

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool measure(const char *name, uint32_t n)
{
    struct run_spec spec = { .algo = run_algo_find(name, NULL), .n = n,
                             .device = RUN_HOST, .sequence = true, .writer = true };
    struct trace trace;
    struct arena arena;
    struct steps steps;
    struct flow flow;
    struct hazards hazards = { 0 };
    struct err err = { 0 };
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err)) {
        printf("%s\n", err.what);
        return false;
    }
    arena_init(&arena, 0);
    bool ok = analysis_steps(&trace, &arena, &steps, &err)
        && analysis_flow(&trace, &arena, &flow, &err);
    const double start = seconds();
    ok = ok && analysis_hazards(&trace, &steps, &flow, &arena, &hazards, &err);
    const double took = seconds() - start;
    printf("%-16s n %7u  events %9llu  %8.1f ms  %6.1f ns an event  findings %u\n",
           name, n, (unsigned long long)trace.event_count, 1e3 * took,
           1e9 * took / (double)trace.event_count, hazards.count);
    if (!ok)
        printf("%s\n", err.what);
    arena_finish(&arena);
    trace_finish(&trace);
    return ok;
}

int main(void)
{
    static const char *const names[] = { "three-kernel", "look-back" };
    bool ok = true;
    for (int k = 0; k < 2; k++)
        for (uint32_t power = 10; power <= 18; power += 2)
            ok &= measure(names[k], 1u << power);
    return !ok;
}
