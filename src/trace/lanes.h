/* Which lane a shuffle reads, as CUDA defines it, for every executor. */
#ifndef TRACE_LANES_H
#define TRACE_LANES_H

#include <stdint.h>

#include "base/elem_ops.h"
#include "trace/event.h"

/* The source of `lane` (0..31) in segments of `width` lanes, a power of two up
 * to 32; only the low five bits of operand count. A source outside the segment
 * leaves the lane its own value; xor may reach down into earlier segments. */
ELEM_FN uint32_t lanes_source(int meet, uint32_t lane, uint32_t operand,
                              uint32_t width)
{
    const uint32_t first = lane & ~(width - 1), last = first + width - 1;
    const uint32_t by = operand & 31;
    switch (meet) {
    case MEET_SHFL_UP:
        return lane >= first + by ? lane - by : lane;
    case MEET_SHFL_DOWN:
        return lane + by <= last ? lane + by : lane;
    case MEET_SHFL_XOR:
        return (lane ^ by) <= last ? lane ^ by : lane;
    default:
        return first + (by & (width - 1));
    }
}

#endif
