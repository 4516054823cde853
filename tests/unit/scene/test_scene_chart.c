/* The timings view: files of one device are one table, the run's direction
 * first, ratios within one file, the size chosen by a click or the run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene/chart.h"
#include "stage.h"

struct bench {
    struct stage stage;
    struct timing_set set[4];
    const struct timing_set *sets[4];
    struct draw_list list;
};

static void bench_row(struct timing_set *set, const char *row, const char *label,
                      int e, double us, bool inclusive)
{
    struct timing t = { .n = 1ull << e, .runs = 21, .warmups = 3,
                        .median_ns = 1000 * us, .bytes = 8ull << e,
                        .limit = strcmp(row, "copy") == 0, .inclusive = inclusive };
    struct err err = { 0 };

    snprintf(t.row, sizeof(t.row), "%s", row);
    snprintf(t.label, sizeof(t.label), "%s", label);
    if (!timing_add(set, &t, &err))
        fail_msg("%s", err.what);
}

static void bench_head(struct timing_set *set, const char *device)
{
    snprintf(set->device, sizeof(set->device), "%s", device);
    snprintf(set->date, sizeof(set->date), "2026-01-31");
}

/* Set 0: 2^20 and 2^24 exclusive; 1: the same inclusive; 2: 2^4 and 2^5, with an
 * algorithm of its own and ten more; 3: another device. */
static void bench_open(struct bench *b, enum run_direction direction, uint32_t n)
{
    assert_true(stage_open(&b->stage, "blelloch", n, direction, NULL));
    for (int i = 0; i < 4; i++) {
        timing_init(&b->set[i]);
        bench_head(&b->set[i], i < 3 ? "Chip A" : "Chip B");
        b->sets[i] = &b->set[i];
    }
    for (int i = 0; i < 2; i++)
        for (int e = 20; e <= 24; e += 4) {
            bench_row(&b->set[i], "copy", "copy of the same bytes", e, 10, i == 1);
            bench_row(&b->set[i], i ? "cub-inclusive" : "cub-exclusive",
                      i ? "CUB inclusive" : "CUB exclusive", e, 20, i == 1);
            bench_row(&b->set[i], "fast", "single pass", e, i ? 16 : 12.5, i == 1);
        }
    for (int e = 4; e <= 5; e++) {
        bench_row(&b->set[2], "copy", "copy of the same bytes", e, 2, true);
        bench_row(&b->set[2], "blelloch", "Blelloch", e, 7.5, true);
        for (int i = 0; i < 10; i++) {
            char name[16], label[16];

            snprintf(name, sizeof(name), "other-%d", i);
            snprintf(label, sizeof(label), "Other %d", i);
            bench_row(&b->set[2], name, label, e, i == 9 ? 4 : 6 + i, true);
        }
    }
    bench_row(&b->set[3], "serial", "Serial loop", 10, 3, true);
    b->stage.view.timings = b->sets;
    b->stage.view.timing_count = 4;
    b->stage.view.row_now = "blelloch";
    b->stage.view.kind = VIEW_TIMINGS;
    draw_init(&b->list);
}

static void bench_close(struct bench *b)
{
    draw_finish(&b->list);
    for (int i = 0; i < 4; i++)
        timing_finish(&b->set[i]);
    stage_close(&b->stage);
}

static int bench_says(struct bench *b, const char *text)
{
    int count = 0;

    scene_draw(&b->stage.view, &b->list, &draw_metric_fixed);
    assert_false(b->list.failed);
    for (int i = 0; i < b->list.count; i++)
        count += b->list.cmds[i].type == DRAW_TEXT &&
                 strcmp(b->list.cmds[i].u.text.text, text) == 0;
    return count;
}

/* The run's own size, nearest first; the fastest is among the rows shown. */
static void test_one_table(void **state)
{
    struct bench b;

    (void)state;
    bench_open(&b, RUN_INCLUSIVE, 16);
    assert_int_equal(bench_says(&b, "Chip A, recorded 2026-01-31"), 1);
    assert_int_equal(bench_says(&b, "Chip B, recorded 2026-01-31"), 1);
    assert_int_equal(bench_says(&b, "Blelloch"), 2); /* the title and the table */
    assert_int_equal(bench_says(&b, "7.50 µs"), 1);
    assert_int_equal(bench_says(&b, "Other 9"), 1);
    assert_int_equal(bench_says(&b, "0.50"), 1); /* of its copy */
    assert_int_equal(bench_says(&b, "Other 8"), 0); /* there is no room for all */
    bench_close(&b);
}

/* A chosen size shows its times, in the run's direction and against the copy of
 * the same file. */
static void test_chosen(void **state)
{
    static const struct {
        enum run_direction way; const char *time, *ratio; int nearest;
    } cases[] = { { RUN_INCLUSIVE, "16.0 µs", "0.62", 0 },
                  { RUN_EXCLUSIVE, "12.5 µs", "0.80", 1 } }; /* 2^20: the least there is */

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;

        bench_open(&b, cases[i].way, 16);
        assert_int_equal(bench_says(&b, cases[i].time), cases[i].nearest);
        b.stage.view.timing_n = 1 << 24;
        assert_int_equal(bench_says(&b, cases[i].time), 1);
        assert_int_equal(bench_says(&b, cases[i].ratio), 1);
        bench_close(&b);
    }
}

/* Small sizes are launches; a copy of 2^24 takes five times as long. */
static void test_launch(void **state)
{
    struct bench b;

    (void)state;
    bench_open(&b, RUN_INCLUSIVE, 16);
    b.stage.view.w = 2000; /* one line */
    assert_int_equal(bench_says(&b, "Chip A: at n = 2^4 the fastest inclusive scan here "
                                    "is Other 9 with 4.00 µs; most of that is the launch, as "
                                    "with a copy (2.00 µs)."), 1);
    b.stage.view.timing_n = 1 << 24;
    assert_int_equal(bench_says(&b, "Chip A: at n = 2^24 the fastest inclusive scan here "
                                    "is single pass with 16.0 µs, 62 % of the speed of a plain "
                                    "copy."), 1);
    bench_close(&b);
}

/* Nothing but small sizes: all launches from sixteen times the size on, unknown
 * before. */
static void test_launch_flat(void **state)
{
    static const struct { int least; bool launch; } cases[] = { { 0, true }, { 1, false } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;

        bench_open(&b, RUN_INCLUSIVE, 16);
        b.stage.view.w = 2000;
        b.stage.view.timing_count = 1;
        b.sets[0] = &b.set[3];
        for (int e = cases[i].least; e <= 4; e++) {
            bench_row(&b.set[3], "copy", "copy of the same bytes", e, 2 + 0.1 * e, true);
            bench_row(&b.set[3], "blelloch", "Blelloch", e, 3, true);
        }
        assert_int_equal(bench_says(&b, "Chip B: at n = 2^4 the fastest inclusive scan here "
                                        "is Blelloch with 3.00 µs; most of that is "
                                        "the launch, as with a copy (2.40 µs)."),
                         cases[i].launch);
        assert_int_equal(bench_says(&b, "Chip B: at n = 2^4 the fastest inclusive scan here "
                                        "is Blelloch with 3.00 µs, 80 % of the speed of a "
                                        "plain copy."), !cases[i].launch);
        bench_close(&b);
    }
}

/* Where nothing has the run's direction, the other is shown and named. */
static void test_other_way(void **state)
{
    (void)state;
    for (int panel = 0; panel < 2; panel++) {
        struct bench b;

        bench_open(&b, RUN_EXCLUSIVE, 16);
        b.stage.view.kind = panel ? VIEW_NETWORK : VIEW_TIMINGS;
        b.stage.view.w = 2000;
        b.stage.view.timing_count = 1;
        b.sets[0] = &b.set[2];
        assert_int_equal(bench_says(&b, "7.50 µs"), 1);
        if (panel)
            assert_int_equal(bench_says(&b, "n = 16: Chip A, inclusive"), 1);
        else
            assert_int_equal(bench_says(&b, "Chip A: at n = 2^4 the fastest inclusive scan "
                                            "here is Other 9 with 4.00 µs, 50 % of the speed "
                                            "of a plain copy."), 1);
        bench_close(&b);
    }
}

/* Lines are told apart by ink, dashes and marks, those of other groups, too; only the fast scan and CUB have
 * their ink for themselves. */
static void test_apart(void **state)
{
    struct bench b;
    struct chart c;
    struct scene sc = { 0 };

    (void)state;
    bench_open(&b, RUN_INCLUSIVE, 16);
    for (int i = 0; i < 5; i++)
        bench_row(&b.set[3], (const char *[]){ "p", "q", "r", "t", "u" }[i], "", 10, 2, true);
    sc.view = &b.stage.view;
    sc.found = b.stage.view.findings;
    chart_collect(&sc, &c);
    assert_int_equal(c.group[0].end - c.group[0].first, 7);
    assert_int_equal(c.groups, 2);
    for (int i = 0; i < c.count; i++)
        for (int k = 0; k < i; k++) {
            const struct series *s = &c.series[i], *t = &c.series[k];

            assert_true(s->style != t->style || s->limit != t->limit);
            assert_true(s->style >= 0 && s->style < 24);
        }
    bench_close(&b);
}

/* The small panel takes the run's direction, too. */
static void test_panel(void **state)
{
    static const struct { enum run_direction way; const char *time; } cases[] = {
        { RUN_INCLUSIVE, "16.0 µs" }, { RUN_EXCLUSIVE, "12.5 µs" } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;

        bench_open(&b, cases[i].way, 16);
        b.stage.view.kind = VIEW_NETWORK;
        b.stage.view.timing_count = 2; /* the large sizes */
        assert_int_equal(bench_says(&b, cases[i].time), 1);
        assert_int_equal(bench_says(&b, cases[1 - i].time), 0);
        bench_close(&b);
    }
}

/* The launch shape stands in the row of the table's size, and is told with the spread
 * of what is pointed at; other shapes than launches are not. */
static void test_shapes(void **state)
{
    static const struct { const char *shape, *column, *told; } cases[] = {
        { "16 x 4, 5 launches", "16 × 4",
          "Blelloch at n = 2^4: 5 launches, the last 16 × 4 (blocks × threads). 7.50 µs, "
          "0.27 of the copy's speed; half of 21 runs took 7.00 µs to 8.00 µs." },
        { "1 x 16, 1 launch", "1 × 16",
          "Blelloch at n = 2^4: one launch, 1 × 16 (blocks × threads). 7.50 µs, 0.27 of "
          "the copy's speed; half of 21 runs took 7.00 µs to 8.00 µs." },
        { "tile, 131072 x 256, 8 KiB tiles", "2^17 × 256",
          "Blelloch at n = 2^4: 131072 × 256 (blocks × threads). 7.50 µs, 0.27 of the "
          "copy's speed; half of 21 runs took 7.00 µs to 8.00 µs." },
        { "gcc 4 x 4 -O2", NULL,
          "Blelloch at n = 2^4. 7.50 µs, 0.27 of the copy's speed; half of 21 runs took "
          "7.00 µs to 8.00 µs." } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;
        struct timing *t;

        bench_open(&b, RUN_INCLUSIVE, 16);
        t = &b.set[2].rows[1];
        assert_string_equal(t->row, "blelloch");
        snprintf(t->shape, sizeof(t->shape), "%s", cases[i].shape);
        t->p25_ns = 7000;
        t->p75_ns = 8000;
        if (cases[i].column)
            assert_int_equal(bench_says(&b, cases[i].column), 1);
        else
            assert_int_equal(bench_says(&b, "4 × 4"), 0);
        assert_int_equal(bench_says(&b, "time · speed of the copy"), !cases[i].column);
        assert_int_equal(bench_says(&b, "copy of the same bytes (limit)"), 1);
        b.stage.view.h = 3000; /* one line */
        b.stage.view.w = 3000;
        b.stage.view.text_scale = 0.5f;
        b.stage.view.hover_time = 1;
        assert_int_equal(bench_says(&b, cases[i].told), 1);
        b.stage.view.hover_time_n = 1 << 24; /* has none of that size */
        assert_int_equal(bench_says(&b, cases[i].told), 0);
        bench_close(&b);
    }
}

/* However slow a row is, two digits of its share say something. */
static void test_ratios(void **state)
{
    static const struct { double us; const char *ratio; } cases[] = {
        { 2, "1.00" }, { 21, "0.10" }, { 22, "0.091" }, { 212, "0.0094" }, { 1600, "0.0013" } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;

        bench_open(&b, RUN_INCLUSIVE, 16);
        b.set[2].rows[1].median_ns = 1000 * cases[i].us;
        assert_true(bench_says(&b, cases[i].ratio) > 0);
        bench_close(&b);
    }
}

/* A compaction is held against compactions and the copy of their bytes, in the
 * chart and in the panel; scans do not see its rows. */
static void test_problems(void **state)
{
    static const struct {
        const char *algo; enum run_direction way; int compact, scan;
    } cases[] = { { "compact", RUN_DEFAULT, 1, 0 }, { "blelloch", RUN_INCLUSIVE, 0, 1 },
                  { "sparse", RUN_INCLUSIVE, 0, 1 }, { "block-reduce", RUN_DEFAULT, 0, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (int panel = 0; panel < 2; panel++) {
            struct bench b;

            bench_open(&b, RUN_INCLUSIVE, 16);
            stage_close(&b.stage);
            assert_true(stage_open(&b.stage, cases[i].algo, 16, cases[i].way, NULL));
            b.stage.view.timings = b.sets;
            b.stage.view.timing_count = 3;
            b.stage.view.row_now = cases[i].algo;
            b.stage.view.kind = panel ? VIEW_NETWORK : VIEW_TIMINGS;
            b.stage.view.w = 2000;
            bench_row(&b.set[2], "copy", "copy of the same bytes", 4, 2.22, false);
            bench_row(&b.set[2], "compact", "Compact it", 4, 3.33, false);
            bench_row(&b.set[2], "cub-select", "CUB select", 4, 8.88, false);
            for (uint32_t k = b.set[2].count - 3; k < b.set[2].count; k++) {
                b.set[2].rows[k].result = RESULT_COMPACT;
                b.set[2].rows[k].bytes = 100;
            }
            assert_int_equal(bench_says(&b, "3.33 µs"), cases[i].compact);
            assert_int_equal(bench_says(&b, "8.88 µs"), cases[i].compact);
            assert_int_equal(bench_says(&b, "2.22 µs"), cases[i].compact);
            assert_int_equal(bench_says(&b, "4.00 µs"), cases[i].scan); /* Other 9 */
            if (!panel) {
                assert_int_equal(bench_says(&b, "0.67"), cases[i].compact);
                assert_int_equal(bench_says(&b, "Chip A: at n = 2^4 the fastest compaction "
                                                "here is Compact it with 3.33 µs, 67 % of the "
                                                "speed of a plain copy."),
                                 cases[i].compact);
            }
            bench_close(&b);
        }
}

/* Every size in the range has a column to click. */
static void test_columns(void **state)
{
    struct bench b;
    int columns = 0;

    (void)state;
    bench_open(&b, RUN_INCLUSIVE, 16);
    bench_says(&b, "");
    for (int i = 0; i < b.list.count; i++)
        columns += b.list.cmds[i].type == DRAW_GROUP &&
                   strncmp(b.list.cmds[i].u.group.id, "size:", 5) == 0;
    assert_int_equal(columns, 24 - 4 + 1);
    bench_close(&b);
}

/* Speeds from one to 10^18 bytes a second: the axis leaves out as many as it has
 * to, and does not as long as there is room. */
static void test_speeds_apart(void **state)
{
    static const struct { double us; float h; bool threes; } cases[] = {
        { 3e3, 720, true }, { 3e3, 330, false }, { 1e12, 720, false },
        { 1e12, 330, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;
        struct buf said;

        bench_open(&b, RUN_INCLUSIVE, 16);
        bench_row(&b.set[3], "serial", "Serial loop", 11, cases[i].us, true);
        b.stage.view.w = 1280;
        b.stage.view.h = cases[i].h;
        assert_int_equal(bench_says(&b, "3") > 0, cases[i].threes);
        buf_init(&said);
        if (draw_check(&b.list, THEME_LIGHT, 0, &said) > 0)
            fail_msg("case %zu: %s", i, buf_text(&said));
        buf_finish(&said);
        bench_close(&b);
    }
}

/* The panel shows a device once: what is measured now at the run's length gives way
 * to no file of another length, a live set that suits less to a file that does. */
static void test_panel_live(void **state)
{
    static const struct { int live, saved, now, file; } cases[] = {
        { 4, 10, 1, 0 }, { 10, 4, 0, 1 }, { 4, 4, 1, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench b;

        bench_open(&b, RUN_INCLUSIVE, 16);
        for (int k = 2; k < 4; k++) {
            timing_finish(&b.set[k]);
            timing_init(&b.set[k]);
            bench_head(&b.set[k], "This one");
            bench_row(&b.set[k], "blelloch", "Blelloch",
                      k == 3 ? cases[i].live : cases[i].saved, k, true);
        }
        b.set[3].live = true;
        b.stage.view.kind = VIEW_NETWORK;
        b.stage.view.timings = b.sets + 2;
        b.stage.view.timing_count = 2;
        assert_int_equal(bench_says(&b, "3.00 µs"), cases[i].now);
        assert_int_equal(bench_says(&b, "2.00 µs"), cases[i].file);
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_table), cmocka_unit_test(test_panel_live), cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_problems), cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_launch),
        cmocka_unit_test(test_launch_flat), cmocka_unit_test(test_other_way),
        cmocka_unit_test(test_apart), cmocka_unit_test(test_panel),
        cmocka_unit_test(test_columns), cmocka_unit_test(test_speeds_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
