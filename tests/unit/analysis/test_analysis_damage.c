/* Traces that are cut or senseless: every pass ends, and says what it cannot
 * know. The reader refuses most of these; analysis must not rely on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "build.h"

/* A small generator, the same everywhere. */
static uint32_t draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static void look_at_all(const struct build *b)
{
    struct findings f;
    struct err err = {0};
    if (!analyse(&b->trace, &f, &err)) {
        assert_true(err.what[0] != '\0');
        return;
    }
    unsigned char *cone = malloc((size_t)f.board.rows * f.board.columns);
    assert_non_null(cone);
    for (uint32_t c = 0; c < f.board.columns; c++) {
        unsigned char value[ELEM_MAX];
        board_value(&b->trace, &f.board, f.board.rows - 1, c, value);
        board_cone(&f.board, f.board.rows - 1, c, cone);
        assert_int_equal(
            cone[(size_t)(f.board.rows - 1) * f.board.columns + c], 1);
    }
    free(cone);
    for (uint32_t h = 0; h < f.hazards.count; h++) {
        assert_true(f.hazards.hazard[h].what[0] != '\0');
        assert_true(f.hazards.hazard[h].count > 0);
        assert_true(f.steps.count == 0
                    || f.hazards.hazard[h].step < f.steps.count);
    }
    analysis_finish(&f);
}

static void damage_one(struct event *event, uint64_t *seed)
{
    uint32_t what = draw(seed) % 6, to = draw(seed);
    switch (what) {
    case 0: event->kind = (uint8_t)(to % 32); break;
    case 1: event->array = (uint8_t)(to % 8); break;
    case 2: event->index = (int32_t)(to % 64) - 16; break;
    case 3: event->a = to % 4 ? to % 48 : to; break;
    case 4: event->b = to % 4 ? to % 48 : to; break;
    default: event->bits = to; break;
    }
}

static void senseless_events(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int turn = 0; turn < 1200; turn++) {
        struct build b;
        build_open(&b, 8, 1 + turn % 4 / 3, turn % 4 == 2 ? 32 : 8);
        b.writers = turn % 2 == 0;
        if (turn % 4 == 2)
            build_warp(&b, turn % 8 == 2, turn % 3 != 0);
        else if (turn % 4 == 1)
            build_blelloch(&b, turn % 3 == 0);
        else if (turn % 4 == 0)
            build_hillis(&b, turn % 8 == 0, turn % 3 == 0);
        else
            for (uint32_t t = 0; t < 16; t++)
                build_st(&b, t, 1, (int32_t)t % 8, build_ld(&b, t, 0, 3));
        build_close(&b);
        for (uint32_t k = 0; k <= draw(&seed) % 8; k++)
            damage_one(&b.trace.events[draw(&seed) % b.trace.event_count],
                       &seed);
        look_at_all(&b);
        build_finish(&b);
    }
}

/* Each thread keeps its first events only. */
static void cut_traces(void **state)
{
    (void)state;
    for (uint32_t keep = 0; keep < 40; keep++) {
        struct build b;
        struct findings f;
        struct err err = {0};
        build_open(&b, 8, 1, 8);
        build_blelloch(&b, false);
        for (uint32_t t = 0; t < 8; t++) {
            if (b.count[t] <= keep)
                continue;
            b.trace.dropped += b.count[t] - keep;
            b.count[t] = keep;
        }
        b.writers = false;
        build_close(&b);
        assert_true(analyse(&b.trace, &f, &err));
        assert_int_equal(f.steps.cut, b.trace.dropped > 0);
        assert_int_equal(f.flow.cut, f.steps.cut);
        assert_int_equal(f.workspan.cut, f.steps.cut);
        assert_int_equal(f.board.cut, f.steps.cut);
        assert_int_equal(f.banks.cut, f.steps.cut);
        assert_int_equal(f.coalescing.cut, f.steps.cut);
        assert_int_equal(f.hazards.cut, f.steps.cut);
        assert_int_equal(f.hazards.count, 0);
        analysis_finish(&f);
        look_at_all(&b);
        build_finish(&b);
    }
}

/* Segments that do not lie one behind the other are refused in words. */
static void segments_out_of_order(void **state)
{
    (void)state;
    for (int turn = 0; turn < 5; turn++) {
        struct build b;
        struct findings f;
        struct err err = {0};
        build_open(&b, 8, 2, 4);
        for (uint32_t t = 0; t < 8; t++)
            build_ld(&b, t, 0, (int32_t)t);
        build_close(&b);
        struct trace_seg *segs = b.trace.segs;
        switch (turn) {
        case 0: segs[3].first++; break;
        case 1: segs[3].count = 9; break;
        case 2: segs[3].launch = 1; break;
        case 3: segs[3].tile = 7; break;
        default: b.trace.event_count++; break;
        }
        assert_false(analyse(&b.trace, &f, &err));
        assert_int_equal(err.code, ERR_FAILED);
        assert_string_equal(err.what, "the trace is damaged: its threads are "
                                      "out of order");
        build_finish(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(senseless_events),
        cmocka_unit_test(cut_traces),
        cmocka_unit_test(segments_out_of_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
