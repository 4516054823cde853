/* Golden pictures as text: the display list of a few scenes, laid out with the
 * fixed metric. Source, formulas and tabs are left out: they change with
 * kernels, catalogue and views, and have tests of their own.
 *
 * Usage: golden FOLDER [write]. With `write` the files are made anew; look at
 * the difference before committing it. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *file, *algo;
    uint32_t n;
    enum view_kind kind;
    double step;
    int hover_row, hover_column;
} pictures[] = {
    { "hillis-stride-2", "hillis", 8, VIEW_NETWORK, 3, 3, 5 },
    { "hillis-half", "hillis", 8, VIEW_NETWORK, 2.5, -1, -1 },
    { "hillis-7-end", "hillis", 7, VIEW_NETWORK, 5, -1, -1 },
    { "hillis-64-field", "hillis", 64, VIEW_NETWORK, 3, -1, -1 },
    { "blelloch-down-2", "blelloch", 8, VIEW_TREE, 8, -1, -1 },
    { "blelloch-cone", "blelloch", 8, VIEW_TREE, 4, 4, 7 },
    { "blelloch-up-half", "blelloch", 5, VIEW_TREE, 2.5, -1, -1 },
    { "warp-by-2", "warp", 32, VIEW_LANES, 3, -1, -1 },
    { "serial-folded", "serial", 8, VIEW_NETWORK, 6, -1, -1 },
};

static void golden_draw(struct stage *stage, size_t i, struct buf *out)
{
    struct draw_list list;
    struct view *v = &stage->view;

    v->kind = pictures[i].kind;
    v->step = pictures[i].step;
    v->hover_row = pictures[i].hover_row;
    v->hover_column = pictures[i].hover_column;
    v->source_hidden = true;
    v->title = "a title so long that it leaves no room for the tabs of views, of "
               "which there will be more than there are now, nor for the badge";
    memset(&v->adds, 0, sizeof(v->adds));
    v->moves = v->depth = v->rounds = v->barriers = v->shuffles = v->adds;
    draw_init(&list);
    scene_draw(v, &list, &draw_metric_fixed);
    draw_dump(&list, out);
    draw_finish(&list);
}

static char *golden_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size;

    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 &&
        fseek(file, 0, SEEK_SET) == 0 && (text = calloc(1, (size_t)size + 1)) &&
        fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static bool golden_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    bool fine = file && fputs(text, file) >= 0;

    return file && fclose(file) == 0 && fine;
}

/* The first line that differs, on stderr. */
static bool golden_same(const char *path, const char *want, const char *got)
{
    int line = 1;

    if (!want) {
        fprintf(stderr, "%s: no such file\n", path);
        return false;
    }
    while (*want && *want == *got) {
        line += *want == '\n';
        want++;
        got++;
    }
    if (*want == *got)
        return true;
    fprintf(stderr, "%s:%d: differs: \"%.*s\", not \"%.*s\"\n", path, line,
            (int)strcspn(got, "\n"), got, (int)strcspn(want, "\n"), want);
    return false;
}

static bool golden_one(const char *folder, size_t i, bool write)
{
    char path[512];
    struct stage stage;
    struct buf out;
    char *want;
    bool same = stage_open(&stage, pictures[i].algo, pictures[i].n, RUN_DEFAULT,
                           NULL);

    snprintf(path, sizeof(path), "%s/%s.txt", folder, pictures[i].file);
    buf_init(&out);
    if (same)
        golden_draw(&stage, i, &out);
    want = golden_read(path);
    if (same)
        same = write ? golden_write(path, buf_text(&out))
                     : golden_same(path, want, buf_text(&out));
    free(want);
    buf_finish(&out);
    stage_close(&stage);
    return same;
}

int main(int argc, char **argv)
{
    const bool write = argc > 2 && strcmp(argv[2], "write") == 0;
    bool fine = argc > 1;

    for (size_t i = 0; argc > 1 && i < sizeof(pictures) / sizeof(pictures[0]); i++)
        fine = golden_one(argv[1], i, write) && fine;
    return fine ? 0 : 1;
}
