/* The window in Chinese: every algorithm, sound and broken, in every view that
 * shows it, at every step, with its findings and their repairs, the overlays and
 * the timings. No text in the picture may be English but for names: of people,
 * of makers, of keys, of what stands in the source. Prints what is.
 *
 * Usage: chinese FOLDER-OF-TRANSLATIONS. Exit status 77: there are none. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "base/mo.h"

static const char *const names[] = {
    "Hillis", "Steele", "Blelloch", "Sklansky", "Brent", "Kung", "Han", "Carlson",
    "Ladner", "Fischer", "Kogge", "Stone", "NVIDIA", "CUDA", "CUB", "DeviceScan",
    "DeviceSelect", "DeviceRadixSort",
    "GPU", "SIMD", "HOME", "Ctrl", "Shift", "Alt", "Tab", "Enter", "Esc", "Home",
    "PageUp", "PageDown",
    "End", "Markdown", "LaTeX", "CSV", "RAW", "WAR", "WAW", "SEED", "random", "nvcc", "gcc",
    "mod",
    "int", "out", "float", "double", "half", "max", "min", "carry", "segadd",
};

static long pictures, faults;

static struct mo *chinese;

static const char *tr(const char *msgid)
{
    return mo_text(chinese, msgid);
}

static const char *trn(const char *one, const char *many, unsigned long n)
{
    return mo_plural(chinese, one, many, n);
}

static bool speak(const char *folder)
{
    char path[4096];
    struct err err = {0};

    snprintf(path, sizeof path, "%s/zh_CN/LC_MESSAGES/pscan-viz.mo", folder);
    return mo_open(path, &chinese, &err);
}

/* ---- words ------------------------------------------------------------------ */

static bool is(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* Of an array, a kernel or an algorithm, as they stand in the source. */
static bool is_of_run(const struct trace *trace, const char *word, size_t length)
{
    for (uint32_t a = 0; a < trace->array_count; a++)
        if (is(trace->arrays[a].name, word, length))
            return true;
    for (uint32_t l = 0; l < trace->launch_count; l++)
        if (is(trace->launches[l].kernel, word, length))
            return true;
    for (int i = 0; i < run_algo_count(); i++)
        if (is(run_algo_at(i)->name, word, length))
            return true;
    return false;
}

static bool is_name(const struct app *app, const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is(names[i], word, length))
            return true;
    return is_of_run(&app->session->trace, word, length) ||
        (app->session->other &&
         is_of_run(&app->session->other->trace, word, length));
}

/* Letters, and what makes a name of the source out of them. */
static bool in_token(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_./@-[]()", c));
}

/* The first English word of the text, NULL: none. A token with more in it than
 * letters is a name: __syncthreads(), x[3], kernels/warp.cu, int32. */
static const char *english(const struct app *app, const char *text, size_t *length)
{
    while (*text) {
        const char *end = text, *from = text;

        while (in_token(*end))
            end++;
        if (end == text) {
            text++;
            continue;
        }
        text = end;
        if (strncmp(from, "--", 2) == 0)
            continue; /* an option */
        while (from < end && !isalpha((unsigned char)*from) && *from != '_')
            from++;
        while (end > from && strchr(".()-/[]", end[-1]))
            end--;
        *length = (size_t)(end - from);
        if (*length >= 3 && strspn(from, "abcdefghijklmnopqrstuvwxyz"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ") >= *length &&
            !is_name(app, from, *length))
            return from;
    }
    return NULL;
}

/* Chinese sentences follow each other without a space. */
static const char *fault_in(const struct app *app, const char *text, size_t *length)
{
    const char *gap = strstr(text, "。 ");

    *length = strlen("。 ");
    return gap ? gap : english(app, text, length);
}

static void look(struct app *app, const char *what)
{
    static char told[400][64]; /* each word once */
    static int count;
    struct draw_list list;

    draw_init(&list);
    app_draw(app, &list, &draw_metric_fixed);
    pictures++;
    for (int i = 0; i < list.count; i++) {
        const struct draw_cmd *cmd = &list.cmds[i];
        const char *word;
        size_t length;
        int k = 0;

        if (cmd->type != DRAW_TEXT || cmd->u.text.face == FACE_MONO ||
            cmd->u.text.face == FACE_MONO_BOLD ||
            !(word = fault_in(app, cmd->u.text.text, &length)))
            continue;
        faults++;
        while (k < count && strncmp(told[k], cmd->u.text.text, 63) != 0)
            k++;
        if (k < count || count == 400)
            continue;
        snprintf(told[count++], 64, "%s", cmd->u.text.text);
        printf("%s, %s, %s, step %g: \"%.*s\" in: %s\n", app->session->trace.run.algo,
               what, view_name(app->view.kind), app->motion.step, (int)length, word,
               cmd->u.text.text);
    }
    draw_finish(&list);
}

/* ---- runs -------------------------------------------------------------------- */

static bool record(struct app *app)
{
    struct err err = {0};
    struct session *session = session_create(&app->wanted, &err);

    if (!session) {
        printf("%s n=%u: %s\n", app->wanted.spec.algo->name, app->wanted.spec.n,
               err.what);
        faults++;
        return false;
    }
    app_show(app, session, 0);
    return true;
}

static bool open_run(struct app *app, const struct algo *algo, uint32_t n)
{
    const bool many = !(algo->flags & ALGO_ONE_BLOCK);
    const bool warps = strstr(algo->name, "warp") || strstr(algo->name, "ahead");

    app_init(app);
    app->view.tr = tr;
    app->view.trn = trn;
    app->wanted.spec.algo = algo;
    app->wanted.spec.n = algo->max_n && n > algo->max_n ? algo->max_n : n;
    app->wanted.spec.block = many ? warps ? 32 : 4 : 0;
    app->wanted.spec.device = RUN_HOST;
    timings_load(&app->timings);
    return record(app);
}

static void look_at_steps(struct app *app, const char *what)
{
    for (double step = 0; step <= app->motion.last; step += 0.5) {
        if (step > 4 && step < app->motion.last - 3)
            continue;
        motion_jump(&app->motion, step, 0);
        look(app, what);
    }
}

/* As much as fits on one line is looked at: the window is made wide. */
static void look_at_views(struct app *app)
{
    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        if (!view_shows(&app->view, (enum view_kind)kind))
            continue;
        app_show_view(app, (enum view_kind)kind);
        app->view.w = 2600;
        app->view.h = 1000;
        look_at_steps(app, "view");
    }
}

static void look_at_findings(struct app *app)
{
    const uint32_t count = app->session->findings.hazards.count;

    for (uint32_t i = 0; i < count && i < 40; i++) {
        app_act(app, ACT_FINDING, 0);
        look(app, "finding");
    }
}

static void look_at_overlays(struct app *app)
{
    static const enum action acts[] = {ACT_HELP, ACT_LENGTH, ACT_INPUT, ACT_COMPARE};

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        app_act(app, acts[i], 0);
        look(app, "overlay");
        app_act(app, ACT_ESCAPE, 0);
    }
    app_act(app, ACT_LIST, 0);
    for (int i = 0; i < app->view.choice_count; i++) {
        look(app, "list");
        app_act(app, ACT_CHOICE_DOWN, 0);
    }
    app_act(app, ACT_ESCAPE, 0);
}

/* What is typed wrongly, and what is chosen that does not fit. */
static const struct { enum action open; const char *typed; } mistakes[] = {
    {ACT_LENGTH, "0"}, {ACT_LENGTH, "9x"}, {ACT_LENGTH, "99999999"},
    {ACT_LENGTH, "5000"}, {ACT_INPUT, "1 x"}, {ACT_INPUT, "1,,2"},
    {ACT_INPUT, "@/nowhere/at/all"}, {ACT_INPUT, "random:x"}, {ACT_INPUT, "1 | 2"},
    {ACT_INPUT, "99999999999999999999"}, {ACT_INPUT, "@"}, {ACT_LIST, "zz"},
    {ACT_COMPARE, "zz"},
};

static void look_at_mistakes(struct app *app)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        app_act(app, mistakes[i].open, 0);
        edit_set(&app->edit, mistakes[i].typed, false);
        field_changed(app);
        if (app_act(app, ACT_ENTER, 0) & EFFECT_RECORD) {
            printf("\"%s\" was taken\n", mistakes[i].typed);
            faults++;
        }
        app->edit.text[0] = 0; /* what was typed is none of our text */
        app->edit.length = app->edit.caret = 0;
        look(app, mistakes[i].typed);
        app_act(app, ACT_ESCAPE, 0);
    }
}

static void look_at_algorithms(void)
{
    static const uint32_t lengths[] = {8, 70};
    static struct app app;

    for (int i = 0; i < run_algo_count(); i++)
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            if (open_run(&app, run_algo_at(i), lengths[k])) {
                look_at_views(&app);
                look_at_findings(&app);
            }
            app_finish(&app);
        }
}

static void look_at_compare(void)
{
    static const char *const rivals[][2] = {
        {"hillis", "blelloch"}, {"blelloch-pairs", "blelloch-pairs-padded"},
        {"warp", "serial"}, {"compact", "hillis"},
    };
    static struct app app;

    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++) {
        if (open_run(&app, run_algo_find(rivals[i][0], NULL), 16)) {
            app.wanted.other = run_algo_find(rivals[i][1], NULL);
            app.comparing = true;
            if (record(&app))
                look_at_steps(&app, rivals[i][1]);
        }
        app_finish(&app);
    }
}

int main(int argc, char **argv)
{
    static struct app app;

    if (argc != 2 || !speak(argv[1])) {
        printf("no translations\n");
        return 77;
    }
    look_at_algorithms();
    look_at_compare();
    if (open_run(&app, run_algo_find("hillis", NULL), 8)) {
        look_at_overlays(&app);
        look_at_mistakes(&app);
    }
    app_finish(&app);
    mo_close(chinese);
    printf("%ld pictures, %ld English texts\n", pictures, faults);
    return faults != 0;
}
