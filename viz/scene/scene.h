/* Inside the room: what the scenes of one picture share.
 *
 * All scene code thinks in units: a picture of 1280 x 720 units at text scale
 * 1. The pen multiplies by `scale`, so that a larger window or text scale is
 * the same picture with fewer or more units, and 14 units stay readable. */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "base/say.h"
#include "scene/view.h"

enum { TEXT_SMALL = 14, TEXT_BODY = 15, TEXT_SAY = 17 };

struct box { float x, y, w, h; };
struct spot { float x, y; };

struct scene {
    const struct view *view;
    const struct findings *found; /* may be NULL */
    struct draw_list *list;
    float scale;         /* logical pixels a unit */
    float w, h;          /* of the picture, units */
    struct box board, say, time; /* regions; w 0: folded away */
    struct box source, counts, timings;
    /* Where the picture stands: row `aim` is being reached, `part` of the way
     * (1: reached; then aim is the row shown). done: last complete row. */
    uint32_t aim, done;
    float part;
    uint32_t mark_line;  /* source line that the view looks at; 0: the step's */
    uint32_t mark_also;  /* a second one, or 0 */
    bool dense;          /* board is wider than the normal column */
    bool half;           /* board is a half of compare */
    bool aside;          /* and a point is held in the other half */
    struct view_sight sight; /* of the scene drawn, by sight_place */
    /* Found once a picture, NULL before. */
    struct rows *rows;   /* as rows_plan gives them */
    const char *longest; /* text of the widest value */
    size_t longest_half; /* letters of the widest half of a pair, 0: not known */
};

/* ---- pen.c: drawing in units, words in the viewer's language ------------- */
const char *scene_tr(const struct scene *sc, const char *msgid);
const char *scene_trn(const struct scene *sc, const char *one, const char *many,
                      unsigned long n);
/* A finding in one sentence. */
const char *scene_what(struct scene *sc, const struct hazard *hazard);
/* That the tiles first to last were left out, in a sentence. */
const char *scene_untraced(struct scene *sc, uint32_t first, uint32_t last);
/* Text that lives as long as the picture; "" when out of memory. */
char *pen_print(struct scene *sc, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *pen_keep(struct scene *sc, const struct buf *buf);
void pen_rect(struct scene *sc, struct box box, float radius,
              struct draw_paint paint);
void pen_line(struct scene *sc, float x0, float y0, float x1, float y1,
              struct draw_paint paint);
void pen_curve(struct scene *sc, const struct spot at[4], struct draw_paint paint);
void pen_shape(struct scene *sc, const struct spot *at, int count,
               enum ink ink, float alpha);
void pen_circle(struct scene *sc, float x, float y, float r,
                struct draw_paint paint);
float pen_width(const struct scene *sc, enum face face, float size,
                const char *text);
/* The baseline that centres a face's capitals on y. */
float pen_middle(const struct scene *sc, float y, float size);
void pen_text(struct scene *sc, float x, float y, float size, enum face face,
              enum ink ink, enum anchor anchor, const char *text);
void pen_fit(struct scene *sc, float x, float y, float size, enum face face,
             enum ink ink, enum anchor anchor, float width, const char *text);
int pen_wrap(struct scene *sc, float x, float y, float size, enum face face,
             enum ink ink, float width, int max_lines, const char *text);
void pen_panel(struct scene *sc, struct box box, const char *name,
               const char *right);
/* A line from `from` down (or up) into `to` with an arrow head. */
void pen_arrow(struct scene *sc, struct spot from, struct spot to,
               enum ink ink, float width, float alpha);
/* The line of such an arrow alone. */
void pen_link(struct scene *sc, struct spot from, struct spot to,
              struct draw_paint paint);
struct spot pen_on_arrow(struct spot from, struct spot to, float t);
void pen_clip(struct scene *sc, struct box box);
void pen_unclip(struct scene *sc);

/* ---- chips.c: values on their way ---------------------------------------- */
enum { CHIPS_MAX = 256 };
struct chips {
    struct box taken[CHIPS_MAX];
    int count;
    struct box clip; /* chips lie inside; w 0: anywhere */
};
/* Draws a value at a spot unless another chip already lies there. */
void chips_add(struct scene *sc, struct chips *chips, struct spot at,
               const char *text);
/* Keeps chips away from a box. */
void chips_keep_off(struct chips *chips, struct box box);
/* How far a value has come when the step has come to `part`; values that go
 * left lag behind those that go right, so that they pass each other. */
float chips_pace(float part, int32_t from_column, int32_t to_column);

/* ---- value.c: cells and values as text ----------------------------------- */
const char *value_cell(struct scene *sc, uint32_t row, uint32_t column);
const char *value_event(struct scene *sc, uint32_t event);
/* The value a move carries. */
const char *value_move(struct scene *sc, const struct move *move);
const struct cell *value_at(const struct scene *sc, uint32_t row,
                            uint32_t column);
/* "x[2..5]", runs joined by spaces; bare: "2..5". "" for padding. */
const char *value_cover(struct scene *sc, uint32_t row, uint32_t column,
                        bool bare);
/* Made from a number, so that the inputs behind it are not all known. */
bool value_untold(const struct scene *sc, uint32_t row, uint32_t column);
const struct cover *value_covered(const struct scene *sc, uint32_t row,
                                  uint32_t column, struct cover_run *own);
/* "s[5]" or "lane 5": where a cell lies. */
const char *value_place(struct scene *sc, uint32_t row, uint32_t column);
const char *value_sign(const struct scene *sc);
/* The widest value of the rows that exist so far, in units at a size. */
float value_widest(struct scene *sc, float size);
/* The cell in focus: hovered, else selected; false: none that exists yet. */
bool value_focus(const struct scene *sc, uint32_t *row, uint32_t *column);
/* The sentence under the rows about a cell. */
const char *value_sentence(struct scene *sc, uint32_t row, uint32_t column);

/* What a cell's value is and covers, without how it came about. */
const char *value_story(struct scene *sc, uint32_t row, uint32_t column);

/* ---- pair.c: pairs in narrow cells ----------------------------------------- */
enum pair_form { PAIR_FULL,     /* "(0,1)", and every value that is no pair */
                 PAIR_SPACED,   /* "0 1" */
                 PAIR_STACKED }; /* 0 above 1 */
struct pair { const char *left, *right; size_t left_length, right_length; };
/* Whether a text is "(left,right)"; the halves lie in it. */
bool pair_split(const char *text, struct pair *pair);
/* As value_widest, of values in this form. */
float pair_widest(struct scene *sc, float size, enum pair_form form);
/* The first form in which the widest pair has room, else PAIR_STACKED; PAIR_FULL
 * where values are no pairs. */
enum pair_form pair_form(struct scene *sc, float size, float room);
/* A value's text in this form; *below: the half under it, or "". */
const char *pair_text(struct scene *sc, const char *text, enum pair_form form,
                      const char **below);

/* ---- twin.c: what the repaired kernel's run has, where the view has one ---- */
/* The value that should be in a cell that has another one; "": it is right, or
 * not known. */
const char *twin_right(struct scene *sc, uint32_t row, uint32_t column);
bool twin_differs(const struct scene *sc, uint32_t row, uint32_t column);

/* ---- rows.c: which rows a board view shows ------------------------------- */
struct shown_row {
    uint32_t first, last; /* rows of the board folded into this one */
    uint32_t row;         /* the one whose cells are drawn now */
    bool future;          /* not begun */
    bool going;           /* its values are on their way */
    bool now;             /* the aim is one of its rows */
};
struct rows {
    struct shown_row *row; uint32_t count; /* all, quiet ones merged */
    uint32_t first, end;  /* window */
    uint32_t now;         /* display index of the aim */
    bool slides;          /* a drag moves the window */
};
/* Merges rows that change no value (unless unfolded); false: out of memory. */
bool rows_plan(struct scene *sc, struct rows *rows);
/* Whether a launch, not the first, begins with the step that leads to the row. */
bool rows_launch(const struct scene *sc, uint32_t row);
/* Puts a window of at most `room` rows around the current one. */
void rows_window(struct scene *sc, struct rows *rows, uint32_t room);
/* Names of a step and of the row it leads to (0: the input); translated. */
const char *step_label(struct scene *sc, uint32_t step);
const char *step_row_label(struct scene *sc, uint32_t row);
const char *rows_name(struct scene *sc, const struct shown_row *row);
const char *rows_number(struct scene *sc, const struct shown_row *row);
/* Notes about rows outside the window, at the window's edges. */
void rows_notes(struct scene *sc, const struct rows *rows, struct box area);

/* ---- sight.c: zoom and pan ------------------------------------------------ */
struct sight {
    struct box stage;     /* where the body is seen */
    float w, h;           /* of the whole body at the zoom shown */
    struct spot rest;     /* where it begins along a way in which it fits */
    struct spot look;     /* what is in the middle of the stage by itself, from
                             the body's corner */
    float most;           /* largest zoom */
    bool fixed;           /* stays at rest.y, whatever its height */
};
/* The view's zoom, from 1 to most. */
float sight_zoom(const struct scene *sc, float most);
/* Where the body stands; also told in sc->sight. To be called once a drawing, by
 * draw and by moving alike; what lies outside of the stage is to be clipped, text
 * that would be cut left out. A scene inside of another (a half) reports to its
 * own struct scene, from where it may be copied. */
struct box sight_place(struct scene *sc, const struct sight *sight);
/* Whether all of the body is seen. */
bool sight_whole(const struct scene *sc);

/* ---- cells.c: cells, arrows and nodes of a board ------------------------- */
struct grid {
    float x, y;           /* centre of column 0, top of the first shown row */
    float pitch, step;    /* column to column, row to row */
    float cell_w, cell_h;
    float value_size;
    enum pair_form form;
    int caption;          /* 0 none, 1 "2..5", 2 "x[2..5]" */
    float caption_size;   /* 0: TEXT_SMALL */
    bool cut;             /* there is more than the clip shows */
    float look;           /* column in the middle by itself; 0: the middle one */
    float node;           /* radius of operator nodes */
    struct box clip;      /* what lies outside is not drawn */
    const unsigned char *cone; /* NULL: none */
    uint32_t first_column, columns; /* shown ones */
};
/* Places a board whose pitch, step and cells have the size of the zoom; x, y and
 * the window of rows are those of the board when it fits. slides: rows move as
 * well, and the window becomes what is seen of all of them. */
void sight_grid(struct scene *sc, struct rows *rows, struct grid *grid, float most,
                bool slides);
struct box grid_cell(const struct grid *grid, uint32_t line, uint32_t column);
/* Whether all of a box is in sight; any of it. */
bool grid_touches(const struct grid *grid, struct box box);
bool grid_sees(const struct grid *grid, struct box box);
void cells_row(struct scene *sc, const struct grid *grid,
               const struct shown_row *row, uint32_t line);
void cells_links(struct scene *sc, const struct grid *grid,
                 const struct shown_row *above, const struct shown_row *row,
                 uint32_t line);
void cells_moving(struct scene *sc, const struct grid *grid, uint32_t row,
                  uint32_t line);
/* One cell's face and edge without text; one of CELL_*. */
struct draw_paint cells_paint(const struct scene *sc,
                              const struct shown_row *row, uint32_t column,
                              const unsigned char *cone);
/* The value covers inputs twice or out of order, came from nowhere, or is another
 * one than the repaired kernel has. */
bool cells_bad(const struct scene *sc, uint32_t row, uint32_t column);
/* An operator node: lit, outlined, or without its sign. */
enum node_look { NODE_PLAIN, NODE_EMPTY, NODE_LIT };
void cells_node(struct scene *sc, struct spot at, float r, float alpha,
                enum node_look look);
/* The arrow of a move; bad: of a value written in the step that reads it. */
enum ink move_ink(const struct move *move);

/* ---- axes.c --------------------------------------------------------------- */
enum { AXES_GUTTER = 90 }; /* room for the names of rows, left of the grid */
/* "launch 2": that which begins with a row. */
const char *axes_launch_name(struct scene *sc, const struct shown_row *row);
/* Whether that name has room beside the line between two launches. */
bool axes_launch_room(const struct grid *grid);
/* With a line above rows with which a launch begins; with its name beside that
 * where rows stand so far apart. */
void axes_rows(struct scene *sc, const struct grid *grid, const struct rows *rows);
/* The power of two at or above `least`: every how many columns are named. */
uint32_t axes_every(float least);
void axes_columns(struct scene *sc, const struct grid *grid);

/* ---- problem.c: which problem a run solves ---------------------------------- */
bool problem_same(const struct findings *a, const struct findings *b);
bool problem_same_input(const struct findings *a, const struct findings *b);

/* ---- the scenes ----------------------------------------------------------- */
void network_draw(struct scene *sc);
void network_moving(struct scene *sc);
/* The network's largest zoom. */
float network_most(struct scene *sc);
/* The cone behind the cell in focus, rows * columns; NULL: no focus. */
const unsigned char *network_cone(struct scene *sc);
void field_draw(struct scene *sc, struct rows *rows, struct box area);
void field_moving(struct scene *sc, struct rows *rows, struct box area);
void tree_draw(struct scene *sc);
void tree_moving(struct scene *sc);
bool tree_fits(const struct findings *found);
float tree_wants(struct scene *sc); /* as network_wants */
void lanes_draw(struct scene *sc);
void lanes_moving(struct scene *sc);
void memory_draw(struct scene *sc);
void memory_moving(struct scene *sc);
bool memory_fits(const struct findings *found);
void lookback_draw(struct scene *sc);
void lookback_moving(struct scene *sc);
bool lookback_fits(const struct findings *found);
const char *lookback_say(struct scene *sc); /* NULL: nothing of its own to say */
void blocks_draw(struct scene *sc);
void blocks_moving(struct scene *sc);
bool blocks_fits(const struct findings *found);
const char *blocks_say(struct scene *sc); /* NULL: nothing of its own to say */
void spans_draw(struct scene *sc);
bool spans_fits(const struct findings *found);
/* Whether blocks are tiles that look back, numbered as they arrive. */
bool spans_tiled(const struct findings *found);
const char *spans_say(struct scene *sc);
void hazard_draw(struct scene *sc);
bool hazard_fits(const struct findings *found);
const char *hazard_say(struct scene *sc);
void table_draw(struct scene *sc);
void table_moving(struct scene *sc);
void compare_draw(struct scene *sc);
void compare_moving(struct scene *sc);
const char *compare_say(struct scene *sc);
/* What is wrong in the step of one of the two runs, by name; NULL: nothing. */
const char *compare_wrong(struct scene *sc);
/* Fills clock and view to show where the longer of the two runs stands. */
void compare_clock(const struct scene *sc, struct scene *clock, struct view *view);
void chart_draw(struct scene *sc);
const char *chart_say(struct scene *sc); /* the narration of the timings view */
void source_draw(struct scene *sc);
void counts_draw(struct scene *sc);
float counts_height(const struct scene *sc);
float counts_wants(struct scene *sc, float w); /* for all of them */
void timings_draw(struct scene *sc);
float timings_height(const struct scene *sc);
/* Shared with the chart. */
bool timings_match(const struct scene *sc, const struct timing *row);
/* Whether a row sums in the run's direction; whether a set has such rows; and a
 * text, with the row's direction behind it where that is not the run's. */
bool timings_same_way(const struct scene *sc, const struct timing *row);
bool timings_has_way(const struct scene *sc, const struct timing_set *set);
const char *timings_way(struct scene *sc, const struct timing *row, const char *text);
bool timings_is_now(const struct scene *sc, const struct timing *row);
const char *timings_label(struct scene *sc, const struct timing *row);
const char *timings_time(struct scene *sc, double ns);
const char *timings_device(struct scene *sc, const struct timing_set *set);
const char *timings_origin(struct scene *sc, const struct timing_set *set);
/* Appends what happened on the way to a row of the board, in one or two sentences. */
void narrate_row(struct scene *sc, uint32_t row, struct buf *out);
/* narrate_means.c: appends a blank and what it means, if there is anything to say;
 * combined: operators made cells of the board. */
void narrate_means(struct scene *sc, uint32_t row, bool combined, struct buf *out);
void say_draw(struct scene *sc);
/* The first finding of the step that leads to the aim; NULL: none. */
const struct hazard *say_hazard(const struct scene *sc);
/* The narration; a board says it itself where the box was folded away. */
const char *say_words(struct scene *sc);
void timeline_draw(struct scene *sc);
void timeline_moving(struct scene *sc);
void overlay_draw(struct scene *sc);
void frame_units(struct scene *sc); /* scale, w, h from the view */
void frame_place(struct scene *sc); /* aim, done, part from the view */
void frame_layout(struct scene *sc);
void frame_title(struct scene *sc);
/* A ring around the control in focus. */
void frame_focus(struct scene *sc, const char *id, struct box box);
/* The pitch that the board's columns want for their values. */
float network_wants(struct scene *sc);

/* Which step's doings are shown: that which leads to the aim; NULL: none. */
const struct step *scene_step(const struct scene *sc);
/* Stable name of a step, never translated ("up d=1"). */
void step_text(const struct findings *found, uint32_t step, struct buf *out);

#endif
