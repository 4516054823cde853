/* The CUDA executor. Without a GPU: it says why, in one line, and refuses.
 * With one: the same canonical dump as the host for every race-free kernel,
 * garbage in unwritten memory included. The instances of the plain kernels
 * agree with the widths the rest of the project counts with. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../simt/head.h"
#include "gpu/gpu.h"
#include "kernels/table.h"

static void says_why(void **unused)
{
    (void)unused;
    char why[256];
    memset(why, 1, sizeof why);
    const bool there = gpu_available(why);
    assert_non_null(memchr(why, '\0', sizeof why));
    assert_null(strchr(why, '\n'));
    assert_int_equal(there, why[0] == '\0');
    if (there)
        return;
    const struct head head = { .kernel = "hillis", .n = 8, .block = 8, .shared = "s" };
    struct trace trace;
    struct err err = { 0 };
    head_fill(&trace, &head);
    assert_false(gpu_run(&trace, NULL, &err));
    assert_int_equal(err.code, ERR_FAILED);
    assert_string_equal(err.said, why);
    assert_int_equal(trace.event_count, 0);
    trace_finish(&trace);
}

static void same_as_host(void **unused)
{
    (void)unused;
    static const struct head heads[] = {
        { .kernel = "serial", .n = 33, .block = 1 },
        { .kernel = "hillis", .n = 33, .block = 33, .inclusive = 1, .shared = "s" },
        { .kernel = "hillis", .n = 8, .block = 8, .shared = "s", .op = OP_MAT2 },
        { .kernel = "hillis", .n = 64, .block = 64, .shared = "s", .type = ELEM_F16 },
        { .kernel = "hillis_double", .n = 1000, .block = 1000, .shared = "a b",
          .type = ELEM_I8 },
        { .kernel = "blelloch", .n = 50, .block = 64, .shared = "s", .op = OP_AFFINE,
          .type = ELEM_F64 },
        { .kernel = "blelloch", .n = 1024, .block = 1024, .shared = "s", .op = OP_STRING },
        { .kernel = "warp", .n = 31, .block = 32, .inclusive = 1, .op = OP_CARRY },
    };
    char why[256];
    if (!gpu_available(why))
        skip();
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        const struct gpu_options options = { .stamps = k % 2 };
        struct trace host, device;
        struct err err = { 0 };
        head_run(&host, &heads[k], NULL);
        head_fill(&device, &heads[k]);
        if (!gpu_run(&device, &options, &err))
            fail_msg("%s: %s", heads[k].kernel, err.what);
        char *want = head_dump(&host), *got = head_dump(&device);
        assert_string_equal(got, want);
        assert_int_equal(device.stamps != NULL, k % 2);
        assert_int_equal(device.dropped, 0);
        free(want);
        free(got);
        trace_finish(&host);
        trace_finish(&device);
    }
}

/* What does not fit is counted, never lost silently. */
static void cut(void **unused)
{
    (void)unused;
    const struct head head = { .kernel = "hillis", .n = 16, .block = 16, .shared = "s" };
    const struct gpu_options options = { .event_limit = 5 };
    struct trace host, device;
    struct err err = { 0 };
    char why[256];
    if (!gpu_available(why))
        skip();
    head_run(&host, &head, NULL);
    head_fill(&device, &head);
    assert_true(gpu_run(&device, &options, &err));
    assert_int_equal(device.event_count, 16 * 5);
    assert_int_equal(device.event_count + device.dropped, host.event_count);
    trace_finish(&host);
    trace_finish(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_why),
        cmocka_unit_test(same_as_host),
        cmocka_unit_test(cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
