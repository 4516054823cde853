/* A scan converter. Each edge leaves in the cells of a row what it changes of
 * the coverage to its right; their running sum is the coverage (the signed-area
 * method, as in R. Levien's font-rs, 2016). Rows are done one by one with a list
 * of the edges that cross them; only cells that were touched are looked at, and
 * between them coverage is constant, so that wide shapes cost no more than
 * their edges. */
#include "backend/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As fminf and fmaxf, without their care for NaN, which scan_line keeps out. */
static inline float lesser(float a, float b) { return a < b ? a : b; }
static inline float greater(float a, float b) { return a > b ? a : b; }

void scan_finish(struct scan *scan)
{
    free(scan->edges);
    free(scan->next);
    free(scan->active);
    free(scan->first);
    free(scan->cells);
    free(scan->touched);
    *scan = (struct scan){0};
}

/* Grows an array that may be lost on failure. */
static bool grow(void **array, size_t count, size_t size)
{
    void *grown = realloc(*array, count * size);
    if (grown == NULL)
        return false;
    *array = grown;
    return true;
}

void scan_clip(struct scan *scan, struct area clip)
{
    scan->clip = clip;
    scan->count = 0;
    int rows = clip.y1 - clip.y0, width = clip.x1 - clip.x0;
    if (rows > scan->rows) {
        if (!grow((void **)&scan->first, (size_t)rows, sizeof *scan->first)) {
            scan->failed = true;
            return;
        }
        scan->rows = rows;
    }
    if (width > scan->width) {
        size_t cells = (size_t)width + 2, words = cells / 64 + 1;
        if (!grow((void **)&scan->cells, cells, sizeof *scan->cells) ||
            !grow((void **)&scan->touched, words, sizeof *scan->touched)) {
            scan->failed = true;
            return;
        }
        scan->width = width;
        memset(scan->cells, 0, cells * sizeof *scan->cells);
        memset(scan->touched, 0, words * sizeof *scan->touched);
    }
}

static bool edges_grow(struct scan *scan)
{
    size_t room = scan->room == 0 ? 256 : (size_t)scan->room * 2;
    if (!grow((void **)&scan->edges, room, sizeof *scan->edges) ||
        !grow((void **)&scan->next, room, sizeof *scan->next) ||
        !grow((void **)&scan->active, room, sizeof *scan->active)) {
        scan->failed = true;
        return false;
    }
    scan->room = (int)room;
    return true;
}

void scan_line(struct scan *scan, float x0, float y0, float x1, float y1)
{
    const float far = 1e6f;
    if (scan->failed || y0 == y1 || !(fabsf(x0) < far && fabsf(x1) < far &&
                                      fabsf(y0) < far && fabsf(y1) < far))
        return;
    if (scan->count == scan->room && !edges_grow(scan))
        return;
    float slope = (x1 - x0) / (y1 - y0);
    scan->edges[scan->count++] = y0 < y1
        ? (struct scan_edge){x0, y0, x1, y1, slope, 1}
        : (struct scan_edge){x1, y1, x0, y0, slope, -1};
}

/* ---- one row ---- */

static void touch(struct scan *scan, int cell, float change)
{
    scan->cells[cell] += change;
    scan->touched[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

/* An edge piece of height |d| within the row, from xa to xb, counted from the
 * clip's left edge. A piece in one cell covers a trapezoid there; one over
 * several covers a triangle in the first and the last and a strip between. */
static void row_piece(struct scan *scan, float xa, float xb, float d)
{
    float left = lesser(xa, xb), right = greater(xa, xb);
    int first = (int)left, last = (int)right;
    last += (float)last < right; /* rounded up */
    float base = (float)first;
    if (last <= first + 1) {
        float mean = (left + right) / 2 - base;
        touch(scan, first, d * (1 - mean));
        touch(scan, first + 1, d * mean);
        return;
    }
    float slope = 1 / (right - left), in = 1 - (left - base);
    float out = right - (float)(last - 1);
    float head = slope * in * in / 2, tail = slope * out * out / 2;
    touch(scan, first, d * head);
    if (last == first + 2) {
        touch(scan, first + 1, d * (1 - head - tail));
    } else {
        float second = slope * (in + 0.5f);
        touch(scan, first + 1, d * (second - head));
        for (int i = first + 2; i < last - 1; i++)
            touch(scan, i, d * slope);
        touch(scan, last - 1,
              d * (1 - second - (float)(last - first - 3) * slope - tail));
    }
    touch(scan, last, d * tail);
}

/* A piece that leaves the clip: what lies left of it counts at its left edge,
 * what lies right of it at its right edge, where nobody sees it. */
static void row_cut(struct scan *scan, float xa, float xb, float d, float most)
{
    float left = lesser(xa, xb), right = greater(xa, xb), whole = right - left;
    if (right <= 0 || left >= most) {
        float at = right <= 0 ? 0 : most;
        row_piece(scan, at, at, d);
        return;
    }
    if (left < 0) {
        row_piece(scan, 0, 0, d * -left / whole);
        left = 0;
    }
    if (right > most) {
        row_piece(scan, most, most, d * (right - most) / whole);
        right = most;
    }
    row_piece(scan, left, right, d * (right - left) / whole);
}

static void row_edge(struct scan *scan, const struct scan_edge *edge, int row)
{
    float top = greater(edge->y0, (float)row), end = lesser(edge->y1, (float)row + 1);
    if (!(top < end))
        return;
    float most = (float)(scan->clip.x1 - scan->clip.x0);
    float x = edge->x0 - (float)scan->clip.x0, d = (end - top) * edge->down;
    float xa = x + (top - edge->y0) * edge->slope;
    float xb = x + (end - edge->y0) * edge->slope;
    if (xa >= 0 && xb >= 0 && xa <= most && xb <= most)
        row_piece(scan, xa, xb, d);
    else
        row_cut(scan, xa, xb, d, most);
}

static unsigned coverage_of(float sum)
{
    float part = fabsf(sum);
    return part >= 1 ? 255 : (unsigned)(part * 255 + 0.5f);
}

/* Hands out the row and leaves its cells zeroed. */
static void row_emit(struct scan *scan, int row, scan_run *run, void *user)
{
    int width = scan->clip.x1 - scan->clip.x0, at = 0;
    float sum = 0;
    for (int w = scan->low; w <= scan->high; w++) {
        while (scan->touched[w] != 0) {
            int cell = w * 64 + __builtin_ctzll(scan->touched[w]);
            int end = cell < width ? cell : width;
            unsigned before = coverage_of(sum);
            if (before > 0 && end > at)
                run(user, scan->clip.x0 + at, row, end - at, before);
            at = cell;
            sum += scan->cells[cell];
            scan->cells[cell] = 0;
            scan->touched[w] &= scan->touched[w] - 1;
        }
    }
    unsigned rest = coverage_of(sum);
    if (rest > 0 && width > at)
        run(user, scan->clip.x0 + at, row, width - at, rest);
}

/* ---- all rows ---- */

/* A whole number from low to high. */
static int within(float value, int low, int high)
{
    return value < (float)low ? low : value > (float)high ? high : (int)value;
}

/* The rows and the words of cells that the outline can reach. */
static void bound_edges(struct scan *scan, int *top, int *end)
{
    float x0 = 1e9f, y0 = 1e9f, x1 = -1e9f, y1 = -1e9f;
    for (int i = 0; i < scan->count; i++) {
        const struct scan_edge *edge = &scan->edges[i];
        x0 = lesser(x0, lesser(edge->x0, edge->x1));
        x1 = greater(x1, greater(edge->x0, edge->x1));
        y0 = lesser(y0, edge->y0);
        y1 = greater(y1, edge->y1);
    }
    struct area clip = scan->clip;
    int width = clip.x1 - clip.x0;
    *top = within(floorf(y0), clip.y0, clip.y1);
    *end = within(ceilf(y1), clip.y0, clip.y1);
    scan->low = within(x0 - (float)clip.x0 - 1, 0, width) / 64;
    scan->high = (within(x1 - (float)clip.x0 + 1, 0, width) + 1) / 64;
}

/* Puts each edge into the list of the row where it starts. */
static void sort_edges(struct scan *scan, int *top, int *end)
{
    bound_edges(scan, top, end);
    struct area clip = scan->clip;
    for (int row = *top; row < *end; row++)
        scan->first[row - clip.y0] = -1;
    for (int i = 0; i < scan->count; i++) {
        const struct scan_edge *edge = &scan->edges[i];
        if (edge->y1 <= (float)*top || edge->y0 >= (float)*end)
            continue;
        int row = edge->y0 > (float)*top ? (int)edge->y0 : *top;
        scan->next[i] = scan->first[row - clip.y0];
        scan->first[row - clip.y0] = i;
    }
}

void scan_fill(struct scan *scan, scan_run *run, void *user)
{
    int top, end, active = 0;
    if (!scan->failed && scan->count > 0 && scan->clip.x0 < scan->clip.x1 &&
        scan->clip.y0 < scan->clip.y1) {
        sort_edges(scan, &top, &end);
        for (int row = top; row < end; row++) {
            int kept = 0;
            for (int i = scan->first[row - scan->clip.y0]; i >= 0; i = scan->next[i])
                scan->active[active++] = i;
            for (int k = 0; k < active; k++) {
                const struct scan_edge *edge = &scan->edges[scan->active[k]];
                row_edge(scan, edge, row);
                if (edge->y1 > (float)row + 1)
                    scan->active[kept++] = scan->active[k];
            }
            active = kept;
            row_emit(scan, row, run, user);
        }
    }
    scan->count = 0;
}
