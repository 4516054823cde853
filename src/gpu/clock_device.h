/* Between clock.c and the parts of the clock that nvcc compiles. C and CUDA;
 * cudaError_t travels as int. */
#ifndef GPU_CLOCK_DEVICE_H
#define GPU_CLOCK_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "base/elem.h"

#ifdef __CUDACC__
#define CLOCK_FN static inline __host__ __device__
#else
#define CLOCK_FN static inline
#endif

/* Whether y will do for e: NaN never does, infinity only for itself. */
CLOCK_FN bool clock_near(double y, double e, double bound)
{
    const double off = y < e ? e - y : y - e, size = e < 0 ? -e : e;
    return y == e || (off - off == 0 && off <= bound * (size > 1 ? size : 1));
}

struct clock_verdict {
    unsigned long long wrong; /* how many values */
    unsigned long long first; /* the first of them */
};

#ifdef __cplusplus
extern "C" {
#endif

/* CUB's device-wide scan of x into y. With scratch NULL only *bytes is set.
 * cudaErrorNotSupported: no instance for the pair. */
int clock_cub(void *scratch, size_t *bytes, const void *x, void *y, uint64_t n,
              enum elem_type type, enum elem_op op, int inclusive, void *stream);

/* CUB for other problems, of int32 (SEGMENTS: of float, too). scratch, bytes and
 * what is not supported as above. Sums begin anew where a key differs from the one
 * before. */
int clock_cub_select(void *scratch, size_t *bytes, const void *x, void *y, void *total,
                     uint64_t n, enum elem_type type);
int clock_cub_split(void *scratch, size_t *bytes, const void *x, void *y, uint64_t n,
                    enum elem_type type);
int clock_cub_by_key(void *scratch, size_t *bytes, const void *keys, const void *x,
                     void *y, uint64_t n, enum elem_type type, int inclusive);

/* Compares n values of `width` bytes, byte for byte. verdict: device memory,
 * {0, ~0} before. */
int clock_compare_exact(const void *y, const void *expected, uint64_t n,
                        uint32_t width, struct clock_verdict *verdict);

/* Compares n floating values with doubles, by clock_near. */
int clock_compare_float(const void *y, const double *expected, uint64_t n,
                        enum elem_type type, double bound,
                        struct clock_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
