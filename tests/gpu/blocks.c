/* Runs of which chosen blocks are recorded, on a GPU: the same trace as on the
 * host, the right result for the whole run, and no more memory than the chosen
 * blocks need.
 *
 *     gpu-blocks    prints a line for each run; exit status 1 when one is wrong
 *
 * Needs a GPU: run by hand, see tests/gpu/h200.sh. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/elem_info.h"
#include "check/check.h"
#include "gpu/gpu.h"
#include "run/options.h"
#include "trace/dump.h"

/* Where the algorithm polls, GPU and host differ: the result is checked alone. */
static const struct {
    const char *algo;
    uint32_t n;
    enum elem_op op;
    enum elem_type type;
    uint32_t block;
    const char *blocks;
} runs[] = {
    { "three-kernel", 4096, OP_ADD, ELEM_I32, 0, "0,1,last" },
    { "three-kernel", 4096, OP_ADD, ELEM_F32, 32, "2-5,last" },
    { "three-kernel", 5000, OP_MAT2, ELEM_I32, 0, "0,1,last" },
    { "three-kernel", 5000, OP_STRING, ELEM_I8, 64, "0,last" },
    { "three-kernel", 65537, OP_AFFINE, ELEM_I64, 0, "0,1,last" },
    { "three-kernel", 1 << 20, OP_ADD, ELEM_I32, 0, "0,1,last" },
    { "three-kernel", 1 << 16, OP_ADD, ELEM_I32, 2, "0,1,last" },
    { "three-kernel", 4096, OP_ADD, ELEM_I32, 0, "7" },
    { "three-kernel", 4096, OP_ADD, ELEM_I32, 0, "0-last" },
    { "reduce-then-scan", 4096, OP_ADD, ELEM_F16, 0, "0,1,last" },
    { "reduce-then-scan", 4097, OP_SEGADD, ELEM_I32, 128, "last,last,1,1-3" },
    { "reduce-then-scan", 100000, OP_MAX, ELEM_F64, 1024, "0,1,last" },
    { "reduce-then-scan", 1 << 20, OP_ADD, ELEM_I32, 0, "0,1,last" },
    { "hillis", 1000, OP_ADD, ELEM_I32, 0, "last" },
    { "chained", 4096, OP_ADD, ELEM_I32, 0, "0,1,last" },
    { "chained", 1 << 20, OP_MAT2, ELEM_I32, 0, "0,1,last" },
    { "look-back", 1 << 20, OP_ADD, ELEM_F32, 0, "0,1,last" },
    { "look-back-warp", 1 << 20, OP_ADD, ELEM_I64, 0, "0,1,last" },
    { "look-back-ahead", 1 << 20, OP_ADD, ELEM_I32, 0, "5,100-102" },
};

static struct run_spec spec_of(size_t run, int device)
{
    return (struct run_spec){
        .algo = run_algo_find(runs[run].algo, NULL), .n = runs[run].n,
        .op = runs[run].op, .type = runs[run].type, .block = runs[run].block,
        .input = "random:9", .trace_blocks = runs[run].blocks, .device = device };
}

static bool record(size_t run, int device, bool stamps, struct trace *trace)
{
    struct run_spec spec = spec_of(run, device);
    struct err err = { 0 };
    spec.sequence = stamps;
    trace_init(trace);
    return run_record(&spec, trace, NULL, &err)
        || (printf("failed: %s\n", err.what), false);
}

/* Of all n, whatever was recorded. */
static bool result_right(const struct trace *trace)
{
    struct check_result result;
    struct err err = { 0 };
    if (!check_run(trace, &result, &err)) {
        printf("failed: %s\n", err.what);
        return false;
    }
    if (!result.ok)
        printf("wrong: %s\n", result.what);
    return result.ok;
}

/* Blocks are there wholly or not at all. */
static bool nothing_cut(const struct trace *trace)
{
    for (uint32_t s = 0; s < trace->seg_count; s++)
        if (trace->segs[s].count > 0 && trace->segs[s].dropped > 0) {
            printf("cut: a thread of block %u\n", trace->segs[s].block);
            return false;
        }
    return true;
}

static bool same(const struct trace *gpu, const struct trace *host)
{
    char digest[65], host_digest[65];
    struct buf difference;
    if (!trace_dump_sha256(gpu, digest) || !trace_dump_sha256(host, host_digest)) {
        printf("failed: out of memory\n");
        return false;
    }
    if (strcmp(digest, host_digest) == 0)
        return true;
    buf_init(&difference);
    trace_diff(gpu, host, &difference);
    printf("different: %s\n", buf_text(&difference));
    buf_finish(&difference);
    return false;
}

static bool same_as_host(size_t run, const struct trace *gpu)
{
    struct trace host;
    if (run_algo_find(runs[run].algo, NULL)->flags & ALGO_POLLS)
        return true;
    if (!record(run, RUN_HOST, false, &host))
        return false;
    const bool ok = same(gpu, &host) && result_right(&host);
    trace_finish(&host);
    return ok;
}

static bool one_run(size_t run)
{
    struct trace gpu;
    uint64_t traced = 0, blocks = 0;
    if (!record(run, RUN_CUDA, run % 2, &gpu))
        return false;
    run_blocks_traced(&gpu, &traced, &blocks);
    printf("%s n=%u %s %s: %llu of %llu blocks, %llu events kept, %llu not\n",
           runs[run].algo, runs[run].n, elem_op_name(runs[run].op),
           elem_type_name(runs[run].type), (unsigned long long)traced,
           (unsigned long long)blocks, (unsigned long long)gpu.event_count,
           (unsigned long long)gpu.dropped);
    const bool ok = result_right(&gpu) && nothing_cut(&gpu) && same_as_host(run, &gpu);
    trace_finish(&gpu);
    return ok;
}

/* Device memory for 128 events of each thread of three blocks, and no more, is
 * enough for three blocks of 256; the grid has 4096. */
static bool bounded(void)
{
    struct run_spec spec = { .algo = run_algo_find("three-kernel", NULL), .n = 1 << 20,
                             .block = 256, .input = "random:9", .device = RUN_CUDA };
    struct gpu_options options = {
        .memory = UINT64_C(3) * 256 * 128
            * (sizeof(struct event) + sizeof(struct trace_stamp)),
        .stamps = true };
    struct trace trace;
    struct err err = { 0 };
    trace_init(&trace);
    bool ok = run_prepare(&spec, &trace, &err)
        && run_blocks_choose("0,1,last", &trace, &options.chosen, &err)
        && gpu_run(&trace, &options, &err);
    if (!ok)
        printf("failed: %s\n", err.what);
    ok = ok && trace.event_count > 3 * 256 * 20 && nothing_cut(&trace);
    printf("bounded: %llu events kept in %llu bytes of device memory: %s\n",
           (unsigned long long)trace.event_count, (unsigned long long)options.memory,
           ok ? "all that were chosen" : "wrong");
    trace_finish(&trace);
    return ok;
}

int main(void)
{
    struct rusage usage;
    int right = 0, wrong = 0;
    for (size_t run = 0; run < sizeof runs / sizeof *runs; run++)
        *(one_run(run) ? &right : &wrong) += 1;
    *(bounded() ? &right : &wrong) += 1;
    getrusage(RUSAGE_SELF, &usage);
    printf("%d right, %d wrong; at most %ld MiB on the host\n", right, wrong,
           usage.ru_maxrss / 1024);
    return wrong > 0;
}
