/* Requests of a warp, values between blocks, status words over time: real runs
 * against figures worked out by hand and against the passes that count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "run/run.h"

struct sample {
    const char *algo;
    uint32_t n, block, resident;
    const char *schedule;
};

struct look { struct trace trace; struct findings found; };

static void look_open(struct look *look, const struct sample *sample, bool sequence)
{
    struct err err = {0};
    struct run_spec spec = {.algo = run_algo_find(sample->algo, &err),
                            .n = sample->n, .block = sample->block,
                            .resident = sample->resident,
                            .schedule = sample->schedule, .device = RUN_HOST,
                            .sequence = sequence};
    trace_init(&look->trace);
    if (!spec.algo || !run_record(&spec, &look->trace, NULL, &err)
        || !analyse(&look->trace, &look->found, &err))
        fail_msg("%s: %s", sample->algo, err.what);
}

static void look_close(struct look *look)
{
    analysis_finish(&look->found);
    trace_finish(&look->trace);
}

static int32_t word(const struct look *look, uint32_t event)
{
    assert_true(event < look->trace.event_count);
    return (int32_t)look->trace.events[event].bits;
}

/* ---- requests -------------------------------------------------------------------- */

static const struct sample counted[] = {
    {"hillis", 64, 0, 0, NULL},          {"blelloch-pairs", 256, 0, 0, NULL},
    {"blelloch-pairs-padded", 256, 0, 0, NULL}, {"warp", 32, 0, 0, NULL},
    {"three-kernel", 64, 16, 0, NULL},   {"look-back", 64, 8, 3, "random:2"},
    {"serial", 9, 0, 0, NULL},
};

/* The requests of all tiles add up to what banks and coalescing count. */
static void sums(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        struct look look;
        look_open(&look, &counted[i], false);
        const struct findings *f = &look.found;
        for (uint32_t k = 0; k < f->steps.count; k++) {
            uint64_t excess = 0, sectors = 0, least = 0;
            for (uint32_t tile = 0; tile < 64; tile++) {
                struct requests all;
                struct err err = {0};
                assert_true(analysis_requests(&look.trace, &f->steps, k, tile,
                                              &look.found.arena, &all, &err));
                for (uint32_t r = 0; r < all.count; r++) {
                    excess += all.request[r].excess;
                    sectors += all.request[r].sectors;
                    least += all.request[r].least;
                    assert_true(all.request[r].degree
                                    <= all.request[all.worst].degree
                                || all.request[r].space == SPACE_GLOBAL);
                }
            }
            assert_int_equal(excess, f->banks.step[k].load_excess
                                         + f->banks.step[k].store_excess);
            assert_int_equal(sectors, f->coalescing.step[k].load.sectors
                                          + f->coalescing.step[k].store.sectors);
            assert_int_equal(least, f->coalescing.step[k].load.least
                                        + f->coalescing.step[k].store.least);
        }
        look_close(&look);
    }
}

/* Up-sweep, d = 8: thread t loads s[16 t + 7], banks 7 and 23. */
static void one_request(void **state)
{
    static const struct sample pairs = {"blelloch-pairs", 1024, 0, 0, NULL};
    struct look look;
    struct requests all;
    struct err err = {0};

    (void)state;
    look_open(&look, &pairs, false);
    assert_int_equal(look.found.steps.step[4].phase_number, 8);
    assert_true(analysis_requests(&look.trace, &look.found.steps, 4, 0,
                                  &look.found.arena, &all, &err));
    assert_int_equal(all.count, 2 * 3);
    const struct warp_request *r = &all.request[all.worst];
    assert_int_equal(r->warp, 0);
    assert_int_equal(r->space, SPACE_SHARED);
    assert_int_equal(r->store, 0);
    assert_int_equal(r->degree, 16);
    assert_int_equal(r->excess, 15);
    assert_true(r->lanes == UINT32_MAX);
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(r->address[lane], 4 * (16 * lane + 7));
        assert_int_equal(look.trace.events[r->event[lane]].index, 16 * lane + 7);
    }
    look_close(&look);
}

/* 64 elements with a word of padding behind every 32: words 32 and 65. */
static void unused_words(void **state)
{
    static const struct sample padded = {"blelloch-pairs-padded", 64, 0, 0, NULL};
    struct words_used words;
    struct look look;
    struct err err = {0};

    (void)state;
    look_open(&look, &padded, false);
    assert_true(analysis_words(&look.trace, 0, 0, &look.found.arena, &words, &err));
    assert_true(words.count >= 65);
    for (uint32_t w = 0; w < words.count; w++)
        assert_int_equal(words.used[w], w != 32 && w < 65);
    look_close(&look);
}

/* ---- blocks ------------------------------------------------------------------------ */

static const struct block_info *block_of(const struct look *look, uint32_t launch,
                                         uint32_t tile)
{
    const struct blocks *all = &look->found.blocks;

    for (uint32_t b = 0; b < all->count; b++)
        if (all->block[b].launch == launch && all->block[b].tile == tile)
            return &all->block[b];
    fail_msg("no tile %u in launch %u", tile, launch);
    return NULL;
}

/* 3 1 4 1 | 5 9 2 6 | twice: sums 9 22 9 22, offsets 0 9 31 40. */
static void three_kernels(void **state)
{
    static const struct sample three = {"three-kernel", 16, 4, 0, NULL};
    static const int32_t total[] = {9, 22, 9, 22}, before[] = {0, 9, 31, 40};
    struct look look;

    (void)state;
    look_open(&look, &three, false);
    const struct blocks *all = &look.found.blocks;
    assert_int_equal(all->count, 4 + 1 + 4);
    for (uint32_t t = 0; t < 4; t++) {
        const struct block_info *scan = block_of(&look, 0, t);
        const struct block_info *add = block_of(&look, 2, t);
        assert_true(scan->owns);
        assert_int_equal(scan->first, 4 * t);
        assert_int_equal(scan->last, 4 * t + 3);
        assert_int_equal(scan->ins, 0);
        assert_int_equal(word(&look, scan->total), total[t]);
        assert_int_equal(add->ins, t ? 2 : 0);
        if (t == 0)
            continue;
        assert_int_equal(word(&look, add->prefix), before[t]);
        uint32_t values = 0;
        for (uint32_t i = 0; i < 2; i++) {
            const struct block_link *link = &all->link[add->in + i];
            values += link->values;
            assert_int_equal(all->block[link->to].tile, t);
            assert_false(link->status);
            assert_true(link->made < link->read);
        }
        assert_int_equal(values, 4 + 1);
    }
    const struct block_info *middle = block_of(&look, 1, 0);
    assert_int_equal(middle->ins, 4);
    assert_int_equal(middle->outs, 3);
    assert_false(middle->owns);
    look_close(&look);
}

static void one_block(void **state)
{
    static const struct sample hillis = {"hillis", 8, 0, 0, NULL};
    struct look look;

    (void)state;
    look_open(&look, &hillis, true);
    assert_int_equal(look.found.blocks.count, 1);
    assert_int_equal(look.found.blocks.link_count, 0);
    assert_int_equal(look.found.tiles.count, 0);
    look_close(&look);
}

static void other_tile(void **state)
{
    static const struct sample three = {"three-kernel", 16, 4, 0, NULL};
    struct look look;
    struct err err = {0};

    (void)state;
    look_open(&look, &three, false);
    assert_int_equal(look.found.board.first_input, 0);
    for (uint32_t tile = 2; tile < 4; tile++) {
        unsigned char value[ELEM_MAX];
        int32_t first;
        assert_true(findings_show_tile(&look.found, tile, &err));
        assert_int_equal(look.found.board.tile, tile);
        assert_int_equal(look.found.board.first_input, 4 * tile);
        assert_true(board_value(&look.trace, &look.found.board, 0, 0, value));
        memcpy(&first, value, sizeof first);
        assert_int_equal(first, tile == 2 ? 3 : 5);
    }
    look_close(&look);
}

/* ---- tiles --------------------------------------------------------------------------- */

static const struct sample polled[] = {
    {"look-back", 16, 4, 0, NULL},         {"look-back", 64, 4, 5, "random:3"},
    {"look-back-warp", 256, 32, 4, "random:1"},
    {"look-back-ahead", 256, 32, 4, "random:7"}, {"chained", 32, 4, 8, "random:9"},
};

static void check_life(const struct look *look, uint32_t i)
{
    const struct tiles *t = &look->found.tiles;
    const struct tile_life *life = &t->life[i];
    const uint64_t *at = t->step_at + (size_t)i * (look->found.steps.count + 1);
    uint64_t failed = 0;

    assert_true(life->begin <= life->end && life->end <= t->end);
    assert_true(life->states >= 1 && at[0] == life->begin);
    for (uint32_t k = 0; k < look->found.steps.count; k++)
        assert_true(at[k] <= at[k + 1] && at[k + 1] <= life->end);
    for (uint32_t k = 0; k < life->reads; k++) {
        const struct tile_read *r = &t->read[life->read + k];
        assert_int_equal(r->life, i);
        assert_true(r->of < life->tile && r->since <= r->at);
        assert_true(r->publish != FLOW_NONE);
        assert_int_equal(look->trace.events[r->publish].b, r->kind);
        assert_int_equal(word(look, r->publish), word(look, r->event));
        failed += r->failed;
    }
    assert_int_equal(life->failed, failed);
}

/* No read comes before what it read. */
static void check_order(const struct look *look)
{
    const struct tiles *t = &look->found.tiles;

    for (uint32_t i = 0; i < t->read_count; i++)
        for (uint32_t s = 0; s < t->state_count; s++)
            if (t->state[s].event == t->read[i].publish)
                assert_true(t->state[s].at < t->read[i].at);
}

static void status_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof polled / sizeof *polled; i++)
        for (int sequence = 0; sequence < 2; sequence++) {
            struct look look;
            look_open(&look, &polled[i], sequence);
            const struct tiles *t = &look.found.tiles;
            assert_int_equal(t->count, polled[i].n / polled[i].block);
            assert_int_equal(t->clock, sequence ? TILE_EXECUTION : TILE_ORDER);
            for (uint32_t k = 0; k < t->count; k++)
                check_life(&look, k);
            check_order(&look);
            assert_int_equal(t->life[0].reads, 0);
            look_close(&look);
        }
}

/* With the stamps of a GPU the axis is its clock. */
static void stamps(void **state)
{
    struct look look;
    struct err err = {0};

    (void)state;
    look_open(&look, &polled[1], true);
    struct trace *t = &look.trace;
    t->stamps = ARENA_NEW(&t->arena, struct trace_stamp, t->event_count);
    assert_non_null(t->stamps);
    for (uint64_t e = 0; e < t->event_count; e++)
        t->stamps[e].ns = 5000 + 3 * t->sequence[e];
    analysis_finish(&look.found);
    assert_true(analyse(t, &look.found, &err));
    assert_int_equal(look.found.tiles.clock, TILE_NS);
    assert_int_equal(look.found.tiles.begin, 5000);
    assert_int_equal(look.found.tiles.end, 5000 + 3 * (t->event_count - 1));
    for (uint32_t k = 0; k < look.found.tiles.count; k++)
        check_life(&look, k);
    check_order(&look);
    look_close(&look);
}

/* In order every tile finds the prefix of the tile before it at once. */
static void look_back_in_order(void **state)
{
    struct look look;

    (void)state;
    look_open(&look, &polled[0], true);
    const struct tiles *t = &look.found.tiles;
    assert_int_equal(t->failed, 0);
    assert_int_equal(t->read_count, 3);
    assert_int_equal(t->state_count, 1 + 3 * 2);
    for (uint32_t k = 1; k < t->count; k++) {
        assert_int_equal(t->life[k].reads, 1);
        assert_int_equal(t->read[t->life[k].read].of, k - 1);
        assert_int_equal(t->read[t->life[k].read].kind, 2);
    }
    look_close(&look);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),          cmocka_unit_test(one_request),
        cmocka_unit_test(unused_words),  cmocka_unit_test(three_kernels),
        cmocka_unit_test(one_block),     cmocka_unit_test(other_tile),
        cmocka_unit_test(status_words),  cmocka_unit_test(stamps),
        cmocka_unit_test(look_back_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
