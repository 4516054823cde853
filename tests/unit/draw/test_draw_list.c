/* The list as text: a golden picture, numbers, reuse, out of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "draw/draw.h"

static void draw_small(struct draw_list *list)
{
    static const float curve[8] = {1, 2, 3, 4, 5, 6, 7, 8.125f};
    static const float arrow[6] = {0, 0, 10, 0, 5, -7.5f};
    draw_begin(list, 640, 360, NULL);
    draw_rect(list, 0, 0, 640, 56, 0, paint_fill(INK_PANEL));
    draw_group(list, "cell:%d,%d", 2, 5);
    draw_rect(list, 10, 20.5f, 92, 58, 8, paint_both(INK_PANEL, INK_RULE, 1.2f));
    draw_clip(list, 10, 20, 92, 58);
    draw_textf(list, 56, 51, 23, FACE_MONO_BOLD, INK_CHANGED_TEXT, ANCHOR_MIDDLE,
               1, "%d \"%s\"", 19, "a\\b\n");
    draw_unclip(list);
    draw_ungroup(list);
    list->layer = LAYER_MOVING;
    draw_curve(list, curve, paint_alpha(paint_stroke(INK_SOURCE, 2), 0.35f));
    draw_line(list, 0, 0, -1, 9, paint_dash(paint_stroke(INK_RULE, 1), 3, 5));
    draw_polygon(list, arrow, 3, paint_fill(INK_SOURCE));
    draw_circle(list, 9, 8, 11, paint_fill(INK_OP));
    assert_true(draw_end(list));
}

static const char golden[] =
    "picture 640 360\n"
    "rect 0 0 640 56 fill panel\n"
    "group cell:2,5\n"
    "  rect 10 20.5 92 58 radius 8 fill panel stroke rule 1.2\n"
    "  clip 10 20 92 58\n"
    "    text 56 51 size 23 mono-bold changed-text middle \"19 \\\"a\\\\b\\x0a\\\"\"\n"
    "  end\n"
    "end\n"
    "curve 1 2 3 4 5 6 7 8.13 stroke source 2 alpha 0.35 moving\n"
    "line 0 0 -1 9 stroke rule 1 3 5 moving\n"
    "polygon 0 0 10 0 5 -7.5 fill source moving\n"
    "circle 9 8 11 fill op moving\n";

static void test_dump(void **state)
{
    (void)state;
    struct draw_list list;
    draw_init(&list);
    for (int round = 0; round < 2; round++) { /* the second picture is new */
        struct buf out;
        buf_init(&out);
        draw_small(&list);
        draw_dump(&list, &out);
        assert_true(buf_ok(&out));
        assert_string_equal(buf_text(&out), golden);
        buf_finish(&out);
    }
    draw_finish(&list);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct { double value; const char *text; } rows[] = {
        {0, "0"}, {-0.001, "0"}, {0.005, "0.01"}, {1.1, "1.1"}, {-12.345, "-12.35"},
        {100, "100"}, {99.999, "100"}, {0.05, "0.05"}, {-0.5, "-0.5"},
        {(double)INFINITY, "inf"}, {(double)NAN, "nan"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf out;
        buf_init(&out);
        draw_number(&out, rows[i].value);
        assert_string_equal(buf_text(&out), rows[i].text);
        buf_finish(&out);
    }
}

static void test_text_is_copied(void **state)
{
    (void)state;
    struct draw_list list;
    draw_init(&list);
    draw_begin(&list, 100, 100, NULL);
    char text[] = "before";
    float width = draw_text(&list, 0, 20, 10, FACE_UI, INK_TEXT, ANCHOR_START, 1,
                            text);
    strcpy(text, "after");
    assert_float_equal(width, 36, 1e-4);
    assert_string_equal(list.cmds[0].u.text.text, "before");
    assert_float_equal(list.cmds[0].u.text.width, 36, 1e-4);
    assert_float_equal(draw_text(&list, 0, 20, 10, FACE_UI, INK_TEXT, ANCHOR_START,
                                 1, ""), 0, 0);
    assert_int_equal(list.count, 1);
    assert_true(draw_end(&list));
    draw_finish(&list);
}

/* A list whose arena refuses says so and stays usable for the next picture. */
static void test_out_of_memory(void **state)
{
    (void)state;
    struct draw_list list;
    draw_init(&list);
    list.arena.limit = 64;
    draw_begin(&list, 100, 100, NULL);
    draw_group(&list, "a rather long name that takes the memory that there is");
    for (int i = 0; i < 3; i++)
        draw_text(&list, 0, 20, 10, FACE_UI, INK_TEXT, ANCHOR_START, 1,
                  "another text that does not fit into what is left of it");
    draw_text_wrap(&list, 0, 0, 10, FACE_UI, INK_TEXT, 50, 12, 3, "some words more");
    draw_ungroup(&list);
    assert_false(draw_end(&list));
    list.arena.limit = 0;
    draw_small(&list);
    draw_finish(&list);
}

static void test_many(void **state)
{
    (void)state;
    struct draw_list list;
    draw_init(&list);
    draw_begin(&list, 100, 100, NULL);
    for (int i = 0; i < 5000; i++)
        draw_circle(&list, (float)i, 0, 1, paint_fill(INK_OP));
    assert_true(draw_end(&list));
    assert_int_equal(list.count, 5000);
    assert_float_equal(list.cmds[4999].u.circle.x, 4999, 0);
    draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dump), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_text_is_copied),
        cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
