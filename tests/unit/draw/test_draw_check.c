/* The layout check finds each kind of fault made on purpose, and nothing in a
 * picture that is fine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "draw/draw.h"

static void put(struct draw_list *list, float x, float y, const char *text)
{
    draw_text(list, x, y, 16, FACE_UI, INK_TEXT, ANCHOR_START, 1, text);
}

static void put_ink(struct draw_list *list, enum ink ink, float alpha)
{
    draw_text(list, 50, 50, 16, FACE_UI, ink, ANCHOR_START, alpha, "word");
}

static void face(struct draw_list *list, enum ink ink)
{
    draw_rect(list, 40, 20, 100, 50, 8, paint_fill(ink));
}

static void veil(struct draw_list *list)
{
    draw_rect(list, 0, 0, 400, 300, 0, paint_alpha(paint_fill(INK_SHADE), 0.65f));
}

static const float across[8] = {30, 20, 60, 20, 60, 80, 90, 80};
static const float beside[8] = {100, 20, 100, 60, 130, 40, 130, 80};
static const float arrow[6] = {60, 45, 80, 45, 70, 60};

#define SCENE(name) static void name(struct draw_list *list)
SCENE(fine_panel) { face(list, INK_PANEL); put_ink(list, INK_TEXT, 1); }
SCENE(fine_lines) { put(list, 20, 40, "first line"); put(list, 20, 59, "next line"); }
SCENE(fine_curve)
{
    draw_curve(list, beside, paint_stroke(INK_SOURCE, 2));
    put(list, 20, 40, "word");
}
SCENE(fine_node) {
    draw_line(list, 60, 0, 60, 100, paint_stroke(INK_RULE, 2));
    draw_circle(list, 60, 50, 11, paint_fill(INK_OP));
    draw_text(list, 60, 55, 16, FACE_UI_BOLD, INK_ON_OP, ANCHOR_MIDDLE, 1, "+");
}
SCENE(fine_scrolled) {
    draw_clip(list, 0, 0, 400, 100);
    put(list, 20, 40, "seen");
    put(list, 20, 140, "scrolled away");
    draw_unclip(list);
}
SCENE(fine_overlay) {
    put(list, 20, 40, "under the veil"); put(list, 25, 42, "a mess");
    veil(list);
    draw_rect(list, 10, 30, 200, 100, 8, paint_both(INK_PANEL, INK_RULE, 1));
    put(list, 20, 50, "help");
}
SCENE(fine_under_floor) {
    draw_rect(list, 45, 10, 20, 80, 0, paint_stroke(INK_RULE, 1));
    face(list, INK_PANEL); put_ink(list, INK_TEXT, 1);
}
SCENE(fine_caret)
{
    put(list, 20, 40, "word");
    draw_rect(list, 58.5f, 25, 2, 20, 0, paint_fill(INK_TEXT));
}
SCENE(bad_overlap) { put(list, 20, 40, "one"); put(list, 40, 45, "two"); }
SCENE(bad_clip)
{
    draw_clip(list, 0, 0, 40, 100);
    put(list, 20, 40, "word");
    draw_unclip(list);
}
SCENE(bad_half_line)
{
    draw_clip(list, 0, 0, 400, 35);
    put(list, 20, 40, "word");
    draw_unclip(list);
}
SCENE(bad_edge) { put(list, 380, 40, "word"); }
SCENE(bad_outside) { put(list, 20, 400, "word"); }
SCENE(bad_small)
{
    draw_text(list, 20, 40, 13.5f, FACE_UI, INK_TEXT, ANCHOR_START, 1, "word");
}
SCENE(bad_ink) { put_ink(list, INK_RULE, 1); }
SCENE(bad_alpha) { put_ink(list, INK_MUTED, 0.5f); }
SCENE(bad_face) { face(list, INK_OP); put_ink(list, INK_OP_TEXT, 1); }
SCENE(bad_half_face) {
    draw_clip(list, 0, 0, 60, 100); face(list, INK_TEXT); draw_unclip(list);
    put_ink(list, INK_TEXT, 1);
}
SCENE(bad_veiled)
{
    put(list, 20, 40, "old");
    veil(list);
    put(list, 20, 80, "on the veil");
}
SCENE(bad_covered) { put_ink(list, INK_TEXT, 1); face(list, INK_PANEL); }
SCENE(bad_arrowhead)
{
    put_ink(list, INK_TEXT, 1);
    draw_polygon(list, arrow, 3, paint_fill(INK_SOURCE));
}
SCENE(bad_node)
{
    put_ink(list, INK_TEXT, 1);
    draw_circle(list, 45, 45, 11, paint_fill(INK_OP));
}
SCENE(bad_border) { face(list, INK_PANEL); put(list, 110, 50, "label"); }
SCENE(bad_frame)
{
    put(list, 110, 50, "label");
    draw_rect(list, 40, 20, 100, 50, 8, paint_stroke(INK_RULE, 1));
}
SCENE(bad_crossed)
{
    draw_curve(list, across, paint_stroke(INK_SOURCE, 2));
    put_ink(list, INK_TEXT, 1);
}
SCENE(bad_struck)
{
    put_ink(list, INK_TEXT, 1);
    draw_line(list, 0, 45, 200, 45, paint_stroke(INK_RULE, 1));
}

static const struct {
    void (*draw)(struct draw_list *list);
    const char *want; /* the fault's kind; NULL: none */
} rows[] = {
    {fine_panel, NULL}, {fine_lines, NULL}, {fine_curve, NULL}, {fine_node, NULL},
    {fine_scrolled, NULL}, {fine_overlay, NULL}, {fine_under_floor, NULL},
    {fine_caret, NULL},
    {bad_overlap, "overlap: \"one\" at 20,40 and \"two\""},
    {bad_clip, "clipped: \"word\" at 20,40"}, {bad_half_line, "clipped"},
    {bad_edge, "clipped"}, {bad_outside, "clipped"}, {bad_small, "small"},
    {bad_ink, "contrast: \"word\" at 50,50, 1.3"}, {bad_alpha, "contrast"},
    {bad_face, "contrast"}, {bad_half_face, "contrast"},
    {bad_veiled, "contrast: \"on the veil\""},
    {bad_covered, "covered"}, {bad_arrowhead, "covered"}, {bad_node, "covered"},
    {bad_border, "border"}, {bad_frame, "border"}, {bad_crossed, "crossed"},
    {bad_struck, "crossed"},
};

static void test_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct draw_list list;
        struct buf out;
        draw_init(&list);
        buf_init(&out);
        draw_begin(&list, 400, 300, NULL);
        rows[i].draw(&list);
        assert_true(draw_end(&list));
        int faults = draw_check(&list, THEME_LIGHT, 14, &out);
        int lines = 0;
        for (const char *c = buf_text(&out); (c = strchr(c, '\n')) != NULL; c++)
            lines++;
        assert_int_equal(lines, faults);
        bool good = rows[i].want == NULL
            ? faults == 0 : faults > 0 && strstr(buf_text(&out), rows[i].want) != NULL;
        if (!good)
            fail_msg("row %zu: %d faults, wanted %s:\n%s", i, faults,
                     rows[i].want != NULL ? rows[i].want : "none", buf_text(&out));
        buf_finish(&out);
        draw_finish(&list);
    }
}

/* A face fine in one theme may fail in another: the theme is looked at. */
static void test_theme(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEMES; theme++) {
        struct draw_list list;
        struct buf out;
        draw_init(&list);
        buf_init(&out);
        draw_begin(&list, 400, 300, NULL);
        put_ink(&list, INK_ON_SOURCE, 1); /* white in light and projector */
        assert_true(draw_end(&list));
        assert_int_equal(draw_check(&list, (enum theme)theme, 14, &out), 1);
        buf_finish(&out);
        draw_finish(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults), cmocka_unit_test(test_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
