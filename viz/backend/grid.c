/* Which parts of a picture something touches: a bit a tile. */
#include "backend/grid.h"

#include <math.h>
#include <string.h>

static int tile(float at, float whole, int count)
{
    float t = floorf(at / whole * (float)count);
    return t < 0 ? 0 : t > (float)(count - 1) ? count - 1 : (int)t;
}

struct tiles grid_tiles(float w, float h, struct box box)
{
    const float margin = 3;
    return (struct tiles){tile(box.x0 - margin, w, GRID_W), tile(box.y0 - margin, h, GRID_H),
                          tile(box.x1 + margin, w, GRID_W), tile(box.y1 + margin, h, GRID_H)};
}

bool grid_get(const struct grid *grid, struct tiles t)
{
    for (int y = t.y0; y <= t.y1; y++)
        for (int x = t.x0; x <= t.x1; x++)
            if (grid->rows[y][x / 64] >> (x % 64) & 1)
                return true;
    return false;
}

void grid_set(struct grid *grid, struct tiles t)
{
    for (int y = t.y0; y <= t.y1; y++)
        for (int x = t.x0; x <= t.x1; x++)
            grid->rows[y][x / 64] |= (uint64_t)1 << (x % 64);
}

void grid_set_all(struct grid *grid)
{
    memset(grid, 0xFF, sizeof *grid);
}

struct grid grid_join(const struct grid *a, const struct grid *b)
{
    struct grid both;
    for (int y = 0; y < GRID_H; y++)
        for (int i = 0; i < GRID_W / 64; i++)
            both.rows[y][i] = a->rows[y][i] | b->rows[y][i];
    return both;
}

/* The first and the last tile that is set in a row; false: none. */
static bool row_ends(const uint64_t row[GRID_W / 64], int *first, int *last)
{
    *first = GRID_W;
    *last = -1;
    for (int i = 0; i < GRID_W / 64; i++)
        if (row[i] != 0) {
            int low = 64 * i + __builtin_ctzll(row[i]);
            *first = low < *first ? low : *first;
            *last = 64 * i + 63 - __builtin_clzll(row[i]);
        }
    return *last >= 0;
}

/* A pixel more on each side, for sizes that were rounded. */
static struct area tiles_area(struct tiles t, int w, int h)
{
    struct area area = {t.x0 * w / GRID_W - 1, t.y0 * h / GRID_H - 1,
                        (t.x1 + 1) * w / GRID_W + 2, (t.y1 + 1) * h / GRID_H + 2};
    area.x0 = area.x0 > 0 ? area.x0 : 0;
    area.y0 = area.y0 > 0 ? area.y0 : 0;
    area.x1 = area.x1 < w ? area.x1 : w;
    area.y1 = area.y1 < h ? area.y1 : h;
    return area;
}

int grid_areas(const struct grid *grid, int w, int h, struct area areas[GRID_AREAS])
{
    int count = 0, first, last;
    for (int y = 0; y < GRID_H; y++) {
        if (!row_ends(grid->rows[y], &first, &last))
            continue;
        struct tiles run = {first, y, last, y};
        while (y + 1 < GRID_H && row_ends(grid->rows[y + 1], &first, &last)) {
            run.x0 = first < run.x0 ? first : run.x0;
            run.x1 = last > run.x1 ? last : run.x1;
            run.y1 = ++y;
        }
        areas[count++] = tiles_area(run, w, h);
    }
    return count;
}
