/* View state: all that decides what a picture shows, besides the findings.
 *
 * Scenes are pure functions: findings + view -> display list. The view borrows
 * everything it points to. `step` is a real number: whole k shows row k (the
 * state after k steps, 0: the input), between two the values travel.
 *
 * What a click or a hover means is the id of the group under the pointer
 * (draw_hit):
 *   cell:ROW,COLUMN   a cell, ROW a row of findings->board (any view)
 *   mark:ROW,COLUMN   a mark of the field (n > 32): as a cell, and the lens
 *                     follows (set lens_column; a cell: of the lens does not)
 *   button:first|prev|play|next|last       transport
 *   button:help|list|length|input|speed    "?", title, "n = 8", input, "1x"
 *   view:K            a tab, K of enum view_kind
 *   timeline:K        tick of row K;  timeline: the track (scene_timeline_at)
 *   half:I            the view's name in half I of compare: the next view
 *   choice:I          a line of the algorithm list
 *   overlay           inside the open overlay;  overlay:back  the veil around
 *   overlay:edit      the edit field
 *   lane:N             a lane of the memory view or a word it asks for (set
 *                      hover_lane)
 *   request:LINE,WARP,NTH  a request of it (set pick_line, pick_warp, pick_nth)
 *   tile:LAUNCH,TILE   a tile or block (set tile and launch, or the hover_ ones)
 *   size:E             2^E elements in the chart (set timing_n)
 *   time:S,N           a time of series S at size N, 0: that of the table (set
 *                      hover_time and hover_time_n; a click sets timing_n)
 *   source, counts, timings, narration      panels */
#ifndef SCENE_VIEW_H
#define SCENE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/analysis.h"
#include "draw/draw.h"
#include "trace/timing.h"

enum view_kind { VIEW_NETWORK = 0, VIEW_TREE, VIEW_LANES, VIEW_TIMINGS,
                 VIEW_MEMORY, VIEW_LOOK_BACK, VIEW_BLOCKS, VIEW_TABLE,
                 VIEW_COMPARE, VIEW_TIMELINE, VIEW_HAZARD, VIEW_KINDS };
enum overlay { OVERLAY_NONE = 0, OVERLAY_HELP, OVERLAY_LIST, OVERLAY_LENGTH,
               OVERLAY_INPUT };

/* A row of the counts panel: measured stands beside the formula. */
struct view_formula { const char *text; int64_t value; bool known; };

struct view_choice { const char *name, *title, *summary; bool fits; };

struct view {
    const struct findings *findings; /* NULL: nothing to show yet */
    const struct findings *other;    /* compare: the second run, or NULL */
    const struct findings *twin;     /* hazard: the repaired kernel's run on the
                                        same input and schedule, or NULL */
    const struct findings *other_twin; /* the same for the second run */
    const char *first_title, *other_title; /* NULL: as the traces say */
    enum view_kind kind;
    enum view_kind half[2]; /* compare: what each half shows, left and right; the
                              network where it does not suit run or room */
    float w, h;            /* logical pixels */
    float text_scale;      /* 1 = normal; Ctrl +/- */
    double step;           /* 0 .. view_last */
    bool playing;
    double speed;
    int hover_row, hover_column;       /* -1: none */
    int select_row, select_column;     /* -1: none; click */
    int lens_column;       /* -1: the selected one, else where things happen */
    int hover_lane;        /* memory: -1: none */
    int pick_line, pick_warp, pick_nth; /* memory: the request looked at; line
                              -1: the worst of the step */
    int half_at;           /* compare: the half under the pointer, which zoom and
                              pan begin in; -1: neither */
    int pick_half;         /* compare: the half that request is in; -1: any */
    int tile, launch;      /* look-back, blocks: the tile chosen; -1: none */
    int half_tile[2];      /* compare: the tile opened from a half that showed
                              blocks; -1: none */
    int hover_tile, hover_launch;
    int hover_time;        /* timings: a series of the chart; -1: none */
    uint64_t hover_time_n; /* and its size; 0: the table's */
    int hazard;            /* finding chosen, of findings->hazards; -1: none */
    float zoom, pan_x, pan_y;          /* 1, 0, 0 = fitted; pan in pixels from
                                          where what happens now is in sight */
    bool held;             /* instead of the pan: the point at the shares u, v of
                              all that there is (view_sight's body) is at x, y */
    float held_u, held_v, held_x, held_y;
    bool unfold;           /* U: all rows, scrolled */
    bool source_hidden;    /* S */
    bool timings_hidden;   /* T toggles the panel's detail */
    const char *title, *subtitle, *badge, *message; /* message: one line, or NULL */
    const char *check_text; bool check_ok;  /* result of the check; NULL: not known */
    bool check_part;       /* it is of what the blocks traced wrote */
    struct view_formula adds, moves, depth, rounds, barriers, shuffles, words;
    /* timings: recorded and live sets, may be NULL/0. Rows shown: one for each
     * algorithm at n nearest to the run's; the set's device and date beside. */
    const struct timing_set *const *timings; int timing_count;
    uint64_t timing_n;        /* the size chosen for their table; 0: the run's */
    const char *timing_wait;  /* "measuring serial ..." while live ones run */
    const char *row_now;      /* timing row name of the shown algorithm */
    enum overlay overlay;
    const char *edit; int edit_caret; const char *edit_error; /* focused field */
    bool edit_all;         /* all of its text is selected */
    bool comparing;        /* the list is of algorithms to compare with */
    const struct view_choice *choices; int choice_count, choice_now;
    int focus;             /* index of the focused control (scene_control),
                              -1 none (Tab) */
    /* Translator: msgid -> text; never NULL. plural: as ngettext. */
    const char *(*tr)(const char *msgid);
    const char *(*trn)(const char *one, const char *many, unsigned long n);
};

/* What a zoom or a drag goes by: the part of the picture that zooms. In logical
 * pixels. zoom and pan are the view's, kept within what there is. */
struct view_sight {
    bool there;            /* false: the view has nothing to zoom */
    float x, y, w, h;      /* the stage; what zooms is not drawn outside of it */
    float body_x, body_y, body_w, body_h; /* all that there is, where it stands */
    float zoom, most;      /* 1 .. most */
    float pan_x, pan_y;
    float look_x, look_y;  /* where what happens now stands */
};

void view_init(struct view *view); /* defaults, identity translator, 1280x720 */

/* The view that fits the run best: look-back for status words, blocks for more
 * than one, lanes for registers, tree for tree-shaped dataflow, else network. */
enum view_kind view_best(const struct findings *findings);
bool view_fits(const struct findings *findings, enum view_kind kind);
/* The same for a view as it stands: compare needs a second run. */
bool view_shows(const struct view *view, enum view_kind kind);
/* The last step: in compare that of the longer run. */
uint32_t view_last(const struct view *view);
const char *view_name(enum view_kind kind);
bool view_parse(const char *text, enum view_kind *kind, struct err *err);

/* Compare: whether a half may show a view, were there a run that it suits. */
bool view_halves(enum view_kind kind);
/* Whether half 0 or 1 would show it now, rather than the network in its place. */
bool scene_half_shows(const struct view *view, int half, enum view_kind kind);
/* The half under a point in logical pixels; -1: neither. */
int scene_half_at(const struct view *view, float x, float y);

/* The name of a view, and the problem that a run solves ("inclusive scan"),
 * translated. */
const char *view_title(const struct view *view, enum view_kind kind);
const char *view_problem(const struct view *view, const struct trace_run *run);

/* The whole picture: frame, the chosen scene, panels, narration, timeline,
 * overlay. Draws into list between draw_begin and draw_end (which it calls). */
void scene_draw(const struct view *view, struct draw_list *list,
                const struct draw_metric *metric);

/* The same, and tells what part of the picture zooms. */
void scene_draw_seen(const struct view *view, struct draw_list *list,
                     const struct draw_metric *metric, struct view_sight *seen);

/* The control with Tab index `focus`: its group id, NULL past the last one. */
const char *scene_control(int focus);
/* The step (real number, clamped) that a pointer at x means on the track. */
double scene_timeline_at(const struct view *view, float x);

/* One line in plain words about the step that leads to row k; translated. */
void scene_narrate(const struct view *view, uint32_t row, struct buf *out);
/* Short name of a step for the timeline ("stride 2"); translated. */
void scene_step_name(const struct view *view, uint32_t step, struct buf *out);

/* --text: stable, never translated: all steps, one paragraph each (design,
 * section 8), or only row `only` (-1: all). Of a trace of some blocks a line that
 * names them stands first: "blocks traced: 0-1,7 of 8; shown: block 0, ...". */
void scene_text(const struct findings *findings, int only, struct buf *out);

/* All states as a table: a head, then a row a step: its name, then each
 * cell's value, nothing for an empty one. Stable, never translated. */
enum scene_table { SCENE_TABLE_TABS = 0, SCENE_TABLE_CSV, SCENE_TABLE_MARKDOWN,
                   SCENE_TABLE_LATEX, SCENE_TABLES };
void scene_table(const struct findings *findings, enum scene_table format,
                 struct buf *out);

/* The timeline as Chrome trace JSON, for Perfetto; stable, never translated. */
void scene_chrome(const struct findings *findings, struct buf *out);

#endif
