/* A progress line on stderr, where that is a terminal: how many blocks of a
 * run are done. Each one replaces the last. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct cli_progress {
    const char *what;  /* "three-kernel, n = 1048576" */
    int percent;       /* shown last; -1 at first */
    bool shown;
};

/* For run_spec.progress; user: a struct cli_progress. */
bool cli_progress(void *user, uint64_t done, uint64_t of);
/* Wipes the line. */
void cli_progress_end(struct cli_progress *progress);

#endif
