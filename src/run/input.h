/* Inputs: a list, a file that holds a list, or random values.
 *
 * "random:SEED" draws from splitmix64 (base/splitmix.h), whose state starts at
 * SEED. Values are small, so that sums
 * keep clear of overflow: see input_random_k. Of a segmented run every fourth
 * element or so begins a segment; of a sparse one about every second group of
 * 32 is empty, and a quarter of the others set; what is added bit by bit never
 * both generates and propagates. */
#ifndef RUN_INPUT_H
#define RUN_INPUT_H

#include <stdint.h>

#include "base/arena.h"
#include "base/elem.h"
#include "base/err.h"

enum {
    INPUT_DEFAULT_N = 8,
    INPUT_MAX_FILE = 16 << 20 /* bytes */
};

/* The bytes of an input file for the caller to free(), a zero behind them; fails
 * as file_read_whole does. A pipe is read once and remembered. */
bool input_file(const char *path, unsigned char **bytes, size_t *length,
                struct err *err);

/* Whether text is a sum of two numbers, "0b1011+6", and no list. */
bool input_is_sum(const char *text);
/* Its (generate, propagate) pairs, two bytes a bit, lowest bit first, at least
 * `least` of them (zeros on top) and at most `most`. Binary numbers keep their
 * leading zeros; decimal ones have up to 64 bits. Arena-owned. */
bool input_sum(const char *text, struct arena *arena, uint32_t least,
               uint32_t most, unsigned char **pairs, uint32_t *count,
               struct err *err);

/* The k for elem_from_int that `draw` stands for under op and type:
 *   +, segadd, affine  0..9; -1..1 for int8, 0..1 for half
 *   *                  1 or 3 for integers: odd, so that no product is lost;
 *                      for reals the value is 1/2, 1 or 2 instead of a k
 *   min, max, argmax   0..99
 *   and, or, xor       0..255, 0..127 for int8
 *   mat2               1..3
 *   carry              0..3
 *   string             0..25 */
int input_random_k(enum elem_op op, enum elem_type type, uint64_t draw);

#endif
