/* The serial reference: one loop, left to right, nothing clever. */
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "run/run.h"

unsigned char *run_reference(const struct trace *trace, struct arena *arena,
                             unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = elem_width((enum elem_op)run->op, (enum elem_type)run->type);
    unsigned char *out = arena_alloc(arena, run->n ? run->n : 1, width);
    unsigned char sum[ELEM_MAX], value[ELEM_MAX] = { 0 };
    if (!out)
        return NULL;
    elem_identity(run->op, run->type, sum);
    for (uint32_t i = 0; i < run->n; i++) {
        memcpy(value, trace->input + width * i, width);
        if (!run->inclusive)
            memcpy(out + width * i, sum, width);
        if (i == 0) /* not identity + x: that would lose the sign of -0 */
            memcpy(sum, value, sizeof sum);
        else
            elem_apply(run->op, run->type, sum, value, sum);
        if (run->inclusive)
            memcpy(out + width * i, sum, width);
    }
    memcpy(total, sum, ELEM_MAX);
    return out;
}
