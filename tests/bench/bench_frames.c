/* How long things take that a person waits for: analysing a run, and one
 * animated frame at 1920x1080 with the software renderer, which waits for
 * nothing. It is processor time, and each frame counts by the quickest of PASSES
 * through the run, so that what else the machine does tells less. Prints each
 * figure beside its limit; decides nothing, for a busy machine is no fault of
 * the program. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "backend/backend.h"

enum { RUNS = 15, PASSES = 4, FRAMES = 90, WIDTH = 1920, HEIGHT = 1080 };

static double milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
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
    float zoom;          /* 0: the whole */
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

static double bench_frame(struct app *app, struct painter *painter,
                          SDL_Renderer *renderer, struct fonts *fonts,
                          struct draw_list *list, int frame)
{
    struct err err = {0};
    double start = milliseconds();

    motion_jump(&app->motion, app->motion.last * frame / FRAMES, 0);
    app_draw(app, list, fonts_metric(fonts));
    if (!painter_draw(painter, list, THEME_LIGHT, 1, &err))
        fail("frames", &err);
    SDL_RenderPresent(renderer);
    return milliseconds() - start;
}

/* Passes through all steps as playing shows them. */
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
    bench_frame(&app, painter, renderer, fonts, &list, 0);
    if (play->zoom > 1)
        zoom_now(&app, play->zoom);
    bench_frame(&app, painter, renderer, fonts, &list, 0);
    for (int i = 0; i < FRAMES * PASSES; i++) {
        double took = bench_frame(&app, painter, renderer, fonts, &list, i % FRAMES);

        frame[i % FRAMES] = i < FRAMES ? took : fmin(frame[i % FRAMES], took);
    }
    snprintf(what, sizeof what, "frame %s%s%s %s%s%s, n = %u%s",
             view_name(app.view.kind), play->half ? " of " : "",
             play->half ? view_name(play->half) : "", play->algo, play->other ? "," : "",
             play->other ? play->other : "", play->n,
             play->zoom > 1 ? ", zoomed" : "");
    report(what, frame, FRAMES, play->limit);
    draw_finish(&list);
    painter_destroy(painter);
    fonts_destroy(fonts);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    app_finish(&app);
}

static const struct play plays[] = {
    {NULL, "hillis", NULL, 32, 0, 16, VIEW_NETWORK, 0},
    {NULL, "blelloch", NULL, 32, 0, 16, VIEW_NETWORK, 0},
    {NULL, "hillis", NULL, 1024, 0, 33, VIEW_NETWORK, 0},
    {"lanes", "warp", NULL, 32, 0, 16, VIEW_NETWORK, 0},
    {"memory", "blelloch-pairs", NULL, 1024, 0, 33, VIEW_NETWORK, 0},
    {"look-back", "look-back", NULL, 4096, 256, 33, VIEW_NETWORK, 0},
    {"look-back", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK, 0},
    {"blocks", "three-kernel", NULL, 4096, 256, 33, VIEW_NETWORK, 0},
    {"blocks", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK, 0},
    {"network", "three-kernel", NULL, 4096, 256, 33, VIEW_NETWORK, 0},
    {"table", "hillis", NULL, 1024, 0, 33, VIEW_NETWORK, 0},
    {"timeline", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK, 0},
    {"network", "hillis", NULL, 1024, 0, 33, VIEW_NETWORK, 20},
    {"network", "hillis", NULL, 1024, 0, 33, VIEW_NETWORK, 120},
    {"tree", "blelloch", NULL, 1024, 0, 33, VIEW_NETWORK, 60},
    {"tree", "brent-kung", NULL, 32, 0, 16, VIEW_NETWORK, 0},
    {"tree", "brent-kung", NULL, 1024, 0, 33, VIEW_NETWORK, 0},
    {"tree", "brent-kung", NULL, 1024, 0, 33, VIEW_NETWORK, 60},
    {"network", "broken/missing-barrier", NULL, 1024, 0, 33, VIEW_NETWORK, 0},
    {"memory", "blelloch-pairs", NULL, 1024, 0, 33, VIEW_NETWORK, 3},
    {"look-back", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK, 4},
    {"blocks", "look-back", NULL, 1024, 4, 33, VIEW_NETWORK, 4},
    {"table", "hillis", NULL, 1024, 0, 33, VIEW_NETWORK, 2},
    {"compare", "hillis", "blelloch", 32, 0, 33, VIEW_NETWORK, 0},
    {"compare", "hillis", "blelloch-pairs", 1024, 0, 33, VIEW_NETWORK, 0},
    {"compare", "blelloch", "block-reduce", 1024, 0, 33, VIEW_TREE, 0},
    {"compare", "blelloch-pairs", "blelloch-pairs-padded", 1024, 0, 33, VIEW_MEMORY, 0},
    {"compare", "look-back", "chained", 1024, 64, 33, VIEW_LOOK_BACK, 0},
};

int main(void)
{
    bench_analysis("hillis", 1024);
    bench_analysis("blelloch", 1024);
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++)
        bench_frames(&plays[i]);
    return 0;
}
