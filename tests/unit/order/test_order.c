/* What orders two accesses and what does not, rule by rule, on every schedule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "kernels.h"

static const char *const schedules[] = {
    "in-order", "round-robin", "random:1", "random:2", "random:3", "random:4",
    "first:0.1", "last:0.0", "last:1.0",
};

static void add_array(struct trace *trace, const char *name, struct trace_array array)
{
    snprintf(array.name, sizeof array.name, "%s", name);
    array.width = 4;
    trace->arrays[trace->array_count++] = array;
}

/* `launches` launches of the kernel over the same arrays. */
static void fill(struct trace *trace, const struct order_case *one, uint32_t launches)
{
    const uint32_t n = one->threads;
    const struct trace_array global = { .launch = -1, .count = n };
    struct trace_array array = global;
    static unsigned char input[64 * 4];
    trace_init(trace);
    trace->run.n = n;
    trace->run.block = one->threads;
    trace->input = input;
    trace->arrays = ARENA_NEW(&trace->arena, struct trace_array, 5 + launches);
    trace->launches = ARENA_NEW(&trace->arena, struct trace_launch, launches);
    array.init = INIT_INPUT, array.role = ROLE_INPUT;
    add_array(trace, "x", array);
    array.init = INIT_NONE, array.role = ROLE_OUTPUT;
    add_array(trace, "y", array);
    array.role = ROLE_WORK;
    add_array(trace, "total", array);
    array.init = INIT_ZERO, array.word = WORD_INT;
    add_array(trace, "c", array);
    array.word = WORD_STATUS;
    add_array(trace, "w", array);
    for (uint32_t l = 0; l < launches; l++) {
        struct trace_launch *launch = &trace->launches[trace->launch_count++];
        snprintf(launch->kernel, sizeof launch->kernel, "%s", one->name);
        launch->grid = (struct trace_dim){ one->blocks, 1, 1 };
        launch->block = (struct trace_dim){ one->threads, 1, 1 };
        launch->array_count = 5;
        for (uint8_t a = 0; a < 5; a++)
            launch->array[a] = a;
        launch->number[0] = (int32_t)n;
        launch->number_count = 2;
        const bool ints = strncmp(one->name, "atomic", 6) == 0;
        add_array(trace, "s", (struct trace_array){
            .space = SPACE_SHARED, .launch = (int32_t)l, .count = n,
            .word = ints ? WORD_INT : WORD_VALUE });
    }
}

static uint32_t races(const struct order_case *one, uint32_t launches,
                      const char *schedule, bool writer, char what[240])
{
    const struct simt_options options = { .schedule = schedule, .sequence = writer,
                                          .writer = writer };
    struct trace trace;
    struct findings f;
    struct err err = { 0 };
    uint32_t count = 0;
    what[0] = 0;
    fill(&trace, one, launches);
    if (!simt_run(&trace, order_entries, order_case_count, &options, &err)
        || !analyse(&trace, &f, &err))
        fail_msg("%s: %s", one->name, err.what);
    assert_int_equal(trace.stop_count, 0);
    for (uint32_t i = 0; i < f.hazards.count; i++) {
        const struct hazard *hazard = &f.hazards.hazard[i];
        if (hazard->kind != HAZARD_READ_WRITE && hazard->kind != HAZARD_WRITE_WRITE)
            continue;
        memcpy(what, hazard->what, sizeof hazard->what);
        count++;
    }
    analysis_finish(&f);
    trace_finish(&trace);
    return count;
}

static void rules(void **state)
{
    char what[240];
    (void)state;
    for (int k = 0; k < order_case_count; k++)
        for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++) {
            const struct order_case *one = &order_cases[k];
            const uint32_t found = races(one, 1, schedules[s], true, what);
            if (found != (uint32_t)one->races)
                fail_msg("%s, %s: %u races, not %d %s", one->name, schedules[s],
                         found, one->races, what);
        }
}

/* What one launch wrote the next one may read: publish_poll's y and own_word's
 * are written in both. */
static void kernel_boundary(void **state)
{
    char what[240];
    (void)state;
    for (int k = 0; k < order_case_count; k++)
        for (size_t s = 0; s < 4; s++) {
            const struct order_case *one = &order_cases[k];
            if (strcmp(one->name, "own_word") == 0 || strcmp(one->name, "barrier") == 0)
                assert_int_equal(races(one, 2, schedules[s], true, what), 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules), cmocka_unit_test(kernel_boundary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
