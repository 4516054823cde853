/* Formulas of the literature, for any n. They are shown beside what was
 * measured and drawn from nowhere else. */
#include "run/formulas.h"

static int64_t lg(uint32_t n)
{
    int64_t doublings = 0;
    while (((uint64_t)1 << doublings) < n)
        doublings++;
    return doublings;
}

static int64_t power(uint32_t n)
{
    return (int64_t)1 << lg(n);
}

int64_t formula_zero(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 0;
}

int64_t formula_n_less_one(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return (int64_t)n - 1;
}

int64_t formula_doublings(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return lg(n);
}

/* Every round d adds n - d times: the sum over d = 1, 2, 4 ... below n. */
int64_t formula_doubling_adds(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return (int64_t)n * lg(n) - (power(n) - 1);
}

/* The d elements of round d that add nothing but must change buffers. */
int64_t formula_doubling_copies(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return power(n) - 1;
}

int64_t formula_hillis_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * lg(n) + 1;
}

int64_t formula_hillis_double_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return lg(n) + 1;
}

int64_t formula_blelloch_adds(uint32_t n, bool inclusive)
{
    return 2 * (power(n) - 1) + (inclusive ? n : 0);
}

int64_t formula_blelloch_moves(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return power(n) - 1;
}

/* The longest chain to leaf i of a tree of 2^levels leaves: on the way down a
 * left turn hands on what came, a right turn joins it with the left child's
 * sum, whose chain is as long as the child is high. */
static int64_t leaf_depth(uint32_t leaf, int64_t levels)
{
    int64_t depth = 0;
    for (int64_t height = levels - 1; height >= 0; height--)
        if (leaf >> height & 1)
            depth = (depth > height ? depth : height) + 1;
    return depth;
}

/* Clearing the root cuts the chain. Inclusive: one operator more at each of
 * the first n leaves, the deepest of which need not be among them. */
int64_t formula_blelloch_depth(uint32_t n, bool inclusive)
{
    int64_t deepest = lg(n) ? 2 * lg(n) - 1 : 0;
    for (uint32_t i = 0; inclusive && i < n; i++)
        if (leaf_depth(i, lg(n)) + 1 > deepest)
            deepest = leaf_depth(i, lg(n)) + 1;
    return deepest;
}

int64_t formula_blelloch_rounds(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * lg(n);
}

/* Around the sweeps: one after loading, one after clearing the root. */
int64_t formula_blelloch_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * lg(n) + 2;
}

/* A thread has two elements, so there are at least two; padding is added, too. */
int64_t formula_pairs_adds(uint32_t n, bool inclusive)
{
    const int64_t leaves = n < 2 ? 2 : power(n);
    return 2 * (leaves - 1) + (inclusive ? leaves : 0);
}

int64_t formula_pairs_rounds(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return n < 2 ? 2 : 2 * lg(n);
}

int64_t formula_warp_adds(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return formula_doubling_adds(32, true);
}

int64_t formula_warp_doublings(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 5;
}

int64_t formula_warp_shuffles(uint32_t n, bool inclusive)
{
    (void)n;
    return 5 + (inclusive ? 0 : 1);
}

/* ---- networks -------------------------------------------------------------- */

static int64_t bits_set(uint32_t i)
{
    return __builtin_popcount(i);
}

/* Levels that i takes part in or lies behind: 0 for 0, else floor(lg i) + 1. */
static int64_t bit_length(uint32_t i)
{
    int64_t length = 0;
    for (; i; i /= 2)
        length++;
    return length;
}

int64_t formula_doublings_and_one(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return lg(n) + 1;
}

/* Element i adds once for every bit set in i. */
int64_t formula_sklansky_adds(uint32_t n, bool inclusive)
{
    int64_t adds = 0;
    (void)inclusive;
    for (uint32_t i = 0; i < n; i++)
        adds += bits_set(i);
    return adds;
}

/* Up: every 2d-th element; down: those in the middle between two of them. */
int64_t formula_brent_kung_adds(uint32_t n, bool inclusive)
{
    int64_t adds = 0;
    (void)inclusive;
    for (uint32_t d = 1; d < n; d *= 2)
        adds += n / (2 * d) + (n - d) / (2 * d);
    return adds;
}

/* The first p elements are a tree for the highest bit of p, and one addition
 * more for each further one. */
int64_t formula_brent_kung_depth(uint32_t n, bool inclusive)
{
    int64_t deepest = 0;
    (void)inclusive;
    for (uint32_t p = 1; p <= n; p++)
        if (bit_length(p) + bits_set(p) - 2 > deepest)
            deepest = bit_length(p) + bits_set(p) - 2;
    return deepest;
}

/* Levels in which somebody adds. */
int64_t formula_brent_kung_rounds(uint32_t n, bool inclusive)
{
    int64_t rounds = 0;
    (void)inclusive;
    for (uint32_t d = 1; d < n; d *= 2)
        rounds += (2 * d <= n) + (4 * d <= power(n) && 3 * d <= n);
    return rounds;
}

int64_t formula_brent_kung_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return n < 2 ? 1 : 2 * lg(n);
}

/* Half networks work on the odd elements; each even one then adds once. */
int64_t formula_han_carlson_adds(uint32_t n, bool inclusive)
{
    int64_t adds = (n - 1) / 2;
    (void)inclusive;
    for (uint32_t i = 1; i < n; i += 2)
        adds += bit_length(i);
    return adds;
}

int64_t formula_ladner_fischer_adds(uint32_t n, bool inclusive)
{
    int64_t adds = (n - 1) / 2;
    (void)inclusive;
    for (uint32_t i = 1; i < n; i += 2)
        adds += bits_set(i);
    return adds;
}

int64_t formula_half_depth(uint32_t n, bool inclusive)
{
    const uint32_t odd = n % 2 ? n - 2 : n - 1; /* the last one */
    (void)inclusive;
    if (n < 2)
        return 0;
    const int64_t last = bit_length(odd);
    if (n < 3)
        return last;
    const int64_t even = bit_length(n % 2 ? n - 2 : n - 3) + 1;
    return last > even ? last : even;
}

int64_t formula_half_rounds(uint32_t n, bool inclusive)
{
    (void)inclusive;
    if (n < 2)
        return 0;
    return bit_length(n % 2 ? n - 2 : n - 1) + (n > 2);
}

int64_t formula_han_carlson_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * lg(n) + 2;
}

int64_t formula_ladner_fischer_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return lg(n) + 2;
}

/* ---- pairs, coarse, warps ---------------------------------------------------- */

int64_t formula_pairs_moves(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return n < 2 ? 1 : power(n) - 1;
}

int64_t formula_pairs_barriers(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return n < 2 ? 4 : 2 * lg(n) + 2;
}

/* m threads: their own elements, the doubling over threads, four offsets for
 * each thread but the first. */
int64_t formula_coarse_adds(uint32_t n, bool inclusive)
{
    const uint32_t m = (n + 3) / 4;
    return (int64_t)n - m + formula_doubling_adds(m, inclusive) + 4 * ((int64_t)m - 1);
}

int64_t formula_coarse_barriers(uint32_t n, bool inclusive)
{
    return formula_hillis_barriers((n + 3) / 4, inclusive);
}

int64_t formula_two(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 2;
}

/* Every warp, the warps' totals by 32 lanes, an offset for all but the first. */
int64_t formula_block_warps_adds(uint32_t n, bool inclusive)
{
    const uint32_t warps = (n + 31) / 32;
    int64_t totals = 0;
    for (uint32_t d = 1; d < warps; d *= 2)
        totals += 32 - d;
    return warps * formula_warp_adds(32, inclusive) + totals + 32 * ((int64_t)warps - 1);
}

int64_t formula_block_warps_shuffles(uint32_t n, bool inclusive)
{
    return 5 + lg((n + 31) / 32) + (inclusive ? 0 : 1);
}

int64_t formula_warp_reduce_adds(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 31;
}

int64_t formula_warp_reduce_shuffles(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 6;
}

int64_t formula_all_reduce_adds(uint32_t n, bool inclusive)
{
    (void)n, (void)inclusive;
    return 160;
}

/* Element (r, c) of a tile adds c neighbours, then what r rows before it hold. */
int64_t formula_tile_adds(uint32_t n, bool inclusive)
{
    int64_t adds = 0;
    (void)inclusive;
    for (uint32_t i = 0; i < n; i++)
        adds += i / 16 + i % 16;
    return adds;
}

int64_t formula_tile_depth(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return n <= 16 ? (int64_t)n - 1 : 15 + (int64_t)(n - 1) / 16;
}

int64_t formula_tile_barriers(uint32_t n, bool inclusive)
{
    (void)n;
    return inclusive ? 2 : 3;
}

/* ---- words of global memory --------------------------------------------------- */

int64_t formula_words_once(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * (int64_t)n + 1;
}

int64_t formula_words_2n(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 2 * (int64_t)n;
}

int64_t formula_words_3n(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 3 * (int64_t)n;
}

int64_t formula_words_4n(uint32_t n, bool inclusive)
{
    (void)inclusive;
    return 4 * (int64_t)n;
}
