/* Outputs of a compaction: places 0, 1, 2, ... without a gap, each one input as
 * it is, in the order of the inputs; of a split the order begins anew once. How many there have to be depends on
 * values and is the result check's. */
#include <stdlib.h>

#include "analysis/report.h"

/* Says that the store does not hold exactly one input, or none after `before`
 * (the input of the output before it, plus one). */
static void place_wrong(struct report *report, uint32_t store, uint32_t before)
{
    const struct event *event = &report->trace->events[store];
    const struct cover *cover = flow_cover(report->flow, store);
    bool one = cover->count == 1 && cover->run[0].first == cover->run[0].last;
    enum cover_fault fault = one ? FAULT_ORDER
                             : cover->count ? FAULT_EXTRA : FAULT_MISSING;
    struct report_key key = {HAZARD_COVER,
                             event->array | (uint32_t)fault << 8, event->line,
                             0};
    struct hazard *hazard = report_add(report, key, store, FLOW_NONE);
    if (!hazard)
        return;
    const struct trace_seg *seg = trace_seg_of(report->trace, store);
    struct report_words word, thread;
    report_word(report, event, &word);
    report_thread(report, (uint32_t)(seg - report->trace->segs), &thread);
    if (one)
        report_say(report, hazard, "Wrong inputs: %s, stored by %s on line %u, is "
                   "x[%u], which does not come after x[%u] in the place before it.",
                   word.text, thread.text, (unsigned)event->line,
                   (unsigned)cover->run[0].first, (unsigned)before - 1);
    else
        report_say(report, hazard, "Wrong inputs: %s, stored by %s on line %u, is "
                   "made of %u inputs; a compaction moves single ones.", word.text,
                   thread.text, (unsigned)event->line, (unsigned)cover->inputs);
}

/* Returns 1 + the input that the store holds. */
static uint32_t place_judge(struct report *report, uint32_t store,
                            uint32_t before)
{
    const struct cover *cover = flow_cover(report->flow, store);
    bool one = cover->count == 1 && cover->run[0].first == cover->run[0].last;
    if ((report->flow->flags[store] & FLOW_INT) != 0)
        return before;
    if (!one || cover->run[0].first < before)
        place_wrong(report, store, before);
    return one ? cover->run[0].first + 1 : before;
}

/* 1 + the first input that the store holds; UINT32_MAX: it holds none. */
static uint32_t place_input(const struct report *report, uint32_t store)
{
    const struct cover *cover = flow_cover(report->flow, store);
    return cover->count ? cover->run[0].first + 1 : UINT32_MAX;
}

static void places_check(struct report *report, uint32_t array,
                         const uint32_t *last)
{
    uint32_t end = report->trace->arrays[array].count, before = 0;
    while (end > 0 && last[end - 1] == 0)
        end--;
    bool turn = report->trace->run.result == RESULT_SPLIT; /* one is allowed */
    for (uint32_t i = 0; i < end; i++) {
        if (last[i] == 0)
            output_unwritten(report, array, i);
        else if (turn && place_input(report, last[i] - 1) <= before) {
            turn = false;
            before = place_judge(report, last[i] - 1, 0);
        } else
            before = place_judge(report, last[i] - 1, before);
    }
}

void compaction_check(struct report *report)
{
    int array = trace_array_by_role(report->trace, ROLE_OUTPUT);
    if (array < 0 || report->trace->arrays[array].space != SPACE_GLOBAL)
        return;
    uint32_t count = report->trace->arrays[array].count;
    uint32_t *last = calloc(count + (size_t)1, sizeof *last);
    if (last) {
        output_last_stores(report, (uint32_t)array, last);
        places_check(report, (uint32_t)array, last);
    }
    report->failed = report->failed || !last;
    free(last);
}
