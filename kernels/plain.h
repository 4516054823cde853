/* The plain kernels: what a launch hands over, and how an instance is found.
 *
 * A plain kernel is ordinary CUDA for one operator and type; real timings come
 * from these alone. Every kernel takes one struct plain_args by value:
 *
 *     void *arguments[] = { &args };
 *     cudaLaunchKernel(entry->function, grid, block, arguments, shared, stream);
 *
 * Shared arrays lie one after the other, each aligned to 16 bytes; a kernel
 * needs the sum of their sizes so rounded. C and CUDA. */
#ifndef KERNELS_PLAIN_H
#define KERNELS_PLAIN_H

#include <stdint.h>

struct plain_args {
    void *array[8]; /* device pointers, in the kernel's order */
    int number[8];
};

struct plain_entry {
    const char *kernel;   /* entry name: "hillis" */
    uint8_t op, type;     /* enum elem_op, enum elem_type */
    uint32_t width;       /* bytes of a value */
    uint32_t status;      /* bytes of a status word; all zero is INVALID */
    const void *function; /* for cudaLaunchKernel */
};

#ifdef __cplusplus
extern "C" {
#endif

/* The entry of a kernel for operator and type, or NULL: not built. */
const struct plain_entry *plain_find(const char *kernel, int op, int type);

/* The same among the broken kernels (broken/instances), which are a library of
 * their own that only tests link: no program times or offers them. */
const struct plain_entry *plain_broken_find(const char *kernel, int op, int type);

#ifdef __cplusplus
}
#endif

#endif
