/* What tracing costs, with a clock (host_clock.h) and a GPU that are the host executor:
 * every sound kernel has its row, plain, traced and stamped times are never taken for
 * each other, and nothing wrong gets a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/say.h"
#include "bench/tracing.h"
#include "gpu/gpu.h"
#include "host_clock.h"
#include "kernels/table.h"
#include "run/run.h"
#include "simt/simt.h"

/* ---- a GPU that is none ----------------------------------------------------------- */

enum { TRACED_NS = 2, STAMPED_NS = 3 }; /* and HOST_CLOCK_NS is plain */

enum fault { FAULT_NONE, FAULT_OUTPUT, FAULT_TOTAL, FAULT_STOP, FAULT_LOST };

static enum fault fault;
static const char *faulty; /* the algorithm that has the fault */
static bool few_events;    /* most events find no room */
static int runs_traced, runs_stamped;

bool gpu_available(char why[256])
{
    say_make(why, 256, "none is needed here");
    return false;
}

/* The last store to the array of this role is another value. */
static void store_change(struct trace *trace, enum trace_role role)
{
    const int array = trace_array_by_role(trace, role);
    for (uint64_t i = trace->event_count; i-- > 0;)
        if (event_kind(&trace->events[i]) == EV_ST && trace->events[i].array == array) {
            trace->events[i].bits ^= 1;
            return;
        }
    fail_msg("%s: no store", trace->run.algo);
}

static void fault_make(struct trace *trace)
{
    unsigned char *results = (unsigned char *)(uintptr_t)trace->results;
    if (fault == FAULT_OUTPUT)
        store_change(trace, ROLE_OUTPUT);
    else if (fault == FAULT_TOTAL)
        store_change(trace, ROLE_TOTAL);
    else if (fault == FAULT_STOP)
        trace->stop_count = 1;
    else if (fault == FAULT_LOST && results)
        results[0] ^= 1;
}

bool gpu_run(struct trace *trace, const struct gpu_options *options, struct err *err)
{
    const struct simt_options host = { .event_limit = few_events ? 3 : 0 };
    if (!simt_run(trace, kernels_table, kernels_table_count, &host, err))
        return false;
    *options->kernel_ns = options->stamps ? STAMPED_NS : TRACED_NS;
    *(options->stamps ? &runs_stamped : &runs_traced) += 1;
    if (faulty && strcmp(faulty, trace->run.algo) == 0)
        fault_make(trace);
    return true;
}

/* ---- tests ------------------------------------------------------------------------- */

static const struct algo *sound_at(int index)
{
    const struct algo *algo = run_algo_at(index);
    return algo && !(algo->flags & ALGO_BROKEN) ? algo : NULL;
}

static const struct tracing_row *row_find(const struct tracing *tracing, const char *algo)
{
    const struct tracing_row *found = NULL;
    for (uint32_t i = 0; i < tracing->count; i++)
        if (strcmp(tracing->row[i].algo, algo) == 0) {
            assert_null(found); /* one each */
            found = &tracing->row[i];
        }
    return found;
}

static void row_check(const struct algo *algo, const struct tracing_row *row, uint32_t n,
                      double plain_ns)
{
    if (!row)
        fail_msg("%s has no row", algo->name);
    assert_int_equal(row->n, algo->max_n && algo->max_n < n ? algo->max_n : n);
    assert_int_equal(row->op, algo->result == RESULT_SUM ? OP_CARRY : OP_ADD);
    if (n == 1024)
        assert_int_equal(row->blocks > 1, !(algo->flags & ALGO_ONE_BLOCK));
    assert_true(row->events > row->n);
    assert_true(row->plain_ns == plain_ns);
    assert_true(row->traced_ns == TRACED_NS);
    assert_true(row->stamped_ns == STAMPED_NS);
    assert_true(row->host_ns > STAMPED_NS);
    assert_int_equal(row->loop_ns > 0,
                     algo->result == RESULT_SCAN || algo->result == RESULT_SPARSE);
}

static void tracing_make(uint32_t n, struct tracing *tracing)
{
    const struct tracing_options options = { .n = n, .cuda = true, .runs = 1 };
    struct err err = { 0 };
    if (!bench_tracing_run(&options, tracing, &err))
        fail_msg("%s", err.what);
}

static void test_everyone(void **state)
{
    static const uint32_t lengths[] = { 0, 1, 2, 33, 100 };
    (void)state;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        struct tracing tracing;
        uint32_t rows = 0;
        runs_traced = runs_stamped = 0;
        tracing_make(lengths[k], &tracing);
        for (int i = 0; i < run_algo_count(); i++)
            if (sound_at(i)) {
                row_check(sound_at(i), row_find(&tracing, sound_at(i)->name),
                          lengths[k] ? lengths[k] : 1024, HOST_CLOCK_NS);
                rows++;
            }
        assert_int_equal(tracing.count, rows);
        assert_int_equal(runs_traced, 2 * rows); /* one before the one that counts */
        assert_int_equal(runs_stamped, 2 * rows);
        tracing_finish(&tracing);
    }
}

/* What has no plain build has no plain time; none of the others stands in for it. */
static void test_not_built(void **state)
{
    struct tracing tracing;
    struct err err = { 0 };
    struct buf json;
    (void)state;
    host_clock_unbuilt = "look-back";
    tracing_make(32, &tracing);
    host_clock_unbuilt = NULL;
    row_check(run_algo_find("look-back", &err), row_find(&tracing, "look-back"), 32, 0);
    row_check(run_algo_find("chained", &err), row_find(&tracing, "chained"), 32,
              HOST_CLOCK_NS);
    tracing.count = 1;
    tracing.row[0] = *row_find(&tracing, "serial");
    tracing.row[0].plain_ns = 0;
    buf_init(&json);
    assert_true(tracing_json(&tracing, &json, &err));
    assert_null(strstr(buf_text(&json), "\"gpu_plain_ns\""));
    assert_non_null(strstr(buf_text(&json), "\"gpu_traced_ns\""));
    buf_finish(&json);
    tracing_finish(&tracing);
}

static void refused(const char *algo)
{
    const struct tracing_options options = { .n = 16, .cuda = true, .runs = 1,
                                             .row = algo };
    struct tracing tracing;
    struct err err = { 0 };
    if (bench_tracing_run(&options, &tracing, &err))
        fail_msg("%s passes", algo);
    assert_int_equal(err.code, ERR_FAILED);
    if (strncmp(err.what, algo, strlen(algo)) != 0)
        fail_msg("%s: %s", algo, err.what);
    assert_int_equal(tracing.count, 0);
}

static void test_wrong_plain(void **state)
{
    (void)state;
    for (int i = 0; i < run_algo_count(); i++)
        if (sound_at(i)) {
            host_clock_spoil = sound_at(i)->name;
            refused(host_clock_spoil);
        }
    host_clock_spoil = NULL;
}

static void test_wrong_traced(void **state)
{
    static const enum fault faults[] = { FAULT_OUTPUT, FAULT_TOTAL, FAULT_STOP };
    (void)state;
    for (int i = 0; i < run_algo_count(); i++)
        for (size_t k = 0; sound_at(i) && k < sizeof faults / sizeof *faults; k++) {
            faulty = sound_at(i)->name;
            fault = faults[k];
            refused(faulty);
        }
    faulty = NULL;
}

/* A run that has lost events is checked by the words themselves. */
static void test_few_events(void **state)
{
    struct tracing tracing;
    (void)state;
    few_events = true;
    tracing_make(100, &tracing);
    for (int i = 0; i < run_algo_count(); i++)
        if (sound_at(i))
            row_check(sound_at(i), row_find(&tracing, sound_at(i)->name), 100,
                      HOST_CLOCK_NS);
    tracing_finish(&tracing);
    faulty = "compact";
    fault = FAULT_LOST;
    refused(faulty);
    faulty = NULL;
    few_events = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everyone), cmocka_unit_test(test_not_built),
        cmocka_unit_test(test_wrong_plain), cmocka_unit_test(test_wrong_traced),
        cmocka_unit_test(test_few_events),
    };
    return cmocka_run_group_tests(tests, host_clock_begin, host_clock_end);
}
