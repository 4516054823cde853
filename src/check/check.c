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

bool check_run(const struct trace *trace, struct check_result *result,
               struct err *err)
{
    struct check_outputs outputs;
    memset(result, 0, sizeof *result);
    if (trace->dropped && !trace->results)
        return check_unknown(trace, result);
    if (!check_outputs_open(&outputs, trace, err))
        return false;
    if (trace->dropped)
        check_outputs_results(&outputs, trace);
    else
        check_outputs_take(&outputs, trace);
    check_wraps(trace, result);
    struct check_tree tree;
    const bool beyond = !trace->dropped && check_outputs_beyond(&outputs);
    const bool ok = !beyond || check_tree_open(&tree, trace, err);
    if (ok)
        check_outputs_judge(&outputs, beyond ? &tree : NULL, trace->stop_count > 0,
                            result);
    if (ok && beyond)
        check_tree_close(&tree);
    check_outputs_close(&outputs);
    return ok;
}
