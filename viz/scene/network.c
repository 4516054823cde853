/* The network: a row of cells a step, arrows from the cells that were read.
 *
 * Values are printed where the columns have room for them; else the board is a
 * field of marks with a lens (field.c). Below stands a sentence about the cell
 * under the pointer, and the cone behind it is lit. */
#include <math.h>

#include "scene/scene.h"

enum { HEAD = 22, FOOT = 66 };

float network_wants(struct scene *sc)
{
    const struct board *board = &sc->found->board;

    return AXES_GUTTER + (float)board->columns * (value_widest(sc, TEXT_SMALL) + 2);
}

static float network_zoom(const struct scene *sc)
{
    const float z = sc->view->zoom;

    return !(z > 1) ? 1 : z > 40 ? 40 : z;
}

/* The area of the rows, without index line, labels and sentence. */
static struct box network_area(const struct scene *sc)
{
    const struct box b = sc->board;

    return (struct box){ b.x + AXES_GUTTER, b.y + HEAD, b.w - AXES_GUTTER,
                         b.h - HEAD - FOOT };
}

static void network_caption(struct scene *sc, struct grid *grid)
{
    const struct board *board = &sc->found->board;
    float wide = 0, bare = 0;

    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t c = 0; c < board->columns && c < 64; c++) {
            const float w = cells_bad(sc, row, c) ? 0 : pen_width(sc, FACE_MONO, TEXT_SMALL,
                                      value_cover(sc, row, c, false));
            const float b = cells_bad(sc, row, c) ? 0 : pen_width(sc, FACE_MONO, TEXT_SMALL,
                                      value_cover(sc, row, c, true));

            wide = w > wide ? w : wide;
            bare = b > bare ? b : bare;
        }
    grid->caption = wide < grid->cell_w - 5 ? 2 : bare < grid->cell_w - 4 ? 1 : 0;
    if (board->columns > 32)
        grid->caption = 0;
}

/* The largest size at which the widest value fits a cell. */
static void network_size(struct scene *sc, struct grid *grid)
{
    const float at14 = value_widest(sc, TEXT_SMALL);
    float size = TEXT_SMALL * (grid->cell_w - 4) / at14;

    if (size > 21)
        size = 21;
    grid->value_size = size < TEXT_SMALL ? TEXT_SMALL : size;
}

static void network_zoomed(struct scene *sc, struct grid *grid, struct box area)
{
    const float z = network_zoom(sc), k = sc->scale;
    const float cx = area.x + area.w / 2, cy = area.y + area.h / 2;

    if (z <= 1)
        return;
    grid->x = cx + (grid->x - cx) * z + sc->view->pan_x / k;
    grid->y = cy + (grid->y - cy) * z + sc->view->pan_y / k;
    grid->pitch *= z;
    grid->step *= z;
    grid->cell_w *= z;
    grid->cell_h = fmaxf(grid->cell_h, fminf(grid->cell_h * z,
                                             grid->cell_w * 0.62f));
    grid->node *= z < 2 ? z : 2;
}

/* Whether values fit; fills grid but for the rows. */
static bool network_columns(struct scene *sc, struct grid *grid, struct box area)
{
    const uint32_t columns = sc->found->board.columns;
    const float most = 104, z = network_zoom(sc);
    float pitch = area.w / (float)columns;

    *grid = (struct grid){ .clip = area, .columns = columns };
    if (pitch > most)
        pitch = most;
    grid->pitch = pitch;
    grid->cell_w = pitch > 40 ? pitch * 0.84f : pitch - 1.6f;
    grid->x = area.x + (area.w - pitch * (float)columns) / 2 + pitch / 2;
    grid->node = pitch > 60 ? 10 : 8;
    if (columns > 16 && grid->cell_w * z < value_widest(sc, TEXT_SMALL) + 0.2f)
        return false;
    network_caption(sc, grid);
    return true;
}

static void network_lines(struct scene *sc, struct grid *grid, struct rows *rows,
                          struct box area)
{
    const bool tight = sc->view->unfold;
    const float gap = tight ? 28 : grid->pitch > 60 ? 46 : 40;
    const float most = grid->pitch > 60 ? 128 : 96;
    float step;

    if (tight)
        grid->caption = 0;
    grid->cell_h = grid->caption ? 46 : tight ? 28 : 30;
    rows_window(sc, rows, (uint32_t)((area.h + gap) / (grid->cell_h + gap)));
    step = rows->end - rows->first > 1
        ? (area.h - grid->cell_h) / (float)(rows->end - rows->first - 1) : most;
    grid->step = step > most ? most : step;
    grid->y = area.y;
    network_zoomed(sc, grid, area);
    network_size(sc, grid);
}

static bool network_plan(struct scene *sc, struct grid *grid, struct rows *rows)
{
    const struct box area = network_area(sc);

    if (!network_columns(sc, grid, area))
        return false;
    network_lines(sc, grid, rows, area);
    return true;
}

static void network_sentence(struct scene *sc, const struct rows *rows,
                             struct box area)
{
    struct box note = { area.x, area.y + area.h, area.w, 22 };
    uint32_t row, column;
    const char *text;

    rows_notes(sc, rows, note);
    if (value_focus(sc, &row, &column))
        text = value_sentence(sc, row, column);
    else if (sc->say.h <= 0)
        text = say_words(sc);
    else
        text = scene_tr(sc, "Point at a cell to see which inputs it covers.");
    pen_wrap(sc, area.x, note.y + 43, TEXT_BODY, FACE_UI, INK_MUTED, area.w, 2,
             text);
}

const unsigned char *network_cone(struct scene *sc)
{
    const struct board *board = &sc->found->board;
    uint32_t row, column;
    unsigned char *cone;

    if (!value_focus(sc, &row, &column))
        return NULL;
    cone = ARENA_NEW(&sc->list->arena, unsigned char,
                     (size_t)board->rows * board->columns);
    if (cone)
        board_cone(board, row, column, cone);
    else
        sc->list->failed = true;
    return cone;
}

void network_draw(struct scene *sc)
{
    const struct box area = network_area(sc);
    struct grid grid;
    struct rows rows;
    bool zoomed;

    if (sc->found->board.columns == 0 || !rows_plan(sc, &rows))
        return;
    if (!network_plan(sc, &grid, &rows)) {
        field_draw(sc, &rows, area);
        network_sentence(sc, &rows, area);
        return;
    }
    grid.cone = network_cone(sc);
    zoomed = network_zoom(sc) > 1;
    axes_columns(sc, &grid);
    axes_rows(sc, &grid, &rows);
    if (zoomed)
        pen_clip(sc, grid.clip);
    for (uint32_t i = rows.first + 1; i < rows.end; i++)
        cells_links(sc, &grid, &rows.row[i - 1], &rows.row[i], i - rows.first);
    for (uint32_t i = rows.first; i < rows.end; i++)
        cells_row(sc, &grid, &rows.row[i], i - rows.first);
    if (zoomed)
        pen_unclip(sc);
    network_sentence(sc, &rows, area);
}

void network_moving(struct scene *sc)
{
    struct grid grid;
    struct rows rows;

    if (sc->part >= 1 || sc->found->board.columns == 0 || !rows_plan(sc, &rows))
        return;
    if (!network_plan(sc, &grid, &rows)) {
        field_moving(sc, &rows, network_area(sc));
        return;
    }
    if (rows.now < rows.first || rows.now >= rows.end)
        return;
    pen_clip(sc, grid.clip);
    cells_moving(sc, &grid, rows.row[rows.now].first, rows.now - rows.first);
    pen_unclip(sc);
}
