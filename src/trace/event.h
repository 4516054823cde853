/* The event: one thing that one thread did, 24 bytes.
 *
 * A trace is a set of segments, one for each (launch, block, thread), each an
 * array of events in program order. The position in the segment is the event's
 * ordinal; (launch, logical block, thread, ordinal) is its implicit id, so
 * there is no shared counter and the same kernel gives the same ids on every
 * schedule and device. A value is named by the event that made it: operands
 * are ordinals in the same thread, except for a shuffle, whose `a` is an
 * ordinal in the source lane.
 *
 * C and CUDA: the GPU recorder writes these bytes itself. */
#ifndef TRACE_EVENT_H
#define TRACE_EVENT_H

#include <stdint.h>

enum event_kind {
    EV_NONE = 0,
    /* These make a value (bits = its first 8 bytes, little endian, zero
     * extended). A value wider than 8 bytes is followed at once by an EV_HIGH
     * with bytes 8..15; EV_HIGH takes an ordinal of its own and names nothing. */
    EV_LD = 1,       /* array[index]; shared or global by the array's space */
    EV_OP = 2,       /* op(a, b): a left (earlier) operand, b right one */
    EV_IDENT = 3,    /* identity() */
    EV_CONST = 4,    /* value made from an int; index = the int */
    EV_SHFL = 5,     /* received from a lane: index = source lane, a = ordinal
                        of the value in the source lane (EVENT_NO_VALUE if the
                        source did not take part), b = the meeting's mask,
                        array = enum event_meet */
    EV_POLL = 6,     /* value of a status word that was ready: array, index,
                        a = state kind, b = failed polls before it (no
                        ordinals, not part of the canonical dump) */
    EV_HIGH = 7,
    /* These make an int, not a value. */
    EV_TOINT = 8,    /* int from value a; index = the int */
    EV_ATOMIC = 9,   /* atomicAdd on array[index]: bits = old word, a = addend */
    EV_BALLOT = 10,  /* bits = ballot result, b = mask */
    EV_LDW = 11,     /* load of an int word, array[index]: bits = the word */
    /* These make nothing. */
    EV_ST = 16,      /* array[index] = value a; bits as the value's */
    EV_PUBLISH = 17, /* status word array[index] = (state kind b, value a) */
    EV_STW = 18,     /* store of an int word, array[index] = bits */
    EV_BARRIER = 19, /* __syncthreads: a = how many this thread passed before */
    EV_MEET = 20,    /* arrival at a warp meeting: array = enum event_meet,
                        a = ordinal of the value offered or EVENT_NO_VALUE,
                        b = mask, index = delta / source lane / width packed as
                        the word gave them: operand | width << 16 */
    EV_FENCE = 21,   /* array: 0 block, 1 device */
    EV_PHASE = 22,   /* array = enum event_phase, index = its number */
    EV_TILE = 23,    /* from here the block works on logical block `index` */
    EV_EXIT = 24,    /* the thread returned */
    EVENT_KINDS = 25
};

/* Ordering that a memory event carries, or-ed into its kind. */
enum { EVENT_ACQUIRE = 0x40, EVENT_RELEASE = 0x40, EVENT_VOLATILE = 0x80,
       EVENT_KIND_MASK = 0x3f };

enum event_meet {
    MEET_SYNCWARP = 0, MEET_SHFL_UP = 1, MEET_SHFL_DOWN = 2, MEET_SHFL_XOR = 3,
    MEET_SHFL_IDX = 4, MEET_BALLOT = 5
};

/* What a phase note says; never free text. number: the stride, level, index. */
enum event_phase {
    PHASE_LOAD = 0,      /* number unused (0) */
    PHASE_STRIDE = 1,    /* a doubling round; number = stride */
    PHASE_UP = 2,        /* up-sweep level; number = stride d */
    PHASE_ROOT = 3,      /* the root is cleared */
    PHASE_DOWN = 4,      /* down-sweep level; number = stride d */
    PHASE_SHUFFLE = 5,   /* number = delta */
    PHASE_ELEMENT = 6,   /* serial: element number */
    PHASE_STORE = 7,
    PHASE_TOTAL = 8,     /* the total is saved */
    PHASE_SHIFT = 9,     /* inclusive to exclusive or back */
    PHASE_BLOCK_SUMS = 10, PHASE_OFFSETS = 11, PHASE_LOOK_BACK = 12,
    PHASE_SCATTER = 13, PHASE_REDUCE = 14,
    EVENT_PHASES = 15
};

#define EVENT_NO_VALUE 0xffffffffu

struct event {
    uint8_t kind;   /* enum event_kind | ordering */
    uint8_t array;  /* array id of the trace, or as the kind says */
    uint16_t line;  /* line of the word in the launch's kernel file */
    int32_t index;  /* element index as the kernel gave it, may be out of range */
    uint64_t bits;
    uint32_t a, b;
};

/* A GPU thread writes events with 8-byte stores and a file stores them as they
 * are: the layout is part of both. */
#ifdef __cplusplus
static_assert(sizeof(struct event) == 24, "event layout is a file format");
#else
_Static_assert(sizeof(struct event) == 24, "event layout is a file format");
#endif

#endif
