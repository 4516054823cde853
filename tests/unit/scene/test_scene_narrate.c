/* Sentences: who acts, what it means; singular and plural; the sentence about
 * a cell; translation goes through the view. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

#include "scene/scene.h"

static const struct {
    const char *algo;
    uint32_t n;
    enum run_direction direction;
    uint32_t row;
    const char *sentence;
} told[] = {
    { "hillis", 8, RUN_INCLUSIVE, 0, "The input: 8 values, before any thread has "
      "run. Space plays, the arrow keys step." },
    { "hillis", 1, RUN_INCLUSIVE, 0, "The input: 1 value, before any thread has "
      "run. Space plays, the arrow keys step." },
    { "hillis", 8, RUN_INCLUSIVE, 1, "Load: 8 threads each copy one input value "
      "into s." },
    { "hillis", 8, RUN_INCLUSIVE, 3, "Stride 2: 6 threads each add the value 2 places "
      "to the left. Windows now cover up to 4 inputs." },
    { "hillis", 8, RUN_INCLUSIVE, 4, "Stride 4: 4 threads each add the value 4 places "
      "to the left. Every cell now covers all inputs up to its own." },
    { "hillis", 2, RUN_INCLUSIVE, 2, "Stride 1: one thread adds the value 1 place to "
      "the left. Every cell now covers all inputs up to its own." },
    { "blelloch", 8, RUN_EXCLUSIVE, 4, "Up-sweep, d = 4: one thread adds the value "
      "4 places to the left. Windows now cover up to 8 inputs." },
    { "block-reduce", 8, RUN_DEFAULT, 5, "Total: the total 31 is saved." },
    { "warp-reduce", 16, RUN_DEFAULT, 7, "Total: the total 62 is saved." },
    { "blelloch", 8, RUN_EXCLUSIVE, 6, "Root: s[7] becomes 0, the identity. The "
      "total 31 was saved before." },
    { "blelloch", 8, RUN_EXCLUSIVE, 8, "Down-sweep, d = 2: 2 threads each hand "
      "their value 2 places to the left and combine it with what stood there (9 + 14 = "
      "23). Windows now cover up to 6 inputs." },
    { "blelloch", 5, RUN_EXCLUSIVE, 1, "Load: 5 threads each copy one input value "
      "into s. 3 cells beyond the input are padding." },
    { "warp", 32, RUN_INCLUSIVE, 3, "Shuffle by 2: 30 lanes each add the value that "
      "arrives from 2 places to the left. Windows now cover up to 4 inputs." },
    { "hillis", 8, RUN_INCLUSIVE, 2, "Stride 1: 7 threads each add the value 1 "
      "place to the left. A value now covers a window of up to 2 inputs." },
    { "tensor-tile", 256, RUN_INCLUSIVE, 3, "Reduction: 240 threads combine values "
      "in registers; the board shows them once they are stored." },
    { "serial", 8, RUN_INCLUSIVE, 3, "Element 2: one thread adds the value 1 place to "
      "the left. Windows now cover up to 3 inputs." },
    { "brent-kung", 16, RUN_INCLUSIVE, 7, "Down-sweep, d = 2: 3 threads each add the "
      "finished prefix 2 places to the left. 9 of 16 cells now cover all inputs up to "
      "their own." },
    { "brent-kung", 8, RUN_EXCLUSIVE, 5, "Down-sweep, d = 2: one thread adds the "
      "finished prefix 2 places to the left. 5 of 8 cells now cover all inputs up to "
      "their own." },
    { "block-reduce", 8, RUN_DEFAULT, 3, "Reduction: 2 threads each add the value 2 "
      "places to the right. Windows now cover up to 4 inputs." },
    { "block-reduce", 8, RUN_DEFAULT, 6, "Store: 8 values are written to y. Every cell "
      "now covers all inputs." },
    { "coarse", 8, RUN_INCLUSIVE, 1, "Load: 2 threads read inputs into registers; the "
      "board shows them once they are stored." },
    { "look-back", 8, RUN_INCLUSIVE, 1, "Ticket: 2 threads each take the number of "
      "their tile from a counter." },
    { "look-back", 3, RUN_INCLUSIVE, 1, "Ticket: one thread takes the number of its "
      "tile from a counter." },
};

static void test_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
        struct stage stage;
        struct buf out;

        assert_true(stage_open(&stage, told[i].algo, told[i].n, told[i].direction,
                               NULL));
        buf_init(&out);
        scene_narrate(&stage.view, told[i].row, &out);
        assert_string_equal(buf_text(&out), told[i].sentence);
        buf_finish(&out);
        stage_close(&stage);
    }
}

static const struct {
    const char *algo;
    uint32_t row, column;
    const char *sentence;
} cells[] = {
    { "hillis", 3, 5, "s[5] = 5 + 14 = 19 covers x[2..5]. Thread 5 read s[3] and "
      "s[5], then wrote s[5]." },
    { "hillis", 0, 2, "x[2] = 4 is an input that no thread has written over." },
    { "hillis", 1, 2, "s[2] = 4 covers x[2]. Thread 2 read x[2], then wrote s[2]." },
    { "blelloch", 8, 7, "s[7] = 9 + 14 = 23 covers x[0..5]. Thread 7 read s[7] and "
      "s[5], then wrote s[7]." },
};

static void test_cells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        struct stage stage;
        struct draw_list list;
        struct scene sc = { .list = &list, .scale = 1, .part = 1 };

        assert_true(stage_open(&stage, cells[i].algo, 8, RUN_DEFAULT, NULL));
        draw_init(&list);
        draw_begin(&list, 100, 100, &draw_metric_fixed);
        sc.view = &stage.view;
        sc.found = &stage.found;
        assert_string_equal(value_sentence(&sc, cells[i].row, cells[i].column),
                            cells[i].sentence);
        draw_end(&list);
        draw_finish(&list);
        stage_close(&stage);
    }
}

static const char *shout(const char *msgid)
{
    return strcmp(msgid, "load") == 0 ? "LOAD" : msgid;
}

static void test_names(void **state)
{
    static const char *const names[] = { "LOAD", "up 1", "up 2", "up 4", "total",
                                         "root 0", "down 4", "down 2", "down 1",
                                         "store" };
    struct stage stage;

    (void)state;
    assert_true(stage_open(&stage, "blelloch", 8, RUN_DEFAULT, NULL));
    stage.view.tr = shout;
    assert_int_equal(stage.found.steps.count, sizeof(names) / sizeof(names[0]));
    for (uint32_t k = 0; k < stage.found.steps.count; k++) {
        struct buf out;

        buf_init(&out);
        scene_step_name(&stage.view, k, &out);
        assert_string_equal(buf_text(&out), names[k]);
        buf_finish(&out);
    }
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
