/* Trace files made wrong on purpose: in memory, with sums put right again, so
 * that what lies behind the sums is tested too. */
#ifndef TESTS_ROBUST_FORGE_H
#define TESTS_ROBUST_FORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sample.h"

/* The bytes of a sample's file, for the caller to free(). Aborts when they
 * cannot be made. */
unsigned char *forge_bytes(enum sample_shape shape, size_t *length);

/* Where a section (by its number in src/trace/file_format.h) begins and how
 * long it is; false when the file has none or its table is no table. */
bool forge_section(const unsigned char *bytes, size_t length, uint32_t id,
                   size_t *at, size_t *size);

/* Makes the file's length and all sums right for what the table says, as far
 * as that lies in the file. */
void forge_sums(unsigned char *bytes, size_t length);

/* Reads the bytes as a trace; if that succeeds uses all of it: dumps, sums,
 * lanes, values, comparison with itself, and writing it again, which must give
 * a trace with the same dump. Returns whether it was read; aborts when one of
 * these does not hold. */
bool forge_use(const unsigned char *bytes, size_t length);

/* What else forge_use does with a trace that was read; NULL: nothing. */
extern void (*forge_more)(const struct trace *trace);

#endif
