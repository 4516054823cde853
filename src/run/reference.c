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

/* Those with bit 0 clear, then those with it set. */
static void split(const struct trace *trace, unsigned char *out,
                  unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = width_of(run);
    uint32_t place = 0;
    for (int bit = 0; bit < 2; bit++) {
        for (uint32_t i = 0; i < run->n; i++) {
            unsigned char value[ELEM_MAX];
            input_at(trace, i, value);
            if ((elem_to_int(run->op, run->type, value) & 1) == bit)
                memcpy(out + width * place++, value, width);
        }
        if (bit == 0)
            elem_from_int(run->op, run->type, (int)place, total);
    }
}

/* Addition as at school, from the lowest bit on: a column holds two bits and
 * the carry, each 0 or 1. */
static void sum(const struct trace *trace, unsigned char *out,
                unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = width_of(run);
    unsigned char value[ELEM_MAX];
    int carry = 0;
    for (uint32_t i = 0; i < run->n; i++) {
        input_at(trace, i, value);
        const int generate = value[0], propagate = value[1];
        elem_from_int(run->op, run->type, propagate ^ carry, value);
        memcpy(out + width * i, value, width);
        carry = generate || (propagate && carry);
    }
    elem_from_int(run->op, run->type, carry, total);
}

static void scan(const struct trace *trace, unsigned char *out,
                 unsigned char total[ELEM_MAX])
{
    const struct trace_run *run = &trace->run;
    const size_t width = width_of(run);
    unsigned char value[ELEM_MAX];
    const unsigned char *heads = trace_heads(trace);
    elem_identity(run->op, run->type, total);
    for (uint32_t i = 0; i < run->n; i++) {
        const bool head = i == 0 || (heads && heads[i]);
        input_at(trace, i, value);
        if (head)
            elem_identity(run->op, run->type, total);
        if (!run->inclusive)
            memcpy(out + width * i, total, width);
        if (head) /* not identity + x: that would lose the sign of -0 */
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
    if (run->result == RESULT_SPLIT || run->result == RESULT_SUM) {
        (run->result == RESULT_SPLIT ? split : sum)(trace, out, total);
        return out;
    }
    scan(trace, out, total);
    for (uint32_t i = 0; run->result == RESULT_TOTAL && i < run->n; i++)
        memcpy(out + width * i, total, width);
    return out;
}
