/* SHA-256 (FIPS 180-4), a piece at a time. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length;          /* bytes so far */
    unsigned char block[64];  /* length % 64 of them are pending */
};

void sha256_init(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, size_t length);
/* Lower-case hex, zero-terminated. sha must be initialised again after it. */
void sha256_hex(struct sha256 *sha, char digest[65]);

#endif
