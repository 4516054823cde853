/* The kernels on the host: states of shared memory worked out by hand, counts,
 * and results for every n against a serial loop written here, with operators
 * that tell left from right. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "head.h"
#include "kernels/table.h"

static const struct simt_options recorded = { .sequence = true, .writer = true };

struct state { enum event_phase phase; int number; int s[8]; };

static void check_states(const struct head *head, const struct state *states, int count)
{
    struct trace trace;
    head_run(&trace, head, &recorded);
    assert_int_equal(trace.stop_count, 0);
    for (int k = 0; k < count; k++) {
        const uint64_t end = head_phase_end(&trace, states[k].phase, states[k].number);
        for (int i = 0; i < 8; i++)
            assert_int_equal(head_int(&trace, HEAD_TOTAL + 1, i, end), states[k].s[i]);
    }
    trace_finish(&trace);
}

static void hillis_states(void **unused)
{
    (void)unused;
    static const struct state states[] = {
        { PHASE_LOAD, 0, { 3, 1, 4, 1, 5, 9, 2, 6 } },
        { PHASE_STRIDE, 1, { 3, 4, 5, 5, 6, 14, 11, 8 } },
        { PHASE_STRIDE, 2, { 3, 4, 8, 9, 11, 19, 17, 22 } },
        { PHASE_STRIDE, 4, { 3, 4, 8, 9, 14, 23, 25, 31 } },
    };
    const struct head head = { .kernel = "hillis", .n = 8, .block = 8,
                               .inclusive = 1, .shared = "s" };
    check_states(&head, states, 4);
}

static void blelloch_states(void **unused)
{
    (void)unused;
    static const struct state states[] = {
        { PHASE_UP, 1, { 3, 4, 4, 5, 5, 14, 2, 8 } },
        { PHASE_UP, 2, { 3, 4, 4, 9, 5, 14, 2, 22 } },
        { PHASE_UP, 4, { 3, 4, 4, 9, 5, 14, 2, 31 } },
        { PHASE_ROOT, 0, { 3, 4, 4, 9, 5, 14, 2, 0 } },
        { PHASE_DOWN, 4, { 3, 4, 4, 0, 5, 14, 2, 9 } },
        { PHASE_DOWN, 2, { 3, 0, 4, 4, 5, 9, 2, 23 } },
        { PHASE_DOWN, 1, { 0, 3, 4, 8, 9, 14, 23, 25 } },
    };
    const struct head head = { .kernel = "blelloch", .n = 8, .block = 8, .shared = "s" };
    check_states(&head, states, 7);
}

/* ---- counts --------------------------------------------------------------- */

static int count_kind(const struct trace *trace, enum event_kind kind)
{
    int count = 0;
    for (uint64_t i = 0; i < trace->event_count; i++)
        count += event_kind(&trace->events[i]) == kind;
    return count;
}

static void counts(void **unused)
{
    (void)unused;
    static const struct {
        const char *kernel, *shared;
        uint32_t n, block;
        int inclusive, adds, shuffles;
    } rows[] = {
        { "serial", NULL, 8, 1, 1, 7, 0 },
        { "serial", NULL, 1024, 1, 0, 1023, 0 },
        { "hillis", "s", 8, 8, 1, 17, 0 },
        { "hillis", "s", 32, 32, 1, 129, 0 },
        { "hillis", "s", 64, 64, 1, 321, 0 },
        { "hillis", "s", 1024, 1024, 1, 9217, 0 },
        { "hillis", "s", 13, 13, 1, 13 * 4 - 15, 0 },
        { "hillis_double", "a b", 256, 256, 1, 1793, 0 },
        { "blelloch", "s", 8, 8, 0, 14, 0 },
        { "blelloch", "s", 256, 256, 0, 510, 0 },
        { "blelloch", "s", 1024, 1024, 0, 2046, 0 },
        { "warp", NULL, 32, 32, 1, 129, 160 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct head head = { .kernel = rows[k].kernel, .n = rows[k].n,
                                   .block = rows[k].block, .shared = rows[k].shared,
                                   .inclusive = rows[k].inclusive };
        struct trace trace;
        head_run(&trace, &head, &recorded);
        assert_int_equal(count_kind(&trace, EV_OP), rows[k].adds);
        assert_int_equal(count_kind(&trace, EV_SHFL), rows[k].shuffles);
        trace_finish(&trace);
    }
}

/* ---- results -------------------------------------------------------------- */

static void check_value(const struct trace *trace, uint32_t array, int32_t index,
                        const unsigned char want[ELEM_MAX])
{
    unsigned char got[ELEM_MAX];
    assert_true(head_stored(trace, array, index, UINT64_MAX, got));
    assert_memory_equal(got, want, ELEM_MAX);
}

/* The last store of each cell, in one pass, for the larger n. */
static void check_result(const struct trace *trace)
{
    const int op = trace->run.op, type = trace->run.type;
    const size_t width = elem_width(trace->run.op, trace->run.type);
    unsigned char sum[ELEM_MAX], value[ELEM_MAX], before[ELEM_MAX];
    elem_identity(op, type, sum);
    for (uint32_t i = 0; i < trace->run.n; i++) {
        memset(value, 0, sizeof value);
        memcpy(value, trace->input + i * width, width);
        memcpy(before, sum, sizeof sum);
        elem_apply(op, type, sum, value, sum);
        check_value(trace, HEAD_Y, (int32_t)i, trace->run.inclusive ? sum : before);
    }
    check_value(trace, HEAD_TOTAL, 0, sum);
}

static uint32_t power_from(uint32_t n)
{
    uint32_t m = 1;
    while (m < n)
        m *= 2;
    return m;
}

static void results(void **unused)
{
    (void)unused;
    static const uint32_t lengths[] = { 1, 2, 3, 7, 8, 31, 32, 33, 64, 100 };
    static const struct { enum elem_op op; enum elem_type type; } kinds[] = {
        { OP_ADD, ELEM_I32 }, { OP_MAT2, ELEM_I32 }, { OP_STRING, ELEM_I32 },
        { OP_AFFINE, ELEM_I64 },
    };
    static const struct { const char *kernel, *shared; int block; } kernels[] = {
        { "serial", NULL, 1 }, { "hillis", "s", 0 }, { "hillis_double", "a b", 0 },
        { "blelloch", "s", -1 }, { "warp", NULL, 32 },
    };
    for (int run = 0; run < 10 * 4 * 5 * 2; run++) {
        const int k = run / 2 % 5, kind = run / 10 % 4;
        const uint32_t n = lengths[run / 40];
        struct head head = { .kernel = kernels[k].kernel, .shared = kernels[k].shared,
                             .n = n, .inclusive = run % 2, .op = kinds[kind].op,
                             .type = kinds[kind].type };
        struct trace trace;
        head.block = kernels[k].block > 0   ? (uint32_t)kernels[k].block
                     : kernels[k].block < 0 ? power_from(n)
                                            : n;
        if (k == 4 && n > 32)
            continue;
        head_run(&trace, &head, &recorded);
        assert_int_equal(trace.stop_count, 0);
        check_result(&trace);
        trace_finish(&trace);
    }
}

/* Every load says which store it read, and the bits agree. */
static void writers(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "hillis", .n = 33, .block = 33,
                               .inclusive = 1, .shared = "s" };
    struct trace trace;
    head_run(&trace, &head, &recorded);
    for (uint64_t i = 0; i < trace.event_count; i++) {
        const struct event *event = &trace.events[i];
        if (event_kind(event) != EV_LD)
            continue;
        if (event->array == HEAD_X) {
            assert_int_equal(trace.writer[i], 0);
            continue;
        }
        assert_true(trace.writer[i] > 0);
        const struct event *store = &trace.events[trace.writer[i] - 1];
        assert_int_equal(event_kind(store), EV_ST);
        assert_int_equal(store->array, event->array);
        assert_int_equal(store->index, event->index);
        assert_int_equal(store->bits, event->bits);
        assert_true(trace.sequence[trace.writer[i] - 1] < trace.sequence[i]);
    }
    trace_finish(&trace);
}

static void texts(void **unused)
{
    (void)unused;
    const char *text = kernels_source("kernels/hillis.cu");
    assert_non_null(text);
    assert_non_null(strstr(text, "KERNEL(hillis, (vals x, vals y, vals total)"));
    assert_int_equal(kernels_text_find("kernels/hillis.cu")->length, strlen(text));
    assert_null(kernels_source("kernels/nothing.cu"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hillis_states), cmocka_unit_test(blelloch_states),
        cmocka_unit_test(counts),        cmocka_unit_test(results),
        cmocka_unit_test(writers),       cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
