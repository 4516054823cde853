/* Opens a window and runs its loop. While nothing moves the loop sleeps in
 * SDL_WaitEvent; while something moves it draws at most 60 pictures a second.
 * Recording and measuring go on in threads that push an event when they have
 * something to fetch. */
#include "window.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backend/backend.h"
#include "base/log.h"
#include "bench/bench.h"
#include "display.h"
#include "keys.h"
#include "live.h"
#include "picture.h"
#include "worker.h"

struct window {
    struct app *app;
    SDL_Window *window;
    SDL_Renderer *renderer;
    struct fonts *fonts;
    struct painter *painter;
    struct worker *worker;
    struct live *live;
    struct draw_list list;
    Uint32 woken;        /* type of the event that threads push */
    bool measure;        /* live timings wanted */
    bool dirty, quit;
    bool acted;          /* the key that is down is no text: Ctrl with "+" or "0" */
    bool rests;          /* nothing moves, runs or is measured; logged */
    struct place place;  /* as it was last, but for full screen */
    double drawn_step, frame_at;
    int drawn_tells;
    struct err failed;   /* the first request failed: nothing to show */
};

static const double frame_time = 1.0 / 60;

static double seconds(void)
{
    return (double)SDL_GetPerformanceCounter() /
        (double)SDL_GetPerformanceFrequency();
}

static void wake(void *user)
{
    const struct window *window = user;
    SDL_Event event = {.type = window->woken};

    SDL_PushEvent(&event);
}

/* ---- opening ------------------------------------------------------------------ */

static bool open_window(struct window *window,
                        const struct window_options *options, struct err *err)
{
    window->place = (struct place){.w = options->w, .h = options->h};
    if (!options->size_given)
        place_read(&window->place);
    window->window = display_window(window->place, err);
    if (window->window)
        window->renderer = display_renderer(window->window, err);
    if (!window->renderer)
        return false;
    SDL_StopTextInput();
    window->fonts = fonts_create(err);
    if (!window->fonts)
        return false;
    window->painter = painter_create(window->renderer, window->fonts, err);
    return window->painter != NULL;
}

/* Hidden at once: what still runs may need a moment to end. A recording that does
 * not end in that moment is left to the end of the program. */
static void close_window(struct window *window)
{
    if (window->window)
        SDL_HideWindow(window->window);
    live_destroy(window->live);
    worker_leave(window->worker, 40);
    draw_finish(&window->list);
    painter_destroy(window->painter);
    fonts_destroy(window->fonts);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    SDL_Quit();
}

/* ---- drawing ------------------------------------------------------------------- */

static bool draw(struct window *window, struct err *err)
{
    struct app *app = window->app;
    int w, h;

    SDL_GetWindowSize(window->window, &w, &h);
    app->view.w = (float)w;
    app->view.h = (float)h;
    app_draw(app, &window->list, fonts_metric(window->fonts));
    if (!painter_draw(window->painter, &window->list, app->theme,
                      display_scale(window->window, window->renderer), err))
        return false;
    SDL_RenderPresent(window->renderer);
    window->dirty = false;
    window->drawn_step = app->motion.step;
    window->drawn_tells = app->tells;
    window->frame_at = seconds();
    return true;
}

/* ---- effects ------------------------------------------------------------------- */

static void name_window(struct window *window)
{
    struct buf title;

    buf_init(&title);
    buf_printf(&title, "%s · %s", window->app->view.title,
               window->app->view.subtitle);
    SDL_SetWindowTitle(window->window, buf_text(&title));
    buf_finish(&title);
}

/* Only sums are measured, of the types that bench knows. */
static void measure(struct window *window)
{
    const struct trace_run *run = &window->app->session->trace.run;
    enum elem_type type = (enum elem_type)run->type;
    bool can = run->op == OP_ADD && bench_cpu_type_check(type, NULL);

    live_measure(window->live, can ? run->n : 0, type);
}

static void fetch_session(struct window *window)
{
    struct app *app = window->app;
    struct session *session;
    struct err err = {0};

    if (!worker_fetch(window->worker, &session, &err))
        return;
    window->dirty = true;
    if (!session) {
        if (!app->session)
            window->failed = err;
        app_failed(app, &err);
        return;
    }
    app_show(app, session, seconds());
    name_window(window);
    measure(window);
}

static void fetch_timings(struct window *window)
{
    struct app *app = window->app;
    struct timing_set *set = live_fetch(window->live);
    const char *row = live_waits(window->live);

    app_measuring(app, row);
    window->dirty = true;
    if (set)
        timings_set_live(&app->timings, set);
}

static void record(struct window *window)
{
    struct err err = {0};

    if (worker_submit(window->worker, &window->app->wanted, &err))
        app_recording(window->app, seconds());
    else
        app_failed(window->app, &err);
}

static void save(struct window *window)
{
    char path[PATH_MAX];
    struct err err = {0};
    struct app *app = window->app;

    if (!app->session)
        return;
    if (picture_save(app, &window->list, display_scale(window->window, window->renderer), path, &err))
        app_say(app, app->view.tr("Picture saved as %s"), path);
    else
        app_say_err(app, &err);
}

static const char *const table_names[SCENE_TABLES] = {
    [SCENE_TABLE_MARKDOWN] = "Markdown", [SCENE_TABLE_LATEX] = "LaTeX",
    [SCENE_TABLE_CSV] = "CSV" };

static void copied(struct app *app, enum scene_table form)
{
    if (!table_names[form])
        app_say(app, "%s", app->view.tr("The table of all states is on the "
                                        "clipboard."));
    else
        app_say(app, app->view.tr("The table of all states is on the clipboard as "
                                  "%1$s; Ctrl+Shift+C once more: %2$s."),
                table_names[form], table_names[app_table_after(form)]);
}

static void copy(struct window *window, enum scene_table form)
{
    struct app *app = window->app;
    struct buf table;

    if (app_in_field(app)) {
        SDL_SetClipboardText(app->edit.text);
        return;
    }
    if (!app->session)
        return;
    buf_init(&table);
    if (session_table_fits(app_pointed(app)))
        session_table(app_pointed(app), form, &table);
    /* X ends a program that hands over more at once than it takes. */
    if (table.length == 0 || table.length > SESSION_TABLE_BYTES)
        app_say(app, "%s", app->view.tr("The table is too large for the clipboard; "
                                        "pscan-viz --text prints it."));
    else if (buf_ok(&table) && SDL_SetClipboardText(buf_text(&table)) == 0)
        copied(app, form);
    else
        app_say(app, "%s", app->view.tr("The clipboard took no text."));
    buf_finish(&table);
}

static unsigned paste(struct window *window)
{
    char *text = SDL_GetClipboardText();
    unsigned effects = text ? app_type(window->app, text) : 0;

    SDL_free(text);
    return effects;
}

static void carry_out(struct window *window, unsigned effects)
{
    if (effects & EFFECT_PASTE)
        effects |= paste(window);
    if (effects & EFFECT_CANCEL)
        worker_cancel(window->worker);
    if (effects & EFFECT_RECORD)
        record(window);
    if (effects & EFFECT_FULLSCREEN)
        display_turn_full(window->window, &window->place);
    if (effects & EFFECT_SAVE)
        save(window);
    if (effects & (EFFECT_COPY | EFFECT_COPY_AS))
        copy(window, effects & EFFECT_COPY_AS ? window->app->copy_as : SCENE_TABLE_TABS);
    if (effects & EFFECT_DRAW)
        window->dirty = true;
    if (effects & EFFECT_QUIT)
        window->quit = true;
    if (app_in_field(window->app) != SDL_IsTextInputActive()) {
        if (app_in_field(window->app))
            SDL_StartTextInput();
        else
            SDL_StopTextInput();
    }
}

/* ---- events -------------------------------------------------------------------- */

static unsigned on_key(struct window *window, const SDL_KeyboardEvent *key)
{
    struct app *app = window->app;
    enum action action = key_action(key->keysym, app_in_field(app));

    log_print(LOG_DEBUG, "key %s", SDL_GetKeyName(key->keysym.sym));
    window->acted = action != ACT_NONE;
    if (key->repeat && (action == ACT_PLAY || action == ACT_FULLSCREEN ||
                        action == ACT_SAVE || action == ACT_THEME))
        return 0;
    return app_act(app, action, seconds());
}

static unsigned on_mouse(struct window *window, const SDL_Event *event)
{
    struct app *app = window->app;
    int x, y;

    switch (event->type) {
    case SDL_MOUSEMOTION:
        return mouse_move(app, &window->list, (float)event->motion.x,
                          (float)event->motion.y, seconds());
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button != SDL_BUTTON_LEFT)
            return 0;
        SDL_CaptureMouse(SDL_TRUE);
        return mouse_press(app, &window->list, (float)event->button.x,
                           (float)event->button.y, seconds());
    case SDL_MOUSEBUTTONUP:
        SDL_CaptureMouse(SDL_FALSE);
        return mouse_release(app, seconds());
    default:
        SDL_GetMouseState(&x, &y);
        return mouse_wheel(app, (float)x, (float)y, event->wheel.preciseY);
    }
}

static unsigned on_window(struct window *window, const SDL_WindowEvent *event)
{
    switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE:
        return EFFECT_QUIT;
    case SDL_WINDOWEVENT_LEAVE:
        return mouse_leave(window->app);
    case SDL_WINDOWEVENT_MOVED:
        display_place(window->window, &window->place);
        return 0;
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: /* of another density, perhaps */
    case SDL_WINDOWEVENT_MAXIMIZED:
    case SDL_WINDOWEVENT_RESTORED:
        display_place(window->window, &window->place);
        return EFFECT_DRAW;
    default:
        return 0;
    }
}

/* Textures are gone: the painter's caches with them. */
static unsigned on_reset(struct window *window)
{
    struct err err = {0};

    painter_destroy(window->painter);
    window->painter = painter_create(window->renderer, window->fonts, &err);
    if (window->painter)
        return EFFECT_DRAW;
    log_print(LOG_ERROR, "%s", err.what);
    return EFFECT_QUIT;
}

static void on_event(struct window *window, const SDL_Event *event)
{
    unsigned effects = 0;

    window->rests = false;
    switch (event->type) {
    case SDL_QUIT:
        effects = EFFECT_QUIT;
        break;
    case SDL_KEYDOWN:
        effects = on_key(window, &event->key);
        break;
    case SDL_TEXTINPUT:
        effects = window->acted ? 0 : app_type(window->app, event->text.text);
        break;
    case SDL_KEYUP:
        window->acted = false;
        break;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL:
        effects = on_mouse(window, event);
        break;
    case SDL_WINDOWEVENT:
        effects = on_window(window, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        effects = on_reset(window);
        break;
    default:
        if (event->type == window->woken) {
            fetch_session(window);
            fetch_timings(window);
        }
    }
    carry_out(window, effects);
}

/* ---- the loop ------------------------------------------------------------------ */

/* Waits for the next event: for ever while nothing moves, else until the next
 * picture is due. */
static bool next_event(struct window *window, bool moving, SDL_Event *event)
{
    double left = window->frame_at + frame_time - seconds();

    if (window->dirty)
        return SDL_PollEvent(event);
    if (!moving)
        return SDL_WaitEvent(event);
    if (left <= 0.001)
        return SDL_PollEvent(event);
    return SDL_WaitEventTimeout(event, (int)(left * 1000));
}

/* PSCAN_LOG=debug tells those who drive the window when it has caught up. */
static void log_rest(struct window *window, bool moving)
{
    if (window->rests || moving || window->dirty || live_waits(window->live) ||
        SDL_HasEvent(window->woken))
        return;
    window->rests = true;
    log_print(LOG_DEBUG, "at rest");
}

static bool loop(struct window *window, struct err *err)
{
    bool moving = false;

    while (!window->quit && !window->failed.code) {
        SDL_Event event;
        bool got = next_event(window, moving, &event);

        for (; got && !window->quit; got = SDL_PollEvent(&event))
            on_event(window, &event);
        moving = app_tick(window->app, seconds());
        app_progress(window->app, worker_progress(window->worker));
        if (window->app->motion.step != window->drawn_step ||
            window->app->tells != window->drawn_tells)
            window->dirty = true;
        if (window->dirty && !draw(window, err))
            return false;
        log_rest(window, moving);
    }
    if (window->failed.code)
        *err = window->failed;
    return !window->failed.code;
}

/* For the benchmark, which knows when it started us. */
static void log_first_picture(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    log_print(LOG_INFO, "first picture at %lld.%09ld", (long long)now.tv_sec,
              now.tv_nsec);
}

/* The first picture shows the run if it is there in time, as it nearly always
 * is: both were started at once. */
static bool start(struct window *window, struct err *err)
{
    if (!window->app->session) {
        worker_wait(window->worker, 150);
        fetch_session(window);
    } else {
        name_window(window);
    }
    if (!draw(window, err))
        return false;
    log_first_picture();
    if (window->measure)
        window->live = live_create(wake, window);
    if (window->app->session)
        measure(window);
    return true;
}

static bool first_request(struct window *window, struct err *err)
{
    struct app *app = window->app;

    if (app->session)
        return true;
    app_recording(app, seconds());
    return worker_submit(window->worker, &app->wanted, err);
}

/* A schedule may name a phase that the run turns out not to have. Of most runs that
 * is known so soon that no window has to open for it. */
static bool first_is_right(struct window *window, struct err *err)
{
    const char *schedule = window->app->wanted.spec.schedule;

    if (schedule && strncmp(schedule, "hold:", 5) == 0 && !window->app->session) {
        worker_wait(window->worker, 150);
        fetch_session(window);
    }
    if (window->failed.code)
        *err = window->failed;
    return !window->failed.code;
}

enum window_end window_run(struct app *app,
                           const struct window_options *options,
                           struct err *err)
{
    struct window window = {.app = app, .measure = options->live_timings};
    bool ok;

    if (!display_open(err))
        return WINDOW_NO_DISPLAY;
    draw_init(&window.list);
    window.woken = SDL_RegisterEvents(1);
    window.worker = worker_create(wake, &window, err);
    ok = window.worker && first_request(&window, err) &&
        first_is_right(&window, err) && open_window(&window, options, err) &&
        start(&window, err) && loop(&window, err);
    place_keep(&window.place, options->size_given ? options->w : 0, options->h);
    close_window(&window);
    return ok ? WINDOW_CLOSED : WINDOW_FAILED;
}
