/* Instances: + for every type. Unsigned arithmetic serves the signed types. */
#include "fast_make.cuh"

const fast_entry fast_plus[] = {
    fast_make<fast_add<uint32_t>>(ELEM_I32, OP_ADD),
    fast_make<fast_add<uint32_t>>(ELEM_U32, OP_ADD),
    fast_make<fast_add_i8>(ELEM_I8, OP_ADD),
    fast_make<fast_add<uint64_t>>(ELEM_I64, OP_ADD),
    fast_make<fast_add<float>>(ELEM_F32, OP_ADD),
    fast_make<fast_add<double>>(ELEM_F64, OP_ADD),
    fast_make<fast_add_f16>(ELEM_F16, OP_ADD),
};
const size_t fast_plus_count = sizeof fast_plus / sizeof fast_plus[0];
