/* Log: a level, a name, and one write a line so that lines of two threads do
 * not mix. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const level_names[] = {"error", "warning", "info", "debug"};
static const char *log_program = "pscan";
static enum log_level log_shown = LOG_WARNING;

void log_init(const char *program)
{
    log_program = program;
    const char *wish = getenv("PSCAN_LOG");
    for (int i = 0; wish != NULL && i <= LOG_DEBUG; i++)
        if (strcmp(wish, level_names[i]) == 0)
            log_shown = (enum log_level)i;
}

void log_set_level(enum log_level level)
{
    log_shown = level;
}

void log_print(enum log_level level, const char *fmt, ...)
{
    if (level > log_shown)
        return;
    char line[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    fprintf(stderr, "%s: %s: %s\n", log_program, level_names[level], line);
}
