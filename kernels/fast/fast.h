/* The fastest prefix scan of this project: one pass over the data, CUDA only.
 *
 * Reads each element once and writes each result once (2n elements of memory
 * traffic). After D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan
 * with Decoupled Look-back" (NVIDIA, 2016), changed in two ways: aggregates run
 * ahead of the scan by a whole ring of tiles, and a prefix is always combined
 * in one fixed order, so float results repeat bit for bit on one device.
 *
 * Two kernels do the work, `tile` for small n and older chips, `ring` for large
 * n from compute capability 9.0 on; fast_tile.cuh and fast_ring.cuh say how.
 * A tile waits for earlier tiles only, and those are running: a launch is one
 * cluster or cooperative, with all its blocks resident, or its blocks are numbered
 * on arrival. There is no recording in either kernel: what they use has no word in
 * the project's kernel vocabulary. */
#ifndef FAST_H
#define FAST_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/elem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Everything a scan needs beside its data: status words in device memory and
 * the number of the last run. It belongs to the device that was current when
 * it was made. One scan at a time: scans that share it must be ordered, as
 * those in one stream are. */
struct fast_scanner;

/* How a scan of n elements is launched; sizes in bytes. */
struct fast_launch {
    const char *path;     /* "tile" or "ring"; static storage */
    unsigned grid, block; /* blocks, threads a block */
    size_t tile_bytes;    /* input of one tile */
    size_t shared_bytes;  /* shared memory of a block, dynamic part */
    unsigned stages;      /* tiles in a block's ring; 1 for "tile" */
    unsigned cluster;     /* blocks of the one cluster; 1: there is none */
    bool cooperative;     /* all blocks resident at once, guaranteed */
};

/* Whether there is a kernel for this pair. + for every type; * min max and or
 * xor for int32; max for float; affine maps over int32. */
bool fast_supports(enum elem_type type, enum elem_op op);

/* Makes a scanner with status words for inputs of up to max_bytes bytes; a
 * longer input makes it grow then, which synchronises the device. On failure
 * *out is NULL. The caller destroys it; destroy takes NULL and must not run
 * while a scan is in flight. */
cudaError_t fast_create(struct fast_scanner **out, size_t max_bytes);
void fast_destroy(struct fast_scanner *scanner);

/* Scans n elements of x into y, both in device memory, asynchronously in
 * `stream`. y[i] = x[0] op ... op x[i] when inclusive, without x[i] otherwise;
 * then y[0] is the identity (min and max: the type's greatest and least value,
 * -infinity for float). x and y are aligned to their element (affine: a pair
 * of int32, aligned to 8); 16 bytes and the same offset from a multiple of 16
 * are fastest. y may be x itself, but may not overlap it otherwise. n = 0
 * touches nothing.
 *
 * Integers wrap. int8 results are exact modulo 256. half is summed in float
 * and rounded once when written. Float results depend on n, type, the offset
 * of x from a multiple of 16 and the device, not on the run.
 *
 * Returns cudaErrorNotSupported for a pair without a kernel,
 * cudaErrorInvalidValue for a bad pointer, cudaErrorInvalidDevice when another
 * device is current, cudaErrorStreamCaptureUnsupported in a stream that is
 * being captured (a replayed launch would repeat its run number), or what the
 * CUDA call that failed returned; the scan has then not been launched. */
cudaError_t fast_scan(struct fast_scanner *scanner, const void *x, void *y, size_t n,
                      enum elem_type type, enum elem_op op, bool inclusive, cudaStream_t stream);

/* The launch that fast_scan would make for 16-byte aligned x and y. */
cudaError_t fast_describe(struct fast_scanner *scanner, size_t n, enum elem_type type,
                          enum elem_op op, struct fast_launch *out);

/* For tests: the number that the next run will take, to try the wrap-around;
 * 0 counts as 1. May only grow. */
void fast_set_run(struct fast_scanner *scanner, uint32_t run);

#ifdef __cplusplus
}
#endif
#endif
