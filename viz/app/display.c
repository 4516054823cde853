/* Opens what SDL has to show a window on, or says that there is nothing. */
#include "display.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool have_graphics_device(void)
{
#if defined(__linux__)
    return access("/dev/dri/card0", F_OK) == 0 ||
        access("/dev/dri/renderD128", F_OK) == 0 ||
        access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
#else
    return true;
#endif
}

/* Without a graphics device OpenGL would be computed by the CPU, slower than
 * SDL's own software renderer. */
SDL_Renderer *display_renderer(SDL_Window *window, struct err *err)
{
    SDL_Renderer *renderer = NULL;

    if (SDL_GetHint(SDL_HINT_RENDER_DRIVER))
        renderer = SDL_CreateRenderer(window, -1, 0);
    else if (have_graphics_device())
        renderer = SDL_CreateRenderer(
            window, -1, SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (renderer)
        return renderer;
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
    if (!renderer)
        err_set(err, ERR_FAILED, "no window: %s", SDL_GetError());
    return renderer;
}

/* Without a display SDL falls back to drivers that show nothing to anybody;
 * they count only for those who ask for one by SDL_VIDEODRIVER. */
static bool shows_nothing(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return !driver || strcmp(driver, "offscreen") == 0 ||
        strcmp(driver, "dummy") == 0 || strcmp(driver, "evdev") == 0;
}

bool display_open(struct err *err)
{
    bool asked = SDL_GetHint(SDL_HINT_VIDEODRIVER) != NULL;

#if defined(__linux__)
    /* Not the console of a machine without a desktop, and no complaints of a
     * Wayland library where there is no Wayland. */
    if (!asked && !getenv("WAYLAND_DISPLAY"))
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");
#endif
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 && (asked || !shows_nothing()))
        return true;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return err_set(err, ERR_FAILED, "no display: neither X11 nor Wayland "
                   "answers");
}

/* ---- the window ----------------------------------------------------------------- */

enum { DISPLAYS = 16 };

static int find_areas(struct place_area areas[DISPLAYS])
{
    int count = 0;

    for (int i = 0; i < SDL_GetNumVideoDisplays() && count < DISPLAYS; i++) {
        SDL_Rect r;

        if (SDL_GetDisplayUsableBounds(i, &r) == 0 && r.w > 0 && r.h > 0)
            areas[count++] = (struct place_area){r.x, r.y, r.w, r.h};
    }
    return count;
}

SDL_Window *display_window(struct place place, struct err *err)
{
    struct place_area areas[DISPLAYS];
    const int count = find_areas(areas);
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    SDL_Window *window;

    if (place.known)
        place_fit(&place, areas, count);
    if (place.known && place.maximized)
        flags |= SDL_WINDOW_MAXIMIZED;
    window = SDL_CreateWindow(
        "pscan-viz", place.known ? place.x : (int)SDL_WINDOWPOS_UNDEFINED,
        place.known ? place.y : (int)SDL_WINDOWPOS_UNDEFINED, place.w, place.h, flags);
    if (!window) {
        err_set(err, ERR_FAILED, "no window: %s", SDL_GetError());
        return NULL;
    }
    SDL_SetWindowMinimumSize(window, PLACE_LEAST_W, PLACE_LEAST_H);
    return window;
}

static bool on_x11(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return driver && strcmp(driver, "x11") == 0;
}

/* A window of X is made where its frame shall be, and told where it is within. */
static void without_frame(SDL_Window *window, struct place *place)
{
    int top, left;

    if (!on_x11() || SDL_GetWindowBordersSize(window, &top, &left, NULL, NULL) != 0)
        return;
    place->x -= left;
    place->y -= top;
}

/* SDL does not notice when a window manager of X fills the display with the window
 * or ends that: then its size tells, and that it has no frame. */
static bool fills_display(SDL_Window *window)
{
    const Uint32 flags = SDL_GetWindowFlags(window);
    const bool asked = flags & SDL_WINDOW_FULLSCREEN;
    int w, h, top = 0, left = 0;
    SDL_Rect bounds;

    if (!on_x11() ||
        SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(window), &bounds) != 0)
        return asked;
    SDL_GetWindowSize(window, &w, &h);
    SDL_GetWindowBordersSize(window, &top, &left, NULL, NULL);
    return w == bounds.w && h == bounds.h &&
        (asked || (top == 0 && left == 0 && !(flags & SDL_WINDOW_MAXIMIZED)));
}

void display_place(SDL_Window *window, struct place *place)
{
    const Uint32 flags = SDL_GetWindowFlags(window);

    if (flags & (SDL_WINDOW_FULLSCREEN | SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN) ||
        fills_display(window))
        return;
    place->known = true;
    place->maximized = (flags & SDL_WINDOW_MAXIMIZED) != 0;
    if (place->maximized)
        return;
    SDL_GetWindowPosition(window, &place->x, &place->y);
    SDL_GetWindowSize(window, &place->w, &place->h);
    without_frame(window, place);
}

/* What SDL believes is made true first. */
void display_turn_full(SDL_Window *window, struct place *place)
{
    const bool fills = fills_display(window);

    display_place(window, place);
    if (fills)
        SDL_SetWindowFullscreen(window, SDL_WINDOW_FULLSCREEN_DESKTOP);
    SDL_SetWindowFullscreen(window, 0);
    if (!fills)
        SDL_SetWindowFullscreen(window, SDL_WINDOW_FULLSCREEN_DESKTOP);
    else if (place->maximized)
        SDL_MaximizeWindow(window);
    else
        SDL_SetWindowSize(window, place->w, place->h);
}

float display_scale(SDL_Window *window, SDL_Renderer *renderer)
{
    int logical = 1, pixels = 1;

    SDL_GetWindowSize(window, &logical, NULL);
    SDL_GetRendererOutputSize(renderer, &pixels, NULL);
    return logical > 0 ? (float)pixels / (float)logical : 1;
}
