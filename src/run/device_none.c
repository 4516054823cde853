/* Built without CUDA: there is no GPU to run on. */
#include <stdio.h>

#include "run/device.h"

bool device_available(char reason[256])
{
    snprintf(reason, 256, "this build has no CUDA part");
    return false;
}

bool device_run(const struct run_spec *spec, struct trace *trace,
                struct err *err)
{
    (void)spec, (void)trace;
    return err_set(err, ERR_FAILED, "this build has no CUDA part");
}
