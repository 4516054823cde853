/* Instances: the other operators. */
#include "fast_make.cuh"

const fast_entry fast_rest[] = {
    fast_make<fast_max_i32>(ELEM_I32, OP_MAX),
    fast_make<fast_max_f32>(ELEM_F32, OP_MAX),
    fast_make<fast_affine_u32>(ELEM_I32, OP_AFFINE),
    fast_make<fast_min_i32>(ELEM_I32, OP_MIN),
    fast_make<fast_mul_u32>(ELEM_I32, OP_MUL),
    fast_make<fast_and_u32>(ELEM_I32, OP_AND),
    fast_make<fast_or_u32>(ELEM_I32, OP_OR),
    fast_make<fast_xor_u32>(ELEM_I32, OP_XOR),
};
const size_t fast_rest_count = sizeof fast_rest / sizeof fast_rest[0];
