/* The host executor against recordings from a real GPU (tests/data/h200):
 * every canonical dump must have the recorded SHA-256, and whole traces must
 * have the same dump line by line. A case without recording is a failure, so
 * that a new algorithm gets one; SKIPPABLE lists those that wait for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "cases.h"
#include "check/check.h"
#include "trace/dump.h"
#include "trace/file.h"

struct recorded {
    unsigned char *hashes;
    size_t length;
    int same, waiting;
};

/* Algorithms younger than the last recording session. */
static const char *const waiting[] = { WAITING NULL };

static bool waits(const struct algo *algo)
{
    for (int i = 0; waiting[i]; i++)
        if (strcmp(waiting[i], algo->name) == 0)
            return true;
    return false;
}

static bool recorded_digest(const struct recorded *recorded, const char *name,
                            char digest[65])
{
    const size_t length = strlen(name);
    for (const char *line = (const char *)recorded->hashes; line && *line;) {
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            memcpy(digest, line + length + 1, 64);
            digest[64] = 0;
            return true;
        }
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return false;
}

static bool each_case(const struct gpu_case *c, void *user)
{
    struct recorded *recorded = user;
    struct trace trace;
    struct run_spec spec;
    struct err err = { 0 };
    char name[128], digest[65], want[65];
    case_name(c, name);
    if (waits(c->algo)) {
        recorded->waiting++;
        return true;
    }
    if (!recorded_digest(recorded, name, want))
        fail_msg("no recording of %s", name);
    case_spec(c, &spec);
    spec.device = RUN_HOST;
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err))
        fail_msg("%s: %s", name, err.what);
    assert_true(trace_dump_sha256(&trace, digest));
    if (strcmp(digest, want) != 0)
        fail_msg("%s: the host's trace is not the GPU's", name);
    trace_finish(&trace);
    recorded->same++;
    return true;
}

static void test_hashes(void **state)
{
    struct recorded recorded = { 0 };
    struct err err = { 0 };
    (void)state;
    if (!file_read_whole(DATA "/hashes", 1u << 24, &recorded.hashes,
                         &recorded.length, &err))
        fail_msg("%s", err.what);
    cases_all(false, each_case, &recorded);
    print_message("%d traces as recorded on the GPU, %d cases wait for a recording\n",
                  recorded.same, recorded.waiting);
    assert_true(recorded.same > 100);
    free(recorded.hashes);
}

static bool each_whole(const struct gpu_case *c, void *user)
{
    struct trace gpu, host;
    struct run_spec spec;
    struct err err = { 0 };
    struct buf difference;
    char path[512];
    snprintf(path, sizeof path, "%s/%s-%u-%s.pscan", DATA, c->algo->name, c->n,
             c->inclusive ? "inclusive" : "exclusive");
    if (!case_whole(c) || waits(c->algo))
        return true;
    case_spec(c, &spec);
    spec.device = RUN_HOST;
    trace_init(&gpu);
    trace_init(&host);
    buf_init(&difference);
    if (!trace_read(&gpu, path, &err) || !run_record(&spec, &host, NULL, &err))
        fail_msg("%s: %s", path, err.what);
    assert_int_equal(gpu.run.device, DEVICE_CUDA);
    if (!trace_diff(&gpu, &host, &difference))
        fail_msg("%s: %s", path, buf_text(&difference));
    buf_finish(&difference);
    trace_finish(&gpu);
    trace_finish(&host);
    ++*(int *)user;
    return true;
}

/* Runs that poll differ from run to run: their results must be right. */
static bool each_polling(const struct gpu_case *c, void *user)
{
    struct trace gpu;
    struct check_result result;
    struct err err = { 0 };
    char path[512];
    snprintf(path, sizeof path, "%s/%s-%u-%s.pscan", DATA, c->algo->name, c->n,
             c->inclusive ? "inclusive" : "exclusive");
    if (!case_whole(c) || waits(c->algo))
        return true;
    trace_init(&gpu);
    if (!trace_read(&gpu, path, &err) || !check_run(&gpu, &result, &err))
        fail_msg("%s: %s", path, err.what);
    if (!result.ok)
        fail_msg("%s: %s", path, result.what);
    trace_finish(&gpu);
    ++*(int *)user;
    return true;
}

static void test_polling(void **state)
{
    int count = 0;
    (void)state;
    cases_all(true, each_polling, &count);
    assert_true(count >= 12);
}

static void test_whole(void **state)
{
    int count = 0;
    (void)state;
    cases_all(false, each_whole, &count);
    assert_true(count > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_polling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
