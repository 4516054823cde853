/* CRC-32 (polynomial 0x04c11db7 reflected, as in ISO 3309, gzip and PNG). */
#ifndef BASE_CRC32_H
#define BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Goes on from crc, which is 0 at the start:
 * crc32_of(crc32_of(0, a), b) is the sum of a followed by b. */
uint32_t crc32_of(uint32_t crc, const void *bytes, size_t length);

#endif
