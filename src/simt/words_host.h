/* The words of kernels/words.h as the host executor understands them.
 *
 * Every word is a macro that hands its source line to a function of this room;
 * the function records the event, does the work, and may switch to another
 * thread. threadIdx and its kin are read over a pointer to the running thread,
 * set at each switch. Only kernels (and tests that write kernels) include
 * this: its macros are short names. */
#ifndef SIMT_WORDS_HOST_H
#define SIMT_WORDS_HOST_H

#include "kernels/words_args.h"
#include "simt/calls.h"

#define threadIdx (simt_here->thread)
#define blockIdx (simt_here->block)
#define blockDim (simt_here->block_dim)
#define gridDim (simt_here->grid_dim)

/* ---- entries -------------------------------------------------------------- */

/* KERNEL(k, (vals x, ...), (int n, ...)) declares the body, writes the
 * function that takes a launch's arguments apart (simt_run_k) and the entry
 * (kernel_k), and opens the body. */
#define KERNEL(name, arrays, numbers)                                         \
    static void name##_body(WORDS_OPEN arrays, WORDS_OPEN numbers);             \
    void simt_run_##name(const struct simt_args *args);                       \
    void simt_run_##name(const struct simt_args *args)                        \
    {                                                                         \
        name##_body(WORDS_TAKE(WORDS_COUNT arrays, args->array),                \
                    WORDS_TAKE(WORDS_COUNT numbers, args->number));             \
    }                                                                         \
    extern const struct simt_entry kernel_##name;                             \
    const struct simt_entry kernel_##name = { #name, simt_run_##name };       \
    static void name##_body(WORDS_OPEN arrays, WORDS_OPEN numbers)

#define SHARED(name, count)                                                   \
    const vals name = simt_shared(__LINE__, #name, (count), WORD_VALUE)
#define SHARED_INTS(name, count)                                              \
    const ints name = simt_shared(__LINE__, #name, (count), WORD_INT)

/* ---- the words ------------------------------------------------------------ */

#define ld(s, i) simt_load(__LINE__, (s), (i), SIMT_PLAIN)
#define st(s, i, v) simt_store(__LINE__, (s), (i), (v), SIMT_PLAIN)
#define gld(x, i) simt_load(__LINE__, (x), (i), SIMT_PLAIN)
#define gst(x, i, v) simt_store(__LINE__, (x), (i), (v), SIMT_PLAIN)
#define ld_volatile(s, i) simt_load(__LINE__, (s), (i), EVENT_VOLATILE)
#define st_volatile(s, i, v) simt_store(__LINE__, (s), (i), (v), EVENT_VOLATILE)
#define gld_acquire(x, i) simt_load(__LINE__, (x), (i), EVENT_ACQUIRE)
#define gst_release(x, i, v) simt_store(__LINE__, (x), (i), (v), EVENT_RELEASE)

#define ldi(s, i) simt_load_int(__LINE__, (s), (i))
#define sti(s, i, k) simt_store_int(__LINE__, (s), (i), (k))
#define gldi(x, i) simt_load_int(__LINE__, (x), (i))
#define gsti(x, i, k) simt_store_int(__LINE__, (x), (i), (k))
#define gadd(c, i, k) simt_add_int(__LINE__, (c), (i), (k))
#define sadd(c, i, k) simt_add_int(__LINE__, (c), (i), (k))

#define op(a, b) simt_op(__LINE__, (a), (b))
#define identity() simt_identity(__LINE__)
#define to_val(k) simt_to_val(__LINE__, (k))
#define to_int(v) simt_to_int(__LINE__, (v))

#define tile(t) simt_tile(__LINE__, (t))
#define phase(kind, number) simt_phase(__LINE__, (kind), (number))

#define publish(w, i, kind, v) simt_publish(__LINE__, (w), (i), (kind), (v))
#define poll(w, i, v) simt_poll(__LINE__, (w), (i), (v))

/* ---- CUDA's own names ----------------------------------------------------- */

#define FULL_MASK 0xffffffffu
#define __syncthreads() simt_barrier(__LINE__)
#define __syncwarp(mask) simt_syncwarp(__LINE__, (mask))
#define __threadfence() simt_fence(__LINE__, 1)
#define __threadfence_block() simt_fence(__LINE__, 0)
#define __ballot_sync(mask, p) simt_ballot(__LINE__, (mask), (p) != 0)

#define __ffs(bits) __builtin_ffs((int)(bits))
#define __popc(bits) __builtin_popcount((unsigned)(bits))

/* The width may be left out: 32 then. */
#define __shfl_up_sync(...) SIMT_SHUFFLE(MEET_SHFL_UP, __VA_ARGS__, 32, 0)
#define __shfl_down_sync(...) SIMT_SHUFFLE(MEET_SHFL_DOWN, __VA_ARGS__, 32, 0)
#define __shfl_xor_sync(...) SIMT_SHUFFLE(MEET_SHFL_XOR, __VA_ARGS__, 32, 0)
#define __shfl_sync(...) SIMT_SHUFFLE(MEET_SHFL_IDX, __VA_ARGS__, 32, 0)
#define SIMT_SHUFFLE(meet, mask, v, k, width, ...) \
    simt_shuffle(__LINE__, meet, (mask), (v), (int)(k), (width))

#endif
