/* The GPU suite on a clock that has no GPU: kernels run on the host executor and
 * their whole result goes through the same reference and the same rule. Every
 * sound algorithm must have a row that is right, and no result may pass once a
 * word of it is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/elem_info.h"
#include "base/elem_ops.h"
#include "base/file.h"
#include "bench/gpu.h"
#include "gpu/clock.h"
#include "gpu/clock_device.h"
#include "kernels/table.h"
#include "run/run.h"
#include "simt/simt.h"

/* ---- a clock without a GPU ------------------------------------------------------ */

struct gpu_clock {
    struct gpu_problem problem; /* owns its arrays */
    size_t width;
};

static int refused; /* changed results that were noticed */
static const char *spoil; /* an algorithm whose result is changed before it counts */

static bool is_near(const struct gpu_problem *p)
{
    return elem_is_real((int)p->type) && !p->exact;
}

bool gpu_clock_create(struct gpu_clock **out, struct err *err)
{
    *out = calloc(1, sizeof **out);
    return *out || err_set(err, ERR_FAILED, "out of memory");
}

static void problem_drop(struct gpu_clock *clock)
{
    struct gpu_problem *p = &clock->problem;
    const void *const blocks[] = { p->input, p->heads, p->expected, p->total };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free((void *)(uintptr_t)blocks[i]);
}

void gpu_clock_destroy(struct gpu_clock *clock)
{
    if (clock)
        problem_drop(clock);
    free(clock);
}

void gpu_clock_describe(const struct gpu_clock *clock, struct timing_set *set)
{
    (void)clock;
    snprintf(set->device, sizeof set->device, "none");
}

uint64_t gpu_clock_room(const struct gpu_clock *clock, size_t width)
{
    (void)clock;
    (void)width;
    return 1 << 20;
}

static void *copy(const void *from, size_t bytes)
{
    void *to = from ? malloc(bytes) : NULL;
    return to ? memcpy(to, from, bytes) : NULL;
}

bool gpu_clock_problem(struct gpu_clock *clock, const struct gpu_problem *problem,
                       struct err *err)
{
    struct gpu_problem *p = &clock->problem;
    (void)err;
    problem_drop(clock);
    clock->width = elem_width(problem->op, problem->type);
    const size_t one = is_near(problem) ? sizeof(double) : clock->width;
    *p = *problem;
    p->input = copy(p->input, p->n * clock->width);
    p->heads = copy(p->heads, p->n * sizeof *p->heads);
    p->expected = copy(p->expected, p->n * one);
    p->total = copy(p->total, one);
    return true;
}

static void timing_begin(const struct gpu_clock *clock, const char *row,
                         struct timing *out)
{
    const struct gpu_problem *p = &clock->problem;
    *out = (struct timing){ .n = p->n, .op = (uint8_t)p->op, .type = (uint8_t)p->type,
        .inclusive = p->inclusive, .result = (uint8_t)p->result, .bytes = p->bytes,
        .median_ns = 1, .checked = true };
    snprintf(out->row, sizeof out->row, "%s", row);
}

/* The names of the real clock are asked of it in its own source; here it is enough
 * that a problem has a copy and perhaps a rival. */
const char *gpu_clock_rival_row(enum gpu_rival rival, enum trace_result result,
                                bool inclusive)
{
    (void)inclusive;
    return rival == GPU_COPY ? "copy" : rival == GPU_FAST ? NULL
        : result == RESULT_SCAN ? "cub-scan" : result == RESULT_COMPACT ? "cub-select"
        : NULL;
}

bool gpu_clock_rival(struct gpu_clock *clock, enum gpu_rival rival,
                     const struct gpu_clock_options *options,
                     struct timing *out, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    (void)options;
    (void)err;
    timing_begin(clock, gpu_clock_rival_row(rival, p->result, p->inclusive), out);
    out->limit = rival == GPU_COPY;
    return true;
}

/* ---- which plain kernels are built: kernels/instances ------------------------------- */

static char *instances;

static const char *type_word(enum elem_type type)
{
    static const char *const words[ELEM_TYPES] = {
        [ELEM_I32] = "i32", [ELEM_I8] = "i8", [ELEM_U32] = "u32", [ELEM_I64] = "i64",
        [ELEM_F32] = "f32", [ELEM_F64] = "f64", [ELEM_F16] = "f16" };
    return words[type];
}

static bool line_builds(char *line, const char *type, const char *op, const char *kernel)
{
    char *rest = NULL, *word = strtok_r(line, " ", &rest);
    bool all = true, named = false;
    if (!word || strcmp(word, type) != 0)
        return false;
    word = strtok_r(NULL, " ", &rest);
    if (!word || strcmp(word, op) != 0)
        return false;
    while ((word = strtok_r(NULL, " ", &rest))) {
        all = false;
        named |= strcmp(word, kernel) == 0;
    }
    return all || named;
}

bool gpu_clock_built(const struct trace *plan, struct err *err)
{
    const char *op = plan->run.op == OP_ADD ? "add" : elem_op_name(plan->run.op);
    char *text = strdup(instances), *rest = NULL;
    bool built = false;
    for (char *line = strtok_r(text, "\n", &rest); line && !built;
         line = strtok_r(NULL, "\n", &rest))
        built = *line != '#'
            && line_builds(line, type_word(plan->run.type), op, plan->run.algo);
    free(text);
    return built || err_set(err, ERR_USAGE, "not built");
}

/* ---- a run on the host --------------------------------------------------------------- */

struct answer { unsigned char *y, total[ELEM_MAX]; };

static void answer_take(struct answer *answer, const struct trace *trace, size_t width)
{
    const int output = trace_array_by_role(trace, ROLE_OUTPUT);
    const int total = trace_array_by_role(trace, ROLE_TOTAL);
    unsigned char value[ELEM_MAX];
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t e = 0; e < seg->count; e++) {
            const struct event *event = &trace->events[seg->first + e];
            if (event_kind(event) != EV_ST)
                continue;
            trace_value(trace, seg, e, value);
            if (event->array == output && event->index >= 0
                && (uint32_t)event->index < trace->run.n)
                memcpy(answer->y + width * (uint32_t)event->index, value, width);
            else if (event->array == total)
                memcpy(answer->total, value, width);
        }
    }
}

static bool one_right(const struct gpu_clock *clock, const unsigned char *got,
                      const void *expected, uint64_t i)
{
    const struct gpu_problem *p = &clock->problem;
    if (is_near(p))
        return clock_near(elem_get_real((int)p->type, got), ((const double *)expected)[i],
                          p->bound);
    return memcmp(got, (const unsigned char *)expected + i * clock->width,
                  clock->width) == 0;
}

static bool all_right(const struct gpu_clock *clock, const struct answer *answer)
{
    const struct gpu_problem *p = &clock->problem;
    for (uint64_t i = 0; i < p->n; i++)
        if (!one_right(clock, answer->y + i * clock->width, p->expected, i))
            return false;
    return one_right(clock, answer->total, p->total, 0);
}

/* The highest bit of a byte that matters: of a float, its sign. */
static void change(unsigned char *value, size_t width, const struct gpu_clock *clock)
{
    static const double far = 1e4;
    const struct gpu_problem *p = &clock->problem;
    if (is_near(p)) /* beyond every bound: sums are below 1024 */
        elem_put_real((int)p->type, value, elem_get_real((int)p->type, value) + far);
    else
        value[width / 2] ^= 1;
}

/* Each of some words, and the total, is noticed. */
static bool changes_refused(struct gpu_clock *clock, struct answer *answer)
{
    const uint64_t n = clock->problem.n, at[] = { 0, n / 2, n - 1, n };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        unsigned char kept[ELEM_MAX];
        unsigned char *word = at[k] == n ? answer->total : answer->y + at[k] * clock->width;
        memcpy(kept, word, clock->width);
        change(word, clock->width, clock);
        if (all_right(clock, answer))
            return false;
        memcpy(word, kept, clock->width);
        refused++;
    }
    return all_right(clock, answer);
}

static bool run_host(struct gpu_clock *clock, struct trace *trace,
                     struct answer *answer, struct err *err)
{
    const struct gpu_problem *p = &clock->problem;
    const struct simt_options options = { .sequence = false };
    unsigned char *input = arena_alloc(&trace->arena, p->n * (clock->width + 1), 1);
    assert_non_null(input);
    memcpy(input, p->input, p->n * clock->width);
    for (uint64_t i = 0; p->heads && i < p->n; i++)
        input[p->n * clock->width + i] = (unsigned char)p->heads[i];
    trace->input = input;
    if (!simt_run(trace, kernels_table, kernels_table_count, &options, err))
        return false;
    assert_int_equal(trace->stop_count, 0);
    assert_int_equal(trace->dropped, 0);
    answer_take(answer, trace, clock->width);
    return true;
}

bool gpu_clock_plan(struct gpu_clock *clock, const struct trace *plan,
                    const struct gpu_clock_options *options,
                    struct timing *out, struct err *err)
{
    const size_t bytes = clock->problem.n * clock->width;
    struct answer answer = { .y = malloc(bytes) };
    (void)options;
    assert_int_equal(plan->run.n, clock->problem.n);
    assert_int_equal(plan->run.op, clock->problem.op);
    assert_int_equal(plan->run.inclusive, clock->problem.inclusive);
    memset(answer.y, GPU_CLOCK_UNTOUCHED, bytes);
    memset(answer.total, GPU_CLOCK_UNTOUCHED, sizeof answer.total);
    /* The caller gives the plan away next: it may be run in. */
    bool ok = run_host(clock, (struct trace *)(uintptr_t)plan, &answer, err);
    if (ok && spoil && strcmp(spoil, plan->run.algo) == 0)
        change(answer.y, clock->width, clock);
    ok = ok && (all_right(clock, &answer)
                || err_set(err, ERR_FAILED, "%s: n = %u is wrong", plan->run.algo,
                           plan->run.n));
    ok = ok && (changes_refused(clock, &answer)
                || err_set(err, ERR_FAILED, "%s: a changed word is not noticed",
                           plan->run.algo));
    free(answer.y);
    timing_begin(clock, plan->run.algo, out);
    return ok;
}

/* ---- tests ------------------------------------------------------------------------- */

static const uint64_t lengths[] = { 1, 2, 31, 32, 33, 100, 256, 1000, 1024 };

static void bench(struct bench_gpu_options options, struct timing_set *set)
{
    struct err err = { 0 };
    timing_init(set);
    if (!options.n) {
        options.n = lengths;
        options.n_count = sizeof lengths / sizeof *lengths;
    }
    if (!bench_gpu_run(&options, set, &err))
        fail_msg("%s", err.what);
}

static int rows_of(const struct timing_set *set, const char *row)
{
    int count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += strcmp(set->rows[i].row, row) == 0;
    return count;
}

/* With + of int32 every sound algorithm has a row at every length that it takes,
 * in both directions where it has two. */
static void test_everyone(void **state)
{
    struct timing_set set;
    (void)state;
    bench((struct bench_gpu_options){ .inclusive = true, .exclusive = true }, &set);
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        const int ways = !!(algo->flags & ALGO_INCLUSIVE) + !!(algo->flags & ALGO_EXCLUSIVE);
        int wanted = 0;
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            wanted += !algo->max_n || lengths[k] <= algo->max_n ? ways : 0;
        if (algo->flags & ALGO_BROKEN)
            wanted = 0;
        if (rows_of(&set, algo->name) != wanted)
            fail_msg("%s: %d rows, not %d", algo->name, rows_of(&set, algo->name), wanted);
    }
    assert_true(refused > 1000);
    timing_finish(&set);
}

/* Operators that do not commute, floats: whatever is built gives what is asked. */
static void test_pairs(void **state)
{
    static const struct { enum elem_op op; enum elem_type type; int reductions; } pairs[] = {
        { OP_ADD, ELEM_F32, 9 }, { OP_MAT2, ELEM_I32, 9 }, { OP_AFFINE, ELEM_I64, 9 },
        { OP_MAX, ELEM_I32, 0 } /* not built: the copy and CUB alone */ };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct timing_set set;
        bench((struct bench_gpu_options){ .op = pairs[i].op, .type = pairs[i].type,
                                          .inclusive = true, .exclusive = true }, &set);
        assert_int_equal(rows_of(&set, "block-reduce"), pairs[i].reductions);
        assert_int_equal(rows_of(&set, "segmented-flags"), 2 * pairs[i].reductions);
        assert_int_equal(rows_of(&set, "compact"),
                         pairs[i].type == ELEM_F32 ? pairs[i].reductions : 0);
        assert_int_equal(rows_of(&set, "adder"), 0);
        timing_finish(&set);
    }
}

/* Whatever direction is asked for, results of one form have one row a length, in
 * the form that the algorithm has. */
static void test_directions(void **state)
{
    static const uint64_t n[] = { 32 };
    static const struct { const char *row; bool form; } rows[] = {
        { "warp-reduce", true }, { "warp-all-reduce", true }, { "block-reduce", true },
        { "compact", false }, { "radix-sort-bit", false }, { "adder", false } };
    (void)state;
    for (int ways = 1; ways <= 3; ways++) {
        struct timing_set set;
        bench((struct bench_gpu_options){ .n = n, .n_count = 1, .inclusive = ways & 1,
                                          .exclusive = ways >> 1 }, &set);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            assert_int_equal(rows_of(&set, rows[i].row), 1);
            for (uint32_t k = 0; k < set.count; k++)
                if (strcmp(set.rows[k].row, rows[i].row) == 0)
                    assert_int_equal(set.rows[k].inclusive, rows[i].form);
        }
        assert_int_equal(rows_of(&set, "segmented-flags"), ways == 3 ? 2 : 1);
        assert_int_equal(rows_of(&set, "sparse"), ways == 3 ? 2 : 1);
        timing_finish(&set);
    }
}

/* Every row but a sparse scan's has one copy of its own bytes in the same run; so
 * has that one, among the scans. */
static void test_copies(void **state)
{
    static const uint64_t n[] = { 8, 256, 1024 };
    struct timing_set set;
    (void)state;
    bench((struct bench_gpu_options){ .n = n, .n_count = 3, .inclusive = true,
                                      .exclusive = true }, &set);
    for (uint32_t i = 0; i < set.count; i++) {
        int copies = 0, cub = 0;
        for (uint32_t k = 0; k < set.count; k++)
            if (timing_alike(&set.rows[i], &set.rows[k])) {
                copies += set.rows[k].limit;
                cub += strncmp(set.rows[k].row, "cub", 3) == 0;
            }
        assert_int_equal(copies, 1);
        assert_int_equal(cub, set.rows[i].result == RESULT_SCAN
                         || set.rows[i].result == RESULT_SPARSE
                         || set.rows[i].result == RESULT_COMPACT);
    }
    timing_finish(&set);
}

/* One row alone; a wrong one is an error and says whose. */
static void test_wrong(void **state)
{
    static const uint64_t n[] = { 32 };
    struct bench_gpu_options options = { .n = n, .n_count = 1, .inclusive = true };
    (void)state;
    for (int i = 0; i < run_algo_count(); i++) {
        const struct algo *algo = run_algo_at(i);
        struct timing_set set;
        struct err err = { 0 };
        if (algo->flags & ALGO_BROKEN)
            continue;
        options.row = spoil = algo->name;
        timing_init(&set);
        assert_false(bench_gpu_run(&options, &set, &err));
        assert_int_equal(err.code, ERR_FAILED);
        assert_non_null(strstr(err.what, algo->name));
        assert_int_equal(set.count, 0);
        timing_finish(&set);
        spoil = NULL;
        assert_true(bench_gpu_run(&options, &set, &err));
        assert_int_equal(set.count, 1);
        timing_finish(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everyone), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_directions), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_wrong),
    };
    unsigned char *text;
    size_t length;
    if (!file_read_whole(INSTANCES, 1 << 16, &text, &length, NULL))
        return 1;
    instances = calloc(length + 1, 1);
    memcpy(instances, text, length);
    free(text);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(instances);
    return failed;
}
