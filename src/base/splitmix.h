/* splitmix64: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators,
 * OOPSLA 2014. The state grows by a constant with each draw, and a draw is a mix
 * of the state; so a draw is also a hash of a number. Inputs, garbage and the
 * order of random schedules come from here: its bits are part of what traces
 * hold. C and CUDA. */
#ifndef BASE_SPLITMIX_H
#define BASE_SPLITMIX_H

#include <stdint.h>

#if defined(__CUDACC__)
#define SPLITMIX_FN static inline __host__ __device__
#else
#define SPLITMIX_FN static inline
#endif

#define SPLITMIX_STEP 0x9e3779b97f4a7c15u

/* What a generator in this state draws next. */
SPLITMIX_FN uint64_t splitmix64_at(uint64_t state)
{
    uint64_t z = state + SPLITMIX_STEP;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

SPLITMIX_FN uint64_t splitmix64(uint64_t *state)
{
    const uint64_t draw = splitmix64_at(*state);
    *state += SPLITMIX_STEP;
    return draw;
}

#endif
