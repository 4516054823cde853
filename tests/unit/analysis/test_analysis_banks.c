/* Bank conflicts and sectors against figures worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "build.h"

enum { PAIRS = 512 };

static struct findings look(struct build *b)
{
    struct findings f;
    struct err err = {0};
    build_close(b);
    if (!analyse(&b->trace, &f, &err))
        fail_msg("%s", err.what);
    return f;
}

static int32_t pad(int32_t index, bool padded)
{
    return padded ? index + (index >> 5) : index;
}

/* Blelloch's up-sweep over 1024 elements, one thread a pair. */
static void build_pairs(struct build *b, bool padded)
{
    build_open(b, 1024, 1, PAIRS);
    int s = build_array(b, "s", SPACE_SHARED, 1024 + 32);
    build_phase(b, PHASE_LOAD, 0);
    for (uint32_t t = 0; t < PAIRS; t++)
        for (int32_t half = 0; half < 2; half++) {
            int32_t i = (int32_t)t + half * PAIRS;
            b->line = (uint16_t)(10 + half);
            build_st(b, t, s, pad(i, padded), build_ld(b, t, 0, i));
        }
    build_barrier(b);
    for (int32_t d = 1, pairs = PAIRS; pairs > 0; d *= 2, pairs /= 2) {
        build_phase(b, PHASE_UP, d);
        for (int32_t t = 0; t < pairs; t++) {
            int32_t ai = d * (2 * t + 1) - 1, bi = d * (2 * t + 2) - 1;
            uint32_t v[2];
            b->line = 20;
            v[0] = build_ld(b, (uint32_t)t, s, pad(ai, padded));
            b->line = 21;
            v[1] = build_ld(b, (uint32_t)t, s, pad(bi, padded));
            b->line = 22;
            build_st(b, (uint32_t)t, s, pad(bi, padded),
                     build_op(b, (uint32_t)t, v[0], v[1]));
        }
        build_barrier(b);
    }
}

static void pair_mapping(void **state)
{
    static const uint32_t degree[] = {2, 4, 8, 16, 32, 16, 8, 4, 2, 1};
    static const uint32_t excess[] = {32, 48, 56, 60, 62, 30, 14, 6, 2, 0};
    (void)state;
    for (int padded = 0; padded < 2; padded++) {
        struct build b;
        build_pairs(&b, padded);
        struct findings f = look(&b);
        assert_int_equal(f.steps.count, 11);
        for (int k = 0; k < 10; k++) {
            const struct bank_step *step = &f.banks.step[k + 1];
            assert_int_equal(step->load_degree, padded ? 1 : degree[k]);
            assert_int_equal(step->load_excess, padded ? 0 : excess[k]);
            assert_int_equal(step->store_degree, padded ? 1 : degree[k]);
            assert_int_equal(step->store_excess, padded ? 0 : excess[k] / 2);
        }
        assert_int_equal(f.banks.total.load_degree, padded ? 1 : 32);
        assert_int_equal(f.banks.total.load_excess, padded ? 0 : 310);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void element_mapping(void **state)
{
    struct build b;
    (void)state;
    build_open(&b, 1024, 1, 1024);
    build_blelloch(&b, false);
    struct findings f = look(&b);
    assert_int_equal(f.banks.total.load_degree, 1);
    assert_int_equal(f.banks.total.store_degree, 1);
    assert_int_equal(f.banks.total.load_excess, 0);
    assert_int_equal(f.steps.step[5].phase_number, 16);
    assert_int_equal(f.steps.step[5].warps_active, 32);
    assert_int_equal(f.steps.step[5].active, 32);
    analysis_finish(&f);
    build_finish(&b);
}

/* 32 lanes load s[index(lane)] of elements of some width. */
static void one_load(void **state)
{
    static const struct {
        uint32_t width; int32_t times, modulo; uint32_t degree, excess;
    } table[] = {
        {4, 1, 64, 1, 0},     {4, 0, 64, 1, 0},   /* broadcast */
        {4, 2, 64, 2, 1},     {4, 32, 1024, 32, 31},
        {4, 32, 128, 4, 3},   /* four words in bank 0, shared by lanes */
        {1, 1, 64, 1, 0},     {2, 1, 64, 1, 0},   /* sub-words */
        {1, 4, 128, 1, 0},    {8, 1, 64, 1, 0},   /* halves of a warp */
        {8, 2, 64, 2, 2},     {16, 1, 64, 1, 0},  /* quarters */
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_open(&b, 8, 1, 32);
        int s = build_array(&b, "s", SPACE_SHARED, 1024);
        b.trace.arrays[s].width = table[i].width;
        for (int32_t t = 0; t < 32; t++)
            build_ld(&b, (uint32_t)t, s, t * table[i].times % table[i].modulo);
        struct findings f = look(&b);
        assert_int_equal(f.banks.total.load_degree, table[i].degree);
        assert_int_equal(f.banks.total.load_excess, table[i].excess);
        assert_int_equal(f.banks.total.store_degree, 1);
        analysis_finish(&f);
        build_finish(&b);
    }
}

/* Two turns of a loop are two requests, also when lanes skip lines. */
static void occurrences_are_requests(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 64, 1, 32);
    for (uint32_t t = 0; t < 32; t++)
        for (int32_t turn = 0; turn < 2; turn++) {
            b.line = 7;
            build_ld(&b, t, 0, (int32_t)t + 32 * turn);
            b.line = 8;
            if (t % 2 == 0)
                build_ld(&b, t, 0, 0);
        }
    struct findings f = look(&b);
    const struct sector_count *load = &f.coalescing.total.load;
    assert_int_equal(load->requests, 4);
    assert_int_equal(load->sectors, 4 + 4 + 1 + 1);
    assert_int_equal(load->least, 4 + 4 + 1 + 1);
    analysis_finish(&f);
    build_finish(&b);
}

static void sectors(void **state)
{
    static const struct { int32_t times, plus; uint32_t sectors, least; }
    table[] = {
        {1, 0, 4, 4}, {1, 1, 5, 4}, {2, 0, 8, 4}, {8, 0, 32, 4}, {0, 5, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct build b;
        build_open(&b, 512, 1, 32);
        for (int32_t t = 0; t < 32; t++)
            build_ld(&b, (uint32_t)t, 0, t * table[i].times + table[i].plus);
        struct findings f = look(&b);
        const struct sector_count *load = &f.coalescing.step[0].load;
        assert_int_equal(load->requests, 1);
        assert_int_equal(load->sectors, table[i].sectors);
        assert_int_equal(load->least, table[i].least);
        assert_int_equal(f.coalescing.total.store.requests, 0);
        analysis_finish(&f);
        build_finish(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_mapping),
        cmocka_unit_test(element_mapping),
        cmocka_unit_test(one_load),
        cmocka_unit_test(occurrences_are_requests),
        cmocka_unit_test(sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
