/* Full comparison on the device: every one of n results, none sampled. */
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include "gpu/clock_device.h"

namespace {

enum { BLOCK = 256, GRID = 2048 };

__device__ void report(clock_verdict *verdict, unsigned long long at)
{
    atomicAdd(&verdict->wrong, 1ull);
    atomicMin(&verdict->first, at);
}

__global__ void compare_bytes(const unsigned char *y, const unsigned char *expected, uint64_t n,
                              uint32_t width, clock_verdict *verdict)
{
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        bool same = true;
        for (uint64_t b = i * width; b < (i + 1) * width; b++)
            same &= y[b] == expected[b];
        if (!same)
            report(verdict, i);
    }
}

__device__ double widen(float v) { return v; }
__device__ double widen(double v) { return v; }
__device__ double widen(__half v) { return __half2float(v); }

template <typename T>
__global__ void compare_float(const T *y, const double *expected, uint64_t n, double bound,
                              clock_verdict *verdict)
{
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        if (!clock_near(widen(y[i]), expected[i], bound))
            report(verdict, i);
    }
}

template <typename T>
int compare(const void *y, const double *expected, uint64_t n, double bound,
            clock_verdict *verdict)
{
    compare_float<<<GRID, BLOCK>>>(static_cast<const T *>(y), expected, n, bound, verdict);
    return cudaGetLastError();
}

} // namespace

int clock_compare_exact(const void *y, const void *expected, uint64_t n, uint32_t width,
                        clock_verdict *verdict)
{
    compare_bytes<<<GRID, BLOCK>>>(static_cast<const unsigned char *>(y),
                                   static_cast<const unsigned char *>(expected), n, width,
                                   verdict);
    return cudaGetLastError();
}

int clock_compare_float(const void *y, const double *expected, uint64_t n, elem_type type,
                        double bound, clock_verdict *verdict)
{
    switch (type) {
    case ELEM_F32:
        return compare<float>(y, expected, n, bound, verdict);
    case ELEM_F64:
        return compare<double>(y, expected, n, bound, verdict);
    case ELEM_F16:
        return compare<__half>(y, expected, n, bound, verdict);
    default:
        return cudaErrorInvalidValue;
    }
}
