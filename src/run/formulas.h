/* What the literature counts for an algorithm, beside the measured figures.
 * Here lg n is the whole number of doublings, ⌈lg n⌉, and P = 2^⌈lg n⌉. */
#ifndef RUN_FORMULAS_H
#define RUN_FORMULAS_H

#include "run/run.h"

extern const struct algo_formulas formulas_serial;
extern const struct algo_formulas formulas_hillis;
extern const struct algo_formulas formulas_hillis_double;
extern const struct algo_formulas formulas_blelloch;
extern const struct algo_formulas formulas_warp;

#endif
