/* One kernel, named on the command line: every length, schedule, operator and
 * form gives the right result, and every schedule the same canonical trace. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "check/check.h"
#include "run/run.h"
#include "trace/dump.h"

static const uint32_t lengths[] = { 1, 2, 3, 7, 8, 31, 32, 33, 64, 1000, 1024 };
static const char *const schedules[] = { "in-order", "round-robin", "random:1",
                                         "random:2", "random:3" };
static const struct pair {
    enum elem_op op;
    enum elem_type type;
    uint32_t longest; /* 0: none; the slower ones stop earlier */
} pairs[] = {
    { OP_ADD, ELEM_I32, 0 },     { OP_ADD, ELEM_F32, 64 },
    { OP_MAX, ELEM_I32, 64 },    { OP_MAT2, ELEM_I32, 64 },
    { OP_STRING, ELEM_I8, 64 },  { OP_SEGADD, ELEM_I32, 64 },
    { OP_AFFINE, ELEM_F64, 33 }, { OP_CARRY, ELEM_I8, 33 },
    { OP_ARGMAX, ELEM_I64, 33 }, { OP_ADD, ELEM_F16, 33 },
    { OP_MUL, ELEM_U32, 33 },    { OP_MIN, ELEM_F32, 33 },
    { OP_XOR, ELEM_I8, 33 },
};

struct tally { int runs, failures; };

static void fail(struct tally *tally, const struct run_spec *spec, const char *what)
{
    tally->failures++;
    printf("%s n=%u %s %s %s %s: %s\n", spec->algo->name, spec->n,
           elem_op_name(spec->op), elem_type_name(spec->type),
           spec->direction == RUN_INCLUSIVE ? "inclusive" : "exclusive",
           spec->schedule, what);
}

/* digest[0] is 0 before the first schedule. */
static void try_run(struct tally *tally, struct run_spec spec, char digest[65])
{
    struct check_result result;
    struct trace trace;
    struct err err = { 0 };
    char now[65];
    tally->runs++;
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err)) {
        fail(tally, &spec, err.what);
        return;
    }
    if (!check_run(&trace, &result, &err))
        fail(tally, &spec, err.what);
    else if (!result.ok)
        fail(tally, &spec, result.what);
    if (!(spec.algo->flags & ALGO_POLLS)) {
        if (!trace_dump_sha256(&trace, now))
            fail(tally, &spec, "no digest");
        else if (digest[0] && strcmp(digest, now) != 0)
            fail(tally, &spec, "the canonical trace depends on the schedule");
        memcpy(digest, now, sizeof now);
    }
    trace_finish(&trace);
}

static void try_schedules(struct tally *tally, struct run_spec spec)
{
    char digest[65] = "";
    for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
        spec.schedule = schedules[i];
        try_run(tally, spec, digest);
    }
}

static void try_lengths(struct tally *tally, const struct algo *algo,
                        const struct pair *pair, enum run_direction direction)
{
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const struct run_spec spec = {
            .algo = algo, .n = lengths[i], .op = pair->op, .type = pair->type,
            .direction = direction, .input = "random:5", .device = RUN_HOST,
            .sequence = true,
        };
        if ((algo->max_n && spec.n > algo->max_n)
            || !run_pair_check(algo, pair->op, pair->type, NULL)
            || (pair->longest && spec.n > pair->longest))
            continue;
        try_schedules(tally, spec);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = { 0 };
    struct err err = { 0 };
    const struct algo *algo = run_algo_find(argc > 1 ? argv[1] : "", &err);
    if (!algo) {
        printf("%s\n", err.what);
        return 1;
    }
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!run_pair_check(algo, pairs[i].op, pairs[i].type, NULL))
            continue;
        if (algo->flags & ALGO_INCLUSIVE)
            try_lengths(&tally, algo, &pairs[i], RUN_INCLUSIVE);
        if (algo->flags & ALGO_EXCLUSIVE)
            try_lengths(&tally, algo, &pairs[i], RUN_EXCLUSIVE);
    }
    printf("%d runs, %d failures\n", tally.runs, tally.failures);
    return tally.failures > 0 || tally.runs == 0;
}
