/* The kernels of kernels.c, and whether they race. */
#ifndef TESTS_ORDER_KERNELS_H
#define TESTS_ORDER_KERNELS_H

#include "simt/simt.h"

struct order_case { const char *name; uint32_t threads, blocks; int races; };
extern const struct order_case order_cases[];
extern const int order_case_count; /* of order_entries too */
extern const struct simt_entry order_entries[];

#endif
