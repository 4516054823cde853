/* pscan diff: the first difference of two traces. */
#include "cli/cli.h"
#include "trace/dump.h"

static const struct option_def defs[] = {
    { "", "TRACE", cli_take_file, "the two files", NULL },
};

int cli_diff(const struct cli_command *command, int argc, char **argv)
{
    struct cli_files files = { .room = 2 };
    const struct option_group group = { defs, 1, &files };
    struct trace left, right;
    struct err err = { 0 };
    struct buf out;
    bool done;
    if (!cli_parse(command, argc, argv, &group, 1, &done, &err))
        return cli_fail(&err);
    if (done)
        return ERR_NONE;
    if (files.count != 2)
        err_set(&err, ERR_USAGE, "diff needs two trace files");
    if (err.code != ERR_NONE || !cli_read(&left, files.path[0], &err))
        return cli_fail(&err);
    if (!cli_read(&right, files.path[1], &err)) {
        trace_finish(&left);
        return cli_fail(&err);
    }
    buf_init(&out);
    const bool equal = trace_diff(&left, &right, &out);
    trace_finish(&left);
    trace_finish(&right);
    if (out.length && out.text[out.length - 1] != '\n')
        buf_puts(&out, "\n");
    return cli_print(&out, equal ? ERR_NONE : ERR_DIFFER);
}
