/* No finding on a sound kernel: every one of the catalogue, on every schedule,
 * several lengths and operators, both forms. */
#include <stdio.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "run/run.h"

static const char *const schedules[] = {
    "in-order", "round-robin", "random:1", "random:2", "random:3", "random:4",
    "random:5", "first:0.1", "last:0.0", "last:1.0", "hold:1@load",
};
static const uint32_t lengths[] = { 1, 2, 7, 8, 33, 64 };
static const struct pair { enum elem_op op; enum elem_type type; } pairs[] = {
    { OP_ADD, ELEM_I32 }, { OP_MAX, ELEM_I64 }, { OP_STRING, ELEM_I8 },
    { OP_SEGADD, ELEM_I32 }, { OP_ADD, ELEM_F32 }, { OP_CARRY, ELEM_I8 },
};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static unsigned runs, reports;

static bool try_run(struct run_spec spec)
{
    struct trace trace;
    struct findings f;
    struct err err = { 0 };
    spec.device = RUN_HOST;
    spec.sequence = spec.writer = true;
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err) || !analyse(&trace, &f, &err)) {
        printf("%s: %s\n", spec.algo->name, err.what);
        return false;
    }
    runs++;
    reports += f.hazards.count > 0;
    if (f.hazards.count > 0)
        printf("%s n=%u %s %s %s: %s\n", spec.algo->name, spec.n,
               elem_op_name(spec.op), trace.run.inclusive ? "inclusive" : "exclusive",
               spec.schedule, f.hazards.hazard[0].what);
    analysis_finish(&f);
    trace_finish(&trace);
    return true;
}

static bool try_lengths(struct run_spec spec)
{
    for (size_t i = 0; i < COUNT(lengths); i++) {
        spec.n = lengths[i];
        if (spec.algo->max_n && spec.n > spec.algo->max_n)
            continue;
        for (size_t k = 0; k < COUNT(schedules); k++) {
            spec.schedule = schedules[k];
            if (!try_run(spec))
                return false;
        }
    }
    return true;
}

static bool try_algo(const struct algo *algo)
{
    for (size_t p = 0; p < COUNT(pairs); p++) {
        struct run_spec spec = { .algo = algo, .op = pairs[p].op,
                                 .type = pairs[p].type };
        if (!run_pair_check(algo, spec.op, spec.type, NULL))
            continue;
        spec.direction = RUN_INCLUSIVE;
        if (algo->flags & ALGO_INCLUSIVE && !try_lengths(spec))
            return false;
        spec.direction = RUN_EXCLUSIVE;
        if (algo->flags & ALGO_EXCLUSIVE && !try_lengths(spec))
            return false;
    }
    return true;
}

int main(void)
{
    for (int a = 0; a < run_algo_count(); a++)
        if (!(run_algo_at(a)->flags & ALGO_BROKEN) && !try_algo(run_algo_at(a)))
            return 1;
    printf("%u runs, %u reports\n", runs, reports);
    return reports > 0 || runs < 1000;
}
