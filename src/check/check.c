/* The result check of a whole trace. */
#include <stdio.h>
#include <string.h>

#include "check/check_outputs.h"

bool check_run(const struct trace *trace, struct check_result *result,
               struct err *err)
{
    struct check_outputs outputs;
    memset(result, 0, sizeof *result);
    if (trace->dropped) {
        result->cut = true;
        snprintf(result->what, sizeof result->what, "the trace was cut: %llu events "
                 "did not fit, so nothing can be said about the result",
                 (unsigned long long)trace->dropped);
        return true;
    }
    if (!check_outputs_open(&outputs, trace, err))
        return false;
    check_outputs_take(&outputs, trace);
    check_wraps(trace, result);
    struct check_tree tree;
    const bool beyond = check_outputs_beyond(&outputs);
    const bool ok = !beyond || check_tree_open(&tree, trace, err);
    if (ok)
        check_outputs_judge(&outputs, beyond ? &tree : NULL, trace->stop_count > 0,
                            result);
    if (ok && beyond)
        check_tree_close(&tree);
    check_outputs_close(&outputs);
    return ok;
}
