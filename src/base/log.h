/* Messages for whoever started the program, on stderr, one line each:
 * "pscan: warning: ...". What a run finds is no log message. The environment
 * variable PSCAN_LOG (error, warning, info, debug) sets the level. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

enum log_level { LOG_ERROR = 0, LOG_WARNING = 1, LOG_INFO = 2, LOG_DEBUG = 3 };

/* program: stands before each line, borrowed. Reads PSCAN_LOG; without it
 * errors and warnings are shown. */
void log_init(const char *program);
void log_set_level(enum log_level level);
void log_print(enum log_level level, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#define log_warn(...) log_print(LOG_WARNING, __VA_ARGS__)

#endif
