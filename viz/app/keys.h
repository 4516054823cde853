/* Keys as a table: which key does what, in the window and in a field. */
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include <SDL.h>

#include "app.h"

/* The action of a key press; ACT_NONE when it has none. In a field keys belong to
 * the text, but for Enter, Esc, F1 and those of the whole window: full screen,
 * and with Ctrl quit, save and the size of text. */
enum action key_action(SDL_Keysym key, bool in_field);

#endif
