/* Inside the compare view: what its files share. */
#ifndef SCENE_COMPARE_H
#define SCENE_COMPARE_H

#include "scene/scene.h"

/* Why a half shows the view asked for, or the network in its place. */
enum half_fit { HALF_FITS = 0, HALF_OF_OTHER_RUNS, HALF_TOO_SMALL };

/* One run: a scene that shows it alone, in a part of the board. */
struct half {
    struct view view;
    struct scene sc;           /* its board: what the view may draw on */
    int side;                  /* 0: left, 1: right */
    const char *title;
    struct box box;            /* all of it, the heading too */
    enum view_kind asked, kind; /* kind: what is shown */
    enum half_fit fit;
    /* The network: cells with values, else dots. */
    bool values, tight;
    struct rows rows;
    struct grid grid;
    uint32_t every;            /* dots: every how many columns are drawn */
};

/* ---- compare_half.c: what each half shows, its heading ---------------------- */
/* Both halves; false where there is no second run or no room. */
bool half_plan_both(const struct scene *sc, struct half h[2]);
/* A scene of run i at the step that both are at; no place for it yet. */
void half_scene(const struct scene *sc, int i, struct half *h);
const struct findings *half_found(const struct scene *sc, int i);
const char *half_title(const struct scene *sc, int i);
/* "up 2, round 2 of 6" */
const char *half_where(struct half *h);
void half_draw(struct half *h);
void half_moving(struct half *h);

/* ---- compare_net.c: the network of a half ------------------------------------- */
/* Whether the values of a run fit cells of a board so wide. */
enum net_room { NET_DOTS, NET_TIGHT, NET_VALUES };
enum net_room net_values(struct half *h, float w);
bool net_plan(struct half *h);
void net_draw(struct half *h);
void net_moving(struct half *h);

/* ---- compare_words.c: what was measured, and what weighs it ------------------- */
void compare_panels(struct scene *sc, struct box side);
const char *compare_weigh(struct scene *sc);
/* Whether one scans inclusively and the other exclusively: not quite the same work. */
bool compare_forms(const struct scene *sc);
/* half_title, then with the form of its scan. */
const char *compare_title(struct scene *sc, int i);

#endif
