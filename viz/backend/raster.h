/* Filled and stroked shapes on pixels, with smooth edges. Coordinates are pixels,
 * y down; fractions count. */
#ifndef BACKEND_RASTER_H
#define BACKEND_RASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "backend/scan.h"
#include "base/err.h"
#include "draw/draw.h"

struct pixels {
    uint32_t *at;    /* 0xffRRGGBB, top row first */
    int w, h;
    int stride;      /* pixels from row to row */
};

struct raster;
struct raster *raster_create(struct err *err); /* NULL: out of memory */
void raster_destroy(struct raster *raster);
/* False once a shape was left out for want of memory. */
bool raster_ok(const struct raster *raster);

/* Where fills go from now on. The clip lies within the pixels. */
void raster_aim(struct raster *raster, struct pixels pixels, struct area clip);

/* Each fills at once; alpha 0..1. Radius 0: sharp corners. */
void raster_rect(struct raster *raster, float x, float y, float w, float h,
                 float radius, struct rgb colour, float alpha);
void raster_polygon(struct raster *raster, const float *xy, int count,
                    struct rgb colour, float alpha);
/* The stroke of that rectangle, half inside and half outside. */
void raster_frame(struct raster *raster, float x, float y, float w, float h,
                  float radius, float width, struct rgb colour, float alpha);
/* A stroke through 2 to 256 points with butt ends, or closed; dash 0: solid. */
void raster_stroke(struct raster *raster, const float *xy, int count, bool closed,
                   float width, float dash, float gap, struct rgb colour,
                   float alpha);
/* Coverage of a glyph, its top left corner at (x, y). */
void raster_mask(struct raster *raster, const uint8_t *mask, int x, int y, int w,
                 int h, struct rgb colour, float alpha);

/* Points of a cubic (out takes RASTER_CURVE pairs) and of a rectangle's edge
 * (RASTER_EDGE pairs); return their number. */
enum { RASTER_CURVE = 65, RASTER_EDGE = 4 * 17 };
int raster_curve_points(const float xy[8], float out[2 * RASTER_CURVE]);
int raster_edge_points(float x, float y, float w, float h, float radius,
                       float out[2 * RASTER_EDGE]);

#endif
