/* The words of kernels/words.h, traced on the GPU.
 *
 * The same events in the same order, with the same ids, as src/simt records on
 * the host: read the two beside each other. Type and operator are run-time
 * fields of a descriptor in constant memory; every thread has its cursor and
 * its part of one large array of events in global memory, and writes an event
 * as three 8-byte stores. Where blocks were chosen, the threads of the others do
 * the same and only count (gpu/device.h). Memory accesses are volatile, so that what a kernel
 * says is what happens. */
#ifndef GPU_WORDS_TRACED_CUH
#define GPU_WORDS_TRACED_CUH

#include <stdint.h>
#include <string.h>

#include "base/elem_ops.h"
#include "gpu/device.h"
#include "kernels/words_args.h"
#include "trace/chosen.h"
#include "trace/garbage.h"
#include "trace/lanes.h"
#include "trace/trace.h"

#define TRACED_FN static __device__ __noinline__
#define TRACED_INLINE static __device__ __forceinline__

/* Words, not bytes: values then stay in registers. */
struct val {
    uint64_t word[ELEM_MAX / 8];
    uint32_t id;
    __device__ __forceinline__ unsigned char *bytes()
    {
        return reinterpret_cast<unsigned char *>(word);
    }
};
typedef struct device_array vals, ints, stats;

enum { INVALID = 0, AGGREGATE = 1, PREFIX = 2 };
enum { TRACED_PLAIN = 0 }; /* ordering of an access, else EVENT_ACQUIRE and kin */

static __constant__ struct device_world traced_world;
extern __shared__ uint4 traced_shared[];

/* ---- where this thread is --------------------------------------------------- */

TRACED_INLINE uint32_t traced_linear()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

TRACED_INLINE uint32_t traced_threads()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

TRACED_INLINE uint32_t traced_block()
{
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

/* What a block that may not be recorded has behind its shared arrays. */
TRACED_INLINE uint32_t *traced_side()
{
    return reinterpret_cast<uint32_t *>(
        reinterpret_cast<unsigned char *>(traced_shared) + traced_world.side);
}

/* Where its threads are recorded; CHOSEN_NONE: they only count. */
TRACED_INLINE uint32_t traced_slot()
{
    return traced_world.blocks ? traced_side()[DEVICE_SIDE_SLOT] : traced_block();
}

/* Of a recorded block. */
TRACED_INLINE size_t traced_number(uint32_t slot)
{
    return (size_t)slot * traced_threads() + traced_linear();
}

TRACED_INLINE uint64_t traced_now()
{
    uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

/* Lanes of this warp that the block has. */
TRACED_INLINE uint32_t traced_lanes()
{
    const uint32_t left = traced_threads() - traced_linear() / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

/* ---- events ----------------------------------------------------------------- */

/* The end of a thread: if it only counted, its block is told. */
TRACED_FN void traced_leave()
{
    if (traced_slot() == CHOSEN_NONE)
        atomicAdd(&traced_world.blocks[traced_block()].events,
                  (unsigned long long)traced_side()[DEVICE_SIDE_CURSOR + traced_linear()]);
}

/* Notes why this thread cannot go on, unless another came first, and ends it.
 * An exited thread keeps nobody waiting at a barrier. */
TRACED_FN void traced_stop(uint32_t kind, int line, uint32_t mask, int32_t array,
                           int32_t index)
{
    struct device_stop *stop = traced_world.stop;
    if (atomicCAS(&stop->kind, 0u, kind) == 0) {
        stop->block = traced_block();
        stop->thread = traced_linear();
        stop->line = (uint32_t)line;
        stop->mask = mask;
        stop->array = array;
        stop->index = index;
    }
    traced_leave();
    __threadfence();
    asm volatile("exit;");
}

TRACED_FN void traced_stamp(size_t at)
{
    struct device_stamp stamp = {};
    stamp.ns = traced_now();
    stamp.cycle = (uint64_t)clock64();
    asm volatile("mov.u32 %0, %%smid;" : "=r"(stamp.sm));
    traced_world.stamps[at] = stamp;
}

/* An event of a block that is not recorded: its ordinal is all there is. */
TRACED_FN uint32_t traced_count(int line)
{
    const uint32_t ordinal = traced_side()[DEVICE_SIDE_CURSOR + traced_linear()]++;
    if (ordinal >= traced_world.endless)
        traced_stop(STOP_EVENT_LIMIT, line, 0, -1, -1);
    return ordinal;
}

TRACED_FN uint32_t traced_emit(uint32_t kind, uint32_t array, int line, int32_t index,
                               uint64_t bits, uint32_t a, uint32_t b)
{
    const uint32_t slot = traced_slot();
    if (slot == CHOSEN_NONE)
        return traced_count(line);
    const size_t number = traced_number(slot);
    const uint32_t ordinal = traced_world.threads[number].cursor++;
    if (ordinal < traced_world.room) {
        const size_t at = number * traced_world.room + ordinal;
        uint64_t *event = reinterpret_cast<uint64_t *>(&traced_world.events[at]);
        event[0] = kind | (array & 0xff) << 8 | ((uint32_t)line & 0xffff) << 16 |
                   (uint64_t)(uint32_t)index << 32;
        event[1] = bits;
        event[2] = a | (uint64_t)b << 32;
        if (traced_world.stamps)
            traced_stamp(at);
    }
    if (ordinal >= traced_world.endless)
        traced_stop(STOP_EVENT_LIMIT, line, 0, -1, -1);
    return ordinal;
}

TRACED_INLINE void traced_emit_high(int line, const val &v)
{
    if (traced_world.width > 8)
        traced_emit(EV_HIGH, 0, line, 0, v.word[1], 0, 0);
}

TRACED_FN val traced_made(val v, uint32_t kind, uint32_t array, int line, int32_t index,
                          uint32_t a, uint32_t b)
{
    v.id = traced_emit(kind, array, line, index, v.word[0], a, b);
    traced_emit_high(line, v);
    return v;
}

/* ---- memory ----------------------------------------------------------------- */

/* `width` bytes, a power of two and aligned to it, in one access up to eight. */
TRACED_FN val traced_read(const unsigned char *from, uint32_t width)
{
    val v = {};
    if (width == 1) {
        v.word[0] = *(const volatile uint8_t *)from;
    } else if (width == 2) {
        v.word[0] = *(const volatile uint16_t *)from;
    } else if (width == 4) {
        v.word[0] = *(const volatile uint32_t *)from;
    } else {
        v.word[0] = ((const volatile uint64_t *)from)[0];
        if (width > 8)
            v.word[1] = ((const volatile uint64_t *)from)[1];
    }
    return v;
}

TRACED_FN void traced_write(unsigned char *to, uint32_t width, val v)
{
    if (width == 1) {
        *(volatile uint8_t *)to = (uint8_t)v.word[0];
    } else if (width == 2) {
        *(volatile uint16_t *)to = (uint16_t)v.word[0];
    } else if (width == 4) {
        *(volatile uint32_t *)to = (uint32_t)v.word[0];
    } else {
        ((volatile uint64_t *)to)[0] = v.word[0];
        if (width > 8)
            ((volatile uint64_t *)to)[1] = v.word[1];
    }
}

TRACED_INLINE bool traced_inside(const struct device_array &array, int index)
{
    return index >= 0 && (uint32_t)index < array.count;
}

TRACED_FN val traced_load(int line, struct device_array array, int index, int order)
{
    const uint32_t width = traced_world.width;
    val v = {};
    if (traced_inside(array, index))
        v = traced_read(array.cells + (size_t)index * width, width);
    if (order == EVENT_ACQUIRE)
        __threadfence();
    return traced_made(v, (uint32_t)(EV_LD | order), array.id, line, index, 0, 0);
}

TRACED_FN void traced_store(int line, struct device_array array, int index, val v, int order)
{
    const uint32_t width = traced_world.width;
    traced_emit((uint32_t)(EV_ST | order), array.id, line, index, v.word[0],
                v.id, 0);
    if (order == EVENT_RELEASE)
        __threadfence();
    if (traced_inside(array, index))
        traced_write(array.cells + (size_t)index * width, width, v);
    traced_emit_high(line, v);
}

TRACED_FN int traced_load_int(int line, struct device_array array, int index)
{
    uint32_t word = 0;
    if (traced_inside(array, index))
        word = reinterpret_cast<volatile uint32_t *>(array.cells)[index];
    traced_emit(EV_LDW, array.id, line, index, word, 0, 0);
    return (int)word;
}

TRACED_FN void traced_store_int(int line, struct device_array array, int index, int k)
{
    traced_emit(EV_STW, array.id, line, index, (uint32_t)k, 0, 0);
    if (traced_inside(array, index))
        reinterpret_cast<volatile uint32_t *>(array.cells)[index] = (uint32_t)k;
}

TRACED_FN int traced_add_int(int line, struct device_array array, int index, int k)
{
    uint32_t old = 0;
    if (traced_inside(array, index))
        old = atomicAdd(reinterpret_cast<uint32_t *>(array.cells) + index, (uint32_t)k);
    traced_emit(EV_ATOMIC, array.id, line, index, old, (uint32_t)k, 0);
    return (int)old;
}

/* ---- values ----------------------------------------------------------------- */

TRACED_FN val traced_op(int line, val left, val right)
{
    val v = {};
    elem_apply(traced_world.op, traced_world.type, left.bytes(), right.bytes(), v.bytes());
    return traced_made(v, EV_OP, 0, line, 0, left.id, right.id);
}

TRACED_FN val traced_identity(int line)
{
    val v = {};
    elem_identity(traced_world.op, traced_world.type, v.bytes());
    return traced_made(v, EV_IDENT, 0, line, 0, 0, 0);
}

TRACED_FN val traced_to_val(int line, int k)
{
    val v = {};
    elem_from_int(traced_world.op, traced_world.type, k, v.bytes());
    return traced_made(v, EV_CONST, 0, line, k, 0, 0);
}

TRACED_FN int traced_to_int(int line, val v)
{
    const int k = elem_to_int(traced_world.op, traced_world.type, v.bytes());
    traced_emit(EV_TOINT, 0, line, k, 0, v.id, 0);
    return k;
}

/* ---- status words ----------------------------------------------------------- */

TRACED_FN void traced_publish(int line, struct device_array array, int index, int kind,
                              val v)
{
    traced_emit(EV_PUBLISH | EVENT_RELEASE, array.id, line, index, v.word[0],
                v.id, (uint32_t)kind);
    if (traced_inside(array, index)) {
        struct device_status *status =
            reinterpret_cast<struct device_status *>(array.cells) + index;
        traced_write(kind == PREFIX ? status->prefix : status->aggregate, ELEM_MAX, v);
        __threadfence();
        *(volatile uint32_t *)&status->state = (uint32_t)kind;
    }
    traced_emit_high(line, v);
}

/* Gives up after some seconds: then nobody can be going to publish. */
TRACED_FN int traced_poll(int line, struct device_array array, int index, val *v)
{
    struct device_status *status =
        reinterpret_cast<struct device_status *>(array.cells) + index;
    const uint64_t start = traced_now();
    uint32_t state = INVALID, failed = 0;
    val got = {};
    if (traced_inside(array, index)) {
        while ((state = *(volatile uint32_t *)&status->state) == INVALID) {
            failed++;
            __nanosleep(50);
            if (traced_now() - start > DEVICE_PATIENCE_S * 1000000000ull)
                traced_stop(STOP_SPIN, line, 0, (int32_t)array.id, index);
        }
        __threadfence();
        got = traced_read(state == PREFIX ? status->prefix : status->aggregate, ELEM_MAX);
    }
    *v = traced_made(got, EV_POLL | EVENT_ACQUIRE, array.id, line, index, state, failed);
    return (int)state;
}

/* ---- meetings --------------------------------------------------------------- */

TRACED_FN void traced_barrier(int line)
{
    const uint32_t slot = traced_slot();
    uint32_t passed = 0;
    if (slot != CHOSEN_NONE)
        passed = traced_world.threads[traced_number(slot)].barriers++;
    traced_emit(EV_BARRIER, 0, line, 0, 0, passed, 0);
    __syncthreads();
}

TRACED_FN void traced_meet(int line, uint32_t meet, uint32_t mask, int operand, int width,
                           uint32_t offered)
{
    const bool segment = width >= 1 && width <= 32 && (width & (width - 1)) == 0;
    if (!(mask >> traced_linear() % 32 & 1) || !segment)
        traced_stop(STOP_LANE_RANGE, line, mask, -1, width);
    traced_emit(EV_MEET, meet, line, (operand & 0xffff) | width << 16, 0, offered, mask);
}

TRACED_FN void traced_syncwarp(int line, uint32_t mask)
{
    traced_meet(line, MEET_SYNCWARP, mask, 0, 32, EVENT_NO_VALUE);
    __syncwarp(mask & traced_lanes());
}

TRACED_FN val traced_shuffle(int line, int meet, uint32_t mask, val v, int operand,
                             int width)
{
    const uint32_t present = mask & traced_lanes();
    val got = {};
    traced_meet(line, (uint32_t)meet, mask, operand, width, v.id);
    const uint32_t source = lanes_source(meet, traced_linear() % 32, (uint32_t)operand,
                                         (uint32_t)width);
    for (int i = 0; i < ELEM_MAX / 8; i++)
        got.word[i] = __shfl_sync(present, (unsigned long long)v.word[i], (int)source);
    got.id = __shfl_sync(present, v.id, (int)source);
    if (!(present >> source & 1)) {
        got = {};
        got.id = EVENT_NO_VALUE;
    }
    return traced_made(got, EV_SHFL, (uint32_t)meet, line, (int32_t)source, got.id, mask);
}

TRACED_FN unsigned traced_ballot(int line, uint32_t mask, int predicate)
{
    traced_meet(line, MEET_BALLOT, mask, predicate, 32, EVENT_NO_VALUE);
    const uint32_t result = __ballot_sync(mask & traced_lanes(), predicate);
    traced_emit(EV_BALLOT, 0, line, 0, result, 0, mask);
    return result;
}

/* ---- notes and declarations ------------------------------------------------- */

TRACED_FN void traced_fence(int line, int device)
{
    traced_emit(EV_FENCE, (uint32_t)device, line, 0, 0, 0, 0);
    if (device)
        __threadfence();
    else
        __threadfence_block();
}

TRACED_FN void traced_tile(int line, int tile)
{
    traced_emit(EV_TILE, 0, line, tile, 0, 0, 0);
    const uint32_t slot = traced_slot();
    if (slot == CHOSEN_NONE)
        traced_world.blocks[traced_block()].tile = (uint32_t)tile;
    else
        traced_world.threads[traced_number(slot)].tile = (uint32_t)tile;
}

TRACED_FN void traced_phase(int line, int kind, int number)
{
    traced_emit(EV_PHASE, (uint32_t)kind, line, number, 0, 0, 0);
}

TRACED_FN struct device_array traced_declare(int line, uint32_t at, uint32_t count,
                                             uint32_t word)
{
    struct device_array array = {};
    if (at >= traced_world.shared_count)
        traced_stop(STOP_ARRAY_MISMATCH, line, 0, -1, -1);
    const struct device_shared *plan = &traced_world.shared[at];
    if (plan->count != count || plan->word != word)
        traced_stop(STOP_ARRAY_MISMATCH, line, 0, (int32_t)plan->id, (int32_t)count);
    array.cells = reinterpret_cast<unsigned char *>(traced_shared) + plan->offset;
    array.count = count;
    array.id = plan->id;
    return array;
}

/* ---- entries ---------------------------------------------------------------- */

/* Every block starts with the garbage the host executor would give it. */
TRACED_FN void traced_fill(const struct device_shared *plan)
{
    const uint32_t width = plan->word == WORD_INT ? 4 : traced_world.width;
    const uint64_t place = garbage_place(traced_world.launch, (int64_t)traced_block(),
                                         (uint8_t)plan->id);
    unsigned char *cells = reinterpret_cast<unsigned char *>(traced_shared) + plan->offset;
    for (uint32_t i = traced_linear(); i < plan->count; i += traced_threads()) {
        val v = {};
        garbage_cell(place, i, width, v.bytes());
        traced_write(cells + (size_t)i * width, width, v);
    }
}

/* Is this block to be recorded? */
TRACED_FN void traced_choose()
{
    traced_side()[DEVICE_SIDE_CURSOR + traced_linear()] = 0;
    if (traced_linear() > 0)
        return;
    traced_side()[DEVICE_SIDE_SLOT] =
        chosen_slot(traced_world.range, traced_world.ranges, traced_block());
    traced_world.blocks[traced_block()].tile = traced_block();
}

TRACED_FN void traced_begin()
{
    if (traced_world.blocks)
        traced_choose();
    for (uint32_t i = 0; i < traced_world.shared_count; i++)
        traced_fill(&traced_world.shared[i]);
    __syncthreads();
    const uint32_t slot = traced_slot();
    if (slot == CHOSEN_NONE)
        return;
    struct device_thread *thread = &traced_world.threads[traced_number(slot)];
    thread->cursor = 0;
    thread->barriers = 0;
    thread->tile = traced_block();
}

static int traced_set_world(const struct device_world *world)
{
    return (int)cudaMemcpyToSymbol(traced_world, world, sizeof *world);
}

#define KERNEL(name, arrays, numbers)                                            \
    static __device__ void name##_body(WORDS_OPEN arrays, WORDS_OPEN numbers,    \
                                       unsigned words_declared);                 \
    extern "C" __global__ void traced_##name(const struct device_args args)      \
    {                                                                            \
        traced_begin();                                                          \
        name##_body(WORDS_TAKE(WORDS_COUNT arrays, args.array),                  \
                    WORDS_TAKE(WORDS_COUNT numbers, args.number), 0);            \
        traced_emit(EV_EXIT, 0, 0, 0, 0, 0, 0);                                  \
        traced_leave();                                                          \
    }                                                                            \
    static __device__ void name##_body(WORDS_OPEN arrays, WORDS_OPEN numbers,    \
                                       [[maybe_unused]] unsigned words_declared)

#define SHARED(name, count) \
    const vals name = traced_declare(__LINE__, words_declared++, (count), WORD_VALUE)
#define SHARED_INTS(name, count) \
    const ints name = traced_declare(__LINE__, words_declared++, (count), WORD_INT)

/* ---- the words -------------------------------------------------------------- */

#define FULL_MASK 0xffffffffu

#define ld(s, i) traced_load(__LINE__, (s), (i), TRACED_PLAIN)
#define st(s, i, v) traced_store(__LINE__, (s), (i), (v), TRACED_PLAIN)
#define gld(x, i) traced_load(__LINE__, (x), (i), TRACED_PLAIN)
#define gst(x, i, v) traced_store(__LINE__, (x), (i), (v), TRACED_PLAIN)
#define ld_volatile(s, i) traced_load(__LINE__, (s), (i), EVENT_VOLATILE)
#define st_volatile(s, i, v) traced_store(__LINE__, (s), (i), (v), EVENT_VOLATILE)
#define gld_acquire(x, i) traced_load(__LINE__, (x), (i), EVENT_ACQUIRE)
#define gst_release(x, i, v) traced_store(__LINE__, (x), (i), (v), EVENT_RELEASE)
#define ldi(s, i) traced_load_int(__LINE__, (s), (i))
#define sti(s, i, k) traced_store_int(__LINE__, (s), (i), (k))
#define gldi(x, i) traced_load_int(__LINE__, (x), (i))
#define gsti(x, i, k) traced_store_int(__LINE__, (x), (i), (k))
#define gadd(c, i, k) traced_add_int(__LINE__, (c), (i), (k))
#define sadd(c, i, k) traced_add_int(__LINE__, (c), (i), (k))

#define op(a, b) traced_op(__LINE__, (a), (b))
#define identity() traced_identity(__LINE__)
#define to_val(k) traced_to_val(__LINE__, (k))
#define to_int(v) traced_to_int(__LINE__, (v))

#define tile(t) traced_tile(__LINE__, (t))
#define phase(kind, number) traced_phase(__LINE__, (kind), (number))
#define publish(w, i, kind, v) traced_publish(__LINE__, (w), (i), (kind), (v))
#define poll(w, i, v) traced_poll(__LINE__, (w), (i), (v))

#define __syncthreads() traced_barrier(__LINE__)
#define __syncwarp(mask) traced_syncwarp(__LINE__, (mask))
#define __threadfence() traced_fence(__LINE__, 1)
#define __threadfence_block() traced_fence(__LINE__, 0)
#define __ballot_sync(mask, p) traced_ballot(__LINE__, (mask), (p) != 0)
#define __shfl_up_sync(...) TRACED_SHUFFLE(MEET_SHFL_UP, __VA_ARGS__, 32, 0)
#define __shfl_down_sync(...) TRACED_SHUFFLE(MEET_SHFL_DOWN, __VA_ARGS__, 32, 0)
#define __shfl_xor_sync(...) TRACED_SHUFFLE(MEET_SHFL_XOR, __VA_ARGS__, 32, 0)
#define __shfl_sync(...) TRACED_SHUFFLE(MEET_SHFL_IDX, __VA_ARGS__, 32, 0)
#define TRACED_SHUFFLE(meet, mask, v, k, width, ...) \
    traced_shuffle(__LINE__, meet, (mask), (v), (int)(k), (width))

#endif
