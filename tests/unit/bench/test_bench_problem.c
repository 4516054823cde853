/* The problems that are timed: what they ask, by hand, and that random ones have
 * something to find. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bench/problem.h"
#include "gpu/clock_device.h"

enum { MOST = 6, GONE = -99 }; /* GONE: nobody may write there */

/* Values of int32, or bytes of pairs; the total behind the n results. */
struct by_hand {
    const char *name;
    enum trace_result result;
    enum elem_op op;
    bool inclusive;
    uint32_t n;
    int x[2 * MOST], heads[MOST], y[2 * MOST + 2];
    uint64_t bytes;
};

static const struct by_hand cases[] = {
    { "scan", RESULT_SCAN, OP_ADD, true, 3, { 3, 1, 4 }, { 0 }, { 3, 4, 8, 8 }, 24 },
    { "scan", RESULT_SCAN, OP_ADD, false, 3, { 3, 1, 4 }, { 0 }, { 0, 3, 4, 8 }, 24 },
    { "one", RESULT_SCAN, OP_MAX, true, 1, { -3 }, { 0 }, { -3, -3 }, 8 },
    { "sparse", RESULT_SPARSE, OP_ADD, true, 4, { 0, 0, 7, 0 }, { 0 },
      { 0, 0, 7, 7, 7 }, 32 },
    { "total", RESULT_TOTAL, OP_ADD, true, 3, { 3, 1, 4 }, { 0 }, { 8, 8, 8, 8 }, 24 },
    { "total", RESULT_TOTAL, OP_MIN, true, 2, { 3, -1 }, { 0 }, { -1, -1, -1 }, 16 },
    { "compact", RESULT_COMPACT, OP_ADD, false, 5, { 3, 1, 4, 2, 9 }, { 0 },
      { 3, 4, 9, GONE, GONE, 3 }, 32 },
    { "none kept", RESULT_COMPACT, OP_ADD, false, 2, { -3, 2 }, { 0 },
      { GONE, GONE, 0 }, 8 },
    { "all kept", RESULT_COMPACT, OP_ADD, false, 2, { 7, 3 }, { 0 }, { 7, 3, 2 }, 16 },
    { "split", RESULT_SPLIT, OP_ADD, false, 6, { 5, 2, 4, 7, -3, -6 }, { 0 },
      { 2, 4, -6, 5, 7, -3, 3 }, 48 },
    { "all odd", RESULT_SPLIT, OP_ADD, false, 2, { 3, 1 }, { 0 }, { 3, 1, 0 }, 16 },
    { "segments", RESULT_SEGMENTS, OP_ADD, true, 5, { 1, 2, 3, 4, 5 }, { 0, 0, 1, 0, 1 },
      { 1, 3, 3, 7, 5, 5 }, 60 },
    { "segments", RESULT_SEGMENTS, OP_ADD, false, 5, { 1, 2, 3, 4, 5 },
      { 0, 0, 1, 0, 1 }, { 0, 1, 0, 3, 0, 5 }, 60 },
    { "one segment", RESULT_SEGMENTS, OP_ADD, true, 3, { 1, 2, 3 }, { 1, 0, 0 },
      { 1, 3, 6, 6 }, 36 },
    /* 6 + 7 = 13 and 15 + 1 = 16, lowest bit first */
    { "sum", RESULT_SUM, OP_CARRY, false, 4, { 0, 1, 1, 0, 1, 0, 0, 0 }, { 0 },
      { 1, 0, 0, 0, 1, 0, 1, 0, 0, 0 }, 16 },
    { "carry", RESULT_SUM, OP_CARRY, false, 4, { 1, 0, 0, 1, 0, 1, 0, 1 }, { 0 },
      { 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 }, 16 },
};

static void put(const struct problem *p, void *at, size_t i, int k)
{
    if (p->op == OP_CARRY)
        ((unsigned char *)at)[i] = (unsigned char)k;
    else if (k == GONE)
        memset((int32_t *)at + i, GPU_CLOCK_UNTOUCHED, 4);
    else
        ((int32_t *)at)[i] = k;
}

static void test_by_hand(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const struct by_hand *hand = &cases[c];
        const uint32_t each = hand->op == OP_CARRY ? 2 : 1;
        struct problem p = { .result = hand->result, .n = hand->n, .op = hand->op,
            .type = hand->op == OP_CARRY ? ELEM_I8 : ELEM_I32,
            .inclusive = hand->inclusive };
        unsigned char wanted[4 * (MOST + 1)];
        struct err err = { 0 };
        if (!problem_create(&p, 7, &err))
            fail_msg("%s: %s", hand->name, err.what);
        for (uint32_t i = 0; i < each * hand->n; i++)
            put(&p, p.input, i, hand->x[i]);
        for (uint32_t i = 0; p.heads && i < hand->n; i++)
            p.heads[i] = hand->heads[i];
        for (uint32_t i = 0; i < each * (hand->n + 1); i++)
            put(&p, wanted, i, hand->y[i]);
        problem_solve(&p);
        assert_true(p.exact);
        if (memcmp(p.expected, wanted, (hand->n + 1) * p.width) != 0)
            fail_msg("%s, case %zu", hand->name, c);
        assert_ptr_equal(problem_total(&p),
                         (unsigned char *)p.expected + hand->n * p.width);
        assert_int_equal(p.bytes, hand->bytes);
        problem_finish(&p);
    }
}

/* Sums of floats are doubles; what is compacted keeps its bits. */
static void test_floats(void **state)
{
    static const float x[] = { 2.75f, 3.5f, -0.25f, 2.999f };
    static const double total[] = { 8.999, 8.999, 8.999, 8.999, 8.999 },
        segments[] = { 2.75, 6.25, -0.25, 2.749, 2.749 };
    static const struct { enum trace_result result; const double *y; } sums[] = {
        { RESULT_TOTAL, total }, { RESULT_SEGMENTS, segments } };
    static const float kept = 3.5f, one = 1;
    (void)state;
    for (size_t s = 0; s < 2; s++) {
        struct problem p = { .result = sums[s].result, .n = 4, .type = ELEM_F32,
                             .op = OP_ADD, .inclusive = true };
        assert_true(problem_create(&p, 7, NULL));
        memcpy(p.input, x, sizeof x);
        for (int i = 0; p.heads && i < 4; i++)
            p.heads[i] = i == 2;
        problem_solve(&p);
        assert_false(p.exact);
        for (int i = 0; i < 5; i++)
            assert_true(clock_near(sums[s].y[i], ((double *)p.expected)[i], 1e-6));
        problem_finish(&p);
    }
    struct problem p = { .result = RESULT_COMPACT, .n = 4, .type = ELEM_F32, .op = OP_ADD };
    assert_true(problem_create(&p, 7, NULL));
    memcpy(p.input, x, sizeof x);
    problem_solve(&p);
    assert_true(p.exact && p.bytes == 5 * sizeof(float));
    assert_memory_equal(p.expected, &kept, sizeof kept);
    assert_memory_equal(problem_total(&p), &one, sizeof one);
    problem_finish(&p);
}

static uint32_t count_if(const struct problem *p, bool (*is)(int32_t))
{
    uint32_t count = 0;
    for (uint64_t i = 0; i < p->n; i++)
        count += is(((const int32_t *)p->input)[i]);
    return count;
}

static bool is_large(int32_t k) { return k > 2; }
static bool is_odd(int32_t k) { return k & 1; }
static bool is_negative(int32_t k) { return k < 0; }
static bool is_zero(int32_t k) { return k == 0; }

/* What is asked for is there, and so is the opposite. */
static void test_random(void **state)
{
    static const struct { enum trace_result result; bool (*is)(int32_t);
                          uint32_t least, most; } rows[] = {
        { RESULT_COMPACT, is_large, 600, 800 }, { RESULT_SPLIT, is_odd, 400, 600 },
        { RESULT_SPLIT, is_negative, 400, 600 }, { RESULT_SPARSE, is_zero, 800, 1023 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct problem p = { .result = rows[i].result, .n = 1024, .op = OP_ADD };
        assert_true(problem_create(&p, 7, NULL));
        assert_in_range(count_if(&p, rows[i].is), rows[i].least, rows[i].most);
        problem_finish(&p);
    }
}

/* Of the groups of 32 some are empty, some are not. */
static void test_groups(void **state)
{
    struct problem p = { .result = RESULT_SPARSE, .n = 1024, .op = OP_ADD };
    int empty = 0;
    (void)state;
    assert_true(problem_create(&p, 7, NULL));
    for (int group = 0; group < 32; group++) {
        int32_t any = 0;
        for (int i = 0; i < 32; i++)
            any |= ((const int32_t *)p.input)[32 * group + i];
        empty += any == 0;
    }
    assert_in_range(empty, 16, 30);
    problem_finish(&p);
}

/* Heads have nothing to do with values, and some segments are longer than a warp. */
static void test_heads(void **state)
{
    struct problem p = { .result = RESULT_SEGMENTS, .n = 1024, .op = OP_ADD };
    int heads = 0, zeros = 0, run = 0, longest = 0;
    (void)state;
    assert_true(problem_create(&p, 7, NULL));
    for (int i = 0; i < 1024; i++) {
        heads += p.heads[i];
        zeros += p.heads[i] && ((const int32_t *)p.input)[i] == 0;
        run = p.heads[i] ? 1 : run + 1;
        longest = run > longest ? run : longest;
    }
    assert_in_range(heads, 32, 96);
    assert_true(4 * zeros < heads);
    assert_true(longest > 32);
    problem_finish(&p);
}

/* A carry travels further than a warp. */
static void test_carries(void **state)
{
    struct problem p = { .result = RESULT_SUM, .n = 1024, .op = OP_CARRY,
                         .type = ELEM_I8 };
    int run = 0, longest = 0, ones = 0;
    (void)state;
    assert_true(problem_create(&p, 7, NULL));
    for (int i = 0; i < 1024; i++) {
        const unsigned char *x = (const unsigned char *)p.input + 2 * i;
        assert_false(x[0] && x[1]);
        run = x[0] ? 1 : x[1] && run ? run + 1 : 0;
        longest = run > longest ? run : longest;
        ones += ((const unsigned char *)p.expected)[2 * i];
    }
    assert_true(longest > 32);
    assert_in_range(ones, 100, 924);
    problem_finish(&p);
}

static void test_refused(void **state)
{
    struct problem sum = { .result = RESULT_SUM, .n = 8, .op = OP_ADD };
    struct problem half = { .n = 8, .op = OP_MAX, .type = ELEM_F16 };
    struct err err = { 0 };
    (void)state;
    assert_false(problem_create(&sum, 7, &err));
    assert_int_equal(err.code, ERR_USAGE);
    assert_false(problem_create(&half, 7, NULL));
}

/* NaN never does; infinity only for itself. */
static void test_near(void **state)
{
    const double inf = 1e308 * 10, nan = inf - inf;
    const struct { double y, e, bound; bool near; } rows[] = {
        { 1, 1, 0, true }, { 1.5, 1, 0, false }, { 100.5, 100, 0.01, true },
        { 102, 100, 0.01, false }, { -100.5, -100, 0.01, true }, { 0.009, 0, 0.01, true },
        { 0.011, 0, 0.01, false }, { nan, 1, 1, false }, { 1, nan, 1, false },
        { nan, nan, 1, false }, { inf, inf, 0, true }, { -inf, -inf, 1, true },
        { inf, 1, 1, false }, { 1, inf, 1, false }, { -inf, inf, 1, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (clock_near(rows[i].y, rows[i].e, rows[i].bound) != rows[i].near)
            fail_msg("row %zu", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand), cmocka_unit_test(test_floats),
        cmocka_unit_test(test_random), cmocka_unit_test(test_groups),
        cmocka_unit_test(test_heads), cmocka_unit_test(test_carries),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
