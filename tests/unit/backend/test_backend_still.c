/* Which commands are kept, and that the key of the kept picture tells all that
 * it shows and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "backend/still.h"

static void draw_mixed(struct draw_list *list, float moved)
{
    draw_begin(list, 800, 600, NULL);
    draw_rect(list, 0, 0, 800, 60, 0, paint_fill(INK_PANEL));       /* 0 kept */
    list->layer = LAYER_MOVING;
    draw_circle(list, 100 + moved, 200, 10, paint_fill(INK_OP));    /* 1 anew */
    list->layer = LAYER_STILL;
    draw_rect(list, 400, 300, 100, 100, 0, paint_fill(INK_PANEL));  /* 2 kept */
    draw_rect(list, 90, 195, 100, 100, 0, paint_fill(INK_PANEL));   /* 3 over 1 */
    draw_text(list, 150, 280, 14, FACE_UI, INK_TEXT, ANCHOR_START, 1, "on 3");
    draw_clip(list, 400, 0, 400, 600);                              /* 5 */
    draw_rect(list, 0, 190, 500, 20, 0, paint_fill(INK_IDLE));      /* 6 clipped off 1 */
    draw_unclip(list);
    draw_text(list, 600, 500, 14, FACE_UI, INK_TEXT, ANCHOR_START, 1, "far");
    assert_true(draw_end(list));
}

static void test_pick(void **state)
{
    (void)state;
    static const uint8_t want[] = {0, 1, 0, 1, 1, 0, 0, 0, 0};
    struct draw_list list;
    uint8_t pick[16];
    struct grid anew;
    draw_init(&list);
    draw_mixed(&list, 0);
    assert_int_equal(still_pick(&list, pick, &anew), 3);
    assert_memory_equal(pick, want, sizeof want);
    draw_finish(&list);
}

typedef void change(struct draw_cmd *cmd);
static void change_place(struct draw_cmd *cmd) { cmd->u.rect.x += 0.01f; }
static void change_fill(struct draw_cmd *cmd) { cmd->paint.fill = INK_MARK; }
static void change_alpha(struct draw_cmd *cmd) { cmd->paint.alpha = 0.9f; }
static void change_dash(struct draw_cmd *cmd) { cmd->paint.dash = 3; }
static void change_radius(struct draw_cmd *cmd) { cmd->u.rect.radius = 3; }
static void change_words(struct draw_cmd *cmd) { cmd->u.text.text = "fur"; }
static void change_face(struct draw_cmd *cmd) { cmd->u.text.face = FACE_MONO; }
static void change_ink(struct draw_cmd *cmd) { cmd->u.text.ink = INK_MUTED; }
static void change_size(struct draw_cmd *cmd) { cmd->u.text.size = 15; }

static void test_key(void **state)
{
    (void)state;
    static const struct { int at; change *change; } rows[] = {
        {0, change_place}, {0, change_fill}, {0, change_alpha}, {0, change_dash},
        {2, change_radius}, {5, change_place}, {8, change_words}, {8, change_face},
        {8, change_ink}, {8, change_size}, {8, change_alpha},
    };
    struct draw_list list;
    uint8_t pick[16];
    struct grid anew;
    draw_init(&list);
    draw_mixed(&list, 0);
    still_pick(&list, pick, &anew);
    uint64_t key = still_key(&list, pick, THEME_LIGHT, 1);
    assert_true(key != still_key(&list, pick, THEME_DARK, 1));
    assert_true(key != still_key(&list, pick, THEME_LIGHT, 2));
    draw_mixed(&list, 1.5f); /* only what moves differs */
    still_pick(&list, pick, &anew);
    assert_true(key == still_key(&list, pick, THEME_LIGHT, 1));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        draw_mixed(&list, 0);
        still_pick(&list, pick, &anew);
        rows[i].change(&list.cmds[rows[i].at]);
        assert_true(key != still_key(&list, pick, THEME_LIGHT, 1));
    }
    draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pick), cmocka_unit_test(test_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
