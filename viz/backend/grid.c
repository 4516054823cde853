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

static bool row_any(const uint64_t row[GRID_W / 64])
{
    uint64_t any = 0;
    for (int i = 0; i < GRID_W / 64; i++)
        any |= row[i];
    return any != 0;
}

static bool column_any(const struct grid *grid, int x, int y0, int y1)
{
    return grid_get(grid, (struct tiles){x, y0, x, y1});
}

/* The next run of columns within the rows y0..y1 at or right of run->x1 + 1;
 * runs less than GAP tiles apart are one. Its rows end where its tiles do. */
static bool next_run(const struct grid *grid, int y0, int y1, struct tiles *run)
{
    int x = run->x1 + 1;
    while (x < GRID_W && !column_any(grid, x, y0, y1))
        x++;
    if (x == GRID_W)
        return false;
    *run = (struct tiles){x, y0, x, y1};
    for (; x < GRID_W && x - run->x1 <= GRID_GAP; x++)
        if (column_any(grid, x, y0, y1))
            run->x1 = x;
    while (!grid_get(grid, (struct tiles){run->x0, run->y0, run->x1, run->y0}))
        run->y0++;
    while (!grid_get(grid, (struct tiles){run->x0, run->y1, run->x1, run->y1}))
        run->y1--;
    return true;
}

int grid_areas(const struct grid *grid, int w, int h, struct area areas[GRID_AREAS])
{
    int count = 0;
    for (int y = 0; y < GRID_H; y++) {
        int end = y;
        if (!row_any(grid->rows[y]))
            continue;
        while (end + 1 < GRID_H && row_any(grid->rows[end + 1]))
            end++;
        for (struct tiles run = {.x1 = -1}; next_run(grid, y, end, &run);)
            areas[count++] = tiles_area(run, w, h);
        y = end;
    }
    return count;
}
