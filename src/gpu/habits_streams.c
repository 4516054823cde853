/* The streams experiment: an input in host memory goes to the device in
 * chunks, is worked on, and comes back. In one stream nothing overlaps; in
 * more, a chunk is copied while another is worked on. */
#include "gpu/habits_streams.h"

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu_check.h"
#include "gpu/habits_device.h"

enum { CHUNKS = 16, MOST_STREAMS = 8, MARKS = 4 };

struct streams {
    uint32_t count;
    cudaStream_t stream[MOST_STREAMS];
    uint32_t *in, *out;  /* pinned host memory */
    uint64_t n;
    bool marked;         /* record the events of a timeline */
    cudaEvent_t start, mark[CHUNKS][MARKS];
};

static int chunk_run(struct streams *s, uint32_t chunk, uint32_t *x, uint32_t *y)
{
    const uint64_t part = s->n / CHUNKS, first = chunk * part;
    const size_t bytes = part * sizeof *x;
    cudaStream_t stream = s->stream[chunk % s->count];
    const struct habit_launch launch = { .way = HABIT_AFFINE, .x = x + first,
                                         .y = y + first, .n = part, .stream = stream };
    int error = cudaSuccess;
    for (int step = 0; step < MARKS && error == cudaSuccess; step++) {
        if (step == 1)
            error = cudaMemcpyAsync(x + first, s->in + first, bytes,
                                    cudaMemcpyHostToDevice, stream);
        else if (step == 2)
            error = habit_run(&launch);
        else if (step == 3)
            error = cudaMemcpyAsync(s->out + first, y + first, bytes,
                                    cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess && s->marked)
            error = cudaEventRecord(s->mark[chunk][step], stream);
    }
    return error;
}

static int streams_work(void *user, void *x, void *y)
{
    struct streams *s = user;
    int error = s->marked ? cudaEventRecord(s->start, 0) : cudaSuccess;
    for (uint32_t chunk = 0; chunk < CHUNKS && error == cudaSuccess; chunk++)
        error = chunk_run(s, chunk, x, y);
    return error;
}

static bool streams_open(struct streams *s, const struct gpu_problem *problem,
                         struct err *err)
{
    const size_t bytes = s->n * sizeof *s->in;
    bool ok = gpu_check(cudaMallocHost((void **)&s->in, bytes), "pinned memory", err)
        && gpu_check(cudaMallocHost((void **)&s->out, bytes), "pinned memory", err)
        && gpu_check(cudaEventCreate(&s->start), "making an event", err);
    for (uint32_t i = 0; ok && i < s->count; i++)
        ok = gpu_check(cudaStreamCreate(&s->stream[i]), "making a stream", err);
    for (int i = 0; ok && i < CHUNKS * MARKS; i++)
        ok = gpu_check(cudaEventCreate(&s->mark[i / MARKS][i % MARKS]),
                       "making an event", err);
    if (ok)
        memcpy(s->in, problem->input, bytes);
    return ok;
}

static void streams_close(struct streams *s)
{
    (void)cudaFreeHost(s->in);
    (void)cudaFreeHost(s->out);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->stream[i])
            (void)cudaStreamDestroy(s->stream[i]);
    if (s->start)
        (void)cudaEventDestroy(s->start);
    for (int i = 0; i < CHUNKS * MARKS; i++)
        if (s->mark[i / MARKS][i % MARKS])
            (void)cudaEventDestroy(s->mark[i / MARKS][i % MARKS]);
}

/* What came back to the host, all of it. */
static bool streams_check(const struct streams *s, const struct gpu_problem *problem,
                          const char *row, struct err *err)
{
    const uint32_t *expected = problem->expected;
    for (uint64_t i = 0; i < s->n; i++)
        if (s->out[i] != expected[i])
            return err_set(err, ERR_FAILED, "%s: the result that came back is wrong, "
                           "first at index %llu", row, (unsigned long long)i);
    return true;
}

static bool mark_ns(const struct streams *s, cudaEvent_t mark, uint64_t *ns,
                    struct err *err)
{
    float ms = 0;
    const bool ok = gpu_check(cudaEventElapsedTime(&ms, s->start, mark), "timing", err);
    *ns = (uint64_t)llround(fmax(1e6 * (double)ms, 0));
    return ok;
}

static bool timeline_write(const struct streams *s, struct chrome *chrome,
                           uint32_t process, struct err *err)
{
    static const char *const what[MARKS] = { "", "copy in", "work", "copy back" };
    char name[48];
    snprintf(name, sizeof name, "%u stream%s", s->count, s->count == 1 ? "" : "s");
    chrome_process(chrome, process, name);
    for (uint32_t i = 0; i < s->count; i++) {
        snprintf(name, sizeof name, "stream %u (of %u)", i + 1, s->count);
        chrome_thread(chrome, process, i + 1, name);
    }
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        uint64_t at[MARKS];
        for (int k = 0; k < MARKS; k++)
            if (!mark_ns(s, s->mark[chunk][k], &at[k], err))
                return false;
        for (int k = 1; k < MARKS; k++) {
            snprintf(name, sizeof name, "%s %u", what[k], chunk);
            const struct chrome_span span = { process, chunk % s->count + 1, name,
                                              what[k], at[k - 1], at[k] };
            chrome_span(chrome, &span);
        }
    }
    return true;
}

/* One run more with its events kept. A span begins when its stream has come to
 * it: waiting for a copy engine or for multiprocessors is part of it. */
static bool timeline_take(struct gpu_clock *clock, struct streams *s,
                          const struct gpu_work *work, struct chrome *chrome,
                          uint32_t process, struct err *err)
{
    const struct gpu_clock_options once = { .runs = 1, .warmups = 1 };
    struct timing ignored;
    s->marked = true;
    return gpu_clock_work(clock, work, &once, &ignored, err)
        && timeline_write(s, chrome, process, err);
}

bool habits_streams(struct gpu_clock *clock, uint32_t streams,
                    const struct gpu_problem *problem,
                    const struct gpu_clock_options *options, struct timing *out,
                    struct chrome *chrome, uint32_t process, struct err *err)
{
    struct streams s = { .count = streams, .n = problem->n };
    char row[48], label[64], shape[64];
    snprintf(row, sizeof row, "streams/%u", streams);
    snprintf(label, sizeof label, "copy in, work, copy back: %u stream%s", streams,
             streams == 1 ? "" : "s");
    snprintf(shape, sizeof shape, "%d chunks, pinned host memory", CHUNKS);
    const struct gpu_work work = { streams_work, &s, row, label, shape };
    const bool ok = streams_open(&s, problem, err)
        && gpu_clock_work(clock, &work, options, out, err)
        && streams_check(&s, problem, row, err)
        && timeline_take(clock, &s, &work, chrome, process, err);
    streams_close(&s);
    return ok;
}
