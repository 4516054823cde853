/* Two numbers to add -> a (generate, propagate) pair for each bit, lowest
 * first: both bits set generate a carry, one of them hands one on. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "run/input.h"

/* Bits of a number, lowest first. */
struct bits { unsigned char *bit; uint32_t count, max; };

static bool bits_binary(struct bits *bits, const char *digits, size_t length,
                        struct err *err)
{
    if (length == 0 || length > bits->max)
        return err_set(err, ERR_USAGE, "a sum takes numbers of 1 to %u bits, not "
                       "of %zu", bits->max, length);
    for (size_t i = 0; i < length; i++)
        bits->bit[i] = digits[length - 1 - i] == '1';
    bits->count = (uint32_t)length;
    return true;
}

static bool bits_whole(struct bits *bits, const char *text, size_t length,
                       struct err *err)
{
    char word[32] = "", *end;
    errno = 0;
    if (length > 0 && length < sizeof word)
        memcpy(word, text, length);
    const unsigned long long value = strtoull(word, &end, 10);
    if (!isdigit((unsigned char)word[0]) || *end || errno == ERANGE)
        return err_set(err, ERR_USAGE, "\"%.*s\" is not a number to add; write "
                       "0b1011 or 11", (int)(length < 40 ? length : 40), text);
    for (bits->count = 0; bits->count < 64 && value >> bits->count; bits->count++)
        if (bits->count < bits->max)
            bits->bit[bits->count] = value >> bits->count & 1;
    if (bits->count == 0)
        bits->count = 1;
    return bits->count <= bits->max
        || err_set(err, ERR_USAGE, "a sum takes numbers of 1 to %u bits", bits->max);
}

static bool bits_read(struct bits *bits, const char *text, size_t length,
                      struct err *err)
{
    while (length && isspace((unsigned char)*text))
        text++, length--;
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    const bool binary = length > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')
        && strspn(text + 2, "01") >= length - 2;
    return binary ? bits_binary(bits, text + 2, length - 2, err)
                  : bits_whole(bits, text, length, err);
}

bool input_is_sum(const char *text)
{
    return strchr(text, '+') && !strchr(text, '(');
}

bool input_sum(const char *text, struct arena *arena, uint32_t least,
               uint32_t most, unsigned char **pairs, uint32_t *count,
               struct err *err)
{
    const char *plus = strchr(text, '+');
    struct bits a = { ARENA_NEW(arena, unsigned char, most), 0, most };
    struct bits b = { ARENA_NEW(arena, unsigned char, most), 0, most };
    *pairs = ARENA_NEW(arena, unsigned char, 2 * (size_t)most);
    if (!a.bit || !b.bit || !*pairs)
        return err_set(err, ERR_FAILED, "out of memory for %u input values", most);
    if (!bits_read(&a, text, (size_t)(plus - text), err)
        || !bits_read(&b, plus + 1, strlen(plus + 1), err))
        return false;
    *count = a.count > b.count ? a.count : b.count;
    if (*count < least)
        *count = least;
    for (uint32_t i = 0; i < *count; i++) {
        (*pairs)[2 * i] = a.bit[i] & b.bit[i];
        (*pairs)[2 * i + 1] = a.bit[i] ^ b.bit[i];
    }
    return true;
}
