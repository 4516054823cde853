/* Runs plans on the host executor, takes what they stored and compares it. */
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
#include "gpu/clock.h"
#include "gpu/clock_device.h"
#include "host_clock.h"
#include "kernels/table.h"
#include "simt/simt.h"

/* ---- the clock ------------------------------------------------------ */

struct gpu_clock {
    struct gpu_problem problem; /* owns its arrays */
    size_t width;
};

int host_clock_refused;
const char *host_clock_spoil, *host_clock_unbuilt;

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
        .median_ns = HOST_CLOCK_NS, .checked = true };
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
    if (host_clock_unbuilt && strcmp(host_clock_unbuilt, plan->run.algo) == 0)
        built = false;
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
        host_clock_refused++;
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
    if (ok && host_clock_spoil && strcmp(host_clock_spoil, plan->run.algo) == 0)
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

/* ---- of a group of tests ---------------------------------------------------------- */

int host_clock_begin(void **state)
{
    unsigned char *text;
    size_t length;
    (void)state;
    if (!file_read_whole(INSTANCES, 1 << 16, &text, &length, NULL))
        return 1;
    instances = calloc(length + 1, 1);
    if (instances)
        memcpy(instances, text, length);
    free(text);
    return !instances;
}

int host_clock_end(void **state)
{
    (void)state;
    free(instances);
    return 0;
}
