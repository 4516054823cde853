/* Memory, look-back, blocks, table, compare: what their pictures say and when;
 * tables as text in every format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picture.h"

#include "scene/scene.h"

/* ---- tables ------------------------------------------------------------------- */

static const struct {
    const char *algo; uint32_t n; enum elem_op op; enum elem_type type;
    const char *input; enum scene_table format; const char *text;
} tables[] = {
    { "serial", 2, OP_ADD, ELEM_I32, NULL, SCENE_TABLE_TABS,
      "step\t0\t1\ninput\t3\t1\nelement 0\t3\t1\nelement 1\t3\t4\n" },
    { "serial", 2, OP_ADD, ELEM_I32, NULL, SCENE_TABLE_CSV,
      "step,0,1\ninput,3,1\nelement 0,3,1\nelement 1,3,4\n" },
    { "serial", 2, OP_ADD, ELEM_I32, NULL, SCENE_TABLE_MARKDOWN,
      "| step | 0 | 1 |\n|:---|---:|---:|\n| input | 3 | 1 |\n"
      "| element 0 | 3 | 1 |\n| element 1 | 3 | 4 |\n" },
    { "serial", 2, OP_ADD, ELEM_I32, NULL, SCENE_TABLE_LATEX,
      "\\begin{tabular}{lrr}\n\\hline\nstep & 0 & 1 \\\\\n\\hline\n"
      "input & 3 & 1 \\\\\nelement 0 & 3 & 1 \\\\\nelement 1 & 3 & 4 \\\\\n"
      "\\hline\n\\end{tabular}\n" },
    { "serial", 1, OP_STRING, ELEM_I32, "\"a,b\"", SCENE_TABLE_CSV,
      "step,0\ninput,\"\"\"a,b\"\"\"\nelement 0,\"\"\"a,b\"\"\"\n" },
    { "serial", 1, OP_STRING, ELEM_I32, "\"a|_b\"", SCENE_TABLE_MARKDOWN,
      "| step | 0 |\n|:---|---:|\n| input | \"a\\|\\_b\" |\n"
      "| element 0 | \"a\\|\\_b\" |\n" },
    { "serial", 1, OP_STRING, ELEM_I32, "\"50%&\"", SCENE_TABLE_LATEX,
      "\\begin{tabular}{lr}\n\\hline\nstep & 0 \\\\\n\\hline\n"
      "input & \"50\\%\\&\" \\\\\nelement 0 & \"50\\%\\&\" \\\\\n"
      "\\hline\n\\end{tabular}\n" },
};

static void test_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        const struct run_spec spec = { .n = tables[i].n, .op = tables[i].op,
            .type = tables[i].type, .input = tables[i].input,
            .direction = RUN_INCLUSIVE };
        struct stage stage;
        struct buf out;

        assert_true(stage_open_spec(&stage, tables[i].algo, &spec));
        buf_init(&out);
        scene_table(&stage.found, tables[i].format, &out);
        assert_string_equal(buf_text(&out), tables[i].text);
        buf_finish(&out);
        stage_close(&stage);
    }
}

/* ---- pictures -------------------------------------------------------------------- */

static void picture_draw(struct picture *p, double step)
{
    p->stage.view.step = step;
    scene_draw(&p->stage.view, &p->list, &draw_metric_fixed);
    assert_false(p->list.failed);
}

/* Texts within groups of this kind, such as "tile:", that are exactly so. */
static int group_says(const struct draw_list *list, const char *kind, const char *text)
{
    bool inside = false;
    int count = 0;

    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *c = &list->cmds[i];

        if (c->type == DRAW_GROUP)
            inside = strncmp(c->u.group.id, kind, strlen(kind)) == 0;
        else if (c->type == DRAW_UNGROUP)
            inside = false;
        count += inside && c->type == DRAW_TEXT && strcmp(c->u.text.text, text) == 0;
    }
    return count;
}

/* Up-sweep, d = 8 over 1024 elements: 16 words of each of two banks. */
static void test_memory(void **state)
{
    const struct run_spec spec = { .n = 1024 };
    struct picture p;

    (void)state;
    picture_open(&p, "blelloch-pairs", NULL, VIEW_MEMORY, &spec);
    picture_draw(&p, 0);
    assert_int_equal(stage_says(&p.list, "Memory before any thread"), 1);
    assert_int_equal(stage_says(&p.list, "16-way"), 0);
    picture_draw(&p, 5);
    assert_int_equal(stage_says(&p.list, "16-way conflict: 32 lanes want 32 words of "
                                           "2 banks."), 1);
    p.stage.view.pick_line = 36;
    p.stage.view.pick_warp = 1;
    picture_draw(&p, 5);
    assert_int_equal(stage_says(&p.list, "shared memory as 32 banks: warp 1 stores at "
                                           "line 36"), 1);
    picture_close(&p);
    picture_open(&p, "blelloch-pairs-padded", NULL, VIEW_MEMORY, &spec);
    picture_draw(&p, 5);
    assert_int_equal(stage_says(&p.list, "No conflict: each of the 32 lanes"), 1);
    picture_close(&p);
}

/* Before anything is published every word is invalid; at the end all hold a
 * prefix, and the default input's: 9 31 40 62. */
static void test_look_back(void **state)
{
    const struct run_spec spec = { .n = 16, .block = 4, .sequence = true };
    struct picture p;

    (void)state;
    picture_open(&p, "look-back", NULL, VIEW_LOOK_BACK, &spec);
    p.stage.view.tile = p.stage.view.launch = 0;
    picture_draw(&p, 0);
    assert_int_equal(group_says(&p.list, "tile:", "invalid"), 4);
    assert_int_equal(group_says(&p.list, "tile:", "prefix"), 0);
    picture_draw(&p, view_last(&p.stage.view));
    assert_int_equal(group_says(&p.list, "tile:", "invalid"), 0);
    assert_int_equal(group_says(&p.list, "tile:", "prefix"), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(group_says(&p.list, "tile:",
                                    (const char *[]){ "9", "31", "40", "62" }[i]), 1);
    assert_int_equal(stage_says(&p.list, "execution order"), 1);
    picture_close(&p);
}

/* Half-way into the first step, the ticket, tile 3 of 8 works and 7, which reads
 * most in the end, has not begun. */
static void test_look_back_half(void **state)
{
    const struct run_spec spec = { .n = 64, .block = 8, .sequence = true };
    struct picture p;

    (void)state;
    picture_open(&p, "look-back", NULL, VIEW_LOOK_BACK, &spec);
    picture_draw(&p, 0.5);
    assert_int_equal(stage_says(&p.list, "Tile 3 works on its own inputs"), 1);
    assert_true(stage_says(&p.list, "ticket") >= 1);
    assert_int_equal(stage_says(&p.list, "store"), 1); /* the last step alone */
    p.stage.view.tile = 7;
    p.stage.view.launch = 0;
    picture_draw(&p, 0.5);
    assert_int_equal(stage_says(&p.list, "Tile 7 has not begun yet."), 1);
    picture_draw(&p, 1);
    assert_int_equal(stage_says(&p.list, "Tile 7 works on its own inputs"), 1);
    picture_close(&p);
}

static void test_blocks(void **state)
{
    const struct run_spec spec = { .n = 16, .block = 4 };
    struct picture p;

    (void)state;
    picture_open(&p, "three-kernel", NULL, VIEW_BLOCKS, &spec);
    picture_draw(&p, 3); /* before the totals are stored */
    assert_int_equal(group_says(&p.list, "tile:", "22"), 0);
    picture_draw(&p, 4);
    assert_int_equal(group_says(&p.list, "tile:", "9"), 2);
    assert_int_equal(group_says(&p.list, "tile:", "22"), 2);
    assert_int_equal(group_says(&p.list, "tile:", "31"), 0);
    picture_draw(&p, view_last(&p.stage.view));
    assert_int_equal(group_says(&p.list, "tile:", "31"), 1);
    assert_int_equal(group_says(&p.list, "tile:", "40"), 1);
    assert_int_equal(stage_says(&p.list, "3 blocks take what other blocks"), 1);
    picture_close(&p);
}

static void test_table_view(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", NULL, VIEW_TABLE, &spec);
    picture_draw(&p, 3);
    assert_int_equal(group_says(&p.list, "cell:", "19"), 1);
    assert_int_equal(group_says(&p.list, "cell:", "31"), 0);
    picture_draw(&p, 4);
    assert_int_equal(group_says(&p.list, "cell:", "31"), 1);
    picture_close(&p);
}

/* Of several blocks the table shows one, and says which. */
static void test_table_block(void **state)
{
    const struct run_spec spec = { .n = 64, .block = 8 }, one = { .n = 64 };
    struct picture p;

    (void)state;
    picture_open(&p, "look-back", NULL, VIEW_TABLE, &spec);
    picture_draw(&p, 3);
    assert_int_equal(stage_says(&p.list, "all states of block 0 of 8; bold"), 1);
    picture_close(&p);
    picture_open(&p, "hillis", NULL, VIEW_TABLE, &one);
    picture_draw(&p, 3);
    assert_int_equal(stage_says(&p.list, "all states of block"), 0);
    picture_close(&p);
}

/* A formula that is a number stands once, others as "text = number". */
static void test_formulas(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", NULL, VIEW_NETWORK, &spec);
    p.stage.view.adds = (struct view_formula){ .text = "1234", .value = 1234,
                                               .known = true };
    p.stage.view.depth = (struct view_formula){ .text = "lg n", .value = 77,
                                                .known = true };
    picture_draw(&p, 1);
    assert_int_equal(stage_says(&p.list, "1234 = "), 0);
    assert_int_equal(stage_says(&p.list, "1234"), 1);
    assert_int_equal(stage_says(&p.list, "lg n = 77"), 1);
    picture_close(&p);
}

/* A formula stands where n is one that it is made for, its value always. */
static void test_formula_holds(void **state)
{
    static const struct { const char *text; uint32_t n; bool holds; } cases[] = {
        { "5n − 1 (n = 2^k)", 8, true },      { "5n − 1 (n = 2^k)", 9, false },
        { "5n − 1 (n = 2^k ≥ 16)", 8, false }, { "5n − 1 (n = 2^k ≥ 8)", 8, true },
        { "5n − 1 (n ≥ 9)", 9, true },        { "5n − 1 (n ≥ 9)", 8, false },
        { "5n − 1 (n > 8)", 8, false },       { "5n − 1 (n > 8)", 9, true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct run_spec spec = { .n = cases[i].n };
        struct picture p;
        char text[64];

        picture_open(&p, "hillis", NULL, VIEW_NETWORK, &spec);
        p.stage.view.adds = (struct view_formula){ .text = cases[i].text, .value = 4321,
                                                   .known = true };
        picture_draw(&p, 1);
        snprintf(text, sizeof(text), "%s = 4321", cases[i].text);
        assert_int_equal(stage_says(&p.list, text), cases[i].holds);
        assert_int_equal(stage_says(&p.list, "4321"), !cases[i].holds);
        picture_close(&p);
    }
}

static void test_one_lane(void **state)
{
    const struct run_spec spec = { .n = 1 };
    struct picture p;

    (void)state;
    picture_open(&p, "serial", NULL, VIEW_MEMORY, &spec);
    picture_draw(&p, 1);
    assert_int_equal(stage_says(&p.list, "One lane touches one sector."), 1);
    picture_close(&p);
}

/* Blanks of a translated sentence stay beside Latin arguments alone. */
static void test_blanks(void **state)
{
    struct draw_list list;
    struct scene sc = { .list = &list, .scale = 1 };

    (void)state;
    draw_init(&list);
    assert_string_equal(pen_print(&sc, "扫描是 %s 了", "链式"), "扫描是链式了");
    assert_string_equal(pen_print(&sc, "扫描是 %s 了", "CUB"), "扫描是 CUB 了");
    assert_string_equal(pen_print(&sc, "%s 是 %d 个", "链式", 3), "链式是 3 个");
    assert_string_equal(pen_print(&sc, "%s", "甲 乙"), "甲 乙"); /* no sentence */
    draw_finish(&list);
}

/* 3 rounds and 17 additions against 6 and 22, both inclusive. */
static void test_compare(void **state)
{
    const struct run_spec spec = { .n = 8, .direction = RUN_INCLUSIVE };
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", "blelloch", VIEW_COMPARE, &spec);
    assert_int_equal(view_last(&p.stage.view), p.other.found.steps.count);
    picture_draw(&p, 6);
    assert_int_equal(stage_says(&p.list, "inclusive scan · done after 3 "
                                      "rounds"), 1);
    assert_int_equal(stage_says(&p.list, "Hillis–Steele has finished, Blelloch goes "
                                           "on"), 1);
    assert_int_equal(stage_says(&p.list, "17"), 2); /* counted, and a cell */
    picture_draw(&p, 99);
    assert_int_equal(stage_says(&p.list, "Both have finished."), 1);
    picture_close(&p);
}

/* An inclusive and an exclusive scan are weighed as what they are. */
static void test_compare_forms(void **state)
{
    static const struct { enum run_direction way; int told; } rows[] = {
        { RUN_DEFAULT, 1 }, { RUN_INCLUSIVE, 0 }, { RUN_EXCLUSIVE, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct run_spec spec = { .n = 16, .direction = rows[i].way };
        struct picture p;

        picture_open(&p, "hillis", "blelloch", VIEW_COMPARE, &spec);
        picture_draw(&p, 0);
        assert_int_equal(stage_says(&p.list, "Two runs on the same input, step by step: "
                                             "Hillis–Steele (inclusive)"), rows[i].told);
        picture_draw(&p, 99);
        assert_int_equal(stage_says(&p.list, "Both have finished. Hillis–Steele (incl"),
                         rows[i].told);
        picture_close(&p);
    }
}

static void test_compare_needs_two(void **state)
{
    const struct run_spec spec = { .n = 8 };
    struct stage stage;

    (void)state;
    assert_true(stage_open_spec(&stage, "hillis", &spec));
    assert_true(view_fits(&stage.found, VIEW_COMPARE));
    assert_false(view_shows(&stage.view, VIEW_COMPARE));
    stage.view.other = &stage.found;
    assert_true(view_shows(&stage.view, VIEW_COMPARE));
    stage_close(&stage);
}

/* ---- all of them ------------------------------------------------------------------- */

static const struct { enum view_kind kind; const char *algo, *other; } views[] = {
    { VIEW_MEMORY, "blelloch-pairs", NULL }, { VIEW_TABLE, "blelloch", NULL },
    { VIEW_COMPARE, "hillis", "sklansky" },  { VIEW_BLOCKS, "three-kernel", NULL },
    { VIEW_LOOK_BACK, "look-back", NULL },
};

static void picture_text(struct picture *p, double step, enum layer layer, struct buf *out)
{
    struct draw_list *list = &p->list;
    int kept = 0;

    picture_draw(p, step);
    for (int i = 0; i < list->count; i++)
        if (list->cmds[i].layer == layer)
            list->cmds[kept++] = list->cmds[i];
    list->count = kept;
    buf_init(out);
    draw_dump(list, out);
}

/* Between two steps what stands stays as it is, and something moves. */
static void test_half_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
        const struct run_spec spec = { .n = 16, .block = views[i].kind == VIEW_BLOCKS ||
                                           views[i].kind == VIEW_LOOK_BACK ? 4 : 0,
                                       .sequence = true };
        struct picture p;
        struct buf a, b;

        picture_open(&p, views[i].algo, views[i].other, views[i].kind, &spec);
        picture_text(&p, 4.25, LAYER_STILL, &a);
        picture_text(&p, 4.75, LAYER_STILL, &b);
        assert_string_equal(buf_text(&a), buf_text(&b));
        buf_finish(&a);
        buf_finish(&b);
        picture_text(&p, 4.25, LAYER_MOVING, &a);
        picture_text(&p, 4.75, LAYER_MOVING, &b);
        assert_string_not_equal(buf_text(&a), buf_text(&b));
        buf_finish(&a);
        buf_finish(&b);
        picture_close(&p);
    }
}

/* Sizes and states of the view that nobody should ask for. */
static void test_odd(void **state)
{
    static const float sizes[][2] = { { 1, 1 }, { 200, 150 }, { 320, 2000 },
                                      { 4000, 300 }, { 700, 420 } };

    (void)state;
    for (size_t i = 0; i < sizeof(views) / sizeof(views[0]); i++) {
        const struct run_spec spec = { .n = 16, .block = views[i].kind == VIEW_BLOCKS ||
                                           views[i].kind == VIEW_LOOK_BACK ? 4 : 0 };
        struct picture p;

        picture_open(&p, views[i].algo, views[i].other, views[i].kind, &spec);
        p.stage.view.hover_row = p.stage.view.hover_column = 999;
        p.stage.view.hover_lane = p.stage.view.hover_tile = 999;
        p.stage.view.tile = p.stage.view.launch = 999;
        p.stage.view.pick_line = p.stage.view.lens_column = 999;
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            p.stage.view.w = sizes[s][0];
            p.stage.view.h = sizes[s][1];
            picture_draw(&p, 3.5);
            picture_draw(&p, 1e9);
        }
        picture_close(&p);
    }
}

/* Rows of marks in a window too flat for any. */
static void test_flat(void **state)
{
    static const float sizes[][2] = { { 320, 64 }, { 1, 1 }, { 2200, 1 }, { 320, 200 } };
    const struct run_spec spec = { .n = 1024 };
    struct picture p;

    (void)state;
    picture_open(&p, "hillis", NULL, VIEW_NETWORK, &spec);
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        p.stage.view.w = sizes[s][0];
        p.stage.view.h = sizes[s][1];
        picture_draw(&p, 3.5);
    }
    picture_close(&p);
}

/* What a thread had kept is no error; what a race let through is. */
static void test_kept_values(void **state)
{
    static const struct {
        const char *algo; enum view_kind kind; double step; bool bad;
    } cases[] = {
        { "compact", VIEW_NETWORK, 5, false },
        { "radix-sort-bit", VIEW_NETWORK, 5, false },
        { "broken/missing-barrier", VIEW_NETWORK, 2, true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct run_spec spec = { .n = 8 };
        struct picture p;
        int bad = 0;

        picture_open(&p, cases[i].algo, NULL, cases[i].kind, &spec);
        picture_draw(&p, cases[i].step);
        for (int k = 0; k < p.list.count; k++)
            bad += p.list.cmds[k].type == DRAW_CURVE &&
                   p.list.cmds[k].paint.stroke == INK_BAD;
        assert_int_equal(bad > 0, cases[i].bad);
        picture_close(&p);
    }
}

/* What the repaired kernel has otherwise is wrong, whichever view shows it. Of
 * twins that do something else there is nothing to be told. */
static void test_twin(void **state)
{
    static const struct {
        const char *algo, *twin; uint32_t row; const char *right[8];
    } cases[] = {
        { "broken/missing-barrier", "hillis", 2,
          { "", "", "", "5", "", "", "11", "8" } },
        { "broken/missing-barrier", "hillis", 1, { "" } },
        { "broken/missing-barrier", "blelloch", 4, { "" } },
        { "broken/flags-not-reset", "chained", 3, { "" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct run_spec spec = { .n = 8, .schedule = "random:3",
                                       .sequence = true };
        struct picture p;
        struct stage twin;
        int wrong = 0, told = 0;

        assert_true(stage_open_spec(&twin, cases[i].twin, &spec));
        picture_open(&p, cases[i].algo, NULL, VIEW_NETWORK, &spec);
        p.stage.view.twin = &twin.found;
        picture_draw(&p, cases[i].row);
        for (uint32_t c = 0; c < 8 && c < p.stage.found.board.columns; c++) {
            const char *right = cases[i].right[c] ? cases[i].right[c] : "";
            struct scene sc = { .view = &p.stage.view, .found = &p.stage.found,
                                .list = &p.list };
            char text[16];

            assert_string_equal(twin_right(&sc, cases[i].row, c), right);
            assert_int_equal(twin_differs(&sc, cases[i].row, c), right[0] != 0);
            snprintf(text, sizeof(text), "≠ %s", right);
            wrong += right[0] != 0;
            told += right[0] && stage_says(&p.list, text) == 1;
        }
        assert_int_equal(told, wrong);
        picture_close(&p);
        stage_close(&twin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),     cmocka_unit_test(test_memory),
        cmocka_unit_test(test_look_back_half), cmocka_unit_test(test_table_block),
        cmocka_unit_test(test_formulas),   cmocka_unit_test(test_formula_holds),
        cmocka_unit_test(test_one_lane),
        cmocka_unit_test(test_blanks),
        cmocka_unit_test(test_look_back),  cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_table_view), cmocka_unit_test(test_compare),
        cmocka_unit_test(test_compare_needs_two), cmocka_unit_test(test_compare_forms),
        cmocka_unit_test(test_half_steps),
        cmocka_unit_test(test_twin),
        cmocka_unit_test(test_odd), cmocka_unit_test(test_flat), cmocka_unit_test(test_kept_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
