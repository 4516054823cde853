/* What the literature counts for an algorithm, beside the measured figures:
 * the value functions of the catalogue's rows. */
#ifndef RUN_FORMULAS_H
#define RUN_FORMULAS_H

#include <stdbool.h>
#include <stdint.h>

int64_t formula_zero(uint32_t n, bool inclusive);
int64_t formula_n_less_one(uint32_t n, bool inclusive);
int64_t formula_doublings(uint32_t n, bool inclusive);
int64_t formula_doubling_adds(uint32_t n, bool inclusive);
int64_t formula_doubling_copies(uint32_t n, bool inclusive);
int64_t formula_hillis_barriers(uint32_t n, bool inclusive);
int64_t formula_hillis_double_barriers(uint32_t n, bool inclusive);
int64_t formula_blelloch_adds(uint32_t n, bool inclusive);
int64_t formula_blelloch_moves(uint32_t n, bool inclusive);
int64_t formula_blelloch_depth(uint32_t n, bool inclusive);
int64_t formula_blelloch_rounds(uint32_t n, bool inclusive);
int64_t formula_blelloch_barriers(uint32_t n, bool inclusive);
int64_t formula_pairs_adds(uint32_t n, bool inclusive);
int64_t formula_pairs_rounds(uint32_t n, bool inclusive);
int64_t formula_warp_adds(uint32_t n, bool inclusive);
int64_t formula_warp_doublings(uint32_t n, bool inclusive);
int64_t formula_warp_shuffles(uint32_t n, bool inclusive);
int64_t formula_doublings_and_one(uint32_t n, bool inclusive);
int64_t formula_sklansky_adds(uint32_t n, bool inclusive);
int64_t formula_brent_kung_adds(uint32_t n, bool inclusive);
int64_t formula_brent_kung_depth(uint32_t n, bool inclusive);
int64_t formula_brent_kung_rounds(uint32_t n, bool inclusive);
int64_t formula_brent_kung_barriers(uint32_t n, bool inclusive);
int64_t formula_han_carlson_adds(uint32_t n, bool inclusive);
int64_t formula_ladner_fischer_adds(uint32_t n, bool inclusive);
int64_t formula_half_depth(uint32_t n, bool inclusive);
int64_t formula_half_rounds(uint32_t n, bool inclusive);
int64_t formula_han_carlson_barriers(uint32_t n, bool inclusive);
int64_t formula_ladner_fischer_barriers(uint32_t n, bool inclusive);
int64_t formula_pairs_moves(uint32_t n, bool inclusive);
int64_t formula_pairs_barriers(uint32_t n, bool inclusive);
int64_t formula_coarse_adds(uint32_t n, bool inclusive);
int64_t formula_coarse_barriers(uint32_t n, bool inclusive);
int64_t formula_two(uint32_t n, bool inclusive);
int64_t formula_block_warps_adds(uint32_t n, bool inclusive);
int64_t formula_block_warps_shuffles(uint32_t n, bool inclusive);
int64_t formula_warp_reduce_adds(uint32_t n, bool inclusive);
int64_t formula_warp_reduce_shuffles(uint32_t n, bool inclusive);
int64_t formula_all_reduce_adds(uint32_t n, bool inclusive);
int64_t formula_tile_adds(uint32_t n, bool inclusive);
int64_t formula_tile_depth(uint32_t n, bool inclusive);
int64_t formula_tile_barriers(uint32_t n, bool inclusive);
int64_t formula_words_once(uint32_t n, bool inclusive);
int64_t formula_words_2n(uint32_t n, bool inclusive);
int64_t formula_words_3n(uint32_t n, bool inclusive);
int64_t formula_words_4n(uint32_t n, bool inclusive);

#endif
