/* Filled outlines on pixels: shapes become edges for the scan converter, whose
 * runs of equal coverage are blended here.
 *
 * SDL_RenderGeometry would not do: SDL's software renderer cuts vertices to whole
 * pixels. Tried with SDL 2.26.5: a triangle moved by 0.1, 0.2, ... 0.9 pixels
 * gives the same pixels each time, the middle of a slanted stroke is off by up to
 * 0.36 of a pixel (here: 0.08), and 640 curves of 12 segments with feathered edges
 * take 22 ms of CPU time at 1920x1080 (here: 4 ms). */
#include "backend/raster.h"

#include <math.h>
#include <stdlib.h>

enum { STROKE_POINTS = 260 };

struct raster {
    struct scan scan;
    struct pixels pixels;
    float start[2], last[2]; /* of the contour being put */
    bool open;
    uint32_t colour;
    unsigned alpha; /* 0..256 */
};

struct raster *raster_create(struct err *err)
{
    struct raster *raster = calloc(1, sizeof *raster);
    if (raster == NULL)
        err_set(err, ERR_FAILED, "cannot draw: out of memory");
    return raster;
}

void raster_destroy(struct raster *raster)
{
    if (raster == NULL)
        return;
    scan_finish(&raster->scan);
    free(raster);
}

bool raster_ok(const struct raster *raster)
{
    return !raster->scan.failed;
}

void raster_aim(struct raster *raster, struct pixels pixels, struct area clip)
{
    raster->pixels = pixels;
    scan_clip(&raster->scan, clip);
}

/* ---- blending ---- */

static uint32_t blend(uint32_t under, uint32_t over, unsigned alpha)
{
    const uint32_t mask = 0x00FF00FF;
    unsigned rest = 256 - alpha;
    uint32_t rb = ((under & mask) * rest + (over & mask) * alpha) >> 8 & mask;
    uint32_t g = ((under >> 8 & 0xFF) * rest + (over >> 8 & 0xFF) * alpha) >> 8;
    return 0xFF000000 | rb | g << 8;
}

static void raster_ink(struct raster *raster, struct rgb colour, float alpha)
{
    raster->colour = 0xFF000000 | (uint32_t)colour.r << 16 |
                     (uint32_t)colour.g << 8 | colour.b;
    raster->alpha = (unsigned)lrintf(fminf(fmaxf(alpha, 0), 1) * 256);
}

/* Coverage 0..255 and the ink's alpha as one weight 0..256. */
static unsigned weight(const struct raster *raster, unsigned coverage)
{
    return ((coverage + (coverage >> 7)) * raster->alpha + 128) >> 8;
}

static void fill_row(const struct raster *raster, uint32_t *at, int count,
                     unsigned alpha)
{
    if (alpha == 256)
        for (int i = 0; i < count; i++)
            at[i] = raster->colour;
    else
        for (int i = 0; i < count; i++)
            at[i] = blend(at[i], raster->colour, alpha);
}

static void take_run(void *user, int x, int y, int count, unsigned coverage)
{
    const struct raster *raster = user;
    fill_row(raster, raster->pixels.at + (ptrdiff_t)y * raster->pixels.stride + x, count,
             weight(raster, coverage));
}

/* ---- outlines ---- */

static void put_point(struct raster *raster, float x, float y)
{
    if (raster->open)
        scan_line(&raster->scan, raster->last[0], raster->last[1], x, y);
    else
        raster->start[0] = x, raster->start[1] = y;
    raster->last[0] = x;
    raster->last[1] = y;
    raster->open = true;
}

static void put_end(struct raster *raster)
{
    put_point(raster, raster->start[0], raster->start[1]);
    raster->open = false;
}

static void outline_fill(struct raster *raster)
{
    scan_fill(&raster->scan, take_run, raster);
}

/* Chords of a quarter circle that stay within a twentieth of a pixel. */
static int arc_pieces(float radius)
{
    int pieces = (int)ceilf(2.48f * sqrtf(radius));
    return pieces < 1 ? 1 : pieces > 64 ? 64 : pieces;
}

/* A rounded rectangle; the other way round it is a hole. Its quarter circles
 * are walked by turning a vector step by step. */
static void put_rect(struct raster *raster, float x0, float y0, float x1, float y1,
                     float radius, bool hole)
{
    float r = fminf(fmaxf(radius, 0), fminf(x1 - x0, y1 - y0) / 2);
    int pieces = r > 0.05f ? arc_pieces(r) : 0;
    float step = pieces > 0 ? 1.57079633f / (float)pieces : 0;
    float turn_x = cosf(step), turn_y = hole ? -sinf(step) : sinf(step);
    float vx = -r, vy = 0; /* from a corner's centre, at first to the left */
    if (pieces == 0)
        r = 0;
    if (hole)
        vx = 0, vy = -r;
    for (int i = 0; i < 4; i++) {
        int corner = hole ? 3 - (i + 3) % 4 : i; /* top left, top right, ... */
        float cx = corner == 0 || corner == 3 ? x0 + r : x1 - r;
        float cy = corner < 2 ? y0 + r : y1 - r;
        put_point(raster, cx + vx, cy + vy);
        for (int k = 0; k < pieces; k++) {
            float x = vx * turn_x - vy * turn_y;
            vy = vx * turn_y + vy * turn_x;
            vx = x;
            put_point(raster, cx + vx, cy + vy);
        }
    }
    put_end(raster);
}

void raster_rect(struct raster *raster, float x, float y, float w, float h,
                 float radius, struct rgb colour, float alpha)
{
    if (!(w > 0 && h > 0))
        return;
    raster_ink(raster, colour, alpha);
    put_rect(raster, x, y, x + w, y + h, radius, false);
    outline_fill(raster);
}

void raster_frame(struct raster *raster, float x, float y, float w, float h,
                  float radius, float width, struct rgb colour, float alpha)
{
    if (!(w >= 0 && h >= 0 && width > 0))
        return;
    float half = width / 2;
    raster_ink(raster, colour, alpha);
    put_rect(raster, x - half, y - half, x + w + half, y + h + half,
             radius > 0 ? radius + half : 0, false);
    if (w > width && h > width)
        put_rect(raster, x + half, y + half, x + w - half, y + h - half,
                 radius - half, true);
    outline_fill(raster);
}

void raster_polygon(struct raster *raster, const float *xy, int count,
                    struct rgb colour, float alpha)
{
    if (count < 3)
        return;
    raster_ink(raster, colour, alpha);
    for (int i = 0; i < count; i++)
        put_point(raster, xy[2 * i], xy[2 * i + 1]);
    put_end(raster);
    outline_fill(raster);
}

/* ---- strokes ---- */

/* The offset of the stroke's left edge at point b between a and c (either may
 * be b itself, at an end): along the mean of the two normals, lengthened so
 * that the width stays, at most to twice the half width. */
static void side_offset(const float *a, const float *b, const float *c, float half,
                        float out[2])
{
    float ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - b[0], vy = c[1] - b[1];
    float lu = hypotf(ux, uy), lv = hypotf(vx, vy);
    float nx = (lu > 0 ? -uy / lu : 0) + (lv > 0 ? -vy / lv : 0);
    float ny = (lu > 0 ? ux / lu : 0) + (lv > 0 ? vx / lv : 0);
    float length2 = nx * nx + ny * ny, scale = half;
    if (lu > 0 && lv > 0)
        scale = length2 > 1 ? 2 * half / length2 : 2 * half;
    out[0] = nx * scale;
    out[1] = ny * scale;
}

/* One contour around points[0..count), at most STROKE_POINTS: up along the
 * left, back along the right; a closed stroke is the ring between two. */
static void put_stroke(struct raster *raster, const float *xy, int count,
                       bool closed, float half)
{
    float off[STROKE_POINTS][2];
    for (int i = 0; i < count; i++) {
        int before = i > 0 ? i - 1 : closed ? count - 1 : i;
        int after = i < count - 1 ? i + 1 : closed ? 0 : i;
        side_offset(xy + 2 * before, xy + 2 * i, xy + 2 * after, half, off[i]);
        put_point(raster, xy[2 * i] + off[i][0], xy[2 * i + 1] + off[i][1]);
    }
    if (closed)
        put_end(raster);
    for (int i = count - 1; i >= 0; i--)
        put_point(raster, xy[2 * i] - off[i][0], xy[2 * i + 1] - off[i][1]);
    put_end(raster);
}

/* A walk along a stroke that cuts it into dashes. */
struct dasher {
    struct raster *raster;
    float half, left; /* left: until the dash or gap ends */
    bool on;
    float piece[2 * STROKE_POINTS];
    int count;
};

static void dash_point(struct dasher *dasher, float x, float y)
{
    if (dasher->count == STROKE_POINTS)
        return;
    dasher->piece[2 * dasher->count] = x;
    dasher->piece[2 * dasher->count++ + 1] = y;
}

static void dash_end(struct dasher *dasher)
{
    if (dasher->count >= 2)
        put_stroke(dasher->raster, dasher->piece, dasher->count, false,
                   dasher->half);
    dasher->count = 0;
}

static void dash_segment(struct dasher *dasher, const float *a, const float *b,
                         float dash, float gap)
{
    float dx = b[0] - a[0], dy = b[1] - a[1], length = hypotf(dx, dy), at = 0;
    while (length - at > dasher->left) {
        at += dasher->left;
        float x = a[0] + dx * at / length, y = a[1] + dy * at / length;
        if (dasher->on)
            dash_point(dasher, x, y);
        dash_end(dasher);
        dasher->on = !dasher->on;
        dasher->left = dasher->on ? dash : gap;
        if (dasher->on)
            dash_point(dasher, x, y);
    }
    dasher->left -= length - at;
    if (dasher->on)
        dash_point(dasher, b[0], b[1]);
}

static void put_dashes(struct raster *raster, const float *xy, int count,
                       bool closed, float half, float dash, float gap)
{
    struct dasher dasher = {.raster = raster, .half = half, .left = dash,
                            .on = true};
    dash_point(&dasher, xy[0], xy[1]);
    for (int i = 1; i < count; i++)
        dash_segment(&dasher, xy + 2 * i - 2, xy + 2 * i, dash, gap);
    if (closed)
        dash_segment(&dasher, xy + 2 * count - 2, xy, dash, gap);
    dash_end(&dasher);
}

static bool points_near(const float *xy, int count)
{
    for (int i = 0; i < 2 * count; i++)
        if (!(fabsf(xy[i]) < 1e5f))
            return false;
    return true;
}

void raster_stroke(struct raster *raster, const float *xy, int count, bool closed,
                   float width, float dash, float gap, struct rgb colour,
                   float alpha)
{
    if (count < 2 || count > STROKE_POINTS || !(width > 0))
        return;
    raster_ink(raster, colour, alpha);
    if (dash > 0.1f && gap > 0.1f && points_near(xy, count))
        put_dashes(raster, xy, count, closed, width / 2, dash, gap);
    else
        put_stroke(raster, xy, count, closed, width / 2);
    outline_fill(raster);
}

/* ---- glyphs ---- */

void raster_mask(struct raster *raster, const uint8_t *mask, int x, int y, int w,
                 int h, struct rgb colour, float alpha)
{
    struct area clip = raster->scan.clip;
    int x0 = x > clip.x0 ? x : clip.x0, x1 = x + w < clip.x1 ? x + w : clip.x1;
    int y0 = y > clip.y0 ? y : clip.y0, y1 = y + h < clip.y1 ? y + h : clip.y1;
    raster_ink(raster, colour, alpha);
    for (int row = y0; row < y1; row++) {
        uint32_t *out = raster->pixels.at + (ptrdiff_t)row * raster->pixels.stride;
        const uint8_t *in = mask + (ptrdiff_t)(row - y) * w;
        for (int i = x0; i < x1; i++)
            if (in[i - x] != 0)
                out[i] = blend(out[i], raster->colour, weight(raster, in[i - x]));
    }
}

/* ---- points ---- */

/* As many pieces as keep the chords within 0.15 of a pixel of the curve:
 * their error falls with the square of their number. */
int raster_curve_points(const float p[8], float out[2 * RASTER_CURVE])
{
    float ax = p[0] - 2 * p[2] + p[4], ay = p[1] - 2 * p[3] + p[5];
    float bx = p[2] - 2 * p[4] + p[6], by = p[3] - 2 * p[5] + p[7];
    float bend = fmaxf(hypotf(ax, ay), hypotf(bx, by));
    int pieces = (int)fminf(ceilf(sqrtf(bend * 0.75f / 0.15f)), RASTER_CURVE - 1);
    pieces = pieces < 2 ? 2 : pieces;
    for (int i = 0; i <= pieces; i++) {
        float t = (float)i / (float)pieces, s = 1 - t;
        float a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
        out[2 * i] = a * p[0] + b * p[2] + c * p[4] + d * p[6];
        out[2 * i + 1] = a * p[1] + b * p[3] + c * p[5] + d * p[7];
    }
    return pieces + 1;
}

int raster_edge_points(float x, float y, float w, float h, float radius,
                       float out[2 * RASTER_EDGE])
{
    float r = fminf(fmaxf(radius, 0), fminf(w, h) / 2);
    int arc = r < 0.5f ? 1 : RASTER_EDGE / 4, count = 0;
    const float centres[4][2] = {
        {x + r, y + r}, {x + w - r, y + r}, {x + w - r, y + h - r}, {x + r, y + h - r}};
    for (int corner = 0; corner < 4; corner++) {
        for (int i = 0; i < arc; i++) {
            float part = arc == 1 ? 0.5f : (float)i / (float)(arc - 1);
            float angle = 3.14159265f * (1 + ((float)corner + part) / 2);
            float reach = arc == 1 ? r * 1.41421356f : r;
            out[2 * count] = centres[corner][0] + reach * cosf(angle);
            out[2 * count++ + 1] = centres[corner][1] + reach * sinf(angle);
        }
    }
    return count;
}
