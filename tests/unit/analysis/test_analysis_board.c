/* Boards: rows of values, and every arrow from where its operand came. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "build.h"

static struct findings look(struct build *b)
{
    struct findings f;
    struct err err = {0};
    build_close(b);
    if (!analyse(&b->trace, &f, &err))
        fail_msg("%s", err.what);
    return f;
}

static const struct cell *cell_at(const struct findings *f, uint32_t row,
                                  uint32_t column)
{
    return &f->board.cells[row * f->board.columns + column];
}

static void assert_row(const struct build *b, const struct findings *f,
                       uint32_t row, const int32_t *want)
{
    for (uint32_t c = 0; c < f->board.columns; c++) {
        unsigned char bytes[ELEM_MAX];
        int32_t value;
        assert_true(board_value(&b->trace, &f->board, row, c, bytes));
        memcpy(&value, bytes, sizeof value);
        if (value != want[c])
            fail_msg("row %u column %u: %d, not %d", row, c, value, want[c]);
    }
}

/* The moves into a cell: columns left to right; returns how many. */
static uint32_t moves_into(const struct findings *f, uint32_t row, int32_t to,
                           const struct move **first)
{
    const struct board *board = &f->board;
    uint32_t count = 0;
    for (uint32_t m = board->move_first[row]; m < board->move_first[row + 1];
         m++) {
        assert_int_equal(board->moves[m].row, row);
        if (board->moves[m].to_column != to)
            continue;
        if (count++ == 0)
            *first = &board->moves[m];
    }
    return count;
}

static void assert_plain(const struct findings *f, uint32_t row, int32_t to,
                         int32_t from)
{
    const struct move *move = NULL;
    assert_int_equal(moves_into(f, row, to, &move), 1);
    assert_int_equal(move->from_column, from);
    assert_true(move->op == FLOW_NONE);
    assert_int_equal(move->stale, 0);
}

static void assert_op(const struct findings *f, uint32_t row, int32_t to,
                      int32_t left, int32_t right)
{
    const struct move *move = NULL;
    assert_int_equal(moves_into(f, row, to, &move), 2);
    assert_int_equal(move[0].from_column, left);
    assert_int_equal(move[1].from_column, right);
    assert_int_equal(move[0].operand, 0);
    assert_int_equal(move[1].operand, 1);
    for (int i = 0; i < 2; i++) {
        assert_true(move[i].op != FLOW_NONE);
        assert_int_equal(move[i].stale, 0);
    }
}

static void hillis_rows(void **state)
{
    static const int32_t rows[6][8] = {
        {3, 1, 4, 1, 5, 9, 2, 6},      {3, 1, 4, 1, 5, 9, 2, 6},
        {3, 4, 5, 5, 6, 14, 11, 8},    {3, 4, 8, 9, 11, 19, 17, 22},
        {3, 4, 8, 9, 14, 23, 25, 31}, {3, 4, 8, 9, 14, 23, 25, 31},
    };
    (void)state;
    for (int notes = 0; notes < 2; notes++) {
        struct build b;
        build_open(&b, 8, 1, 8);
        build_hillis(&b, notes, false);
        struct findings f = look(&b);
        assert_int_equal(f.board.columns, 8);
        assert_int_equal(f.board.rows, 6);
        assert_false(f.board.tree);
        assert_false(f.board.registers);
        for (uint32_t r = 0; r < 6; r++)
            assert_row(&b, &f, r, rows[r]);
        for (int32_t c = 0; c < 8; c++) {
            const struct move *move;
            assert_plain(&f, 1, c, c);
            for (int32_t k = 0; k < 3; k++) {
                int32_t d = 1 << k;
                uint8_t state_now = cell_at(&f, (uint32_t)k + 2, (uint32_t)c)
                                        ->state;
                if (c >= d)
                    assert_op(&f, (uint32_t)k + 2, c, c - d, c);
                else
                    assert_int_equal(
                        moves_into(&f, (uint32_t)k + 2, c, &move), 0);
                assert_int_equal(state_now,
                                 c >= d ? CELL_CHANGED : CELL_SAME);
            }
            assert_plain(&f, 5, c, c);
        }
        assert_true(f.board.total_value != FLOW_NONE);
        assert_int_equal(b.trace.events[f.board.total_value].bits, 31);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void blelloch_rows(void **state)
{
    static const int32_t rows[10][8] = {
        {3, 1, 4, 1, 5, 9, 2, 6},    {3, 1, 4, 1, 5, 9, 2, 6},
        {3, 4, 4, 5, 5, 14, 2, 8},   {3, 4, 4, 9, 5, 14, 2, 22},
        {3, 4, 4, 9, 5, 14, 2, 31},  {3, 4, 4, 9, 5, 14, 2, 0},
        {3, 4, 4, 0, 5, 14, 2, 9},   {3, 0, 4, 4, 5, 9, 2, 23},
        {0, 3, 4, 8, 9, 14, 23, 25}, {0, 3, 4, 8, 9, 14, 23, 25},
    };
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 8);
    build_blelloch(&b, false);
    struct findings f = look(&b);
    assert_int_equal(f.board.rows, 10);
    assert_true(f.board.tree);
    for (uint32_t r = 0; r < 10; r++)
        assert_row(&b, &f, r, rows[r]);
    assert_op(&f, 2, 1, 0, 1);
    assert_op(&f, 4, 7, 3, 7);
    assert_plain(&f, 7, 1, 3);  /* the left child takes its parent's value */
    assert_op(&f, 7, 3, 3, 1);  /* the right one parent, then left sum */
    assert_op(&f, 7, 7, 7, 5);
    const struct move *move;
    assert_int_equal(moves_into(&f, 5, 7, &move), 0); /* the root is cleared */
    assert_int_equal(cell_at(&f, 5, 7)->flags & FLOW_PADDING, 0);
    assert_int_equal(b.trace.events[f.board.total_value].bits, 31);
    analysis_finish(&f);
    build_finish(&b);
}

static void padding_is_marked(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 5, 1, 8);
    build_blelloch(&b, false);
    struct findings f = look(&b);
    assert_int_equal(f.board.columns, 8);
    for (uint32_t c = 0; c < 8; c++) {
        assert_int_equal(cell_at(&f, 0, c)->state,
                         c < 5 ? CELL_SAME : CELL_EMPTY);
        assert_int_equal(cell_at(&f, 1, c)->flags & FLOW_PADDING,
                         c < 5 ? 0 : FLOW_PADDING);
    }
    analysis_finish(&f);
    build_finish(&b);
}

static void trees_and_others(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 16; n++) {
        struct build b;
        struct findings f;
        build_open(&b, n, 1, n);
        build_hillis(&b, true, false);
        f = look(&b);
        assert_false(f.board.tree);
        analysis_finish(&f);
        build_finish(&b);
        build_open(&b, n, 1, 1);
        build_serial(&b, n % 2 != 0);
        f = look(&b);
        assert_false(f.board.tree);
        analysis_finish(&f);
        build_finish(&b);
        uint32_t m = 1;
        while (m < n)
            m *= 2;
        build_open(&b, n, 1, m);
        build_blelloch(&b, n % 2 != 0);
        f = look(&b);
        assert_int_equal(f.board.tree, n > 1);
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void serial_rows(void **state)
{
    (void)state;
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        struct build b;
        build_open(&b, 8, 1, 1);
        build_serial(&b, inclusive);
        struct findings f = look(&b);
        assert_int_equal(f.board.rows, 9);
        assert_int_equal(f.board.columns, 8);
        for (int32_t c = 2; c < 8 && inclusive; c++)
            assert_op(&f, (uint32_t)c + 1, c, c - 1, c);
        for (int32_t c = 2; c < 8 && !inclusive; c++) {
            const struct move *move = NULL;
            assert_int_equal(moves_into(&f, (uint32_t)c + 1, c, &move), 2);
            assert_int_equal(move[0].from_column, c - 1);
            assert_int_equal(move[0].stale, 0);
            assert_int_equal(move[1].from_column, c - 1);
            assert_int_equal(move[1].stale, MOVE_OLDER); /* y[c-1] lies there */
        }
        analysis_finish(&f);
        build_finish(&b);
    }
}

static void warp_rows(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 20, 1, 32);
    build_warp(&b, true, true);
    struct findings f = look(&b);
    assert_int_equal(f.board.columns, 32);
    assert_true(f.board.registers);
    for (int32_t lane = 0; lane < 20; lane++)
        assert_plain(&f, 1, lane, lane);
    for (int32_t lane = 20; lane < 32; lane++)
        assert_true(cell_at(&f, 1, (uint32_t)lane)->flags & FLOW_PADDING);
    for (int32_t k = 0; k < 5; k++) {
        int32_t d = 1 << k;
        for (int32_t lane = d; lane < 32; lane++) {
            const struct move *move = NULL;
            assert_int_equal(
                moves_into(&f, (uint32_t)k + 2, lane, &move), 2);
            assert_int_equal(move[0].from_column, lane - d);
            assert_int_equal(move[1].from_column, lane);
            assert_int_equal(move[0].stale + move[1].stale, 0);
            assert_int_equal(cell_at(&f, (uint32_t)k + 2, (uint32_t)lane)
                                 ->array, -1);
        }
    }
    for (int32_t lane = 0; lane < 20; lane++)
        assert_plain(&f, 7, lane, lane);
    analysis_finish(&f);
    build_finish(&b);
}

static void warp_shift_row(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 32, 1, 32);
    build_warp(&b, true, false);
    struct findings f = look(&b);
    const struct move *move;
    assert_int_equal(f.board.rows, 9);
    assert_int_equal(moves_into(&f, 7, 0, &move), 0);
    for (int32_t lane = 1; lane < 32; lane++)
        assert_plain(&f, 7, lane, lane - 1);
    analysis_finish(&f);
    build_finish(&b);
}

/* A kernel with a wrong index shows a wrong arrow: column 5 reads 2, not 3. */
static void wrong_index_wrong_arrow(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 8);
    int s = build_array(&b, "s", SPACE_SHARED, 8);
    build_phase(&b, PHASE_LOAD, 0);
    for (uint32_t t = 0; t < 8; t++)
        build_st(&b, t, s, (int32_t)t, build_ld(&b, t, 0, (int32_t)t));
    build_barrier(&b);
    build_phase(&b, PHASE_STRIDE, 2);
    uint32_t left = build_ld(&b, 5, s, 2);
    uint32_t right = build_ld(&b, 5, s, 5);
    build_barrier(&b);
    build_st(&b, 5, s, 5, build_op(&b, 5, left, right));
    struct findings f = look(&b);
    assert_op(&f, 2, 5, 2, 5);
    const struct cover *cover =
        flow_cover(&f.flow, cell_at(&f, 2, 5)->value);
    assert_int_equal(cover->count, 2);
    assert_int_equal(cover->run[0].first, 2);
    assert_int_equal(cover->run[0].last, 2);
    assert_int_equal(cover->run[1].first, 5);
    analysis_finish(&f);
    build_finish(&b);
}

/* In place with one barrier, ascending: what was read is this step's value. */
static void race_is_stale(void **state)
{
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 8);
    build_hillis(&b, true, true);
    struct findings f = look(&b);
    const struct move *move = NULL;
    assert_int_equal(moves_into(&f, 2, 4, &move), 2);
    assert_int_equal(move[0].from_column, 3);
    assert_int_equal(move[0].stale, MOVE_NEWER);
    assert_int_equal(move[1].stale, 0);
    unsigned char cone[8 * 8];
    assert_true(f.board.rows * f.board.columns <= sizeof cone);
    board_cone(&f.board, 2, 4, cone);
    for (uint32_t c = 0; c < 8; c++)
        assert_int_equal(cone[c], c <= 4); /* inputs 0 to 4 are in it */
    analysis_finish(&f);
    build_finish(&b);
}

static void cone_of_a_cell(void **state)
{
    static const unsigned char want[4][8] = {
        {0, 0, 1, 1, 1, 1, 0, 0}, {0, 0, 1, 1, 1, 1, 0, 0},
        {0, 0, 0, 1, 0, 1, 0, 0}, {0, 0, 0, 0, 0, 1, 0, 0},
    };
    (void)state;
    struct build b;
    build_open(&b, 8, 1, 8);
    build_hillis(&b, true, false);
    struct findings f = look(&b);
    unsigned char cone[6 * 8];
    board_cone(&f.board, 3, 5, cone);
    assert_memory_equal(cone, want, sizeof want);
    for (size_t i = sizeof want; i < sizeof cone; i++)
        assert_int_equal(cone[i], 0);
    analysis_finish(&f);
    build_finish(&b);
}

/* Two blocks of four: the second one's board begins at input 4. */
static void second_tile(void **state)
{
    (void)state;
    struct build b;
    struct board board;
    struct err err = {0};
    build_open(&b, 8, 2, 4);
    for (uint32_t t = 0; t < 8; t++)
        build_st(&b, t, 1, (int32_t)t, build_ld(&b, t, 0, (int32_t)t));
    struct findings f = look(&b);
    assert_true(analysis_board(&b.trace, &f.steps, &f.flow, 1, &f.arena,
                               &board, &err));
    assert_int_equal(board.first_input, 4);
    assert_int_equal(board.columns, 4);
    assert_int_equal(board.move_count, 4);
    unsigned char value[ELEM_MAX];
    assert_true(board_value(&b.trace, &board, 1, 1, value));
    assert_int_equal(value[0], 9);
    analysis_finish(&f);
    build_finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hillis_rows),
        cmocka_unit_test(blelloch_rows),
        cmocka_unit_test(padding_is_marked),
        cmocka_unit_test(trees_and_others),
        cmocka_unit_test(serial_rows),
        cmocka_unit_test(warp_rows),
        cmocka_unit_test(warp_shift_row),
        cmocka_unit_test(wrong_index_wrong_arrow),
        cmocka_unit_test(race_is_stale),
        cmocka_unit_test(cone_of_a_cell),
        cmocka_unit_test(second_tile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
