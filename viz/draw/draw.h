/* The display list: a picture as data.
 *
 * Scenes append typed commands; back ends switch on the type; tests read the
 * list as text. Coordinates are logical pixels (float, y down) of a picture
 * whose size the list carries; a back end scales. Colours are roles, resolved
 * by the theme in the back end, so that one list serves every theme.
 * Clip and group stacks are empty at draw_end (asserted). A failed allocation
 * marks the list; nothing is ever dropped silently. */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

/* Colour roles: each means one thing throughout (design, section 7). */
enum ink {
    INK_NONE = 0,
    INK_BACK,       /* page */
    INK_PANEL,      /* panel and cell face */
    INK_TEXT,       /* primary text */
    INK_MUTED,      /* secondary text */
    INK_RULE,       /* hairlines, idle edges */
    INK_IDLE,       /* idle faces, badge */
    INK_SOURCE,     /* where a value comes from: arrows, play button */
    INK_SOURCE_TEXT,
    INK_OP,         /* operator nodes */
    INK_OP_TEXT,
    INK_ON_OP,      /* glyph on an operator node */
    INK_CHANGED,    /* written in this step */
    INK_CHANGED_TEXT,
    INK_BAD,        /* error */
    INK_BAD_TEXT,
    INK_BAD_FACE,
    INK_COVER,      /* covered inputs: edge */
    INK_COVER_FACE, /* covered inputs: face */
    INK_MARK,       /* highlighted source line */
    INK_ON_SOURCE,  /* glyph on the play button, primary button text */
    INK_BAR,        /* timing bars of others */
    INK_CODE_WORD, INK_CODE_TYPE, INK_CODE_NUMBER, INK_CODE_NOTE, /* syntax */
    INK_SERIES_1, INK_SERIES_2, INK_SERIES_3, INK_SERIES_4, INK_SERIES_5,
    INK_SHADE,      /* veil behind an overlay */
    INK_FOCUS,      /* keyboard focus ring */
    INKS
};

enum face { FACE_UI = 0, FACE_UI_BOLD, FACE_MONO, FACE_MONO_BOLD, FACES };
enum anchor { ANCHOR_START = 0, ANCHOR_MIDDLE, ANCHOR_END };
/* Still commands are cached as a picture while they do not change, moving ones
 * are drawn anew in each frame. Order is always kept: a still command that
 * lies over an earlier moving one is drawn anew as well, so draw still things
 * first, or beside what moves. The edges of still rectangles and upright or
 * level lines fall on whole pixels. */
enum layer { LAYER_STILL = 0, LAYER_MOVING = 1 };

enum draw_type { DRAW_RECT = 1, DRAW_LINE, DRAW_CURVE, DRAW_POLYGON, DRAW_CIRCLE,
                 DRAW_TEXT, DRAW_CLIP, DRAW_UNCLIP, DRAW_GROUP, DRAW_UNGROUP };

struct draw_paint {
    uint8_t fill, stroke;  /* enum ink */
    float width;           /* of the stroke; lines and curves have butt ends */
    float alpha;           /* 0..1 over both */
    float dash, gap;       /* 0: solid */
};

struct draw_cmd {
    uint8_t type, layer;
    struct draw_paint paint;
    union {
        struct { float x, y, w, h, radius; } rect; /* also clip */
        struct { float x0, y0, x1, y1; } line;
        struct { float x0, y0, x1, y1, x2, y2, x3, y3; } curve; /* cubic */
        struct { const float *xy; int count; } polygon; /* convex, 3 to 256 corners */
        struct { float x, y, r; } circle;
        struct { float x, y; float size; const char *text; /* arena-owned UTF-8;
                 x, y: anchor point on the baseline */
                 float width; /* as measured when laid out */
                 uint8_t face, anchor, ink; } text;
        struct { const char *id; } group; /* what a click or hover here means:
                 "cell:ROW,COLUMN", "button:play", "timeline:STEP", ... */
    } u;
};

/* Width of text at a size, in logical pixels. Scenes lay out with it, tests use
 * a fixed-advance metric, back ends the real fonts. */
struct draw_metric {
    float (*width)(void *user, enum face face, float size, const char *text);
    /* ascent and descent (positive) of a face at a size */
    void (*extent)(void *user, enum face face, float size, float *ascent,
                   float *descent);
    void *user;
};
extern const struct draw_metric draw_metric_fixed; /* 0.6 em an ASCII glyph,
                                                      1 em a wide (CJK) one */

struct draw_list {
    struct arena arena;    /* text, ids, polygons; reset by draw_begin */
    struct draw_cmd *cmds; int count, room; /* malloc-grown, kept over frames */
    float w, h;
    const struct draw_metric *metric;
    uint8_t layer;         /* of commands to come */
    int clips, groups;     /* open */
    bool failed;
};

void draw_init(struct draw_list *list);
void draw_finish(struct draw_list *list);
void draw_begin(struct draw_list *list, float w, float h,
                const struct draw_metric *metric);
bool draw_end(struct draw_list *list); /* false: out of memory */

void draw_rect(struct draw_list *, float x, float y, float w, float h,
               float radius, struct draw_paint paint);
void draw_line(struct draw_list *, float x0, float y0, float x1, float y1,
               struct draw_paint paint);
void draw_curve(struct draw_list *, const float xy[8], struct draw_paint paint);
void draw_polygon(struct draw_list *, const float *xy, int count,
                  struct draw_paint paint);
void draw_circle(struct draw_list *, float x, float y, float r,
                 struct draw_paint paint);
/* Returns the width. */
float draw_text(struct draw_list *, float x, float y, float size, enum face face,
                enum ink ink, enum anchor anchor, float alpha, const char *text);
float draw_textf(struct draw_list *, float x, float y, float size, enum face face,
                 enum ink ink, enum anchor anchor, float alpha, const char *fmt, ...)
    __attribute__((format(printf, 9, 10)));
float draw_width(const struct draw_list *, enum face face, float size,
                 const char *text);
/* As draw_text, but shortened with an ellipsis to fit width; where not even the
 * ellipsis fits, nothing is drawn and 0 returned. */
float draw_text_fit(struct draw_list *, float x, float y, float size,
                    enum face face, enum ink ink, enum anchor anchor, float alpha,
                    float width, const char *text);
/* Wraps to width (by libunibreak where built in, else at spaces and between
 * CJK characters), at most max_lines (where text is left out, the last one
 * ends with a whole word and an ellipsis); returns the lines drawn. line_height in pixels. */
int draw_text_wrap(struct draw_list *, float x, float y, float size,
                   enum face face, enum ink ink, float width, float line_height,
                   int max_lines, const char *text);
/* The lines that text takes when wrapped to width. */
int draw_text_lines(struct draw_list *, float size, enum face face, float width,
                    const char *text);
/* The character at *text, which moves behind it; bytes that are not UTF-8 give
 * U+FFFD one by one. 0 at the end, without moving. */
uint32_t draw_char_next(const char **text);
bool draw_char_wide(uint32_t c); /* CJK: takes a whole em */
/* Clips nest: what is drawn lies within all that are open. */
void draw_clip(struct draw_list *, float x, float y, float w, float h);
void draw_unclip(struct draw_list *);
void draw_group(struct draw_list *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void draw_ungroup(struct draw_list *);

/* The id of the topmost group whose commands' bounds contain the point; NULL.
 * Clipped parts do not count; lines and curves are hit within 4 pixels of
 * their stroke; of nested groups the innermost answers. What is in no group is
 * transparent to clicks: give a veil or panel that shall catch them a group. */
const char *draw_hit(const struct draw_list *list, float x, float y);

/* Stable text of the list, one command a line; golden tests compare it. */
void draw_dump(const struct draw_list *list, struct buf *out);

/* Shorthands. */
static inline struct draw_paint paint_fill(enum ink ink)
{ return (struct draw_paint){ (uint8_t)ink, INK_NONE, 0, 1, 0, 0 }; }
static inline struct draw_paint paint_stroke(enum ink ink, float width)
{ return (struct draw_paint){ INK_NONE, (uint8_t)ink, width, 1, 0, 0 }; }
static inline struct draw_paint paint_both(enum ink fill, enum ink stroke, float width)
{ return (struct draw_paint){ (uint8_t)fill, (uint8_t)stroke, width, 1, 0, 0 }; }
static inline struct draw_paint paint_alpha(struct draw_paint paint, float alpha)
{ paint.alpha = alpha; return paint; }
static inline struct draw_paint paint_dash(struct draw_paint paint, float dash, float gap)
{ paint.dash = dash; paint.gap = gap; return paint; }

/* ---- theme.c ---- */
enum theme { THEME_LIGHT = 0, THEME_DARK, THEME_PROJECTOR, THEMES };
struct rgb { uint8_t r, g, b; };
struct rgb theme_ink(enum theme theme, enum ink ink);
const char *theme_name(enum theme theme);
bool theme_parse(const char *text, enum theme *theme, struct err *err);
float theme_contrast(struct rgb a, struct rgb b); /* WCAG ratio */
struct rgb theme_mix(struct rgb under, struct rgb over, float alpha);
float theme_stroke(enum theme theme); /* factor on all stroke widths */
const char *ink_name(enum ink ink);   /* "source-text" */

/* Decimal text, at most two decimals, whatever the locale says: "92", "0.38". */
void draw_number(struct buf *out, double value);

/* ---- check.c: the layout check ---- */
/* Finds, one line a fault added to out, and returns their number:
 *   overlap   two texts lie over each other
 *   clipped   a clip or the picture's edge cuts a text, or it is outside the picture
 *   small     text under min_size (in logical pixels)
 *   contrast  less than 4.5:1 against what lies under the text, alpha included (text
 *             with alpha < 0.5 in not-yet-reached rows must not exist: use INK_MUTED)
 *   covered   a later filled shape lies over a text
 *   border    a text pokes out of a rectangle
 *   crossed   a line or a curve runs through a text
 * What an opaque shape under a text hides does not count against it, and after
 * a veil (a rectangle of INK_SHADE over the whole picture) only what follows
 * it. Wholly clipped text is scrolled away and no fault. */
int draw_check(const struct draw_list *list, enum theme theme, float min_size,
               struct buf *out);

#endif
