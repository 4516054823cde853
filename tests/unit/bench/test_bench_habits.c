/* Experiments and the costs of tracing on the host; the recorded ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "bench/counters.h"
#include "bench/tracing.h"
#include "run/run.h"

static void test_counters(void **state)
{
    static const size_t apart[] = { 8, 64, 128 };
    (void)state;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        struct timing timing;
        struct err err = { 0 };
        if (!bench_counters_run(apart[i], 2, NULL, &timing, &err))
            fail_msg("%s", err.what);
        assert_true(timing.checked && timing.runs == 2);
        assert_true(timing.median_ns > 0 && timing.min_ns <= timing.max_ns);
        assert_int_equal(timing.n % COUNTERS_EACH, 0);
    }
}

static int sound(void)
{
    int count = 0;
    for (int i = 0; i < run_algo_count(); i++)
        count += !(run_algo_at(i)->flags & ALGO_BROKEN);
    return count;
}

static bool is_scan(const struct tracing_row *row)
{
    const struct algo *algo = run_algo_find(row->algo, NULL);
    return algo->result == RESULT_SCAN || algo->result == RESULT_SPARSE;
}

static void test_tracing(void **state)
{
    const struct tracing_options options = { .n = 64, .runs = 2 };
    struct tracing tracing;
    struct timing_set set;
    struct err err = { 0 };
    struct buf json;
    (void)state;
    if (!bench_tracing_run(&options, &tracing, &err))
        fail_msg("%s", err.what);
    assert_int_equal(tracing.count, sound());
    for (uint32_t i = 0; i < tracing.count; i++) {
        const struct tracing_row *row = &tracing.row[i];
        assert_true(row->n == 64 || row->n == 32);
        assert_true(row->events > row->n);
        assert_true(row->host_ns > 0 && is_scan(row) == (row->loop_ns > 0));
        assert_true(row->plain_ns == 0 && row->traced_ns == 0 && row->stamped_ns == 0);
    }
    buf_init(&json);
    assert_true(tracing_json(&tracing, &json, &err));
    assert_non_null(strstr(buf_text(&json), "\"host_recording_ns\""));
    assert_null(strstr(buf_text(&json), "\"gpu_plain_ns\""));
    timing_init(&set); /* is no timing record, and nobody takes it for one */
    assert_false(timing_read_bytes(&set, buf_text(&json), strlen(buf_text(&json)),
                                   "tracing", &err));
    buf_finish(&json);
    tracing_finish(&tracing);
}

/* What is recorded under assets/experiments. */
static void test_recorded(void **state)
{
    static const struct { const char *name; bool timings; } files[] = {
        { "h200-habits.json", true }, { "xeon-16-cores-habits.json", true },
        { "h200-cold.json", true }, { "h200-tracing.json", false },
        { "h200-streams.json", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct timing_set set;
        struct err err = { 0 };
        struct buf path;
        buf_init(&path);
        buf_printf(&path, "%s/%s", RECORDED, files[i].name);
        timing_init(&set);
        const bool ok = timing_read(&set, buf_text(&path), &err);
        if (ok != files[i].timings)
            fail_msg("%s: %s", files[i].name, err.what);
        for (uint32_t k = 0; ok && k < set.count; k++) {
            assert_true(set.rows[k].checked);
            assert_true(set.rows[k].p25_ns <= set.rows[k].median_ns
                        && set.rows[k].median_ns <= set.rows[k].p75_ns);
        }
        if (ok) {
            assert_true(*set.device && *set.date);
            timing_finish(&set);
        }
        buf_finish(&path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_tracing),
        cmocka_unit_test(test_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
