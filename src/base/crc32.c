/* CRC-32 eight bytes a round: table k holds what a byte does to the sum when
 * k more bytes follow it. The tables are made on first use. */
#include "base/crc32.h"

#include <pthread.h>

static uint32_t tables[8][256];
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void tables_make(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t sum = i;
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
        tables[0][i] = sum;
    }
    for (int k = 1; k < 8; k++)
        for (int i = 0; i < 256; i++) {
            uint32_t sum = tables[k - 1][i];
            tables[k][i] = sum >> 8 ^ tables[0][sum & 0xff];
        }
}

static uint32_t word_at(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

uint32_t crc32_of(uint32_t crc, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    pthread_once(&tables_once, tables_make);
    uint32_t sum = ~crc;
    for (; length >= 8; length -= 8, p += 8) {
        uint32_t low = sum ^ word_at(p), high = word_at(p + 4);
        sum = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^
              tables[5][low >> 16 & 0xff] ^ tables[4][low >> 24] ^
              tables[3][high & 0xff] ^ tables[2][high >> 8 & 0xff] ^
              tables[1][high >> 16 & 0xff] ^ tables[0][high >> 24];
    }
    for (; length > 0; length--)
        sum = sum >> 8 ^ tables[0][(sum ^ *p++) & 0xff];
    return ~sum;
}
