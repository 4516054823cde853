/* The window: SDL on one side, the app on the other. */
#ifndef APP_WINDOW_H
#define APP_WINDOW_H

#include <stdbool.h>

#include "app.h"
#include "base/err.h"

struct window_options {
    int w, h;          /* logical pixels */
    bool size_given;   /* else the window is where it was the last time */
    bool live_timings; /* measure this machine in the background */
};

enum window_end { WINDOW_CLOSED = 0, WINDOW_NO_DISPLAY, WINDOW_FAILED };

/* Opens the window, shows app->session or, where there is none yet, records
 * app->wanted, and runs until it is closed. Without a display nothing has
 * happened yet and err says what is missing. */
enum window_end window_run(struct app *app,
                           const struct window_options *options,
                           struct err *err);

#endif
