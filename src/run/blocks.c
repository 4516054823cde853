/* Lists of blocks, and what they choose of the launches of a run. */
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

/* ---- launch by launch ------------------------------------------------------ */

static uint32_t blocks_of(const struct trace_launch *launch)
{
    return launch->grid.x * launch->grid.y * launch->grid.z;
}

static uint32_t list_length(const char *list)
{
    uint32_t length = 1;
    for (; *list; list++)
        length += *list == ',';
    return length;
}

/* The ranges of a list in one grid; what lies behind its end is none. */
static uint32_t list_ranges(const char *list, uint32_t count,
                            struct chosen_range *range)
{
    uint64_t first, last;
    uint32_t ranges = 0;
    for (const char *at = list; range_read(&at, count, &first, &last); at++) {
        if (last >= count)
            last = (uint64_t)count - 1;
        if (first <= last)
            range[ranges++] = (struct chosen_range){ (uint32_t)first,
                                                     (uint32_t)last, 0 };
        if (*at != ',')
            break;
    }
    return ranges;
}

bool run_blocks_choose(const char *list, struct trace *trace,
                       const struct chosen **chosen, struct err *err)
{
    const uint32_t length = list ? list_length(list) : 0, launches = trace->launch_count;
    *chosen = NULL;
    if (!list)
        return true;
    struct chosen *all = ARENA_NEW(&trace->arena, struct chosen, launches + 1);
    struct chosen_range *range = ARENA_NEW(&trace->arena, struct chosen_range,
                                           (size_t)launches * length + 1);
    if (!all || !range)
        return err_set(err, ERR_FAILED, "out of memory for --trace-blocks");
    for (uint32_t i = 0; i < launches; i++, range += length)
        all[i] = chosen_close(range, list_ranges(list, blocks_of(&trace->launches[i]),
                                                 range));
    *chosen = all;
    return true;
}

/* ---- what was traced ------------------------------------------------------- */

/* Whether the segment is the first of its block that has events, where `seen`
 * has a bit for each block of its launch. */
static bool block_first(const struct trace_seg *seg, unsigned char *seen)
{
    const unsigned char bit = (unsigned char)(1 << seg->block % 8);
    if (seg->count == 0 || seen[seg->block / 8] & bit)
        return false;
    seen[seg->block / 8] |= bit;
    return true;
}

/* Of one launch; *s: its first segment, then that of the next one. */
static bool launch_traced(const struct trace *trace, uint32_t launch, uint32_t *s,
                          uint32_t *traced)
{
    unsigned char *seen = calloc(blocks_of(&trace->launches[launch]) / 8 + 1, 1);
    *traced = 0;
    if (!seen)
        return false;
    for (; *s < trace->seg_count && trace->segs[*s].launch == launch; ++*s)
        *traced += block_first(&trace->segs[*s], seen);
    free(seen);
    return true;
}

bool run_blocks_traced(const struct trace *trace, uint64_t *traced, uint64_t *blocks)
{
    *traced = *blocks = 0;
    for (uint32_t i = 0, s = 0, here; i < trace->launch_count; i++) {
        if (!launch_traced(trace, i, &s, &here))
            return false;
        *traced += here;
        *blocks += blocks_of(&trace->launches[i]);
    }
    return true;
}

void run_blocks_say(const struct trace *trace, struct buf *out)
{
    if (trace->dropped == 0)
        return;
    buf_puts(out, trace->launch_count > 1 ? "blocks traced, launch by launch: "
                                          : "blocks traced: ");
    for (uint32_t i = 0, s = 0, traced; i < trace->launch_count; i++) {
        if (!launch_traced(trace, i, &s, &traced)) {
            out->failed = true;
            return;
        }
        buf_printf(out, "%s%u of %u", i ? ", " : "", traced,
                   blocks_of(&trace->launches[i]));
    }
    buf_printf(out, "; %llu events are not in the trace\n",
               (unsigned long long)trace->dropped);
}
