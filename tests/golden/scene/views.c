/* Display lists of memory, look-back, blocks, table, trees filled in, compare, hazard, timeline, timings
 * and of zoomed views as text, against files that were looked at.
 *
 * Fixed metric, English, nothing from a clock (timings are made up), neither source nor formulas, so
 * that a file changes only when the picture of its view does. With --write the
 * files are made anew: look at the pictures, then at the difference.
 *
 * Usage: views [--write] FOLDER */
#include "stage.h"

#include <stdio.h>
#include <string.h>

struct picture {
    const char *name, *view, *algo;
    uint32_t n, block, resident;
    double step;
    const char *schedule, *other;
    int hover_row, hover_column, hover_lane, hover_tile;
};

static const struct picture pictures[] = {
    { "memory-hillis-8", "memory", "hillis", 8, 0, 0, 2, NULL, NULL, -1, -1, -1, -1 },
    { "memory-pairs-64", "memory", "blelloch-pairs", 64, 0, 0, 3.5, NULL, NULL, -1, -1,
      3, -1 },
    { "memory-padded-64", "memory", "blelloch-pairs-padded", 64, 0, 0, 3, NULL, NULL, -1,
      -1, -1, -1 },
    { "look-back-16", "look-back", "look-back", 16, 4, 4, 5, "random:3", NULL, -1, -1, -1,
      -1 },
    { "look-back-half", "look-back", "look-back", 16, 4, 4, 4.5, "random:3", NULL, -1, -1,
      -1, 1 },
    { "blocks-three-16", "blocks", "three-kernel", 16, 4, 0, 4.5, NULL, NULL, -1, -1, -1,
      -1 },
    { "blocks-look-back-16", "blocks", "look-back", 16, 4, 4, 6, "random:3", NULL, -1, -1,
      -1, 2 },
    { "look-back-some", "look-back", "look-back", 64, 8, 4, 8, NULL, NULL, -1, -1, -1,
      4 },
    { "blocks-some", "blocks", "three-kernel", 64, 8, 0, 9, NULL, NULL, -1, -1, -1, -1 },
    { "table-blelloch-5", "table", "blelloch", 5, 0, 0, 3, NULL, NULL, 2, 3, -1, -1 },
    { "table-hillis-64", "table", "hillis", 64, 0, 0, 4.5, NULL, NULL, -1, -1, -1, -1 },
    { "compare-8", "compare", "hillis", 8, 0, 0, 3.5, NULL, "blelloch", -1, -1, -1, -1 },
    { "hazard-barrier-8", "hazard", "broken/missing-barrier", 8, 0, 0, 2, "random:3",
      "hillis", -1, -1, -1, -1 },
    { "hazard-cover-8", "hazard", "broken/missing-barrier", 8, 0, 0, 5, "random:3", NULL,
      -1, -1, -1, -1 },
    { "compare-16", "compare", "sklansky", 16, 0, 0, 99, NULL, "brent-kung", -1, -1, -1,
      -1 },
    { "halves-tree-table-8", "compare", "blelloch", 8, 0, 0, 4, NULL, "hillis", 4, 7, -1,
      -1 },
    { "halves-tree-half", "compare", "hillis", 16, 0, 0, 3.5, NULL, "blelloch", -1, -1, -1,
      -1 },
    { "tree-filled-8", "tree", "brent-kung", 8, 0, 0, 5, NULL, NULL, 5, 5, -1, -1 },
    { "tree-filled-32", "tree", "brent-kung", 32, 0, 0, 8.5, NULL, NULL, -1, -1, -1, -1 },
    { "halves-trees-16", "compare", "blelloch", 16, 0, 0, 7, NULL, "brent-kung", -1, -1,
      -1, -1 },
    { "zoom-filled-16", "tree", "brent-kung", 16, 0, 0, 6, NULL, NULL, -1, -1, -1, -1 },
    { "halves-memory-64", "compare", "blelloch-pairs", 64, 0, 0, 4, NULL,
      "blelloch-pairs-padded", -1, -1, 3, -1 },
    { "halves-lanes-8", "compare", "warp", 8, 0, 0, 2.5, NULL, "hillis-double", -1, -1, -1,
      -1 },
    { "halves-blocks-16", "compare", "look-back", 16, 4, 4, 5, "random:3", "three-kernel",
      -1, -1, -1, 1 },
    { "halves-apart-8", "compare", "hillis", 8, 0, 0, 99, NULL, "block-reduce", -1, -1, -1,
      -1 },
    { "timeline-16", "timeline", "look-back", 16, 4, 4, 5, "random:3", NULL, -1, -1, -1,
      1 },
    { "timings-16", "timings", "hillis", 16, 0, 0, 0, NULL, NULL, -1, -1, -1, -1 },
    { "timings-chosen", "timings", "hillis", 16, 0, 0, 0, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-network-8", "network", "hillis", 8, 0, 0, 2, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-field-64", "network", "hillis", 64, 0, 0, 2.5, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-network-64", "network", "hillis", 64, 0, 0, 2.5, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-tree-8", "tree", "blelloch", 8, 0, 0, 7, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-lanes-32", "lanes", "warp", 32, 0, 0, 3, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-memory-64", "memory", "blelloch-pairs", 64, 0, 0, 3, NULL, NULL, -1, -1, -1,
      -1 },
    { "zoom-look-back-16", "look-back", "look-back", 16, 4, 4, 5, "random:3", NULL, -1, -1,
      -1, -1 },
    { "zoom-blocks-16", "blocks", "three-kernel", 16, 4, 0, 5, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-table-64", "table", "hillis", 64, 0, 0, 4, NULL, NULL, -1, -1, -1, -1 },
    { "zoom-timeline-16", "timeline", "look-back", 16, 4, 4, 4, "random:3", NULL, -1, -1,
      -1, -1 },
};

/* Pictures that are zoomed, and dragged from where they stand by themselves. */
static const struct { const char *name; float zoom, pan_x, pan_y; } zooms[] = {
    { "zoom-network-8", 2, 60, 0 },       { "zoom-field-64", 1.5f, -200, 0 },
    { "zoom-network-64", 4, 300, -40 },   { "zoom-tree-8", 1.7f, 0, 0 },
    { "zoom-lanes-32", 2, -150, 0 },      { "zoom-memory-64", 2.5f, 400, 0 },
    { "zoom-look-back-16", 2, 0, 80 },    { "zoom-blocks-16", 2, 0, 0 },
    { "zoom-filled-16", 1.6f, 0, 0 },
    { "zoom-table-64", 2, -100, 60 },     { "zoom-timeline-16", 3, 0, 0 },
};

/* What the halves of compare show; network where it is not said. */
static const struct { const char *name; enum view_kind half[2]; } halves[] = {
    { "halves-tree-table-8", { VIEW_TREE, VIEW_TABLE } },
    { "halves-tree-half", { VIEW_TREE, VIEW_TREE } },
    { "halves-trees-16", { VIEW_TREE, VIEW_TREE } },
    { "halves-memory-64", { VIEW_MEMORY, VIEW_MEMORY } },
    { "halves-lanes-8", { VIEW_LANES, VIEW_NETWORK } },
    { "halves-blocks-16", { VIEW_LOOK_BACK, VIEW_BLOCKS } },
};

/* Of these the blocks are chosen that were traced. */
static bool picture_some(const struct picture *p)
{
    const size_t length = strlen(p->name);

    return length > 5 && strcmp(p->name + length - 5, "-some") == 0;
}

static bool picture_open(const struct picture *p, const char *algo, struct stage *stage)
{
    const struct run_spec spec = { .n = p->n, .block = p->block,
        .resident = p->resident, .schedule = p->schedule, .sequence = true,
        .trace_blocks = picture_some(p) ? "0,1,last" : NULL };

    return stage_open_spec(stage, algo, &spec);
}

static bool picture_view(const struct picture *p, struct stage *stage,
                         struct stage *other)
{
    const struct view_formula none = { NULL, 0, false };
    struct view *v = &stage->view;
    struct err err = { 0 };

    if (!view_parse(p->view, &v->kind, &err))
        return false;
    v->adds = v->moves = v->depth = v->rounds = v->barriers = v->shuffles = none;
    v->check_text = NULL;
    v->source_hidden = true;
    v->step = p->step;
    v->hover_row = p->hover_row;
    v->hover_column = p->hover_column;
    v->hover_lane = p->hover_lane;
    v->hover_tile = p->hover_tile;
    v->hover_launch = p->hover_tile < 0 ? -1 : 0;
    v->other = p->other ? &other->found : NULL;
    for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++)
        if (strcmp(halves[i].name, p->name) == 0)
            memcpy(v->half, halves[i].half, sizeof(v->half));
    for (size_t i = 0; i < sizeof(zooms) / sizeof(zooms[0]); i++)
        if (strcmp(zooms[i].name, p->name) == 0) {
            v->zoom = zooms[i].zoom;
            v->pan_x = zooms[i].pan_x;
            v->pan_y = zooms[i].pan_y;
        }
    v->twin = v->kind == VIEW_HAZARD ? v->other : NULL;
    if (v->kind == VIEW_TIMINGS) {
        stage_timings(stage);
        v->row_now = p->algo;
        v->timing_n = strcmp(p->name, "timings-chosen") == 0 ? 1 << 19 : 0;
    }
    return view_shows(v, v->kind);
}

static bool picture_text(const struct picture *p, struct buf *out)
{
    struct stage stage, other;
    struct draw_list list;
    bool ok = picture_open(p, p->algo, &stage);

    if (p->other)
        ok = picture_open(p, p->other, &other) && ok;
    draw_init(&list);
    if (ok && (ok = picture_view(p, &stage, &other))) {
        scene_draw(&stage.view, &list, &draw_metric_fixed);
        draw_dump(&list, out);
        ok = !list.failed && buf_ok(out);
    }
    draw_finish(&list);
    stage_close(&stage);
    if (p->other)
        stage_close(&other);
    return ok;
}

static bool file_write(const char *path, const struct buf *text)
{
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(buf_text(text), file) >= 0;

    return file && fclose(file) == 0 && ok;
}

static void file_read(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "r");
    char chunk[4096];
    size_t got;

    while (file && (got = fread(chunk, 1, sizeof(chunk), file)) > 0)
        buf_add(out, chunk, got);
    if (file)
        fclose(file);
}

/* The first line that differs, for the one who has to look. */
static void say_difference(const char *path, const char *want, const char *got)
{
    unsigned line = 1;
    size_t from = 0;

    for (size_t i = 0; want[i] && want[i] == got[i]; i++)
        if (want[i] == '\n') {
            line++;
            from = i + 1;
        }
    printf("%s:%u differs\n  file: %.*s\n  now:  %.*s\n", path, line,
           (int)strcspn(want + from, "\n"), want + from,
           (int)strcspn(got + from, "\n"), got + from);
}

static bool picture_check(const struct picture *p, const char *folder, bool write)
{
    struct buf got, want;
    char path[512];
    bool ok;

    snprintf(path, sizeof(path), "%s/%s.txt", folder, p->name);
    buf_init(&got);
    buf_init(&want);
    ok = picture_text(p, &got) && (!write || file_write(path, &got));
    if (ok) {
        file_read(path, &want);
        ok = strcmp(buf_text(&want), buf_text(&got)) == 0;
        if (!ok)
            say_difference(path, buf_text(&want), buf_text(&got));
    } else {
        printf("%s: no picture\n", p->name);
    }
    buf_finish(&got);
    buf_finish(&want);
    return ok;
}

int main(int argc, char **argv)
{
    const bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    int failed = 0;

    if (argc != 2 && !write)
        return 2;
    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++)
        failed += !picture_check(&pictures[i], argv[argc - 1], write);
    return failed ? 1 : 0;
}
