/* The rivals' names, which are the same with and without CUDA. */
#include "base/say.h"
#include "gpu/clock.h"

const char *gpu_clock_rival_row(enum gpu_rival rival, enum trace_result result,
                                bool inclusive)
{
    if (rival == GPU_COPY)
        return "copy";
    if (rival == GPU_FAST)
        return result == RESULT_SCAN ? "fast" : NULL;
    switch (result) {
    case RESULT_SCAN:
        return inclusive ? "cub-inclusive" : "cub-exclusive";
    case RESULT_COMPACT:
        return "cub-select";
    case RESULT_SPLIT:
        return "cub-sort-bit";
    case RESULT_SEGMENTS:
        return inclusive ? "cub-by-key-inclusive" : "cub-by-key-exclusive";
    default:
        return NULL;
    }
}

const char *gpu_clock_rival_label(enum gpu_rival rival, enum trace_result result)
{
    if (rival == GPU_COPY)
        return N_("copy of the same bytes");
    if (rival == GPU_FAST)
        return N_("single pass, this project (kernels/fast)");
    switch (result) {
    case RESULT_COMPACT:
        return "CUB DeviceSelect::If";
    case RESULT_SPLIT:
        return N_("CUB DeviceRadixSort, one bit");
    case RESULT_SEGMENTS:
        return N_("CUB DeviceScan by key");
    default:
        return "CUB DeviceScan";
    }
}
