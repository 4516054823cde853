/* The arithmetic of scans, the same on host and GPU, bit for bit.
 *
 * Integers go through unsigned arithmetic (wrap is defined), min and max by
 * our own comparison, half as 16 bits computed in float and rounded to nearest
 * even; build without contraction to fused multiply-add. This header is in the
 * intersection of C and CUDA; ELEM_FN is `static inline` in C and
 * `static inline __host__ __device__` under nvcc.
 *
 *   elem_apply(op, type, left, right, out)    out = left (op) right
 *   elem_identity(op, type, out)              the neutral value
 *   elem_from_int(op, type, k, out)           value from an int (predicates, tests)
 *   elem_to_int(op, type, value)              back; pair operators give their value
 *   elem_wraps(op, type, left, right)         true when an integer result wrapped
 *
 * All values are ELEM_MAX bytes, unused bytes zero. `out` may alias an operand. */
#ifndef BASE_ELEM_OPS_H
#define BASE_ELEM_OPS_H
#include "base/elem.h"
#error "to be written"
#endif
