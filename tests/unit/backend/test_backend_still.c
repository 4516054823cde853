/* Which commands are kept, and that the sums of the kept picture tell all that
 * it shows, where, and nothing else. */
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

static void sums_of(const struct draw_list *list, enum theme theme, float scale,
                    struct still_sums *sums)
{
    uint8_t pick[16];
    struct grid anew;
    still_pick(list, pick, &anew);
    still_sums(list, pick, theme, scale, sums);
}

/* The tiles that differ from those of the mixed list, and whether any does. */
static bool changes(const struct draw_list *list, enum theme theme, float scale,
                    struct grid *changed)
{
    static const struct grid none;
    static struct still_sums was, is;
    struct draw_list mixed;
    draw_init(&mixed);
    draw_mixed(&mixed, 0);
    sums_of(&mixed, THEME_LIGHT, 1, &was);
    draw_finish(&mixed);
    sums_of(list, theme, scale, &is);
    still_changed(&was, &is, changed);
    return memcmp(changed, &none, sizeof none) != 0;
}

static void test_sums(void **state)
{
    (void)state;
    static const struct { int at; change *change; } rows[] = {
        {0, change_place}, {0, change_fill}, {0, change_alpha}, {0, change_dash},
        {2, change_radius}, {5, change_place}, {8, change_words}, {8, change_face},
        {8, change_ink}, {8, change_size}, {8, change_alpha},
    };
    struct draw_list list;
    struct grid changed;
    draw_init(&list);
    draw_mixed(&list, 0);
    assert_false(changes(&list, THEME_LIGHT, 1, &changed));
    assert_true(changes(&list, THEME_DARK, 1, &changed));
    assert_true(changes(&list, THEME_LIGHT, 2, &changed));
    draw_mixed(&list, 1.5f); /* only what moves differs */
    assert_false(changes(&list, THEME_LIGHT, 1, &changed));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        draw_mixed(&list, 0);
        rows[i].change(&list.cmds[rows[i].at]);
        assert_true(changes(&list, THEME_LIGHT, 1, &changed));
    }
    draw_finish(&list);
}

/* Only the tiles under a command that changed, and under where it was. */
static void test_where(void **state)
{
    (void)state;
    struct draw_list list;
    struct grid changed;
    draw_init(&list);
    draw_mixed(&list, 0);
    list.cmds[2].u.rect.x += 150;
    assert_true(changes(&list, THEME_LIGHT, 1, &changed));
    assert_true(grid_get(&changed, grid_tiles(800, 600, (struct box){410, 310, 420, 320})));
    assert_true(grid_get(&changed, grid_tiles(800, 600, (struct box){600, 310, 610, 320})));
    assert_false(grid_get(&changed, grid_tiles(800, 600, (struct box){0, 0, 300, 280})));
    assert_false(grid_get(&changed, grid_tiles(800, 600, (struct box){680, 0, 790, 590})));
    draw_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pick), cmocka_unit_test(test_sums),
        cmocka_unit_test(test_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
