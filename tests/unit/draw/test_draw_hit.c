/* What lies under a point: nesting, order, clips, thin strokes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "draw/draw.h"

static void draw_scene(struct draw_list *list)
{
    static const float curve[8] = {300, 100, 300, 150, 400, 150, 400, 200};
    draw_begin(list, 500, 300, NULL);
    draw_rect(list, 0, 0, 500, 300, 0, paint_fill(INK_BACK)); /* no group */
    draw_group(list, "row");
    draw_rect(list, 10, 10, 200, 50, 0, paint_fill(INK_PANEL));
    draw_group(list, "cell");
    draw_rect(list, 20, 20, 40, 30, 0, paint_both(INK_PANEL, INK_RULE, 2));
    draw_ungroup(list);
    draw_text(list, 100, 40, 10, FACE_UI, INK_TEXT, ANCHOR_START, 1, "label");
    draw_ungroup(list);
    draw_group(list, "over");
    draw_circle(list, 50, 40, 10, paint_fill(INK_OP));
    draw_ungroup(list);
    draw_clip(list, 300, 0, 100, 50);
    draw_group(list, "clipped");
    draw_rect(list, 280, 20, 200, 100, 0, paint_fill(INK_IDLE));
    draw_ungroup(list);
    draw_unclip(list);
    draw_group(list, "arrow");
    draw_curve(list, curve, paint_stroke(INK_SOURCE, 2));
    draw_line(list, 20, 200, 220, 200, paint_stroke(INK_RULE, 1));
    draw_ungroup(list);
    draw_rect(list, 0, 250, 500, 50, 0, paint_fill(INK_PANEL)); /* no group */
}

static void test_hit(void **state)
{
    (void)state;
    static const struct { float x, y; const char *id; } rows[] = {
        {5, 5, NULL},         {12, 12, "row"},       {25, 25, "cell"},
        {19.5f, 30, "cell"},  {18.5f, 30, "row"},    {45, 35, "over"},
        {110, 38, "row"},     {350, 30, "clipped"},  {350, 60, NULL},
        {290, 30, NULL},      {420, 30, NULL},       {300, 105, "arrow"},
        {350, 150, "arrow"},  {310, 190, NULL},      {390, 110, NULL},
        {100, 203, "arrow"},  {100, 206, NULL},      {215, 200, "arrow"},
        {226, 200, NULL},     {100, 270, NULL},      {-1, -1, NULL},
        {600, 100, NULL},
    };
    struct draw_list list;
    draw_init(&list);
    draw_scene(&list);
    assert_true(draw_end(&list));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *id = draw_hit(&list, rows[i].x, rows[i].y);
        if (rows[i].id == NULL)
            assert_null(id);
        else if (id == NULL)
            fail_msg("nothing at %g,%g", (double)rows[i].x, (double)rows[i].y);
        else
            assert_string_equal(id, rows[i].id);
    }
    draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
