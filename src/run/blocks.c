/* Lists of blocks, and traces of some blocks only. */
#include <stdlib.h>
#include <string.h>

#include "run/options.h"

/* Reads "2" or "last", the block count - 1; of an unknown count the greatest
 * number there is. */
static bool block_read(const char **at, uint32_t count, uint64_t *block)
{
    char *end;
    if (strncmp(*at, "last", 4) == 0) {
        *at += 4;
        *block = (uint64_t)count - 1;
        return true;
    }
    if (**at < '0' || **at > '9')
        return false;
    *block = strtoull(*at, &end, 10);
    *at = end;
    return true;
}

/* Reads "2" or "2-5" at *at and moves behind it; false when it is neither. In a
 * small grid "2-last" is empty: its last lies before its first. */
static bool range_read(const char **at, uint32_t count, uint64_t *first, uint64_t *last)
{
    if (!block_read(at, count, first))
        return false;
    *last = *first;
    if (**at != '-')
        return true;
    ++*at;
    return block_read(at, count, last);
}

bool run_blocks_has(const char *list, uint32_t block, uint32_t count)
{
    uint64_t first, last;
    if (!list)
        return true;
    for (const char *at = list; range_read(&at, count, &first, &last); at++) {
        if (block >= first && block <= last)
            return true;
        if (*at != ',')
            return false;
    }
    return false;
}

bool run_blocks_check(const char *list, uint32_t count, struct err *err)
{
    uint64_t first, last;
    const char *at = list;
    for (;; at++) {
        if (!range_read(&at, count, &first, &last) || last < first || (*at && *at != ','))
            return err_set(err, ERR_USAGE, "--trace-blocks %.40s: not a list of "
                           "blocks; allowed: 0,2-5,last", list[0] ? list : "\"\"");
        if (count && last >= count)
            return err_set(err, ERR_USAGE, "--trace-blocks %.40s: the grid has %u "
                           "block%s, 0 to %u", list, count, count == 1 ? "" : "s",
                           count - 1);
        if (*at == 0)
            return true;
    }
}

/* Moves the events of a segment down to `to`; where each went, plus one,
 * stands in moved. */
static void events_move(struct trace *trace, const struct trace_seg *seg,
                        uint64_t to, uint64_t *moved)
{
    for (uint32_t i = 0; i < seg->count; i++) {
        const uint64_t from = seg->first + i;
        trace->events[to + i] = trace->events[from];
        if (trace->sequence)
            trace->sequence[to + i] = trace->sequence[from];
        if (trace->writer)
            trace->writer[to + i] = trace->writer[from];
        if (trace->stamps)
            trace->stamps[to + i] = trace->stamps[from];
        moved[from] = to + i + 1;
    }
}

/* Loads find their stores again; one that was left out becomes unknown. */
static void writers_follow(struct trace *trace, const uint64_t *moved)
{
    for (uint64_t e = 0; trace->writer && e < trace->event_count; e++)
        if (trace->writer[e])
            trace->writer[e] = moved[trace->writer[e] - 1];
}

/* Numbers what is left 0, 1, 2, ... in the order it happened. rank has `was`
 * members. */
static void sequence_close(struct trace *trace, uint64_t *rank, uint64_t was)
{
    if (!trace->sequence)
        return;
    memset(rank, 0, was * sizeof *rank);
    for (uint64_t e = 0; e < trace->event_count; e++)
        rank[trace->sequence[e]] = 1;
    for (uint64_t i = 0, before = 0; i < was; i++) {
        const uint64_t here = rank[i];
        rank[i] = before;
        before += here;
    }
    for (uint64_t e = 0; e < trace->event_count; e++)
        trace->sequence[e] = rank[trace->sequence[e]];
}

bool run_blocks_keep(struct trace *trace, const char *list, struct err *err)
{
    const uint64_t was = trace->event_count;
    uint64_t *work = calloc(was + 1, sizeof *work), kept = 0;
    if (!work)
        return err_set(err, ERR_FAILED, "out of memory for --trace-blocks");
    for (uint32_t s = 0; s < trace->seg_count; s++) {
        struct trace_seg *seg = &trace->segs[s];
        const struct trace_dim grid = trace->launches[seg->launch].grid;
        if (!run_blocks_has(list, seg->block, grid.x * grid.y * grid.z)) {
            seg->dropped += seg->count;
            trace->dropped += seg->count;
            seg->count = 0;
        }
        events_move(trace, seg, kept, work);
        seg->first = kept;
        kept += seg->count;
    }
    trace->event_count = kept;
    writers_follow(trace, work);
    sequence_close(trace, work, was);
    free(work);
    return true;
}
