/* The table of keys. A modifier that a line does not name must not be down,
 * but for Shift on keys that some layouts only reach with it ("+", "?").
 * PageUp and PageDown are what a presenter's clicker sends; its black-screen
 * keys, B and the full stop, stand nowhere and do nothing. */
#include "keys.h"

enum { NONE = 0, SHIFT = 1, CTRL = 2, ALT = 4, ANY_SHIFT = 8 };

struct key_line {
    SDL_Keycode key;
    unsigned mods;
    enum action action;
};

static const struct key_line window_keys[] = {
    {SDLK_SPACE, NONE, ACT_PLAY},
    {SDLK_RIGHT, NONE, ACT_FORWARD},
    {SDLK_LEFT, NONE, ACT_BACK},
    {SDLK_PAGEDOWN, NONE, ACT_FORWARD},
    {SDLK_PAGEUP, NONE, ACT_BACK},
    {SDLK_RIGHT, ALT, ACT_HALF_FORWARD},
    {SDLK_LEFT, ALT, ACT_HALF_BACK},
    {SDLK_RIGHT, SHIFT, ACT_PHASE_FORWARD},
    {SDLK_LEFT, SHIFT, ACT_PHASE_BACK},
    {SDLK_HOME, NONE, ACT_FIRST},
    {SDLK_END, NONE, ACT_LAST},
    {SDLK_PLUS, ANY_SHIFT, ACT_FASTER},
    {SDLK_EQUALS, ANY_SHIFT, ACT_FASTER},
    {SDLK_KP_PLUS, NONE, ACT_FASTER},
    {SDLK_MINUS, ANY_SHIFT, ACT_SLOWER},
    {SDLK_KP_MINUS, NONE, ACT_SLOWER},
    {SDLK_v, NONE, ACT_VIEW},
    {SDLK_v, SHIFT, ACT_HALF},
    {SDLK_a, NONE, ACT_LIST},
    {SDLK_n, NONE, ACT_LENGTH},
    {SDLK_i, NONE, ACT_INPUT},
    {SDLK_z, NONE, ACT_ZOOM},
    {SDLK_z, SHIFT, ACT_ZOOM_OUT},
    {SDLK_LEFT, CTRL, ACT_PAN_LEFT},
    {SDLK_RIGHT, CTRL, ACT_PAN_RIGHT},
    {SDLK_UP, CTRL, ACT_PAN_UP},
    {SDLK_DOWN, CTRL, ACT_PAN_DOWN},
    {SDLK_u, NONE, ACT_UNFOLD},
    {SDLK_t, NONE, ACT_TIMINGS},
    {SDLK_s, NONE, ACT_SOURCE},
    {SDLK_r, NONE, ACT_REPAIR},
    {SDLK_f, NONE, ACT_FINDING},
    {SDLK_f, SHIFT, ACT_FINDING_BACK},
    {SDLK_l, NONE, ACT_LANGUAGE},
    {SDLK_d, NONE, ACT_THEME},
    {SDLK_PLUS, CTRL | ANY_SHIFT, ACT_TEXT_LARGER},
    {SDLK_EQUALS, CTRL | ANY_SHIFT, ACT_TEXT_LARGER},
    {SDLK_KP_PLUS, CTRL, ACT_TEXT_LARGER},
    {SDLK_MINUS, CTRL | ANY_SHIFT, ACT_TEXT_SMALLER},
    {SDLK_KP_MINUS, CTRL, ACT_TEXT_SMALLER},
    {SDLK_0, CTRL, ACT_TEXT_NORMAL},
    {SDLK_F11, NONE, ACT_FULLSCREEN},
    {SDLK_c, NONE, ACT_COMPARE},
    {SDLK_s, CTRL, ACT_SAVE},
    {SDLK_c, CTRL, ACT_COPY},
    {SDLK_c, CTRL | SHIFT, ACT_COPY_AS},
    {SDLK_F1, NONE, ACT_HELP},
    {SDLK_QUESTION, ANY_SHIFT, ACT_HELP},
    {SDLK_SLASH, SHIFT, ACT_HELP},
    {SDLK_ESCAPE, NONE, ACT_ESCAPE},
    {SDLK_q, CTRL, ACT_QUIT},
    {SDLK_TAB, NONE, ACT_FOCUS_NEXT},
    {SDLK_TAB, SHIFT, ACT_FOCUS_BACK},
    {SDLK_RETURN, NONE, ACT_ENTER},
    {SDLK_KP_ENTER, NONE, ACT_ENTER},
};

static const struct key_line field_keys[] = {
    {SDLK_RETURN, NONE, ACT_ENTER},
    {SDLK_KP_ENTER, NONE, ACT_ENTER},
    {SDLK_ESCAPE, NONE, ACT_ESCAPE},
    {SDLK_F1, NONE, ACT_HELP},
    {SDLK_LEFT, NONE, ACT_CARET_LEFT},
    {SDLK_RIGHT, NONE, ACT_CARET_RIGHT},
    {SDLK_HOME, NONE, ACT_CARET_HOME},
    {SDLK_END, NONE, ACT_CARET_END},
    {SDLK_BACKSPACE, ANY_SHIFT, ACT_ERASE_BACK},
    {SDLK_DELETE, NONE, ACT_ERASE_FORWARD},
    {SDLK_UP, NONE, ACT_CHOICE_UP},
    {SDLK_DOWN, NONE, ACT_CHOICE_DOWN},
    {SDLK_v, CTRL, ACT_PASTE},
    {SDLK_INSERT, SHIFT, ACT_PASTE},
    {SDLK_c, CTRL, ACT_COPY},
    {SDLK_a, CTRL, ACT_SELECT_ALL},
};

static unsigned mods_of(Uint16 mod)
{
    return (mod & KMOD_SHIFT ? SHIFT : 0u) | (mod & KMOD_CTRL ? CTRL : 0u) |
        (mod & KMOD_ALT ? ALT : 0u);
}

static bool mods_match(unsigned wanted, unsigned down)
{
    if (wanted & ANY_SHIFT)
        down &= ~(unsigned)SHIFT;
    return (wanted & ~(unsigned)ANY_SHIFT) == down;
}

static enum action find(const struct key_line *lines, size_t count,
                        SDL_Keysym key)
{
    const unsigned down = mods_of(key.mod);

    for (size_t i = 0; i < count; i++)
        if (lines[i].key == key.sym && mods_match(lines[i].mods, down))
            return lines[i].action;
    return ACT_NONE;
}

enum action key_action(SDL_Keysym key, bool in_field)
{
    const enum action here =
        find(field_keys, sizeof field_keys / sizeof *field_keys, key);
    const enum action window =
        find(window_keys, sizeof window_keys / sizeof *window_keys, key);

    const bool types = !(mods_of(key.mod) & CTRL) && key.sym != SDLK_F11;

    if (!in_field)
        return window;
    return here != ACT_NONE || types || !app_is_window_action(window) ? here
                                                                      : window;
}
