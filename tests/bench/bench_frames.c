/* How long things take that a person waits for: analysing a run, and one
 * animated frame at 1920x1080 with the software renderer. Prints each figure
 * beside its limit; decides nothing, for a busy machine is no fault of the
 * program. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "backend/backend.h"

enum { RUNS = 15, FRAMES = 90, WIDTH = 1920, HEIGHT = 1080 };

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void report(const char *what, double *ms, int count, double limit)
{
    qsort(ms, (size_t)count, sizeof *ms, compare);
    printf("%-44s median %7.2f ms   worst %7.2f ms", what, ms[count / 2],
           ms[count - 1]);
    if (limit > 0)
        printf("   limit %.0f ms", limit);
    printf("\n");
}

static void fail(const char *what, const struct err *err)
{
    fprintf(stderr, "bench: %s: %s\n", what, err->what);
    exit(1);
}

static struct request make_request(const char *algo, uint32_t n)
{
    struct request request;
    struct err err = {0};

    request_init(&request);
    request.spec.algo = run_algo_find(algo, &err);
    if (!request.spec.algo)
        fail(algo, &err);
    request.spec.n = n;
    request.spec.device = RUN_HOST;
    return request;
}

static void bench_analysis(const char *algo, uint32_t n)
{
    struct request request = make_request(algo, n);
    double analysis[RUNS];
    struct trace trace;
    struct err err = {0};
    char what[64];

    trace_init(&trace);
    if (!run_record(&request.spec, &trace, NULL, &err))
        fail("record", &err);
    for (int i = 0; i < RUNS; i++) {
        struct findings findings;
        double start = milliseconds();

        if (!analyse(&trace, &findings, &err))
            fail("analyse", &err);
        analysis[i] = milliseconds() - start;
        analysis_finish(&findings);
    }
    trace_finish(&trace);
    snprintf(what, sizeof what, "analyse %s, n = %u", algo, n);
    report(what, analysis, RUNS, 0);
}

/* What is played: view is a name, or NULL for the one that suits the run. */
struct play {
    const char *view, *algo, *other;
    uint32_t n, block;
    double limit;
    enum view_kind half; /* both halves of compare */
};

static struct session *play_session(const struct play *play)
{
    struct request request = make_request(play->algo, play->n);
    struct err err = {0};
    struct session *session;

    request.spec.block = play->block;
    if (play->other)
        request.other = run_algo_find(play->other, &err);
    session = session_create(&request, &err);
    if (!session)
        fail(play->algo, &err);
    return session;
}

/* One pass through all steps as playing shows them. */
static void bench_frames(const struct play *play)
{
    struct err err = {0};
    struct session *session = play_session(play);
    enum view_kind kind = VIEW_NETWORK;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    struct fonts *fonts = fonts_create(&err);
    struct painter *painter = painter_create(renderer, fonts, &err);
    struct draw_list list;
    struct app app;
    double frame[FRAMES];
    char what[64];

    if (!painter || (play->view && !view_parse(play->view, &kind, &err)))
        fail("frames", &err);
    app_init(&app);
    timings_load(&app.timings);
    app_show(&app, session, 0);
    if (play->view)
        app_show_view(&app, kind);
    app.view.half[0] = app.view.half[1] = play->half;
    app.view.w = WIDTH;
    app.view.h = HEIGHT;
    draw_init(&list);
    for (int i = -2; i < FRAMES; i++) {
        double start = milliseconds();

        motion_jump(&app.motion, app.motion.last * (i < 0 ? 0 : i) / FRAMES, 0);
        app_draw(&app, &list, fonts_metric(fonts));
        if (!painter_draw(painter, &list, THEME_LIGHT, 1, &err))
            fail("frames", &err);
        SDL_RenderPresent(renderer);
        if (i >= 0)
            frame[i] = milliseconds() - start;
    }
    snprintf(what, sizeof what, "frame %s%s%s %s%s%s, n = %u",
             view_name(app.view.kind), play->half ? " of " : "",
             play->half ? view_name(play->half) : "", play->algo, play->other ? "," : "",
             play->other ? play->other : "", play->n);
    report(what, frame, FRAMES, play->limit);
    draw_finish(&list);
    painter_destroy(painter);
    fonts_destroy(fonts);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    app_finish(&app);
}

static const struct play plays[] = {
    {NULL, "hillis", NULL, 32, 0, 16, VIEW_NETWORK},
    {NULL, "blelloch", NULL, 32, 0, 16, VIEW_NETWORK},
    {NULL, "hillis", NULL, 1024, 0, 33, VIEW_NETWORK},
    {"lanes", "warp", NULL, 32, 0, 16, VIEW_NETWORK},
    {"memory", "blelloch-pairs", NULL, 1024, 0, 33, VIEW_NETWORK},
    {"look-back", "look-back", NULL, 4096, 256, 33, VIEW_NETWORK},
    {"look-back", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK},
    {"blocks", "three-kernel", NULL, 4096, 256, 33, VIEW_NETWORK},
    {"blocks", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK},
    {"network", "three-kernel", NULL, 4096, 256, 33, VIEW_NETWORK},
    {"table", "hillis", NULL, 1024, 0, 33, VIEW_NETWORK},
    {"compare", "hillis", "blelloch", 32, 0, 33, VIEW_NETWORK},
    {"compare", "hillis", "blelloch-pairs", 1024, 0, 33, VIEW_NETWORK},
    {"compare", "blelloch", "block-reduce", 1024, 0, 33, VIEW_TREE},
    {"compare", "blelloch-pairs", "blelloch-pairs-padded", 1024, 0, 33, VIEW_MEMORY},
    {"compare", "look-back", "chained", 1024, 64, 33, VIEW_LOOK_BACK},
};

int main(void)
{
    bench_analysis("hillis", 1024);
    bench_analysis("blelloch", 1024);
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++)
        bench_frames(&plays[i]);
    return 0;
}
