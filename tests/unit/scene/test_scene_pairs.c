/* Pairs in narrow cells: no half is cut, in the network and in the lens. And of
 * values made from numbers it is not said that they cover no input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#include "scene/scene.h"

/* Texts inside of cells that end in an ellipsis; and those that are `text`. */
static int cell_texts(const struct draw_list *list, const char *text, int *cut)
{
    bool inside = false;
    int count = 0;

    *cut = 0;
    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *c = &list->cmds[i];

        if (c->type == DRAW_GROUP)
            inside = strncmp(c->u.group.id, "cell:", 5) == 0;
        else if (c->type == DRAW_UNGROUP)
            inside = false;
        if (!inside || c->type != DRAW_TEXT)
            continue;
        *cut += strstr(c->u.text.text, "…") != NULL;
        count += strcmp(c->u.text.text, text) == 0;
    }
    return count;
}

static void test_cells(void **state)
{
    static const struct { const char *algo; enum elem_op op; uint32_t n;
                          const char *text; int least; } rows[] = {
        { "adder", OP_CARRY, 8, "(0,1)", 4 },   { "adder", OP_CARRY, 16, "0 1", 9 },
        { "adder", OP_CARRY, 32, "1", 28 },     { "adder", OP_CARRY, 64, "0 1", 4 },
        { "adder", OP_CARRY, 1024, "0 1", 4 },  { "hillis", OP_SEGADD, 16, "1 4", 2 },
        { "hillis", OP_SEGADD, 32, "4", 2 },    { "hillis", OP_ADD, 16, "3", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct run_spec spec = { .n = rows[i].n, .device = RUN_HOST,
                                       .op = rows[i].op };
        struct stage stage;
        struct draw_list list;
        int cut, count;

        assert_true(stage_open_spec(&stage, rows[i].algo, &spec));
        stage.view.kind = VIEW_NETWORK;
        stage.view.step = 1;
        draw_init(&list);
        scene_draw(&stage.view, &list, &draw_metric_fixed);
        count = cell_texts(&list, rows[i].text, &cut);
        if (cut || count < rows[i].least)
            fail_msg("%s, n = %u: %d cut, %d times \"%s\"", rows[i].algo, rows[i].n, cut,
                     count, rows[i].text);
        draw_finish(&list);
        stage_close(&stage);
    }
}

/* A few values of many digits make the column beside them narrower, or take the
 * panels below; no panel is lost for it. */
static void test_long(void **state)
{
    static const struct { enum elem_type type; float h, scale; const char *input;
                          bool whole; } rows[] = {
        { ELEM_I32, 720, 1, "2147483647 -2147483648 1073741824 -1073741825 2000000000 "
                            "-1999999999 1234567890 -1111111111", true },
        { ELEM_I32, 720, 1.1f, "2147483647 -2147483648 1073741824 -1073741825 2000000000 "
                               "-1999999999 1234567890 -1111111111", true },
        { ELEM_I64, 720, 1, "4294967296000 17 3 4 -9123456789012 1 2 3", true },
        { ELEM_I64, 720, 1, "-9123456789012345678 1 2 3", true },
        { ELEM_I64, 720, 1, "-9123456789012345678 1 2 3 4 5 6 7", false },
        { ELEM_I64, 720, 1.33f, "4294967296000 17 3 4 -9123456789012 1 2 3", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct run_spec spec = { .device = RUN_HOST, .type = rows[i].type,
                                       .input = rows[i].input };
        struct stage stage;
        struct draw_list list;
        int cut;

        assert_true(stage_open_spec(&stage, "hillis", &spec));
        stage.view.kind = VIEW_NETWORK;
        stage.view.h = rows[i].h;
        stage.view.text_scale = rows[i].scale;
        draw_init(&list);
        for (uint32_t step = 0; step <= view_last(&stage.view); step++) {
            stage.view.step = step;
            scene_draw(&stage.view, &list, &draw_metric_fixed);
            cell_texts(&list, "", &cut);
            if ((cut == 0) != rows[i].whole)
                fail_msg("case %zu, step %u: %d cut", i, step, cut);
            assert_int_equal(stage_says(&list, "SOURCE"), 1);
        }
        draw_finish(&list);
        stage_close(&stage);
    }
}

/* A node of a tree has the room that its value needs, where its line has it. */
static void test_tree(void **state)
{
    const struct run_spec spec = { .device = RUN_HOST, .n = 32, .input =
        "2147483647 -2147483648 1073741824 -1073741825 2000000000 -1999999999 "
        "1234567890 -1111111111 2147483647 -2147483648 1073741824 -1073741825 "
        "2000000000 -1999999999 1234567890 -1111111111 2147483647 -2147483648 "
        "1073741824 -1073741825 2000000000 -1999999999 1234567890 -1111111111 "
        "2147483647 -2147483648 1073741824 -1073741825 2000000000 -1999999999 "
        "1234567890 -1111111111" };
    struct stage stage;
    struct draw_list list;
    int cut;

    (void)state;
    assert_true(stage_open_spec(&stage, "brent-kung", &spec));
    stage.view.kind = VIEW_TREE;
    stage.view.step = view_last(&stage.view);
    draw_init(&list);
    scene_draw(&stage.view, &list, &draw_metric_fixed);
    assert_int_equal(cell_texts(&list, "123456780", &cut), 4);
    assert_int_equal(cut, 0);
    draw_finish(&list);
    stage_close(&stage);
}

static void test_split(void **state)
{
    static const struct { const char *text, *left, *right; } rows[] = {
        { "(0,1)", "0", "1" }, { "(-12,345)", "-12", "345" }, { "(1.5,nan)", "1.5", "nan" },
        { "31", NULL, NULL }, { "\"(a,b)\"", NULL, NULL }, { "(12)", NULL, NULL },
        { "", NULL, NULL }, { "[1 2; 3 4]", NULL, NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pair pair;

        assert_int_equal(pair_split(rows[i].text, &pair), rows[i].left != NULL);
        if (!rows[i].left)
            continue;
        assert_int_equal(pair.left_length, strlen(rows[i].left));
        assert_memory_equal(pair.left, rows[i].left, pair.left_length);
        assert_int_equal(pair.right_length, strlen(rows[i].right));
        assert_memory_equal(pair.right, rows[i].right, pair.right_length);
    }
}

static void test_untold(void **state)
{
    static const struct { const char *algo; double step; } rows[] = {
        { "adder", 5 }, { "adder", 6 }, { "compact", 1 }, { "compact", 4 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stage stage;
        struct draw_list list;

        assert_true(stage_open(&stage, rows[i].algo, 8, RUN_DEFAULT, NULL));
        stage.view.kind = VIEW_NETWORK;
        stage.view.step = rows[i].step;
        stage.view.hover_row = (int)rows[i].step;
        stage.view.hover_column = 1;
        draw_init(&list);
        scene_draw(&stage.view, &list, &draw_metric_fixed);
        assert_int_equal(stage_says(&list, "no input"), 0);
        for (int k = 0; k < list.count; k++)
            if (list.cmds[k].type == DRAW_TEXT)
                assert_null(strstr(list.cmds[k].u.text.text, "covers no input"));
        draw_finish(&list);
        stage_close(&stage);
    }
    struct stage stage;
    struct draw_list list;

    assert_true(stage_open(&stage, "hillis", 8, RUN_EXCLUSIVE, NULL));
    stage.view.kind = VIEW_NETWORK;
    stage.view.step = stage.found.steps.count;
    draw_init(&list);
    scene_draw(&stage.view, &list, &draw_metric_fixed);
    assert_int_equal(stage_says(&list, "no input"), 1); /* the identity */
    draw_finish(&list);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split), cmocka_unit_test(test_cells), cmocka_unit_test(test_long),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_untold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
