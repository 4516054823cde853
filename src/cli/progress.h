/* A progress line on stderr, where that is a terminal: how many blocks of a
 * run are done. Each one replaces the last. Work that is over within
 * CLI_PROGRESS_AFTER_MS has none. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "run/run.h"
#include "trace/trace.h"

enum { CLI_PROGRESS_AFTER_MS = 700 };

struct cli_progress {
    const struct run_spec *spec; /* whose run it is */
    int percent;       /* shown last; -1 at first */
    bool shown;
    int64_t since_ms;  /* of the first call; 0 at first */
};

/* For run_spec.progress; user: a struct cli_progress. */
bool cli_progress(void *user, uint64_t done, uint64_t of);
/* Wipes the line. */
void cli_progress_end(struct cli_progress *progress);

/* run_record with such a line, which is gone when it returns. */
bool cli_progress_record(struct run_spec *spec, struct trace *trace, struct err *err);

#endif
