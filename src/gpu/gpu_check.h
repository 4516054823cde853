/* Every CUDA call goes through gpu_check; what it says is for a person. */
#ifndef GPU_CHECK_H
#define GPU_CHECK_H

#include <cuda_runtime_api.h>

#include "base/err.h"

/* True when code is cudaSuccess; otherwise sets err to "what: reason". */
bool gpu_check(cudaError_t code, const char *what, struct err *err);

#endif
