/* The result check of a whole trace. */
#include <stdio.h>
#include <string.h>

#include "check/check_outputs.h"

/* Nothing is known of what was not traced. */
static bool check_unknown(const struct trace *trace, struct check_result *result)
{
    result->cut = true;
    snprintf(result->what, sizeof result->what, "the trace was cut: %llu events "
             "are not in it, so nothing can be said about the result", (unsigned long long)trace->dropped);
    return true;
}

/* Whether every block is in the trace with all its events, or with none. */
static bool check_blocks_whole(const struct trace *trace)
{
    uint64_t dropped = 0;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s], *before = seg - 1;
        dropped += seg->dropped;
        if (seg->dropped && seg->count > 0)
            return false;
        if (s > 0 && before->launch == seg->launch && before->block == seg->block
            && (before->dropped > 0) != (seg->dropped > 0))
            return false;
    }
    return dropped == trace->dropped;
}

static bool check_take(struct check_outputs *outputs, const struct trace *trace,
                       struct err *err)
{
    if (trace->dropped && !trace->results)
        return check_outputs_part(outputs, trace)
            || err_set(err, ERR_FAILED, "out of memory for the result check");
    if (trace->dropped)
        check_outputs_results(outputs, trace);
    else
        check_outputs_take(outputs, trace);
    return true;
}

bool check_run(const struct trace *trace, struct check_result *result,
               struct err *err)
{
    struct check_outputs outputs;
    memset(result, 0, sizeof *result);
    if (trace->dropped && !trace->results && !check_blocks_whole(trace))
        return check_unknown(trace, result);
    if (!check_outputs_open(&outputs, trace, err))
        return false;
    bool ok = check_take(&outputs, trace, err);
    check_wraps(trace, result);
    struct check_tree tree;
    const bool beyond = !trace->dropped && check_outputs_beyond(&outputs);
    ok = ok && (!beyond || check_tree_open(&tree, trace, err));
    if (ok)
        check_outputs_judge(&outputs, beyond ? &tree : NULL, trace->stop_count > 0,
                            result);
    if (ok && beyond)
        check_tree_close(&tree);
    check_outputs_close(&outputs);
    return ok;
}
