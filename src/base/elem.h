/* Elements: the types and operators a scan can run over.
 *
 * A value is at most ELEM_MAX bytes. Its width follows from operator and type:
 * plain operators carry one element; pair operators carry a small structure of
 * elements (see elem_width). The numbers of both enumerations stand in trace
 * files: append, never renumber. This header is C and CUDA. */
#ifndef BASE_ELEM_H
#define BASE_ELEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ELEM_MAX = 16 };

enum elem_type {
    ELEM_I32 = 0,
    ELEM_I8 = 1,
    ELEM_U32 = 2,
    ELEM_I64 = 3,
    ELEM_F32 = 4,
    ELEM_F64 = 5,
    ELEM_F16 = 6,  /* 16 bits, computed in float and rounded to nearest even */
    ELEM_TYPES = 7
};

enum elem_op {
    OP_ADD = 0,
    OP_MUL = 1,
    OP_MIN = 2,
    OP_MAX = 3,
    OP_AND = 4,     /* integers only */
    OP_OR = 5,
    OP_XOR = 6,
    OP_MAT2 = 7,    /* 2x2 int32 matrices, row major, product; 16 bytes */
    OP_AFFINE = 8,  /* (a, b) of the type: x -> a*x + b; left one first */
    OP_CARRY = 9,   /* (generate, propagate) as two bytes 0/1 */
    OP_STRING = 10, /* up to 15 bytes and a length, concatenation, saturating */
    OP_SEGADD = 11, /* (flag, value): + restarted at flags */
    OP_ARGMAX = 12, /* (value, index): greater value, lower index on ties */
    ELEM_OPS = 13
};

#ifdef __cplusplus
}
#endif
#endif
