/* The host side: which kernel, which launch, and the bookkeeping of run numbers.
 *
 * Between runs nothing is reset. Status words carry the number of the run that
 * wrote them, and the ticket counter only ever grows, so the host knows from
 * which ticket a run starts. After 2^32 - 1 runs the words are cleared once and
 * counting starts again. */
#include "fast.h"

#include <new>
#include <string.h>

#include "fast_entry.cuh"
#include "fast_words.cuh"

enum { FAST_SMALL, FAST_LARGE, FAST_RING, FAST_PATHS };

static const size_t fast_tile_bytes[FAST_PATHS] = {
    FAST_SMALL_W * 32 * FAST_SMALL_K * 16,
    FAST_LARGE_W * 32 * FAST_LARGE_K * 16,
    FAST_RING_W * 32 * FAST_RING_K * 16,
};
static const unsigned fast_threads[FAST_PATHS] = {
    FAST_SMALL_W * 32,
    FAST_LARGE_W * 32,
    FAST_RING_THREADS,
};

struct fast_scanner {
    int device;
    unsigned processors;
    bool bulk;               /* the chip has bulk copies and this build uses them */
    void *status, *prefix;   /* device memory */
    size_t tiles;            /* how many tiles they are for */
    uint32_t *ticket;        /* device memory */
    uint32_t run, base;      /* of the next run */
    unsigned char ready[ELEM_TYPES][ELEM_OPS];  /* ring kernel: set up, 2 = refused */
};

static const fast_entry *fast_find(enum elem_type type, enum elem_op op) {
    for (size_t i = 0; i < fast_plus_count; i++)
        if (fast_plus[i].type == type && fast_plus[i].op == op) return &fast_plus[i];
    for (size_t i = 0; i < fast_rest_count; i++)
        if (fast_rest[i].type == type && fast_rest[i].op == op) return &fast_rest[i];
    return NULL;
}

bool fast_supports(enum elem_type type, enum elem_op op) {
    return fast_find(type, op) != NULL;
}

/* ---- storage ----------------------------------------------------------------- */

/* A status word takes up to 16 bytes; one prefix serves a group of as many
 * tiles as the smallest block has threads. */
static size_t fast_status_size(size_t tiles) { return tiles * 16; }
static size_t fast_prefix_size(size_t tiles) { return (tiles / fast_threads[FAST_SMALL] + 2) * 16; }

static void fast_release(fast_scanner *s) {
    cudaFree(s->status);
    cudaFree(s->prefix);
    s->status = s->prefix = NULL;
    s->tiles = 0;
}

static cudaError_t fast_clear(fast_scanner *s, cudaStream_t stream) {
    cudaError_t e = cudaMemsetAsync(s->status, 0, fast_status_size(s->tiles), stream);
    if (e == cudaSuccess) e = cudaMemsetAsync(s->prefix, 0, fast_prefix_size(s->tiles), stream);
    if (e == cudaSuccess) s->run = 1;
    return e;
}

static cudaError_t fast_grow(fast_scanner *s, size_t tiles, cudaStream_t stream) {
    fast_release(s);
    cudaError_t e = cudaMalloc(&s->status, fast_status_size(tiles));
    if (e == cudaSuccess) e = cudaMalloc(&s->prefix, fast_prefix_size(tiles));
    if (e == cudaSuccess) {
        s->tiles = tiles;
        e = fast_clear(s, stream);
    }
    if (e != cudaSuccess) fast_release(s);
    return e;
}

/* Whether the ring kernel was compiled for a chip with bulk copies and runs on one. */
static cudaError_t fast_probe(fast_scanner *s) {
    int major = 0, count = 0, cooperative = 0;
    cudaFuncAttributes f;
    cudaError_t e = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, s->device);
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, s->device);
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, s->device);
    if (e == cudaSuccess) e = cudaFuncGetAttributes(&f, fast_plus[0].ring);
    if (e != cudaSuccess) return e;
    s->processors = (unsigned)count;
    s->bulk = major >= 9 && cooperative && f.ptxVersion >= 90;
    return cudaSuccess;
}

cudaError_t fast_create(struct fast_scanner **out, size_t max_bytes) {
    *out = NULL;
    fast_scanner *s = new (std::nothrow) fast_scanner();
    if (!s) return cudaErrorMemoryAllocation;
    cudaError_t e = cudaGetDevice(&s->device);
    if (e == cudaSuccess) e = fast_probe(s);
    if (e == cudaSuccess) e = cudaMalloc((void **)&s->ticket, sizeof *s->ticket);
    if (e == cudaSuccess) e = cudaMemset(s->ticket, 0, sizeof *s->ticket);
    if (e == cudaSuccess) e = fast_grow(s, max_bytes / fast_tile_bytes[FAST_RING] + 2, NULL);
    if (e == cudaSuccess) e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        fast_destroy(s);
        return e;
    }
    *out = s;
    return cudaSuccess;
}

void fast_destroy(struct fast_scanner *s) {
    if (!s) return;
    fast_release(s);
    cudaFree(s->ticket);
    delete s;
}

void fast_set_run(struct fast_scanner *s, uint32_t run) { s->run = run ? run : 1; }

/* ---- choosing and launching ---------------------------------------------------- */

/* Lets the ring kernel have its shared memory, once; false if it cannot run. */
static bool fast_ring_ready(fast_scanner *s, const fast_entry *k) {
    unsigned char &state = s->ready[k->type][k->op];
    if (!s->bulk) return false;
    if (!state) {
        int blocks = 0;
        cudaError_t e = cudaFuncSetAttribute(k->ring, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             (int)k->ring_bytes);
        if (e == cudaSuccess)
            e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k->ring,
                                                              fast_threads[FAST_RING], k->ring_bytes);
        if (e != cudaSuccess) (void)cudaGetLastError();
        state = e == cudaSuccess && blocks > 0 ? 1 : 2;
    }
    return state == 1;
}

/* Bytes up to which each path is the fastest on an H200. */
static int fast_choose(fast_scanner *s, const fast_entry *k, size_t bytes) {
    if (bytes <= fast_tile_bytes[FAST_SMALL]) return FAST_SMALL;
    if (bytes <= fast_tile_bytes[FAST_LARGE]) return FAST_LARGE;
    if (bytes <= ((size_t)2 << 20)) return FAST_SMALL;
    if (bytes >= ((size_t)22 << 20) && fast_ring_ready(s, k)) return FAST_RING;
    return s->bulk ? FAST_LARGE : FAST_SMALL;
}

static fast_launch fast_shape(const fast_scanner *s, const fast_entry *k, int path, size_t bytes) {
    const size_t tile = fast_tile_bytes[path], tiles = (bytes + tile - 1) / tile;
    const bool ring = path == FAST_RING;
    fast_launch l;
    memset(&l, 0, sizeof l);
    l.path = ring ? "ring" : "tile";
    l.grid = (unsigned)(ring && tiles > s->processors ? s->processors : tiles);
    l.block = fast_threads[path];
    l.tile_bytes = tile;
    l.shared_bytes = ring ? k->ring_bytes : 0;
    l.stages = ring ? k->ring_stages : 1;
    l.cooperative = ring;
    return l;
}

cudaError_t fast_describe(struct fast_scanner *s, size_t n, enum elem_type type, enum elem_op op,
                          struct fast_launch *out) {
    const fast_entry *k = fast_find(type, op);
    if (!k) return cudaErrorNotSupported;
    const size_t bytes = n * k->elem_bytes;
    *out = fast_shape(s, k, fast_choose(s, k, bytes), bytes);
    return cudaSuccess;
}

static cudaError_t fast_start(const void *kernel, const fast_launch &l, fast_job &job,
                              cudaStream_t stream) {
    void *arguments[] = {&job};
    if (l.cooperative)
        return cudaLaunchCooperativeKernel(kernel, dim3(l.grid), dim3(l.block), arguments,
                                           l.shared_bytes, stream);
    return cudaLaunchKernel(kernel, dim3(l.grid), dim3(l.block), arguments, l.shared_bytes, stream);
}

static cudaError_t fast_check(const fast_scanner *s, const fast_entry *k, const void *x,
                              const void *y, size_t n, cudaStream_t stream) {
    const uintptr_t a = (uintptr_t)x, b = (uintptr_t)y, size = k->elem_bytes;
    if (!a || !b || a % size || b % size || n > SIZE_MAX / 2 / size) return cudaErrorInvalidValue;
    if (a != b && a < b + n * size && b < a + n * size) return cudaErrorInvalidValue;
    int device = -1;
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    cudaError_t e = cudaGetDevice(&device);
    if (e == cudaSuccess && device != s->device) e = cudaErrorInvalidDevice;
    if (e == cudaSuccess) e = cudaStreamIsCapturing(stream, &capture);
    if (e == cudaSuccess && capture != cudaStreamCaptureStatusNone)
        e = cudaErrorStreamCaptureUnsupported;
    return e;
}

/* Room for the tiles and a run number that no status word carries yet. */
static cudaError_t fast_prepare(fast_scanner *s, size_t tiles, cudaStream_t stream) {
    if (tiles > s->tiles) return fast_grow(s, tiles, stream);
    return s->run ? cudaSuccess : fast_clear(s, stream);
}

cudaError_t fast_scan(struct fast_scanner *s, const void *x, void *y, size_t n,
                      enum elem_type type, enum elem_op op, bool inclusive, cudaStream_t stream) {
    const fast_entry *k = fast_find(type, op);
    if (!k) return cudaErrorNotSupported;
    if (!n) return cudaSuccess;
    cudaError_t e = fast_check(s, k, x, y, n, stream);
    if (e != cudaSuccess) return e;

    const uint32_t skew = (uint32_t)((uintptr_t)x % 16 / k->elem_bytes);
    const size_t bytes = (skew + n) * k->elem_bytes;
    const int path = fast_choose(s, k, bytes);
    const fast_launch l = fast_shape(s, k, path, bytes);
    const size_t tiles = (bytes + l.tile_bytes - 1) / l.tile_bytes;
    if (tiles > INT32_MAX) return cudaErrorInvalidValue;
    e = fast_prepare(s, tiles, stream);
    if (e != cudaSuccess) return e;

    fast_job job;
    memset(&job, 0, sizeof job);
    job.x = (uintptr_t)x - skew * k->elem_bytes;
    job.y = (uintptr_t)y - skew * k->elem_bytes;
    job.end = skew + n;
    job.skew = skew;
    job.tiles = (uint32_t)tiles;
    job.run = s->run;
    job.base = s->base;
    job.inclusive = inclusive;
    job.y_on_grid = job.y % 16 == 0;
    job.depth = 3;
    job.nap = path == FAST_RING ? 40 : 0;
    job.numbered = path != FAST_RING && tiles > 1;
    job.status = s->status;
    job.prefix = s->prefix;
    job.ticket = s->ticket;
    e = fast_start(path == FAST_RING ? k->ring : path == FAST_LARGE ? k->large : k->small, l, job,
                   stream);
    if (e != cudaSuccess) return e;
    s->run++;
    if (job.numbered) s->base += (uint32_t)tiles;
    return cudaSuccess;
}
