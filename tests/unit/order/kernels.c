/* Tiny kernels, one for each rule of assets/glossary.md: word i of an array is
 * written, then read by somebody else, with one thing between. */
#include "kernels.h"

#include "simt/words_host.h"

#define ARRAYS (vals x, vals y, vals total, ints c, stats w)
#define NUMBERS (int n, int unused)
#define UNUSED() ((void)x, (void)y, (void)total, (void)c, (void)w, (void)n, (void)unused)
#define SELF const int i = (int)threadIdx.x; const int b = (int)blockIdx.x; (void)i, (void)b

/* ---- within a block: thread i writes s[i], thread i ^ OTHER reads it ------ */

#define WITHIN(name, BETWEEN, OTHER)                                          \
    KERNEL(name, ARRAYS, NUMBERS)                                             \
    {                                                                         \
        SHARED(s, blockDim.x);                                                \
        SELF;                                                                 \
        UNUSED();                                                             \
        val v = gld(x, i);                                                    \
        st(s, i, v);                                                          \
        BETWEEN;                                                              \
        v = ld(s, i ^ (OTHER));                                               \
        gst(y, i, v);                                                         \
    }

WITHIN(nothing, , 1)
WITHIN(own_word, , 0)
WITHIN(barrier, __syncthreads(), 33)
WITHIN(syncwarp, __syncwarp(FULL_MASK), 1)
WITHIN(syncwarp_across, __syncwarp(FULL_MASK), 32)
WITHIN(shuffle, v = __shfl_up_sync(FULL_MASK, v, 1), 5)
WITHIN(ballot, (void)__ballot_sync(FULL_MASK, 1), 7)
WITHIN(fence_block, __threadfence_block(), 1)
WITHIN(fence_device, __threadfence(), 1)
/* Halves of a warp meet apart. */
WITHIN(half_inside, __syncwarp(i & 16 ? 0xffff0000u : 0x0000ffffu), 1)
WITHIN(half_across, __syncwarp(i & 16 ? 0xffff0000u : 0x0000ffffu), 16)

KERNEL(volatile_words, ARRAYS, NUMBERS)
{
    SHARED(s, blockDim.x);
    SELF;
    UNUSED();
    val v = gld(x, i);
    st_volatile(s, i, v);
    v = ld_volatile(s, i ^ 1);
    gst(y, i, v);
}

/* ---- atomics -------------------------------------------------------------- */

KERNEL(atomics, ARRAYS, NUMBERS)
{
    SHARED_INTS(s, blockDim.x);
    SELF;
    UNUSED();
    sti(s, i, 0);
    __syncthreads();
    sadd(s, 0, 1);
    gadd(c, 0, 1);
}

KERNEL(atomic_and_plain, ARRAYS, NUMBERS)
{
    SHARED_INTS(s, blockDim.x);
    SELF;
    UNUSED();
    sti(s, i, 0);
    __syncthreads();
    if (i > 0)
        sadd(s, 0, 1);
    else
        sti(s, 0, 5);
}

/* ---- between blocks: block 0 writes y[0..], the last block reads y[READ] --- */

#define BETWEEN_BLOCKS(name, AFTER_WRITE, BEFORE_READ, READER, READ)          \
    KERNEL(name, ARRAYS, NUMBERS)                                             \
    {                                                                         \
        SHARED(s, blockDim.x);                                                \
        SELF;                                                                 \
        UNUSED();                                                             \
        (void)s;                                                              \
        val v = gld(x, i);                                                    \
        if (b == 0) {                                                         \
            gst(y, i, v);                                                     \
            AFTER_WRITE;                                                      \
        }                                                                     \
        if (b == (int)gridDim.x - 1) {                                        \
            BEFORE_READ;                                                      \
            if (i == (READER))                                                \
                v = gld(y, (READ));                                           \
        }                                                                     \
        HAND_ON                                                               \
    }
#define HAND_ON
#define FIRST(what) if (i == 0) { what; }
#define PUBLISH(k) publish(w, k, PREFIX, v)
#define POLL(k) val u = v; poll(w, k, &u)
#define RAISE gadd(c, 0, 1)
#define SEE while (!gadd(c, 0, 0)) { }

BETWEEN_BLOCKS(blocks_free, , , 0, 0)
BETWEEN_BLOCKS(blocks_barrier, __syncthreads(), __syncthreads(), 0, 0)
BETWEEN_BLOCKS(publish_poll, FIRST(PUBLISH(0)), FIRST(POLL(0)), 0, 0)
/* y[3] is of another thread than the one that publishes: a barrier hands it on. */
BETWEEN_BLOCKS(publish_others, FIRST(PUBLISH(0)), FIRST(POLL(0)), 0, 3)
BETWEEN_BLOCKS(publish_all, __syncthreads(); FIRST(PUBLISH(0)), FIRST(POLL(0)), 0, 3)
/* Thread 3 reads, thread 0 has polled. */
BETWEEN_BLOCKS(poll_other, FIRST(PUBLISH(0)), FIRST(POLL(0)), 3, 0)
BETWEEN_BLOCKS(poll_all, FIRST(PUBLISH(0)), FIRST(POLL(0)) __syncthreads(), 3, 0)
BETWEEN_BLOCKS(flag_alone, FIRST(RAISE), FIRST(SEE), 0, 0)
BETWEEN_BLOCKS(flag_fence, __threadfence(); FIRST(RAISE), FIRST(SEE), 0, 0)
BETWEEN_BLOCKS(fence_alone, __threadfence(), __threadfence(), 0, 0)
/* Written after the release. */
KERNEL(publish_early, ARRAYS, NUMBERS)
{
    SHARED(s, blockDim.x);
    SELF;
    UNUSED();
    (void)s;
    val v = gld(x, i);
    if (b == 0 && i == 0) {
        publish(w, 0, PREFIX, v);
        gst(y, 0, v);
    }
    if (b == 1 && i == 0) {
        val u = v;
        poll(w, 0, &u);
        v = gld(y, 0);
    }
}
#undef HAND_ON
/* A chain: blocks between learn of block 0 and publish for the next one. */
#define HAND_ON                                                               \
    if (b > 0 && b < (int)gridDim.x - 1 && i == 0) {                          \
        val u = v;                                                            \
        poll(w, b - 1, &u);                                                   \
        publish(w, b, PREFIX, u);                                             \
    }
BETWEEN_BLOCKS(chain, FIRST(PUBLISH(0)), FIRST(POLL((int)gridDim.x - 2)), 0, 0)
#undef HAND_ON
/* A broken one: the block between publishes without having looked. */
#define HAND_ON                                                               \
    if (b > 0 && b < (int)gridDim.x - 1 && i == 0)                            \
        publish(w, b, PREFIX, v);
BETWEEN_BLOCKS(chain_broken, FIRST(PUBLISH(0)), FIRST(POLL((int)gridDim.x - 2)), 0, 0)

/* ---- the table ------------------------------------------------------------ */

/* name, threads, blocks, races */
#define ALL(_)                                                                \
    _(nothing, 64, 1, 1) _(own_word, 64, 1, 0) _(barrier, 64, 1, 0)             \
    _(syncwarp, 64, 1, 0) _(syncwarp_across, 64, 1, 1) _(shuffle, 64, 1, 0)     \
    _(ballot, 64, 1, 0) _(fence_block, 64, 1, 1) _(fence_device, 64, 1, 1)      \
    _(half_inside, 32, 1, 0) _(half_across, 32, 1, 1)                          \
    _(volatile_words, 64, 1, 1) _(atomics, 64, 1, 0)                           \
    _(atomic_and_plain, 64, 1, 1)                                             \
    _(blocks_free, 4, 2, 1) _(blocks_barrier, 4, 2, 1)                         \
    _(publish_poll, 4, 2, 0) _(publish_others, 4, 2, 1)                        \
    _(publish_all, 4, 2, 0) _(poll_other, 4, 2, 1) _(poll_all, 4, 2, 0)         \
    _(publish_early, 4, 2, 1) _(flag_alone, 4, 2, 1) _(flag_fence, 4, 2, 0)     \
    _(fence_alone, 4, 2, 1) _(chain, 4, 4, 0) _(chain_broken, 4, 4, 1)
#define ROW(name, threads, blocks, races) { #name, threads, blocks, races },
#define ENTRY(name, threads, blocks, races) { #name, simt_run_##name },

const struct order_case order_cases[] = { ALL(ROW) };
const int order_case_count = sizeof order_cases / sizeof *order_cases;
const struct simt_entry order_entries[] = { ALL(ENTRY) };
