/* The repaired kernel's run beside a broken one: which values should be there.
 *
 * A row of the one stands for the row of the other that a step of the same phase
 * led to. Where the two boards are not alike, or no step is, nothing is known. */
#include <string.h>

#include "scene/scene.h"

/* The twin's row that stands for this one; 0: none does. */
static uint32_t twin_row(const struct scene *sc, uint32_t row)
{
    const struct findings *twin = sc->view->twin;
    const struct steps *ours = &sc->found->steps;

    if (!twin || row == 0 || twin->board.columns != sc->found->board.columns ||
        twin->trace->launch_count != sc->found->trace->launch_count ||
        twin->board.first_input != sc->found->board.first_input)
        return 0;
    for (uint32_t k = 0; k < twin->steps.count; k++) {
        const struct step *a = &ours->step[row - 1], *b = &twin->steps.step[k];

        if (a->phase >= 0 && a->phase == b->phase && a->launch == b->launch &&
            a->phase_number == b->phase_number)
            return k + 1;
    }
    return row == ours->count ? twin->steps.count : 0;
}

/* Whether the twin has another value in that place; *row becomes its row. */
static bool twin_other(const struct scene *sc, uint32_t *row, uint32_t column)
{
    const struct findings *twin = sc->view->twin;
    unsigned char is[ELEM_MAX], should[ELEM_MAX];
    const uint32_t ours = *row;
    const struct cell *cell;

    *row = twin_row(sc, ours);
    if (*row == 0 || sc->found->board.first_input + column >= sc->found->trace->run.n)
        return false;
    cell = &twin->board.cells[(size_t)*row * twin->board.columns + column];
    return cell->state != CELL_EMPTY && !(cell->flags & FLOW_PADDING) &&
           board_value(sc->found->trace, &sc->found->board, ours, column, is) &&
           board_value(twin->trace, &twin->board, *row, column, should) &&
           memcmp(is, should, sizeof(is)) != 0;
}

const char *twin_right(struct scene *sc, uint32_t row, uint32_t column)
{
    struct scene right = *sc;
    uint32_t other = row;
    const char *should;

    if (!twin_other(sc, &other, column))
        return "";
    right.found = sc->view->twin;
    should = value_cell(&right, other, column);
    return strcmp(value_cell(sc, row, column), should) ? should : "";
}

bool twin_differs(const struct scene *sc, uint32_t row, uint32_t column)
{
    return sc->view->twin && twin_other(sc, &row, column);
}
