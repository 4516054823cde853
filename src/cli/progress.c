/* The progress line. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/progress.h"

bool cli_progress(void *user, uint64_t done, uint64_t of)
{
    struct cli_progress *progress = user;
    const int percent = of ? (int)(done * 100 / of) : 0;
    if (percent == progress->percent || !isatty(STDERR_FILENO))
        return true;
    progress->percent = percent;
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s: block %" PRIu64 " of %" PRIu64 ", %d%%",
            progress->what, done, of, percent);
    fflush(stderr);
    return true;
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
