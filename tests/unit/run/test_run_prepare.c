/* Preparing a run: what the head of the trace says, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/elem_info.h"
#include "run/run.h"

static void heads(void **state)
{
    static const struct {
        const char *algo; uint32_t n, block, threads, arrays, shared;
    } rows[] = {
        { "serial", 8, 0, 1, 3, 0 },
        { "hillis", 8, 0, 8, 4, 32 },
        { "hillis", 5, 5, 5, 4, 20 },
        { "hillis-double", 7, 0, 7, 5, 56 },
        { "blelloch", 5, 0, 8, 4, 32 },
        { "blelloch", 5, 16, 16, 4, 64 },
        { "blelloch", 1, 0, 1, 4, 4 },
        { "warp", 5, 0, 32, 3, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .algo = run_algo_find(rows[i].algo, NULL),
                                 .n = rows[i].n, .block = rows[i].block };
        struct trace trace;
        struct err err = { 0 };
        trace_init(&trace);
        assert_true(run_prepare(&spec, &trace, &err));
        assert_int_equal(trace.launch_count, 1);
        const struct trace_launch *launch = &trace.launches[0];
        assert_int_equal(launch->block.x, rows[i].threads);
        assert_int_equal(trace.run.block, rows[i].threads);
        assert_int_equal(trace.array_count, rows[i].arrays);
        assert_int_equal(launch->shared_bytes, rows[i].shared);
        assert_int_equal(launch->number[0], rows[i].n);
        assert_int_equal(launch->number[1], trace.run.inclusive);
        assert_string_equal(trace.run.algo, rows[i].algo);
        assert_string_equal(trace.run.schedule, "in-order");
        assert_int_equal(trace.source_count, 1);
        assert_non_null(strstr(trace.sources[0].text, "KERNEL("));
        assert_int_equal(trace_array_by_role(&trace, ROLE_INPUT), 0);
        assert_int_equal(trace_array_by_role(&trace, ROLE_OUTPUT), 1);
        assert_int_equal(trace_array_by_role(&trace, ROLE_TOTAL), 2);
        trace_finish(&trace);
    }
}

static void directions(void **state)
{
    static const struct { const char *algo; enum run_direction asked; bool inclusive; }
    rows[] = {
        { "hillis", RUN_DEFAULT, true }, { "hillis", RUN_EXCLUSIVE, false },
        { "blelloch", RUN_DEFAULT, false }, { "blelloch", RUN_INCLUSIVE, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = { .algo = run_algo_find(rows[i].algo, NULL),
                                 .direction = rows[i].asked };
        struct trace trace;
        trace_init(&trace);
        assert_true(run_prepare(&spec, &trace, NULL));
        assert_int_equal(trace.run.inclusive, rows[i].inclusive);
        assert_int_equal(spec.n, 8);
        trace_finish(&trace);
    }
}

static void refused(void **state)
{
    static const struct { const char *algo; struct run_spec spec; const char *what; }
    rows[] = {
        { "warp", { .n = 33 }, "n is 33 but warp takes 1 to 32: a warp has 32 lanes" },
        { "hillis", { .n = 1025 }, "n is 1025 but hillis takes 1 to 1024: one block "
          "has up to 1024 threads" },
        { "hillis", { .op = OP_MAT2, .type = ELEM_F32 }, "operator mat2 does not work "
          "on type float: matrices of four elements in 16 bytes; allowed: int32, uint32" },
        { "hillis", { .block = 4 }, "--block 4: hillis with n = 8 always has a block "
          "of 8" },
        { "blelloch", { .block = 24 }, "--block 24: blelloch takes a power of two" },
        { "warp", { .block = 64 }, "--block 64: warp with n = 8 always has a block "
          "of 32" },
        { "hillis-double", { .block = 16 }, "--block 16: hillis-double with n = 8 "
          "always has a block of 8" },
        { "hillis", { .device = RUN_CUDA, .schedule = "in-order" },
          "--schedule in-order: a GPU keeps its own order; allowed with --device "
          "host" },
        { "hillis", { .resident = 2000 },
          "--resident 2000: allowed are 1 to 1024 blocks" },
        { "hillis", { .n = 4, .input = "1 2 3" }, "n is 4 but the list has 3 values; "
          "leave --n away or let both agree" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct run_spec spec = rows[i].spec;
        struct trace trace;
        struct err err = { 0 };
        spec.algo = run_algo_find(rows[i].algo, NULL);
        trace_init(&trace);
        assert_false(run_prepare(&spec, &trace, &err));
        assert_int_equal(err.code, ERR_USAGE);
        assert_string_equal(err.what, rows[i].what);
        assert_null(trace.arrays); /* finished: nothing left behind */
    }
}

/* carry and string carry bytes: traces know one spelling. */
static void type_of_bytes(void **state)
{
    (void)state;
    for (enum elem_op op = OP_CARRY; op <= OP_STRING; op++) {
        struct run_spec spec = { .algo = run_algo_find("hillis", NULL), .op = op };
        struct trace trace;
        trace_init(&trace);
        assert_true(run_prepare(&spec, &trace, NULL));
        assert_int_equal(trace.run.type, ELEM_I8);
        trace_finish(&trace);
    }
}

/* Every operator on every type, for an algorithm that takes all and for those
 * that are particular: '+' taken, '.' refused. Types in their order: int32 int8
 * uint32 int64 float double half. */
static void pairs(void **state)
{
    static const struct { const char *algo, *row[ELEM_OPS]; } tables[] = {
        { "hillis",
          { "+++++++", "+++++++", "+++++++", "+++++++", "++++...", "++++...", "++++...",
            "+.+....", "+.++++.", "++.....", "++.....", "+++++++", "+++++++" } },
        { "compact",
          { "+.+++++", ".......", ".......", ".......", ".......", ".......", ".......",
            ".......", ".......", ".......", ".......", ".......", "......." } },
        { "radix-sort-bit",
          { "+.++...", ".......", ".......", ".......", ".......", ".......", ".......",
            ".......", ".......", ".......", ".......", ".......", "......." } },
        { "sparse",
          { "+++....", ".......", ".......", ".......", ".......", "+++....", "+++....",
            ".......", ".......", ".......", ".......", ".......", "......." } },
        { "adder",
          { "++.....", ".......", ".......", ".......", ".......", ".......", ".......",
            ".......", ".......", "++.....", ".......", ".......", "......." } },
        { "segmented-flags",
          { "+++++++", "+++++++", "+++++++", "+++++++", "++++...", "++++...", "++++...",
            "+.+....", "+.++++.", "++.....", "++.....", ".......", "+++++++" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (int op = 0; op < ELEM_OPS; op++)
            for (int type = 0; type < ELEM_TYPES; type++) {
                struct err err = { 0 };
                const bool taken = run_pair_check(run_algo_find(tables[i].algo, NULL),
                                                  (enum elem_op)op,
                                                  (enum elem_type)type, &err);
                if (taken != (tables[i].row[op][type] == '+'))
                    fail_msg("%s, operator %d, type %d: %s", tables[i].algo, op, type,
                             taken ? "taken" : err.what);
                assert_int_equal(err.code, taken ? ERR_NONE : ERR_USAGE);
                assert_true(taken || strlen(err.what) > 30); /* a reason */
            }
}

/* Takes the names that a refusal lists apart: "allowed: A, B" or, where both have
 * to be changed, "allowed: OP with A, B". */
static void allowed_is_taken(const struct algo *algo, enum elem_op op,
                             enum elem_type type, const char *what)
{
    char list[300], *rest = NULL;
    const char *allowed = strstr(what, "allowed: ");
    if (!allowed && (op == OP_STRING || op == OP_CARRY))
        return; /* they need no type */
    assert_non_null(allowed);
    snprintf(list, sizeof list, "%s", allowed + strlen("allowed: "));
    char *names = list, *with = strstr(list, " with ");
    if (with) {
        *with = 0;
        assert_true(elem_op_parse(list, &op, NULL));
        names = with + strlen(" with ");
    }
    int count = 0;
    for (char *name = strtok_r(names, ", ", &rest); name;
         name = strtok_r(NULL, ", ", &rest), count++) {
        enum elem_op other_op = op;
        enum elem_type other_type = type;
        assert_true(elem_type_parse(name, &other_type, NULL)
                    || elem_op_parse(name, &other_op, NULL));
        if (!run_pair_check(algo, other_op, other_type, NULL))
            fail_msg("%s with %s: %s is allowed and refused", what,
                     elem_op_name(op), name);
    }
    assert_true(count > 0);
}

/* The whole catalogue: every type and operator that a refusal names is taken. */
static void refusals_keep_their_word(void **state)
{
    int refused = 0;
    (void)state;
    for (int i = -1; i < run_algo_count(); i++)
        for (int op = 0; op < ELEM_OPS; op++)
            for (int type = 0; type < ELEM_TYPES; type++) {
                struct err err = { 0 };
                const struct algo *algo = i < 0 ? NULL : run_algo_at(i);
                if (run_pair_check(algo, (enum elem_op)op, (enum elem_type)type, &err))
                    continue;
                allowed_is_taken(algo, (enum elem_op)op, (enum elem_type)type, err.what);
                refused++;
            }
    assert_true(refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads),
        cmocka_unit_test(directions),
        cmocka_unit_test(refused),
        cmocka_unit_test(pairs),
        cmocka_unit_test(refusals_keep_their_word),
        cmocka_unit_test(type_of_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
