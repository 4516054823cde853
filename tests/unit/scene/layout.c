/* The layout check with real fonts: one algorithm, every length, view, size,
 * text scale, step and half step; themes where only contrast changes. Prints
 * every fault and fails when there is one.
 *
 * Usage: layout ALGO [quick] [FOLDER]. FOLDER: of translations; the check is
 * then made in Chinese. */
#include "stage.h"

#include <stdio.h>
#include <string.h>

#include "backend/backend.h"

static const uint32_t lengths[] = { 1, 2, 3, 7, 8, 16, 31, 32, 33, 64, 1000, 1024 };
static const float sizes[][2] = { { 1280, 720 }, { 1920, 1080 }, { 1600, 900 },
                                  { 1024, 640 }, { 800, 500 } };
static const float scales[] = { 1, 0.8f, 1.25f, 1.6f };

struct layout {
    struct stage stage;
    struct draw_list list;
    const struct draw_metric *metric;
    struct buf out;
    long pictures, faults;
    bool quick, chinese;
};

static float layout_least(const struct view *view)
{
    const float across = view->w / 1280, down = view->h / 720;
    const float unit = across < down ? across : down;

    return 14 * unit * (view->text_scale < 1 ? view->text_scale : 1);
}

static void layout_look(struct layout *l, enum theme theme)
{
    const struct view *v = &l->stage.view;
    struct buf out;
    int faults;

    buf_init(&out);
    scene_draw(v, &l->list, l->metric);
    faults = draw_check(&l->list, theme, layout_least(v), &out);
    l->pictures++;
    l->faults += faults;
    if (faults)
        printf("%s n=%u view=%s step=%.2f %.0fx%.0f text=%.2f overlay=%d "
               "theme=%s hover=%d,%d:\n%s",
               l->stage.spec.algo->name, l->stage.trace.run.n, view_name(v->kind),
               v->step, (double)v->w, (double)v->h, (double)v->text_scale,
               (int)v->overlay, theme_name(theme), v->hover_row, v->hover_column,
               buf_text(&out));
    buf_finish(&out);
}

/* Themes differ in contrast only: all of them on the first size. */
static void layout_themes(struct layout *l, bool all)
{
    for (int theme = 0; theme < (all ? THEMES : 1); theme++)
        layout_look(l, (enum theme)theme);
}

/* The same zoomed and dragged, in turns by as much as shows marks or values. */
static void layout_zoomed(struct layout *l, uint32_t half)
{
    static const float zooms[] = { 1.4f, 2.6f, 9, 200 };
    struct view *v = &l->stage.view;

    if (half % 2 && l->quick)
        return;
    v->zoom = zooms[half / 2 % 4];
    v->pan_x = half % 3 ? -170.0f : 230.0f;
    v->pan_y = half % 5 < 3 ? 40.0f : -90.0f;
    v->unfold = half % 7 == 3;
    layout_themes(l, false);
    v->zoom = 1;
    v->pan_x = v->pan_y = 0;
    v->unfold = false;
}

static void layout_steps(struct layout *l, bool all)
{
    const uint32_t count = l->stage.found.steps.count;
    struct view *v = &l->stage.view;

    for (uint32_t half = 0; half <= 2 * count; half++) {
        if (half > 6 && half + 5 < 2 * count && half != count &&
            (count > 24 || (l->quick && half % 3)))
            continue;
        v->step = half / 2.0;
        v->hover_row = half % 4 == 0 ? (int)(half / 2) : -1;
        v->hover_column = (int)(l->stage.found.board.columns * 2 / 3);
        layout_themes(l, all);
        layout_zoomed(l, half);
    }
    v->hover_row = v->hover_column = -1;
}

/* At the run's size and at a large one, with and without something pointed at. */
static void layout_timings(struct layout *l, bool all)
{
    struct view *v = &l->stage.view;

    for (int i = -1; i < 12; i++) {
        v->hover_time = i;
        v->hover_time_n = i % 3 == 0 ? 1 << 24 : 0;
        v->timing_n = i % 2 ? 1 << 28 : 0;
        layout_themes(l, all && i < 2);
    }
    v->hover_time = -1;
    v->hover_time_n = v->timing_n = 0;
}

static void layout_kinds(struct layout *l, bool all)
{
    struct view *v = &l->stage.view;

    for (int kind = 0; kind < VIEW_KINDS; kind++) {
        if (!view_fits(&l->stage.found, (enum view_kind)kind))
            continue;
        v->kind = (enum view_kind)kind;
        if (kind == VIEW_TIMINGS)
            layout_timings(l, all);
        else
            layout_steps(l, all);
    }
}

/* The pairs of size and scale of a quick check; fewer for wide boards. */
static bool layout_pair(size_t size, size_t scale, uint32_t columns)
{
    static const char pairs[][5] = { "1011", "1000", "0100", "1001", "1000" };

    if (columns >= 64 && size != 0 && size != 3)
        return false;
    return pairs[size][scale] == '1';
}

static void layout_sizes(struct layout *l)
{
    struct view *v = &l->stage.view;

    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (size_t t = 0; t < sizeof(scales) / sizeof(scales[0]); t++) {
            if (l->quick && !layout_pair(s, t, l->stage.found.board.columns))
                continue;
            v->w = sizes[s][0];
            v->h = sizes[s][1];
            v->text_scale = scales[t];
            if (v->overlay != OVERLAY_NONE)
                layout_themes(l, s == 0 && t == 0);
            else
                layout_kinds(l, s == 0 && t == 0);
        }
}

static void layout_overlays(struct layout *l)
{
    static struct view_choice choices[64];
    struct view *v = &l->stage.view;

    for (int i = 0; i < run_algo_count() && i < 64; i++) {
        const struct algo *a = run_algo_at(i);

        choices[i] = (struct view_choice){ a->name, a->title, a->summary, i % 2 == 0 };
    }
    v->choices = choices;
    v->choice_count = run_algo_count() < 64 ? run_algo_count() : 64;
    v->choice_now = v->choice_count / 2;
    v->edit = "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5";
    v->edit_caret = 60;
    v->step = 1.5;
    for (int overlay = OVERLAY_HELP; overlay <= OVERLAY_INPUT; overlay++) {
        v->overlay = (enum overlay)overlay;
        v->edit_error = overlay % 2 ? "no value at 'z': integers, spaces or commas"
                                    : NULL;
        layout_sizes(l);
    }
    v->overlay = OVERLAY_NONE;
}

static bool layout_length(struct layout *l, const char *algo, uint32_t n)
{
    const struct algo *a = run_algo_find(algo, NULL);

    if (!a || (a->max_n && n > a->max_n))
        return a != NULL;
    if (!stage_open(&l->stage, algo, n, RUN_DEFAULT,
                    n == 33 ? "random:5" : NULL)) {
        stage_close(&l->stage);
        return false;
    }
    if (n != 3)
        stage_timings(&l->stage);
    if (l->chinese)
        stage_translate(&l->stage);
    layout_sizes(l);
    if (n == 8)
        layout_overlays(l);
    stage_close(&l->stage);
    return true;
}

int main(int argc, char **argv)
{
    struct layout l = { .quick = argc > 2, .chinese = argc > 3 };
    struct err err = { 0 };
    struct fonts *fonts = fonts_create(&err);
    bool fine = fonts != NULL;

    if (!fonts || argc < 2) {
        fprintf(stderr, "%s\n", fonts ? "usage: layout ALGO [quick]" : err.what);
        fonts_destroy(fonts);
        return fonts ? 2 : 77;
    }
    if (l.chinese && !stage_speak(argv[3])) {
        fprintf(stderr, "no translations in %s\n", argv[3]);
        fonts_destroy(fonts);
        return 77;
    }
    l.metric = fonts_metric(fonts);
    draw_init(&l.list);
    for (size_t i = 0; fine && i < sizeof(lengths) / sizeof(lengths[0]); i++)
        fine = layout_length(&l, argv[1], lengths[i]);
    draw_finish(&l.list);
    fonts_destroy(fonts);
    printf("%ld pictures, %ld faults\n", l.pictures, l.faults);
    return fine && l.faults == 0 ? 0 : 1;
}
