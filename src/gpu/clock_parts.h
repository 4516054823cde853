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
    struct clock_verdict *verdict; /* device */
    struct fast_scanner *fast;
    struct gpu_problem problem;    /* its host pointers are not kept */
    size_t width;
};

/* One way of solving the problem; enqueues all of it on the default stream. */
typedef int (*clock_work)(struct gpu_clock *clock, void *user);

/* True for cudaSuccess; otherwise sets err to "what: reason". */
bool clock_ok(int error, const char *what, struct err *err);

/* Begins *out: who was timed, on the clock's problem. */
void clock_timing(const struct gpu_clock *clock, struct timing *out, const char *row,
                  const char *label);

/* Checks the work's whole result, times it, checks again; fills the rest of *out.
 * copy: the result has to be the input. */
bool clock_measure(struct gpu_clock *clock, clock_work work, void *user, bool copy,
                   const struct gpu_clock_options *options, struct timing *out,
                   struct err *err);

#endif
