/* What timings were taken on. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stddef.h>

/* Cores this process may use: its affinity, at least 1. */
unsigned machine_cores(void);
/* "Intel(R) Xeon(R) Processor @ 2.80GHz"; the architecture when unknown. */
void machine_cpu_name(char *text, size_t room);
/* "gcc 12.2.0 -O3 -mavx2": compiler and flags of the scans in use. */
void machine_flags(char *text, size_t room);

#endif
