/* Between habits.c and habits.cu: the kernels of the experiments. Each habit
 * is one kernel written in two or more ways that do the same work. C and CUDA;
 * cudaError_t travels as int. */
#ifndef GPU_HABITS_DEVICE_H
#define GPU_HABITS_DEVICE_H

#include <stddef.h>
#include <stdint.h>

enum habit_way {
    /* y[i] = x[i] + 1 over 4-byte words, n a multiple of 8192 */
    HABIT_NEIGHBOURS = 0, /* neighbouring lanes, neighbouring words */
    HABIT_RUNS = 1,       /* a thread, 32 words in a row */
    HABIT_APART = 2,      /* lanes n / 32 words apart */
    HABIT_WORD = 3,       /* a grid that strides, 4 bytes a load */
    HABIT_FOUR = 4,       /* the same, 16 bytes a load */
    /* exclusive sums of each 1024 words, HABIT_REPEATS times, in shared memory */
    HABIT_UNPADDED = 5, HABIT_PADDED = 6,
    /* y[i] = x[i] + 1 over halves, n a multiple of 512 */
    HABIT_HALF = 7, HABIT_HALF2 = 8,
    /* the same addition HABIT_ADDS times in registers */
    HABIT_HALF_ADDS = 9, HABIT_HALF2_ADDS = 10,
    /* y[i] = a x[i] + c, HABIT_ROUNDS times over */
    HABIT_AFFINE = 11,
    HABIT_WAYS = 12
};

enum { HABIT_BLOCK = 256, HABIT_SECTION = 1024, HABIT_REPEATS = 64, HABIT_ADDS = 512,
       HABIT_ROUNDS = 1024 };
#define HABIT_A 1664525u
#define HABIT_C 1013904223u

struct habit_launch {
    enum habit_way way;
    const void *x;
    void *y;
    uint64_t n;
    uint32_t grid;   /* blocks of those that stride; 0: as n asks */
    uint32_t shared; /* dynamic shared bytes that nobody uses */
    void *stream;
};

#ifdef __cplusplus
extern "C" {
#endif

int habit_run(const struct habit_launch *launch);
/* The grid that a launch has. */
uint32_t habit_grid(const struct habit_launch *launch);
/* Blocks of HABIT_WORD that are resident on a multiprocessor with so many
 * shared bytes each; allows them. */
int habit_resident(uint32_t shared, int *blocks);

#ifdef __cplusplus
}
#endif
#endif
