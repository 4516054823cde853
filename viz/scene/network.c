/* The network: a row of cells a step, arrows from the cells that were read.
 *
 * Values are printed where the columns have room for them; else the board is a
 * field of marks with a lens (field.c) until it is zoomed so far that they have.
 * Below stands a sentence about the cell under the pointer, and the cone behind it
 * is lit. */
#include <math.h>

#include "scene/scene.h"

enum { HEAD = 22, FOOT = 66, MAG = 4 }; /* MAG: how much values may grow */

/* A column whose cell has room for the widest value; a few have some air in them. */
static float network_column(struct scene *sc)
{
    return value_widest(sc, TEXT_SMALL) + (sc->found->board.columns <= 8 ? 6 : 2);
}

float network_wants(struct scene *sc)
{
    return AXES_GUTTER + (float)sc->found->board.columns * network_column(sc);
}

/* The area of the rows, without index line, labels and sentence. */
static struct box network_area(const struct scene *sc)
{
    const struct box b = sc->board;

    return (struct box){ b.x + AXES_GUTTER, b.y + HEAD, b.w - AXES_GUTTER,
                         b.h - HEAD - FOOT };
}

/* ---- how large things are --------------------------------------------------- */

/* Cells stand apart, but not so far that the widest value is cut for it; pairs have
 * narrower forms. */
static float network_cell(struct scene *sc, float pitch)
{
    const float apart = pitch > 40 ? pitch * 0.84f : pitch - 1.6f;
    const float wide = value_widest(sc, TEXT_SMALL);

    if (wide + 4 <= apart || wide > pitch - 3 ||
        pair_form(sc, TEXT_SMALL, 0) != PAIR_FULL)
        return apart;
    return fminf(pitch - 1.6f, wide + 9);
}

/* Columns at rest: as wide as the area lets them be, but no wider than looks well
 * or values want. */
static float network_pitch(struct scene *sc, struct box area)
{
    return fminf(area.w / (float)sc->found->board.columns,
                 fmaxf(104, network_column(sc) + 8));
}

/* The zoom from which on values have room; 1 where they always have. */
static float network_least(struct scene *sc, float pitch)
{
    const bool pairs = pair_form(sc, TEXT_SMALL, 0) == PAIR_STACKED;
    const float half = fmaxf(pair_widest(sc, TEXT_SMALL, PAIR_STACKED), 18);
    const float wants = (pairs ? half : value_widest(sc, TEXT_SMALL)) + 0.2f;

    if (sc->found->board.columns <= 16 || network_cell(sc, pitch) >= wants)
        return 1;
    return (wants + 1.6f <= 40 ? wants + 1.7f : wants / 0.84f + 0.1f) / pitch;
}

float network_most(struct scene *sc)
{
    return MAG * network_least(sc, network_pitch(sc, network_area(sc)));
}

/* The widest captions, "x[2..5]" and "2..5"; for many columns they are guessed. */
static void network_captions(struct scene *sc, float width[2])
{
    float *wide = &width[0], *bare = &width[1];
    const struct board *board = &sc->found->board;
    const uint32_t last = board->first_input + board->columns - 1;

    *wide = 1e9f;
    *bare = pen_width(sc, FACE_MONO, TEXT_SMALL, pen_print(sc, "%u..%u", last, last));
    if (board->columns > 32)
        return;
    *wide = *bare = 0;
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t c = 0; c < board->columns; c++) {
            if (cells_bad(sc, row, c))
                continue;
            *wide = fmaxf(*wide, pen_width(sc, FACE_MONO, TEXT_SMALL,
                                           value_cover(sc, row, c, false)));
            *bare = fmaxf(*bare, pen_width(sc, FACE_MONO, TEXT_SMALL,
                                           value_cover(sc, row, c, true)));
        }
}

/* Which captions fit cells of some width. */
static int network_caption(float cell, const float width[2])
{
    return width[0] < cell - 5 ? 2 : width[1] < cell - 4 ? 1 : 0;
}

/* The height of cells at rest: with captions where they fit then. */
static float network_height(const struct scene *sc, float cell, enum pair_form form,
                            const float width[2])
{
    if (form == PAIR_STACKED)
        return 38;
    if (sc->view->unfold)
        return 28;
    return sc->found->board.columns <= 32 && network_caption(cell, width) ? 46 : 30;
}

/* Captions of cells as they are now, and their size. */
static void network_inside(struct grid *grid, float mag, const float width[2])
{
    const float least = TEXT_SMALL, most = fminf(least * mag, 2 * least);
    float size;

    grid->caption = grid->cell_h < 44 || grid->form == PAIR_STACKED ? 0 : network_caption(grid->cell_w, width);
    if (!grid->caption)
        return;
    size = least * (grid->cell_w - 5) / width[grid->caption == 2 ? 0 : 1];
    grid->caption_size = fmaxf(fminf(fminf(size, most), grid->cell_h * 0.3f), least);
}

/* Rows at rest: as many as fit, or all where they can be moved. */
static void network_lines(struct scene *sc, struct grid *grid, struct rows *rows,
                          struct box area, bool dense, bool slides)
{
    const float gap = sc->view->unfold ? 28 : grid->pitch > 60 ? 46 : 40;
    const float most = grid->pitch > 60 ? 128 : 96;
    uint32_t shown;

    rows_window(sc, rows, (uint32_t)((area.h + gap) / (grid->cell_h + gap)));
    shown = dense ? rows->count : rows->end - rows->first;
    grid->step = shown > 1 ? (area.h - grid->cell_h) / (float)(shown - 1) : most;
    if (dense)
        grid->step = fmaxf(grid->step, grid->cell_h + gap);
    grid->step = fminf(grid->step, most);
    if (slides) {
        rows->first = 0;
        rows->end = rows->count;
    }
}

/* The largest size at which the widest value fits a cell. */
static void network_size(struct scene *sc, struct grid *grid, float mag)
{
    const float at14 = pair_widest(sc, TEXT_SMALL, grid->form);
    const float size = TEXT_SMALL * (grid->cell_w - 4) / at14;
    const float most = grid->cell_h * (grid->form == PAIR_STACKED ? 0.38f
                                       : grid->caption ? 0.46f : 0.7f);

    grid->value_size = fmaxf(fminf(fminf(size, 21 * mag), most), TEXT_SMALL);
}

/* Everything grows by mag, but rows no more than that two of them are seen, and
 * nodes somewhat less. */
static void network_grow(struct grid *grid, float mag)
{
    const float tall = fminf(mag, fmaxf((grid->clip.h - 8) / (grid->step + grid->cell_h), 1));

    grid->pitch *= mag;
    grid->cell_w *= mag;
    grid->step *= tall;
    grid->cell_h *= tall;
    grid->node *= fminf(tall, 2);
}

/* Whether values fit at the zoom asked for; fills grid and rows. */
static bool network_plan(struct scene *sc, struct grid *grid, struct rows *rows)
{
    const struct box area = network_area(sc);
    const uint32_t columns = sc->found->board.columns;
    const float rest = network_pitch(sc, area), least = network_least(sc, rest);
    const float zoom = sight_zoom(sc, MAG * least), mag = zoom / least;
    const bool slides = zoom > 1 || sc->view->unfold;
    float width[2];

    if (mag < 1)
        return false;
    *grid = (struct grid){ .clip = area, .columns = columns, .pitch = rest * least };
    grid->cell_w = network_cell(sc, grid->pitch);
    grid->node = grid->pitch > 60 ? 10 : 8;
    network_captions(sc, width);
    grid->form = pair_form(sc, TEXT_SMALL, grid->cell_w - 1);
    grid->cell_h = network_height(sc, grid->cell_w, grid->form, width);
    network_lines(sc, grid, rows, area, least > 1, slides);
    network_grow(grid, mag);
    network_inside(grid, mag, width);
    network_size(sc, grid, mag);
    grid->x = area.x + (area.w - grid->pitch * (float)columns) / 2 + grid->pitch / 2;
    grid->y = area.y;
    sight_grid(sc, rows, grid, MAG * least, slides);
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

    if (sc->found->board.columns == 0 || !rows_plan(sc, &rows))
        return;
    if (!network_plan(sc, &grid, &rows)) {
        field_draw(sc, &rows, area);
        network_sentence(sc, &rows, area);
        return;
    }
    grid.cone = network_cone(sc);
    axes_columns(sc, &grid);
    axes_rows(sc, &grid, &rows);
    if (grid.cut)
        pen_clip(sc, grid.clip);
    for (uint32_t i = rows.first + 1; i < rows.end; i++)
        cells_links(sc, &grid, &rows.row[i - 1], &rows.row[i], i - rows.first);
    for (uint32_t i = rows.first; i < rows.end; i++)
        cells_row(sc, &grid, &rows.row[i], i - rows.first);
    if (grid.cut)
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
