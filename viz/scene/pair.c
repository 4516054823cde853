/* Pairs in narrow cells: "(0,1)" is written "0 1" where there is no room for its
 * brackets, or its halves one above the other. */
#include <string.h>

#include "scene/scene.h"

enum { PAIR_MOST = 2048 }; /* cells looked at, as for the widest value */

bool pair_split(const char *text, struct pair *pair)
{
    const size_t length = strlen(text);
    const char *comma = strchr(text, ',');

    if (length < 5 || text[0] != '(' || text[length - 1] != ')' || !comma)
        return false;
    pair->left = text + 1;
    pair->left_length = (size_t)(comma - pair->left);
    pair->right = comma + 1;
    pair->right_length = (size_t)(text + length - 1 - pair->right);
    return true;
}

static size_t pair_longer(const struct pair *pair)
{
    return pair->left_length > pair->right_length ? pair->left_length
                                                  : pair->right_length;
}

static size_t pair_longest_half(struct scene *sc)
{
    const struct board *board = &sc->found->board;
    const bool all = (uint64_t)board->rows * board->columns <= PAIR_MOST;
    struct pair pair;
    size_t most = 1;

    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t c = 0; c < board->columns; c++)
            if ((all || row == 0 || row == sc->done || row + 1 == board->rows) &&
                pair_split(value_cell(sc, row, c), &pair) && pair_longer(&pair) > most)
                most = pair_longer(&pair);
    return most;
}

float pair_widest(struct scene *sc, float size, enum pair_form form)
{
    const float full = value_widest(sc, size);
    struct pair pair;

    if (form == PAIR_FULL || !pair_split(sc->longest, &pair))
        return full;
    if (form == PAIR_SPACED)
        return full - pen_width(sc, FACE_MONO_BOLD, size, "()");
    if (!sc->longest_half)
        sc->longest_half = pair_longest_half(sc);
    return pen_width(sc, FACE_MONO_BOLD, size, "0") * (float)sc->longest_half;
}

enum pair_form pair_form(struct scene *sc, float size, float room)
{
    for (enum pair_form form = PAIR_FULL; form < PAIR_STACKED; form++)
        if (pair_widest(sc, size, form) <= room)
            return form;
    value_widest(sc, size);
    return pair_split(sc->longest, &(struct pair){ 0 }) ? PAIR_STACKED : PAIR_FULL;
}

const char *pair_text(struct scene *sc, const char *text, enum pair_form form,
                      const char **below)
{
    struct pair pair;

    *below = "";
    if (form == PAIR_FULL || !pair_split(text, &pair))
        return text;
    if (form == PAIR_SPACED)
        return pen_print(sc, "%.*s %.*s", (int)pair.left_length, pair.left,
                         (int)pair.right_length, pair.right);
    *below = pen_print(sc, "%.*s", (int)pair.right_length, pair.right);
    return pen_print(sc, "%.*s", (int)pair.left_length, pair.left);
}
