/* See kernels.h. A test asks for the line of a word by its mark: MARK(name)
 * stands on the line of the word and notes where that is. */
#include "kernels.h"

#include <string.h>

#include "simt/words_host.h"

static struct { const char *name; int line; } marks[64];
static int mark_count;

static void mark(const char *name, int line)
{
    for (int i = 0; i < mark_count; i++) {
        if (strcmp(marks[i].name, name) == 0)
            return;
    }
    marks[mark_count].name = name;
    marks[mark_count++].line = line;
}
#define MARK(name) mark(#name, __LINE__)

int test_line(const char *name)
{
    for (int i = 0; i < mark_count; i++) {
        if (strcmp(marks[i].name, name) == 0)
            return marks[i].line;
    }
    return 0;
}

/* ---- barriers ------------------------------------------------------------- */

KERNEL(barrier_in_branch, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)total, (void)inclusive;
    if (i < n - 2) {
        MARK(branch); __syncthreads();
    }
    val v = gld(x, i);
    gst(y, i, v);
}

KERNEL(early_return, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)total, (void)inclusive;
    if (i == n - 1)
        return;
    val v = gld(x, i);
    MARK(early); __syncthreads();
    gst(y, i, v);
}

KERNEL(two_barriers, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)n, (void)total, (void)inclusive;
    if (i % 2 == 0) {
        MARK(even); __syncthreads();
    } else {
        MARK(odd); __syncthreads();
    }
    val v = gld(x, i);
    gst(y, i, v);
}

/* ---- warps ---------------------------------------------------------------- */

KERNEL(absent_left, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)n, (void)total, (void)inclusive;
    val v = gld(x, i);
    if (i < 16) {
        MARK(absent_left); v = __shfl_up_sync(FULL_MASK, v, 1);
    }
    gst(y, i, v);
}

KERNEL(absent_elsewhere, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)n, (void)total, (void)inclusive;
    val v = gld(x, i);
    if (i != 3) {
        MARK(absent_wait); v = __shfl_up_sync(FULL_MASK, v, 1);
    }
    MARK(absent_other); __syncthreads();
    gst(y, i, v);
}

KERNEL(not_in_mask, (vals x, vals y, vals total), (int n, int inclusive))
{
    (void)x, (void)y, (void)n, (void)total, (void)inclusive;
    MARK(not_in_mask); __syncwarp(0xfffffffeu);
}

KERNEL(bad_width, (vals x, vals y, vals total), (int n, int inclusive))
{
    (void)y, (void)n, (void)total, (void)inclusive;
    val v = gld(x, 0);
    MARK(bad_width); v = __shfl_down_sync(FULL_MASK, v, 1, 12);
    gst(y, 0, v);
}

/* n is the width, inclusive the operand times four plus the kind; 32 lanes. */
KERNEL(shuffles, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x, by = inclusive / 4;
    (void)total;
    val v = gld(x, i);
    if (inclusive % 4 == 0)
        v = __shfl_up_sync(FULL_MASK, v, by, n);
    else if (inclusive % 4 == 1)
        v = __shfl_down_sync(FULL_MASK, v, by, n);
    else if (inclusive % 4 == 2)
        v = __shfl_xor_sync(FULL_MASK, v, by, n);
    else
        v = __shfl_sync(FULL_MASK, v, by, n);
    gst(y, i, v);
}

KERNEL(ballots, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)inclusive, (void)total;
    val v = gld(x, i);
    unsigned mask = 0x0000ffffu;
    if (i >= 16)
        mask = 0xffff0000u;
    unsigned votes = __ballot_sync(mask, to_int(v) > n);
    __syncwarp(FULL_MASK);
    gst(y, i, to_val((int)votes));
}

KERNEL(absent_source, (vals x, vals y, vals total), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)n, (void)inclusive, (void)total;
    val v = gld(x, i);
    if (i < 16)
        v = __shfl_down_sync(0xffffu, v, 8);
    gst(y, i, v);
}

/* ---- spins ---------------------------------------------------------------- */

KERNEL(spin_poll, (vals x, vals y, vals total, stats w), (int n, int inclusive))
{
    const int i = (int)threadIdx.x;
    (void)x, (void)n, (void)total, (void)inclusive;
    val v = identity();
    if (i == 2) {
        MARK(spin_poll); poll(w, 1, &v);
    }
    __syncthreads();
    gst(y, i, v);
}

KERNEL(spin_volatile, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;
    (void)x, (void)n, (void)total, (void)inclusive;
    st(s, i, to_val(0));
    __syncthreads();
    for (int k = 0; k == 0;) {
        MARK(spin_volatile); val v = ld_volatile(s, 0);
        k = to_int(v);
    }
    gst(y, i, identity());
}

KERNEL(spin_atomic, (vals x, vals y, vals total, ints c), (int n, int inclusive))
{
    (void)x, (void)y, (void)n, (void)total, (void)inclusive;
    int k = 0;
    while (k == 0) {
        MARK(spin_atomic); k = gadd(c, 0, 0);
    }
}

KERNEL(spin_plain, (vals x, vals y, vals total), (int n, int inclusive))
{
    (void)y, (void)n, (void)total, (void)inclusive;
    for (int k = -1; k < 0;) {
        val v = gld(x, 0);
        k = -to_int(v);
    }
}

/* Each block waits for the one after it. */
KERNEL(waits_for_later, (vals x, vals y, vals total, stats w), (int n, int inclusive))
{
    const int b = (int)blockIdx.x;
    (void)n, (void)total, (void)inclusive;
    val v = gld(x, b);
    if (b + 1 < (int)gridDim.x)
        poll(w, b + 1, &v);
    publish(w, b, PREFIX, v);
    gst(y, b, v);
}

/* ---- memory --------------------------------------------------------------- */

KERNEL(out_of_range, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED(s, blockDim.x);
    const int i = (int)threadIdx.x;
    (void)total, (void)inclusive;
    val v = gld(x, i);
    st(s, i - 1, v);
    v = ld(s, n);
    gst(y, i, v);
}

KERNEL(other_array, (vals x, vals y, vals total), (int n, int inclusive))
{
    MARK(other_array); SHARED(r, blockDim.x);
    (void)n, (void)total, (void)inclusive;
    val v = gld(x, 0);
    st(r, 0, v);
    gst(y, 0, v);
}

/* ---- sound, across blocks -------------------------------------------------- */

/* A chain of tiles of one element, numbered on arrival. */
KERNEL(chain, (vals x, vals y, vals total, ints c, stats w), (int n, int inclusive))
{
    SHARED_INTS(ticket, blockDim.x);
    const int i = (int)threadIdx.x;
    (void)inclusive;
    if (i == 0) {
        int mine = gadd(c, 0, 1);
        sti(ticket, 0, mine);
    }
    __syncthreads();
    int t = ldi(ticket, 0);
    tile(t);
    if (i == 0) {
        val v = gld(x, t);
        if (t > 0) {
            val before;
            poll(w, t - 1, &before);
            v = op(before, v);
        }
        publish(w, t, PREFIX, v);
        gst(y, t, v);
        if (t == n - 1)
            gst(total, 0, v);
    }
}

/* Every block sums its own threads' elements by a shared counter. */
KERNEL(votes, (vals x, vals y, vals total), (int n, int inclusive))
{
    SHARED_INTS(sum, blockDim.x);
    const int i = (int)threadIdx.x;
    const int at = (int)(blockIdx.x * blockDim.x) + i;
    (void)n, (void)total, (void)inclusive;
    sti(sum, i, 0);
    __syncthreads();
    phase(PHASE_REDUCE, 0);
    val v = gld(x, at);
    __threadfence_block();
    sadd(sum, 0, to_int(v));
    __syncthreads();
    phase(PHASE_STORE, 0);
    int k = ldi(sum, 0);
    gst(y, at, to_val(k));
}

const struct simt_entry *const test_table[] = {
    &kernel_barrier_in_branch, &kernel_early_return, &kernel_two_barriers,
    &kernel_absent_left, &kernel_absent_elsewhere, &kernel_not_in_mask,
    &kernel_bad_width, &kernel_shuffles, &kernel_ballots, &kernel_absent_source,
    &kernel_spin_poll, &kernel_spin_volatile, &kernel_spin_atomic, &kernel_spin_plain,
    &kernel_waits_for_later, &kernel_out_of_range, &kernel_other_array, &kernel_chain,
    &kernel_votes,
};
const int test_table_count = (int)(sizeof test_table / sizeof test_table[0]);

const struct simt_entry *test_kernel(const char *name)
{
    for (int i = 0; i < test_table_count; i++) {
        if (strcmp(test_table[i]->name, name) == 0)
            return test_table[i];
    }
    return NULL;
}
