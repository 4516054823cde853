/* Spec -> checked spec and the head of a trace. */
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "base/say.h"
#include "kernels/table.h"
#include "run/options.h"
#include "run/run.h"
#include "simt/simt.h"

enum { DEFAULT_RESIDENT = 4, MAX_RESIDENT = 1024 };

static bool check_n(const struct run_spec *spec, struct err *err)
{
    const struct algo *algo = spec->algo;
    if (algo->max_n == 0 || spec->n <= algo->max_n)
        return true;
    char reason[160];
    return err_set(err, ERR_USAGE, "n is %u but %s takes 1 to %u: %s", spec->n,
                   algo->name, algo->max_n,
                   say_msgid(reason, sizeof reason, algo->max_reason));
}

static bool check_direction(struct run_spec *spec, struct err *err)
{
    const struct algo *algo = spec->algo;
    if (spec->direction == RUN_DEFAULT) {
        const bool exclusive = (algo->flags & ALGO_EXCLUSIVE_FIRST)
            || !(algo->flags & ALGO_INCLUSIVE);
        spec->direction = exclusive ? RUN_EXCLUSIVE : RUN_INCLUSIVE;
    }
    const bool inclusive = spec->direction == RUN_INCLUSIVE;
    if (algo->flags & (inclusive ? ALGO_INCLUSIVE : ALGO_EXCLUSIVE))
        return true;
    return err_set(err, ERR_USAGE, "%s has no %s form; allowed: --%s", algo->name,
                   inclusive ? "inclusive" : "exclusive",
                   inclusive ? "exclusive" : "inclusive");
}

static bool check_host(struct run_spec *spec, struct err *err)
{
    if (spec->resident > MAX_RESIDENT)
        return err_set(err, ERR_USAGE, "--resident %u: allowed are 1 to %d blocks",
                       spec->resident, MAX_RESIDENT);
    if (spec->schedule && spec->device == RUN_CUDA)
        return err_set(err, ERR_USAGE, "--schedule %.40s: a GPU keeps its own "
                       "order; allowed with --device host", spec->schedule);
    if (spec->resident && spec->device == RUN_CUDA)
        return err_set(err, ERR_USAGE, "--resident %u: a GPU keeps as many blocks as "
                       "it has room for; allowed with --device host", spec->resident);
    return !spec->schedule || simt_schedule_check(spec->schedule, err);
}

/* carry and string carry bytes whatever the type: one spelling in traces. */
static bool check_pair(struct run_spec *spec, struct err *err)
{
    if (!run_pair_check(spec->algo, spec->op, spec->type, err))
        return false;
    if (spec->op == OP_ADD)
        spec->op = spec->algo->op;
    if (spec->op == OP_CARRY || spec->op == OP_STRING)
        spec->type = ELEM_I8;
    return true;
}

/* The greatest grid counts: a list names blocks of any launch. */
static bool check_blocks(const struct run_spec *spec, const struct trace *trace,
                         struct err *err)
{
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < trace->launch_count; i++)
        if (trace->launches[i].grid.x > blocks)
            blocks = trace->launches[i].grid.x;
    return !spec->trace_blocks || run_blocks_check(spec->trace_blocks, blocks, err);
}

static void fill_run(const struct run_spec *spec, struct trace_run *run)
{
    snprintf(run->algo, sizeof run->algo, "%s", spec->algo->name);
    snprintf(run->title, sizeof run->title, "%s", spec->algo->title);
    snprintf(run->schedule, sizeof run->schedule, "%s",
             spec->schedule ? spec->schedule : "in-order");
    snprintf(run->device_name, sizeof run->device_name, "host executor");
    snprintf(run->tool, sizeof run->tool, "%s", PSCAN_VERSION);
    run->n = spec->n;
    run->resident = spec->resident ? spec->resident : DEFAULT_RESIDENT;
    run->op = (uint8_t)spec->op;
    run->type = (uint8_t)spec->type;
    run->inclusive = spec->direction == RUN_INCLUSIVE;
    run->device = DEVICE_HOST;
    run->result = (uint8_t)spec->algo->result;
}

/* The kernel's text goes into the trace, so that a file explains itself. */
static bool fill_source(const struct algo *algo, struct trace *trace,
                        struct err *err)
{
    char name[TRACE_NAME];
    snprintf(name, sizeof name, "kernels/%.30s.cu", algo->name);
    const char *text = kernels_source(name);
    if (!text)
        return err_set(err, ERR_FAILED, "this build lacks the kernel %s", algo->name);
    trace->sources = ARENA_NEW(&trace->arena, struct trace_source, 1);
    if (!trace->sources)
        return err_set(err, ERR_FAILED, "out of memory for the kernel's source");
    struct trace_source *source = &trace->sources[0];
    source->length = (uint32_t)strlen(text);
    source->text = arena_strdup(&trace->arena, text, source->length);
    memcpy(source->name, name, sizeof name);
    trace->source_count = 1;
    return source->text || err_set(err, ERR_FAILED, "out of memory for the source");
}

static bool prepare(struct run_spec *spec, struct trace *trace, struct err *err)
{
    unsigned char *input = NULL;
    char input_text[64];
    if (!check_n(spec, err) || !check_direction(spec, err)
        || !check_pair(spec, err) || !check_host(spec, err)
        || !run_input(spec, &trace->arena, &input, input_text, err)
        || !check_n(spec, err))
        return false;
    fill_run(spec, &trace->run);
    memcpy(trace->run.input_text, input_text, sizeof trace->run.input_text);
    trace->input = input;
    return spec->algo->plan(spec->algo, spec, trace, err)
        && check_blocks(spec, trace, err) && fill_source(spec->algo, trace, err);
}

bool run_prepare(struct run_spec *spec, struct trace *trace, struct err *err)
{
    if (prepare(spec, trace, err))
        return true;
    trace_finish(trace);
    return false;
}
