/* Which problem a run solves, in words, and whether two runs solve the same. */
#include <string.h>

#include "base/elem_info.h"
#include "scene/scene.h"

const char *view_problem(const struct view *view, const struct trace_run *run)
{
    const bool all = run->inclusive;

    switch (run->result) {
    case RESULT_TOTAL:   return view->tr("reduction");
    case RESULT_COMPACT: return view->tr("compaction");
    case RESULT_SPLIT:   return view->tr("split by one bit");
    case RESULT_SUM:     return view->tr("addition of two numbers");
    case RESULT_SEGMENTS:
        return all ? view->tr("inclusive segmented scan")
                   : view->tr("exclusive segmented scan");
    default:
        return all ? view->tr("inclusive scan") : view->tr("exclusive scan");
    }
}

/* Inclusive and exclusive scans are two ways to hand out the same sums. */
bool problem_same(const struct findings *a, const struct findings *b)
{
    const struct trace_run *one = &a->trace->run, *two = &b->trace->run;

    return trace_problem(one->result) == trace_problem(two->result) && one->op == two->op &&
           one->type == two->type;
}

bool problem_same_input(const struct findings *a, const struct findings *b)
{
    const struct trace_run *one = &a->trace->run, *two = &b->trace->run;
    const size_t width = elem_width((enum elem_op)one->op, (enum elem_type)one->type);

    return one->n == two->n && one->op == two->op && one->type == two->type &&
           a->trace->input && b->trace->input &&
           memcmp(a->trace->input, b->trace->input, one->n * width) == 0;
}
