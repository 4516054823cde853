/* Whether there was what a schedule names. A schedule is a few words that a person
 * typed: one that holds block 7 of a grid of four would do nothing and say
 * nothing. Blocks and threads are told from the launches, phases from what the
 * block noted while it ran. */
#include <stdio.h>
#include <string.h>

#include "simt/world.h"

static uint64_t dim_size(struct trace_dim dim)
{
    return (uint64_t)dim.x * dim.y * dim.z;
}

static bool block_met(const struct trace *trace, const struct schedule *schedule,
                      struct err *err)
{
    uint64_t blocks = 0;
    for (uint32_t i = 0; i < trace->launch_count; i++)
        if (dim_size(trace->launches[i].grid) > blocks)
            blocks = dim_size(trace->launches[i].grid);
    return schedule->block < blocks
        || err_set(err, ERR_USAGE, "--schedule %s: %s has %llu block%s here, 0 to %llu",
                   trace->run.schedule, trace->run.algo, (unsigned long long)blocks,
                   blocks == 1 ? "" : "s", (unsigned long long)(blocks - 1));
}

/* In one of the launches that have such a block. */
static bool thread_met(const struct trace *trace, const struct schedule *schedule,
                       struct err *err)
{
    uint64_t threads = 0;
    for (uint32_t i = 0; i < trace->launch_count; i++) {
        const struct trace_launch *launch = &trace->launches[i];
        if (schedule->block < dim_size(launch->grid)
            && dim_size(launch->block) > threads)
            threads = dim_size(launch->block);
    }
    return schedule->thread < threads
        || err_set(err, ERR_USAGE, "--schedule %s: block %u of %s has %llu thread%s here, "
                   "0 to %llu", trace->run.schedule, (unsigned)schedule->block,
                   trace->run.algo, (unsigned long long)threads,
                   threads == 1 ? "" : "s", (unsigned long long)(threads - 1));
}

static bool phase_is(const struct schedule *schedule, const struct event *event)
{
    return event->array == schedule->phase
        && (schedule->number < 0 || schedule->number == event->index);
}

/* Adds "stride:2", once; false when the room is full. */
static bool phase_list(const struct event *event, char *list, size_t room)
{
    char name[40];
    const size_t used = strlen(list);
    const int length = snprintf(name, sizeof name, " %s:%d,",
                                schedule_phase_name(event->array), event->index);
    if (strstr(list, name))
        return true;
    if (used + (size_t)length >= room)
        return false;
    memcpy(list + used, name, (size_t)length + 1);
    return true;
}

static bool phase_met(const struct trace *trace, const struct schedule *schedule,
                      struct err *err)
{
    char list[200] = "";
    bool whole = true;
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        const struct trace_seg *seg = &trace->segs[s];
        for (uint32_t e = 0; seg->block == schedule->block && e < seg->count; e++) {
            const struct event *event = &trace->events[seg->first + e];
            if (event_kind(event) != EV_PHASE || event->array >= EVENT_PHASES)
                continue;
            if (phase_is(schedule, event))
                return true;
            whole = phase_list(event, list, sizeof list) && whole;
        }
    }
    size_t length = strlen(list);
    if (length > 0)
        list[length - 1] = '\0';
    return err_set(err, ERR_USAGE, "--schedule %s: block %u of %s never comes to that "
                   "phase; it comes to%s%s", trace->run.schedule,
                   (unsigned)schedule->block, trace->run.algo,
                   list[0] ? list : " none", whole ? "" : ", ...");
}

/* Not all that the block did is in the trace. */
static bool block_cut(const struct trace *trace, uint32_t block)
{
    for (uint32_t s = 0; s < trace->seg_count && trace->dropped; s++)
        if (trace->segs[s].block == block && trace->segs[s].dropped)
            return true;
    return false;
}

bool simt_schedule_met(const struct trace *trace, struct err *err)
{
    struct schedule schedule;
    if (trace->run.device != DEVICE_HOST)
        return true; /* a GPU keeps its own order */
    if (!schedule_parse(trace->run.schedule, &schedule, err))
        return false;
    const bool chosen = schedule.kind == SCHEDULE_FIRST
        || schedule.kind == SCHEDULE_LAST;
    if (schedule.kind != SCHEDULE_HOLD && !chosen)
        return true;
    if (!block_met(trace, &schedule, err)
        || (chosen && !thread_met(trace, &schedule, err)))
        return false;
    return chosen || trace->stop_count || block_cut(trace, schedule.block)
        || !trace->event_count
        || phase_met(trace, &schedule, err);
}
