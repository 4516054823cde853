/* The window's painter, on a surface and on every kind of renderer there is:
 * whatever is kept and whatever is drawn anew, frames look as if all commands
 * had been drawn in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define SDL_MAIN_HANDLED
#include <SDL.h>

#include "backend/canvas.h"

enum { W = 320, H = 180 };
static struct fonts *fonts;

static int setup(void **state)
{
    (void)state;
    fonts = fonts_create(NULL);
    return fonts == NULL;
}

static int teardown(void **state)
{
    (void)state;
    fonts_destroy(fonts);
    return 0;
}

static float any(float most)
{
    return (float)rand() / (float)RAND_MAX * most;
}

static void draw_any(struct draw_list *list)
{
    struct draw_paint paint = {(uint8_t)(INK_BACK + rand() % 20),
                               (uint8_t)(rand() % 20), any(6), any(1), 0, 0};
    float x = any(W), y = any(H), xy[8];
    for (int i = 0; i < 8; i++)
        xy[i] = (i % 2 == 0 ? x : y) + any(60);
    if (rand() % 4 == 0)
        paint = paint_dash(paint, 1 + any(5), 1 + any(5));
    switch (rand() % 6) {
    case 0: draw_rect(list, x, y, any(80), any(50), any(10), paint); break;
    case 1: draw_line(list, x, y, x + any(60), y + any(40), paint); break;
    case 2: draw_curve(list, xy, paint); break;
    case 3: draw_polygon(list, xy, 3, paint); break;
    case 4: draw_circle(list, x, y, any(20), paint); break;
    default:
        draw_text(list, x, y, 10 + any(10), FACE_UI, INK_TEXT, ANCHOR_MIDDLE, 1, "3 + 4");
    }
}

/* Round and frame give the same list again; moving commands depend on the
 * frame, and few of the still ones. */
static void draw_frame(struct draw_list *list, unsigned round, unsigned frame)
{
    draw_begin(list, W, H, fonts_metric(fonts));
    for (unsigned i = 0; i < 24; i++) {
        srand(round * 1000 + i);
        bool moves = rand() % 3 == 0, clips = rand() % 5 == 0;
        list->layer = moves ? LAYER_MOVING : LAYER_STILL;
        if (moves || rand() % 10 == 0)
            srand(round * 1000 + i + 500 * frame);
        if (clips)
            draw_clip(list, any(W / 2), any(H / 2), W / 2, H / 2);
        draw_any(list);
        if (clips)
            draw_unclip(list);
    }
    assert_true(draw_end(list));
}

static void draw_in_order(const struct draw_list *list, uint32_t *at)
{
    struct canvas canvas = {.pixels = {at, W, H, W}, .fonts = fonts,
                            .theme = THEME_LIGHT, .scale = 1};
    canvas.raster = raster_create(NULL);
    assert_non_null(canvas.raster);
    canvas_clear(&canvas);
    assert_true(canvas_draw(&canvas, list, NULL, 0, NULL));
    raster_destroy(canvas.raster);
}

/* What is drawn again within an area may differ by the rounding of coverage. */
static void assert_alike(const uint32_t *got, const uint32_t *want)
{
    for (int i = 0; i < W * H; i++)
        for (int shift = 0; shift < 24; shift += 8)
            assert_in_range((int)(got[i] >> shift & 255) - (int)(want[i] >> shift & 255) + 2,
                            0, 4);
}

/* Each picture twice, so that what is kept is also shown as it was. */
static void check_frames(SDL_Renderer *renderer, unsigned rounds)
{
    static uint32_t want[W * H], got[W * H];
    struct err err = {0};
    struct painter *painter = painter_create(renderer, fonts, &err);
    assert_non_null(painter);
    struct draw_list list;
    draw_init(&list);
    for (unsigned round = 0; round < rounds; round++)
        for (unsigned frame = 0; frame < 6; frame++) {
            draw_frame(&list, round, frame / 2);
            draw_in_order(&list, want);
            assert_true(painter_draw(painter, &list, THEME_LIGHT, 1, &err));
            assert_int_equal(SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_ARGB8888,
                                                  got, W * 4), 0);
            SDL_RenderPresent(renderer);
            assert_alike(got, want);
            if (round == rounds / 2)
                painter_forget(painter);
        }
    draw_finish(&list);
    painter_destroy(painter);
}

static void test_frames(void **state)
{
    (void)state;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, W, H, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    assert_non_null(renderer);
    check_frames(renderer, 60);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
}

/* Of the leak checker, where the program is built with it. Graphics drivers keep
 * memory and are unloaded, so that no suppression names them. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/* Renderers that keep textures elsewhere, such as OpenGL; they need no display
 * but a driver. */
static int check_renderers(void)
{
    int checked = 0;
    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        SDL_RendererInfo info;
        SDL_Window *window = SDL_CreateWindow("", 0, 0, W, H, SDL_WINDOW_HIDDEN);
        SDL_Renderer *renderer = window != NULL ? SDL_CreateRenderer(window, i, 0) : NULL;
        if (renderer != NULL && SDL_GetRendererInfo(renderer, &info) == 0 &&
            (info.flags & SDL_RENDERER_ACCELERATED) != 0) {
            check_frames(renderer, 10);
            checked++;
        }
        if (renderer != NULL)
            SDL_DestroyRenderer(renderer);
        if (window != NULL)
            SDL_DestroyWindow(window);
    }
    return checked;
}

static void test_renderers(void **state)
{
    (void)state;
    int checked = 0;
    if (__lsan_disable != NULL)
        __lsan_disable();
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) {
        checked = check_renderers();
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    if (__lsan_enable != NULL)
        __lsan_enable();
    if (checked == 0)
        skip(); /* no graphics driver */
}

/* A picture smaller than the window leaves the page's colour around it, and
 * the size may change from frame to frame. */
static void test_sizes(void **state)
{
    (void)state;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, W, H, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    struct err err = {0};
    struct painter *painter = painter_create(renderer, fonts, &err);
    struct draw_list list;
    draw_init(&list);
    for (int round = 0; round < 6; round++) {
        struct rgb back = theme_ink(THEME_DARK, INK_BACK);
        float scale = round % 2 == 0 ? 1 : 1.5f;
        draw_begin(&list, 100, 50, fonts_metric(fonts));
        draw_rect(&list, 0, 0, 100, 50, 0, paint_fill(INK_OP));
        assert_true(draw_end(&list));
        assert_true(painter_draw(painter, &list, THEME_DARK, scale, &err));
        SDL_RenderPresent(renderer);
        const uint32_t *at = surface->pixels;
        uint32_t page = 0xFF000000 | (uint32_t)back.r << 16 | (uint32_t)back.g << 8 |
                        back.b;
        int w = (int)(100 * scale), h = (int)(50 * scale), stride = surface->pitch / 4;
        assert_true(at[(h - 1) * stride + w - 1] != page);
        assert_true(at[(h - 1) * stride + w] == page);
        assert_true(at[h * stride + w - 1] == page);
    }
    draw_begin(&list, 0, 50, NULL);
    assert_false(painter_draw(painter, &list, THEME_DARK, 1, &err));
    assert_int_equal(err.code, ERR_USAGE);
    draw_finish(&list);
    painter_destroy(painter);
    painter_destroy(NULL);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames), cmocka_unit_test(test_renderers),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
