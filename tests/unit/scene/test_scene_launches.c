/* What a launch's block holds: shared memory ends with its launch, launches are
 * told apart in text and picture, and a scatter leaves nothing old beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#include "scene/scene.h"

static const struct {
    const char *algo;
    uint32_t n, tile;
    const char *lines[8]; /* in this order, others may stand between */
} texts[] = {
    { "three-kernel", 32, 0,
      { "store  launch 1/3  line ", "y: 3 4 8 9 14 23 25 31\n", "load  launch 2/3  line ",
        "s: 31 31 31 31 0 0 0 0\n", "step 7/7  offsets  launch 3/3  line ",
        "y: 3 4 8 9 14 23 25 31\n" } },
    { "three-kernel", 32, 1,
      { "store  launch 1/3", "y: 3 4 8 9 14 23 25 31\n", "store  launch 2/3",
        "y: 3 4 8 9 14 23 25 31\n", "offsets  launch 3/3",
        "y: 34 35 39 40 45 54 56 62\n" } },
    { "reduce-then-scan", 32, 0,
      { "store  launch 2/3", "s: 31 62 93 124 124 124 124 124\n", "load  launch 3/3",
        "s: 3 1 4 1 5 9 2 6\n", "store  launch 3/3", "y: 3 4 8 9 14 23 25 31\n" } },
    { "reduce-then-scan", 32, 2,
      { "total  launch 1/3", "load  launch 2/3", "x: 3 1 4 1 5 9 2 6\n",
        "load  launch 3/3", "s: 65 1 4 1 5 9 2 6\n" } },
    { "compact", 16, 0,
      { "stride 8  line", "s: 1 1 2 2 3 4 4 5 6 6 7 7 8 9 9 10\n", "scatter  line",
        "y: 3 4 5 9 6 3 4 5 9 6\n" } },
};

static void open_tile(struct stage *stage, const char *algo, uint32_t n, uint32_t tile)
{
    const struct run_spec spec = { .n = n, .device = RUN_HOST,
                                   .block = strcmp(algo, "compact") ? 8 : 0 };
    struct err err = { 0 };

    assert_true(stage_open_spec(stage, algo, &spec));
    assert_true(findings_show_tile(&stage->found, tile, &err));
}

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct stage stage;
        struct buf out;
        const char *at;

        open_tile(&stage, texts[i].algo, texts[i].n, texts[i].tile);
        buf_init(&out);
        scene_text(&stage.found, -1, &out);
        at = buf_text(&out);
        for (int k = 0; k < 8 && texts[i].lines[k]; k++) {
            const char *next = strstr(at, texts[i].lines[k]);

            if (!next)
                fail_msg("%s, tile %u: no \"%s\" in\n%s", texts[i].algo, texts[i].tile,
                         texts[i].lines[k], at);
            at = next + strlen(texts[i].lines[k]);
        }
        buf_finish(&out);
        stage_close(&stage);
    }
}

/* No row shows a word that another launch left in shared memory. */
static void test_rows(void **state)
{
    static const char *const algos[] = { "three-kernel", "reduce-then-scan" };

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        struct stage stage;
        const struct board *b = &stage.found.board;

        open_tile(&stage, algos[i / 4], 32, i % 4);
        for (uint32_t at = b->columns; at < b->rows * b->columns; at++) {
            const struct step *step = &stage.found.steps.step[at / b->columns - 1];
            const struct cell *cell = &b->cells[at];
            const struct trace_array *array = stage.trace.arrays;

            if (cell->state == CELL_EMPTY)
                continue;
            array += cell->array;
            if (array->space == SPACE_SHARED)
                assert_int_equal(array->launch, step->launch);
        }
        stage_close(&stage);
    }
}

static void test_scatter(void **state)
{
    struct stage stage;
    const struct board *b = &stage.found.board;

    (void)state;
    open_tile(&stage, "compact", 16, 0);
    for (uint32_t c = 0; c < b->columns; c++)
        assert_int_equal(b->cells[(b->rows - 1) * b->columns + c].state,
                         c < 10 ? CELL_CHANGED : CELL_EMPTY);
    stage_close(&stage);
}

/* The cone behind a value passes by the rows of a launch between. */
static void test_cone(void **state)
{
    struct stage stage;
    const struct board *b = &stage.found.board;
    unsigned char *cone;

    (void)state;
    open_tile(&stage, "three-kernel", 32, 1);
    cone = calloc((size_t)b->rows, b->columns);
    assert_non_null(cone);
    board_cone(b, b->rows - 1, 7, cone);
    for (uint32_t c = 0; c < 8; c++)
        assert_int_equal(cone[c], 1);
    memset(cone, 0, (size_t)b->rows * b->columns);
    assert_true(findings_show_tile(&stage.found, 0, &(struct err){ 0 }));
    board_cone(b, b->rows - 1, 3, cone);
    for (uint32_t c = 0; c < 8; c++)
        assert_int_equal(cone[c], c < 4);
    for (uint32_t row = 6; row < b->rows - 1; row++)
        for (uint32_t c = 0; c < 8; c++)
            assert_int_equal(cone[row * b->columns + c], 0);
    free(cone);
    stage_close(&stage);
}

/* A line with a label between the rows of two launches, none in one launch. */
static void test_labels(void **state)
{
    static const struct { const char *algo; int two, three; } cases[] = {
        { "three-kernel", 1, 1 }, { "compact", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct stage stage;
        struct draw_list list;

        open_tile(&stage, cases[i].algo, 16, 0);
        stage.view.kind = VIEW_NETWORK;
        stage.view.h = 1700;
        stage.view.step = stage.found.steps.count;
        draw_init(&list);
        scene_draw(&stage.view, &list, &draw_metric_fixed);
        assert_int_equal(stage_says(&list, "launch 2"), cases[i].two);
        assert_int_equal(stage_says(&list, "launch 3"), cases[i].three);
        draw_finish(&list);
        stage_close(&stage);
    }
}

/* Rows of marks stand close: the name is on the line, at the end without the lens, and
 * in the lens between the two rows; the narration says it, too. */
static void test_field(void **state)
{
    static const struct { uint32_t row; int lens, two, three; const char *says; } cases[] = {
        { 8, 0, 1, 0, "Launch 1 of 3 · Block 0 of 8 · Store: " },
        { 9, 0, 2, 0, "Launch 2 of 3 · Load: " },
        { 9, 63, 2, 0, "Launch 2 of 3 · Load: " },
    };
    const struct run_spec spec = { .n = 512, .device = RUN_HOST, .block = 64 };
    struct stage stage;
    struct draw_list list;

    (void)state;
    assert_true(stage_open_spec(&stage, "three-kernel", &spec));
    stage.view.kind = VIEW_NETWORK;
    draw_init(&list);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf said;

        stage.view.step = cases[i].row;
        stage.view.lens_column = cases[i].lens;
        scene_draw(&stage.view, &list, &draw_metric_fixed);
        assert_int_equal(stage_says(&list, "launch 2"), cases[i].two);
        assert_int_equal(stage_says(&list, "launch 3"), cases[i].three);
        assert_int_equal(stage_says(&list, cases[i].says), 1);
        buf_init(&said);
        if (draw_check(&list, THEME_LIGHT, 0, &said) > 0)
            fail_msg("case %zu: %s", i, buf_text(&said));
        buf_finish(&said);
    }
    draw_finish(&list);
    stage_close(&stage);
}

/* The sentence of a value of another launch tells how that launch made it. */
static void test_sentence(void **state)
{
    struct stage stage;
    struct draw_list list;

    (void)state;
    open_tile(&stage, "three-kernel", 32, 0);
    stage.view.kind = VIEW_NETWORK;
    stage.view.step = stage.found.steps.count;
    stage.view.hover_row = (int)stage.found.board.rows - 1;
    stage.view.hover_column = 3;
    draw_init(&list);
    scene_draw(&stage.view, &list, &draw_metric_fixed);
    assert_int_equal(stage_says(&list, "y[3] = 9 covers x[0..3]. Thread 3 read s[3], then "
                                       "wrote y[3]."), 1);
    draw_finish(&list);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_scatter), cmocka_unit_test(test_cone),
        cmocka_unit_test(test_labels), cmocka_unit_test(test_field),
        cmocka_unit_test(test_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
