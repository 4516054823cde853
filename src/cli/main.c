/* The table of commands, help, and the way out. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/cli.h"
#include "trace/file.h"

static const struct cli_command commands[] = {
    { "record", "-o FILE [run options]", "run a scan and write its trace",
      cli_record },
    { "show", "TRACE [--step K | --dump | --json | --head | --format FORMAT | "
      "--tree I | --chrome OUT]",
      "print the steps of a trace", cli_show },
    { "diff", "TRACE TRACE", "compare two traces; status 4 when they differ",
      cli_diff },
    { "check", "[TRACE... | run options] [--json | --format FORMAT]",
      "check results, races and schedules; status 3 on a finding", cli_check },
    { "compare", "[run options] [--format FORMAT]",
      "measured counts of several algorithms", cli_compare },
    { "bench", "[--habits | --tracing] [options]",
      "time scans on this machine's GPU or CPU", cli_bench },
    { "list", "[algorithms | broken | operators | formulas | types | schedules | "
      "timings] [--format FORMAT]",
      "list what there is", cli_list },
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* ---- shared by the commands ----------------------------------------------- */

int cli_fail(const struct err *err)
{
    fprintf(stderr, "pscan: %s\n", err->what);
    return err->code;
}

int cli_print(struct buf *out, int status)
{
    struct err err = { 0 };
    if (!buf_ok(out))
        err_set(&err, ERR_FAILED, "out of memory for the output");
    errno = 0;
    const bool written = err.code == ERR_NONE
        && fwrite(buf_text(out), 1, out->length, stdout) == out->length
        && fflush(stdout) == 0;
    if (!written && err.code == ERR_NONE && errno != EPIPE)
        err_set(&err, ERR_FAILED, "cannot write to standard output: %s",
                strerror(errno));
    buf_finish(out);
    return err.code == ERR_NONE ? status : cli_fail(&err);
}

static bool take_help(void *user, const char *value, struct err *err)
{
    (void)value, (void)err;
    *(bool *)user = true;
    return true;
}

static bool print_help(const struct cli_command *command,
                       const struct option_group *groups, int count,
                       struct err *err)
{
    struct buf out;
    buf_init(&out);
    buf_printf(&out, "usage: pscan %s %s\n%s\n\n", command->name,
               command->arguments, command->summary);
    options_help(groups, count, NULL, &out);
    return cli_print(&out, ERR_NONE) == ERR_NONE
        || err_set(err, ERR_FAILED, "cannot print the help");
}

bool cli_parse(const struct cli_command *command, int argc, char **argv,
               const struct option_group *groups, int count, bool *done,
               struct err *err)
{
    enum { MAX_GROUPS = 4 };
    static const struct option_def help[] = {
        { "--help", NULL, take_help, "print this help", "-h" },
    };
    struct option_group all[MAX_GROUPS];
    *done = false;
    for (int i = 0; i < count && i < MAX_GROUPS - 1; i++)
        all[i] = groups[i];
    all[count] = (struct option_group){ help, 1, done };
    if (!options_parse_groups(argc, argv, all, count + 1, err))
        return false;
    return !*done || print_help(command, all, count + 1, err);
}

bool cli_take_file(void *user, const char *value, struct err *err)
{
    struct cli_files *files = user;
    if (files->count == files->room)
        return err_set(err, ERR_USAGE, "unexpected argument \"%.60s\": %d file%s "
                       "taken here", value, files->room,
                       files->room == 1 ? " is" : "s are");
    files->path[files->count++] = value;
    return true;
}

bool cli_read(struct trace *trace, const char *path, struct err *err)
{
    trace_init(trace);
    return trace_read(trace, path, err);
}

/* ---- the program ---------------------------------------------------------- */

static int print_usage(void)
{
    struct buf out;
    buf_init(&out);
    buf_puts(&out, "usage: pscan COMMAND ...\n\n");
    for (int i = 0; i < COMMANDS; i++)
        buf_printf(&out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    buf_puts(&out, "\npscan COMMAND --help tells a command's options; "
                   "pscan --version the version.\n");
    return cli_print(&out, ERR_NONE);
}

static int print_version(void)
{
    struct buf out;
    buf_init(&out);
    buf_puts(&out, "pscan " PSCAN_VERSION "\n");
    return cli_print(&out, ERR_NONE);
}

static int unknown_command(const char *word)
{
    static const char list[] = "record, show, diff, check, compare, bench, list";
    const char *names[COMMANDS];
    struct err err = { 0 };
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *near = err_nearest(word, names, COMMANDS);
    if (near)
        err_set(&err, ERR_USAGE, "no command \"%.40s\"; did you mean %s? "
                "allowed: %s", word, near, list);
    else
        err_set(&err, ERR_USAGE, "no command \"%.40s\"; allowed: %s", word, list);
    return cli_fail(&err);
}

int main(int argc, char **argv)
{
    log_init("pscan");
    signal(SIGPIPE, SIG_IGN); /* cli_print sees EPIPE instead */
    const char *word = argc > 1 ? argv[1] : NULL;
    if (!word) {
        struct err err = { 0 };
        err_set(&err, ERR_USAGE, "a command is missing; allowed: record, show, "
                "diff, check, compare, bench, list (--help tells more)");
        return cli_fail(&err);
    }
    const bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0
        || strcmp(word, "help") == 0;
    if ((help || strcmp(word, "--version") == 0) && argc > 2) {
        struct err err = { 0 };
        err_set(&err, ERR_USAGE, "unexpected argument \"%.60s\" behind %s; pscan "
                "COMMAND --help tells a command's options", argv[2], word);
        return cli_fail(&err);
    }
    if (help || strcmp(word, "--version") == 0)
        return help ? print_usage() : print_version();
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(word, commands[i].name) == 0)
            return commands[i].main(&commands[i], argc - 1, argv + 1);
    return unknown_command(word);
}
