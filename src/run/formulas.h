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

#endif
