/* The text field of the overlays: whatever is in it and wherever the caret is,
 * the caret and the text around it lie in the field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

struct seen { float x0, x1, caret, text0, text1; int texts; bool left_cut, right_cut; };

/* What the group overlay:edit holds: its face first, the caret as the last thin
 * rectangle. */
static struct seen look(const struct draw_list *list)
{
    struct seen s = { .text0 = 1e9f, .caret = -1 };
    bool in = false;

    for (int i = 0; i < list->count; i++) {
        const struct draw_cmd *c = &list->cmds[i];

        if (c->type == DRAW_GROUP && strcmp(c->u.group.id, "overlay:edit") == 0)
            in = true;
        else if (c->type == DRAW_UNGROUP && in)
            break;
        else if (in && c->type == DRAW_RECT && s.x1 == 0) {
            s.x0 = c->u.rect.x;
            s.x1 = c->u.rect.x + c->u.rect.w;
        } else if (in && c->type == DRAW_RECT && c->u.rect.w < 4)
            s.caret = c->u.rect.x;
        else if (in && c->type == DRAW_TEXT && strcmp(c->u.text.text, "…") == 0) {
            s.left_cut |= c->u.text.x < (s.x0 + s.x1) / 2;
            s.right_cut |= c->u.text.x > (s.x0 + s.x1) / 2;
        } else if (in && c->type == DRAW_TEXT && c->u.text.text[0]) {
            const float w = list->metric->width(list->metric->user, c->u.text.face,
                                                c->u.text.size, c->u.text.text);

            s.texts++;
            s.text0 = c->u.text.x < s.text0 ? c->u.text.x : s.text0;
            s.text1 = c->u.text.x + w > s.text1 ? c->u.text.x + w : s.text1;
        }
    }
    return s;
}

static struct seen draw(struct stage *stage, const char *text, int caret)
{
    struct draw_list list;
    struct seen s;

    stage->view.overlay = OVERLAY_INPUT;
    stage->view.edit = text;
    stage->view.edit_caret = caret;
    draw_init(&list);
    scene_draw(&stage->view, &list, &draw_metric_fixed);
    s = look(&list);
    draw_finish(&list);
    return s;
}

static void long_text(void **state)
{
    enum { VALUES = 900 };
    static char text[VALUES * 2 + 1];
    struct stage stage;

    (void)state;
    for (int i = 0; i < VALUES; i++)
        memcpy(text + (size_t)2 * i, "7 ", 2);
    assert_true(stage_open(&stage, "hillis", 8, RUN_DEFAULT, NULL));
    for (int caret = 0; caret <= 2 * VALUES; caret += 100) {
        const struct seen s = draw(&stage, text, caret);

        assert_true(s.x1 > s.x0 && s.texts >= 1);
        assert_true(s.caret > s.x0 && s.caret < s.x1);
        assert_true(s.text0 > s.x0 && s.text1 < s.x1);
        assert_true(s.text1 - s.text0 > 0.8f * (s.x1 - s.x0)); /* room is used */
        assert_int_equal(s.left_cut, caret > 0);
        assert_int_equal(s.right_cut, caret < 2 * VALUES);
    }
    stage_close(&stage);
}

/* Characters of several bytes are never cut; what is short stands whole. */
static void short_text(void **state)
{
    static const char text[] = "前缀和 prefix";
    struct stage stage;

    (void)state;
    assert_true(stage_open(&stage, "hillis", 8, RUN_DEFAULT, NULL));
    for (int caret = 0; caret <= (int)strlen(text); caret += 3) {
        const struct seen s = draw(&stage, text, caret);

        assert_true(s.caret >= s.text0 - 3 && s.caret <= s.text1);
        assert_false(s.left_cut || s.right_cut);
    }
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_text), cmocka_unit_test(short_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
