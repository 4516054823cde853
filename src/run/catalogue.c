/* The catalogue: one row an algorithm, in the order lists show them. A new
 * algorithm is one kernel file and one row here. */
#include <stdio.h>
#include <string.h>

#include "run/formulas.h"
#include "run/plan.h"

#define BOTH_WAYS (ALGO_INCLUSIVE | ALGO_EXCLUSIVE | ALGO_ONE_BLOCK)
#define BLOCK_REASON "one block has up to 1024 threads"

static const struct plan_shape shape_serial = { .block = PLAN_BLOCK_ONE };
static const struct plan_shape shape_hillis = {
    .block = PLAN_BLOCK_EXACT, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_hillis_double = {
    .block = PLAN_BLOCK_EXACT, .shared = { { "a", 1, 0, WORD_VALUE, false }, { "b", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_blelloch = {
    .block = PLAN_BLOCK_POW2, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_warp = { .block = PLAN_BLOCK_WARP };

static const struct plan_shape shape_exact = {
    .block = PLAN_BLOCK_EXACT, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_pairs = {
    .block = PLAN_BLOCK_HALF, .shared = { { "s", 2, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_pairs_padded = {
    .block = PLAN_BLOCK_HALF, .shared = { { "s", 2, 0, WORD_VALUE, true } },
};
static const struct plan_shape shape_coarse = {
    .block = PLAN_BLOCK_QUARTER, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_block_warps = {
    .block = PLAN_BLOCK_WARPS,
    .shared = { { "sums", 0, 32, WORD_VALUE, false } },
};
static const struct plan_shape shape_whole_warps = {
    .block = PLAN_BLOCK_WARPS, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_segmented = {
    .block = PLAN_BLOCK_EXACT, .heads = true,
    .shared = { { "s", 1, 0, WORD_VALUE, false }, { "f", 1, 0, WORD_INT, false } },
};
static const struct plan_shape shape_sparse = {
    .block = PLAN_BLOCK_WARPS,
    .shared = { { "sums", 0, 32, WORD_VALUE, false }, { "used", 0, 32, WORD_INT, false } },
};
static const struct plan_shape shape_tile = {
    .block = PLAN_BLOCK_TILE,
    .shared = { { "a", 1, 0, WORD_VALUE, false }, { "p", 1, 0, WORD_VALUE, false } },
};
static const struct plan_shape shape_warp_shared = {
    .block = PLAN_BLOCK_WARP, .shared = { { "s", 1, 0, WORD_VALUE, false } },
};
#define TICKET { "carry", 0, 1, WORD_VALUE, false }, { "ticket", 0, 1, WORD_INT, false }
static const struct plan_shape shape_one_pass = {
    .block = PLAN_BLOCK_POW2, .shared = { { "s", 1, 0, WORD_VALUE, false }, TICKET },
};
static const struct plan_shape shape_one_pass_warp = {
    .block = PLAN_BLOCK_WARP, .shared = { { "s", 1, 0, WORD_VALUE, false }, TICKET },
};
static const struct plan_shape shape_one_pass_ahead = {
    .block = PLAN_BLOCK_WARP,
    .shared = { { "s", 1, 0, WORD_VALUE, false }, { "r", 1, 0, WORD_VALUE, false }, TICKET },
};

#define MANY_BLOCKS (ALGO_INCLUSIVE | ALGO_EXCLUSIVE)
#define MANY_MAX (1u << 24)
#define MANY_REASON "a trace holds about 2^24 elements"

#define WARP_REASON "a warp has 32 lanes"
#define BROKEN_BOTH (BOTH_WAYS | ALGO_BROKEN)
#define BROKEN_EXCLUSIVE (BROKEN_BOTH | ALGO_EXCLUSIVE_FIRST)
#define BROKEN_INCLUSIVE (ALGO_INCLUSIVE | ALGO_ONE_BLOCK | ALGO_BROKEN)
#define BROKEN_MANY (MANY_BLOCKS | ALGO_POLLS | ALGO_BROKEN)

static const struct algo catalogue[] = {
    { .name = "serial", .title = "Serial",
      .summary = "One thread adds the elements one after the other.",
      .flags = BOTH_WAYS, .max_n = 1u << 18,
      .max_reason = "a trace of one thread holds about a million events",
      .plan = plan_one_block, .shape = &shape_serial,
      .formulas = {
          .adds = { "n − 1", formula_n_less_one },
          .depth = { "n − 1", formula_n_less_one },
          .rounds = { "n − 1", formula_n_less_one },
          .barriers = { "0", formula_zero },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "hillis", .alias = "kogge-stone", .title = "Hillis–Steele",
      .summary = "Every thread adds the element 1, 2, 4, … to its left; "
                 "one buffer, two barriers a round.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis,
      .formulas = {
          .adds = { "n·⌈lg n⌉ − (2^⌈lg n⌉ − 1)", formula_doubling_adds },
          .moves = { "0", formula_zero },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "2⌈lg n⌉ + 1", formula_hillis_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "hillis-double", .title = "Hillis–Steele, two buffers",
      .summary = "The same network with two buffers and one barrier a round.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis_double,
      .formulas = {
          .adds = { "n·⌈lg n⌉ − (2^⌈lg n⌉ − 1)", formula_doubling_adds },
          .moves = { "2^⌈lg n⌉ − 1", formula_doubling_copies },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "⌈lg n⌉ + 1", formula_hillis_double_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "blelloch", .title = "Blelloch",
      .summary = "A tree of sums up, then prefixes down: work-efficient.",
      .flags = BOTH_WAYS | ALGO_EXCLUSIVE_FIRST,
      .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_blelloch,
      .formulas = {
          .adds = { "2·2^⌈lg n⌉ − 2 (+ n inclusive)", formula_blelloch_adds },
          .moves = { "2^⌈lg n⌉ − 1", formula_blelloch_moves },
          .depth = { "2⌈lg n⌉ − 1 (inclusive ≤ 2⌈lg n⌉)", formula_blelloch_depth },
          .rounds = { "2⌈lg n⌉", formula_blelloch_rounds },
          .barriers = { "2⌈lg n⌉ + 2", formula_blelloch_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "warp", .title = "Warp shuffle",
      .summary = "32 lanes hand registers to each other, without shared memory.",
      .flags = BOTH_WAYS, .max_n = 32, .max_reason = "a warp has 32 lanes",
      .plan = plan_one_block, .shape = &shape_warp,
      .formulas = {
          .adds = { "32·5 − 31", formula_warp_adds },
          .moves = { "0", formula_zero },
          .depth = { "5", formula_warp_doublings },
          .rounds = { "5", formula_warp_doublings },
          .barriers = { "0", formula_zero },
          .shuffles = { "5 (+ 1 exclusive)", formula_warp_shuffles },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "sklansky", .title = "Sklansky",
      .summary = "Fewest levels; the last of every lower half is read by the "
                 "whole upper half.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_exact,
      .formulas = {
          .adds = { "n/2·lg n (n = 2^k)", formula_sklansky_adds },
          .moves = { "0", formula_zero },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "⌈lg n⌉ + 1", formula_doublings_and_one },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "brent-kung", .title = "Brent–Kung",
      .summary = "A tree up and finished prefixes down, inclusive: few "
                 "additions, twice the levels.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_exact,
      .formulas = {
          .adds = { "2n − 2 − lg n (n = 2^k)", formula_brent_kung_adds },
          .moves = { "0", formula_zero },
          .depth = { "2·lg n − 2 (n = 2^k ≥ 4)", formula_brent_kung_depth },
          .rounds = { "2·lg n − 1 (n = 2^k)", formula_brent_kung_rounds },
          .barriers = { "2⌈lg n⌉ (n ≥ 2)", formula_brent_kung_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "han-carlson", .title = "Han–Carlson",
      .summary = "Kogge–Stone on every second element, one level more.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_exact,
      .formulas = {
          .adds = { "n/2·lg n (n = 2^k)", formula_han_carlson_adds },
          .moves = { "0", formula_zero },
          .depth = { "lg n + 1 (n = 2^k ≥ 8)", formula_half_depth },
          .rounds = { "lg n + 1 (n = 2^k ≥ 4)", formula_half_rounds },
          .barriers = { "2⌈lg n⌉ + 2", formula_han_carlson_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "ladner-fischer", .title = "Ladner–Fischer",
      .summary = "Sklansky on every second element, one level more.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_exact,
      .formulas = {
          .adds = { "n/4·lg n + 3n/4 − 1 (n = 2^k ≥ 2)", formula_ladner_fischer_adds },
          .moves = { "0", formula_zero },
          .depth = { "lg n + 1 (n = 2^k ≥ 8)", formula_half_depth },
          .rounds = { "lg n + 1 (n = 2^k ≥ 4)", formula_half_rounds },
          .barriers = { "⌈lg n⌉ + 2", formula_ladner_fischer_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "blelloch-pairs", .title = "Blelloch by pairs",
      .summary = "Two elements a thread; strides that meet in one bank.",
      .flags = BOTH_WAYS | ALGO_EXCLUSIVE_FIRST,
      .max_n = 2048, .max_reason = "one block has up to 1024 threads",
      .plan = plan_one_block, .shape = &shape_pairs,
      .formulas = {
          .adds = { "2·2^⌈lg n⌉ − 2 (+ 2^⌈lg n⌉ inclusive)",
                    formula_pairs_adds },
          .moves = { "2^⌈lg n⌉ − 1", formula_pairs_moves },
          .rounds = { "2⌈lg n⌉", formula_pairs_rounds },
          .barriers = { "2⌈lg n⌉ + 2", formula_pairs_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "blelloch-pairs-padded", .title = "Blelloch by pairs, padded",
      .summary = "The same, one word left empty after every 32.",
      .flags = BOTH_WAYS | ALGO_EXCLUSIVE_FIRST,
      .max_n = 2048, .max_reason = "one block has up to 1024 threads",
      .plan = plan_one_block, .shape = &shape_pairs_padded,
      .formulas = {
          .adds = { "2·2^⌈lg n⌉ − 2 (+ 2^⌈lg n⌉ inclusive)",
                    formula_pairs_adds },
          .moves = { "2^⌈lg n⌉ − 1", formula_pairs_moves },
          .rounds = { "2⌈lg n⌉", formula_pairs_rounds },
          .barriers = { "2⌈lg n⌉ + 2", formula_pairs_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "coarse", .title = "Four elements a thread",
      .summary = "Four neighbours scanned in registers, then a scan over the "
                 "threads.",
      .flags = BOTH_WAYS, .max_n = 4096, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_coarse,
      .formulas = {
          .adds = { "n − m + m·⌈lg m⌉ − (2^⌈lg m⌉ − 1) + 4(m − 1), m = ⌈n/4⌉",
                    formula_coarse_adds },
          .barriers = { "2⌈lg m⌉ + 1, m = ⌈n/4⌉", formula_coarse_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "warp-width", .title = "Warp shuffle, narrow teams",
      .summary = "Shuffles of the logical width 2, 4, 8, 16 or 32.",
      .flags = BOTH_WAYS, .max_n = 32, .max_reason = "a warp has 32 lanes",
      .plan = plan_one_block, .shape = &shape_warp },
    { .name = "warp-butterfly", .title = "Warp butterfly",
      .summary = "Exchanges by __shfl_xor_sync: every lane learns the total, "
                 "a second register the prefix.",
      .flags = BOTH_WAYS, .max_n = 32, .max_reason = "a warp has 32 lanes",
      .plan = plan_one_block, .shape = &shape_warp },
    { .name = "block-warps", .title = "Block from warps",
      .summary = "Every warp scans itself, one warp scans the totals, offsets "
                 "are added.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_block_warps,
      .formulas = {
          .adds = { "129w + Σ(32 − d) + 32(w − 1), w = ⌈n/32⌉, d = 1, 2, 4, … < w",
                    formula_block_warps_adds },
          .barriers = { "2", formula_two },
          .shuffles = { "5 + ⌈lg w⌉ (+ 1 exclusive), w = ⌈n/32⌉", formula_block_warps_shuffles },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "block-warps-serial", .title = "Block from warps, serial totals",
      .summary = "The same with one thread adding the warps' totals.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_block_warps,
      .formulas = {
          .barriers = { "2", formula_two },
          .shuffles = { "5 (+ 1 exclusive)", formula_warp_shuffles },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "tensor-tile", .title = "Tile by triangular matrices",
      .summary = "A tile of 16 by 16 scanned by two products with triangles of ones, "
                 "as tensor cores do.",
      .flags = BOTH_WAYS, .max_n = 256, .max_reason = "a tile has 16 × 16 elements",
      .plan = plan_one_block, .shape = &shape_tile,
      .formulas = {
          .adds = { "Σ (⌊i/16⌋ + i mod 16)", formula_tile_adds },
          .depth = { "15 + ⌊(n − 1)/16⌋ (n > 16)", formula_tile_depth },
          .barriers = { "2 (+ 1 exclusive)", formula_tile_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "warp-reduce", .title = "Warp reduction",
      .summary = "No scan, for contrast: a tree of shuffles, then a broadcast.",
      .flags = ALGO_INCLUSIVE | ALGO_ONE_BLOCK, .max_n = 32,
      .max_reason = "a warp has 32 lanes", .plan = plan_one_block,
      .shape = &shape_warp, .result = RESULT_TOTAL,
      .formulas = {
          .adds = { "32 − 1", formula_warp_reduce_adds },
          .depth = { "5", formula_warp_doublings },
          .rounds = { "5", formula_warp_doublings },
          .barriers = { "0", formula_zero },
          .shuffles = { "5 + 1", formula_warp_reduce_shuffles },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "warp-all-reduce", .title = "Warp all-reduce",
      .summary = "No scan, for contrast: a butterfly, after which every lane has "
                 "the total.",
      .flags = ALGO_INCLUSIVE | ALGO_ONE_BLOCK, .max_n = 32,
      .max_reason = "a warp has 32 lanes", .plan = plan_one_block,
      .shape = &shape_warp, .result = RESULT_TOTAL,
      .formulas = {
          .adds = { "32·5", formula_all_reduce_adds },
          .depth = { "5", formula_warp_doublings },
          .rounds = { "5", formula_warp_doublings },
          .barriers = { "0", formula_zero },
          .shuffles = { "5", formula_warp_doublings },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "block-reduce", .title = "Block reduction",
      .summary = "No scan, for contrast: a tree in shared memory.",
      .flags = ALGO_INCLUSIVE | ALGO_ONE_BLOCK, .max_n = 1024,
      .max_reason = BLOCK_REASON, .plan = plan_one_block,
      .shape = &shape_exact, .result = RESULT_TOTAL,
      .formulas = {
          .adds = { "n − 1", formula_n_less_one },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "⌈lg n⌉ + 1", formula_doublings_and_one },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "segmented-flags", .title = "Segmented scan by head flags",
      .summary = "Sums that begin anew at every head flag; flags in an array of "
                 "their own.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_segmented,
      .result = RESULT_SEGMENTS, .input = "|1 2 3|4 5|6",
      .formulas = {
          .barriers = { "2⌈lg n⌉ + 1", formula_hillis_barriers },
          .shuffles = { "0", formula_zero },
      } },
    { .name = "sparse", .title = "Scan of a sparse input",
      .summary = "Ballots and a bitmap find the groups of 32 that are empty; they "
                 "are skipped.",
      .flags = BOTH_WAYS, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_sparse,
      .result = RESULT_SPARSE, .usual_n = 128,
      .formulas = {
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "adder", .alias = "carry-lookahead", .title = "Carry-lookahead adder",
      .summary = "Two binary numbers added by a scan of (generate, propagate) pairs.",
      .flags = ALGO_EXCLUSIVE | ALGO_ONE_BLOCK, .max_n = 1024,
      .max_reason = BLOCK_REASON, .plan = plan_one_block,
      .shape = &shape_exact, .result = RESULT_SUM, .op = OP_CARRY,
      .input = "0b01011011+0b00110110",
      .formulas = {
          .adds = { "n·⌈lg n⌉ − (2^⌈lg n⌉ − 1)", formula_doubling_adds },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "2⌈lg n⌉ + 1", formula_hillis_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "radix-sort-bit", .alias = "split", .title = "Radix sort, one bit",
      .summary = "Elements with bit 0 clear, then those with it set: flags, their "
                 "scan, scatter.",
      .flags = ALGO_EXCLUSIVE | ALGO_ONE_BLOCK, .max_n = 1024,
      .max_reason = BLOCK_REASON, .plan = plan_one_block,
      .shape = &shape_exact, .result = RESULT_SPLIT,
      .input = "2 11 4 5 9 6 15 3",
      .formulas = {
          .adds = { "n·⌈lg n⌉ − (2^⌈lg n⌉ − 1)", formula_doubling_adds },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "2⌈lg n⌉ + 1", formula_hillis_barriers },
          .shuffles = { "0", formula_zero },
          .words = { "2n + 1", formula_words_once },
      } },
    { .name = "compact", .title = "Compaction",
      .summary = "Keeps the elements greater than 2: flags, their exclusive scan, "
                 "scatter.",
      .flags = ALGO_EXCLUSIVE | ALGO_ONE_BLOCK, .max_n = 1024,
      .max_reason = BLOCK_REASON, .plan = plan_one_block,
      .shape = &shape_hillis, .result = RESULT_COMPACT,
      .formulas = {
          .adds = { "n·⌈lg n⌉ − (2^⌈lg n⌉ − 1)", formula_doubling_adds },
          .depth = { "⌈lg n⌉", formula_doublings },
          .rounds = { "⌈lg n⌉", formula_doublings },
          .barriers = { "2⌈lg n⌉ + 1", formula_hillis_barriers },
          .shuffles = { "0", formula_zero },
      } },
    { .name = "three-kernel", .title = "Three kernels",
      .summary = "Scan every block, scan the totals, add the offsets: "
                 "4n words.",
      .flags = MANY_BLOCKS, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_three_kernel,
      .formulas = {
          .words = { "about 4n", formula_words_4n },
      } },
    { .name = "reduce-then-scan", .title = "Reduce, then scan",
      .summary = "Reduce every block, scan the totals, scan every block with "
                 "its offset: 3n words.",
      .flags = MANY_BLOCKS, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_reduce_then_scan,
      .formulas = {
          .words = { "about 3n", formula_words_3n },
      } },
    { .name = "chained", .title = "Chained scan",
      .summary = "One pass; every tile waits for the prefix of the one before.",
      .flags = MANY_BLOCKS | ALGO_POLLS, .max_n = MANY_MAX,
      .max_reason = MANY_REASON,
      .plan = plan_one_pass, .shape = &shape_one_pass,
      .formulas = {
          .words = { "about 2n", formula_words_2n },
      } },
    { .name = "look-back", .title = "Decoupled look-back",
      .summary = "One pass; one thread walks back over aggregates until it "
                 "meets a prefix.",
      .flags = MANY_BLOCKS | ALGO_POLLS, .max_n = MANY_MAX,
      .max_reason = MANY_REASON,
      .plan = plan_one_pass, .shape = &shape_one_pass,
      .formulas = {
          .words = { "about 2n", formula_words_2n },
      } },
    { .name = "look-back-warp", .title = "Look-back by a warp",
      .summary = "One pass; a warp looks at 32 predecessors at once.",
      .flags = MANY_BLOCKS | ALGO_POLLS, .max_n = MANY_MAX,
      .max_reason = MANY_REASON,
      .plan = plan_one_pass, .shape = &shape_one_pass_warp,
      .formulas = {
          .words = { "about 2n", formula_words_2n },
      } },
    { .name = "look-back-ahead", .title = "Aggregates ahead of time",
      .summary = "One pass; every tile is reduced and its aggregate published "
                 "before it is scanned.",
      .flags = MANY_BLOCKS | ALGO_POLLS, .max_n = MANY_MAX,
      .max_reason = MANY_REASON,
      .plan = plan_one_pass, .shape = &shape_one_pass_ahead,
      .formulas = {
          .words = { "about 2n", formula_words_2n },
      } },
    { .name = "broken/missing-barrier", .title = "Hillis–Steele, one barrier missing",
      .summary = "Reading and writing of a round are not separated.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
    { .name = "broken/debug-barrier", .title = "Barrier compiled out",
      .summary = "The barrier stands under a debug macro.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
    { .name = "broken/stale-buffer", .title = "Sum from the wrong buffer",
      .summary = "out[i] += in[i - d] adds to what out held before.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis_double, .twin = "hillis-double" },
    { .name = "broken/never-swapped", .title = "Buffers never swapped",
      .summary = "Two buffers, but every round uses the same one.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis_double, .twin = "hillis-double" },
    { .name = "broken/barrier-in-branch", .title = "Barrier in a branch",
      .summary = "Threads beyond n never reach the barrier.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_whole_warps, .twin = "hillis" },
    { .name = "broken/early-return", .title = "Early return",
      .summary = "Threads beyond n leave before the barrier.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_whole_warps, .twin = "hillis" },
    { .name = "broken/not-a-power", .title = "Tree over any n",
      .summary = "A tree without padding where n is no power of two.",
      .flags = BROKEN_EXCLUSIVE, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_exact, .twin = "blelloch" },
    { .name = "broken/padding-not-zeroed", .title = "Padding never written",
      .summary = "Cells from n to the next power of two hold garbage.",
      .flags = BROKEN_EXCLUSIVE, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_blelloch, .twin = "blelloch" },
    { .name = "broken/total-after-root", .title = "Total after the root is cleared",
      .summary = "Every block total is the identity.",
      .flags = BROKEN_EXCLUSIVE, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_blelloch, .twin = "blelloch" },
    { .name = "broken/inclusive-compaction", .title = "Inclusive for exclusive",
      .summary = "Compaction by an inclusive scan: one place too far.",
      .flags = ALGO_EXCLUSIVE | ALGO_ONE_BLOCK | ALGO_BROKEN, .max_n = 1024,
      .max_reason = BLOCK_REASON, .plan = plan_one_block,
      .shape = &shape_hillis, .twin = "compact", .result = RESULT_COMPACT },
    { .name = "broken/swapped-operands", .title = "Operands swapped",
      .summary = "op(v, u) in place of op(u, v).",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
    { .name = "broken/overflow", .title = "Sums past the type",
      .summary = "Large elements whose sums wrap.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis",
      .fill = 1000000000 },
    { .name = "broken/no-syncwarp", .title = "Warp without synchronisation",
      .summary = "Lanes trust to run in lockstep.",
      .flags = BROKEN_BOTH, .max_n = 32, .max_reason = WARP_REASON,
      .plan = plan_one_block, .shape = &shape_warp_shared, .twin = "warp" },
    { .name = "broken/full-mask-in-branch", .title = "Mask names absent lanes",
      .summary = "A full mask in a branch that not all lanes take.",
      .flags = BROKEN_INCLUSIVE, .max_n = 32, .max_reason = WARP_REASON,
      .plan = plan_one_block, .shape = &shape_warp, .twin = "warp" },
    { .name = "broken/below-stride", .title = "Own value added again",
      .summary = "Lanes below the stride add what they received.",
      .flags = BROKEN_INCLUSIVE, .max_n = 32, .max_reason = WARP_REASON,
      .plan = plan_one_block, .shape = &shape_warp, .twin = "warp" },
    { .name = "broken/dead-padding", .title = "Padding that is always 0",
      .summary = "+ binds tighter than >>.",
      .flags = BROKEN_EXCLUSIVE, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_pairs_padded, .twin = "blelloch-pairs-padded" },
    { .name = "broken/padded-too-short", .title = "Padded index, short array",
      .summary = "The array has no room for the padding.",
      .flags = BROKEN_EXCLUSIVE, .max_n = 2048, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_pairs, .twin = "blelloch-pairs-padded" },
    { .name = "broken/grid-rounded-down", .title = "Grid rounded down",
      .summary = "The last n mod B elements are never touched.",
      .flags = BROKEN_MANY, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_one_pass_floor, .shape = &shape_one_pass, .twin = "chained" },
    { .name = "broken/index-overflow", .title = "Index past 2^31",
      .summary = "A product that wraps becomes a negative index.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
    { .name = "broken/fence-for-barrier", .title = "Fence for a barrier",
      .summary = "A fence orders, it does not wait.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
    { .name = "broken/look-back-unordered", .title = "Look-back without order",
      .summary = "Value and flag in two words, no release, no acquire.",
      .flags = BROKEN_MANY, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_one_pass_flags, .shape = &shape_one_pass, .twin = "chained" },
    { .name = "broken/blocks-from-the-end", .title = "Waiting for a block not resident",
      .summary = "Tiles numbered by block index, from the far end.",
      .flags = BROKEN_MANY, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_one_pass, .shape = &shape_one_pass, .twin = "chained" },
    { .name = "broken/flags-not-reset", .title = "Flags of the run before",
      .summary = "The second run finds the first run’s prefixes.",
      .flags = BROKEN_MANY, .max_n = MANY_MAX, .max_reason = MANY_REASON,
      .plan = plan_one_pass_twice, .shape = &shape_one_pass, .twin = "chained" },
    { .name = "broken/partial-tile", .title = "Partial last tile",
      .summary = "The operator runs over what lies behind n.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_whole_warps, .twin = "hillis" },
    { .name = "broken/scratch-reused", .title = "Scratch reused too early",
      .summary = "One array for two uses, no barrier between.",
      .flags = BROKEN_BOTH, .max_n = 1024, .max_reason = BLOCK_REASON,
      .plan = plan_one_block, .shape = &shape_hillis, .twin = "hillis" },
};

enum { COUNT = sizeof catalogue / sizeof *catalogue };

int run_algo_count(void)
{
    return COUNT;
}

const struct algo *run_algo_at(int index)
{
    return index >= 0 && index < COUNT ? &catalogue[index] : NULL;
}

static bool find_fail(const char *name, struct err *err)
{
    const char *names[2 * COUNT];
    char list[420] = "";
    int count = 0;
    for (int i = 0; i < COUNT; i++) {
        const size_t used = strlen(list);
        names[count++] = catalogue[i].name;
        if (!(catalogue[i].flags & ALGO_BROKEN)) /* pscan list broken has those */
            snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                     catalogue[i].name);
        if (catalogue[i].alias)
            names[count++] = catalogue[i].alias;
    }
    const char *near = err_nearest(name, names, count);
    if (near)
        return err_set(err, ERR_USAGE, "no algorithm \"%.40s\"; did you mean %s? "
                       "allowed: %s", name, near, list);
    return err_set(err, ERR_USAGE, "no algorithm \"%.40s\"; allowed: %s", name, list);
}

const struct algo *run_algo_find(const char *name, struct err *err)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(name, catalogue[i].name) == 0
            || (catalogue[i].alias && strcmp(name, catalogue[i].alias) == 0))
            return &catalogue[i];
    find_fail(name, err);
    return NULL;
}
