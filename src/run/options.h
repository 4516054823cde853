/* Command-line options, shared by the programs.
 *
 * A program describes its options in tables; the parser walks argv once and
 * calls the handler of each option. Every mistake is one line: what is wrong,
 * what is allowed and the nearest option meant (ERR_USAGE).
 *
 *     --n 8    --n=8    -o FILE    --play    --    a positional argument
 *
 * What follows an option that takes a value is its value, "-inf" and "-3,4" too,
 * unless it begins with two dashes or is an option itself ("--n --play" and "--n
 * -o" lack one; "--n=-o" has one). Of an option given twice the last one
 * counts. */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "run/run.h"
#include "trace/chosen.h"

struct option_def {
    const char *name;        /* "--algo"; "" takes positional arguments */
    const char *takes_value; /* placeholder for the help, "NAME"; NULL: none */
    /* value is NULL for an option that takes none. Fails with err_set. */
    bool (*handler)(void *user, const char *value, struct err *err);
    const char *help;        /* one line for --help (msgid) */
    const char *alias;       /* "-o", or NULL */
};

/* Tables with the thing their handlers work on. */
struct option_group {
    const struct option_def *defs;
    int count;
    void *user;
};

/* argv[0] is the program (or command) and not looked at. */
bool options_parse(int argc, char **argv, const struct option_def *defs,
                   int count, void *user, struct err *err);
bool options_parse_groups(int argc, char **argv,
                          const struct option_group *groups, int group_count,
                          struct err *err);
/* A line once more that was parsed without a mistake: the options on it. */
struct options_line {
    int argc;
    char **argv;
    const struct option_group *groups;
    int group_count;
    int at;                  /* 0 to begin with */
};
/* The next one; NULL: there are no more. */
const struct option_def *options_next(struct options_line *line);
/* The first one that is of this group; NULL: none is. */
const struct option_def *options_first_of(struct options_line line,
                                          const struct option_group *group);
/* "  --algo NAME    help" lines, two aligned columns; translate may be NULL. */
void options_help(const struct option_group *groups, int group_count,
                  const char *(*translate)(const char *msgid), struct buf *out);

/* Numbers for handlers: decimal, whole text, within low..high; name stands in
 * the message ("--n"). A whole number may be written 2^K. */
bool options_number(const char *name, const char *text, uint64_t low,
                    uint64_t high, uint64_t *out, struct err *err);
bool options_real(const char *name, const char *text, double low, double high,
                  double *out, struct err *err);
/* Index of text in names[0..count); the message lists them. */
bool options_choice(const char *name, const char *text,
                    const char *const *names, int count, int *out,
                    struct err *err);

/* ---- the options that describe a run -------------------------------------- */

enum { RUN_OPTIONS_ALGOS = 8 };

/* --algo --n --op --type --input --inclusive --exclusive --block --device
 * --schedule --resident --trace-blocks. Text is borrowed from argv. */
struct run_options {
    struct run_spec spec; /* spec.algo is algos[0] */
    const struct algo *algos[RUN_OPTIONS_ALGOS]; /* --algo A,B: in that order */
    int algo_count;       /* at least 1 after run_options_init */
    bool algo_given, n_given, input_given, schedule_given; /* on the line */
};

/* hillis on its default input, in-order, device auto. */
void run_options_init(struct run_options *options);
struct option_group run_options_group(struct run_options *options);

enum { RUN_MAX_N = 1 << 24 }; /* elements of a run, unless its algorithm has a
                                 limit of its own */

/* The length of a run as people write it, "1000" or "2^20", 1 to RUN_MAX_N: of
 * --n and of the player's field. name stands in the message ("--n"). */
bool run_n_parse(const char *name, const char *text, uint32_t *n,
                 struct err *err);

/* Whether text is a schedule of the host executor, or one that a program has to
 * search for: "adversarial" or "adversarial:SEED" (check/adversarial.h). */
bool run_schedule_check(const char *text, struct err *err);

/* Whether list is one ("0,2-5,last"), and every block in it is below count (0: not yet known). */
bool run_blocks_check(const char *list, uint32_t count, struct err *err);
/* The blocks of each launch of trace that the list names, for an executor; "last"
 * is the last one of each. Arena-owned; NULL for a NULL list. */
bool run_blocks_choose(const char *list, struct trace *trace,
                       const struct chosen **chosen, struct err *err);
/* How many blocks have events, of how many, over all launches; false when out of
 * memory. */
bool run_blocks_traced(const struct trace *trace, uint64_t *traced, uint64_t *blocks);
/* Of a trace that is not whole, a line that says so, with the blocks traced of each
 * launch: "blocks traced: 3 of 16; 96 events are not in the trace". */
void run_blocks_say(const struct trace *trace, struct buf *out);

#endif
