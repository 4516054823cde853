/* Each output's addition tree, and what follows from it: float sums differ from
 * algorithm to algorithm, and that is no bug. And which runs are trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "base/elem_info.h"
#include "check/check.h"
#include "run/run.h"

struct row {
    const char *algo, *input;
    enum elem_op op;
    enum elem_type type;
    enum run_direction direction;
    uint32_t index;
    const char *tree, *value; /* either may be NULL */
};

static void row_test(const struct row *row)
{
    struct run_spec spec = { .algo = run_algo_find(row->algo, NULL),
                             .input = row->input, .op = row->op, .type = row->type,
                             .direction = row->direction, .device = RUN_HOST,
                             .sequence = true };
    struct trace trace;
    struct flow flow;
    struct arena arena;
    struct check_result result;
    struct err err = { 0 };
    struct buf tree, text;
    unsigned char value[ELEM_MAX];
    uint32_t store = 0;
    buf_init(&tree);
    buf_init(&text);
    trace_init(&trace);
    arena_init(&arena, 0);
    if (!run_record(&spec, &trace, NULL, &err) || !check_run(&trace, &result, &err)
        || !analysis_flow(&trace, &arena, &flow, &err)
        || !analysis_expression(&trace, &flow, 1, row->index, &tree, &store, &err))
        fail_msg("%s", err.what);
    if (!result.ok)
        fail_msg("%s: %s", row->algo, result.what);
    if (row->tree)
        assert_string_equal(buf_text(&tree), row->tree);
    const struct trace_seg *seg = trace_seg_of(&trace, store);
    trace_value(&trace, seg, store - (uint32_t)seg->first, value);
    elem_format(&text, trace.run.op, trace.run.type, value);
    if (row->value)
        assert_string_equal(buf_text(&text), row->value);
    buf_finish(&tree);
    buf_finish(&text);
    arena_finish(&arena);
    trace_finish(&trace);
}

static void trees(void **state)
{
    static const struct row rows[] = {
        { "serial", "1 2 3 4", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 3,
          "(((x0 + x1) + x2) + x3)", "10" },
        { "hillis", "1 2 3 4", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 3,
          "((x0 + x1) + (x2 + x3))", "10" },
        { "hillis", "1 2 3 4", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 0, "x0", "1" },
        { "hillis", "1 2 3 4", OP_ADD, ELEM_I32, RUN_EXCLUSIVE, 0, "identity", "0" },
        { "sklansky", "1 2 3 4", OP_MAX, ELEM_I32, RUN_INCLUSIVE, 2,
          "((x0 max x1) max x2)", "3" },
        { "blelloch", "1 2 3 4", OP_ADD, ELEM_I32, RUN_EXCLUSIVE, 3,
          "((identity + (x0 + x1)) + x2)", "6" },
        { "warp-butterfly", "1 2 3 4", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 3,
          "(((x0 + x1) + x2) + x3)", "10" },
        { "three-kernel", "1 2 3 4 5", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 4,
          "(((x0 + x1) + (x2 + x3)) + x4)", "15" },
        { "segmented-flags", "|1 2 3|4 5|6", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 4,
          "(x3 + x4)", "9" },
        { "sparse", "3 0 0 0 0 9", OP_ADD, ELEM_I32, RUN_INCLUSIVE, 1, "(x0 + x1)", "3" },
        { "radix-sort-bit", "2 11 4", OP_ADD, ELEM_I32, RUN_DEFAULT, 2, "x1", "11" },
        { "compact", "1 7 9", OP_ADD, ELEM_I32, RUN_DEFAULT, 0, "x1", "7" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        row_test(&rows[i]);
}

static void floats(void **state)
{
    static const char input[] = "1e8 1 -1e8 1";
    static const struct row rows[] = {
        { "serial", input, OP_ADD, ELEM_F32, RUN_INCLUSIVE, 3, NULL, "1" },
        { "hillis", input, OP_ADD, ELEM_F32, RUN_INCLUSIVE, 3, NULL, "0" },
        { "serial", input, OP_ADD, ELEM_F64, RUN_INCLUSIVE, 3, NULL, "2" },
        { "hillis", input, OP_ADD, ELEM_F64, RUN_INCLUSIVE, 3, NULL, "2" },
        { "serial", "2048 1 1 1", OP_ADD, ELEM_F16, RUN_INCLUSIVE, 3, NULL, "2048" },
        { "hillis", "2048 1 1 1", OP_ADD, ELEM_F16, RUN_INCLUSIVE, 3, NULL, "2.05e+03" } /* 2050 */,
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        row_test(&rows[i]);
}

/* ---- the shape of runs ---------------------------------------------------------- */

enum shape { NO_TREE, TREE, FILLED };

static void shape_is(const char *algo, uint32_t n, enum run_direction direction,
                     enum elem_op op, enum elem_type type, enum shape wanted)
{
    struct run_spec spec = { .algo = run_algo_find(algo, NULL), .n = n, .op = op,
                             .type = type, .direction = direction,
                             .device = RUN_HOST, .sequence = true };
    struct trace trace;
    struct findings found;
    struct err err = { 0 };
    trace_init(&trace);
    if (!run_record(&spec, &trace, NULL, &err) || !analyse(&trace, &found, &err))
        fail_msg("%s, n = %u: %s", algo, n, err.what);
    const enum shape shape = found.board.fills > 0 ? FILLED
                             : found.board.tree ? TREE : NO_TREE;
    if (shape != wanted)
        fail_msg("%s, n = %u: %d, not %d", algo, n, shape, wanted);
    if (shape == FILLED) { /* the way down begins after the only round of one */
        const struct steps *steps = &found.steps;
        uint32_t row = 0;
        while (steps->step[row].kind != STEP_ROUND || steps->step[row].adds > 1)
            row++;
        assert_int_equal(found.board.fills, row + 2);
        assert_true(found.board.tree);
    }
    analysis_finish(&found);
    trace_finish(&trace);
}

/* Whether a run is tree-shaped, by lengths from..to. Below them two networks may
 * be one and the same: with n = 5 Han and Carlson's is Brent and Kung's. */
static void shapes(void **state)
{
    static const struct { const char *algo; uint32_t from, to; enum shape shape; } rows[] = {
        { "brent-kung", 1, 3, NO_TREE },  { "brent-kung", 4, 70, FILLED },
        { "brent-kung", 127, 130, FILLED }, { "brent-kung", 1021, 1024, FILLED },
        { "blelloch", 2, 40, TREE },      { "blelloch-pairs", 2, 40, TREE },
        { "blelloch-pairs-padded", 60, 70, TREE },
        { "block-reduce", 4, 70, TREE },  { "warp-reduce", 2, 32, TREE },
        { "sklansky", 1, 40, NO_TREE },   { "hillis", 1, 40, NO_TREE },
        { "hillis-double", 1, 40, NO_TREE }, { "serial", 1, 40, NO_TREE },
        { "han-carlson", 4, 5, FILLED },  { "han-carlson", 6, 70, NO_TREE },
        { "ladner-fischer", 4, 7, FILLED }, { "ladner-fischer", 8, 70, NO_TREE },
        { "warp", 1, 32, NO_TREE },       { "warp-butterfly", 1, 32, NO_TREE },
        { "warp-all-reduce", 1, 32, NO_TREE }, { "coarse", 1, 40, NO_TREE },
        { "block-warps", 60, 70, NO_TREE }, { "tensor-tile", 30, 40, NO_TREE },
        { "three-kernel", 1, 40, NO_TREE }, { "look-back", 30, 40, NO_TREE },
        { "segmented-flags", 6, 20, NO_TREE }, { "compact", 4, 20, NO_TREE },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint32_t n = rows[i].from; n <= rows[i].to; n++)
            shape_is(rows[i].algo, n, RUN_DEFAULT, OP_ADD, ELEM_I32, rows[i].shape);
}

/* The shape is that of the dataflow, whatever is combined. */
static void shapes_of_all(void **state)
{
    static const struct { enum elem_op op; enum elem_type type; } kinds[] = {
        { OP_ADD, ELEM_F32 }, { OP_ADD, ELEM_I8 }, { OP_MAX, ELEM_I64 },
        { OP_MAT2, ELEM_I32 }, { OP_STRING, ELEM_I32 }, { OP_ADD, ELEM_F16 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint32_t n = 8; n <= 33; n++) {
            shape_is("brent-kung", n, RUN_INCLUSIVE, kinds[i].op, kinds[i].type, FILLED);
            shape_is("brent-kung", n, RUN_EXCLUSIVE, kinds[i].op, kinds[i].type, FILLED);
            shape_is("sklansky", n, RUN_INCLUSIVE, kinds[i].op, kinds[i].type, NO_TREE);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees),
        cmocka_unit_test(floats),
        cmocka_unit_test(shapes),
        cmocka_unit_test(shapes_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
