/* The list of timing rows against what was recorded and what is built. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "bench/bench.h"
#include "bench/rows.h"

static void test_names(void **state)
{
    struct bench_name rows[BENCH_ROWS_MAX];
    const int count = bench_rows(rows);

    (void)state;
    assert_true(count > bench_cpu_rows() + 20);
    for (int i = 0; i < count; i++) {
        assert_true(rows[i].name[0] && rows[i].title[0]);
        assert_int_equal(!rows[i].gpu, strncmp(rows[i].name, "cpu-", 4) == 0);
        assert_int_equal(!rows[i].gpu, i < bench_cpu_rows());
        assert_null(strchr(rows[i].name, '/')); /* nothing that is wrong on purpose */
        for (int k = 0; k < i; k++)
            assert_string_not_equal(rows[i].name, rows[k].name);
    }
}

/* Every row of a record is one of the list, by name and by what it solves. */
static void look_up(const struct timing_set *set)
{
    struct bench_name rows[BENCH_ROWS_MAX];
    const int count = bench_rows(rows);

    for (uint32_t i = 0; i < set->count; i++) {
        const struct timing *timing = &set->rows[i];
        int at = 0;
        while (at < count && strcmp(rows[at].name, timing->row) != 0)
            at++;
        if (at == count)
            fail_msg("%s is not in the list", timing->row);
        assert_true(rows[at].gpu);
        if (!rows[at].every)
            assert_int_equal(rows[at].result, timing->result);
    }
}

static void test_recorded(void **state)
{
    DIR *folder = opendir(RECORDED);
    struct dirent *entry;
    int files = 0;

    (void)state;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        char path[1024];
        struct timing_set set;
        struct err err = { 0 };
        if (!strstr(entry->d_name, ".json"))
            continue;
        snprintf(path, sizeof path, "%s/%s", RECORDED, entry->d_name);
        timing_init(&set);
        if (!timing_read(&set, path, &err))
            fail_msg("%s", err.what);
        look_up(&set);
        timing_finish(&set);
        files++;
    }
    closedir(folder);
    assert_true(files > 5);
}

static void test_check(void **state)
{
    static const struct { const char *name; bool gpu; const char *what; } rows[] = {
        { "cpu-serial", false, NULL }, { "hillis", true, NULL },
        { "cub-inclusive", true, NULL }, { "fast", true, NULL },
        { "hillis", false, "hillis is timed on a GPU: --device cuda, which needs a GPU and "
          "a build with CUDA; allowed on the CPU: cpu-serial, cpu-hillis, cpu-simd, "
          "cpu-parallel" },
        { "cpu-simd", true, "cpu-simd is timed on the CPU: --device host" },
        { "hilis", false, "no timing row \"hilis\"; did you mean hillis; allowed: " },
        { "broken/off-by-one", true, "no timing row \"broken/off-by-one\"" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct err err = { 0 };
        assert_int_equal(bench_row_check(rows[i].name, rows[i].gpu, &err), !rows[i].what);
        if (rows[i].what) {
            assert_int_equal(err.code, ERR_USAGE);
            assert_ptr_equal(strstr(err.what, rows[i].what), err.what);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
