/* Records the cases on a GPU, compares each with the host, writes recordings.
 *
 *     record DIR     writes DIR/hashes and, for some small runs, whole traces
 *                    DIR/ALGO-N-DIRECTION.pscan
 *
 * Prints every difference, and last how many were the same. Exit status 1
 * when one differs. Needs a GPU: run by hand, see tests/gpu/h200.sh. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cases.h"
#include "check/check.h"
#include "trace/dump.h"
#include "trace/file.h"

struct recording {
    const char *folder;
    struct buf hashes;
    int same, different, failed;
};

static bool record(const struct gpu_case *c, int device, struct trace *trace)
{
    struct run_spec spec;
    struct err err = { 0 };
    char name[128];
    case_spec(c, &spec);
    spec.device = device;
    trace_init(trace);
    if (run_record(&spec, trace, NULL, &err))
        return true;
    case_name(c, name);
    printf("failed: %s: %s\n", name, err.what);
    return false;
}

static bool checks(const struct gpu_case *c, const struct trace *trace)
{
    struct check_result result;
    struct err err = { 0 };
    char name[128];
    if (check_run(trace, &result, &err) && result.ok)
        return true;
    case_name(c, name);
    printf("wrong: %s: %s\n", name, err.code ? err.what : result.what);
    return false;
}

static bool write_whole(struct recording *recording, const struct gpu_case *c,
                        const struct trace *trace)
{
    char path[512];
    struct err err = { 0 };
    snprintf(path, sizeof path, "%s/%s-%u-%s.pscan", recording->folder,
             c->algo->name, c->n, c->inclusive ? "inclusive" : "exclusive");
    if (trace_write(trace, path, &err))
        return true;
    printf("%s\n", err.what);
    return false;
}

static void compare(struct recording *recording, const struct gpu_case *c,
                    const struct trace *gpu, const struct trace *host)
{
    char name[128], digest[65], host_digest[65];
    struct buf difference;
    buf_init(&difference);
    case_name(c, name);
    if (!trace_dump_sha256(gpu, digest) || !trace_dump_sha256(host, host_digest)) {
        recording->failed++;
    } else if (strcmp(digest, host_digest) == 0) {
        recording->same++;
    } else {
        recording->different++;
        trace_diff(gpu, host, &difference);
        printf("different: %s: %s\n", name, buf_text(&difference));
    }
    buf_printf(&recording->hashes, "%s %s\n", name, digest);
    buf_finish(&difference);
}

static bool each_case(const struct gpu_case *c, void *user)
{
    struct recording *recording = user;
    struct trace gpu, host;
    if (!record(c, RUN_CUDA, &gpu)) {
        recording->failed++;
        return true;
    }
    if (record(c, RUN_HOST, &host)) {
        compare(recording, c, &gpu, &host);
        trace_finish(&host);
    }
    if (!checks(c, &gpu) || (case_whole(c) && !write_whole(recording, c, &gpu)))
        recording->failed++;
    trace_finish(&gpu);
    return true;
}

static bool each_polling(const struct gpu_case *c, void *user)
{
    struct recording *recording = user;
    struct trace gpu;
    if (!record(c, RUN_CUDA, &gpu)) {
        recording->failed++;
        return true;
    }
    if (!checks(c, &gpu) || (case_whole(c) && !write_whole(recording, c, &gpu)))
        recording->failed++;
    else
        recording->same++;
    trace_finish(&gpu);
    return true;
}

int main(int argc, char **argv)
{
    struct recording recording = { .folder = argc == 2 ? argv[1] : NULL };
    char path[512];
    struct err err = { 0 };
    if (!recording.folder) {
        fprintf(stderr, "usage: record DIR\n");
        return 2;
    }
    buf_init(&recording.hashes);
    cases_all(false, each_case, &recording);
    cases_all(true, each_polling, &recording);
    snprintf(path, sizeof path, "%s/hashes", recording.folder);
    if (!file_write_whole(path, buf_text(&recording.hashes), recording.hashes.length,
                          &err)) {
        printf("%s\n", err.what);
        recording.failed++;
    }
    printf("%d the same, %d different, %d failed\n", recording.same,
           recording.different, recording.failed);
    buf_finish(&recording.hashes);
    return recording.different || recording.failed;
}
