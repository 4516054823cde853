/* CUB's device-wide scan, the library that ours is measured against. Sums for
 * every type, max for int32 and float, composition of affine maps. */
#include <cub/device/device_scan.cuh>
#include <cuda_fp16.h>
#include <limits>

#include "gpu/clock_device.h"

namespace {

struct affine {
    uint32_t a, b;
};

struct affine_then {
    __host__ __device__ affine operator()(const affine &l, const affine &r) const
    {
        return { r.a * l.a, r.a * l.b + r.b };
    }
};

struct greater_of {
    template <typename T> __host__ __device__ T operator()(const T &l, const T &r) const
    {
        return l < r ? r : l;
    }
};

struct call {
    void *scratch;
    size_t *bytes;
    const void *x;
    void *y;
    uint64_t n;
    bool inclusive;
    cudaStream_t stream;
};

template <typename T> cudaError_t sum(const call &c)
{
    const T *x = static_cast<const T *>(c.x);
    T *y = static_cast<T *>(c.y);
    if (c.inclusive)
        return cub::DeviceScan::InclusiveSum(c.scratch, *c.bytes, x, y, (int64_t)c.n, c.stream);
    return cub::DeviceScan::ExclusiveSum(c.scratch, *c.bytes, x, y, (int64_t)c.n, c.stream);
}

template <typename T, typename F> cudaError_t scan(const call &c, F f, T first)
{
    const T *x = static_cast<const T *>(c.x);
    T *y = static_cast<T *>(c.y);
    if (c.inclusive)
        return cub::DeviceScan::InclusiveScan(c.scratch, *c.bytes, x, y, f, (int64_t)c.n,
                                              c.stream);
    return cub::DeviceScan::ExclusiveScan(c.scratch, *c.bytes, x, y, f, first, (int64_t)c.n,
                                          c.stream);
}

cudaError_t sum_of(const call &c, elem_type type)
{
    switch (type) {
    case ELEM_I8:
        return sum<int8_t>(c);
    case ELEM_I32:
        return sum<int32_t>(c);
    case ELEM_U32:
        return sum<uint32_t>(c);
    case ELEM_I64:
        return sum<long long>(c);
    case ELEM_F32:
        return sum<float>(c);
    case ELEM_F64:
        return sum<double>(c);
    case ELEM_F16:
        return sum<__half>(c);
    default:
        return cudaErrorNotSupported;
    }
}

} // namespace

int clock_cub(void *scratch, size_t *bytes, const void *x, void *y, uint64_t n, elem_type type,
              elem_op op, int inclusive, void *stream)
{
    const call c = { scratch, bytes, x, y, n, inclusive != 0, (cudaStream_t)stream };
    if (op == OP_ADD)
        return sum_of(c, type);
    if (op == OP_MAX && type == ELEM_I32)
        return scan<int32_t>(c, greater_of(), std::numeric_limits<int32_t>::lowest());
    if (op == OP_MAX && type == ELEM_F32)
        return scan<float>(c, greater_of(), -std::numeric_limits<float>::infinity());
    if (op == OP_AFFINE && type == ELEM_I32)
        return scan<affine>(c, affine_then(), affine{ 1, 0 });
    return cudaErrorNotSupported;
}
