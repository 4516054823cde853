/* What CUB has for results that are no scans: a selection, one pass of a radix
 * sort, a scan by key. */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "gpu/clock_device.h"

namespace {

struct above_two {
    __host__ __device__ bool operator()(int32_t v) const { return v > 2; }
};

template <typename T>
cudaError_t by_key(void *scratch, size_t &bytes, const void *keys, const void *from, void *to,
                   uint64_t n, int inclusive)
{
    const int32_t *k = static_cast<const int32_t *>(keys);
    const T *x = static_cast<const T *>(from);
    T *y = static_cast<T *>(to);
    if (inclusive)
        return cub::DeviceScan::InclusiveSumByKey(scratch, bytes, k, x, y, (uint32_t)n);
    return cub::DeviceScan::ExclusiveSumByKey(scratch, bytes, k, x, y, (uint32_t)n);
}

} // namespace

int clock_cub_select(void *scratch, size_t *bytes, const void *x, void *y, void *total,
                     uint64_t n, elem_type type)
{
    if (type != ELEM_I32)
        return cudaErrorNotSupported;
    return cub::DeviceSelect::If(scratch, *bytes, static_cast<const int32_t *>(x),
                                 static_cast<int32_t *>(y), static_cast<int32_t *>(total),
                                 (int64_t)n, above_two());
}

int clock_cub_split(void *scratch, size_t *bytes, const void *x, void *y, uint64_t n,
                    elem_type type)
{
    if (type != ELEM_I32 && type != ELEM_U32)
        return cudaErrorNotSupported;
    return cub::DeviceRadixSort::SortKeys(scratch, *bytes, static_cast<const uint32_t *>(x),
                                          static_cast<uint32_t *>(y), (int64_t)n, 0, 1);
}

int clock_cub_by_key(void *scratch, size_t *bytes, const void *keys, const void *x, void *y,
                     uint64_t n, elem_type type, int inclusive)
{
    if (type == ELEM_I32)
        return by_key<int32_t>(scratch, *bytes, keys, x, y, n, inclusive);
    if (type == ELEM_F32)
        return by_key<float>(scratch, *bytes, keys, x, y, n, inclusive);
    return cudaErrorNotSupported;
}
