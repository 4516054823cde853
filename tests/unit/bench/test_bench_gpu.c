/* The GPU suite on a clock that has no GPU (host_clock.h): every sound algorithm must
 * have a row that is right, and no result may pass once a word of it is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bench/gpu.h"
#include "host_clock.h"
#include "run/run.h"

/* ---- tests ------------------------------------------------------------------------- */

static const uint64_t lengths[] = { 1, 2, 31, 32, 33, 100, 256, 1000, 1024 };

static void bench(struct bench_gpu_options options, struct timing_set *set)
{
    struct err err = { 0 };
    timing_init(set);
    if (!options.n) {
        options.n = lengths;
        options.n_count = sizeof lengths / sizeof *lengths;
    }
    if (!bench_gpu_run(&options, set, &err))
        fail_msg("%s", err.what);
}

static int rows_of(const struct timing_set *set, const char *row)
{
    int count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += strcmp(set->rows[i].row, row) == 0;
    return count;
}

/* With + of int32 every sound algorithm has a row at every length that it takes,
 * in both directions where it has two. */
static void test_everyone(void **state)
{
    struct timing_set set;
    (void)state;
    bench((struct bench_gpu_options){ .inclusive = true, .exclusive = true }, &set);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        const int ways = !!(algo->flags & ALGO_INCLUSIVE) + !!(algo->flags & ALGO_EXCLUSIVE);
        int wanted = 0;
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            wanted += !algo->max_n || lengths[k] <= algo->max_n ? ways : 0;
        if (algo->flags & ALGO_BROKEN)
            wanted = 0;
        if (rows_of(&set, algo->name) != wanted)
            fail_msg("%s: %d rows, not %d", algo->name, rows_of(&set, algo->name), wanted);
    }
    assert_true(host_clock_refused > 1000);
    timing_finish(&set);
}

/* Operators that do not commute, floats: whatever is built gives what is asked. */
static void test_pairs(void **state)
{
    static const struct { enum elem_op op; enum elem_type type; int reductions; } pairs[] = {
        { OP_ADD, ELEM_F32, 9 }, { OP_MAT2, ELEM_I32, 9 }, { OP_AFFINE, ELEM_I64, 9 },
        { OP_MAX, ELEM_I32, 0 } /* not built: the copy and CUB alone */ };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct timing_set set;
        bench((struct bench_gpu_options){ .op = pairs[i].op, .type = pairs[i].type,
                                          .inclusive = true, .exclusive = true }, &set);
        assert_int_equal(rows_of(&set, "block-reduce"), pairs[i].reductions);
        assert_int_equal(rows_of(&set, "segmented-flags"), 2 * pairs[i].reductions);
        assert_int_equal(rows_of(&set, "compact"),
                         pairs[i].type == ELEM_F32 ? pairs[i].reductions : 0);
        assert_int_equal(rows_of(&set, "adder"), 0);
        timing_finish(&set);
    }
}

/* Whatever direction is asked for, results of one form have one row a length, in
 * the form that the algorithm has. */
static void test_directions(void **state)
{
    static const uint64_t n[] = { 32 };
    static const struct { const char *row; bool form; } rows[] = {
        { "warp-reduce", true }, { "warp-all-reduce", true }, { "block-reduce", true },
        { "compact", false }, { "radix-sort-bit", false }, { "adder", false } };
    (void)state;
    for (int ways = 1; ways <= 3; ways++) {
        struct timing_set set;
        bench((struct bench_gpu_options){ .n = n, .n_count = 1, .inclusive = ways & 1,
                                          .exclusive = ways >> 1 }, &set);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            assert_int_equal(rows_of(&set, rows[i].row), 1);
            for (uint32_t k = 0; k < set.count; k++)
                if (strcmp(set.rows[k].row, rows[i].row) == 0)
                    assert_int_equal(set.rows[k].inclusive, rows[i].form);
        }
        assert_int_equal(rows_of(&set, "segmented-flags"), ways == 3 ? 2 : 1);
        assert_int_equal(rows_of(&set, "sparse"), ways == 3 ? 2 : 1);
        timing_finish(&set);
    }
}

/* Every row but a sparse scan's has one copy of its own bytes in the same run; so
 * has that one, among the scans. */
static void test_copies(void **state)
{
    static const uint64_t n[] = { 8, 256, 1024 };
    struct timing_set set;
    (void)state;
    bench((struct bench_gpu_options){ .n = n, .n_count = 3, .inclusive = true,
                                      .exclusive = true }, &set);
    for (uint32_t i = 0; i < set.count; i++) {
        int copies = 0, cub = 0;
        for (uint32_t k = 0; k < set.count; k++)
            if (timing_alike(&set.rows[i], &set.rows[k])) {
                copies += set.rows[k].limit;
                cub += strncmp(set.rows[k].row, "cub", 3) == 0;
            }
        assert_int_equal(copies, 1);
        assert_int_equal(cub, set.rows[i].result == RESULT_SCAN
                         || set.rows[i].result == RESULT_SPARSE
                         || set.rows[i].result == RESULT_COMPACT);
    }
    timing_finish(&set);
}

/* One row alone; a wrong one is an error and says whose. */
static void test_wrong(void **state)
{
    static const uint64_t n[] = { 32 };
    struct bench_gpu_options options = { .n = n, .n_count = 1, .inclusive = true };
    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        struct timing_set set;
        struct err err = { 0 };
        if (algo->flags & ALGO_BROKEN)
            continue;
        options.row = host_clock_spoil = algo->name;
        timing_init(&set);
        assert_false(bench_gpu_run(&options, &set, &err));
        assert_int_equal(err.code, ERR_FAILED);
        assert_non_null(strstr(err.what, algo->name));
        assert_int_equal(set.count, 0);
        timing_finish(&set);
        host_clock_spoil = NULL;
        assert_true(bench_gpu_run(&options, &set, &err));
        assert_int_equal(set.count, 1);
        timing_finish(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everyone), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_directions), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_wrong),
    };
    return cmocka_run_group_tests(tests, host_clock_begin, host_clock_end);
}
