/* Runs one kernel once, plain, on the GPU: broken ones too.
 *
 *     broken-run [--poison] NAME N    int32 +, usual input, inclusive if it can
 *
 * NAME is the catalogue's ("broken/missing-barrier", "hillis"). Prints `right`
 * or `wrong` with the first wrong value and exits 0 or 1; 3 when CUDA refused.
 * Some of these kernels never end: the caller sets a limit of time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "gpu/plain_run.h"
#include "run/run.h"

enum { EXIT_RIGHT = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_CUDA = 3 };

static int compare(const struct trace *plan, struct arena *arena,
                   const unsigned char *output, const unsigned char *total)
{
    const size_t width = elem_width(plan->run.op, plan->run.type);
    unsigned char right_total[ELEM_MAX];
    const unsigned char *right = run_reference(plan, arena, right_total);
    if (!right)
        return EXIT_CUDA;
    for (uint32_t i = 0; i < run_reference_count(plan); i++)
        if (memcmp(output + i * width, right + i * width, width) != 0) {
            int32_t is, should;
            memcpy(&is, output + i * width, sizeof is);
            memcpy(&should, right + i * width, sizeof should);
            printf("wrong: y[%" PRIu32 "] is %" PRId32 " and should be %" PRId32 "\n",
                   i, is, should);
            return EXIT_WRONG;
        }
    if (memcmp(total, right_total, width) != 0) {
        printf("wrong: the total\n");
        return EXIT_WRONG;
    }
    printf("right\n");
    return EXIT_RIGHT;
}

static int run(const struct trace *plan, bool poison)
{
    const size_t width = elem_width(plan->run.op, plan->run.type);
    unsigned char total[ELEM_MAX], *output = malloc(plan->run.n * width);
    struct arena arena;
    struct err err = { 0 };
    int status = EXIT_CUDA;
    arena_init(&arena, 0);
    const struct plain_run how = {
        .find = strncmp(plan->run.algo, "broken/", 7) == 0 ? plain_broken_find
                                                           : plain_find,
        .poison = poison, .count = run_reference_count(plan), .output = output,
        .total = total,
    };
    if (output && gpu_plain_run(plan, &how, &err))
        status = compare(plan, &arena, output, total);
    else
        printf("failed: %s\n", err.what);
    arena_finish(&arena);
    free(output);
    return status;
}

int main(int argc, char **argv)
{
    const bool poison = argc == 4 && strcmp(argv[1], "--poison") == 0;
    struct run_spec spec = { .op = OP_ADD, .type = ELEM_I32, .device = RUN_HOST };
    struct trace plan;
    struct err err = { 0 };
    if (argc != 3 + poison) {
        fprintf(stderr, "usage: broken-run [--poison] NAME N\n");
        return EXIT_USAGE;
    }
    spec.algo = run_algo_find(argv[1 + poison], &err);
    spec.n = (uint32_t)strtoul(argv[2 + poison], NULL, 10);
    spec.direction = spec.algo && spec.algo->flags & ALGO_INCLUSIVE ? RUN_INCLUSIVE
                                                                    : RUN_DEFAULT;
    trace_init(&plan);
    if (!spec.algo || !run_prepare(&spec, &plan, &err)) {
        fprintf(stderr, "broken-run: %s\n", err.what);
        return EXIT_USAGE;
    }
    const int status = run(&plan, poison);
    trace_finish(&plan);
    return status;
}
