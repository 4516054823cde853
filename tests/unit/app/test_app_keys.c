/* The table of keys, as the design names them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "app/keys.h"

static const struct {
    SDL_Keycode key; int mod; bool field; enum action action;
} presses[] = {
    {SDLK_SPACE, 0, false, ACT_PLAY},
    {SDLK_RIGHT, 0, false, ACT_FORWARD},
    {SDLK_RIGHT, KMOD_NUM | KMOD_CAPS, false, ACT_FORWARD},
    {SDLK_RIGHT, KMOD_RSHIFT, false, ACT_PHASE_FORWARD},
    {SDLK_RIGHT, KMOD_LCTRL, false, ACT_PAN_RIGHT},
    {SDLK_LEFT, KMOD_LALT, false, ACT_HALF_BACK},
    {SDLK_PAGEDOWN, 0, false, ACT_FORWARD},
    {SDLK_HOME, 0, false, ACT_FIRST},
    {SDLK_EQUALS, KMOD_LSHIFT, false, ACT_FASTER},
    {SDLK_EQUALS, KMOD_LCTRL, false, ACT_TEXT_LARGER},
    {SDLK_EQUALS, KMOD_LCTRL | KMOD_LSHIFT, false, ACT_TEXT_LARGER},
    {SDLK_MINUS, 0, false, ACT_SLOWER},
    {SDLK_SLASH, KMOD_LSHIFT, false, ACT_HELP},
    {SDLK_SLASH, 0, false, ACT_NONE},
    {SDLK_F1, 0, false, ACT_HELP},
    {SDLK_q, KMOD_LCTRL, false, ACT_QUIT},
    {SDLK_q, 0, false, ACT_NONE},
    {SDLK_s, 0, false, ACT_SOURCE},
    {SDLK_s, KMOD_LCTRL, false, ACT_SAVE},
    {SDLK_f, 0, false, ACT_FINDING},
    {SDLK_f, KMOD_LSHIFT, false, ACT_FINDING_BACK},
    {SDLK_r, 0, false, ACT_REPAIR},
    {SDLK_r, KMOD_LCTRL, false, ACT_NONE},
    {SDLK_r, 0, true, ACT_NONE},
    {SDLK_v, 0, false, ACT_VIEW},
    {SDLK_v, KMOD_LSHIFT, false, ACT_HALF},
    {SDLK_c, 0, false, ACT_COMPARE},
    {SDLK_c, KMOD_LCTRL, false, ACT_COPY},
    {SDLK_b, 0, false, ACT_NONE},      /* a clicker's black screen */
    {SDLK_PERIOD, 0, false, ACT_NONE},
    {SDLK_TAB, KMOD_LSHIFT, false, ACT_FOCUS_BACK},
    /* a field takes every key but Enter, Esc, F1 and those of the whole window */
    {SDLK_SPACE, 0, true, ACT_NONE},
    {SDLK_v, 0, true, ACT_NONE},
    {SDLK_q, KMOD_LCTRL, true, ACT_QUIT},
    {SDLK_q, 0, true, ACT_NONE},
    {SDLK_s, KMOD_LCTRL, true, ACT_SAVE},
    {SDLK_s, 0, true, ACT_NONE},
    {SDLK_EQUALS, KMOD_LCTRL, true, ACT_TEXT_LARGER},
    {SDLK_EQUALS, KMOD_LSHIFT, true, ACT_NONE},
    {SDLK_MINUS, KMOD_LCTRL, true, ACT_TEXT_SMALLER},
    {SDLK_0, KMOD_RCTRL, true, ACT_TEXT_NORMAL},
    {SDLK_F11, 0, true, ACT_FULLSCREEN},
    {SDLK_QUESTION, 0, true, ACT_NONE},
    {SDLK_SLASH, KMOD_LSHIFT, true, ACT_NONE},
    {SDLK_RIGHT, KMOD_LCTRL, true, ACT_NONE},
    {SDLK_c, KMOD_LCTRL, true, ACT_COPY},
    {SDLK_c, KMOD_LCTRL | KMOD_LSHIFT, true, ACT_NONE},
    {SDLK_INSERT, KMOD_LSHIFT, true, ACT_PASTE},
    {SDLK_PAGEDOWN, 0, true, ACT_NONE},
    {SDLK_LEFT, 0, true, ACT_CARET_LEFT},
    {SDLK_HOME, 0, true, ACT_CARET_HOME},
    {SDLK_v, KMOD_LCTRL, true, ACT_PASTE},
    {SDLK_RETURN, 0, true, ACT_ENTER},
    {SDLK_ESCAPE, 0, true, ACT_ESCAPE},
    {SDLK_F1, 0, true, ACT_HELP},
};

static void test_presses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        SDL_Keysym key = {.sym = presses[i].key, .mod = (Uint16)presses[i].mod};

        assert_int_equal(key_action(key, presses[i].field), presses[i].action);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_presses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
