/* The progress line. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress.h"

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cli_progress(void *user, uint64_t done, uint64_t of)
{
    struct cli_progress *progress = user;
    const int percent = of ? (int)(done * 100 / of) : 0;
    if (!progress->since_ms)
        progress->since_ms = now_ms();
    if (percent == progress->percent || !isatty(STDERR_FILENO)
        || now_ms() - progress->since_ms < CLI_PROGRESS_AFTER_MS)
        return true;
    progress->percent = percent;
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s, n = %" PRIu32 ": block %" PRIu64 " of %" PRIu64 ", %d%%",
            progress->spec->algo->name, progress->spec->n, done, of, percent);
    fflush(stderr);
    return true;
}

void cli_progress_end(struct cli_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}

bool cli_progress_record(struct run_spec *spec, struct trace *trace, struct err *err)
{
    struct cli_progress progress = { .spec = spec, .percent = -1 };
    spec->progress = cli_progress;
    spec->user = &progress;
    const bool ok = run_record(spec, trace, NULL, err);
    spec->progress = NULL;
    spec->user = NULL;
    cli_progress_end(&progress);
    return ok;
}
