/* Runs of which chosen blocks are recorded: what the list means in each launch,
 * and that the events that are kept are those of the whole run, to the byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/elem_info.h"
#include "run/options.h"

/* ---- lists ---------------------------------------------------------------- */

/* A head of two launches. */
static void choose(struct trace *trace, const char *list, uint32_t first,
                   uint32_t second, const struct chosen **chosen)
{
    struct err err = { 0 };
    trace_init(trace);
    trace->launches = ARENA_NEW(&trace->arena, struct trace_launch, 2);
    assert_non_null(trace->launches);
    trace->launch_count = 2;
    trace->launches[0].grid = (struct trace_dim){ first, 1, 1 };
    trace->launches[1].grid = (struct trace_dim){ second, 1, 1 };
    assert_true(run_blocks_choose(list, trace, chosen, &err));
}

/* "0-1,15" */
static void ranges_text(const struct chosen *chosen, struct buf *text)
{
    for (uint32_t i = 0; i < chosen->ranges; i++) {
        const struct chosen_range *range = &chosen->range[i];
        buf_printf(text, range->first == range->last ? "%s%u" : "%s%u-%u", i ? "," : "",
                   range->first, range->last);
    }
}

static void lists_in_every_launch(void **state)
{
    static const struct {
        const char *list; uint32_t grid[2]; const char *ranges[2]; uint32_t blocks[2];
    } rows[] = {
        { "0,1,last", { 16, 4 }, { "0-1,15", "0-1,3" }, { 3, 3 } },
        { "0,1,last", { 65536, 1 }, { "0-1,65535", "0" }, { 3, 1 } },
        { "last", { 16, 1 }, { "15", "0" }, { 1, 1 } },
        { "5", { 6, 5 }, { "5", "" }, { 1, 0 } },
        { "2-5,last", { 4, 9 }, { "2-3", "2-5,8" }, { 2, 5 } },
        { "3-last,0", { 9, 2 }, { "0,3-8", "0" }, { 7, 1 } },
        { "6-last", { 9, 6 }, { "6-8", "" }, { 3, 0 } },
        { "7,7,3,last,last", { 8, 4 }, { "3,7", "3" }, { 2, 1 } },
        { "4-6,5-8,1", { 20, 6 }, { "1,4-8", "1,4-5" }, { 6, 3 } },
        { "0-4294967294", { 7, 1 }, { "0-6", "0" }, { 7, 1 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct chosen *chosen;
        struct trace trace;
        choose(&trace, rows[i].list, rows[i].grid[0], rows[i].grid[1], &chosen);
        for (int launch = 0; launch < 2; launch++) {
            struct buf text;
            buf_init(&text);
            ranges_text(&chosen[launch], &text);
            assert_string_equal(buf_text(&text), rows[i].ranges[launch]);
            assert_int_equal(chosen[launch].blocks, rows[i].blocks[launch]);
            buf_finish(&text);
        }
        trace_finish(&trace);
    }
}

static void no_list_is_all(void **state)
{
    const struct chosen *chosen;
    struct trace trace;
    (void)state;
    choose(&trace, NULL, 3, 4, &chosen);
    assert_null(chosen);
    trace_finish(&trace);
}

/* ---- runs ----------------------------------------------------------------- */

static void record(struct trace *trace, const char *algo, uint32_t n, enum elem_op op,
                   const char *list)
{
    struct err err = { 0 };
    struct run_spec spec = { .algo = run_algo_find(algo, &err), .n = n, .op = op,
                             .input = "random:5", .device = RUN_HOST, .sequence = true,
                             .writer = true, .trace_blocks = list };
    trace_init(trace);
    if (!run_record(&spec, trace, NULL, &err))
        fail_msg("%s: %s", algo, err.what);
}

static const struct trace_seg *seg_find(const struct trace *trace,
                                        const struct trace_seg *like)
{
    for (uint32_t s = 0; s < trace->seg_count; s++)
        if (trace->segs[s].launch == like->launch && trace->segs[s].block == like->block
            && trace->segs[s].thread == like->thread)
            return &trace->segs[s];
    return NULL;
}

/* The load at `own` of the part names the store that it names in the whole. */
static void writer_is(const struct trace *part, uint64_t own, const struct trace *whole,
                      uint64_t all)
{
    const uint64_t own_store = part->writer[own], store = whole->writer[all];
    if (own_store == 0) {
        const struct trace_seg *seg =
            store ? seg_find(part, trace_seg_of(whole, store - 1)) : NULL;
        assert_true(!seg || seg->count == 0); /* nobody, or left out */
        return;
    }
    assert_int_not_equal(store, 0);
    const struct trace_seg *from = trace_seg_of(whole, store - 1);
    const struct trace_seg *seg = seg_find(part, from);
    assert_int_equal(own_store - 1 - seg->first, store - 1 - from->first);
}

/* Segment by segment. Returns how many events of the whole are not there. */
static uint64_t part_of(const struct trace *part, const struct trace *whole,
                        const struct chosen *chosen)
{
    uint64_t missing = 0;
    for (uint32_t s = 0; s < whole->seg_count; s++) {
        const struct trace_seg *all = &whole->segs[s], *own = seg_find(part, all);
        const struct chosen *here = &chosen[all->launch];
        if (chosen_slot(here->range, here->ranges, all->block) == CHOSEN_NONE) {
            assert_true(all->thread == 0 ? own && own->count == 0 : !own);
            assert_true(!own || own->tile == all->tile);
            missing += all->count;
            continue;
        }
        assert_non_null(own);
        assert_int_equal(own->tile, all->tile);
        assert_int_equal(own->count, all->count);
        assert_int_equal(own->dropped, 0);
        assert_memory_equal(&part->events[own->first], &whole->events[all->first],
                            all->count * sizeof(struct event));
        for (uint32_t e = 0; e < all->count; e++)
            writer_is(part, own->first + e, whole, all->first + e);
    }
    return missing;
}

/* What is kept happened in the same order, numbered without gaps. */
static void same_order(const struct trace *part, const struct trace *whole)
{
    uint64_t *at = calloc(whole->event_count + 1, sizeof *at), next = 0;
    assert_non_null(at);
    for (uint32_t s = 0; s < part->seg_count; s++) {
        const struct trace_seg *seg = &part->segs[s], *all = seg_find(whole, seg);
        for (uint32_t e = 0; e < seg->count; e++)
            at[whole->sequence[all->first + e]] = part->sequence[seg->first + e] + 1;
    }
    for (uint64_t i = 0; i < whole->event_count; i++)
        if (at[i] > 0)
            assert_int_equal(at[i], ++next);
    assert_int_equal(next, part->event_count);
    free(at);
}

static const struct { const char *algo; uint32_t n; enum elem_op op; const char *list,
                      *said; } runs[] = {
    { "three-kernel", 300, OP_ADD, "0,1,last", ": 3 of 10, 1 of 1, 3 of 10; " },
    { "three-kernel", 64, OP_MAT2, "5", ": 1 of 16, 0 of 4, 0 of 1, 0 of 4, 1 of 16; " },
    { "three-kernel", 64, OP_ADD, "0-last", "" },
    { "reduce-then-scan", 257, OP_STRING, "2-4,last", ": 4 of 9, 1 of 1, 4 of 9; " },
    { "chained", 200, OP_ADD, "0,last", "blocks traced: 2 of 13; " },
    { "look-back", 200, OP_AFFINE, "1,7", "blocks traced: 2 of 13; " },
    { "look-back-warp", 500, OP_ADD, "0,1,last", "blocks traced: 3 of 16; " },
    { "look-back-ahead", 200, OP_ADD, "3,3,6", "blocks traced: 2 of 7; " },
    { "hillis", 16, OP_ADD, "last", "" },
};

static void kept_as_in_the_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct trace whole, part;
        const struct chosen *chosen;
        struct buf said;
        struct err err = { 0 };
        record(&whole, runs[i].algo, runs[i].n, runs[i].op, NULL);
        record(&part, runs[i].algo, runs[i].n, runs[i].op, runs[i].list);
        assert_true(run_blocks_choose(runs[i].list, &whole, &chosen, &err));
        const uint64_t missing = part_of(&part, &whole, chosen);
        assert_int_equal(part.dropped, missing);
        assert_int_equal(part.event_count + missing, whole.event_count);
        same_order(&part, &whole);
        buf_init(&said);
        run_blocks_say(&part, &said);
        assert_int_equal(said.length > 0, missing > 0);
        if (missing > 0)
            assert_non_null(strstr(buf_text(&said), runs[i].said));
        buf_finish(&said);
        trace_finish(&part);
        trace_finish(&whole);
    }
}

static void blocks_are_counted(void **state)
{
    struct trace part;
    uint64_t traced, blocks;
    (void)state;
    record(&part, "three-kernel", 64, OP_ADD, "0,1,last");
    assert_true(run_blocks_traced(&part, &traced, &blocks));
    assert_int_equal(traced, 3 + 3 + 1 + 3 + 3);
    assert_int_equal(blocks, 16 + 4 + 1 + 4 + 16);
    trace_finish(&part);
}

/* All outputs are there, not only those of the kept blocks. */
static void results_of_the_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct trace part;
        unsigned char total[ELEM_MAX];
        record(&part, runs[i].algo, runs[i].n, runs[i].op, runs[i].list);
        const size_t width = elem_width(part.run.op, part.run.type);
        const unsigned char *wanted = run_reference(&part, &part.arena, total);
        assert_int_equal(part.results != NULL, part.dropped > 0);
        if (part.results) {
            assert_memory_equal(part.results, wanted, width * part.run.n);
            assert_memory_equal(part.results + width * part.run.n, total, width);
        }
        trace_finish(&part);
    }
}

/* What a run of chosen blocks takes does not grow with the others: a segment
 * for each of them, no events. */
static void the_rest_takes_no_room(void **state)
{
    uint64_t events[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct trace part;
        record(&part, "reduce-then-scan", i ? 1 << 16 : 1 << 13, OP_ADD, "0,last");
        uint32_t blocks = 0;
        for (uint32_t k = 0; k < part.launch_count; k++)
            blocks += part.launches[k].grid.x;
        assert_true(part.seg_count < blocks + 6 * part.run.block);
        events[i] = part.event_count;
        assert_true(part.dropped > 10 * part.event_count || i == 0);
        trace_finish(&part);
    }
    assert_true(events[1] < events[0] * 5 / 4);
}

/* Waiting for a block that is not resident, none of them kept: still found. */
static void a_stop_is_told(void **state)
{
    struct trace part;
    (void)state;
    record(&part, "broken/blocks-from-the-end", 200, OP_ADD, "last");
    assert_int_equal(part.stop_count, 1);
    assert_int_equal(part.stops[0].kind, STOP_SPIN);
    assert_int_not_equal(part.stops[0].block, part.launches[0].grid.x - 1);
    assert_true(part.dropped > 0);
    trace_finish(&part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_in_every_launch),
        cmocka_unit_test(no_list_is_all),
        cmocka_unit_test(kept_as_in_the_whole),
        cmocka_unit_test(blocks_are_counted),
        cmocka_unit_test(results_of_the_whole),
        cmocka_unit_test(the_rest_takes_no_room),
        cmocka_unit_test(a_stop_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
