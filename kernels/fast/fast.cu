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

static const size_t fast_tile_bytes[FAST_PATHS] = {
    FAST_TINY_W * 32 * FAST_TINY_K * 16,
    FAST_SMALL_W * 32 * FAST_SMALL_K * 16,
    FAST_MIDDLE_W * 32 * FAST_MIDDLE_K * 16,
    FAST_BROAD_W * 32 * FAST_BROAD_K * 16,
    FAST_RING_W * 32 * FAST_RING_K * 16,
};
static const unsigned fast_threads[FAST_PATHS] = {
    FAST_TINY_W * 32,
    FAST_SMALL_W * 32,
    FAST_MIDDLE_W * 32,
    FAST_BROAD_W * 32,
    FAST_RING_THREADS,
};

struct fast_scanner {
    int device;
    unsigned processors;
    bool cooperative;        /* the chip can start blocks all at once */
    bool bulk;               /* the chip has bulk copies and this build uses them, */
                             /* and clusters of blocks */
    void *status, *prefix;   /* device memory */
    size_t words;            /* how many status words (of 16 bytes) there is room for */
    uint32_t *ticket;        /* device memory */
    uint32_t run, base;      /* of the next run */
    /* Blocks of a kernel that are resident at once, or may be one cluster, and one;
     * 0: not asked yet. */
    unsigned resident[ELEM_TYPES][ELEM_OPS][FAST_PATHS];
    unsigned cluster[ELEM_TYPES][ELEM_OPS][FAST_PATHS];
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

/* Few tiles keep their status words in four copies, so that waiting blocks do not
 * all read the same cache lines; the ring's blocks wait too little to gain. */
static uint32_t fast_copies(int path, size_t tiles) {
    return path != FAST_RING && tiles <= 512 ? 4 : 1;
}

static size_t fast_stride(size_t tiles) { return (tiles + 15) / 16 * 16; }

/* One prefix serves a group of at least as many tiles as the smallest block has threads. */
static size_t fast_prefix_bytes(size_t words) {
    return (words / fast_threads[FAST_TINY] + 2) * 16;
}

static void fast_release(fast_scanner *s) {
    cudaFree(s->status);
    cudaFree(s->prefix);
    s->status = s->prefix = NULL;
    s->words = 0;
}

static cudaError_t fast_clear(fast_scanner *s, cudaStream_t stream) {
    cudaError_t e = cudaMemsetAsync(s->status, 0, s->words * 16, stream);
    if (e == cudaSuccess) e = cudaMemsetAsync(s->prefix, 0, fast_prefix_bytes(s->words), stream);
    if (e == cudaSuccess) s->run = 1;
    return e;
}

static cudaError_t fast_grow(fast_scanner *s, size_t words, cudaStream_t stream) {
    fast_release(s);
    cudaError_t e = cudaMalloc(&s->status, words * 16);
    if (e == cudaSuccess) e = cudaMalloc(&s->prefix, fast_prefix_bytes(words));
    if (e == cudaSuccess) {
        s->words = words;
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
    if (e == cudaSuccess) e = cudaFuncGetAttributes(&f, fast_plus[0].kernel[FAST_RING]);
    if (e != cudaSuccess) return e;
    s->processors = (unsigned)count;
    s->cooperative = cooperative;
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
    if (e == cudaSuccess)
        e = fast_grow(s, max_bytes / fast_tile_bytes[FAST_MIDDLE] + 4 * 512, NULL);
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

static void fast_configure(cudaLaunchConfig_t *c, cudaLaunchAttribute *a, unsigned grid,
                           unsigned cluster, unsigned block, cudaStream_t stream) {
    memset(c, 0, sizeof *c);
    memset(a, 0, sizeof *a);
    c->gridDim = dim3(grid);
    c->blockDim = dim3(block);
    c->stream = stream;
    c->attrs = a;
    c->numAttrs = 1;
    a->id = cudaLaunchAttributeClusterDimension;
    a->val.clusterDim.x = cluster;
    a->val.clusterDim.y = a->val.clusterDim.z = 1;
}

/* How many blocks of a kernel a cooperative launch may start: asked once, when
 * the ring kernel is given its shared memory, too. 0: none. */
static size_t fast_resident(fast_scanner *s, const fast_entry *k, int path) {
    unsigned &known = s->resident[k->type][k->op][path];
    const size_t shared = path == FAST_RING ? k->ring_bytes : 0;
    if (!s->cooperative || (path == FAST_RING && !s->bulk)) return 0;
    if (!known) {
        int blocks = 0;
        cudaError_t e = cudaSuccess;
        if (shared)
            e = cudaFuncSetAttribute(k->kernel[path], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     (int)shared);
        if (e == cudaSuccess)
            e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k->kernel[path],
                                                              (int)fast_threads[path], shared);
        if (e != cudaSuccess) (void)cudaGetLastError();
        known = (e == cudaSuccess ? (unsigned)blocks * s->processors : 0) + 1;
    }
    return known - 1;
}

/* How many blocks of a kernel may be one cluster: asked once. */
static size_t fast_cluster_most(fast_scanner *s, const fast_entry *k, int path) {
    unsigned &known = s->cluster[k->type][k->op][path];
    if (!s->bulk || path == FAST_RING) return 0;
    if (!known) {
        int clusters = 0;
        cudaLaunchAttribute a;
        cudaLaunchConfig_t c;
        fast_configure(&c, &a, FAST_CLUSTER_MOST, FAST_CLUSTER_MOST, fast_threads[path], NULL);
        cudaError_t e = cudaFuncSetAttribute(k->kernel[path],
                                             cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
        if (e == cudaSuccess) e = cudaOccupancyMaxActiveClusters(&clusters, k->kernel[path], &c);
        if (e != cudaSuccess) (void)cudaGetLastError();
        known = (e == cudaSuccess && clusters > 0 ? FAST_CLUSTER_MOST : 0) + 1;
    }
    return known - 1;
}

static size_t fast_tiles(int path, size_t bytes) {
    return (bytes + fast_tile_bytes[path] - 1) / fast_tile_bytes[path];
}

static bool fast_clustered(fast_scanner *s, const fast_entry *k, int path, size_t tiles) {
    return tiles > 1 && tiles <= fast_cluster_most(s, k, path);
}

/* Tiles that are all resident need no numbers on arrival. */
static bool fast_together(fast_scanner *s, const fast_entry *k, int path, size_t tiles) {
    return tiles > 1 && (path == FAST_RING || tiles <= fast_resident(s, k, path));
}

/* The path that is the fastest on an H200 for so many bytes. The ring begins
 * where register tiles no longer fit the chip at once. */
static int fast_choose(fast_scanner *s, const fast_entry *k, size_t bytes) {
    const size_t kb = 1024, mb = 1024 * kb;
    if (bytes <= 8 * kb) return FAST_SMALL;
    if (bytes <= 32 * kb) return FAST_TINY;
    if (bytes <= 128 * kb) return FAST_SMALL;
    if (bytes <= 256 * kb) return FAST_TINY;
    if (bytes <= mb) return FAST_SMALL;
    if (bytes <= 4 * mb || !s->bulk) return FAST_MIDDLE;
    if (fast_tiles(FAST_BROAD, bytes) <= fast_resident(s, k, FAST_BROAD)) return FAST_BROAD;
    return fast_resident(s, k, FAST_RING) ? FAST_RING : FAST_MIDDLE;
}

static fast_launch fast_shape(fast_scanner *s, const fast_entry *k, int path, size_t bytes) {
    const size_t tiles = fast_tiles(path, bytes);
    const bool ring = path == FAST_RING;
    fast_launch l;
    memset(&l, 0, sizeof l);
    l.path = ring ? "ring" : "tile";
    l.grid = (unsigned)(ring && tiles > s->processors ? s->processors : tiles);
    l.block = fast_threads[path];
    l.tile_bytes = fast_tile_bytes[path];
    l.shared_bytes = ring ? k->ring_bytes : 0;
    l.stages = ring ? k->ring_stages : 1;
    l.cluster = fast_clustered(s, k, path, tiles) ? (unsigned)tiles : 1;
    l.cooperative = l.cluster == 1 && fast_together(s, k, path, tiles);
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
    if (l.cluster > 1) {
        cudaLaunchAttribute a;
        cudaLaunchConfig_t c;
        fast_configure(&c, &a, l.grid, l.cluster, l.block, stream);
        return cudaLaunchKernelExC(&c, kernel, arguments);
    }
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
    if (e == cudaSuccess && stream) e = cudaStreamIsCapturing(stream, &capture);
    if (e == cudaSuccess && capture != cudaStreamCaptureStatusNone)
        e = cudaErrorStreamCaptureUnsupported;
    return e;
}

/* Room for the status words and a run number that none of them carries yet. */
static cudaError_t fast_prepare(fast_scanner *s, size_t words, cudaStream_t stream) {
    if (words > s->words) return fast_grow(s, words, stream);
    return s->run ? cudaSuccess : fast_clear(s, stream);
}

static fast_job fast_make_job(const fast_scanner *s, const fast_entry *k, int path, const void *x,
                              void *y, size_t n, size_t tiles) {
    const uint32_t skew = (uint32_t)((uintptr_t)x % 16 / k->elem_bytes);
    fast_job j;
    memset(&j, 0, sizeof j);
    j.x = (uintptr_t)x - skew * k->elem_bytes;
    j.y = (uintptr_t)y - skew * k->elem_bytes;
    j.end = skew + n;
    j.skew = skew;
    j.tiles = (uint32_t)tiles;
    j.run = s->run;
    j.base = s->base;
    j.y_on_grid = j.y % 16 == 0;
    j.depth = k->ring_depth;
    j.nap = path == FAST_RING ? 100 : 0;
    j.copies = fast_copies(path, tiles);
    j.stride = (uint32_t)fast_stride(tiles);
    j.status = s->status;
    j.prefix = s->prefix;
    j.ticket = s->ticket;
    return j;
}

cudaError_t fast_scan(struct fast_scanner *s, const void *x, void *y, size_t n,
                      enum elem_type type, enum elem_op op, bool inclusive, cudaStream_t stream) {
    const fast_entry *k = fast_find(type, op);
    if (!k) return cudaErrorNotSupported;
    if (!n) return cudaSuccess;
    cudaError_t e = fast_check(s, k, x, y, n, stream);
    if (e != cudaSuccess) return e;

    const size_t bytes = (uintptr_t)x % 16 + n * k->elem_bytes;
    const int path = fast_choose(s, k, bytes);
    const fast_launch l = fast_shape(s, k, path, bytes);
    const size_t tiles = fast_tiles(path, bytes);
    if (tiles > INT32_MAX) return cudaErrorInvalidValue;
    e = fast_prepare(s, fast_stride(tiles) * fast_copies(path, tiles), stream);
    if (e != cudaSuccess) return e;

    fast_job job = fast_make_job(s, k, path, x, y, n, tiles);
    job.inclusive = inclusive;
    job.clustered = l.cluster > 1;
    job.numbered = !l.cooperative && !job.clustered && tiles > 1;
    e = fast_start(k->kernel[path], l, job, stream);
    if (e != cudaSuccess) return e;
    s->run++;
    if (job.numbered) s->base += (uint32_t)tiles;
    return cudaSuccess;
}
