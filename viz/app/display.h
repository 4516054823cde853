/* SDL's display, window and renderer: which ones are taken, and where the window
 * stands. */
#ifndef APP_DISPLAY_H
#define APP_DISPLAY_H

#include <SDL.h>
#include <stdbool.h>

#include "base/err.h"
#include "place.h"

/* False where nobody would see a window. */
bool display_open(struct err *err);

/* place: where it is wanted; its size counts, and where known its position, as
 * far as the displays have room. NULL: no window, *err says why. */
SDL_Window *display_window(struct place place, struct err *err);
/* SDL_RENDER_DRIVER decides where it is set. */
SDL_Renderer *display_renderer(SDL_Window *window, struct err *err);

/* Notes where the window is now: its plain place, or that it is maximized. In
 * full screen nothing. */
void display_place(SDL_Window *window, struct place *place);
/* Fills the display, or gives it back: then the window is where and as large as
 * place says, maximized if it was. */
void display_turn_full(SDL_Window *window, struct place *place);
/* Pixels of the renderer for one of the window, above 1 on dense displays. */
float display_scale(SDL_Window *window, SDL_Renderer *renderer);

#endif
