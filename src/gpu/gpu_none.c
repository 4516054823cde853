/* Built without CUDA: says so. */
#include "base/say.h"
#include "gpu/gpu.h"

bool gpu_available(char why[256])
{
    say_make(why, 256, "built without CUDA");
    return false;
}

bool gpu_run(struct trace *trace, const struct gpu_options *options, struct err *err)
{
    (void)trace, (void)options;
    return err_set(err, ERR_FAILED, "built without CUDA");
}
