/* The layout check with real fonts, view by view: runs that the view is for,
 * at every size, theme, step and half step. Prints every fault and fails when
 * there is one.
 *
 * Usage: layout_views VIEW|halves [FOLDER | thorough]. halves: compare with every
 * view in either half. FOLDER: of translations; the
 * check is then made in Chinese, quicker. */
#include "stage.h"

#include <stdio.h>
#include <string.h>

#include "backend/backend.h"

struct play {
    const char *algo;
    uint32_t n, block, resident;
    const char *schedule, *input, *other; /* other: the second run of compare */
    enum elem_op op;
    enum elem_type type;
    enum run_direction direction;
    enum view_kind half[2]; /* compare: what its halves show */
    bool recorded; /* on a GPU: assets/traces/ALGO-h200.pscan */
};

static const struct play memory[] = {
    { .algo = "hillis", .n = 8 }, { .algo = "blelloch", .n = 10 },
    { .algo = "blelloch-pairs", .n = 64 }, { .algo = "blelloch-pairs", .n = 1024 },
    { .algo = "blelloch-pairs-padded", .n = 256 },
    { .algo = "blelloch-pairs-padded", .n = 1024 },
    { .algo = "hillis-double", .n = 32, .input = "random:5" },
    { .algo = "three-kernel", .n = 64, .block = 16 },
    { .algo = "hillis", .n = 64, .type = ELEM_F64 },
    { .algo = "hillis", .n = 64, .type = ELEM_I8 },
    { .algo = "warp", .n = 32 }, { .algo = "serial", .n = 10 },
};
static const struct play lookback[] = {
    { .algo = "look-back", .n = 8, .block = 4 },
    { .algo = "look-back", .n = 64, .block = 4, .schedule = "random:3", .resident = 6 },
    { .algo = "look-back", .n = 32, .block = 4, .input = "random:5",
      .schedule = "random:9", .resident = 8 },
    { .algo = "look-back", .n = 1024, .block = 8 },
    { .algo = "look-back", .n = 4096, .block = 256 },
    { .algo = "look-back-warp", .n = 256, .block = 32, .schedule = "random:2",
      .resident = 5 },
    { .algo = "look-back-ahead", .n = 1024, .block = 64 },
    { .algo = "chained", .n = 10, .block = 2, .schedule = "random:7", .resident = 5 },
};
static const struct play blocks[] = {
    { .algo = "three-kernel", .n = 8, .block = 4 },
    { .algo = "three-kernel", .n = 10, .block = 4, .input = "random:5" },
    { .algo = "three-kernel", .n = 64, .block = 4 },
    { .algo = "three-kernel", .n = 256, .block = 4 },
    { .algo = "three-kernel", .n = 4096, .block = 256 },
    { .algo = "reduce-then-scan", .n = 1024, .block = 64 },
    { .algo = "look-back", .n = 32, .block = 4 },
    { .algo = "look-back", .n = 256, .block = 4, .schedule = "random:3", .resident = 9 },
    { .algo = "look-back", .n = 1024, .block = 2 },
    { .algo = "chained", .n = 64, .block = 32 },
};
static const struct play table[] = {
    { .algo = "hillis", .n = 8 }, { .algo = "blelloch", .n = 10, .input = "random:5" },
    { .algo = "hillis-double", .n = 32 }, { .algo = "warp", .n = 32 },
    { .algo = "blelloch-pairs", .n = 64 }, { .algo = "brent-kung", .n = 256 },
    { .algo = "hillis", .n = 1024, .input = "random:5" },
    { .algo = "hillis", .n = 8, .op = OP_MAT2 },
    { .algo = "three-kernel", .n = 64, .block = 4 },
};
/* Beside the repaired kernel's run. */
static const struct play network[] = {
    { .algo = "broken/missing-barrier", .n = 8, .schedule = "random:3",
      .other = "hillis" },
    { .algo = "broken/missing-barrier", .n = 16, .input = "random:5",
      .schedule = "random:3", .other = "hillis" },
    { .algo = "broken/missing-barrier", .n = 64, .schedule = "random:3",
      .other = "hillis" },
    { .algo = "hillis", .n = 8, .input = "2147483647 -2147483648 1073741824 -1073741825 "
                                         "2000000000 -1999999999 1234567890 -1111111111" },
    { .algo = "three-kernel", .n = 512, .block = 64 },
    { .algo = "blelloch", .n = 8, .type = ELEM_I64,
      .input = "4294967296000 17 3 4 -9123456789012 1 2 3" },
};
static const struct play compare[] = {
    { .algo = "hillis", .n = 16, .other = "brent-kung" },
    { .algo = "blelloch", .n = 15, .other = "sklansky", .input = "random:5" },
    { .algo = "hillis", .n = 8, .other = "blelloch" },
    { .algo = "blelloch", .n = 10, .other = "hillis" },
    { .algo = "hillis", .n = 16, .other = "blelloch" },
    { .algo = "sklansky", .n = 32, .other = "brent-kung" },
    { .algo = "warp", .n = 32, .other = "serial" },
    { .algo = "hillis", .n = 64, .other = "blelloch-pairs", .input = "random:5" },
    { .algo = "hillis", .n = 256, .other = "hillis" },
    { .algo = "hillis", .n = 1024, .other = "blelloch-pairs-padded" },
};

static const struct play tree[] = {
    { .algo = "brent-kung", .n = 4 },   { .algo = "brent-kung", .n = 8 },
    { .algo = "brent-kung", .n = 11, .input = "random:5" },
    { .algo = "brent-kung", .n = 16 },  { .algo = "brent-kung", .n = 32 },
    { .algo = "brent-kung", .n = 16, .direction = RUN_EXCLUSIVE },
    { .algo = "brent-kung", .n = 32, .direction = RUN_EXCLUSIVE },
    { .algo = "brent-kung", .n = 33 },  { .algo = "brent-kung", .n = 64 },
    { .algo = "brent-kung", .n = 1024 },
    { .algo = "brent-kung", .n = 16, .input = "random:5", .op = OP_MAT2 },
    { .algo = "brent-kung", .n = 16, .op = OP_MUL, .type = ELEM_F32 },
    { .algo = "block-reduce", .n = 11 }, { .algo = "block-reduce", .n = 33 },
};
static const struct play halves[] = {
    { .algo = "blelloch", .n = 8, .other = "brent-kung",
      .half = { VIEW_TREE, VIEW_TREE } },
    { .algo = "blelloch", .n = 16, .other = "brent-kung",
      .half = { VIEW_TREE, VIEW_TREE } },
    { .algo = "brent-kung", .n = 64, .other = "brent-kung", .input = "random:5",
      .half = { VIEW_TREE, VIEW_TREE } },
    { .algo = "blelloch", .n = 8, .other = "hillis", .half = { VIEW_TREE, VIEW_TABLE } },
    { .algo = "blelloch", .n = 16, .other = "block-reduce",
      .half = { VIEW_TREE, VIEW_TREE } },
    { .algo = "hillis", .n = 64, .other = "blelloch", .input = "random:5",
      .half = { VIEW_TREE, VIEW_TREE } },
    { .algo = "blelloch", .n = 1024, .other = "hillis",
      .half = { VIEW_TREE, VIEW_TABLE } },
    { .algo = "warp", .n = 32, .other = "warp-butterfly",
      .half = { VIEW_LANES, VIEW_LANES } },
    { .algo = "hillis", .n = 8, .other = "warp", .half = { VIEW_LANES, VIEW_LANES } },
    { .algo = "blelloch-pairs", .n = 64, .other = "blelloch-pairs-padded",
      .half = { VIEW_MEMORY, VIEW_MEMORY } },
    { .algo = "hillis", .n = 1024, .other = "blelloch-pairs",
      .half = { VIEW_MEMORY, VIEW_MEMORY } },
    { .algo = "look-back", .n = 64, .block = 4, .schedule = "random:3", .resident = 6,
      .other = "three-kernel", .half = { VIEW_LOOK_BACK, VIEW_BLOCKS } },
    { .algo = "chained", .n = 10, .block = 2, .schedule = "random:7", .resident = 5,
      .other = "look-back", .half = { VIEW_BLOCKS, VIEW_LOOK_BACK } },
    { .algo = "look-back", .n = 32, .block = 4, .other = "chained",
      .half = { VIEW_TIMELINE, VIEW_TIMELINE } },
    { .algo = "broken/missing-barrier", .n = 8, .schedule = "random:3",
      .other = "hillis", .half = { VIEW_HAZARD, VIEW_TABLE } },
    { .algo = "hillis", .n = 64, .other = "blelloch" },
    { .algo = "hillis", .n = 1024, .other = "blelloch-pairs",
      .half = { VIEW_NETWORK, VIEW_MEMORY } },
    { .algo = "compact", .n = 8, .other = "segmented-flags",
      .half = { VIEW_NETWORK, VIEW_MEMORY } },
};

static const struct play timeline[] = {
    { .algo = "hillis", .recorded = true }, { .algo = "block-warps", .recorded = true },
    { .algo = "look-back", .recorded = true }, { .algo = "chained", .recorded = true },
    { .algo = "hillis", .n = 8 }, { .algo = "hillis", .n = 256 },
    { .algo = "blelloch-pairs", .n = 1024, .schedule = "random:5" },
    { .algo = "block-warps", .n = 1024 }, { .algo = "serial", .n = 10 },
    { .algo = "three-kernel", .n = 64, .block = 4 },
    { .algo = "look-back", .n = 64, .block = 4, .schedule = "random:3", .resident = 6 },
    { .algo = "look-back-warp", .n = 4096, .block = 64 },
    { .algo = "chained", .n = 64, .block = 2, .schedule = "random:7", .resident = 5 },
};

static const struct play hazard[] = {
    { .algo = "broken/missing-barrier", .n = 8, .schedule = "random:3",
      .other = "hillis" },
    { .algo = "broken/missing-barrier", .n = 256, .input = "random:5",
      .other = "hillis" },
    { .algo = "broken/missing-barrier", .n = 32 },
    { .algo = "broken/below-stride", .n = 8, .other = "warp" },
    { .algo = "broken/barrier-in-branch", .n = 8 },
    { .algo = "broken/padded-too-short", .n = 64 },
    { .algo = "broken/look-back-unordered", .n = 16 },
    { .algo = "broken/inclusive-compaction", .n = 8, .other = "compact" },
};

static const struct {
    const char *name;
    enum view_kind kind;
    const struct play *play;
    size_t count;
} views[] = {
    { "memory", VIEW_MEMORY, memory, sizeof(memory) / sizeof(memory[0]) },
    { "look-back", VIEW_LOOK_BACK, lookback, sizeof(lookback) / sizeof(lookback[0]) },
    { "blocks", VIEW_BLOCKS, blocks, sizeof(blocks) / sizeof(blocks[0]) },
    { "table", VIEW_TABLE, table, sizeof(table) / sizeof(table[0]) },
    { "compare", VIEW_COMPARE, compare, sizeof(compare) / sizeof(compare[0]) },
    { "network", VIEW_NETWORK, network, sizeof(network) / sizeof(network[0]) },
    { "tree", VIEW_TREE, tree, sizeof(tree) / sizeof(tree[0]) },
    { "halves", VIEW_COMPARE, halves, sizeof(halves) / sizeof(halves[0]) },
    { "hazard", VIEW_HAZARD, hazard, sizeof(hazard) / sizeof(hazard[0]) },
    { "timeline", VIEW_TIMELINE, timeline, sizeof(timeline) / sizeof(timeline[0]) },
};

static const float sizes[][2] = { { 1280, 720 }, { 1024, 640 }, { 1600, 900 },
                                  { 1920, 1080 }, { 800, 500 } };

struct layout {
    struct stage stage, other;
    struct draw_list list;
    const struct draw_metric *metric;
    long pictures, faults;
    bool thorough, chinese;
};

static void layout_look(struct layout *l, enum theme theme)
{
    const struct view *v = &l->stage.view;
    const float across = v->w / 1280, down = v->h / 720;
    struct buf out;
    int faults;

    buf_init(&out);
    scene_draw(v, &l->list, l->metric);
    faults = draw_check(&l->list, theme, 14 * (across < down ? across : down) *
                        (v->text_scale < 1 ? v->text_scale : 1), &out);
    if (l->list.failed)
        faults++;
    l->pictures++;
    l->faults += faults;
    if (faults)
        printf("%s n=%u view=%s step=%.2f %.0fx%.0f text=%.2f theme=%s tile=%d:\n%s",
               l->stage.spec.algo->name, l->stage.trace.run.n, view_name(v->kind),
               v->step, (double)v->w, (double)v->h, (double)v->text_scale,
               theme_name(theme), v->tile, buf_text(&out));
    buf_finish(&out);
}

/* The same zoomed and dragged; all zooms where it is thorough. */
static void layout_zoomed(struct layout *l, uint32_t half)
{
    static const float zooms[] = { 1.5f, 3, 12 };
    struct view *v = &l->stage.view;

    for (uint32_t i = 0; i < sizeof(zooms) / sizeof(zooms[0]); i++) {
        if (!l->thorough && half % 4 != i)
            continue;
        v->zoom = zooms[i];
        v->pan_x = (half + i) % 3 ? -170.0f : 230.0f;
        v->pan_y = (half + i) % 5 < 3 ? 40.0f : -90.0f;
        layout_look(l, half % 2 ? THEME_DARK : THEME_LIGHT);
    }
    v->zoom = 1;
}

/* Every step and the way to it; what the pointer is at changes with them. */
static void layout_steps(struct layout *l, bool all)
{
    struct view *v = &l->stage.view;
    const uint32_t last = view_last(v), columns = l->stage.found.board.columns;
    const uint32_t blocks_count = l->stage.found.blocks.count;

    for (uint32_t half = 0; half <= 2 * last; half++) {
        if (!l->thorough && (last > 12 || l->chinese) && half % 3 &&
            half != 2 * last)
            continue;
        v->step = half / 2.0;
        v->hover_row = half % 4 == 2 ? (int)(half / 2) : -1;
        v->hover_column = (int)(columns * 2 / 3);
        v->hover_lane = half % 4 == 3 ? 5 : -1;
        v->hover_tile = half % 5 == 3 ? (int)(blocks_count / 3) : -1;
        v->hover_launch = 0;
        v->pan_y = half % 7 == 5 ? 300 : 0;
        v->pan_x = half % 7 == 4 ? -250 : 0;
        for (int theme = 0; theme < (all ? THEMES : 1); theme++)
            layout_look(l, (enum theme)theme);
        layout_zoomed(l, half);
    }
}

static void layout_sizes(struct layout *l)
{
    static const float scales[] = { 1, 1.25f, 0.8f };
    struct view *v = &l->stage.view;

    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (size_t t = 0; t < sizeof(scales) / sizeof(scales[0]); t++) {
            if (t && !l->thorough && (s > 1 || l->chinese))
                continue;
            v->w = sizes[s][0];
            v->h = sizes[s][1];
            v->text_scale = scales[t];
            layout_steps(l, (s == 0 && t == 0 && !l->chinese) || l->thorough);
        }
}

static bool layout_open(struct stage *stage, const struct play *play, const char *algo)
{
    const struct run_spec spec = { .n = play->n, .block = play->block,
        .resident = play->resident, .schedule = play->schedule, .input = play->input,
        .op = play->op, .type = play->type, .direction = play->direction, .sequence = true };
    char path[1024];

    if (!play->recorded)
        return stage_open_spec(stage, algo, &spec);
    snprintf(path, sizeof(path), "%s/%s-h200.pscan", RECORDED, algo);
    return stage_open_file(stage, path);
}

static bool layout_play(struct layout *l, enum view_kind kind, const struct play *play)
{
    bool ok = layout_open(&l->stage, play, play->algo);

    if (ok && play->other) {
        ok = layout_open(&l->other, play, play->other);
        l->stage.view.other = &l->other.found;
        l->stage.view.twin = kind == VIEW_HAZARD || kind == VIEW_NETWORK
            ? &l->other.found : NULL;
        l->stage.view.other_title = l->other.view.title;
        l->stage.view.first_title = l->stage.view.title;
    }
    l->stage.view.kind = kind;
    memcpy(l->stage.view.half, play->half, sizeof(play->half));
    if (l->chinese)
        stage_translate(&l->stage);
    if (ok && !view_shows(&l->stage.view, kind)) {
        printf("%s n=%u: the view %s does not fit\n", play->algo, play->n,
               view_name(kind));
        ok = false;
    }
    if (ok)
        layout_sizes(l);
    stage_close(&l->stage);
    if (play->other)
        stage_close(&l->other);
    return ok;
}

static bool layout_view(struct layout *l, const char *name)
{
    bool known = false;

    for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++)
        for (size_t k = 0; strcmp(views[i].name, name) == 0 && k < views[i].count; k++) {
            known = true;
            if (!layout_play(l, views[i].kind, &views[i].play[k]))
                return false;
        }
    return known;
}

int main(int argc, char **argv)
{
    struct layout l = { .chinese = argc > 2 && strcmp(argv[2], "thorough") != 0 };
    struct err err = { 0 };
    struct fonts *fonts = fonts_create(&err);
    bool fine;

    if (!fonts || argc < 2) {
        fprintf(stderr, "%s\n", err.what[0] ? err.what : "usage: layout_views VIEW");
        fonts_destroy(fonts);
        return fonts ? 2 : 77;
    }
    l.thorough = argc > 2 && !l.chinese;
    if (l.chinese && !stage_speak(argv[2])) {
        fprintf(stderr, "no translations in %s\n", argv[2]);
        fonts_destroy(fonts);
        return 77;
    }
    l.metric = fonts_metric(fonts);
    draw_init(&l.list);
    fine = layout_view(&l, argv[1]);
    draw_finish(&l.list);
    fonts_destroy(fonts);
    printf("%ld pictures, %ld faults\n", l.pictures, l.faults);
    return fine && l.faults == 0 ? 0 : 1;
}
