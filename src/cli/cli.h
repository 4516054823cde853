/* The program pscan: one file a command, a table of commands in main.c.
 *
 * A command collects its output in a buf and hands it over at its end; what
 * fails is one line on stderr. Exit statuses are those of base/err.h. Nothing
 * here is translated: the output is for terminals and scripts alike. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "run/options.h"
#include "trace/trace.h"

struct cli_command {
    const char *name;
    const char *arguments; /* "TRACE [options]" */
    const char *summary;   /* one line */
    int (*main)(const struct cli_command *command, int argc, char **argv);
};

int cli_record(const struct cli_command *command, int argc, char **argv);
int cli_show(const struct cli_command *command, int argc, char **argv);
int cli_diff(const struct cli_command *command, int argc, char **argv);
int cli_check(const struct cli_command *command, int argc, char **argv);
int cli_compare(const struct cli_command *command, int argc, char **argv);
int cli_bench(const struct cli_command *command, int argc, char **argv);
int cli_list(const struct cli_command *command, int argc, char **argv);

/* Parses with `--help` added. *done becomes true when help was asked for and
 * printed: the command then ends with status 0. */
bool cli_parse(const struct cli_command *command, int argc, char **argv,
               const struct option_group *groups, int count, bool *done,
               struct err *err);

/* Prints "pscan: what" on stderr and returns the exit status. */
int cli_fail(const struct err *err);

/* Writes out to stdout, finishes it, and returns status, or ERR_FAILED when
 * memory or stdout failed. A reader that went away is no failure. */
int cli_print(struct buf *out, int status);

/* What an algorithm with this enum trace_result solves, in a word or two. */
const char *cli_problem_name(unsigned result);

/* Whether it can scan in that direction; any can in its usual one, RUN_DEFAULT. */
bool cli_has_form(const struct algo *algo, enum run_direction direction);

/* A handler for positional arguments: stores up to `room` of them. */
struct cli_files {
    const char *path[4];
    int count, room;
};
bool cli_take_file(void *user, const char *value, struct err *err);

/* Reads path into a fresh trace. */
bool cli_read(struct trace *trace, const char *path, struct err *err);

#endif
