/* Private to the clock: what its files share. */
#ifndef GPU_CLOCK_PARTS_H
#define GPU_CLOCK_PARTS_H

#include <cuda_runtime_api.h>

#include "gpu/clock.h"
#include "gpu/clock_device.h"

struct fast_scanner;

struct gpu_clock {
    struct cudaDeviceProp device;
    int driver, runtime;
    cudaEvent_t begin, end;
    void *x, *y, *expected, *scratch, *sweep;
    size_t x_size, y_size, expected_size, scratch_size, sweep_size;
    void *heads, *keys; /* n ints each, where there are segments */
    size_t heads_size, keys_size;
    void *total, *expected_total; /* ELEM_MAX bytes each */
    bool has_total;               /* of the problem: expected_total is set */
    struct clock_verdict *verdict; /* device */
    struct fast_scanner *fast;
    struct gpu_problem problem;    /* its host pointers are not kept */
    size_t width;
};

/* One way of solving the problem; enqueues all of it on the default stream. */
typedef int (*clock_work)(struct gpu_clock *clock, void *user);

/* True for cudaSuccess; otherwise sets err to "what: reason". */
bool clock_ok(int error, const char *what, struct err *err);

/* What a way of solving the problem has to have done. */
enum clock_answer {
    CLOCK_COPY,     /* half of the problem's bytes copied from x to y */
    CLOCK_RESULTS,  /* y written */
    CLOCK_ALL       /* and the total */
};

/* Makes *block at least size bytes, aligned as cudaMalloc does. */
bool clock_room(void **block, size_t *have, size_t size, struct err *err);

/* Begins *out: who was timed, on the clock's problem. */
void clock_timing(const struct gpu_clock *clock, struct timing *out, const char *row,
                  const char *label);

/* Checks the work's whole result, times it, checks again; fills the rest of *out. */
bool clock_measure(struct gpu_clock *clock, clock_work work, void *user,
                   enum clock_answer answer, const struct gpu_clock_options *options,
                   struct timing *out, struct err *err);

#endif
