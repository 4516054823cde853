/* Keys as a table: which key does what, in the window and in a field. */
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include <SDL.h>

#include "app.h"

/* The action of a key press; ACT_NONE when it has none. In a field every key
 * but Enter, Esc and F1 belongs to the text. */
enum action key_action(SDL_Keysym key, bool in_field);

#endif
