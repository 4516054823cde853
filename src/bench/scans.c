/* Scans for every type, compiled once for each instruction set: SCANS_TABLE
 * names the table, SCANS_FLAGS says how it was compiled. */
#include <stdint.h>
#include <string.h>

#include "bench/scans.h"

#ifdef __AVX2__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

#define ELEM uint32_t
#define WIDTH 4
#define NAME(what) what##_32
#include "bench/scans_type.h"

#define ELEM uint64_t
#define WIDTH 8
#define NAME(what) what##_64
#include "bench/scans_type.h"

#define ELEM float
#define WIDTH 4
#define NAME(what) what##_float
#include "bench/scans_type.h"

#define ELEM double
#define WIDTH 8
#define NAME(what) what##_double
#include "bench/scans_type.h"

#define SET(type, elem) { sizeof(elem), serial##type, hillis##type, simd##type, \
                          reduce##type, scan_from##type, add##type }

const struct scan_table SCANS_TABLE = {
    .flags = SCANS_FLAGS,
    .set = { [SCAN_32] = SET(_32, uint32_t), [SCAN_64] = SET(_64, uint64_t),
             [SCAN_FLOAT] = SET(_float, float),
             [SCAN_DOUBLE] = SET(_double, double) },
};
