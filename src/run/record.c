/* Plan x executor -> trace. */
#include <stdio.h>
#include <string.h>

#include "gpu/gpu.h"
#include "kernels/table.h"
#include "run/options.h"
#include "run/run.h"
#include "simt/simt.h"

static bool record_host(const struct run_spec *spec, struct trace *trace,
                        const struct chosen *chosen, struct err *err)
{
    const struct simt_options options = {
        .schedule = trace->run.schedule, .resident = trace->run.resident,
        .sequence = spec->sequence, .writer = spec->writer, .chosen = chosen,
        .progress = spec->progress, .user = spec->user,
    };
    return simt_run(trace, kernels_table, kernels_table_count, &options, err);
}

static bool record_cuda(const struct run_spec *spec, struct trace *trace,
                        const struct chosen *chosen, struct err *err)
{
    const struct gpu_options options = {
        .stamps = spec->sequence, .chosen = chosen,
        .progress = spec->progress, .user = spec->user,
    };
    trace->run.schedule[0] = 0; /* the GPU's own */
    return gpu_run(trace, &options, err);
}

/* A schedule or a number of resident blocks that was asked for is the host's, so
 * auto means the host then. Sets reason when a GPU was wanted and there is none. */
static bool choose_cuda(const struct run_spec *spec, char reason[256])
{
    reason[0] = 0;
    if (spec->device == RUN_HOST || (spec->device == RUN_AUTO && (spec->schedule || spec->resident)))
        return false;
    return gpu_available(reason);
}

bool run_record(struct run_spec *spec, struct trace *trace,
                char fallback[256], struct err *err)
{
    char reason[256];
    if (!run_prepare(spec, trace, err))
        return false;
    const bool cuda = choose_cuda(spec, reason);
    if (fallback)
        memcpy(fallback, reason, sizeof reason);
    const struct chosen *chosen;
    bool ok;
    if (!cuda && spec->device == RUN_CUDA)
        ok = err_set(err, ERR_FAILED, "--device cuda: %.200s; allowed here: host",
                     reason);
    else
        ok = run_blocks_choose(spec->trace_blocks, trace, &chosen, err)
            && (cuda ? record_cuda : record_host)(spec, trace, chosen, err);
    if (!ok)
        trace_finish(trace);
    return ok;
}

bool run_record_parts(struct run_spec *spec, struct trace *trace,
                      bool (*part)(void *user, const struct trace *part,
                                   struct err *err),
                      struct err *err)
{
    if (!run_prepare(spec, trace, err))
        return false;
    const struct simt_options options = {
        .schedule = trace->run.schedule, .sequence = true, .block = part,
        .progress = spec->progress, .user = spec->user,
    };
    trace->run.resident = 1;
    if (simt_run(trace, kernels_table, kernels_table_count, &options, err))
        return true;
    trace_finish(trace);
    return false;
}
