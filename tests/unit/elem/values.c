/* The generator, and a value of every pair from it. */
#include <math.h>
#include <string.h>

#include "values.h"

uint64_t values_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void any_real(enum elem_type type, uint64_t *state, unsigned char *at)
{
    static const double specials[] = { 0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN,
                                       2.5, -65504, 65504, 1e-7 };
    const uint64_t draw = values_random(state) >> 8;
    elem_put_real((int)type, at, specials[draw % (sizeof specials / sizeof *specials)]);
}

static void element(enum elem_op op, enum elem_type type, uint64_t *state,
                    unsigned char *at)
{
    const bool compared = op == OP_MIN || op == OP_MAX || op == OP_ARGMAX;
    if (!elem_is_real((int)type))
        elem_put_int((int)type, at, values_random(state));
    else if (compared)
        any_real(type, state, at);
    else
        elem_put_real((int)type, at, (double)(values_random(state) >> 8 & 7) - 3);
}

static void text(uint64_t *state, unsigned char value[ELEM_MAX])
{
    const int length = (int)(values_random(state) >> 8 & 15);
    for (int i = 0; i < length; i++)
        value[i] = (unsigned char)(values_random(state) >> 8);
    value[ELEM_TEXT] = (unsigned char)length;
}

void values_make(enum elem_op op, enum elem_type type, uint64_t *state,
                 unsigned char value[ELEM_MAX])
{
    const int size = elem_size((int)type);
    memset(value, 0, ELEM_MAX);
    switch (op) {
    case OP_MAT2:
        for (int i = 0; i < 4; i++)
            element(op, type, state, value + 4 * i);
        break;
    case OP_AFFINE:
        element(op, type, state, value);
        element(op, type, state, value + size);
        break;
    case OP_CARRY:
        value[0] = values_random(state) >> 8 & 1;
        value[1] = values_random(state) >> 8 & 1;
        break;
    case OP_STRING:
        text(state, value);
        break;
    case OP_SEGADD:
        value[0] = (values_random(state) >> 8 & 3) == 0;
        element(op, type, state, value + size);
        break;
    case OP_ARGMAX:
        element(op, type, state, value);
        elem_put_int(ELEM_I32, value + elem_index_at((int)type),
                     values_random(state) >> 8 & 1023);
        break;
    default:
        element(op, type, state, value);
    }
}
