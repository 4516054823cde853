/* What the command line of pscan-viz asks for. */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "draw/draw.h"
#include "run/options.h"
#include "scene/view.h"

struct app_options {
    struct run_options run;
    const char *trace;       /* --trace FILE */
    const char *render;      /* --render OUT */
    const char *language;    /* --lang; NULL: as the environment asks */
    double step;             /* -1: not given */
    bool view_given;
    enum view_kind view;
    bool halves_given;
    enum view_kind half[2];  /* network when not given */
    enum theme theme;
    double speed;
    double zoom;             /* of a still picture; 1 when not given */
    int w, h;                /* 1280 x 720 when not given */
    bool size_given;
    bool play, text, list, help, version;
};

bool app_options_parse(struct app_options *options, int argc, char **argv,
                       struct err *err);
void app_options_help(struct buf *out);

#endif
