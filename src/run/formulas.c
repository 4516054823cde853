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
