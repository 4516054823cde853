/* Whether there is a GPU to use, and how CUDA's errors are told. */
#include "gpu/gpu.h"

#include "base/say.h"
#include "gpu/gpu_check.h"

enum { GPU_CAPABILITY = 75 }; /* the least, times ten */

bool gpu_check(cudaError_t code, const char *what, struct err *err)
{
    if (code == cudaSuccess)
        return true;
    cudaGetLastError(); /* the next call starts without it */
    return err_set(err, ERR_FAILED, "GPU: %s: %s", what, cudaGetErrorString(code));
}

static void gpu_reason(cudaError_t code, char why[256])
{
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    if (code == cudaErrorNoDevice)
        say_make(why, 256, "no NVIDIA GPU was found");
    else if (code == cudaErrorInsufficientDriver)
        say_make(why, 256, "the NVIDIA driver is missing or older than CUDA %d.%d needs",
                 runtime / 1000, runtime % 1000 / 10);
    else
        say_make(why, 256, "CUDA does not start: %.200s", cudaGetErrorString(code));
}

bool gpu_available(char why[256])
{
    int count = 0, major = 0, minor = 0;
    cudaError_t code = cudaGetDeviceCount(&count);
    if (code == cudaSuccess && count == 0)
        code = cudaErrorNoDevice;
    if (code == cudaSuccess)
        code = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    if (code == cudaSuccess)
        code = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
    if (code != cudaSuccess) {
        cudaGetLastError();
        gpu_reason(code, why);
        return false;
    }
    if (major * 10 + minor < GPU_CAPABILITY) {
        say_make(why, 256, "the GPU has compute capability %d.%d, %d.%d is needed",
                 major, minor, GPU_CAPABILITY / 10, GPU_CAPABILITY % 10);
        return false;
    }
    why[0] = '\0';
    return true;
}
