/* pscan record: run, write the trace, say what was recorded. */
#include <stdio.h>

#include "base/file.h"
#include "check/adversarial.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "simt/simt.h"
#include "trace/file.h"

struct record_options {
    struct run_options run;
    const char *output;
};

static bool take_output(void *user, const char *value, struct err *err)
{
    if (!*value)
        return err_set(err, ERR_USAGE, "--output needs the name of a file");
    ((struct record_options *)user)->output = value;
    return true;
}

static const struct option_def defs[] = {
    { "--output", "FILE", take_output, "where the trace goes", "-o" },
};

static bool check_options(const struct record_options *options, struct err *err)
{
    if (!options->output)
        return err_set(err, ERR_USAGE, "record needs -o FILE: where the trace goes");
    if (options->run.algo_count != 1)
        return err_set(err, ERR_USAGE, "record takes one algorithm; "
                       "compare takes several");
    return file_may_write(options->output, err);
}

/* The run is over: checked, written, told of. */
static int keep(const struct record_options *options, struct trace *trace,
                const struct adversarial *search)
{
    struct err err = { 0 };
    struct check_result result;
    struct buf out;
    if (!check_run(trace, &result, &err)
        || !trace_write(trace, options->output, &err))
        return cli_fail(&err);
    buf_init(&out);
    buf_printf(&out, "%s: %s, n = %u, %s, on the %s, %llu events\n%s\n",
               options->output, trace->run.algo, trace->run.n,
               trace->run.inclusive ? "inclusive" : "exclusive",
               trace->run.device_name, (unsigned long long)trace->event_count,
               result.what);
    run_blocks_say(trace, &out);
    if (search->tries)
        buf_printf(&out, "adversarial: %s\n", search->what);
    return cli_print(&out, result.ok ? ERR_NONE : ERR_FAILED);
}

int cli_record(const struct cli_command *command, int argc, char **argv)
{
    struct record_options options = { .output = NULL };
    struct trace trace;
    struct err err = { 0 };
    bool done;
    run_options_init(&options.run);
    const struct option_group groups[] = {
        { defs, sizeof defs / sizeof *defs, &options },
        run_options_group(&options.run),
    };
    if (!cli_parse(command, argc, argv, groups, 2, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    struct run_spec *spec = &options.run.spec;
    struct adversarial search;
    spec->sequence = spec->writer = true;
    trace_init(&trace);
    if (!check_options(&options, &err)
        || !adversarial_resolve(spec, &search, &err)
        || !cli_progress_record(spec, &trace, &err))
        return cli_fail(&err);
    const int status = simt_schedule_met(&trace, &err)
        ? keep(&options, &trace, &search) : cli_fail(&err);
    trace_finish(&trace);
    return status;
}
