/* pscan record: run, write the trace, say what was recorded. */
#include <stdio.h>

#include "check/check.h"
#include "cli/cli.h"
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
    return options->run.algo_count == 1
        || err_set(err, ERR_USAGE, "record takes one algorithm; "
                   "compare takes several");
}

/* The trace is in hand: into the file, then what it says. */
static int keep(const struct record_options *options, const struct trace *trace)
{
    struct err err = { 0 };
    struct check_result result;
    struct buf out;
    const uint32_t grid = trace->launch_count ? trace->launches[0].grid.x : 1;
    if ((options->run.trace_blocks
         && !run_blocks_check(options->run.trace_blocks, grid, &err))
        || !trace_write(trace, options->output, &err)
        || !check_run(trace, &result, &err))
        return cli_fail(&err);
    buf_init(&out);
    buf_printf(&out, "%s: %s, n = %u, %s, on the %s, %llu events\n%s\n",
               options->output, trace->run.algo, trace->run.n,
               trace->run.inclusive ? "inclusive" : "exclusive",
               trace->run.device_name, (unsigned long long)trace->event_count,
               result.what);
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
    options.run.spec.sequence = options.run.spec.writer = true;
    trace_init(&trace);
    if (!check_options(&options, &err)
        || !run_record(&options.run.spec, &trace, NULL, &err))
        return cli_fail(&err);
    const int status = keep(&options, &trace);
    trace_finish(&trace);
    return status;
}
