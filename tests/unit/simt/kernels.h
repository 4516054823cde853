/* Kernels of the executor's tests: wrong ones of every kind it must report,
 * and sound ones that use the words the project's first kernels do not. */
#ifndef TESTS_SIMT_KERNELS_H
#define TESTS_SIMT_KERNELS_H

#include "simt/simt.h"

extern const struct simt_entry *const test_table[];
extern const int test_table_count;

/* The entry, alone, as simt_run takes it. */
const struct simt_entry *test_kernel(const char *name);

/* The line on which a kernel's marked word stands: see LINE in kernels.c. */
int test_line(const char *name);

#endif
