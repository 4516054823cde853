/* Runs of which only chosen blocks were traced: what is known of the others is
 * that they are not there, and that is what pictures and text say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "stage.h"

static void chosen_open(struct stage *stage, const char *algo, uint32_t n, const char *blocks)
{
    const struct run_spec spec = { .n = n, .block = 8, .sequence = true,
                                   .trace_blocks = blocks };

    assert_true(stage_open_spec(stage, algo, &spec));
}

/* How many texts of the view at its last step begin like this. */
static int chosen_says(struct stage *stage, enum view_kind kind, const char *text)
{
    struct draw_list list;
    int count;

    stage->view.kind = kind;
    stage->view.step = view_last(&stage->view);
    draw_init(&list);
    scene_draw(&stage->view, &list, &draw_metric_fixed);
    assert_false(list.failed);
    count = stage_says(&list, text);
    draw_finish(&list);
    return count;
}

/* Those side by side are one, and nothing is known of them. */
static void left_out_are_one(void **state)
{
    struct stage stage;

    (void)state;
    chosen_open(&stage, "look-back", 64, "0,1,last");
    const struct blocks *blocks = &stage.found.blocks;
    const struct tiles *tiles = &stage.found.tiles;
    assert_int_equal(blocks->count, 4);
    assert_int_equal(blocks->tiles, 8);
    assert_int_equal(blocks->traced, 3);
    assert_int_equal(tiles->count, 4);
    assert_int_equal(tiles->tiles, 8);
    assert_int_equal(tiles->traced, 3);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(blocks->block[i].tile, i < 3 ? i : 7);
        assert_int_equal(blocks->block[i].until, i < 2 ? i : i == 2 ? 6 : 7);
        assert_int_equal(blocks->block[i].traced, i != 2);
        assert_int_equal(tiles->life[i].tile, blocks->block[i].tile);
        assert_int_equal(tiles->life[i].until, blocks->block[i].until);
        assert_int_equal(tiles->life[i].traced, i != 2);
    }
    assert_false(blocks->block[2].owns);
    assert_int_equal(blocks->block[2].ins + blocks->block[2].outs, 0);
    assert_int_equal(tiles->life[2].states + tiles->life[2].reads, 0);
    assert_true(findings_tile_traced(&stage.found, 7));
    assert_false(findings_tile_traced(&stage.found, 5));
    stage_close(&stage);
}

/* The board is of a block that was traced. */
static void board_of_the_first_traced(void **state)
{
    struct stage stage;

    (void)state;
    chosen_open(&stage, "three-kernel", 64, "2,5");
    assert_int_equal(findings_first_tile(&stage.trace), 2);
    assert_int_equal(stage.found.board.tile, 2);
    assert_int_equal(stage.found.board.first_input, 16);
    stage_close(&stage);
}

static void look_back_view(void **state)
{
    struct stage stage;

    (void)state;
    chosen_open(&stage, "look-back", 64, "0,1,last");
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "not traced"), 2);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "tiles 2–6"), 2);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "invalid"), 0);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "0.7 a tile, 3 traced"), 1);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "in the 3 tiles traced"), 1);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "3 of 8 blocks"), 1);
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "Tile 7 has read one"), 1);
    stage.view.hover_launch = 0;
    stage.view.hover_tile = 4;
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK,
                                 "Tiles 2 to 6 were not traced"), 1);
    stage.view.tile = 4; /* none of its moments is known: time goes on as it was */
    stage.view.launch = 0;
    assert_int_equal(chosen_says(&stage, VIEW_LOOK_BACK, "Tile 7 knows all inputs"), 1);
    stage_close(&stage);
}

static void blocks_view(void **state)
{
    struct stage stage;

    (void)state;
    chosen_open(&stage, "look-back", 64, "0,1,last");
    assert_int_equal(chosen_says(&stage, VIEW_BLOCKS, "not traced"), 1);
    assert_int_equal(chosen_says(&stage, VIEW_BLOCKS, "8 blocks"), 1);
    stage.view.hover_launch = 0;
    stage.view.hover_tile = 5;
    assert_int_equal(chosen_says(&stage, VIEW_BLOCKS, "Tiles 2 to 6 were not traced"), 1);
    assert_int_equal(chosen_says(&stage, VIEW_BLOCKS, "Tile 5 of launch 1 touches"), 0);
    stage_close(&stage);
}

static const struct { const char *algo, *blocks, *line; } heads[] = {
    { "look-back", "0,1,last", "blocks traced: 0-1,7 of 8; shown: block 0, columns 0 to 7\n" },
    { "look-back", "6,1,3-4", "blocks traced: 1,3-4,6 of 8; shown: block 1, columns 8 to 15\n" },
    { "three-kernel", "2", "blocks traced: launch 1: 2 of 8, launch 2: none of 1, "
                           "launch 3: 2 of 8; shown: block 2, columns 16 to 23\n" },
    { "look-back", "0-last", "input" },
};

static void text_names_the_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct stage stage;
        struct buf text;

        chosen_open(&stage, heads[i].algo, 64, heads[i].blocks);
        buf_init(&text);
        scene_text(&stage.found, -1, &text);
        assert_int_equal(strncmp(buf_text(&text), heads[i].line, strlen(heads[i].line)), 0);
        buf_finish(&text);
        stage_close(&stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_out_are_one),
        cmocka_unit_test(board_of_the_first_traced),
        cmocka_unit_test(look_back_view),
        cmocka_unit_test(blocks_view),
        cmocka_unit_test(text_names_the_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
