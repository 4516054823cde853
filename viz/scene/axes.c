/* The names beside the rows of a board and the numbers above its columns. */
#include <math.h>

#include "scene/scene.h"

bool axes_launch_room(const struct grid *grid)
{
    return grid->step - grid->cell_h >= 2 * TEXT_SMALL;
}

const char *axes_launch_name(struct scene *sc, const struct shown_row *row)
{
    return pen_print(sc, scene_tr(sc, "launch %u"),
                     sc->found->steps.step[row->first - 1].launch + 1);
}

/* Between two rows: another launch begins here. */
static void axes_launch(struct scene *sc, const struct grid *grid,
                        const struct shown_row *row, float top)
{
    const float y = top - (grid->step - grid->cell_h) / 2;
    const bool room = axes_launch_room(grid);

    if (y < grid->clip.y || y > grid->clip.y + grid->clip.h)
        return;
    pen_line(sc, grid->clip.x, y, grid->clip.x + grid->clip.w, y,
             paint_dash(paint_stroke(INK_MUTED, 1.4f), 8, 4));
    if (room)
        pen_fit(sc, sc->board.x + AXES_GUTTER - 12, pen_middle(sc, y, TEXT_SMALL),
                TEXT_SMALL, FACE_UI, INK_MUTED, ANCHOR_END, AXES_GUTTER - 12,
                axes_launch_name(sc, row));
}

void axes_rows(struct scene *sc, const struct grid *grid,
                           const struct rows *rows)
{
    const float x = sc->board.x + AXES_GUTTER - 12;

    for (uint32_t i = rows->first; i < rows->end; i++) {
        const struct shown_row *row = &rows->row[i];
        const struct box box = grid_cell(grid, i - rows->first, grid->first_column);
        const char *number = grid->step < 44 ? "" : rows_number(sc, row);
        const float mid = box.y + box.h / 2 - (number[0] ? 9 : 0);

        if (box.y < grid->clip.y - 1 ||
            box.y + box.h > grid->clip.y + grid->clip.h + 1)
            continue;
        if (i > rows->first && rows_launch(sc, row->first))
            axes_launch(sc, grid, row, box.y);
        pen_fit(sc, x, pen_middle(sc, mid, TEXT_BODY), TEXT_BODY,
                row->now ? FACE_UI_BOLD : FACE_UI, INK_TEXT, ANCHOR_END,
                AXES_GUTTER - 12, rows_name(sc, row));
        pen_fit(sc, x, pen_middle(sc, mid + 18, TEXT_SMALL), TEXT_SMALL, FACE_UI,
                INK_MUTED, ANCHOR_END, AXES_GUTTER - 12, number);
    }
}

uint32_t axes_every(float least)
{
    uint32_t every = 1;

    while ((float)every < least && every < 1u << 30)
        every *= 2;
    return every;
}

void axes_columns(struct scene *sc, const struct grid *grid)
{
    const uint32_t most = sc->found->board.first_input + sc->found->board.columns;
    const float full = pen_width(sc, FACE_MONO, TEXT_SMALL, pen_print(sc, "i = %u", most));
    const bool named = grid->pitch > fmaxf(most > 100 ? 80 : 56, full + 8);
    const float last = pen_width(sc, FACE_MONO, TEXT_SMALL,
                                 pen_print(sc, named ? "i = %u" : "%u", most));
    const float w = fmaxf(last, pen_width(sc, FACE_MONO, TEXT_SMALL, !named ? "0000"
                                          : most > 100 ? "i = 0000" : "i = 00"));
    const uint32_t every = axes_every((w + 4) / grid->pitch);

    for (uint32_t i = 0; i < grid->columns; i += every) {
        const uint32_t column = grid->first_column + i;
        const struct box box = grid_cell(grid, 0, column);

        if (box.x < grid->clip.x - 1 ||
            box.x + box.w / 2 + w / 2 > grid->clip.x + grid->clip.w + 6)
            continue;
        pen_text(sc, box.x + box.w / 2, grid->clip.y - 8, TEXT_SMALL, FACE_MONO,
                 INK_MUTED, ANCHOR_MIDDLE,
                 pen_print(sc, named ? "i = %u" : "%u",
                           column + sc->found->board.first_input));
    }
}
