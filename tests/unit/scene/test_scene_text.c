/* --text: the states of a published example, step lines, padding, one row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

static const struct {
    const char *algo;
    enum run_direction direction;
    const char *lines[14]; /* in this order, others may stand between */
} states[] = {
    { "hillis", RUN_INCLUSIVE,
      { "input  n 8\n", "x: 3 1 4 1 5 9 2 6\n", "load  line ",
        "step 1/3  stride 1  line ", "s: 3 4 5 5 6 14 11 8\n",
        "step 2/3  stride 2  line ", "  adds 6  active 6/8\n",
        "s: 3 4 8 9 11 19 17 22\n", "step 3/3  stride 4  line ",
        "s: 3 4 8 9 14 23 25 31\n", "store  line ", "y: 3 4 8 9 14 23 25 31\n" } },
    { "blelloch", RUN_EXCLUSIVE,
      { "step 1/6  up d=1  line ", "s: 3 4 4 5 5 14 2 8\n", "step 2/6  up d=2",
        "s: 3 4 4 9 5 14 2 22\n", "up d=4", "s: 3 4 4 9 5 14 2 31\n", "root 0",
        "s: 3 4 4 9 5 14 2 0\n", "down d=4", "s: 3 4 4 0 5 14 2 9\n", "down d=2",
        "s: 3 0 4 4 5 9 2 23\n", "down d=1", "s: 0 3 4 8 9 14 23 25\n" } },
    { "serial", RUN_INCLUSIVE,
      { "element 0", "element 4", "y: 3 4 8 9 14 9 2 6\n" } },
    { "warp", RUN_INCLUSIVE,
      { "load  active 8/32\n", "store  line ", "y: 3 4 8 9 14 23 25 31\n" } },
    { "block-reduce", RUN_DEFAULT,
      { "load  line ", "step 1/3  reduce 1  line ", "step 2/3  reduce 2  line ",
        "step 3/3  reduce 4  line ", "total  line " } },
    { "tensor-tile", RUN_INCLUSIVE, { "step 1/1  reduce  line " } },
    { "coarse", RUN_INCLUSIVE, { "  reduce  line " } },
    { "sparse", RUN_INCLUSIVE, { "store  line ", "y: 3 3 3 3 3 12 12 12\n" } },
};

static void test_states(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
        struct stage stage;
        struct buf out;
        const char *at;

        assert_true(stage_open(&stage, states[i].algo, 8, states[i].direction, NULL));
        buf_init(&out);
        scene_text(&stage.found, -1, &out);
        at = buf_text(&out);
        for (int k = 0; k < 14 && states[i].lines[k]; k++) {
            const char *next = strstr(at, states[i].lines[k]);

            if (!next)
                fail_msg("%s: no \"%s\" in\n%s", states[i].algo,
                         states[i].lines[k], at);
            at = next + strlen(states[i].lines[k]);
        }
        buf_finish(&out);
        stage_close(&stage);
    }
}

static void test_products(void **state)
{
    struct stage stage;
    struct buf out;

    (void)state;
    assert_true(stage_open(&stage, "tensor-tile", 64, RUN_DEFAULT, NULL));
    buf_init(&out);
    scene_text(&stage.found, -1, &out);
    assert_non_null(strstr(buf_text(&out), "step 1/2  product 1  line "));
    assert_non_null(strstr(buf_text(&out), "step 2/2  product 2  line "));
    buf_finish(&out);
    stage_close(&stage);
}

static void test_one_row(void **state)
{
    struct stage stage;
    struct buf all, one;

    (void)state;
    assert_true(stage_open(&stage, "hillis", 8, RUN_DEFAULT, NULL));
    buf_init(&all);
    buf_init(&one);
    scene_text(&stage.found, -1, &all);
    scene_text(&stage.found, 3, &one);
    assert_non_null(strstr(buf_text(&all), buf_text(&one)));
    assert_non_null(strstr(buf_text(&one), "stride 2"));
    assert_null(strstr(buf_text(&one), "stride 4"));
    buf_finish(&all);
    buf_finish(&one);
    stage_close(&stage);
}

static void test_padding(void **state)
{
    struct stage stage;
    struct buf out;

    (void)state;
    assert_true(stage_open(&stage, "blelloch", 5, RUN_DEFAULT, NULL));
    buf_init(&out);
    scene_text(&stage.found, 1, &out);
    assert_non_null(strstr(buf_text(&out), "s: 3 1 4 1 5 (0) (0) (0)\n"));
    buf_finish(&out);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_padding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
