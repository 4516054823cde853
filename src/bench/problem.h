/* Problems for real timings: an input and what its scan must be. */
#ifndef BENCH_PROBLEM_H
#define BENCH_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/elem.h"
#include "base/err.h"

struct problem {
    void *input;      /* n packed values */
    void *expected;   /* exact types: n packed values; floats: n doubles */
    uint64_t n;
    double bound;     /* floats: |y - e| / max(1, |e|); 0: exact */
};

/* Random values from seed (splitmix64); see problem.c for their ranges. */
bool problem_create(struct problem *problem, uint64_t n, enum elem_type type,
                    enum elem_op op, bool inclusive, uint64_t seed,
                    struct err *err);
void problem_finish(struct problem *problem);

#endif
