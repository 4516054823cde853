/* Between clock.c and the parts of the clock that nvcc compiles. C and CUDA;
 * cudaError_t travels as int. */
#ifndef GPU_CLOCK_DEVICE_H
#define GPU_CLOCK_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#include "base/elem.h"

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

/* Compares n values of `width` bytes, byte for byte. verdict: device memory,
 * {0, ~0} before. */
int clock_compare_exact(const void *y, const void *expected, uint64_t n,
                        uint32_t width, struct clock_verdict *verdict);

/* Compares n floating values with doubles: right when |y - e| is at most
 * bound * max(1, |e|); NaN is wrong. */
int clock_compare_float(const void *y, const double *expected, uint64_t n,
                        enum elem_type type, double bound,
                        struct clock_verdict *verdict);

#ifdef __cplusplus
}
#endif
#endif
