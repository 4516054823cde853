/* The timeline's picture: what it says of whom, and that bars, waits and the step
 * shown can be told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

enum { TEXTS = 8 };

static void timeline_draw(struct stage *stage, struct draw_list *list, double step,
                          float width, float zoom)
{
    stage->view.kind = VIEW_TIMELINE;
    stage->view.step = step < 0 ? view_last(&stage->view) : step;
    stage->view.w = width;
    stage->view.h = 720;
    stage->view.zoom = zoom;
    draw_init(list);
    scene_draw(&stage->view, list, NULL);
    assert_false(list->failed);
}

static void assert_said(const struct draw_list *list, const char *const *said,
                        const char *const *unsaid)
{
    for (int k = 0; k < TEXTS && said[k]; k++)
        if (stage_says(list, said[k]) == 0)
            fail_msg("'%s' is not said", said[k]);
    for (int k = 0; k < TEXTS && unsaid[k]; k++)
        if (stage_says(list, unsaid[k]) != 0)
            fail_msg("'%s' is said", unsaid[k]);
}

/* Whose times these are; a row is called what it is ordered by. */
static void recorded(void **state)
{
    static const struct {
        const char *name; double step; float width, zoom;
        const char *said[TEXTS], *unsaid[TEXTS];
    } rows[] = {
        { "hillis", -1, 1280, 1,
          { "time of the traced run in µs", "block 0, SM 124", "warp 0", "warp 7",
            "waits at a barrier" }, { "tile", "polls in vain" } },
        { "hillis", 4, 1280, 50, { "time of the traced run in ns" }, { "tile" } },
        { "block-warps", 3, 1280, 1, { "by 2", "block 0, SM 124" }, { "tile" } },
        { "chained", -1, 2400, 1,
          { "time of the traced run in µs", "tile 0", "tile 15", "block 4, SM 128",
            "This step took", "polls in vain", "waits at a barrier" }, { "warp 0" } },
        { "look-back", 5, 1280, 1, { "tile 0", "block 12, SM 12", "look back" }, { "warp 0" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stage stage;
        struct draw_list list;
        struct buf path;

        buf_init(&path);
        buf_printf(&path, "%s/%s-h200.pscan", RECORDED, rows[i].name);
        assert_true(stage_open_file(&stage, buf_text(&path)));
        timeline_draw(&stage, &list, rows[i].step, rows[i].width, rows[i].zoom);
        assert_said(&list, rows[i].said, rows[i].unsaid);
        draw_finish(&list);
        stage_close(&stage);
        buf_finish(&path);
    }
}

/* Who polled, though nobody waited in the last step. */
static void narrated(void **state)
{
    struct stage stage;
    struct draw_list list;
    struct buf out;
    (void)state;

    assert_true(stage_open_file(&stage, RECORDED "/chained-h200.pscan"));
    timeline_draw(&stage, &list, -1, 2400, 1);
    buf_init(&out);
    draw_dump(&list, &out);
    assert_non_null(strstr(buf_text(&out), "None waited in it."));
    assert_non_null(strstr(buf_text(&out), "15 warps polled in vain"));
    assert_non_null(strstr(buf_text(&out), "for up to 53.79\u00a0µs."));
    buf_finish(&out);
    draw_finish(&list);
    stage_close(&stage);
}

/* A window of rows that are a block and a warp each shows waits, so it explains
 * them; of several launches it says which. */
static void host(void **state)
{
    static const struct {
        const char *algo; uint32_t n, block;
        const char *said[TEXTS], *unsaid[TEXTS];
    } rows[] = {
        { "look-back", 1024, 16, { "rows 1 to ", "waits at a barrier", "polls in vain",
                                   "tile 0" }, { "a row a block", "warp 0" } },
        { "look-back", 8192, 256, { "a row a block", "tile 0" }, { "waits at a barrier",
                                                                  "polls in vain" } },
        { "three-kernel", 256, 64, { "launch 1, block 3", "launch 2, block 0",
                                     "launch 3, block 3", "warp 1" }, { "SM", "block" } },
        { "three-kernel", 64, 16, { "launch 3, block 3" }, { "warp" } },
        { "hillis", 64, 0, { "block 0", "warp 1", "execution order" }, { "launch", "SM" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct run_spec spec = { .n = rows[i].n, .block = rows[i].block,
                                       .schedule = "random:3", .sequence = true };
        struct stage stage;
        struct draw_list list;

        assert_true(stage_open_spec(&stage, rows[i].algo, &spec));
        timeline_draw(&stage, &list, 4, 1280, 1);
        assert_said(&list, rows[i].said, rows[i].unsaid);
        draw_finish(&list);
        stage_close(&stage);
    }
}

/* Bars of the chart: filled in one way or in another. */
static int bars(const struct draw_list *list, enum ink fill, bool holes)
{
    int count = 0;

    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *c = &list->cmds[i];

        count += c->type == DRAW_RECT && c->paint.fill == fill && c->u.rect.x > 150 &&
                 c->u.rect.x < 860 && c->u.rect.y > 100 && c->u.rect.y < 540 &&
                 (c->u.rect.radius < 2.5f) == holes;
    }
    return count;
}

/* Eight warps, ten steps, seventeen waits each; one step shown. */
static void told_apart(void **state)
{
    struct stage stage;
    struct draw_list list;
    (void)state;

    assert_true(stage_open_file(&stage, RECORDED "/hillis-h200.pscan"));
    timeline_draw(&stage, &list, 4, 1280, 1);
    assert_int_equal(bars(&list, INK_SOURCE, false), 8);
    assert_int_equal(bars(&list, INK_BAR, false), 8 * 9);
    assert_int_equal(bars(&list, INK_BACK, true), 8 * 17);
    draw_finish(&list);
    timeline_draw(&stage, &list, 0, 1280, 1);
    assert_int_equal(bars(&list, INK_SOURCE, false), 0);
    assert_int_equal(bars(&list, INK_BAR, false), 8 * 10);
    draw_finish(&list);
    stage_close(&stage);
}

/* Steps too short for their names are named above the first row, under those of the
 * track; near enough, every bar has its own. */
static void named(void **state)
{
    struct stage stage;
    struct draw_list list;
    (void)state;

    assert_true(stage_open_file(&stage, RECORDED "/hillis-h200.pscan"));
    timeline_draw(&stage, &list, 4, 1500, 1);
    assert_int_equal(stage_says(&list, "stride 4"), 2);
    assert_int_equal(stage_says(&list, "stride 8"), 2);
    assert_int_equal(stage_says(&list, "load"), 2);
    draw_finish(&list);
    timeline_draw(&stage, &list, 4, 1280, 5);
    assert_int_equal(stage_says(&list, "stride 4"), 1 + 8);
    draw_finish(&list);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded),
        cmocka_unit_test(narrated),
        cmocka_unit_test(host),
        cmocka_unit_test(told_apart),
        cmocka_unit_test(named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
