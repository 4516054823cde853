/* Traced runs are checked by the last store to each word of output and total. Where
 * events were dropped, the words themselves are there. */
#include "bench/tracing_check.h"

#include <stdlib.h>
#include <string.h>

#include "run/run.h"

/* n + 1 values, the total last. */
struct answer { unsigned char *value; size_t width; uint32_t n; };

static void answer_put(struct answer *answer, uint32_t at, const void *value)
{
    memcpy(answer->value + answer->width * at, value, answer->width);
}

static void stores_take(struct answer *answer, const struct trace *trace)
{
    const int output = trace_array_by_role(trace, ROLE_OUTPUT);
    const int total = trace_array_by_role(trace, ROLE_TOTAL);
    unsigned char value[ELEM_MAX];
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t e = 0; e < seg->count; e++) {
            const struct event *event = &trace->events[seg->first + e];
            if (event_kind(event) != EV_ST
                || (event->array != output && event->array != total))
                continue;
            trace_value(trace, seg, e, value);
            if (event->array == total)
                answer_put(answer, answer->n, value);
            else if (event->index >= 0 && (uint32_t)event->index < answer->n)
                answer_put(answer, (uint32_t)event->index, value);
        }
    }
}

static void answer_take(struct answer *answer, const struct trace *trace)
{
    memset(answer->value, GPU_CLOCK_UNTOUCHED, ((size_t)answer->n + 1) * answer->width);
    if (trace->dropped && trace->results) {
        const size_t last = answer->width * answer->n;
        memcpy(answer->value, trace->results,
               answer->width * run_reference_count(trace));
        answer_put(answer, answer->n, trace->results + last);
    } else {
        stores_take(answer, trace);
    }
}

bool tracing_check(const struct trace *trace, const struct problem *problem,
                   struct err *err)
{
    struct answer answer = { .width = problem->width, .n = (uint32_t)problem->n };
    const unsigned char *expected = problem->expected;
    uint32_t i = 0;
    if (trace->stop_count)
        return err_set(err, ERR_FAILED, "%s: the traced run was stopped",
                       trace->run.algo);
    answer.value = malloc(((size_t)answer.n + 1) * answer.width);
    if (!answer.value)
        return err_set(err, ERR_FAILED, "out of memory");
    answer_take(&answer, trace);
    while (i <= answer.n && memcmp(answer.value + answer.width * i,
                                   expected + answer.width * i, answer.width) == 0)
        i++;
    free(answer.value);
    if (i < answer.n)
        return err_set(err, ERR_FAILED, "%s: results of the traced run are wrong, the "
                       "first at index %u", trace->run.algo, i);
    return i > answer.n || err_set(err, ERR_FAILED, "%s: the traced run's total is wrong",
                                   trace->run.algo);
}
