/* The runs whose traces are compared between GPU and host: every sound
 * algorithm that does not poll, with these lengths, operators and directions.
 * One line of the file `hashes` a run: its name, a space, the SHA-256 of the
 * canonical dump. Runs that poll are compared by their results. */
#ifndef TESTS_GPU_CASES_H
#define TESTS_GPU_CASES_H

#include <stdio.h>

#include "base/elem_info.h"
#include "run/run.h"

struct gpu_case {
    const struct algo *algo;
    uint32_t n;
    enum elem_op op;
    enum elem_type type;
    bool inclusive;
};

static const struct { enum elem_op op; enum elem_type type; } case_pairs[] = {
    { OP_ADD, ELEM_I32 }, { OP_ADD, ELEM_F32 }, { OP_ADD, ELEM_F16 },
    { OP_MAX, ELEM_F64 }, { OP_MUL, ELEM_I8 }, { OP_MAT2, ELEM_I32 },
    { OP_AFFINE, ELEM_I64 }, { OP_STRING, ELEM_I8 }, { OP_SEGADD, ELEM_I32 },
};
static const uint32_t case_lengths[] = { 8, 32, 33, 64, 256, 1000, 1024 };

static inline void case_name(const struct gpu_case *c, char name[128])
{
    snprintf(name, 128, "%s n=%u %s %s %s", c->algo->name, c->n, elem_op_name(c->op),
             elem_type_name(c->type), c->inclusive ? "inclusive" : "exclusive");
}

static inline void case_spec(const struct gpu_case *c, struct run_spec *spec)
{
    *spec = (struct run_spec){
        .algo = c->algo, .n = c->n, .op = c->op, .type = c->type,
        .direction = c->inclusive ? RUN_INCLUSIVE : RUN_EXCLUSIVE,
    };
}

/* Kept as a whole trace, not only as a sum: int32 +, n = 8 both ways, n = 33 (a
 * warp: 32) inclusive. */
static inline bool case_whole(const struct gpu_case *c)
{
    const bool small = c->n == 33 || (c->n == 32 && c->algo->max_n == 32);
    return c->op == OP_ADD && c->type == ELEM_I32
        && (c->n == 8 || (small && c->inclusive));
}

/* Whether the algorithm takes the pair at all (a sparse scan needs a + ). */
static inline bool case_takes(const struct gpu_case *c)
{
    struct run_spec spec;
    struct trace head;
    struct err err = { 0 };
    case_spec(c, &spec);
    trace_init(&head);
    if (!run_prepare(&spec, &head, &err))
        return err.code != ERR_USAGE;
    trace_finish(&head);
    return true;
}

/* Calls each for every case; stops when it returns false. Pairs beyond the
 * first are run with 33 and 1000 elements (a warp: 32) in one direction. */
static inline bool cases_all(bool polls, bool (*each)(const struct gpu_case *c, void *user),
                             void *user)
{
    for (int a = 0; a < run_algo_count(); a++)
        for (size_t p = 0; p < sizeof case_pairs / sizeof *case_pairs; p++)
            for (size_t k = 0; k < sizeof case_lengths / sizeof *case_lengths; k++)
                for (int inclusive = 1; inclusive >= 0; inclusive--) {
                    const struct algo *algo = run_algo_at(a);
                    const struct gpu_case c = { algo, case_lengths[k],
                        case_pairs[p].op, case_pairs[p].type, inclusive };
                    const unsigned way = inclusive ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE;
                    if (algo->flags & ALGO_BROKEN || !(algo->flags & way)
                        || !!(algo->flags & ALGO_POLLS) != polls
                        || (algo->max_n && c.n > algo->max_n))
                        continue;
                    if (p > 0 && (!inclusive || (c.n != 33 && c.n != 1000 && c.n != 32)))
                        continue;
                    if (case_takes(&c) && !each(&c, user))
                        return false;
                }
    return true;
}

#endif
