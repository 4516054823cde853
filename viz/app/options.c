/* The viewer's own options beside those that describe a run (run/options.h). */
#include "options.h"

#include <stdio.h>
#include <string.h>

enum { SMALLEST = 320, LARGEST = 16384 };

static bool set_trace(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    if (!*value)
        return err_set(err, ERR_USAGE, "--trace needs the name of a file");
    options->trace = value;
    return true;
}

static bool set_render(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    if (!*value)
        return err_set(err, ERR_USAGE, "--render needs the name of a picture");
    options->render = value;
    return true;
}

static bool set_language(void *user, const char *value, struct err *err)
{
    (void)err;
    ((struct app_options *)user)->language = value;
    return true;
}

static bool set_step(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    return options_real("--step", value, 0, 1e6, &options->step, err);
}

static bool set_view(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    options->view_given = true;
    return view_parse(value, &options->view, err);
}

/* One view for both halves, or one for each. */
static bool set_halves(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;
    const char *comma = strchr(value, ',');
    char names[2][32];

    snprintf(names[0], sizeof names[0], "%.*s",
             comma ? (int)(comma - value) : (int)strlen(value), value);
    snprintf(names[1], sizeof names[1], "%s", comma ? comma + 1 : names[0]);
    for (int i = 0; i < 2; i++) {
        if (!view_parse(names[i], &options->half[i], err))
            return false;
        if (!view_halves(options->half[i]))
            return err_set(err, ERR_USAGE, "--halves %s: a half shows network, tree, "
                           "lanes, memory, look-back, blocks, table, timeline or "
                           "hazard", value);
    }
    options->halves_given = true;
    return true;
}

static bool set_theme(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    return theme_parse(value, &options->theme, err);
}

static bool set_speed(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    return options_real("--speed", value, 0.1, 8, &options->speed, err);
}

static bool set_size(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;
    int w, h, end = 0;

    if (sscanf(value, "%5dx%5d%n", &w, &h, &end) != 2 || value[end] ||
        w < SMALLEST || h < SMALLEST || w > LARGEST || h > LARGEST)
        return err_set(err, ERR_USAGE,
                       "--size %s: a size is WIDTHxHEIGHT, each from %d to %d, "
                       "such as 1280x720", value, SMALLEST, LARGEST);
    options->w = w;
    options->h = h;
    options->size_given = true;
    return true;
}

static bool set_zoom(void *user, const char *value, struct err *err)
{
    struct app_options *options = user;

    return options_real("--zoom", value, 1, 1000, &options->zoom, err);
}

#define FLAG(name)                                                    \
    static bool set_##name(void *user, const char *value, struct err *err) \
    {                                                                 \
        (void)value;                                                  \
        (void)err;                                                    \
        ((struct app_options *)user)->name = true;                    \
        return true;                                                  \
    }
FLAG(play)
FLAG(text)
FLAG(list)
FLAG(help)
FLAG(version)

static const struct option_def defs[] = {
    {"--trace", "FILE", set_trace, "play a recorded trace", NULL},
    {"--step", "K", set_step,
     "begin at step K: 0 is the input; halves show values on their way", NULL},
    {"--view", "VIEW", set_view,
     "network, tree, lanes, ...; otherwise what fits the run", NULL},
    {"--halves", "VIEW[,VIEW]", set_halves,
     "what two compared runs are shown as; otherwise network", NULL},
    {"--play", NULL, set_play, "play at once", NULL},
    {"--speed", "X", set_speed, "speed of playing, 0.1 to 8", NULL},
    {"--theme", "THEME", set_theme, "light, dark or projector", NULL},
    {"--lang", "LANGUAGE", set_language, "en or zh", NULL},
    {"--size", "WxH", set_size, "size of picture or window; the window opens as it was left", NULL},
    {"--zoom", "Z", set_zoom, "with --render: enlarge what happens, 1 to 1000 times",
     NULL},
    {"--render", "FILE", set_render,
     "draw into FILE (.png, .svg, .pdf, .html), open no window", NULL},
    {"--text", NULL, set_text, "print the steps as text, open no window", NULL},
    {"--list", NULL, set_list,
     "list the algorithms; pscan list says more of each", NULL},
    {"--help", NULL, set_help, "print this help", "-h"},
    {"--version", NULL, set_version, "print the version", NULL},
};

static void make_groups(struct app_options *options,
                        struct option_group groups[2])
{
    groups[0] = run_options_group(&options->run);
    groups[1] = (struct option_group){
        defs, (int)(sizeof defs / sizeof *defs), options};
}

/* What does not go together. groups: those of make_groups; line: what they read. */
static bool check_together(const struct app_options *options,
                           const struct option_group groups[2],
                           struct options_line line, struct err *err)
{
    const struct run_options *run = &options->run;
    const struct option_def *of_run = options_first_of(line, &groups[0]);

    if (options->trace && of_run)
        return err_set(err, ERR_USAGE, "--trace plays a finished run: "
                       "%s does not go with it", of_run->name);
    if (options->zoom > 1 && !options->render)
        return err_set(err, ERR_USAGE, "--zoom goes with --render; in the window the "
                       "wheel and Z zoom");
    if (options->text && options->render)
        return err_set(err, ERR_USAGE, "--text and --render: one at a time");
    if (run->algo_count > 2 || (run->algo_count > 1 && options->text))
        return err_set(err, ERR_USAGE, "--algo takes one algorithm here, or "
                       "two to be compared in a picture; pscan compare takes "
                       "several");
    if (options->view_given && options->view == VIEW_COMPARE &&
        run->algo_count != 2)
        return err_set(err, ERR_USAGE, "--view compare needs two algorithms: "
                       "--algo hillis,blelloch");
    if (options->halves_given &&
        (run->algo_count != 2 ||
         (options->view_given && options->view != VIEW_COMPARE)))
        return err_set(err, ERR_USAGE, "--halves is for two algorithms that are "
                       "compared: --algo hillis,blelloch");
    if (options->text && options->step != (double)(long)options->step)
        return err_set(err, ERR_USAGE, "--text prints whole steps only, "
                       "--step %g is none", options->step);
    return true;
}

bool app_options_parse(struct app_options *options, int argc, char **argv,
                       struct err *err)
{
    struct option_group groups[2];

    memset(options, 0, sizeof *options);
    run_options_init(&options->run);
    options->step = -1;
    options->speed = options->zoom = 1;
    options->w = 1280;
    options->h = 720;
    make_groups(options, groups);
    const struct options_line line = {argc, argv, groups, 2, 0};
    if (!options_parse_groups(argc, argv, groups, 2, err) ||
        !check_together(options, groups, line, err))
        return false;
    if (options->run.algo_count == 2 && !options->view_given) {
        options->view_given = true;
        options->view = VIEW_COMPARE;
    }
    return true;
}

void app_options_help(struct buf *out)
{
    struct app_options options;
    struct option_group groups[2];

    memset(&options, 0, sizeof options);
    run_options_init(&options.run);
    make_groups(&options, groups);
    buf_puts(out, "usage: pscan-viz [OPTIONS]\n\n"
                  "Records a scan while it runs and plays it back step by "
                  "step.\nF1 in the window lists the keys.\n\n");
    options_help(groups, 2, NULL, out);
}
