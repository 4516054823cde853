/* What memory holds that nobody has written: garbage, but the same garbage in
 * every run and on every executor, so that a kernel that reads it is wrong in
 * the same way each time. C and CUDA. */
#ifndef TRACE_GARBAGE_H
#define TRACE_GARBAGE_H

#include <stdint.h>
#include <string.h>

#include "base/elem_ops.h"
#include "base/splitmix.h"

/* The number a place starts from: an array of the trace, and for a shared one
 * the launch and block it belongs to; global arrays have block -1. */
ELEM_FN uint64_t garbage_place(uint32_t launch, int64_t block, uint8_t array)
{
    const uint64_t salt = block < 0 ? 0 : ((uint64_t)launch << 32 | (uint64_t)block) + 1;
    return splitmix64_at(salt << 8 | array);
}

/* Element `index`: the first `width` of its bytes (the rest zero), and the
 * state of a status word. */
ELEM_FN uint32_t garbage_cell(uint64_t place, uint32_t index, uint32_t width,
                              unsigned char bytes[ELEM_MAX])
{
    const uint64_t low = splitmix64_at(place + index), high = splitmix64_at(low);
    memset(bytes, 0, ELEM_MAX);
    memcpy(bytes, &low, width < 8 ? width : 8);
    if (width > 8)
        memcpy(bytes + 8, &high, width - 8);
    return (uint32_t)(high % 3);
}

#endif
