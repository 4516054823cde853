/* What can be pointed at besides cells, what it tells, and the names of a tree's lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "picture.h"

/* The lines of a tree that is filled in have names while there is room for them, in
 * halves too if it costs no values; its marks are pointed at as cells are. */
static void test_tree_lines(void **state)
{
    static const struct {
        uint32_t n; float scale; bool half; int names; const char *value; bool marks;
    } cases[] = {
        { 16, 1, false, 1, "40", false },     { 64, 1, false, 1, "186", true },
        { 1024, 1, false, 1, NULL, true },    { 1024, 1.33f, false, 0, NULL, true },
        { 32, 1.33f, false, 1, "93", true },  { 512, 1, false, 1, "1488", true },
        { 8, 1, true, 2, "9", false },        { 16, 1, true, 0, "40", false },
        { 64, 1, true, 2, "186", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct run_spec spec = { .n = cases[i].n };
        struct picture p;
        struct view *v = &p.stage.view;
        int circles = 0;
        bool cell = false;

        picture_open(&p, "brent-kung", cases[i].half ? "brent-kung" : NULL,
                     cases[i].half ? VIEW_COMPARE : VIEW_TREE, &spec);
        v->half[0] = v->half[1] = VIEW_TREE;
        v->text_scale = cases[i].scale;
        v->step = view_last(v);
        scene_draw(v, &p.list, &draw_metric_fixed);
        if (stage_says(&p.list, "prefixes") != cases[i].names)
            fail_msg("case %zu: %d names", i, stage_says(&p.list, "prefixes"));
        if (cases[i].value && stage_says(&p.list, cases[i].value) == 0)
            fail_msg("case %zu: no %s", i, cases[i].value);
        for (int k = 0; k < p.list.count; k++) {
            const struct draw_cmd *c = &p.list.cmds[k];

            if (c->type == DRAW_GROUP)
                cell = strncmp(c->u.group.id, "cell:", 5) == 0;
            else if (c->type == DRAW_UNGROUP)
                cell = false;
            circles += cell && c->type == DRAW_CIRCLE;
        }
        assert_int_equal(circles > 0, cases[i].marks);
        picture_close(&p);
    }
}

/* Pointing at a lane, or a word that it asks for, tells the value, of numbers too. */
static void test_memory_pointed(void **state)
{
    static const struct {
        const char *algo; uint32_t n; double step; int lane; const char *says;
    } cases[] = {
        { "blelloch-pairs", 64, 6, 1, "Lane 1, thread 1, reads s[47] = 62." },
        { "blelloch-pairs", 64, 1, 31, "Lane 31, thread 31, writes s[31] = 6." },
        { "blelloch-pairs", 64, 6, 9, "30 lanes of the warp are idle." },
        { "blelloch-pairs", 64, 6, -1, "30 lanes of the warp are idle." },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct run_spec spec = { .n = cases[i].n };
        struct picture p;
        int groups = 0;

        picture_open(&p, cases[i].algo, NULL, VIEW_MEMORY, &spec);
        p.stage.view.step = cases[i].step;
        p.stage.view.hover_lane = cases[i].lane;
        p.stage.view.w = 2000;
        scene_draw(&p.stage.view, &p.list, &draw_metric_fixed);
        if (stage_says(&p.list, cases[i].says) != 1)
            fail_msg("case %zu does not say %s", i, cases[i].says);
        for (int k = 0; k < p.list.count; k++)
            groups += p.list.cmds[k].type == DRAW_GROUP &&
                      strcmp(p.list.cmds[k].u.group.id, "lane:1") == 0;
        assert_int_equal(groups, 2);
        picture_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree_lines), cmocka_unit_test(test_memory_pointed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
