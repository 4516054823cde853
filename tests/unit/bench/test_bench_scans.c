/* Every scan of every compiled instruction set is right for every small n, and
 * the crew for every number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/crew.h"
#include "bench/scans.h"

enum { MOST = 300 };

static void put(int type, void *at, size_t i, int value)
{
    if (type == SCAN_32)
        ((int32_t *)at)[i] = value;
    else if (type == SCAN_64)
        ((int64_t *)at)[i] = value;
    else if (type == SCAN_FLOAT)
        ((float *)at)[i] = (float)value;
    else
        ((double *)at)[i] = value;
}

static double get(int type, const void *at, size_t i)
{
    if (type == SCAN_32)
        return ((const int32_t *)at)[i];
    if (type == SCAN_64)
        return (double)((const int64_t *)at)[i];
    if (type == SCAN_FLOAT)
        return (double)((const float *)at)[i];
    return ((const double *)at)[i];
}

/* Large enough for every type, aligned as vectors like it. */
struct room { _Alignas(64) unsigned char bytes[8 * (MOST + 8)]; };
static struct room x, y, scratch;

static void fill(int type, size_t n)
{
    memset(&y, 0xa5, sizeof y);
    memset(&scratch, 0xa5, sizeof scratch);
    for (size_t i = 0; i < n; i++)
        put(type, &x, i, (int)(i * 7 % 19) - 9);
}

static void judge(int type, size_t width, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)((int)(i * 7 % 19) - 9);
        assert_true(get(type, &y, i) == sum);
    }
    for (size_t i = n * width; i < sizeof y.bytes; i++)
        assert_int_equal(y.bytes[i], 0xa5); /* nothing behind the end */
}

static void try_table(const struct scan_table *table)
{
    for (int type = 0; type < SCAN_TYPES; type++) {
        const struct scan_set *set = &table->set[type];
        const scan_fn scans[] = { set->serial, set->hillis, set->simd };
        for (size_t n = 1; n <= MOST; n++)
            for (int s = 0; s < 3; s++) {
                fill(type, n);
                scans[s](&x, &y, &scratch, n);
                judge(type, set->width, n);
            }
    }
}

static void scans_are_right(void **state)
{
    (void)state;
    try_table(&scans_base);
    try_table(scans_choose()); /* the one this machine times */
}

static void crews_are_right(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads++)
        for (int type = 0; type < SCAN_TYPES; type++) {
            const struct scan_set *set = &scans_choose()->set[type];
            struct crew *crew = crew_create(set, threads, NULL);
            assert_non_null(crew);
            for (size_t n = 1; n <= MOST; n += 13) {
                fill(type, n);
                crew_scan(crew, &x, &y, n);
                judge(type, set->width, n);
            }
            crew_destroy(crew);
        }
    crew_destroy(NULL);
}

static void rows_are_measured(void **state)
{
    static const enum elem_type types[] = { ELEM_I32, ELEM_U32, ELEM_I64, ELEM_F32,
                                            ELEM_F64 };
    (void)state;
    for (int row = 0; row < bench_cpu_rows(); row++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            const struct bench_options options = { .runs = 3, .warmups = 1,
                                                   .grain = 100, .threads = 2 };
            struct timing timing;
            struct err err = { 0 };
            if (!bench_cpu_run(row, 1000, types[t], &options, &timing, &err))
                fail_msg("%s", err.what);
            assert_true(timing.checked);
            assert_int_equal(timing.n, 1000);
            assert_int_equal(timing.runs, 3);
            assert_int_equal(timing.bytes, 2 * 1000 * (types[t] == ELEM_I64
                             || types[t] == ELEM_F64 ? 8 : 4));
            assert_true(timing.min_ns > 0);
            assert_true(timing.min_ns <= timing.p25_ns);
            assert_true(timing.p25_ns <= timing.median_ns);
            assert_true(timing.median_ns <= timing.p75_ns);
            assert_true(timing.p75_ns <= timing.max_ns);
            assert_string_equal(timing.row, bench_cpu_row(row)->name);
        }
}

static void refused_and_cancelled(void **state)
{
    atomic_bool cancel = true;
    const struct bench_options options = { .cancel = &cancel };
    struct timing timing;
    struct err err = { 0 };
    (void)state;
    assert_false(bench_cpu_run(0, 100, ELEM_I32, &options, &timing, &err));
    assert_int_equal(err.code, ERR_FAILED);
    assert_string_equal(err.what, "cancelled");
    err = (struct err){ 0 };
    assert_false(bench_cpu_run(0, 0, ELEM_I32, NULL, &timing, &err));
    assert_string_equal(err.what, "n is 0 but timings take 1 to 2^28");
    err = (struct err){ 0 };
    assert_false(bench_cpu_run(0, 8, ELEM_F16, NULL, &timing, &err));
    assert_string_equal(err.what, "no CPU timing for type half; allowed: int32, "
                        "uint32, int64, float, double");
    err = (struct err){ 0 };
    assert_int_equal(bench_cpu_find("cpu-simmd", &err), -1);
    assert_string_equal(err.what, "no timing row \"cpu-simmd\"; did you mean "
                        "cpu-simd; allowed: cpu-serial, cpu-hillis, cpu-simd, "
                        "cpu-parallel");
    assert_int_equal(bench_cpu_find("cpu-hillis", NULL), 1);
}

static void machine_is_named(void **state)
{
    struct timing_set set = { .count = 0 };
    (void)state;
    bench_cpu_describe(&set);
    assert_true(strstr(set.device, " core") != NULL);
    assert_true(strstr(set.flags, "-O3") != NULL);
    assert_int_equal(strlen(set.date), 10);
    assert_true(set.live);
}

/* The label tells how many threads there were, and how many were asked for. */
static void threads_are_told(void **state)
{
    static const struct { const char *row; uint32_t threads; uint64_t grain, n;
                          const char *label; } rows[] = {
        { "cpu-serial", 0, 0, 64, "serial loop, 1 thread" },
        { "cpu-parallel", 2, 32, 64, "two passes, 2 threads" },
        { "cpu-parallel", 3, 32, 64, "two passes, 2 threads of 3" },
        { "cpu-parallel", 256, 0, 1 << 15, "two passes, 2 threads of 256" },
        { "cpu-parallel", 1, 0, 64, "two passes, 1 thread" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct bench_options options = { .runs = 1, .warmups = 1,
            .threads = rows[i].threads, .grain = rows[i].grain };
        struct timing timing;
        assert_true(bench_cpu_run(bench_cpu_find(rows[i].row, NULL), rows[i].n, ELEM_I32,
                                  &options, &timing, NULL));
        assert_string_equal(timing.label, rows[i].label);
    }
    const struct bench_options most = { .threads = BENCH_MAX_THREADS + 1 };
    struct timing timing;
    assert_false(bench_cpu_run(0, 8, ELEM_I32, &most, &timing, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_are_right),
        cmocka_unit_test(crews_are_right),
        cmocka_unit_test(rows_are_measured),
        cmocka_unit_test(refused_and_cancelled),
        cmocka_unit_test(machine_is_named),
        cmocka_unit_test(threads_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
