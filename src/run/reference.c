/* The serial reference: one loop, left to right, nothing clever. */
#include <string.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "run/run.h"

enum { COMPACT_ABOVE = 2 }; /* RESULT_COMPACT keeps what is greater */

static size_t width_of(const struct trace_run *run)
{
    return elem_width((enum elem_op)run->op, (enum elem_type)run->type);
}

static void input_at(const struct trace *trace, uint32_t i,
                     unsigned char value[ELEM_MAX])
{
    const size_t width = width_of(&trace->run);
    memset(value, 0, ELEM_MAX);
    memcpy(value, trace->input + width * i, width);
}

static bool kept(const struct trace *trace, uint32_t i)
{
    unsigned char value[ELEM_MAX];
    input_at(trace, i, value);
    return elem_to_int(trace->run.op, trace->run.type, value) > COMPACT_ABOVE;
}

uint32_t run_reference_count(const struct trace *trace)
{
    uint32_t count = 0;
    if (trace->run.result != RESULT_COMPACT)
        return trace->run.n;
    for (uint32_t i = 0; i < trace->run.n; i++)
        count += kept(trace, i);
    return count;
}

static void compact(const struct trace *trace, unsigned char *out,
                    unsigned char total[ELEM_MAX])
{
    const size_t width = width_of(&trace->run);
    uint32_t count = 0;
    for (uint32_t i = 0; i < trace->run.n; i++)
        if (kept(trace, i))
            memcpy(out + width * count++, trace->input + width * i, width);
    elem_from_int(trace->run.op, trace->run.type, (int)count, total);
}

static void scan(const struct trace *trace, unsigned char *out,
                 unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = width_of(run);
    unsigned char value[ELEM_MAX];
    elem_identity(run->op, run->type, total);
    for (uint32_t i = 0; i < run->n; i++) {
        input_at(trace, i, value);
        if (!run->inclusive)
            memcpy(out + width * i, total, width);
        if (i == 0) /* not identity + x: that would lose the sign of -0 */
            memcpy(total, value, sizeof value);
        else
            elem_apply(run->op, run->type, total, value, total);
        if (run->inclusive)
            memcpy(out + width * i, total, width);
    }
}

unsigned char *run_reference(const struct trace *trace, struct arena *arena,
                             unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = width_of(run);
    unsigned char *out = arena_alloc(arena, run->n ? run->n : 1, width);
    if (!out)
        return NULL;
    if (run->result == RESULT_COMPACT) {
        compact(trace, out, total);
        return out;
    }
    scan(trace, out, total);
    for (uint32_t i = 0; run->result == RESULT_TOTAL && i < run->n; i++)
        memcpy(out + width * i, total, width);
    return out;
}
